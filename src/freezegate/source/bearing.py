"""Which texts a changed file of the test side may be found by: a wide net, cast by words alone.

A file is followed to by its name: its stem in an import, its folder's where it makes a package, a
word of a string where it is data. What holds none of these words cannot reach it.
"""

import posixpath
from collections.abc import Collection, Iterable

#: What every test below it stands on, named or not.
_STANDING = frozenset({"conftest.py", "__init__.py"})


def words_of(path: str) -> frozenset[str]:
    """Return texts of which at least one stands in every file that names this one."""
    folder, base = posixpath.split(path)
    stem = base.partition(".")[0] or base
    above = posixpath.basename(folder)
    if base.endswith(".py"):
        return frozenset({above if base == "__init__.py" and above else stem})
    ends = {base[place + 1 :] for place, letter in enumerate(base) if letter == "."}
    return frozenset({base, stem, *filter(None, folder.split("/")), *ends} - {""})


def standing_on(path: str, modules: Collection[str]) -> frozenset[str]:
    """Return the test modules that stand on a file by its place, whatever their text says."""
    folder, base = posixpath.split(path)
    if base in _STANDING:
        return frozenset(each for each in modules if not folder or each.startswith(f"{folder}/"))
    if base.endswith(".py"):
        return frozenset()
    parts = {part.partition(".")[0] for part in path.split("/")}
    return frozenset(each for each in modules if not parts.isdisjoint(_kept_by(each)))


def _kept_by(module: str) -> Iterable[str]:
    """Name the folders and files in which plugins keep what a test module compares with."""
    stem = posixpath.basename(module).partition(".")[0]
    return stem, f"snap_{stem}"
