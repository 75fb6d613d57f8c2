"""Where the plugin touches the world: the environment, the clock, the disk.

The standard library alone, for this module is imported in every run of pytest.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

VARIABLE: Final = "FLAKE_FREEZE"

#: Folders that no commit holds, by name; the rest are known by what stands in them.
_FOREIGN: Final = frozenset(
    {".git", ".hg", ".svn", ".tox", ".nox", ".eggs", ".hypothesis", "__pycache__", "node_modules"}
)
#: Another repository, a virtual environment, a cache.
_FOREIGN_SIGNS: Final = (".git", "pyvenv.cfg", "conda-meta", "CACHEDIR.TAG")


class Given(NamedTuple):
    """A ledger file as it was at the start: its name as a person wrote it, and its bytes.

    `fault` says why there are none.
    """

    origin: str
    place: str
    data: bytes
    fault: str = ""


def given(option: str | None, folder: Path) -> Given | None:
    """Read the ledger that the option names, else the variable; `None` where neither does.

    Args:
        option: what `--freeze-ledger` says; an empty one switches the variable off.
        folder: where pytest was called; relative names begin there.
    """
    named = os.environ.get(VARIABLE, "") if option is None else option
    if not named:
        return None
    place = folder / named
    try:
        return Given(named, str(place), place.read_bytes())
    except OSError as error:
        why = error.strerror or type(error).__name__
        source = VARIABLE if option is None else "--freeze-ledger"
        fault = f"{named}: {why}; {source} names the ledger: give a file that is there, or none"
        return Given(named, str(place), b"", fault)


def now() -> datetime:
    """Give the time, in UTC, with its offset."""
    return datetime.now(UTC)


def exists(path: Path) -> bool:
    """Tell whether there is a file."""
    return path.exists()


def top_of(root: Path, ledger: Path) -> Path:
    """Give the folder that the gate's paths begin in: the repository's top level.

    Where there is no repository, as in an unpacked copy, the folder above pytest's rootdir that
    holds the ledger, else the rootdir.
    """
    above = (root, *root.parents)
    found = next((folder for folder in above if (folder / ".git").exists()), None)
    if found is None and ledger.resolve().parent in above:
        return ledger.resolve().parent
    return found or root


def paths_of(top: Path) -> dict[str, bool]:
    """Give the files below a folder, with `/`, in order; the value says whether it is a link."""
    found = dict(_walk(top))
    return {path: found[path] for path in sorted(found)}


def _walk(top: Path) -> Iterator[tuple[str, bool]]:
    for folder, names, files in os.walk(top):
        here = Path(folder)
        links = [name for name in names if (here / name).is_symlink()]
        names[:] = [name for name in names if name not in links and not _is_foreign(here / name)]
        for name in (*files, *links):
            path = here / name
            yield path.relative_to(top).as_posix(), path.is_symlink()


def _is_foreign(folder: Path) -> bool:
    if folder.name in _FOREIGN:
        return True
    return any((folder / sign).exists() for sign in _FOREIGN_SIGNS)


def content(top: Path, path: str) -> bytes:
    """Read a file as git would store it: of a link where it leads to; none for what is gone."""
    place = top / PurePosixPath(path)
    try:
        return os.fsencode(place.readlink()) if place.is_symlink() else place.read_bytes()
    except OSError:  # a file that went away, or that only its owner may read, is in no commit
        return b""
