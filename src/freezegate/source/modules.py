"""A test-side file as units: its statements, and the names of its imports, one by one.

A unit is the grain of the hashes: a file is never hashed whole but where it cannot be followed.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from freezegate.source.canonical import canonical
from freezegate.source.names import Import, Mentions, imported, mentions
from freezegate.source.syntax import Dotted, decorator, parse, without_docstring

_Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
#: What runs, or changes something other than a name of this module.
_ACTS: Final = (ast.Call, ast.Await, ast.Raise, ast.Assert, ast.Delete, ast.AugAssign)
#: Statements of module level that the rules of this package account for; others are unknown.
_KNOWN: Final = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Delete, ast.Assert, ast.Raise),
    *(ast.If, ast.Try, ast.With, ast.For, ast.Pass),
)
#: Names by which a decorator leaves the function what it was, as far as an import can tell.
_QUIET: Final = frozenset(
    {"fixture", "hookimpl", "hookspec", "contextmanager", "asynccontextmanager", "dataclass"}
    | {"cache", "lru_cache", "wraps", "total_ordering", "overload", "final", "composite"}
)


class Unit:
    """One statement (or one name of an import) of one file.

    `place` orders the units of a file; two units are equal when they are the same object.
    """

    def __init__(
        self,
        path: str,
        place: tuple[int, ...],
        node: ast.stmt,
        link: Import | None = None,
        spoken: ast.AST | None = None,
    ) -> None:
        """Take a statement; `spoken` is what its mentions are read from, when that is less."""
        self.path = path
        self.place = place
        self.key = path, place
        self.node = node
        self.link = link
        self._spoken = node if spoken is None else spoken

    @cached_property
    def mentions(self) -> Mentions:
        """What the statement binds and mentions; a link leads on by what is asked of it."""
        return Mentions() if self.link else mentions(self._spoken)

    @cached_property
    def text(self) -> bytes:
        """The digest of the canonical form, 32 bytes."""
        return hashlib.sha256(canonical(self.node)).digest()

    @cached_property
    def line(self) -> bytes:
        """What a hash takes of the unit: its file and its text."""
        path = self.path.encode("utf-8", "surrogateescape")
        return b"%d:%s " % (len(path), path) + self.text

    @property
    def binds(self) -> frozenset[str]:
        """Names that the statement binds, rebinds or changes in its own module."""
        if self.link:
            return frozenset({self.link.bound})
        if isinstance(self.node, _Def):
            return frozenset({self.node.name})
        return self.mentions.binds | (frozenset(_touched(self.node)) - {""})


class Opaque(Unit):
    """A whole file that does not parse: its raw bytes, answering to every name."""

    def __init__(self, path: str, source: bytes) -> None:
        """Take the bytes as they are."""
        super().__init__(path, (), ast.Pass())
        self._source = source

    @cached_property
    def text(self) -> bytes:
        """The digest of the raw bytes, 32 bytes."""
        return hashlib.sha256(b"raw\0" + self._source).digest()


class Module:
    """A file, its units, and which of them bind which name."""

    def __init__(self, path: str, source: bytes) -> None:
        """Parse; a file that does not parse is one opaque unit."""
        self.path = path
        tree = parse(source)
        self.opaque = tree is None
        body = [] if tree is None else without_docstring(tree.body)
        self.units = split(path, body) if tree is not None else (Opaque(path, source),)
        self._names = by_name(self.units)
        self.stars = self._names.get("*", ())

    def bound(self, name: str) -> tuple[Unit, ...]:
        """Return the units that bind or change a name, in order of appearance."""
        return self.units if self.opaque else self._names.get(name, ())

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that is bound."""
        return frozenset(self._names)

    @cached_property
    def effects(self) -> tuple[Unit, ...]:
        """Units that do something when the file is imported, definitions aside."""
        return self.units if self.opaque else tuple(u for u in self.units if acts(u.node))

    @cached_property
    def decorated(self) -> tuple[Unit, ...]:
        """Definitions whose decorator may do something with them on import."""
        return tuple(unit for unit in self.units if _loud(unit.node))

    @cached_property
    def dynamic(self) -> bool:
        """Whether importing the file makes names that its text does not show."""
        statements = (unit for unit in self.units if not isinstance(unit.node, _Def))
        return any(unit.mentions.dynamic for unit in statements)

    @cached_property
    def unknown(self) -> bool:
        """Whether module level holds a construct that the rules do not account for."""
        return any(not isinstance(unit.node, _KNOWN) for unit in self.units)

    @cached_property
    def strings(self) -> frozenset[str]:
        """All string constants of the file but docstrings."""
        return frozenset().union(*(unit.mentions.strings for unit in self.units))

    @cached_property
    def imports(self) -> frozenset[Import]:
        """All imports that importing the file executes, wherever they stand in it."""
        links = frozenset(unit.link for unit in self.units if unit.link)
        return links.union(*(unit.mentions.imports for unit in self.units))


def split(
    path: str, body: list[ast.stmt], within: tuple[int, ...] = (), *, links: bool = True
) -> tuple[Unit, ...]:
    """Return the units of a body; with `links`, one for each name of an import."""
    units: list[Unit] = []
    for index, node in enumerate(body):
        place = (*within, index)
        if links and isinstance(node, ast.Import | ast.ImportFrom):
            units += _links(path, place, node)
        else:
            units.append(Unit(path, place, node))
    return tuple(units)


def by_name(units: tuple[Unit, ...]) -> dict[str, tuple[Unit, ...]]:
    """Return which units bind which name."""
    names: dict[str, tuple[Unit, ...]] = {}
    for unit in units:
        for name in unit.binds:
            names[name] = (*names.get(name, ()), unit)
    return names


def acts(node: ast.stmt) -> bool:
    """Whether a statement does more than bind names to what is written there."""
    if isinstance(node, (*_DEFS, ast.Import, ast.ImportFrom)):
        return False
    return any(
        isinstance(each, _ACTS)
        or (isinstance(each, ast.Attribute | ast.Subscript) and isinstance(each.ctx, ast.Store))
        for each in _executed(node)
    )


_DEFS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Walk a statement, but not into what it only defines."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (*_DEFS, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(node))


def _touched(node: ast.stmt) -> Iterator[str]:
    """Return names whose object a statement changes without binding them; `""` for no name."""
    for each in _executed(node):
        if isinstance(each, ast.Attribute | ast.Subscript):
            if not isinstance(each.ctx, ast.Load):
                yield _root(each)
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            call = each.value
            yield from map(_root, (call.func, *call.args))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _links(path: str, place: tuple[int, ...], node: ast.Import | ast.ImportFrom) -> Iterator[Unit]:
    for index, (alias, link) in enumerate(zip(node.names, imported(node), strict=True)):
        single: ast.stmt = ast.Import(names=[alias])
        if isinstance(node, ast.ImportFrom):
            single = ast.ImportFrom(module=node.module, names=[alias], level=node.level)
        yield Unit(path, (*place, index), ast.copy_location(single, node), link)


def _loud(node: ast.stmt) -> bool:
    return isinstance(node, _Def) and any(
        not _quiet(decorator(each)) for each in node.decorator_list
    )


def _quiet(name: Dotted) -> bool:
    return "mark" in name[:-1] or bool(name and name[-1].rpartition("_")[2] in _QUIET)
