"""What the tests of the shell share: folders as they stand, and programs that must not run."""

import os
import stat
import subprocess
from pathlib import Path
from typing import NamedTuple

from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from tests.e2e.kit import Project


class Seen(NamedTuple):
    """One file as it stands; a folder's time of change tells of files that came and went."""

    content: bytes
    mode: int
    changed_ns: int


def state(folder: Path) -> dict[str, Seen]:
    """Everything below a folder, itself included."""
    return {str(path.relative_to(folder)): _seen(path) for path in (folder, *folder.rglob("*"))}


def _seen(path: Path) -> Seen:
    """One file or folder, links not followed."""
    found = path.lstat()
    content = path.read_bytes() if stat.S_ISREG(found.st_mode) else b""
    return Seen(content, found.st_mode, found.st_mtime_ns)


def program(at: Path, marker: Path) -> str:
    """A program that leaves a mark when it runs; its path, fit for git's settings and hooks."""
    at.parent.mkdir(parents=True, exist_ok=True)
    at.write_text(f"#!/bin/sh\necho x >> '{marker}'\ncat\n")
    at.chmod(0o755)
    return str(at)


def opened(project: Project) -> tuple[Repository, CommitSha]:
    """A project's repository and its HEAD."""
    repository = Repository.open(project.at)
    return repository, repository.resolve("HEAD")


def cloned(project: Project, *words: str, name: str = "clone") -> Path:
    """A clone by git's own transport, beside the project."""
    at = project.at.parent / name
    subprocess.run(
        ("git", "clone", "-q", *words, f"file://{project.at}", str(at)),
        check=True,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull},
    )
    return at


def loose(project: Project, oid: str) -> Path:
    """The file of a loose object, made writable."""
    path = project.at / ".git/objects" / oid[:2] / oid[2:]
    path.chmod(0o644)
    return path


def put_in_place_of(project: Project, oid: str, other: str) -> None:
    """Let an object's file hold another object: well formed, and not what its id says."""
    loose(project, oid).write_bytes(loose(project, other).read_bytes())
