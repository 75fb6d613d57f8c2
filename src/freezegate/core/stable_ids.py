"""Test ids that name a moment: two collections in one second agree on them, the next does not."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from freezegate.model.ids import TestId

#: Seconds, milliseconds, microseconds or nanoseconds since 1970, of this century.
_EPOCH: Final = re.compile(
    r"(?<![0-9.])(1[0-9]{9}|2[0-9]{9})([0-9]{3}|[0-9]{6}|[0-9]{9})?(?![0-9])"
)
#: How far a time in an id may lie from the collection to be called its own.
_NEAR: Final = timedelta(days=1)


def carrying_time(ids: Iterable[TestId], now: datetime) -> tuple[TestId, ...]:
    """Return the ids that hold the day of a collection, or a count of seconds near it.

    A fixed date in a parameter is an ordinary id: only one that lies within a day of `now` (with an
    offset) is taken for the clock's.
    """
    days = {(now + _NEAR * shift).strftime(form) for shift in (-1, 0, 1) for form in _FORMS}
    return tuple(
        test_id
        for test_id in ids
        if any(day in test_id for day in days)
        or any(_is_near(each, now) for each in _epochs(test_id))
    )


#: Ways in which programs write a day.
_FORMS: Final = ("%Y-%m-%d", "%Y%m%d", "%Y_%m_%d", "%d.%m.%Y")


def _epochs(test_id: TestId) -> list[int]:
    """Give the numbers of an id that may count seconds since 1970."""
    return [int(found[1]) for found in _EPOCH.finditer(test_id)]


def _is_near(seconds: int, now: datetime) -> bool:
    """Tell whether a count of seconds lies near a time."""
    return abs(seconds - now.timestamp()) <= _NEAR.total_seconds()
