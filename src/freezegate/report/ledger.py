"""The ledger as the page shows it: every line, with the days that it has left."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from freezegate.model.ledger import Ledger, Line
from freezegate.report.words import many

_DAY: Final = timedelta(days=1)


class Frozen(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ledger: what it waives and how long yet; `flaw` says what is wrong with it."""

    test_id: str
    failure_class: str
    reason: str
    approved_by: str
    expires_at: str
    left: str
    lapsed: bool
    flaw: str


def ledger_view(ledger: Ledger, at: datetime | None) -> tuple[Frozen, ...]:
    """Give every line, the one that lapses first above; without a time no days are told."""
    return tuple(_frozen(line, at) for line in sorted(ledger.lines, key=_urgency))


def left_in_words(expires_at: datetime, at: datetime) -> str:
    """Say how long a record holds yet, in whole days, rounded down: nothing is promised."""
    left = expires_at - at
    if left <= timedelta():
        days = -left // _DAY
        return f"lapsed {many(days, 'day')} ago" if days else "lapsed less than a day ago"
    days = left // _DAY
    return f"{many(days, 'day')} left" if days else "less than a day left"


def _urgency(line: Line) -> tuple[bool, float, int]:
    """Put what cannot be read first, then what lapses first."""
    expires = line.record.expires_at.timestamp() if line.record else 0.0
    return line.record is not None, expires, line.number


def _frozen(line: Line, at: datetime | None) -> Frozen:
    """Show one line."""
    record = line.record
    if record is None:
        return Frozen(
            test_id=line.test_id,
            failure_class="",
            reason="",
            approved_by="",
            expires_at="",
            left="",
            lapsed=True,
            flaw=f"line {line.number}: {line.flaw}",
        )
    return Frozen(
        test_id=record.test_id,
        failure_class=record.failure_class,
        reason=record.reason,
        approved_by=record.approved_by,
        expires_at=f"{record.expires_at:%Y-%m-%dT%H:%M:%SZ}",
        left=left_in_words(record.expires_at, at) if at else "",
        lapsed=at is not None and record.expires_at <= at,
        flaw="",
    )
