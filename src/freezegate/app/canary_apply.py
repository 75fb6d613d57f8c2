"""`apply-mutant`: a mutant in a copy of the tree, whole or not at all (spec 3, section 4)."""

import os
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path, PurePosixPath
from typing import Final

from freezegate.app.canary_mutants import mutant_of
from freezegate.errors import UsageError
from freezegate.model.config import Config
from freezegate.model.tree import Entry
from freezegate.shell.store import read_file, write_file
from freezegate.source.layout import layout_of
from freezegate.source.mutants import Ground
from freezegate.source.pytest_config import find_config
from freezegate.wire.config import read_config

#: Which configuration files count hangs on pytest's version; without an interpreter, the newest.
_PYTEST_MAJOR: Final = 9
_STEP: Final = (
    "apply it to a copy: `git worktree add --detach DIR`, or `git archive HEAD | tar -x -C DIR`"
)


def apply_mutant(mutant: Path, folder: Path) -> str:
    """Apply a mutant to a copy of the tree and give the difference that it made.

    Raises:
        UsageError: the folder is none, or is (in) the repository's own work tree.
        ArtifactError: the mutant is refused; names its file and line.
    """
    _check_copy(folder)
    held = mutant_of(str(mutant), read_file(mutant))
    edits = _ground(folder).mutated(held)
    before = {path: read_file(folder / PurePosixPath(path)) for path in edits}
    _write(folder, before, edits)
    return "".join(_difference(path, before[path], edits[path]) for path in edits)


def _check_copy(folder: Path) -> None:
    """Refuse what is no folder, and the repository's own work tree.

    A linked work tree has a file `.git`, which names a folder below `worktrees`.
    """
    if not folder.is_dir():
        message = f"--workdir {folder}: no such folder; {_STEP}"
        raise UsageError(message)
    for each in (folder.resolve(), *folder.resolve().parents):
        git = each / ".git"
        if git.is_file() and "/worktrees/" in git.read_text("utf-8", "replace"):
            return
        if git.exists():
            message = f"--workdir {folder}: {each} is a repository's own work tree; {_STEP}"
            raise UsageError(message)


def _ground(folder: Path) -> Ground:
    """See a folder as what a mutant is applied to."""

    def read(path: str) -> bytes | None:
        return (folder / path).read_bytes() if path in listing else None

    listing = {path: Entry(mode="100644", blob="-") for path in _files(folder)}
    pyproject = read("pyproject.toml")
    config = Config() if pyproject is None else read_config(pyproject, origin="pyproject.toml")
    found = find_config(read, config.root, pytest_major=_PYTEST_MAJOR)
    layout = layout_of(listing, read, config=config, found=found, root=config.root)
    return Ground(read, layout.is_test, (config.ledger,))


def _files(folder: Path) -> Iterator[str]:
    """Yield the regular files of a copy: no link, nothing hidden, no virtual environment."""
    for at, folders, names in os.walk(folder):
        top = Path(at)
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not (top / name / "pyvenv.cfg").exists()
        ]
        for name in names:
            if not (top / name).is_symlink():
                yield (top / name).relative_to(folder).as_posix()


def _write(folder: Path, before: Mapping[str, bytes], edits: Mapping[str, bytes]) -> None:
    """Write all files, or put back those that were written.

    Raises:
        UsageError: a file cannot be written.
    """
    done: list[str] = []
    try:
        for path, content in edits.items():
            _replace(folder / PurePosixPath(path), content)
            done.append(path)
    except BaseException:
        for path in done:
            _replace(folder / PurePosixPath(path), before[path])
        raise


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole, with the permissions that it has."""
    mode = path.stat().st_mode
    write_file(path, content)
    path.chmod(mode)


def _difference(path: str, before: bytes, after: bytes) -> str:
    """Show what became of one file."""
    old, new = (
        text.decode("utf-8", "replace").replace("\r\n", "\n").splitlines()
        for text in (before, after)
    )
    lines = unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm="", n=1)
    return "".join(f"{line}\n" for line in lines)
