"""Canonical bytes and their digest. The one definition of what a sealed file looks like.

Keys sorted, no spaces, UTF-8, one final newline: `sha256sum` on the stored file checks a digest.
"""

import functools
import hashlib
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from freezegate.errors import ArtifactError
from freezegate.model.ids import Digest
from freezegate.wire.decode import MAX_LINE_BYTES, decode
from freezegate.wire.refusal import Refusal

T = TypeVar("T")

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


class _Field(msgspec.Struct, frozen=True):
    """A field of a struct, and the value that is left out of its JSON."""

    name: str
    key: str
    omitted: object


def seal(value: object) -> bytes:
    """Encode a value in canonical form. Equal values have equal bytes."""
    return _ENCODER.encode(_plain(value)) + b"\n"


def _plain(value: object) -> object:
    """Write structs out as mappings.

    msgspec leaves out a default by identity, so that a `0.0` that was decoded stays and one that
    was not given goes; here it goes by value.
    """
    match value:
        case msgspec.Struct():
            pairs = ((field, getattr(value, field.name)) for field in _fields(type(value)))
            plain = {field.key: _plain(it) for field, it in pairs if it != field.omitted}
            tags = value.__struct_config__
            return plain if tags.tag_field is None else {tags.tag_field: tags.tag, **plain}
        case dict():
            return {key: _plain(it) for key, it in value.items()}
        case tuple() | list():
            return [_plain(element) for element in value]
        case _:
            return value


@functools.cache
def _fields(type_: type[msgspec.Struct]) -> tuple[_Field, ...]:
    """List the fields of a struct type once."""
    omits = type_.__struct_config__.omit_defaults
    return tuple(
        _Field(field.name, field.encode_name, field.default if omits else msgspec.NODEFAULT)
        for field in msgspec.structs.fields(type_)
    )


def seal_lines(values: Iterable[object]) -> bytes:
    """Encode values in canonical form, one a line.

    Raises:
        ArtifactError: a line is longer than a reader would take, so it must not be written.
    """
    lines = [seal(value) for value in values]
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_BYTES + len(b"\n"):
            message = (
                f"line {number} of a row file would have {len(line)} bytes, more than the "
                f"{MAX_LINE_BYTES} that are read; it starts "
                f"{line[:200].decode('latin-1')!a}"
            )
            raise ArtifactError(message)
    return b"".join(lines)


def digest(data: bytes) -> Digest:
    """Hash bytes as they are stored."""
    return Digest(f"sha256:{hashlib.sha256(data).hexdigest()}")


def unseal(data: bytes, as_: type[T], *, origin: str) -> tuple[T, Digest]:
    """Decode a sealed file; give its value and the digest of its bytes.

    Raises:
        ArtifactError: it is no such value, or differs from its own canonical form.
    """
    value = decode(data, as_, origin=origin)
    canonical = seal(value)
    if canonical != data:
        raise Refusal(
            "not in canonical form (sorted keys, no spaces, one final newline)",
            line=_first_difference(canonical, data),
            step="take the file as freezegate wrote it; an edited one has to be made again",
        ).fault(origin)
    return value, digest(data)


def _first_difference(canonical: bytes, data: bytes) -> int:
    """Count the line of the first byte that differs."""
    pairs = zip(canonical, data, strict=False)
    at = next((i for i, (ours, theirs) in enumerate(pairs) if ours != theirs), len(canonical))
    return data.count(b"\n", 0, at) + 1
