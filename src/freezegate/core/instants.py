"""Instants at which time crosses a boundary, and calm ones that lie far from all of them."""

import functools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

import msgspec

#: A calm moment is in the middle of its day, hour, minute and second.
_CALM: Final = timedelta(hours=12, minutes=30, seconds=30.25)
#: How far ahead of a boundary a property begins: a short one, and one whose fixtures take a while.
_LEADS: Final = (timedelta(seconds=0.01), timedelta(seconds=0.1))
#: A property that reads the clock once has to stand behind the boundary.
_BEHIND: Final = timedelta(seconds=1)
#: Sums of a day reach over a boundary from the noon ahead of it.
_NOON_AHEAD: Final = timedelta(hours=12)
#: Two days ahead of a midnight, at a calm moment.
_AWAY: Final = timedelta(days=3) - _CALM
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_WEDNESDAY: Final = 2
_MIDDLE: Final = 13  # the first day of the month from which its middle Wednesday is looked for
_FEBRUARY: Final = 2
_MONTHS: Final = 12


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """A boundary of time: instants at which a property begins to meet it, and one away from it."""

    name: str
    starts: tuple[datetime, ...]
    away: datetime


def calm(began: datetime) -> tuple[datetime, ...]:
    """Give calm instants, the one to try first first: Wednesdays in the middle of a month.

    They are of the month of `began`, of the month before, and of the years before and after. The
    zone is that of `began`.
    """
    month = began.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    before = (month - _DAY).replace(day=1)
    first_days = (month, before, _in_year(month, -1), _in_year(month, 1))
    return tuple(_wednesday(day) + _CALM for day in first_days)


def boundaries(around: datetime, lasts_s: float) -> tuple[Boundary, ...]:
    """Give the boundaries of time near a calm instant, the most frequent first.

    Args:
        around: a calm instant in the zone of the tests.
        lasts_s: how long the property takes, so that one start lies half of that ahead.
    """
    leads = (*_LEADS, timedelta(seconds=lasts_s / 2))
    small = (Boundary(name=n, starts=_starts(at, leads), away=around) for n, at in _small(around))
    great = (
        Boundary(
            name=name,
            starts=(*_starts(at, leads), _shifted(at, -_NOON_AHEAD)),
            away=_shifted(at, -_AWAY),
        )
        for name, at in _great(around)
    )
    return (*small, *great)


def _small(around: datetime) -> Iterator[tuple[str, datetime]]:
    """Boundaries that every day has; a calm instant of the same day lies away from them."""
    midnight = around.replace(hour=0, minute=0, second=0, microsecond=0)
    yield "second", around.replace(microsecond=0) + timedelta(seconds=1)
    yield "minute", around.replace(second=0, microsecond=0) + timedelta(minutes=1)
    yield "hour", around.replace(minute=0, second=0, microsecond=0) + _HOUR
    yield "midnight", midnight + _DAY
    if around.utcoffset():
        day = around.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        yield "midnight in UTC", (day + _DAY).astimezone(around.tzinfo)


def _great(around: datetime) -> Iterator[tuple[str, datetime]]:
    """Boundaries that come once a month or less often."""
    month = around.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    yield "end of a month", _next_month(month)
    yield "end of a year", month.replace(year=month.year + 1, month=1)
    leap = month.replace(year=_leap_year(around.year), month=_FEBRUARY)
    yield "beginning of a leap day", leap.replace(day=29)
    yield "end of a leap day", leap.replace(month=_FEBRUARY + 1)
    for at, forward in _jumps(month.year, around.tzinfo):
        yield f"clocks go {'forward' if forward else 'back'}", at


def _starts(at: datetime, leads: tuple[timedelta, ...]) -> tuple[datetime, ...]:
    """Begin ahead of a boundary, so that it is crossed, and once behind it."""
    return tuple(dict.fromkeys(_shifted(at, by) for by in (*(-lead for lead in leads), _BEHIND)))


def _shifted(at: datetime, by: timedelta) -> datetime:
    """Go so much time on; arithmetic in a zone would be that of the wall's clock."""
    return (at.astimezone(UTC) + by).astimezone(at.tzinfo)


@functools.lru_cache(maxsize=16)
def _jumps(year: int, zone: tzinfo | None) -> tuple[tuple[datetime, bool], ...]:
    """Give the instants of a year at which the zone's clocks jump, and whether forward."""
    found = []
    at = datetime(year, 1, 1, tzinfo=UTC)
    before = at.astimezone(zone).utcoffset()
    while at.year == year:
        local = at.astimezone(zone)
        offset = local.utcoffset()
        if offset is not None and before is not None and offset != before:
            found.append((local, offset > before))
        before = offset
        at += _HOUR
    return tuple(found)


def _wednesday(month: datetime) -> datetime:
    """Give the Wednesday in the middle of a month, at midnight."""
    day = month.replace(day=_MIDDLE)
    return day + timedelta(days=(_WEDNESDAY - day.weekday()) % 7)


def _in_year(month: datetime, by: int) -> datetime:
    return month.replace(year=month.year + by)


def _next_month(month: datetime) -> datetime:
    if month.month == _MONTHS:
        return month.replace(year=month.year + 1, month=1)
    return month.replace(month=month.month + 1)


def _leap_year(year: int) -> int:
    """Give the first leap year from `year` on."""
    return next(y for y in range(year, year + 9) if not y % 4 and (y % 100 or not y % 400))
