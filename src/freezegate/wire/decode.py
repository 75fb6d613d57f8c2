"""Bytes to values, strictly, with an address in every refusal (TRUST.md section 4).

What msgspec refuses it refuses: unknown keys, wrong types, floats and booleans for integers, a
`status` in another spelling. What it lets pass `scan.check` refuses first.
"""

import re
from types import UnionType
from typing import Any, Final, TypeVar, cast, overload

import msgspec

from freezegate.wire.refusal import Refusal, located, text_of
from freezegate.wire.scan import check, lines_of

#: A row is one line. A witness class holds an id of at most 8 KiB, escaped; 64 KiB leaves room.
MAX_LINE_BYTES: Final = 64 * 1024

#: A contract of 100,000 properties has about 50 MB; a larger document is a mistake or an attack.
MAX_DOCUMENT_BYTES: Final = 64 * 1024 * 1024

_MALFORMED: Final = re.compile(r"JSON is malformed: (?P<what>.*) \(byte (?P<at>[0-9]+)\)\Z")

T = TypeVar("T")


def decode(data: bytes, as_: type[T], *, origin: str, limit_bytes: int = MAX_DOCUMENT_BYTES) -> T:
    """Decode one JSON document, on any number of lines.

    Raises:
        ArtifactError: it is not a value of that type, strictly; the message names line and path.
    """
    try:
        return read_value(data, as_, limit_bytes=limit_bytes)
    except Refusal as refusal:
        raise refusal.fault(origin) from refusal


@overload
def decode_line(
    line: bytes, as_: type[T], *, origin: str, number: int, limit_bytes: int = MAX_LINE_BYTES
) -> T: ...


@overload
def decode_line(
    line: bytes, as_: UnionType, *, origin: str, number: int, limit_bytes: int = MAX_LINE_BYTES
) -> Any: ...  # noqa: ANN401 - a type checker cannot yet say "a value of this union"


def decode_line(
    line: bytes,
    as_: type[T] | UnionType,
    *,
    origin: str,
    number: int,
    limit_bytes: int = MAX_LINE_BYTES,
) -> Any:
    """Decode the `number`-th line (from 1) of a file of lines, given without its newline.

    Raises:
        ArtifactError: it is blank, too long, or not a value of that type, strictly.
    """
    try:
        return _decode_line(line, cast("type[Any]", as_), limit_bytes)
    except Refusal as refusal:
        raise refusal.fault(origin, lines_before=number - 1) from refusal


def decode_lines(
    data: bytes, as_: type[T], *, origin: str, limit_bytes: int = MAX_LINE_BYTES
) -> tuple[T, ...]:
    """Decode a file of one JSON value a line, each ended by a newline. No bytes are no values.

    Raises:
        ArtifactError: a line is refused, or the last one has no newline, so that it may be torn.
    """
    *lines, last = data.split(b"\n")
    if last:
        refusal = Refusal(
            "the last line ends without a newline, so it may be torn",
            line=len(lines) + 1,
            step="write the file again",
        )
        raise refusal.fault(origin)
    return tuple(
        decode_line(line, as_, origin=origin, number=number, limit_bytes=limit_bytes)
        for number, line in enumerate(lines, 1)
    )


def _decode_line(line: bytes, as_: type[T], limit_bytes: int) -> T:
    what = "more than one line" if b"\n" in line else "" if line.strip() else "a blank line"
    if what:
        raise Refusal(what, line=1, step="write one JSON value a line")
    return read_value(line, as_, limit_bytes=limit_bytes)


def read_value(data: bytes, as_: type[T], *, limit_bytes: int = MAX_DOCUMENT_BYTES) -> T:
    """Decode one JSON document whose file's name is not known here.

    Raises:
        Refusal: as `decode` raises its fault.
    """
    text = text_of(data, limit_bytes=limit_bytes)
    check(text)
    try:
        return msgspec.json.decode(data, type=as_, strict=True)
    except msgspec.ValidationError as error:
        raise located(str(error), lines_of(text)) from error
    except msgspec.DecodeError as error:
        raise _malformed(str(error), data) from error


def _malformed(message: str, data: bytes) -> Refusal:
    """Give a line to the decoder's offset."""
    found = _MALFORMED.match(message)
    what = found["what"] if found else "ends before the JSON value is whole"
    at = int(found["at"]) if found else len(data.rstrip())
    return Refusal(f"no JSON: {what}", line=data.count(b"\n", 0, at) + 1)
