"""The tests of a commit as its text has them: ids, assertion hashes, and where each one stands."""

import ast
import copy
import hashlib
import posixpath
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from freezegate.model.claim import Item
from freezegate.model.ids import Digest, TestId, visible
from freezegate.source.canonical import canonical
from freezegate.source.closure import Suite
from freezegate.source.modules import Unit
from freezegate.source.syntax import Function, decorator, dotted, first_line

#: A file that does not parse belongs to each of its tests, to the last line.
_LAST_LINE: Final = 2**31


class Span(NamedTuple):
    """Lines of a file, from 1, the last one included."""

    path: str
    first: int
    last: int


class Known(NamedTuple):
    """What text says of a test; `own` are the statements that are the test itself."""

    test_id: TestId
    path: str
    assertion_hash: Digest
    own: tuple[Unit, ...]
    spans: tuple[Span, ...]

    @property
    def body(self) -> str:
        """The digest of its statements without its own name; dear, and asked of few."""
        return _body(self.own)


class Patterns(NamedTuple):
    """Pytest's settings that say what a test is called."""

    files: tuple[str, ...]
    classes: tuple[str, ...] = ("Test",)
    functions: tuple[str, ...] = ("test",)


def known(suite: Suite, item: Item) -> Known:
    """Return what a suite's text says of a test, collected or not.

    Raises:
        ValueError: the suite does not hold its file.
    """
    own = suite.own_units(item)
    frames = suite.class_nodes(item)
    return Known(
        test_id=TestId(item.test_id),
        path=item.path,
        assertion_hash=suite.assertion_hash(item),
        own=own,
        spans=tuple(
            sorted({*map(_span, own), *(span for each in frames for span in _frame(*each))})
        ),
    )


def items_of(suite: Suite, path: str, patterns: Patterns, root: str = "") -> tuple[Item, ...]:
    """Return the tests of a file that pytest would collect by name, in the order of the text.

    Neither generated nor inherited ids, and no parameters: those take a run.

    Args:
        suite: the test side.
        path: a test module of it.
        patterns: how classes and functions are called.
        root: pytest's rootdir relative to the tree; ids begin there, and it holds the file.
    """
    name = path.removeprefix(f"{root}/") if root else path
    return tuple(
        Item(
            test_id=visible(f"{name}::{'::'.join(names)}"),
            path=path,
            source_path=path,
            qualname=".".join(names),
        )
        for names in _tests(suite.body(path), patterns)
    )


def is_test_module(path: str, patterns: Patterns, root: str = "") -> bool:
    """Tell whether pytest, started in `root`, takes a file for a test module by its name."""
    if root and not path.startswith(f"{root}/"):
        return False
    name = posixpath.basename(path)
    return name.endswith(".py") and any(
        fnmatchcase(path if "/" in pattern else name, pattern) for pattern in patterns.files
    )


def _tests(body: Iterable[ast.stmt], patterns: Patterns) -> Iterator[tuple[str, ...]]:
    """Give the names of each test of a file, in its order."""
    found: dict[tuple[str, ...], None] = {}
    nodes = [*body]
    todo: list[tuple[tuple[str, ...], ast.stmt, bool]] = [
        ((), node, False) for node in reversed(nodes) if not _is_off(nodes)
    ]
    while todo:
        above, node, unittest = todo.pop()
        if isinstance(node, Function):
            prefixes = ("test",) if unittest else patterns.functions
            if _is_named(node.name, prefixes) and not _is_fixture(node):
                found[*above, node.name] = None
        elif isinstance(node, ast.ClassDef):
            case = _is_case(node)
            # Of what stands in a class of unittest, its loader takes methods alone.
            if not unittest and (case or _is_collected(node, patterns)) and not _is_off(node.body):
                names = (*above, node.name)
                todo += [(names, inner, case) for inner in reversed(node.body)]
        else:
            inner_bodies = _conditional(node)
            todo += [(above, inner, unittest) for inner in reversed(inner_bodies)]
    yield from found


def _conditional(node: ast.stmt) -> list[ast.stmt]:
    """Give the statements that a module may run under a condition."""
    if isinstance(node, ast.If):
        return [*node.body, *node.orelse]
    if isinstance(node, ast.Try):
        caught = [inner for handler in node.handlers for inner in handler.body]
        return [*node.body, *caught, *node.orelse, *node.finalbody]
    if isinstance(node, ast.With):
        return node.body
    return []


def _is_named(name: str, patterns: Iterable[str]) -> bool:
    """Match as pytest does: by prefix, or by pattern where there is one."""
    return any(
        name.startswith(pattern) or (set(pattern) & set("*?[") and fnmatchcase(name, pattern))
        for pattern in patterns
    )


def _is_fixture(node: Function) -> bool:
    return any(decorator(each)[-1:] == ("fixture",) for each in node.decorator_list)


def _is_case(node: ast.ClassDef) -> bool:
    """Tell a class of unittest by the name of a base: a run would know more."""
    return any("".join(dotted(base)[-1:]).endswith("TestCase") for base in node.bases)


def _is_collected(node: ast.ClassDef, patterns: Patterns) -> bool:
    """Tell a class of pytest: by its name, and its instances are made in no way of its own."""
    return _is_named(node.name, patterns.classes) and not any(
        isinstance(each, Function) and each.name in {"__init__", "__new__"} for each in node.body
    )


def _is_off(body: Iterable[ast.stmt]) -> bool:
    """Tell whether a module or a class says that it holds no tests."""
    return any(
        isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Constant)
        and each.value.value is False
        and any(dotted(target) == ("__test__",) for target in each.targets)
        for each in body
    )


def _span(unit: Unit) -> Span:
    """Give the lines of a unit, its decorators included."""
    node = unit.node
    if not hasattr(node, "lineno"):
        return Span(unit.path, 1, _LAST_LINE)
    return Span(unit.path, first_line(node), node.end_lineno or node.lineno)


def _frame(path: str, node: ast.ClassDef) -> Iterator[Span]:
    """Give the lines of a class that are no test's own: its header, and what its body sets."""
    yield Span(path, first_line(node), max(node.lineno, first_line(node.body[0]) - 1))
    for inner in node.body:
        if not isinstance(inner, (*_DEFINES, ast.ClassDef)) and not _is_text(inner):
            yield Span(path, inner.lineno, inner.end_lineno or inner.lineno)


_DEFINES: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _body(own: Iterable[Unit]) -> str:
    """Digest statements without the names that they bind by definition."""
    whole = hashlib.sha256()
    for unit in own:
        node = copy.copy(unit.node)
        if isinstance(node, (*_DEFINES, ast.ClassDef)):
            node.name = ""
        whole.update(canonical(node) if hasattr(node, "lineno") else unit.text)
    return whole.hexdigest()
