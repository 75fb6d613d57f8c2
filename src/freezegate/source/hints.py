"""THE table of what build tools let a project say about where its import packages are."""

import posixpath
import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from freezegate.source.pytest_found import Read, read_ini, read_toml, table


class Says(Enum):
    """What a hint is: a folder of packages, the path of one package, or a package's name."""

    ROOT = "root"
    PACKAGE = "package"
    NAME = "name"


class Hint(NamedTuple):
    """One hint; paths are relative to the tree."""

    says: Says
    text: str


_Hints = Iterator[Hint]


def _roots(value: object) -> _Hints:
    """Read a folder, a list of folders, or a table whose keys are folders that vanish."""
    match value:
        case str():
            yield Hint(Says.ROOT, value)
        case list():
            for each in value:
                yield from _roots(each)
        case dict():
            yield from (Hint(Says.ROOT, str(key)) for key, to in value.items() if to == "")


def _package_dir(value: object) -> _Hints:
    """Read a table of package to folder; the empty name is the root of all."""
    for name, folder in value.items() if isinstance(value, dict) else ():
        if name == "":
            yield Hint(Says.ROOT, str(folder))
        elif posixpath.basename(str(folder)) == name:
            yield Hint(Says.PACKAGE, str(folder))


def _package_paths(value: object) -> _Hints:
    """Read a list of paths of packages."""
    for each in value if isinstance(value, list) else ():
        yield Hint(Says.PACKAGE, str(each))


def _includes(value: object) -> _Hints:
    """Read Poetry's list of tables with `include` and `from`."""
    for each in value if isinstance(value, list) else ():
        if isinstance(each, dict):
            inside = str(each.get("from", ""))
            if inside:
                yield Hint(Says.ROOT, inside)
            first = str(each.get("include", "")).partition("/")[0]
            yield Hint(Says.PACKAGE, posixpath.join(inside, first))


def _names(value: object) -> _Hints:
    """Read a dotted import name, or a list of them."""
    for each in value if isinstance(value, list) else (value,):
        if isinstance(each, str):
            yield Hint(Says.NAME, each.partition(".")[0])


def _distribution(value: object) -> _Hints:
    """Read a distribution's name: packages are called like it, or like its first part."""
    if isinstance(value, str):
        parts = re.split(r"[-_.]+", value)
        yield from (Hint(Says.NAME, name) for name in ("_".join(parts), parts[0]))


_Reader = Callable[[object], _Hints]
_PYPROJECT: Final[tuple[tuple[str, _Reader], ...]] = (
    ("project.name", _distribution),
    ("tool.poetry.name", _distribution),
    ("tool.setuptools.package-dir", _package_dir),
    ("tool.setuptools.packages.find.where", _roots),
    ("tool.setuptools.packages", _names),
    ("tool.setuptools.py-modules", _names),
    ("tool.poetry.packages", _includes),
    ("tool.hatch.build.packages", _package_paths),
    ("tool.hatch.build.sources", _roots),
    ("tool.hatch.build.targets.wheel.packages", _package_paths),
    ("tool.hatch.build.targets.wheel.sources", _roots),
    ("tool.pdm.package-dir", _roots),
    ("tool.pdm.build.package-dir", _roots),
    ("tool.flit.module.name", _names),
    ("tool.maturin.python-source", _roots),
    ("tool.maturin.module-name", _names),
    ("tool.uv.build-backend.module-root", _roots),
    ("tool.uv.build-backend.module-name", _names),
    ("tool.scikit-build.wheel.packages", _package_paths),
)


def _lines(value: str) -> list[object]:
    return [part.strip() for part in re.split(r"[,\n]", value) if part.strip()]


def _package_dir_lines(value: str) -> _Hints:
    """Read lines such as `= src` or `name = lib/name`."""
    pairs = (str(line).partition("=") for line in _lines(value))
    yield from _package_dir({name.strip(): folder.strip() for name, _, folder in pairs})


_SETUP_CFG: Final[tuple[tuple[str, str, Callable[[str], _Hints]], ...]] = (
    ("metadata", "name", _distribution),
    ("options", "package_dir", _package_dir_lines),
    ("options", "packages", lambda value: _names(_lines(value))),
    ("options", "py_modules", lambda value: _names(_lines(value))),
    ("options.packages.find", "where", lambda value: _roots(_lines(value))),
)


def hints_of(read: Read, root: str) -> tuple[Hint, ...]:
    """Return all hints of a project's `pyproject.toml` and `setup.cfg`, in the tables' order.

    Args:
        read: gives a file of the tree by its path, `None` where there is none.
        root: the project's folder relative to the tree.

    Raises:
        ArtifactError: one of the files is broken.
    """
    found = (*_of_pyproject(read, root), *_of_setup_cfg(read, root))
    placed = (_placed(root, hint) for hint in found)
    return tuple(dict.fromkeys(hint for hint in placed if hint is not None))


def inside(root: str, path: str) -> str | None:
    """Make a path relative to the tree, empty for the tree itself; `None` if it leads out."""
    joined = posixpath.normpath(posixpath.join(root, path))
    if joined == ".." or joined.startswith(("/", "../")):
        return None
    return "" if joined == "." else joined


def _placed(root: str, hint: Hint) -> Hint | None:
    if hint.says is Says.NAME:
        return hint if hint.text.isidentifier() else None
    path = inside(root, hint.text)
    return None if path is None else Hint(hint.says, path)


def _of_pyproject(read: Read, root: str) -> _Hints:
    path = posixpath.join(root, "pyproject.toml")
    document = read_toml(path, (read(path) or b"").decode(errors="replace"))
    for key, reader in _PYPROJECT:
        *above, last = key.split(".")
        yield from reader(table(document, *above).get(last))


def _of_setup_cfg(read: Read, root: str) -> _Hints:
    path = posixpath.join(root, "setup.cfg")
    sections = read_ini(path, (read(path) or b"").decode(errors="replace"))
    for section, key, reader in _SETUP_CFG:
        yield from reader(sections.get(section, {}).get(key, ""))
