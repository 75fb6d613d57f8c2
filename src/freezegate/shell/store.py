"""Artifacts on disk, written whole or not at all: to a sibling first, synced, then renamed."""

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from freezegate.errors import ArtifactError, UsageError

#: A row file of a million rows is below this.
MAX_FILE_BYTES: Final = 1024 * 1024 * 1024
#: The name that a folder has until it is whole; nothing reads such a folder.
_PARTIAL: Final = ".partial-"


def read_file(path: Path, *, limit_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Read a regular file.

    Raises:
        ArtifactError: it is not there, not a regular file, or too large.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            message = f"{path}: not a regular file"
            raise ArtifactError(message)
        if found.st_size > limit_bytes:
            message = f"{path}: {found.st_size} bytes, more than {limit_bytes}"
            raise ArtifactError(message)
        return path.read_bytes()
    except OSError as fault:
        message = f"{path}: {fault.strerror}"
        raise ArtifactError(message) from fault


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        UsageError: the place cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{_PARTIAL}{path.name}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        message = f"{path}: cannot be written: {fault.strerror}"
        raise UsageError(message) from fault


def free_folder(base: Path, name: str) -> Path:
    """Give a folder below `base` that does not exist: `name`, else `name-2` and so on."""
    number = 1
    while (folder := base / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return folder


def check_free(folder: Path) -> None:
    """Refuse a folder that already holds something, before hours are spent on filling it.

    Raises:
        UsageError: names the folder and the option.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder}: exists and is not an empty folder; name another with --out"
        raise UsageError(message)


def write_folder(target: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder whole or not at all; names may hold one `/`.

    Raises:
        UsageError: the target holds something, or cannot be written.
    """
    check_free(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=target.parent, prefix=f"{_PARTIAL}{target.name}-"))
        try:
            for name, data in sorted(files.items()):
                _write_synced(partial / PurePosixPath(name), data)
            partial.chmod(0o755)
            for folder in (*filter(Path.is_dir, partial.iterdir()), partial):
                _sync(folder)
            partial.replace(target)
            _sync(target.parent)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except OSError as fault:
        message = f"{target}: cannot be written: {fault.strerror}"
        raise UsageError(message) from fault


def read_folder(folder: Path) -> dict[str, bytes]:
    """Read every file of an evidence folder, by its name relative to it.

    Raises:
        ArtifactError: it is no folder, or holds something that is not a regular file.
    """
    if not folder.is_dir():
        message = f"{folder}: no such folder of evidence"
        raise ArtifactError(message)
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            message = f"{path}: not a regular file; evidence holds nothing else"
            raise ArtifactError(message)
        if path.is_file():
            files[path.relative_to(folder).as_posix()] = read_file(path)
    return files


def _write_synced(path: Path, data: bytes) -> None:
    """Write one file of a folder through to the disk."""
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Write a folder's names through to the disk, where the system can (POSIX only)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
