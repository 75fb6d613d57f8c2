"""What `git diff --name-status` and `git diff -U0` print, as values.

Read from bytes, since git writes names as they are or in C's escapes. Both are needed: hunks name
lines, the status names moves and what has no lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from unidiff.errors import UnidiffParseError
from unidiff.patch import Line, PatchedFile, PatchSet

from freezegate.errors import ArtifactError

#: How many paths stand behind added, modified, deleted, type changed; renamed and copied.
_PATHS: Final = {"A": 1, "M": 1, "D": 1, "T": 1, "R": 2, "C": 2}
_STATUS: Final = re.compile(r"(?P<letter>[A-Z])(?P<score>[0-9]{0,3})\Z")
#: A name that git prints as it is; every other one stands between quotation marks.
_PLAIN: Final = re.compile(rb'[^\x00-\x1f"\\\x7f]*')
_QUOTED: Final = re.compile(
    rb'"((?:[^\x00-\x1f"\\\x7f]|\\[0-3][0-7][0-7]|\\[abtnvfr"\\])*)"', re.DOTALL
)
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS: Final = {
    b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r",
}  # fmt: skip
#: What lines of a unified diff begin with; each of the first three belongs to a file or a hunk.
_SHOWN: Final = frozenset({b"-", b"+", b"@"})
_DIFF_LINES: Final = _SHOWN | {b" ", b"\\"}
#: Stands for git's own header lines: unidiff takes them apart by blanks, which names may hold.
_OTHER_LINE: Final = "#\n"
#: One of these begins every file that git shows.
_FILE: Final = (b"diff --", b"--- ", b"+++ ", b"@@ ")
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

    A file of the status that the patch shows no line of is `unseen`, which is no fault: its text
    may be hidden, or a part of it alone may have changed that has no lines.

    Raises:
        ArtifactError: a line is none of git's, a path is absolute or climbs, or the patch changes
            a file that the status does not list in this way.
    """
    files = tuple(_statuses(name_status, name_status_origin))
    # A file that became a link is shown as gone and as new.
    listed = {
        pair for _, before, after in files for pair in ((before, after), (before, ""), ("", after))
    }
    hunks: dict[str, tuple[Hunk, ...]] = {}
    for place, before, after, found in _hunks(patch, patch_origin):
        path = after or before
        if (before, after) not in listed:
            message = (
                f"{place}: {path or _NOTHING}: is not listed in {name_status_origin} as changed "
                f"from {before or _NOTHING}; take both from one comparison"
            )
            raise ArtifactError(message)
        hunks[path] = hunks.get(path, ()) + found
    return Diff(files, hunks)


def _statuses(data: bytes, origin: str) -> Iterator[FileChange]:
    """Read the status, with `-z`, where names stand as they are, or without."""
    if b"\0" in data:
        place = f"{origin}:1"
        fields = iter(data.removesuffix(b"\0").split(b"\0"))
        for token in fields:
            letter, count = _letter(token, place)
            yield _change(letter, count, [*islice(fields, count)], place)
        return
    for number, row in enumerate(data.split(b"\n"), 1):
        if row:
            place = f"{origin}:{number}"
            token, *names = row.split(b"\t")
            letter, count = _letter(token, place)
            yield _change(letter, count, [_unquoted(name, place) for name in names], place)


def _letter(token: bytes, place: str) -> tuple[str, int]:
    """Read a status: its letter, and how many paths stand behind it."""
    found = _STATUS.match(token.decode("latin-1"))
    letter = found["letter"] if found else ""
    if letter not in _PATHS:
        message = f"{place}: {token[:80]!r} is no status; {_STEP.format('--name-status')}"
        raise ArtifactError(message)
    return letter, _PATHS[letter]


def _change(letter: str, count: int, names: Sequence[bytes], place: str) -> FileChange:
    """Make a change of a status and its names."""
    if len(names) != count:
        message = (
            f"{place}: {letter} has {len(names)} paths, not {count}; "
            f"{_STEP.format('--name-status')}"
        )
        raise ArtifactError(message)
    return FileChange(letter, _path(names[0], place), _path(names[-1], place))


def _path(raw: bytes, place: str) -> str:
    """Read a path.

    Raises:
        ArtifactError: it is no relative path in normal form.
    """
    path = raw.decode("utf-8", "surrogateescape")
    parts = path.split("/")
    if not path or path.startswith("/") or {"", ".", ".."}.intersection(parts):
        message = (
            f"{place}: {path!a} is no path inside a repository; "
            "compare two commits of one repository"
        )
        raise ArtifactError(message)
    return path


def _unquoted(token: bytes, place: str) -> bytes:
    """Undo git's quoting of a name: C's escapes between quotation marks.

    Raises:
        ArtifactError: git does not print names so; changed line ends are seen here.
    """
    if _PLAIN.fullmatch(token):
        return token
    found = _QUOTED.fullmatch(token)
    if not found:
        message = f"{place}: {token[:200]!r} is no name as git prints it; do not change its output"
        raise ArtifactError(message)
    return _ESCAPE.sub(_unescaped, found[1])


def _unescaped(found: re.Match[bytes]) -> bytes:
    text = found[1]
    return bytes([int(text, 8)]) if len(text) > 1 else _LETTERS.get(text, text)


def _hunks(data: bytes, origin: str) -> Iterator[tuple[str, str, str, tuple[Hunk, ...]]]:
    """Give for each file its place, both paths (an empty one for none) and where lines differ.

    Raises:
        ArtifactError: it is no unified diff, a part of it would be passed over, or its paths have
            no `a/` and `b/`.
    """
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    if lines and not any(line.startswith(_FILE) for line in lines):
        message = f"{origin}: shows no change of a file; {_STEP.format('-U0')}"
        raise ArtifactError(message)
    read: set[int] = set()
    for file in _parsed(lines, origin):
        numbers = [*filter(None, map(_numbers, file))]
        if not numbers:
            continue
        # Two lines of names stand before a file's first hunk, one of counts before each.
        first = min(numbers[0]) - 3
        read.update((first, first + 1), *numbers, (min(each) - 1 for each in numbers))
        place = f"{origin}:{first}"
        before, after = _side(file.source_file, b"a/", place), _side(file.target_file, b"b/", place)
        found = (
            Hunk(hunk.source_start, hunk.source_length, hunk.target_start, hunk.target_length)
            for hunk in file
        )
        yield place, before, after, tuple(found)
    for number, line in enumerate(lines, 1):
        if line[:1] in _SHOWN and number not in read:
            message = f"{origin}:{number}: {line[:80]!r} belongs to no hunk; {_STEP.format('-U0')}"
            raise ArtifactError(message)


def _numbers(hunk: Iterable[Line]) -> set[int]:
    """Give the numbers that a hunk's lines have in the diff."""
    return {line.diff_line_no for line in hunk if line.diff_line_no}


def _parsed(lines: Sequence[bytes], origin: str) -> list[PatchedFile]:
    """Have unidiff read a diff, with its own numbers of lines."""
    number = 0

    def fed() -> Iterator[str]:
        nonlocal number
        for line in lines:
            number += 1
            # Bytes one to one: a line end is `\\n` alone, and names are decoded by themselves.
            yield line.decode("latin-1") + "\n" if line[:1] in _DIFF_LINES else _OTHER_LINE

    try:
        return PatchSet(fed())
    except UnidiffParseError as fault:
        said = str(fault).strip()[:200]
        message = f"{origin}:{number}: no unified diff: {said!a}; {_STEP.format('-U0')}"
        raise ArtifactError(message) from fault


def _side(name: str, prefix: bytes, place: str) -> str:
    """Read the path of one side of a file; empty where the file is not there."""
    if name == _NOTHING:
        return ""
    raw = _unquoted(name.encode("latin-1"), place)
    if not raw.startswith(prefix):
        message = (
            f"{place}: {name[:200]!a} does not begin with {prefix.decode()}; {_STEP.format('-U0')}"
        )
        raise ArtifactError(message)
    return _path(raw[len(prefix) :], place)
