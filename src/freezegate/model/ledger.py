"""Freeze records and the ledger that holds them (DESIGN.md sections 5 and 7)."""

from datetime import UTC, datetime

import msgspec

from freezegate.model.ids import TestId, check_commit, check_id
from freezegate.model.manifest import check_test_id


class FreezeRecord(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One waiver of one failure of one test, until a time; spec 3 demands the first four fields.

    Times carry an offset and are kept in UTC, so that equal records are written alike. `witness` is
    the witness class that may be excused; a record without one excuses nothing in the suite.
    `evidence` is the contract's hash, `controls` what supports `failure_class`, `pin` the fixture
    generation, `max_days` the cap it was given under.
    """

    test_id: TestId
    parent_sha: str
    assertion_hash: str
    expires_at: datetime
    failure_class: str = ""
    reason: str = ""
    pin: str = ""
    controls: tuple[str, ...] = ()
    witness: str = ""
    evidence: str = ""
    max_days: int = 0
    approved_by: str = ""
    approved_at: datetime | None = None

    def __post_init__(self) -> None:
        """An id in normal form, a full commit id, and times with an offset."""
        check_test_id(self.test_id)
        check_commit(self.parent_sha)
        for text in filter(None, (self.witness, self.evidence, self.pin)):
            check_id(text)
        for name in ("expires_at", "approved_at"):
            time: datetime | None = getattr(self, name)
            if time is None:
                continue
            if time.tzinfo is None:
                message = f"{time.isoformat()} has no offset; write it as 2026-01-31T00:00:00Z"
                raise ValueError(message)
            msgspec.structs.force_setattr(self, name, time.astimezone(UTC))


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One record of a ledger file, read or refused.

    `number` is the file's line (from 1), `test_id` what the record names, if it does; `flaw` says
    what is wrong with a record that is `None`.
    """

    number: int
    test_id: str
    record: FreezeRecord | None
    flaw: str = ""


class Ledger(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All records of a ledger file, in its order."""

    lines: tuple[Line, ...] = ()

    @property
    def records(self) -> tuple[FreezeRecord, ...]:
        """The records that could be read."""
        return tuple(line.record for line in self.lines if line.record)
