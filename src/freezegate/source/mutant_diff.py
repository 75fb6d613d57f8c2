"""A canary mutant as a unified diff, with the test that it must turn red in its head."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from unidiff.constants import DEV_NULL, LINE_TYPE_ADDED, LINE_TYPE_NO_NEWLINE, LINE_TYPE_REMOVED
from unidiff.errors import UnidiffParseError
from unidiff.patch import Hunk, PatchedFile, PatchSet

from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId

#: A mutant is a few lines.
MAX_DIFF_BYTES: Final = 256 * 1024

_HEAD: Final = re.compile(r"#[ \t]*(?P<key>test|about):[ \t]*(?P<text>.*?)[ \t\r]*\Z")
_STEP: Final = "write the line `# test: <node id>` once, before the first ---"
_PLAIN: Final = "give a plain diff of files that stay, as `git diff` prints it"


def mutant_of_diff(data: bytes, *, origin: str) -> Mutant:
    """Read a mutant written as a unified diff.

    Raises:
        ArtifactError: no UTF-8, no diff, no one `# test:` line in its head, a path that is absolute
            or climbs, or a file that is made, deleted, renamed or binary; with file and line.
    """
    lines = _lines(data, origin)
    head = next((n for n, line in enumerate(lines) if line.startswith("--- ")), len(lines))
    named = {"test": "", "about": ""}
    for number, line in enumerate(lines[:head], 1):
        found = _HEAD.match(line.rstrip("\n"))
        if found and named[found["key"]]:
            raise _fault(origin, number, f"a second `# {found['key']}:` line", _STEP)
        if found:
            named[found["key"]] = found["text"]
    if not named["test"]:
        raise _fault(origin, 1, "no test is named", _STEP)
    edits = tuple(_edits(lines, origin))
    try:
        return Mutant(name=origin, test=TestId(named["test"]), edits=edits, about=named["about"])
    except ValueError as error:
        raise _fault(origin, 1, str(error), _STEP) from error


def _fault(origin: str, line: int, what: str, step: str) -> ArtifactError:
    return ArtifactError(f"{origin}:{line}: {what}; {step}")


def _lines(data: bytes, origin: str) -> list[str]:
    """Split as git does, at newlines alone."""
    if len(data) > MAX_DIFF_BYTES:
        what = f"{len(data)} bytes are more than the {MAX_DIFF_BYTES} that are read"
        raise _fault(origin, 1, what, "mutate one thing")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {data[error.start]:#04x} is not UTF-8"
        raise _fault(origin, line, what, "save the file as UTF-8") from error
    return [f"{line}\n" for line in text.removesuffix("\n").split("\n")]


def _edits(lines: Sequence[str], origin: str) -> Iterator[Edit]:
    try:
        files = PatchSet(lines)
    except (UnidiffParseError, ValueError) as error:
        what = f"no unified diff: {' '.join(str(error).split())}"
        raise _fault(origin, 1, what, _PLAIN) from error
    for file in files:
        line = file.diff_line_no or 1
        flaw = _flaw(file)
        if flaw:
            raise _fault(origin, line, f"{file.path!a} {flaw}", _PLAIN)
        for hunk in file:
            line = hunk[0].diff_line_no or line
            before, after = _texts(hunk)
            try:
                yield Edit(
                    path=file.path,
                    before=before,
                    after=after,
                    line=line,
                    at=hunk.source_start + (0 if hunk.source_length else 1),
                )
            except ValueError as error:
                raise _fault(origin, line, str(error), _PLAIN) from error


def _flaw(file: PatchedFile) -> str:
    """Say what a mutant may not do to a file; empty when it does nothing of it."""
    if DEV_NULL in {file.source_file, file.target_file}:
        return "is made or deleted"
    if file.is_rename:
        return "is renamed"
    if file.is_binary_file:
        return "is binary"
    return "" if len(file) else "has no hunk"


def _texts(hunk: Hunk) -> tuple[str, str]:
    """Give a hunk's text before and after; a last line may have no newline."""
    before: list[str] = []
    after: list[str] = []
    last: tuple[list[str], ...] = ()
    for line in hunk:
        match line.line_type:
            case kind if kind == LINE_TYPE_NO_NEWLINE:
                for side in last:
                    side[-1] = side[-1].removesuffix("\n")
                continue
            case kind if kind == LINE_TYPE_REMOVED:
                last = (before,)
            case kind if kind == LINE_TYPE_ADDED:
                last = (after,)
            case _:
                last = (before, after)
        for side in last:
            side.append(line.value)
    return "".join(before), "".join(after)
