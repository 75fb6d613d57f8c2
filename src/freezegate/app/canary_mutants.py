"""Mutants as files: read from the parent commit's `mutants/` folder, or as they are given."""

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from freezegate.app.case import Case
from freezegate.app.commit import Commit
from freezegate.errors import ArtifactError
from freezegate.model.canary import Mutant
from freezegate.shell.store import read_file
from freezegate.source.mutant_diff import mutant_of_diff
from freezegate.source.mutants import Ground
from freezegate.wire.mutant import read_mutant

FOLDER: Final = "mutants"

_READERS: Final[Mapping[str, Callable[..., Mutant]]] = {
    ".toml": read_mutant,
    ".diff": mutant_of_diff,
    ".patch": mutant_of_diff,
}


def mutant_of(name: str, data: bytes) -> Mutant:
    """Read a mutant; the ending of its file's name says how it is written.

    Raises:
        ArtifactError: it is written in Python, or as nothing that is known, or is refused by its
            reader.
    """
    suffix = PurePosixPath(name).suffix
    if suffix == ".py":
        message = (
            f"{name}:1: a mutant in Python would have to be executed, and nothing of a mutant is; "
            "write the text before and after as NAME.toml, or a diff as NAME.diff"
        )
        raise ArtifactError(message)
    if suffix not in _READERS:
        message = f"{name}:1: no mutant ends in {suffix!a}; known are {', '.join(_READERS)}"
        raise ArtifactError(message)
    return _READERS[suffix](data, origin=name)


def given_mutants(paths: Iterable[Path]) -> tuple[Mutant, ...]:
    """Read mutants from files outside the tree."""
    return tuple(mutant_of(str(path), read_file(path)) for path in paths)


def parents_mutants(case: Case) -> tuple[Mutant, ...]:
    """Read the parent's own mutants: a patch that edits them changes nothing here.

    Notes in Markdown and hidden files may stand beside them.
    """
    folder = posixpath.join(case.root, FOLDER)
    return tuple(
        mutant_of(path, case.parent.read(path)) for path in _listed(case.parent.listing, folder)
    )


def _listed(paths: Iterable[str], folder: str) -> Iterator[str]:
    """Yield what could be a mutant below a folder, sorted."""
    for path in sorted(paths):
        name = posixpath.basename(path)
        if path.startswith(f"{folder}/") and not name.startswith(".") and name[-3:] != ".md":
            yield path


def ground_of(case: Case, commit: Commit) -> Ground:
    """See a commit as what mutants are applied to; the parent's layout says what is a test."""

    def read(path: str) -> bytes | None:
        entry = commit.listing.get(path)
        return None if entry is None or entry.mode == _LINK else commit.read(path)

    return Ground(read, case.parent.layout.is_test, (case.config.ledger,))


#: Git's mode of a symbolic link.
_LINK: Final = "120000"
