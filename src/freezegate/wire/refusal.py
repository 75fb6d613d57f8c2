"""How every reader of this layer says no: file, line, what is wrong, path, next step."""

import re
from collections.abc import Mapping
from typing import Final

from freezegate.errors import ArtifactError

#: Deeper documents are refused (TRUST.md section 4); no artifact of ours is deeper than 6.
MAX_DEPTH: Final = 32

#: Signed 64-bit integers: what every reader of JSON in every language can hold.
MIN_INTEGER: Final = -(2**63)
MAX_INTEGER: Final = 2**63 - 1

#: A key of a mapping may be a test id of 8 KiB; paths are read by people and kept short.
_MAX_STEP_CHARS: Final = 200

#: A refusal may quote a value of any length; a screenful of it is enough.
_MAX_WHAT_CHARS: Final = 600

_AT: Final = re.compile(r" - at `(?P<path>\$[^`]*)`\Z")
_AT_KEY: Final = re.compile(r" - at `key` in `(?P<path>\$[^`]*)`\Z")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<key>.*)`\Z", re.DOTALL)
_UNREADABLE: Final = re.compile(r"[\x00\ud800-\udfff]")


class Refusal(ValueError):  # noqa: N818 - the reason for a fault, not yet the fault itself
    """Why a document is refused, before the name of the file is known.

    `line` counts from 1; `path` is as `$.properties[0].id`; `step` says what to do about it.
    """

    def __init__(self, what: str, *, line: int, path: str = "$", step: str = "") -> None:
        """Keep the parts of the message."""
        super().__init__(what)
        self.what = what
        self.line = line
        self.path = path
        self.step = step

    def fault(self, origin: str, *, lines_before: int = 0) -> ArtifactError:
        """Make the fault, with the file's name; `lines_before` stand above the document."""
        what = self.what
        if len(what) > _MAX_WHAT_CHARS:
            what = f"{what[:_MAX_WHAT_CHARS]}..."
        step = f"; {self.step}" if self.step else ""
        text = f"{origin}:{self.line + lines_before}: {what} - at `{self.path}`{step}"
        return ArtifactError(_printable(text))


def text_of(data: bytes, *, limit_bytes: int) -> str:
    """Decode UTF-8 of at most `limit_bytes`, without a byte order mark.

    Raises:
        Refusal: it is longer, starts with a byte order mark, or is not UTF-8.
    """
    if len(data) > limit_bytes:
        what = f"{len(data)} bytes are more than the {limit_bytes} that are read"
        raise Refusal(what, line=1)
    if data.startswith(b"\xef\xbb\xbf"):
        what = "a byte order mark stands before the text"
        raise Refusal(what, line=1, step="save the file as UTF-8 without it")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        what = f"byte {data[error.start]:#04x} is not UTF-8"
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(what, line=line, step="save the file as UTF-8") from error


def member(path: str, key: str) -> str:
    """Extend a path by a key, cut to a readable length."""
    return f"{path}.{key[:_MAX_STEP_CHARS]}"


def element(path: str, index: int) -> str:
    """Extend a path by a place in a list."""
    return f"{path}[{index}]"


def text_flaw(text: str) -> str:
    """Say that text holds NUL or half of a surrogate pair; empty when it does not."""
    found = _UNREADABLE.search(text)
    return f"the text holds {found[0]!a}, which no file of ours may hold" if found else ""


def integer_flaw(digits: str) -> str:
    """Say that a decimal integer of any length is outside 64 bits; empty when it is not."""
    short = len(digits) <= len(str(MIN_INTEGER))
    if short and MIN_INTEGER <= int(digits) <= MAX_INTEGER:
        return ""
    return f"{digits[:_MAX_STEP_CHARS]} is outside the integers of 64 bits"


def depth_flaw(depth: int) -> str:
    """Say that a value is nested too deep; empty when it is not."""
    return f"nested deeper than {MAX_DEPTH}" if depth > MAX_DEPTH else ""


def located(message: str, lines: Mapping[str, int], *, step: str = "") -> Refusal:
    """Give a line to a message of msgspec's conversion, which names a path at most.

    `lines` tells the line of each path that stands in the document.
    """
    found = _AT.search(message) or _AT_KEY.search(message)
    path = found["path"] if found else "$"
    what = message[: found.start()] if found else message
    unknown = _UNKNOWN.match(what)
    place = member(path, unknown["key"]) if unknown else path
    return Refusal(what, line=_line(place, lines), path=path, step=step)


def _line(path: str, lines: Mapping[str, int]) -> int:
    """Find the line of a path, or of the nearest thing around it that has one.

    msgspec names no key of a mapping, only `[...]`: there the mapping's own line is given.
    """
    while path not in lines and path != "$":
        path = path[: max(path.rfind("."), path.rfind("["))]
    return lines.get(path, 1)


def _printable(text: str) -> str:
    """Write out the characters that would move a terminal's cursor or turn its text."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
