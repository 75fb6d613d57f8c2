"""What the terminal says of a ledger: a line at the start, a section at the end."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from freezegate.model.ledger import Ledger
from freezegate.suite.marks import Mark, State
from freezegate.suite.start import shown_time


def header(ledger: Ledger, origin: str) -> str:
    """Say how many records are loaded, from where, and which ends first."""
    records = ledger.records
    count = f"{len(records)} record{'' if len(records) == 1 else 's'}"
    if not records:
        return f"freezegate: {count} from {origin}"
    first = min(records, key=lambda record: record.expires_at)
    return f"freezegate: {count} from {origin}, next expiry {shown_time(first)}"


def section(marks: Iterable[Mark], now: datetime, origin: str) -> Iterator[str]:
    """Give the lines of the section: frozen failures, then others, then tests that passed."""
    ordered = sorted((mark for mark in marks if not mark.told), key=lambda mark: mark.test_id)
    for mark in ordered:
        if mark.state is State.FROZEN:
            yield f"FROZEN {mark.test_id}"
            yield f"    expires {mark.expires}, {_left(mark, now)}"
            yield f"    class {mark.witness}"
    for mark in ordered:
        if mark.state is State.OTHER:
            yield f"NOT EXCUSED {mark.test_id}"
            yield f"    frozen class {mark.witness or 'none: the record names none'}"
            yield f"    this failure {mark.came}"
    for mark in ordered:
        if mark.state is State.PASSED:
            place = f"{origin}:{mark.line}"
            yield f"passed {mark.test_id}: its record ({place}) may be prunable"


def _left(mark: Mark, now: datetime) -> str:
    """Say how many whole days are left."""
    days = (datetime.fromisoformat(mark.expires) - now).days
    if days < 1:
        return "less than a day left"
    return f"{days} day{'' if days == 1 else 's'} left"
