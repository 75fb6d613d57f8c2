"""What mutes a test in Python text: marks, decorators, and calls that end it early.

Names are followed through the file's own imports and assignments; a mark that another file defines
shows in what pytest reports of the test, not here.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from freezegate.source.names import imported
from freezegate.source.syntax import Dotted, Function, Text, dotted, one_line, parse

#: A waiver is shown on one line.
_SHOWN_CHARS: Final = 120


class Mute(StrEnum):
    """What becomes of the test."""

    SKIP = "skips"
    XFAIL = "expects the failure of"
    RERUN = "reruns or retries"
    QUARANTINE = "quarantines"


class Waiver(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that mutes.

    `scope` is the qualified name of the function or class that it stands on, empty for the module;
    `text` its source on one line. `always` says that no condition stands before it.
    """

    kind: Mute
    scope: str
    text: str
    line: int
    always: bool

    @property
    def mutes(self) -> bool:
        """Whether the test cannot come out red here and now."""
        return self.always and self.kind in {Mute.SKIP, Mute.XFAIL}

    @property
    def sentence(self) -> str:
        """The waiver in words."""
        when = "" if self.always else ", under a condition"
        return f"`{self.text}` {self.kind} {self.scope or 'the module'}{when}"


_Always = Callable[[ast.expr], bool]


def _never(_: ast.expr) -> bool:
    return False


def _ever(_: ast.expr) -> bool:
    return True


def _unless_positional(node: ast.expr) -> bool:
    """Whether a mark has no condition, as `xfail(reason=...)` has none."""
    if not isinstance(node, ast.Call):
        return True
    named = any(keyword.arg in {"condition", "raises"} for keyword in node.keywords)
    return not named and not [arg for arg in node.args if not _is_constant(arg, truth=True)]


def _if_first_is(*, truth: bool) -> _Always:
    def judge(node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and bool(node.args)
            and _is_constant(node.args[0], truth=truth)
        )

    return judge


def _is_constant(node: ast.expr, *, truth: bool) -> bool:
    return isinstance(node, ast.Constant) and bool(node.value) is truth


class _Row(NamedTuple):
    """A name, what it does, and when it does so always."""

    name: str
    kind: Mute
    always: _Always


#: Marks and decorators. A name here is complete: imports have been followed.
_DECORATORS: Final = (
    _Row("pytest.mark.skip", Mute.SKIP, _ever),
    _Row("pytest.mark.skipif", Mute.SKIP, _if_first_is(truth=True)),
    _Row("pytest.mark.xfail", Mute.XFAIL, _unless_positional),
    _Row("pytest.mark.flaky", Mute.RERUN, _ever),
    _Row("pytest.mark.rerun", Mute.RERUN, _ever),
    _Row("pytest.mark.retry", Mute.RERUN, _ever),
    _Row("pytest.mark.quarantine", Mute.QUARANTINE, _ever),
    _Row("pytest.mark.quarantined", Mute.QUARANTINE, _ever),
    _Row("unittest.skip", Mute.SKIP, _ever),
    _Row("unittest.skipIf", Mute.SKIP, _if_first_is(truth=True)),
    _Row("unittest.skipUnless", Mute.SKIP, _if_first_is(truth=False)),
    _Row("unittest.expectedFailure", Mute.XFAIL, _ever),
    _Row("unittest.case.expectedFailure", Mute.XFAIL, _ever),
    _Row("flaky.flaky", Mute.RERUN, _ever),
    _Row("tenacity.retry", Mute.RERUN, _ever),
    _Row("retrying.retry", Mute.RERUN, _ever),
    _Row("retry.retry", Mute.RERUN, _ever),
    _Row("stamina.retry", Mute.RERUN, _ever),
    _Row("backoff.on_exception", Mute.RERUN, _ever),
    _Row("backoff.on_predicate", Mute.RERUN, _ever),
)
#: Calls and raised types inside a body.
_CALLS: Final = (
    _Row("pytest.skip", Mute.SKIP, _ever),
    _Row("pytest.xfail", Mute.XFAIL, _ever),
    _Row("pytest.importorskip", Mute.SKIP, _never),
    _Row("pytest.skip.Exception", Mute.SKIP, _ever),
    _Row("unittest.SkipTest", Mute.SKIP, _ever),
    _Row("unittest.case.SkipTest", Mute.SKIP, _ever),
    _Row("self.skipTest", Mute.SKIP, _ever),
)
_BY_DECORATOR: Final = {row.name: row for row in _DECORATORS}
_BY_CALL: Final = {row.name: row for row in _CALLS}
#: What runs before a test in the same class or module.
_SETUPS: Final = frozenset(
    {"setUp", "setUpClass", "setup_method", "setup_class", "setup", "asyncSetUp"}
    | {"setUpModule", "setup_module", "setup_function"}
)


class Muting:
    """One file's waivers, by the scopes that they stand on."""

    def __init__(self, source: bytes) -> None:
        """Parse; a file that does not parse shows none."""
        tree = parse(source)
        self._text = Text(source)
        self._aliases: dict[str, Dotted] = {}
        self._assigned: dict[str, ast.expr] = {}
        self.waivers: tuple[Waiver, ...] = ()
        if tree is not None:
            self._learn(tree)
            self.waivers = tuple(self._scan(tree.body, "", sure=True))

    def of(self, qualname: str) -> tuple[Waiver, ...]:
        """Return what mutes a function: its own, its classes', the module's, and their setups'."""
        parts = qualname.split(".")
        around = {".".join(parts[:length]) for length in range(len(parts))}
        setups = {f"{scope}.{name}".lstrip(".") for scope in around for name in _SETUPS}
        scopes = around | setups | {qualname}
        return tuple(waiver for waiver in self.waivers if waiver.scope in scopes)

    def _learn(self, tree: ast.Module) -> None:
        """Note what the names of the module stand for."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._aliases.update((each.bound, each.target) for each in imported(node))
        for statement in tree.body:
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        self._assigned[target.id] = statement.value

    def _name(self, node: ast.AST) -> str:
        """Return the complete name of what a node names or calls; empty for anything else."""
        called = node.func if isinstance(node, ast.Call) else node
        chain = dotted(called) if isinstance(called, ast.expr) else ()
        if not chain:
            return ""
        base = self._aliases.get(chain[0], chain[:1])
        return ".".join((*base, *chain[1:]))

    def _scan(self, body: Iterable[ast.stmt], scope: str, *, sure: bool) -> Iterator[Waiver]:
        """Walk what runs on import; `sure` until it stands in a branch."""
        for node in body:
            if isinstance(node, Function | ast.ClassDef):
                yield from self._defined(node, f"{scope}.{node.name}".lstrip("."))
            elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
                yield from self._assignment(node, scope, sure=sure)
            elif blocks := _blocks(node):
                for block in blocks:
                    yield from self._scan(block, scope, sure=False)
            else:
                yield from self._called([node], scope, sure=sure)

    def _defined(self, node: Function | ast.ClassDef, scope: str) -> Iterator[Waiver]:
        for mark in node.decorator_list:
            yield from self._marked(mark, scope, sure=True)
        if isinstance(node, ast.ClassDef):
            yield from self._scan(node.body, scope, sure=True)
        else:
            yield from self._called(node.body, scope, sure=True)
            for statement in node.body:
                for inner in ast.walk(statement):
                    yield from self._mentioned(inner, scope)

    def _assignment(
        self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, scope: str, *, sure: bool
    ) -> Iterator[Waiver]:
        """Read `pytestmark`; other names count where they are used."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if node.value is not None and any(dotted(each) == ("pytestmark",) for each in targets):
            yield from self._marked(node.value, scope, sure=sure)
        yield from self._called([node], scope, sure=False)

    def _mentioned(self, node: ast.AST, scope: str) -> Iterator[Waiver]:
        """Read a mark in a body: whatever is done with it, it may land on a test."""
        row = _BY_DECORATOR.get(self._name(node)) if isinstance(node, ast.Attribute) else None
        if row is not None and isinstance(node, ast.expr):
            yield self._waiver(row, node, scope, always=False)

    def _marked(self, node: ast.expr, scope: str, *, sure: bool) -> Iterator[Waiver]:
        """Find marks in an expression, whose names are followed once; lists are looked into."""
        todo, followed = [(node, sure)], set[str]()
        while todo:
            each, bare = todo.pop()
            row = _BY_DECORATOR.get(self._name(each))
            if row is not None:
                yield self._waiver(row, each, scope, always=bare and row.always(each))
            elif isinstance(each, ast.Name) and each.id in self._assigned.keys() - followed:
                followed.add(each.id)
                todo.append((self._assigned[each.id], bare))
            else:
                still = bare and isinstance(each, ast.List | ast.Tuple)
                todo += [(inner, still) for inner in _inside(each)]

    def _called(self, body: Iterable[ast.stmt], scope: str, *, sure: bool) -> Iterator[Waiver]:
        """Find calls that mute; only a statement of the body itself is sure to be reached."""
        for statement in body:
            direct = sure and isinstance(statement, ast.Expr | ast.Raise)
            for node in map(_use, ast.walk(statement)):
                row = None if node is None else _BY_CALL.get(self._name(node))
                if row is not None and node is not None:
                    yield self._waiver(row, node, scope, always=direct and row.always(node))

    def _waiver(self, row: _Row, node: ast.expr, scope: str, *, always: bool) -> Waiver:
        return Waiver(
            kind=row.kind,
            scope=scope,
            text=one_line(self._text.of(node), _SHOWN_CHARS),
            line=node.lineno,
            always=always,
        )


def added(parent: Iterable[Waiver], patch: Iterable[Waiver]) -> tuple[Waiver, ...]:
    """Return the patch's waivers that the parent lacks, by what they say and where they stand."""
    known = Counter((each.kind, each.scope, each.text) for each in parent)
    new: list[Waiver] = []
    for each in patch:
        known[each.kind, each.scope, each.text] -= 1
        if known[each.kind, each.scope, each.text] < 0:
            new.append(each)
    return tuple(new)


def _use(node: ast.AST) -> ast.expr | None:
    """Return what a call or a `raise` of a bare type makes use of."""
    if isinstance(node, ast.Raise):
        return None if isinstance(node.exc, ast.Call) else node.exc
    return node if isinstance(node, ast.Call) else None


def _blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    """Return the statements inside a compound statement, block by block."""
    if isinstance(node, ast.Match):
        return [case.body for case in node.cases]
    found = [getattr(node, field, []) for field in ("body", "orelse", "finalbody")]
    return [*filter(None, found), *(each.body for each in getattr(node, "handlers", []))]


def _inside(node: ast.expr) -> Iterator[ast.expr]:
    """Return the expressions that stand directly inside another one, keywords' values too."""
    for child in ast.iter_child_nodes(node):
        inner = child.value if isinstance(child, ast.keyword) else child
        if isinstance(inner, ast.expr):
            yield inner
