"""What may be computed again, kept in the user's cache folder; nothing that decides reads it."""

import contextlib
from pathlib import Path
from typing import Final

from freezegate.errors import GateError
from freezegate.shell.environment import cache_home
from freezegate.shell.store import read_file, write_file

_FOLDER: Final = "freezegate"


def read_cached(name: str) -> bytes | None:
    """Read an entry; one that is not there, or cannot be read, is none."""
    try:
        return read_file(cache_home() / _FOLDER / name)
    except GateError:
        return None


def write_cached(name: str, data: bytes, *, kept: int) -> None:
    """Write an entry, and drop all but the `kept` newest beside it; failing is no fault."""
    path = cache_home() / _FOLDER / name
    with contextlib.suppress(GateError, OSError):
        write_file(path, data)
        beside = sorted(path.parent.glob("*"), key=_written, reverse=True)
        for old in beside[kept:]:
            old.unlink()


def _written(path: Path) -> float:
    return path.stat().st_mtime
