from datetime import datetime, timedelta, timezone

import msgspec
import pytest

from freezegate.model.ledger import FreezeRecord, Ledger, Line
from tests.ledgers import NOW, record


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"test_id": "t.py::\u202ea"}, "holds the character"),
        ({"parent_sha": "main"}, "not a full commit id"),
        ({"expires_at": datetime(2026, 1, 1)}, "has no offset"),  # noqa: DTZ001 - that is the fault
        ({"approved_at": datetime(2026, 1, 1)}, "has no offset"),  # noqa: DTZ001 - that is the fault
        ({"pin": "a\nb"}, "holds the character"),
    ],
)
def test_what_no_record_holds(fields: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        record("a", **fields).__post_init__()


def test_records_are_the_lines_that_could_be_read() -> None:
    good = Line(number=2, test_id="t", record=record("a"))
    ledger = Ledger(lines=(good, Line(number=3, test_id="", record=None, flaw="no record")))
    assert ledger.records == (record("a"),)


def test_times_are_kept_in_utc_so_that_equal_records_are_written_alike() -> None:
    east = NOW.astimezone(timezone(timedelta(hours=9)))
    one, other = record("a", expires_at=NOW), record("a")
    other = msgspec.convert({**msgspec.to_builtins(other), "expires_at": east}, FreezeRecord)
    assert one == other
    assert msgspec.json.encode(one) == msgspec.json.encode(other)
