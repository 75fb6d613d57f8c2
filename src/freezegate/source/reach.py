"""What a unit reaches by name, through the test-side files of one commit.

Names that lead out of them (to the product, to other packages) stop at the import that binds them.
"""

import copy
from collections.abc import Callable, Iterable, Mapping

from freezegate.source.finder import Finder, Place
from freezegate.source.modules import Module, Unit
from freezegate.source.names import Import
from freezegate.source.syntax import Dotted

Units = frozenset[Unit]
NOTHING: Units = frozenset()


class Reach:
    """The graph of units; every answer is kept, since thousands of properties ask alike."""

    def __init__(self, files: Mapping[str, bytes], served: Mapping[str, str]) -> None:
        """Take the test-side files; each is parsed once, when something leads there."""
        self._files = files
        self._finder = Finder(files, served)
        self._modules: dict[str, Module] = {}
        self._lender: Reach | None = None
        self._same: Callable[[str], bool] = bool
        self._resolved: dict[tuple[str, Dotted], Units]
        self._followed: dict[Unit, Units]
        self._executed: dict[str, frozenset[str]]
        self.visited: set[str]
        self.forget()

    def fork(self) -> "Reach":
        """Return a graph that shares what was parsed and has answered and visited nothing."""
        other = copy.copy(self)
        other.forget()
        return other

    def forget(self) -> None:
        """Drop every answer, and what they rest on; what was parsed is kept."""
        self.visited = set()
        self._resolved, self._followed, self._executed = {}, {}, {}

    def borrow(self, lender: "Reach", same: Callable[[str], bool]) -> None:
        """Take from another graph what it parses of the files that are the `same` in both."""
        self._lender, self._same = lender, same

    def holds(self, path: str) -> bool:
        """Whether the suite has this file."""
        return path in self._files

    def module(self, path: str) -> Module:
        """Return a file of the suite.

        Raises:
            KeyError: the suite does not hold the path.
        """
        self.visited.add(path)
        if path not in self._modules:
            lent = self._lender if self._lender and self._same(path) else None
            self._modules[path] = lent.module(path) if lent else Module(path, self._files[path])
        return self._modules[path]

    def resolve(self, path: str, name: Dotted) -> Units:
        """Return all units that a name (with attributes behind it) leads to from a file."""
        if (path, name) not in self._resolved:
            own = Place(path, name, only=False)
            self._resolved[path, name] = self._answer([own])
        return self._resolved[path, name]

    def find(self, path: str, name: Dotted) -> Units:
        """Return what an absolute dotted name leads to, as an import in `path` would find it."""
        return self._answer(self._finder.places(path, 0, name))

    def files(self, path: str, name: Dotted) -> tuple[str, ...]:
        """Return the files that are the module of this name."""
        places = self._finder.places(path, 0, name)
        return tuple(place.path for place in places if not place.rest)

    def binds_file(self, path: str, link: Import) -> bool:
        """Whether the name that an import binds is a test-side module."""
        places = self._finder.places(path, link.level, link.target)
        return any(not place.rest for place in places)

    def follow(self, unit: Unit) -> Units:
        """Return what a unit reaches in one step."""
        if unit not in self._followed:
            self._followed[unit] = frozenset(self._steps(unit))
        return self._followed[unit]

    def closure(self, units: Iterable[Unit]) -> Units:
        """Return the units and all that they reach."""
        reached = set(units)
        todo = list(reached)
        while todo:
            fresh = self.follow(todo.pop()) - reached
            reached |= fresh
            todo.extend(fresh)
        return frozenset(reached)

    def executed(self, path: str) -> frozenset[str]:
        """Return a file and the test-side files that importing it imports, in the end."""
        if path not in self._executed:
            seen = {path}
            todo = [path]
            while todo:
                current = todo.pop()
                for link in self.module(current).imports:
                    places = self._finder.places(current, link.level, link.loads)
                    fresh = {place.path for place in places} - seen
                    seen |= fresh
                    todo.extend(fresh)
            self._executed[path] = frozenset(seen)
        return self._executed[path]

    def _answer(self, places: Iterable[Place]) -> Units:
        found: set[Unit] = set()
        seen: set[Place] = set()
        todo = list(places)
        while todo:
            place = todo.pop()
            if place not in seen:
                seen.add(place)
                units = self._holders(place)
                found |= units
                todo += [
                    step
                    for unit in units
                    if unit.link and place.rest
                    for step in self._behind(place.path, unit.link, place.rest[1:])
                ]
        return frozenset(found)

    def _holders(self, place: Place) -> set[Unit]:
        """Return what answers in one file; all of it when nothing is named or nothing fits."""
        module = self.module(place.path)
        units = module.bound(place.rest[0]) if place.rest else ()
        return set(units or (module.units if place.only or not place.rest else ()))

    def _behind(self, path: str, link: Import, rest: Dotted) -> tuple[Place, ...]:
        return self._finder.places(path, link.level, link.target + rest)

    def _steps(self, unit: Unit) -> set[Unit]:
        module = self.module(unit.path)
        said = unit.mentions
        steps: set[Unit] = set(module.stars)
        for name in said.reads:
            steps |= self.resolve(unit.path, name)
        for link in (*said.imports, *(star.link for star in module.stars if star.link)):
            steps |= self._answer(self._imported(unit.path, link))
        if said.dynamic or module.dynamic:
            steps.update(module.units)
            for text in said.strings:
                steps |= self._spelled(unit.path, text)
        return steps

    def _imported(self, path: str, link: Import) -> tuple[Place, ...]:
        """Return where an import inside a statement leads; a star takes the file whole."""
        name = link.loads[:-1] if link.bound == "*" else link.loads
        return self._finder.places(path, link.level, name)

    def _spelled(self, path: str, text: str) -> Units:
        """Return the module that a string names, for imports that are made while running."""
        name = tuple(text.split("."))
        return self.find(path, name) if all(part.isidentifier() for part in name) else NOTHING
