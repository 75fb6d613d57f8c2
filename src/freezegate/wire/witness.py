"""What may ask for an exemption: the witness file of the specification's second text, or a record.

The text's file is read by `_text_witness`, the adapter for it alone: a field that it lacks is named
for the gate to ask for, and an expiry without a zone is the gate's to deny. What is no such file is
refused here: an unknown or repeated key, a wrong type (the string "false" is no boolean), a time
that is none.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from freezegate.model.failure import Exemption
from freezegate.model.ids import check_id
from freezegate.model.ledger import FreezeRecord
from freezegate.model.manifest import check_test_id
from freezegate.wire.decode import read_value
from freezegate.wire.refusal import Refusal, located
from freezegate.wire.scan import lines_of
from freezegate.wire.times import parse_time

#: The key that every freeze record has and no witness of the text.
_OURS: Final = "test_id"
_TIMES: Final = ("expires_at", "approved_at")
_STEP: Final = "mend the field"


class TextWitness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The witness file as the text writes it, less what it lacks."""

    assertion_id: str | UnsetType = UNSET
    failure_class: str | UnsetType = UNSET
    property_lane_green: bool | UnsetType = UNSET
    generation: str | UnsetType = UNSET
    pin: str | UnsetType = UNSET
    expiry: str | UnsetType = UNSET
    companion: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Ids are ids where there are any."""
        if self.assertion_id:
            check_test_id(self.assertion_id)
        for text in (self.failure_class, self.generation, self.pin, self.companion):
            if text:
                check_id(text)


def read_witness(data: bytes, *, origin: str) -> Exemption:
    """Read what asks for an exemption; one that names a `test_id` is a freeze record.

    Raises:
        ArtifactError: it is neither, strictly; the message names file, line and path.
    """
    try:
        fields = read_value(data, dict[str, object])
        lines = lines_of(data.decode())
        adapter = _record if _OURS in fields else _text_witness
        return adapter(data, lines, f"{origin}:{lines['$']}")
    except Refusal as refusal:
        raise refusal.fault(origin) from refusal


def _record(data: bytes, lines: Mapping[str, int], place: str) -> Exemption:
    """Read a freeze record; its class and pin are asked for by the gate where it has none.

    Raises:
        Refusal: it is none, or a time is written in another way than the one.
    """
    record = read_value(data, FreezeRecord)
    for name, text in read_value(data, dict[str, object]).items():
        if name in _TIMES and text is not None:
            _time(str(text), name, lines)
    wanted = {"failure_class": record.failure_class, "pin": record.pin}
    return Exemption(
        origin=place,
        test_id=record.test_id,
        failure_class=record.failure_class,
        pin=record.pin,
        expires_at=record.expires_at,
        missing=tuple(name for name, text in wanted.items() if not text),
        max_days=record.max_days,
    )


def _text_witness(data: bytes, lines: Mapping[str, int], place: str) -> Exemption:
    """Read the text's own witness file.

    Raises:
        Refusal: it is none, or its expiry is no time.
    """
    witness = read_value(data, TextWitness)
    given = {name: getattr(witness, name) for name in witness.__struct_fields__}
    expiry = witness.expiry or ""
    naive = _is_naive(expiry)
    at = lines.get("$.expiry", 1)
    file = place.rpartition(":")[0]
    return Exemption(
        origin=place,
        test_id=witness.assertion_id or "",
        failure_class=witness.failure_class or "",
        pin=witness.pin or "",
        expires_at=_time(expiry, "expiry", lines) if expiry and not naive else None,
        missing=tuple(name for name, value in given.items() if value is UNSET or value == ""),
        zoneless=f"{file}:{at}: {expiry} has no zone - at `$.expiry`" if naive else "",
        lane_green=witness.property_lane_green is not False,
        generation=witness.generation or "",
    )


def _is_naive(text: str) -> bool:
    """Say that a time lacks nothing but its zone."""
    try:
        parse_time(f"{text}Z")
    except ValueError:
        return False
    return True


def _time(text: str, name: str, lines: Mapping[str, int]) -> datetime:
    """Read a time of a field.

    Raises:
        Refusal: it is none.
    """
    try:
        return parse_time(text)
    except ValueError as error:
        message = f"{error} - at `$.{name}`"
        raise located(message, lines, step=_STEP) from error
