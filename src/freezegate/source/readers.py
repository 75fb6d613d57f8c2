"""Which functions of the product read a name of a module, so that running one uses what it binds.

Names are followed through imports and aliases, `from a import b as c` and what packages hand on.
A name that is imported inside a function, or made while running, is not followed: what is not seen
covers nothing.
"""

import ast
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from freezegate.model.lane import Place, UnitKind
from freezegate.source.finder import Finder
from freezegate.source.names import Import, imported
from freezegate.source.syntax import Dotted, parse
from freezegate.source.units import Written, units_of

#: How many packages may hand a name on before it is no longer followed.
_HANDS: Final = 5
_STAR: Final = "*"
_FUNCTIONS: Final = frozenset({UnitKind.FUNCTION, UnitKind.LAMBDA})


class File:
    """A file whose imports and units are told when something asks for them."""

    def __init__(self, source: bytes, units: tuple[Written, ...] | None = None) -> None:
        """Take a file, and its units where they are known; one that does not parse has nothing."""
        self._source = source
        self._units = units
        self._links: dict[str, tuple[Import, ...]] | None = None

    @property
    def links(self) -> Mapping[str, tuple[Import, ...]]:
        """Its imports by the name that they bind, wherever in the file they stand."""
        if self._links is None:
            self._links = {}
            tree = parse(self._source)
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.Import | ast.ImportFrom):
                    for link in imported(node):
                        self._links[link.bound] = (*self._links.get(link.bound, ()), link)
        return self._links

    @property
    def units(self) -> tuple[Written, ...]:
        """Its units of code."""
        if self._units is None:
            tree = parse(self._source)
            self._units = units_of(tree) if tree is not None else ()
        return self._units


class Tree:
    """The Python files of one commit, each read and taken apart when something asks for it."""

    def __init__(
        self,
        paths: Iterable[str],
        read: Callable[[str], bytes],
        served: Mapping[str, str],
        preload: Callable[[frozenset[str]], None] = lambda _: None,
    ) -> None:
        """Take the files' paths, how one is read, and the folders of the served names.

        `preload` reads many at once, where that is quicker than one by one.
        """
        self._paths = frozenset(path for path in paths if path.endswith(".py"))
        self._read = read
        self._preload = preload
        self._finder = Finder(self._paths, served)
        self._files: dict[str, File] = {}
        self._loads: dict[str, frozenset[tuple[str, Dotted]]] = {}
        self._leads: dict[tuple[str, Dotted], frozenset[tuple[str, Dotted]]] = {}

    def file(self, path: str) -> File:
        """Give a file; one that is not there has nothing in it."""
        if path not in self._files:
            self._files[path] = File(self._read(path) if path in self._paths else b"")
        return self._files[path]

    def know(self, path: str, source: bytes, units: tuple[Written, ...]) -> None:
        """Take a file that has been taken apart already."""
        self._files[path] = File(source, units)

    def preload(self, paths: Iterable[str]) -> None:
        """Read files that will be asked for."""
        self._preload(self._paths.intersection(paths))

    def loads(self, path: str) -> frozenset[tuple[str, Dotted]]:
        """Give every file, and what is asked of it, that the imports of `path` name as written."""
        if path not in self._loads:
            links = (link for each in self.file(path).links.values() for link in each)
            self._loads[path] = frozenset(
                place for link in links for place in self._places(path, link.level, link.loads)
            )
        return self._loads[path]

    def leads_to(self, path: str, chain: Dotted) -> frozenset[tuple[str, Dotted]]:
        """Give every file, and what is asked of it, to which a name in `path` leads by imports."""
        key = path, chain
        if key not in self._leads:
            self._leads[key] = self._followed(path, chain)
        return self._leads[key]

    def _followed(self, path: str, chain: Dotted) -> frozenset[tuple[str, Dotted]]:
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


#: Names of one file: each a name with the attributes that have to follow, as `("Order", "Line")`.
Names = tuple[Dotted, ...]


class Readers:
    """Finds who reads names of a file, among the product files of one commit."""

    def __init__(
        self, tree: Tree, search: Callable[[frozenset[str]], Mapping[str, frozenset[str]]]
    ) -> None:
        """Take the files, and the search: words in, for each of them the product files out."""
        self._tree = tree
        self._search = search
        self._words: dict[str, frozenset[str]] = {}
        self._askers: dict[tuple[str, Names], frozenset[str]] = {}

    def of(self, path: str, names: Names) -> tuple[Place, ...]:
        """Return where the functions and lambdas begin that read one of `names` of a file."""
        self.look_ahead([(path, names)])
        found = []
        for file in sorted({path} | self._askers[path, names]):
            for unit in self._tree.file(file).units:
                if unit.kind in _FUNCTIONS and any(
                    self._reads(file, read, path, names) for read in sorted(unit.reads)
                ):
                    line, column = unit.place
                    found.append(Place(path=file, line=line, column=column))
        return tuple(found)

    def look_ahead(self, asked: Iterable[tuple[str, Names]]) -> None:
        """Find the files that may take these names, for all of them at once: it costs as one does.

        Such a file holds the name and names whom it asks; whoever is asked may hand it on in turn.
        """
        fresh = {key: frozenset({key[0]}) for key in asked if key not in self._askers}
        self._load(name[-1] for _, names in fresh for name in names)
        self._askers |= dict.fromkeys(fresh, frozenset[str]())
        for _ in range(_HANDS):
            self._load(_stem(path) for paths in fresh.values() for path in paths)
            more = {key: self._more(key, paths) for key, paths in fresh.items()}
            self._tree.preload({path for paths in more.values() for path in paths})
            fresh = {
                key: frozenset(path for path in paths if self._asks(path, key))
                for key, paths in more.items()
            }
            for key, paths in fresh.items():
                self._askers[key] |= paths

    def _load(self, words: Iterable[str]) -> None:
        """Search for words that nobody has searched for yet."""
        fresh = frozenset(words) - self._words.keys()
        found = self._search(fresh) if fresh else {}
        self._words |= {word: found.get(word, frozenset()) for word in fresh}

    def _more(self, key: tuple[str, Names], paths: Iterable[str]) -> frozenset[str]:
        """Give files that hold one of the names, and name one of the modules at `paths`."""
        holding = {path for name in key[1] for path in self._words[name[-1]]}
        naming = {path for each in paths for path in self._words[_stem(each)]}
        return frozenset(holding & naming) - self._askers[key] - {key[0]}

    def _asks(self, file: str, key: tuple[str, Names]) -> bool:
        """Whether a file imports one that has the names, or a name that leads there."""
        path, names = key
        givers = {path} | self._askers[key]
        bound = {*self._tree.file(file).links, *(name[0] for name in names)}
        leads = [self._tree.loads(file), *(self._tree.leads_to(file, (each,)) for each in bound)]
        return any(
            place in givers and any(rest == name[: len(rest)] for name in names)
            for found in leads
            for place, rest in found
        )

    def _reads(self, file: str, read: Dotted, path: str, names: Names) -> bool:
        """Tell whether a read of a file is one of the names of `path`."""
        places = {(file, read)} if file == path else self._tree.leads_to(file, read)
        return any(
            place == path and rest[: len(name)] == name for place, rest in places for name in names
        )


def _stem(path: str) -> str:
    """Name a module as an import does, a package by its folder."""
    folder, name = posixpath.split(path)
    return posixpath.basename(folder) if name == "__init__.py" else name.removesuffix(".py")
