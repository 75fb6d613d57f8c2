"""Which lines of a ledger cannot stand: before any test runs, all of them are named."""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord, Ledger, Line
from freezegate.model.manifest import digits_of


class Narrowed(msgspec.Struct, frozen=True, kw_only=True):
    """How a run was narrowed, so that a test may be there and not be collected.

    `files`: whole files may be left out. `inside` are files of which parts are named; `everywhere`
    says that parts of any file may be left out.
    """

    files: bool = False
    inside: frozenset[str] = frozenset()
    everywhere: bool = False


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """What a run collected, before anything was deselected.

    `hashes` gives the assertion hash of each collected test that a record names, or why it has
    none. `whole` are files that were collected, `broken` those that could not be or that skip
    themselves, `there` the files of records that are on disk.
    """

    hashes: Mapping[TestId, str]
    whole: frozenset[str]
    broken: frozenset[str]
    there: frozenset[str]
    narrowed: Narrowed


def flawed_lines(ledger: Ledger, now: datetime, origin: str) -> tuple[str, ...]:
    """Name every line that cannot stand, whatever is collected.

    Args:
        ledger: the ledger.
        now: the time, with an offset.
        origin: the file's name, for the messages.
    """
    return tuple(flaw for line in ledger.lines for flaw in _line_flaws(line, ledger, now, origin))


def _line_flaws(line: Line, ledger: Ledger, now: datetime, origin: str) -> Iterator[str]:
    if line.record is None:
        yield line.flaw
    elif line.record.expires_at <= now:
        yield (
            f"{origin}:{line.number}: {line.test_id} expired {shown_time(line.record)}; delete "
            "the record and earn a new one"
        )
    same = [each.number for each in ledger.lines if line.test_id and each.test_id == line.test_id]
    if line.number != next(iter(same), line.number):
        yield (
            f"{origin}:{line.number}: {line.test_id} stands at line {same[0]} as well; keep one "
            "record of a test"
        )


def stray_lines(ledger: Ledger, collected: Collected, origin: str) -> tuple[str, ...]:
    """Name every record whose test is not there, or is not the test that was frozen."""
    found = (_stray(line, line.record, collected) for line in ledger.lines if line.record)
    return tuple(f"{origin}:{flaw}" for flaw in found if flaw)


def _stray(line: Line, record: FreezeRecord, collected: Collected) -> str:
    test_id = record.test_id
    place = f"{line.number}: {test_id}"
    if test_id not in collected.hashes:
        why = _missing(test_id, collected)
        return f"{place}: {why}; delete the record" if why else ""
    now = collected.hashes[test_id]
    if not digits_of(now):
        return f"{place}: {now}"
    if digits_of(now) != digits_of(record.assertion_hash):
        return (
            f"{place}: its assertion hash is {now}, the record has {record.assertion_hash}; the "
            "test is not the one that was frozen: delete the record, or undo the edit (a file "
            "below a test folder that git does not track counts as well)"
        )
    return ""


def _missing(test_id: TestId, collected: Collected) -> str:
    """Say why there is no such test; empty where the run may just not have come to it."""
    file = test_id.partition("::")[0]
    narrowed = collected.narrowed
    if file in collected.broken:
        return ""
    if file not in collected.there:
        return f"there is no file {file} below pytest's rootdir"
    if file in collected.whole:
        partly = narrowed.everywhere or file in narrowed.inside
        return "" if partly else f"{file} was collected and has no such test"
    return "" if narrowed.files else f"the whole suite was collected, and {file} is no part of it"


def shown_time(record: FreezeRecord) -> str:
    """Write a record's end."""
    return record.expires_at.isoformat().replace("+00:00", "Z")
