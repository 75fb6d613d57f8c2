"""What `git diff --name-status` and `git diff -U0` print, as values.

Read from bytes, since git writes names as they are or in C's escapes. Both are needed: hunks name
lines, the status names moves and what has no lines.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from unidiff.errors import UnidiffParseError
from unidiff.patch import PatchSet

from freezegate.errors import ArtifactError

#: Added, modified, deleted, type changed; renamed and copied have two paths.
_ONE_PATH: Final = frozenset("AMDT")
_TWO_PATHS: Final = frozenset("RC")
_STATUS: Final = re.compile(r"(?P<letter>[A-Z])(?P<score>[0-9]{0,3})\Z")
#: An escape in a name that git has quoted.
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS: Final = {
    b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r",
}  # fmt: skip
#: What lines of a unified diff begin with.
_DIFF_LINES: Final = frozenset({b"-", b"+", b"@", b" ", b"\\"})
_NOTHING: Final = "/dev/null"
_STEP: Final = "give the output of `git diff {} PARENT...PATCH` as git prints it"


class FileChange(NamedTuple):
    """One line of the status: `A`, `M`, `D`, `T`, `R` or `C`, and the path on both sides."""

    status: str
    before: str
    after: str


class Hunk(NamedTuple):
    """Lines that differ, from 1. A count of zero stands behind its line."""

    before_first: int
    before_count: int
    after_first: int
    after_count: int


class Diff(NamedTuple):
    """Both outputs. `hunks` stand under the patch's path, of a deleted file under the parent's."""

    files: tuple[FileChange, ...]
    hunks: Mapping[str, tuple[Hunk, ...]]

    @property
    def moved(self) -> dict[str, str]:
        """The parent's path of each file that git calls renamed, by the patch's path."""
        return {each.after: each.before for each in self.files if each.status == "R"}

    @property
    def unseen(self) -> frozenset[str]:
        """Paths of changed files of which no line is shown: another type or mode, or no text."""
        return frozenset(
            each.after
            for each in self.files
            if each.status in {"M", "T"} and not self.hunks.get(each.after)
        )


def read_diff(
    name_status: bytes, patch: bytes, *, name_status_origin: str, patch_origin: str
) -> Diff:
    """Read both outputs and hold them against one another.

    Raises:
        ArtifactError: a line is none of git's, a path is absolute or climbs, or the patch changes
            a file that the status does not list.
    """
    files = tuple(_statuses(name_status, name_status_origin))
    hunks = _hunks(patch, patch_origin)
    listed = {path for each in files for path in (each.before, each.after)}
    for path in hunks:
        if path not in listed:
            message = (
                f"{patch_origin}: {path}: is not listed in {name_status_origin}; "
                "take both from one comparison"
            )
            raise ArtifactError(message)
    return Diff(files, hunks)


def _statuses(data: bytes, origin: str) -> Iterator[FileChange]:
    """Read the status, with `-z` or without."""
    if b"\0" in data:
        fields = data.removesuffix(b"\0").split(b"\0")
        places = iter([f"{origin}:1" for _ in fields])
        tokens = iter(fields)
    else:
        rows = [row for row in enumerate(data.split(b"\n"), 1) if row[1]]
        tokens = iter([token for _, row in rows for token in row.split(b"\t")])
        places = iter([f"{origin}:{n}" for n, row in rows for _ in row.split(b"\t")])
    for token, place in zip(tokens, places, strict=False):
        found = _STATUS.match(token.decode("latin-1"))
        letter = found["letter"] if found else ""
        if letter not in _ONE_PATH | _TWO_PATHS:
            message = f"{place}: {token[:80]!r} is no status; {_STEP.format('--name-status')}"
            raise ArtifactError(message)
        count = 2 if letter in _TWO_PATHS else 1
        paths = [_path(next(tokens, b""), next(places, place)) for _ in range(count)]
        yield FileChange(letter, paths[0], paths[-1])


def _path(token: bytes, place: str) -> str:
    """Read a path, quoted or not.

    Raises:
        ArtifactError: it is no relative path in normal form, or no UTF-8.
    """
    raw = unquoted(token)
    path = raw.decode("utf-8", "surrogateescape")
    parts = path.split("/")
    if not path or path.startswith("/") or {"", ".", ".."}.intersection(parts):
        message = f"{place}: {path!a} is no path inside a repository"
        raise ArtifactError(message)
    return path


def unquoted(token: bytes) -> bytes:
    """Undo git's quoting of a name: C's escapes between quotation marks."""
    if len(token) < len(b'""') or not (token.startswith(b'"') and token.endswith(b'"')):
        return token
    return _ESCAPE.sub(_unescaped, token[1:-1])


def _unescaped(found: re.Match[bytes]) -> bytes:
    text = found[1]
    if len(text) > 1:
        return bytes([int(text, 8) & 0xFF])
    return _LETTERS.get(text, text)


def _hunks(data: bytes, origin: str) -> dict[str, tuple[Hunk, ...]]:
    """Read where lines differ.

    Raises:
        ArtifactError: it is no unified diff, or its paths have no `a/` and `b/`.
    """
    # unidiff takes git's own header lines apart by blanks, which names may hold; it needs none.
    lines = (line for line in data.split(b"\n") if line[:1] in _DIFF_LINES)
    try:
        # Bytes one to one: a line end is `\\n` alone, and names are decoded by themselves.
        files = PatchSet(b"\n".join((*lines, b"")).decode("latin-1"))
    except UnidiffParseError as fault:
        message = f"{origin}: no unified diff: {fault}; {_STEP.format('-U0')}"
        raise ArtifactError(message) from fault
    hunks: dict[str, tuple[Hunk, ...]] = {}
    for file in files:
        path = _target(file.source_file, file.target_file, origin)
        hunks[path] = hunks.get(path, ()) + tuple(
            Hunk(hunk.source_start, hunk.source_length, hunk.target_start, hunk.target_length)
            for hunk in file
        )
    return hunks


def _target(source: str, target: str, origin: str) -> str:
    """Name the file of a pair of headers: the patch's path, or the parent's of a deleted one."""
    name, prefix = (target, b"b/") if target != _NOTHING else (source, b"a/")
    raw = unquoted(name.encode("latin-1"))
    if not raw.startswith(prefix):
        message = (
            f"{origin}: {name[:200]!a} does not begin with {prefix.decode()}; {_STEP.format('-U0')}"
        )
        raise ArtifactError(message)
    return _path(raw[len(prefix) :], origin)
