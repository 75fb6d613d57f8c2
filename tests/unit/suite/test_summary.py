from datetime import UTC, datetime, timedelta, timezone

import pytest

from freezegate.model.ledger import Ledger
from freezegate.suite.marks import Mark, State
from freezegate.suite.summary import header, section
from tests.ledgers import NOW, ledger, record

FROZEN = Mark(state=State.FROZEN, test_id="b", line=3, expires="2026-10-12T06:00:00Z", witness="w")


def test_the_header_counts_records_and_names_the_first_expiry() -> None:
    early = datetime(2026, 10, 12, 1, tzinfo=timezone(timedelta(hours=2)))
    lines = ledger(record("a"), "flawed", record("b", expires_at=early))
    text = "freezegate: 2 records from L, next expiry 2026-10-11T23:00:00Z"
    assert header(lines, "L") == text
    assert header(ledger(record("a")), "L").startswith("freezegate: 1 record from L, ")
    assert header(Ledger(), "L") == "freezegate: 0 records from L"


def test_frozen_failures_come_first_then_others_then_passes() -> None:
    marks = [
        Mark(state=State.PASSED, test_id="a", line=2),
        Mark(state=State.OTHER, test_id="d", witness="", came="y"),
        Mark(state=State.OTHER, test_id="c", witness="w", came="x"),
        Mark(state=State.OTHER, test_id="c", witness="w", came="x", told=True),
        FROZEN,
    ]
    assert list(section(marks, NOW, "L")) == [
        "FROZEN b",
        "    expires 2026-10-12T06:00:00Z, 2 days left",
        "    class w",
        "NOT EXCUSED c",
        "    frozen class w",
        "    this failure x",
        "NOT EXCUSED d",
        "    frozen class none: the record names none",
        "    this failure y",
        "passed a: its record (L:2) may be prunable",
    ]


@pytest.mark.parametrize(
    ("now", "left"),
    [
        (datetime(2026, 10, 9, 6, tzinfo=UTC), "3 days left"),
        (datetime(2026, 10, 11, 6, tzinfo=UTC), "1 day left"),
        (datetime(2026, 10, 11, 7, tzinfo=UTC), "less than a day left"),
        (datetime(2026, 10, 12, 7, tzinfo=timezone(timedelta(hours=2))), "1 day left"),
    ],
)
def test_whole_days_are_counted_in_whatever_zone(now: datetime, left: str) -> None:
    if now.utcoffset():
        now -= timedelta(days=1)
    assert list(section([FROZEN], now, "L"))[1].endswith(left)
