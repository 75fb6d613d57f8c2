"""The ledger: `{"records": [...]}`, read record by record, and written one record a line.

A flaw is no fault here: what is wrong with a record is that record's finding, and every other one
is still read (DESIGN.md section 5).
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from freezegate.model.ledger import FreezeRecord, Ledger, Line
from freezegate.wire.canonical import seal
from freezegate.wire.decode import read_value
from freezegate.wire.refusal import Refusal, element, located
from freezegate.wire.scan import lines_of
from freezegate.wire.times import parse_time

_STEP: Final = "mend or delete the record"
_TIMES: Final = ("expires_at", "approved_at")


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ledger file; its records stay as they are."""

    records: list[msgspec.Raw]
    ledger_version: int = 1

    def __post_init__(self) -> None:
        """There is one version so far."""
        if self.ledger_version != 1:
            message = f"ledger_version is {self.ledger_version}; this freezegate reads version 1"
            raise ValueError(message)


def read_ledger(data: bytes, *, origin: str) -> Ledger:
    """Read a ledger; a file that is none has one line, with a flaw that names file and line."""
    try:
        file = read_value(data, _File)
    except Refusal as refusal:
        flaw = str(refusal.fault(origin))
        return Ledger(lines=(Line(number=refusal.line, test_id="", record=None, flaw=flaw),))
    places = lines_of(data.decode())
    return Ledger(
        lines=tuple(
            _line(bytes(raw), element("$.records", index), places, origin)
            for index, raw in enumerate(file.records)
        )
    )


def write_ledger(records: Iterable[FreezeRecord]) -> bytes:
    """Write records sorted, each on a line of its own, so that two branches merge."""
    ordered = sorted(records, key=lambda each: (each.test_id, seal(each)))
    lines = ",\n".join(seal(each).decode().rstrip("\n") for each in ordered)
    return f'{{"ledger_version": 1, "records": [\n{lines}\n]}}\n'.encode()


def _line(raw: bytes, path: str, places: Mapping[str, int], origin: str) -> Line:
    """Read one record; `path` is its own in the file."""
    fields = msgspec.json.decode(raw)
    named = fields.get("test_id") if isinstance(fields, dict) else None
    line = Line(number=places[path], test_id=named if isinstance(named, str) else "", record=None)
    try:
        record = _record(raw, fields)
    except msgspec.ValidationError as error:
        own = ((place, n) for place, n in places.items() if f"{place}.".startswith(f"{path}."))
        inner = {f"${place.removeprefix(path)}": n for place, n in own}
        refusal = located(str(error), inner, step=_STEP)
        refusal.path = f"{path}{refusal.path[1:]}"
        return msgspec.structs.replace(line, flaw=str(refusal.fault(origin)))
    return msgspec.structs.replace(line, record=record)


def _record(raw: bytes, fields: object) -> FreezeRecord:
    """Convert a record, its times in the one spelling.

    Raises:
        msgspec.ValidationError: it is no record, strictly.
    """
    record = msgspec.json.decode(raw, type=FreezeRecord, strict=True)
    for name in _TIMES:
        text = fields.get(name) if isinstance(fields, dict) else None
        if text is not None:
            _check_time(text, name)
    return record


def _check_time(text: object, name: str) -> None:
    try:
        parse_time(str(text))
    except ValueError as error:
        message = f"{error} - at `$.{name}`"
        raise msgspec.ValidationError(message) from error
