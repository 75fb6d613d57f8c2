"""What a statement binds and what it mentions, by the rules of Python's scopes.

A name that is local to a function is no mention; one that leads out of the statement is. Where
rules would need running the code, the answer errs towards more.
"""

import ast
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from freezegate.source.syntax import Dotted, Function, dotted, without_docstring


class Import(NamedTuple):
    """One name of an import statement: `bound` leads to `target`, looked up `level` packages up.

    `loads` is the module that is executed, with the imported name (`*` for all) behind it.
    """

    level: int
    loads: Dotted
    target: Dotted
    bound: str


class Mentions(NamedTuple):
    """What follows from a statement's text.

    `reads` are free names, each with the attributes taken from it. `attributes` are all attribute
    names, `strings` all string constants but docstrings. `dynamic` says that names are made while
    running (`exec`, `globals()`, `getattr` of a variable), `any_fixture` that fixtures are.
    """

    binds: frozenset[str] = frozenset()
    reads: frozenset[Dotted] = frozenset()
    attributes: frozenset[str] = frozenset()
    strings: frozenset[str] = frozenset()
    imports: frozenset[Import] = frozenset()
    dynamic: bool = False
    any_fixture: bool = False


#: Calls and modules that reach names which no text shows.
_DYNAMIC: Final = frozenset(
    {"exec", "eval", "compile", "globals", "locals", "vars", "__import__", "import_module"}
)
#: Parts of `importlib` that only read what is installed.
_READING: Final = frozenset({"metadata", "resources"})
_BY_NAME: Final = frozenset({"getattr", "setattr", "delattr", "hasattr"})


def imported(node: ast.Import | ast.ImportFrom) -> tuple[Import, ...]:
    """Return the names that an import statement binds, in its order."""
    if isinstance(node, ast.ImportFrom):
        module = tuple(node.module.split(".")) if node.module else ()
        return tuple(
            Import(
                level=node.level,
                loads=(*module, alias.name),
                target=(*module, alias.name),
                bound=alias.asname or alias.name,
            )
            for alias in node.names
        )
    names = [(tuple(alias.name.split(".")), alias.asname) for alias in node.names]
    return tuple(
        Import(level=0, loads=name, target=name if short else name[:1], bound=short or name[0])
        for name, short in names
    )


def mentions(node: ast.AST) -> Mentions:
    """Return what a statement or expression of module level binds and mentions."""
    return _Walk().run(node)


class _Scope:
    """A namespace; `hides` says that inner scopes see its names, as a function's are seen."""

    def __init__(self, outer: "_Scope | None", *, hides: bool, passing: bool = False) -> None:
        self.outer = outer
        self.hides = hides
        self.passing = passing  # a comprehension: a walrus binds in the scope around it
        self.stores: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()

    def frees(self, name: str) -> bool:
        """Whether a read of this name here leads out of the statement."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.globals:
                return True
            if scope.hides and name in scope.stores and name not in scope.nonlocals:
                return False
            scope = scope.outer
        return True


class _Walk:
    """One walk over a statement, without recursion."""

    def __init__(self) -> None:
        self.todo: list[tuple[ast.AST, _Scope]] = []
        self.reads: list[tuple[_Scope, Dotted]] = []
        self.stores: list[tuple[_Scope, str]] = []
        self.attributes: set[str] = set()
        self.strings: set[str] = set()
        self.imports: set[Import] = set()
        self.dynamic = False
        self.any_fixture = False

    def run(self, node: ast.AST) -> Mentions:
        """Walk, then tell the free reads from the local ones."""
        top = _Scope(None, hides=False)
        self.todo.append((node, top))
        while self.todo:
            node, scope = self.todo.pop()
            visit = _VISITS.get(type(node))
            if visit is None:
                self.push(ast.iter_child_nodes(node), scope)
            else:
                visit(self, node, scope)
        reads = {read for scope, read in self.reads if scope.frees(read[0])}
        # A function that rebinds a name of its module bears on that name.
        reads |= {(name,) for scope, name in self.stores if name in scope.globals}
        return Mentions(
            binds=frozenset(top.stores),
            reads=frozenset(reads),
            attributes=frozenset(self.attributes),
            strings=frozenset(self.strings),
            imports=frozenset(self.imports),
            dynamic=self.dynamic,
            any_fixture=self.any_fixture,
        )

    def push(self, nodes: Iterable[ast.AST | None], scope: _Scope) -> None:
        """Put nodes on the list of what is to be walked; operators and contexts hold nothing."""
        self.todo += [(node, scope) for node in nodes if node is not None and node._fields]

    def read(self, scope: _Scope, chain: Dotted) -> None:
        """Note a read, and whether it is of a kind that reaches anything."""
        self.reads.append((scope, chain))
        if chain[0] in _DYNAMIC or chain[:2] == ("sys", "modules"):
            self.dynamic = True
        if chain[0] == "importlib" and not _READING & set(chain[1:2]):
            self.dynamic = True


def _name(walk: _Walk, node: ast.Name, scope: _Scope) -> None:
    if isinstance(node.ctx, ast.Load):
        walk.read(scope, (node.id,))
    else:
        _store(walk, scope, node.id)


def _store(walk: _Walk, scope: _Scope, name: str) -> None:
    scope.stores.add(name)
    walk.stores.append((scope, name))


def _attribute(walk: _Walk, node: ast.Attribute, scope: _Scope) -> None:
    base: ast.expr = node
    while isinstance(base, ast.Attribute):
        walk.attributes.add(base.attr)
        base = base.value
    if isinstance(base, ast.Name):
        walk.read(scope, dotted(node))
    else:
        walk.push([base], scope)


def _constant(walk: _Walk, node: ast.Constant, _: _Scope) -> None:
    if isinstance(node.value, str):
        walk.strings.add(node.value)


def _call(walk: _Walk, node: ast.Call, scope: _Scope) -> None:
    name = dotted(node.func)[-1:] or (getattr(node.func, "attr", ""),)
    place = {"getfixturevalue": 0}.get(name[0], 1)
    named = node.args[place] if len(node.args) > place else None
    text = named.value if isinstance(named, ast.Constant) else None
    if name[0] in _BY_NAME and not isinstance(text, str):
        walk.dynamic = True
    elif name[0] in _BY_NAME:
        walk.attributes.add(str(text))
    elif name[0] == "getfixturevalue" and not isinstance(text, str):
        walk.any_fixture = True
    walk.push(ast.iter_child_nodes(node), scope)


def _function(walk: _Walk, node: Function, scope: _Scope) -> None:
    _store(walk, scope, node.name)
    inner = _Scope(scope, hides=True)
    walk.push(node.decorator_list, scope)
    walk.push([node.returns], inner if getattr(node, "type_params", ()) else scope)
    _parameters(walk, node.args, scope, inner)
    walk.push(getattr(node, "type_params", ()), inner)
    walk.push(without_docstring(node.body), inner)


def _lambda(walk: _Walk, node: ast.Lambda, scope: _Scope) -> None:
    inner = _Scope(scope, hides=True)
    _parameters(walk, node.args, scope, inner)
    walk.push([node.body], inner)


def _parameters(walk: _Walk, args: ast.arguments, scope: _Scope, inner: _Scope) -> None:
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    inner.stores.update(each.arg for each in every if each is not None)
    walk.push((each.annotation for each in every if each is not None), scope)
    walk.push([*args.defaults, *args.kw_defaults], scope)


def _class(walk: _Walk, node: ast.ClassDef, scope: _Scope) -> None:
    _store(walk, scope, node.name)
    walk.push([*node.decorator_list, *node.bases, *node.keywords], scope)
    inner = _Scope(scope, hides=False)
    walk.push(getattr(node, "type_params", ()), inner)
    walk.push(without_docstring(node.body), inner)


_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def _comprehension(walk: _Walk, node: _Comprehension, scope: _Scope) -> None:
    inner = _Scope(scope, hides=True, passing=True)
    first, *others = node.generators
    walk.push([first.iter], scope)
    walk.push([first.target, *first.ifs, *others], inner)
    walk.push((child for child in ast.iter_child_nodes(node) if child is not first), inner)


def _walrus(walk: _Walk, node: ast.NamedExpr, scope: _Scope) -> None:
    around = scope
    while around.passing and around.outer is not None:
        around = around.outer
    walk.push([node.target], around)
    walk.push([node.value], scope)


def _import(walk: _Walk, node: ast.Import | ast.ImportFrom, scope: _Scope) -> None:
    for each in imported(node):
        walk.imports.add(each)
        _store(walk, scope, each.bound)


def _global(_: _Walk, node: ast.Global, scope: _Scope) -> None:
    scope.globals.update(node.names)


def _nonlocal(_: _Walk, node: ast.Nonlocal, scope: _Scope) -> None:
    scope.nonlocals.update(node.names)


def _bound(walk: _Walk, node: ast.AST, scope: _Scope) -> None:
    """Visit a node that binds by a plain string: `except E as name`, captures, type parameters."""
    name = getattr(node, "name", None) or getattr(node, "rest", None)
    if isinstance(name, str):
        _store(walk, scope, name)
    walk.push(ast.iter_child_nodes(node), scope)


def _visits() -> dict[type[ast.AST], Callable[..., None]]:
    table: dict[type[ast.AST], Callable[..., None]] = {
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.Constant: _constant,
        ast.Call: _call,
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.Lambda: _lambda,
        ast.ClassDef: _class,
        ast.NamedExpr: _walrus,
        ast.Import: _import,
        ast.ImportFrom: _import,
        ast.Global: _global,
        ast.Nonlocal: _nonlocal,
    }
    table |= dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp), _comprehension)
    table[ast.GeneratorExp] = _comprehension
    binders = ("ExceptHandler", "MatchAs", "MatchStar", "MatchMapping", "TypeVar", "ParamSpec")
    kinds = (getattr(ast, name, None) for name in (*binders, "TypeVarTuple"))
    return table | {kind: _bound for kind in kinds if kind is not None}


_VISITS: Final = _visits()
