"""Files that a commit may carry and that no tree of ours gets: they would act without being read.

Compiled code beside or instead of its source, metadata that loads plugins, and what the
interpreter runs at its start (TRUST.md section 2).
"""

import posixpath
from collections.abc import Iterable
from typing import Final

from freezegate.source.finder import above

_BYTECODE: Final = (".pyc", ".pyo")
_EXTENSIONS: Final = (".so", ".pyd")
_STARTED: Final = frozenset({"sitecustomize", "usercustomize"})
_TEST_NAMES: Final = frozenset({"tests", "test"})


def refused_files(paths: Iterable[str]) -> frozenset[str]:
    """Return the paths of a listing that are not taken.

    Bytecode; whole `__pycache__` and `*.dist-info` folders; `*.egg-info` folders that hold
    `entry_points.txt`; extension modules beside a `.py` of the same name; outside test folders
    also `*.pth`, and `sitecustomize` and `usercustomize` where an interpreter could find them
    (inside, they are the parent's, and `*.pth` is what some libraries call their model files).
    """
    listing = frozenset(paths)
    return frozenset(path for path in listing if _refused(path, listing))


def _refused(path: str, listing: frozenset[str]) -> bool:
    folder, name = posixpath.split(path)
    lower = name.lower()
    if lower.endswith(_BYTECODE):
        return True
    if lower.endswith(_EXTENSIONS) and f"{_join(folder, name)}.py" in listing:
        return True
    if any(_refused_folder(each, listing) for each in above(path)):
        return True
    started = lower.endswith(".pth") or _is_started(folder, name, listing)
    return started and _TEST_NAMES.isdisjoint(folder.split("/"))


def _join(folder: str, name: str) -> str:
    """Return the path of a module's file less what follows the module's name."""
    return posixpath.join(folder, name.partition(".")[0])


def _refused_folder(folder: str, listing: frozenset[str]) -> bool:
    name = posixpath.basename(folder)
    if name == "__pycache__" or name.endswith(".dist-info"):
        return True
    return name.endswith(".egg-info") and posixpath.join(folder, "entry_points.txt") in listing


def _is_started(folder: str, name: str, listing: frozenset[str]) -> bool:
    """Whether the interpreter would import a file, or the package that it makes, unasked."""
    if posixpath.basename(folder) in _STARTED:
        folder = posixpath.dirname(folder)
    elif name.partition(".")[0] not in _STARTED or not name.endswith((".py", *_EXTENSIONS)):
        return False
    return posixpath.join(folder, "__init__.py") not in listing
