"""Which functions of the product read a name of a module, so that running one uses what it binds.

Names are followed through imports and aliases, `from a import b as c` and what packages hand on.
A name that is imported inside a function, or made while running, is not followed: what is not seen
covers nothing.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from freezegate.model.lane import Place, UnitKind
from freezegate.source.finder import Finder
from freezegate.source.names import Import, imported
from freezegate.source.syntax import Dotted, parse
from freezegate.source.units import Written, units_of

#: How many packages may hand a name on before it is no longer followed.
_HANDS: Final = 5
_STAR: Final = "*"


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file taken apart: its units, and its imports by the name that they bind."""

    units: tuple[Written, ...] = ()
    links: Mapping[str, tuple[Import, ...]] = {}


class Tree:
    """The Python files of one commit, each read and taken apart when something asks for it."""

    def __init__(
        self, paths: Iterable[str], read: Callable[[str], bytes], served: Mapping[str, str]
    ) -> None:
        """Take the files' paths, how one is read, and the folders of the served names."""
        self._paths = frozenset(path for path in paths if path.endswith(".py"))
        self._read = read
        self._finder = Finder(self._paths, served)
        self._files: dict[str, File] = {}

    def file(self, path: str) -> File:
        """Take a file apart; one that cannot be has nothing in it."""
        if path not in self._files:
            self._files[path] = taken_apart(self._read(path)) if path in self._paths else File()
        return self._files[path]

    def leads_to(self, path: str, chain: Dotted) -> frozenset[tuple[str, Dotted]]:
        """Give every file, and what is asked of it, to which a name in `path` leads by imports."""
        found: set[tuple[str, Dotted]] = set()
        fresh = {(path, chain)}
        for _ in range(_HANDS):
            fresh = {step for place in fresh for step in self._steps(*place)} - found
            found |= fresh
        return frozenset(found)

    def _steps(self, path: str, chain: Dotted) -> Iterator[tuple[str, Dotted]]:
        """Follow the imports that may bind the first name of a chain."""
        if not chain:
            return
        links = self.file(path).links
        for link in links.get(chain[0], ()):
            yield from self._places(path, link.level, link.target + chain[1:])
        if chain[0] not in links:
            for link in links.get(_STAR, ()):
                yield from self._places(path, link.level, link.target[:-1] + chain)

    def _places(self, path: str, level: int, target: Dotted) -> Iterator[tuple[str, Dotted]]:
        for place in self._finder.places(path, level, target):
            yield place.path, place.rest


def taken_apart(source: bytes) -> File:
    """Take a file apart; one that does not parse has nothing in it."""
    tree = parse(source)
    if tree is None:
        return File()
    links: dict[str, tuple[Import, ...]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for link in imported(node):
                links[link.bound] = (*links.get(link.bound, ()), link)
    return File(units=units_of(tree), links=links)


def readers(
    tree: Tree,
    path: str,
    names: Iterable[Dotted],
    search: Callable[[frozenset[str]], Iterable[str]],
) -> tuple[Place, ...]:
    """Return where the functions and lambdas begin that read one of `names` of the file `path`.

    Args:
        tree: the patch's files.
        path: the file that binds the names.
        names: each a name with the attributes that have to follow, as `("Order", "Line")`.
        search: gives the product files in which one of some words stands.
    """
    wanted = tuple(names)
    words = frozenset(name[-1] for name in wanted)
    found = []
    for file in sorted({path, *search(words)}):
        for unit in tree.file(file).units:
            if unit.kind in {UnitKind.FUNCTION, UnitKind.LAMBDA} and any(
                _reads(tree, file, read, path, wanted) for read in sorted(unit.reads)
            ):
                line, column = unit.place
                found.append(Place(path=file, line=line, column=column))
    return tuple(found)


def _reads(tree: Tree, file: str, read: Dotted, path: str, wanted: tuple[Dotted, ...]) -> bool:
    """Tell whether a read of a file is one of the wanted names of `path`."""
    places = {(file, read)} if file == path else tree.leads_to(file, read)
    return any(
        place == path and rest[: len(name)] == name for place, rest in places for name in wanted
    )
