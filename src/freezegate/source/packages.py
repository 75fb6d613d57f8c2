"""Top-level import names of a tree, and the folder that holds each, told from paths alone."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from freezegate.source.hints import Hint, Says, inside

#: Files beside a project that tools run; nobody imports them.
_TOOLING: Final = frozenset(
    {"conftest", "setup", "noxfile", "fabfile", "tasks", "__init__", "__main__"}
)
#: Folders beside a project that hold Python files and are no packages.
_BESIDE: Final = frozenset(
    {"docs", "doc", "examples", "example", "scripts", "tools", "benchmarks", "bench", "build"}
)
_TEST_NAMES: Final = frozenset({"tests", "test"})
_IMPORTED: Final = (".py", ".pyx", ".so", ".pyd")


class Root(NamedTuple):
    """A folder that holds packages, and what else counts as importable there.

    `namespaces` are folders without `__init__.py` that nothing names, `modules` single files.
    """

    namespaces: bool
    modules: bool


#: A folder that the project's own configuration names.
_NAMED_ROOT: Final = Root(namespaces=True, modules=True)
#: The project's folder.
_PROJECT_ROOT: Final = Root(namespaces=False, modules=True)
#: Folders of packages by custom, in the order in which they are asked, before the project's own.
#: The latter two hold other things as well.
_CUSTOMARY: Final = {
    "src": Root(namespaces=True, modules=True),
    "lib": Root(namespaces=False, modules=False),
    "python": Root(namespaces=False, modules=False),
}


class Found(NamedTuple):
    """A top-level name, the folder that holds it, and whether a single file is all of it."""

    name: str
    folder: str
    module: bool = False

    @property
    def path(self) -> str:
        """The package's own path, if it is one."""
        return posixpath.join(self.folder, self.name)


class Folders:
    """A listing as folders: the files of each, and those that hold Python somewhere below."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Take the paths of all files."""
        self.files: dict[str, list[str]] = {}
        self.inner: dict[str, list[str]] = {}
        self.python: set[str] = set()
        for path in sorted(paths):
            self._add(path)

    def _add(self, path: str) -> None:
        folder, name = posixpath.split(path)
        self.files.setdefault(folder, []).append(name)
        imported = name.endswith(_IMPORTED)
        while folder:
            if imported:
                self.python.add(folder)
            above, base = posixpath.split(folder)
            known = self.inner.setdefault(above, [])
            if base not in known[-1:]:  # paths are sorted, so an equal one came last
                known.append(base)
            folder = above

    def is_package(self, folder: str) -> bool:
        """Whether a folder has an `__init__` of any kind."""
        names = self.files.get(folder, ())
        return any(_stem(name) == "__init__" and name.endswith(_IMPORTED) for name in names)

    def package_root(self, folder: str) -> str:
        """Return the first folder upward that is no package."""
        while folder and self.is_package(folder):
            folder = posixpath.dirname(folder)
        return folder


def top_level(
    folders: Folders,
    hints: Iterable[Hint],
    *,
    root: str,
    search: Iterable[str],
    declared: Mapping[str, str],
) -> tuple[Found, ...]:
    """Return every top-level name once, from the first folder that holds it.

    Args:
        folders: the tree.
        hints: what the project's build files say.
        root: the project's folder.
        search: folders of `pythonpath`.
        declared: what the gate's configuration maps names to; it wins.
    """
    hints = tuple(hints)
    named = frozenset(hint.text for hint in hints if hint.says is Says.NAME)
    found = [*_declared(declared), *_hinted(folders, hints)]
    for folder, kind in _roots(hints, root, search).items():
        if folder == root or not folders.is_package(folder):
            found += _packages(folders, folder, named, kind)
            found += _modules(folders, folder) if kind.modules else ()
    first: dict[str, Found] = {}
    for each in found:
        first.setdefault(each.name, each)
    return tuple(first.values())


def _declared(declared: Mapping[str, str]) -> Iterator[Found]:
    """A dotted name declares its first part, held as many folders up."""
    for name, folder in declared.items():
        first, *others = name.split(".")
        held = inside("", folder) or ""
        for _ in others:
            held = posixpath.dirname(held)
        yield Found(first, held)


def _hinted(folders: Folders, hints: Iterable[Hint]) -> Iterator[Found]:
    for hint in hints:
        folder, name = posixpath.split(hint.text)
        if hint.says is Says.PACKAGE and name.isidentifier() and hint.text in folders.python:
            yield Found(name, folder)


def _roots(hints: Iterable[Hint], root: str, search: Iterable[str]) -> dict[str, Root]:
    """Return the folders that hold packages, in the order in which they are asked."""
    named = [hint.text for hint in hints if hint.says is Says.ROOT]
    roots = {folder: _NAMED_ROOT for folder in (*named, *search) if folder != root}
    for name, kind in _CUSTOMARY.items():
        roots.setdefault(posixpath.join(root, name), kind)
    roots[root] = _PROJECT_ROOT
    return roots


def _packages(folders: Folders, folder: str, named: frozenset[str], kind: Root) -> Iterator[Found]:
    for name in folders.inner.get(folder, ()):
        path = posixpath.join(folder, name)
        if not name.isidentifier() or path not in folders.python:
            continue
        namespace = kind.namespaces and name not in _BESIDE
        if folders.is_package(path) or namespace or name in named or name in _TEST_NAMES:
            yield Found(name, folder)


def _modules(folders: Folders, folder: str) -> Iterator[Found]:
    for file in folders.files.get(folder, ()):
        name = _stem(file)
        if file.endswith(_IMPORTED) and name.isidentifier() and name not in _TOOLING:
            yield Found(name, folder, module=True)


def _stem(file: str) -> str:
    """Return the module's name of a file; extension modules carry an ABI tag behind it."""
    return file.partition(".")[0]
