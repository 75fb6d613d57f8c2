"""The ledger read record by record: a flaw is that record's own, with file, line and path."""

import json
from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord
from freezegate.wire.ledger import read_ledger, write_ledger
from tests.ledgers import record

GOOD: dict[str, object] = {
    "test_id": "tests/test_a.py::test_a",
    "parent_sha": "a" * 40,
    "assertion_hash": "b" * 64,
    "expires_at": "2026-10-17T00:00:00Z",
}


def written(*records: object) -> bytes:
    """A ledger with each record on a line of its own, the first on line 2."""
    lines = ",\n".join(json.dumps(each) for each in records)
    return f'{{"records": [\n{lines}\n]}}\n'.encode()


def test_the_texts_own_ledger_is_read() -> None:
    (line,) = read_ledger(written(GOOD), origin="L").lines
    assert line.number == 2
    assert line.record == FreezeRecord(
        test_id=TestId("tests/test_a.py::test_a"),
        parent_sha="a" * 40,
        assertion_hash="b" * 64,
        expires_at=datetime(2026, 10, 17, tzinfo=UTC),
    )


@pytest.mark.parametrize("name", list(GOOD))
def test_a_missing_field_is_asked_for_by_name(name: str) -> None:
    fields = {key: value for key, value in GOOD.items() if key != name}
    (line,) = read_ledger(written(fields), origin="L.json").lines
    assert line.record is None
    assert line.flaw == (
        f"L.json:2: Object missing required field `{name}` - at `$.records[0]`; "
        "mend or delete the record"
    )
    assert line.test_id == ("" if name == "test_id" else GOOD["test_id"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"extra": 1}, "unknown field `extra`"),
        ({"test_id": 5}, "Expected `str`, got `int` - at `$.records[0].test_id`"),
        ({"test_id": "/abs/test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "./tests/test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "../test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "tests\\..\\test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "C:/test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "\\\\tests\\test_a.py::test_a"}, "no node id in normal form"),
        ({"test_id": "tests//test_a.py::test_a"}, "no node id in normal form"),
        ({"parent_sha": "abc123"}, "not a full commit id"),
        ({"parent_sha": None}, "Expected `str`, got `null`"),
        ({"expires_at": "2026-10-17"}, "Invalid RFC3339"),
        ({"expires_at": "2026-10-17T00:00:00"}, "has no offset"),
        ({"expires_at": "2026-10-17t00:00:00Z"}, "is not a time as 2026-01-31T00:00:00Z"),
        ({"expires_at": "1999-10-17T00:00:00Z"}, "years 2000 to 2100"),
        ({"approved_at": "2026-10-17 00:00:00Z"}, "is not a time as"),
        ({"expires_at": 1.5}, "Expected `datetime`"),
        ({"max_days": True}, "Expected `int`, got `bool`"),
        ({"witness": "a\u202eb"}, "the id 'a\\u202eb' holds the character"),
    ],
)
def test_what_a_record_may_not_hold(change: dict[str, object], said: str) -> None:
    good, bad = read_ledger(written({**GOOD, **change}, GOOD), origin="L").lines[::-1]
    assert good.record
    assert good.number == 3
    assert bad.record is None
    assert bad.flaw.startswith("L:2: ")
    assert said in bad.flaw


@pytest.mark.parametrize(
    ("data", "number", "said"),
    [
        (b'{"records": [}', 1, "L:1: no JSON"),
        (b"[]", 1, "Expected `object`, got `array`"),
        (b"{}", 1, "missing required field `records`"),
        (b'{"records": [],\n "ledger_version": 2}', 1, "reads version 1"),
        (b'{"records": [],\n "records": []}', 2, "stands twice"),
        (b'\xef\xbb\xbf{"records": []}', 1, "byte order mark"),
        (b'{"records": [\n{"test_id": 1,\n"test_id": 2}]}', 3, "stands twice"),
        (b'{"records": [5]}', 1, "Expected `object`, got `int`"),
    ],
)
def test_a_file_that_is_no_ledger_is_one_line_with_a_flaw(
    data: bytes, number: int, said: str
) -> None:
    (line,) = read_ledger(data, origin="L").lines
    assert (line.number, line.record, line.test_id) == (number, None, "")
    assert said in line.flaw


def test_what_is_written_is_sorted_a_record_a_line_and_read_again() -> None:
    ordered = [record("a"), record("b", reason="why"), record("c")]
    data = write_ledger(reversed(ordered))
    assert read_ledger(data, origin="L").records == tuple(ordered)
    assert [b'"test_id"' in line for line in data.splitlines()] == [False, *[True] * 3, False]
    assert write_ledger(ordered) == data
    assert read_ledger(write_ledger(()), origin="L").lines == ()


times = st.datetimes(datetime(2001, 1, 1), datetime(2099, 1, 1)).map(  # noqa: DTZ001 - zone below
    lambda time: time.replace(tzinfo=timezone(timedelta(hours=2)))
)


class TestRoundTrip:
    """What is written is what is read, whatever the record (DESIGN.md section 7)."""

    @given(st.lists(st.tuples(st.sampled_from("abcd"), times, st.text(max_size=9)), max_size=4))
    def test_any_record_comes_back(self, drawn: list[tuple[str, datetime, str]]) -> None:
        records = [
            msgspec.structs.replace(record(name), expires_at=time, reason=reason)
            for name, time, reason in drawn
            if "\x00" not in reason
        ]
        back = read_ledger(write_ledger(records), origin="L").records
        assert len(back) == len(records)
        assert all(each in records for each in back)
