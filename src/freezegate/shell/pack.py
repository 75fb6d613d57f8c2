"""A fixture pack on disk: read without following a link, written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from freezegate.errors import ArtifactError, UsageError
from freezegate.shell.store import read_file, write_file

#: Where files stand until all of them are written; it lies beside the pack, never in it.
_PARTIAL: Final = ".partial-"


def read_pack_folder(folder: Path) -> dict[str, bytes]:
    """Read every file of a pack by its path in it; a folder that is not there has none.

    Raises:
        ArtifactError: the folder is none, or it or something in it is a link or no regular file.
    """
    if not os.path.lexists(folder):
        return {}
    _check_kind(folder, is_wanted=folder.is_dir())
    files = {}
    for path in sorted(folder.rglob("*")):
        _check_kind(path, is_wanted=path.is_file() or path.is_dir())
        if path.is_file():
            files[path.relative_to(folder).as_posix()] = read_file(path)
    return files


def _check_kind(path: Path, *, is_wanted: bool) -> None:
    if path.is_symlink() or not is_wanted:
        kind = "a link" if path.is_symlink() else "neither a file nor a folder"
        message = f"{path}: {kind}; a pack holds plain files: put the content itself there"
        raise ArtifactError(message)


def write_pack_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files of a pack, in their order: all of them, or none. The others stay as they are.

    Raises:
        ArtifactError: the folder holds a link.
        UsageError: a file cannot be written; those before it are as they were.
    """
    before = read_pack_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f"{_PARTIAL}{folder.name}-"))
    except OSError as fault:
        message = f"{folder}: cannot be written: {fault.strerror}"
        raise UsageError(message) from fault
    try:
        for name, data in files.items():
            write_file(staged / PurePosixPath(name), data)
        _move(staged, folder, tuple(files), before)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _move(staged: Path, folder: Path, names: tuple[str, ...], before: Mapping[str, bytes]) -> None:
    """Put staged files in their places; undo it where one does not go.

    Raises:
        UsageError: names the file.
    """
    moved: list[str] = []
    for name in names:
        target = folder / PurePosixPath(name)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            (staged / PurePosixPath(name)).replace(target)
        except OSError as fault:
            _undo(folder, moved, before)
            message = f"{target}: cannot be written: {fault.strerror}"
            raise UsageError(message) from fault
        moved.append(name)


def _undo(folder: Path, names: list[str], before: Mapping[str, bytes]) -> None:
    """Bring files back to what they were, or away where they were not."""
    for name in names:
        target = folder / PurePosixPath(name)
        if name in before:
            write_file(target, before[name])
        else:
            target.unlink()
