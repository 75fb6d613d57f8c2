"""Which test-side file an import leads to, told from paths alone.

Where several files could answer, all of them do: a run that picks one of them is covered.
"""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from freezegate.source.syntax import Dotted


class Place(NamedTuple):
    """A file, what is asked of it (nothing: all of it), and whether only it can answer."""

    path: str
    rest: Dotted
    only: bool


class Finder:
    """The test-side Python files of one commit, as modules."""

    def __init__(self, paths: Iterable[str], served: Mapping[str, str]) -> None:
        """Take the files' paths, and the folders that hold the served top-level names."""
        self._served = served
        self._files = {path for path in paths if path.endswith(".py")}
        self._folders = {""}
        self._ends: dict[str, list[str]] = {}
        for path in sorted(self._files):
            self._folders.update(above(path))
            self._add_end(path)

    def places(self, path: str, level: int, target: Dotted) -> tuple[Place, ...]:
        """Return where a target that `path` imports may be; none when it is not test-side."""
        if level:
            base = above(path)[level - 1 : level]
            return tuple(self._walk(base[0], target, relative=True)) if base else ()
        found = [
            place
            for base in self._bases(path, target)
            for place in self._walk(base, target, relative=False)
        ]
        return tuple(dict.fromkeys(found))

    def _bases(self, path: str, target: Dotted) -> list[str]:
        head = target[0]
        if head in self._served:
            return [posixpath.normpath(self._served[head]).removeprefix(".")]
        near = [base for base in above(path) if self._is_module(posixpath.join(base, head))]
        return near or self._elsewhere(target)

    def _elsewhere(self, target: Dotted) -> list[str]:
        """Return folders that an unknown search path could name."""
        ends = self._ends.get(target[0], [])
        return [posixpath.dirname(end) for end in ends]

    def _add_end(self, path: str) -> None:
        folder, name = posixpath.split(path)
        module = folder if name == "__init__.py" else path.removesuffix(".py")
        self._ends.setdefault(posixpath.basename(module), []).append(module)

    def _is_module(self, prefix: str) -> bool:
        return f"{prefix}.py" in self._files or prefix in self._folders

    def _file(self, prefix: str) -> str:
        paths = (f"{prefix}.py", posixpath.join(prefix, "__init__.py"))
        return next((path for path in paths if path in self._files), "")

    def _walk(self, prefix: str, rest: Dotted, *, relative: bool) -> Iterator[Place]:
        """Follow a target down from a folder; each module on the way may bind the next name."""
        inside = relative
        while True:
            deeper = bool(rest) and self._is_module(posixpath.join(prefix, rest[0]))
            file = self._file(prefix) if inside else ""
            if file:
                yield Place(file, rest, only=not deeper)
            if not deeper:
                return
            prefix, rest, inside = posixpath.join(prefix, rest[0]), rest[1:], True


def above(path: str) -> tuple[str, ...]:
    """Return the folders that hold a path, the nearest first, `""` for the tree last."""
    return _chain(posixpath.dirname(path)) if path else ()


@cache
def _chain(folder: str) -> tuple[str, ...]:
    """Return a folder and all that hold it."""
    folders = [folder]
    while folder:
        folder = posixpath.dirname(folder)
        folders.append(folder)
    return tuple(folders)
