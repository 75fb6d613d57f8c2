"""Probes: which of the touched code a property executes, and traps put in its place.

A probe is a call at the start of a function's body, put there when the tree's finder loads the
file; nothing else of the file changes, and lines stay where they are. So a property costs what it
costs without, but for one call each time a touched function begins (ADR 14). A trap takes the
function's work away, by an exception or by a result of which every use raises.
"""

from __future__ import annotations

import ast
import builtins
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any, Callable, Dict, Iterator, List, Sequence, Set, Tuple, Union

from .finder import TreeFinder
from .instruments import Instrument

#: Names that the code under test calls; the ends keep a class body from changing them.
PROBE, HOLLOW = "__freezegate_probe__", "__freezegate_hollow__"
#: Methods of which Python itself takes nothing but `None`: their work is taken away all the same.
_EMPTY = frozenset({"__init__", "__exit__", "__aexit__", "__del__", "__set_name__"})

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)
_Scope = (*_Function, ast.Lambda, ast.ClassDef)
#: Line and column of a definition, (0, 0) for the module; the number by which it is told.
Numbers = Dict[Tuple[int, int], int]


class Replaced(Exception):  # noqa: N818 - what happened, not what went wrong
    """Raised in the place of touched code, or by a use of what it would have given."""


def _refuse(*_: Any, **__: Any) -> Any:
    message = "freezegate: the result of touched code was used"
    raise Replaced(message)


def _shown(*_: Any) -> str:
    """Show it: to print a result is to hold it to nothing."""
    return "<nothing: touched code was taken away>"


#: Every way in which a value is used, but for being handed on, told apart by `is`, and shown.
_USES = (
    *("getattribute", "setattr", "delattr", "call", "bool", "len", "iter", "next", "contains"),
    *("getitem", "setitem", "delitem", "eq", "ne", "lt", "le", "gt", "ge", "hash"),
    *("bytes", "int", "float", "complex", "index", "round", "trunc", "floor", "ceil"),
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift"),
    *("rshift", "and", "xor", "or", "neg", "pos", "abs", "invert", "enter", "exit", "await"),
    *("radd", "rsub", "rmul", "rmatmul", "rtruediv", "rfloordiv", "rmod", "rdivmod", "rpow"),
    *("rlshift", "rrshift", "rand", "rxor", "ror", "iadd", "isub", "imul", "aiter", "anext"),
    *("aenter", "aexit", "fspath", "reduce_ex", "copy", "deepcopy", "reversed", "length_hint"),
    *("get", "instancecheck", "subclasscheck", "missing", "dir", "sizeof"),
)
#: What stands for the result of touched code.
Poison = type(
    "Poison",
    (),
    {
        **{"__{}__".format(use): _refuse for use in _USES},
        **dict.fromkeys(("__str__", "__repr__", "__format__"), _shown),
    },
)


class Probes(Instrument):
    """Tells what a property executes; with a trap, has it take nothing from touched code.

    Traps are armed while a property runs: for `raise` in its call alone, for `hollow` in its
    fixtures too. Code that runs on import is told and never trapped.
    """

    def __init__(self, places: Sequence[Dict[str, Any]], trap: str, finder: TreeFinder) -> None:
        """Number the places (`model.lane.Place` as JSON) in their order, and load by `finder`."""
        self._trap = trap
        self._seen: Set[int] = set()
        self._armed = False
        self._fired = False
        files: Dict[str, Numbers] = {}
        for number, place in enumerate(places):
            path = os.path.normpath(os.path.join(finder.tree, place["path"]))
            files.setdefault(path, {})[place["line"], place["column"]] = number
        finder.loader = _loader_of(files)
        setattr(builtins, PROBE, self._probe())
        setattr(builtins, HOLLOW, self._hollow)

    def begin(self, item: Any) -> None:
        """Forget what ran before."""
        del item  # each is probed the same
        self._seen.clear()
        self._fired = False
        self._armed = self._trap == "hollow"

    def call(self) -> None:
        """Arm the trap that leaves fixtures alone."""
        self._armed = bool(self._trap)

    def called(self, ended: Any) -> None:
        """Leave the teardown alone."""
        del ended  # however it ended
        self._armed = False

    def end(self) -> Dict[str, Any]:
        """Give the numbers of what was executed."""
        self._armed = False
        return {"executed": sorted(self._seen), "trapped": self._fired}

    def _probe(self) -> Callable[[int], bool]:
        """Make what the code under test calls: whether its result is taken away."""
        add, trap = self._seen.add, self._trap

        def note(number: int) -> bool:
            add(number)
            return False

        def probe(number: int) -> bool:
            add(number)
            if self._armed:
                self._fired = True
            if self._armed and trap == "raise":
                message = "freezegate: touched code was replaced by an exception"
                raise Replaced(message)
            return self._armed

        return probe if trap else note

    @staticmethod
    def _hollow() -> Any:
        return Poison()


class Watch(Instrument):
    """Tells which of some files a property opens; with a trap, lets it open none of them."""

    def __init__(self, paths: Sequence[str], trap: str, tree: str) -> None:
        """Watch these paths of the tree, from now on."""
        self._numbers = {os.path.join(tree, path): at for at, path in enumerate(paths)}
        self._ends = tuple({os.path.basename(path) for path in paths})
        self._trap = trap
        self._on = False
        self._armed = False
        self._fired = False
        self._seen: Set[int] = set()
        sys.addaudithook(self._audit)

    def begin(self, item: Any) -> None:
        """Listen from here on."""
        del item  # each is watched the same
        self._seen.clear()
        self._fired = False
        self._on = True
        self._armed = self._trap == "hollow"

    def call(self) -> None:
        """Arm the trap that leaves fixtures alone."""
        self._armed = bool(self._trap)

    def called(self, ended: Any) -> None:
        """Leave the teardown alone."""
        del ended  # however it ended
        self._armed = False

    def end(self) -> Dict[str, Any]:
        """Give the numbers of the files that were opened."""
        self._on = self._armed = False
        return {"opened": sorted(self._seen), "trapped": self._fired}

    def _audit(self, event: str, args: Tuple[Any, ...]) -> None:
        """Hear of a file that is opened; only a watched one is looked at."""
        if not self._on or event != "open" or not isinstance(args[0], (str, bytes)):
            return
        path = os.fsdecode(args[0])
        if not path.endswith(self._ends):
            return
        number = self._numbers.get(os.path.realpath(path))
        if number is None:
            return
        self._seen.add(number)
        if self._armed:
            self._fired = True
            message = "freezegate: a data file of the patch was taken away: " + path
            raise Replaced(message)


def _loader_of(files: Dict[str, Numbers]) -> Callable[[ModuleSpec], None]:
    """Make what puts probes into the files that have some."""

    def put(spec: ModuleSpec) -> None:
        origin = os.path.realpath(spec.origin) if spec.origin else ""
        if origin in files and isinstance(spec.loader, SourceFileLoader):
            spec.loader = ProbedLoader(spec.name, str(spec.origin), files[origin])

    return put


class ProbedLoader(SourceFileLoader):
    """Loads a file with probes in it; its bytecode is never kept, nor taken from a file."""

    def __init__(self, name: str, path: str, numbers: Numbers) -> None:
        """Load `path` as the module `name`, with a probe at each of the places."""
        super().__init__(name, path)
        self._numbers = numbers

    def get_code(self, fullname: str) -> Any:
        """Compile the file as it stands."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), filename=path)
        return compile(probed(tree, self._numbers), path, "exec", dont_inherit=True)


def probed(tree: ast.Module, numbers: Numbers) -> ast.Module:
    """Put a probe into each definition that has a number, and into the module where it has one."""
    if (0, 0) in numbers:
        _insert(tree, [_called(PROBE, numbers[0, 0])], tree)
    for node in ast.walk(tree):
        if not isinstance(node, _Scope):
            continue
        number = numbers.get((node.lineno, node.col_offset))
        if number is None:
            continue
        if isinstance(node, ast.Lambda):
            node.body = ast.IfExp(_call(PROBE, number), _call(HOLLOW), node.body)
        elif isinstance(node, ast.ClassDef):
            _insert(node, [_called(PROBE, number)], node)
        else:
            _insert(node, [ast.If(_call(PROBE, number), _given_up(node), [])], node)
    return ast.fix_missing_locations(tree)


def _given_up(node: Union[ast.FunctionDef, ast.AsyncFunctionDef]) -> List[ast.stmt]:
    """Write what a function does in the place of its work; a generator gives one result."""
    if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in _own(node)):
        return [ast.Expr(ast.Yield(_call(HOLLOW))), ast.Return(None)]
    return [ast.Return(None if node.name in _EMPTY else _call(HOLLOW))]


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Give what stands in a function itself, not in those inside it."""
    todo = list(getattr(node, "body", ()))
    while todo:
        each = todo.pop()
        yield each
        if not isinstance(each, _Scope):
            todo.extend(ast.iter_child_nodes(each))


def _insert(node: Any, statements: List[ast.stmt], at: Any) -> None:
    """Put statements behind a docstring and what has to stand first."""
    body = node.body
    place = 0
    while place < len(body) and _stands_first(body[place], place):
        place += 1
    line = body[place] if place < len(body) else at
    for statement in statements:
        for each in ast.walk(statement):
            if isinstance(each, (ast.stmt, ast.expr)):
                each.lineno = each.end_lineno = getattr(line, "lineno", 1)
                each.col_offset = each.end_col_offset = 0
    body[place:place] = statements


def _stands_first(statement: ast.stmt, place: int) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return place == 0 and is_text and isinstance(statement.value.value, str)  # type: ignore[attr-defined] # an expression of a constant


def _call(name: str, *numbers: int) -> ast.expr:
    arguments: List[ast.expr] = [ast.Constant(number) for number in numbers]
    return ast.Call(ast.Name(name, ast.Load()), arguments, [])


def _called(name: str, number: int) -> ast.stmt:
    return ast.Expr(_call(name, number))
