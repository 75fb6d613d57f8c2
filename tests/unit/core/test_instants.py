"""The boundaries of time, held to the calendar."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from freezegate.core.instants import Boundary, boundaries, calm

BERLIN = ZoneInfo("Europe/Berlin")
BEGAN = datetime(2026, 12, 1, 23, 59, 59, tzinfo=UTC)


def by_name(around: datetime, lasts_s: float = 0.4) -> dict[str, Boundary]:
    return {each.name: each for each in boundaries(around, lasts_s)}


def test_calm_instants_are_wednesdays_in_the_middle_of_a_month_and_of_everything_else() -> None:
    assert [at.isoformat() for at in calm(BEGAN)] == [
        "2026-12-16T12:30:30.250000+00:00",
        "2026-11-18T12:30:30.250000+00:00",
        "2025-12-17T12:30:30.250000+00:00",
        "2027-12-15T12:30:30.250000+00:00",
    ]
    assert {at.weekday() for at in calm(BEGAN)} == {2}


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("second", "2026-12-16T12:30:31"),
        ("minute", "2026-12-16T12:31:00"),
        ("hour", "2026-12-16T13:00:00"),
        ("midnight", "2026-12-17T00:00:00"),
        ("end of a month", "2027-01-01T00:00:00"),
        ("end of a year", "2027-01-01T00:00:00"),
        ("beginning of a leap day", "2028-02-29T00:00:00"),
        ("end of a leap day", "2028-03-01T00:00:00"),
    ],
)
def test_each_boundary_is_crossed_from_ahead_and_stood_behind(name: str, at: str) -> None:
    boundary = by_name(calm(BEGAN)[0])[name]
    instant = datetime.fromisoformat(at).replace(tzinfo=UTC)
    distances = [(start - instant).total_seconds() for start in boundary.starts]
    assert distances[:4] == [-0.01, -0.1, -0.2, 1.0]
    assert all(start < instant or start - instant <= timedelta(1) for start in boundary.starts)
    assert boundary.away < min(boundary.starts)
    assert (boundary.away.minute, boundary.away.second) == (30, 30)


def test_a_day_s_sum_is_tried_from_the_noon_ahead_of_great_boundaries_alone() -> None:
    table = by_name(calm(BEGAN)[0])
    assert table["end of a year"].starts[-1].isoformat() == "2026-12-31T12:00:00+00:00"
    assert len(table["midnight"].starts) == 4


def test_in_utc_no_clock_jumps_and_midnight_is_one() -> None:
    assert not {"midnight in UTC", "clocks go forward", "clocks go back"} & set(
        by_name(calm(BEGAN)[0])
    )


def test_elsewhere_the_zone_has_jumps_and_two_midnights() -> None:
    table = by_name(calm(BEGAN.astimezone(BERLIN))[0])
    forward, back = table["clocks go forward"].starts, table["clocks go back"].starts
    assert forward[3].astimezone(UTC).isoformat() == "2026-03-29T01:00:01+00:00"
    assert back[3].astimezone(UTC).isoformat() == "2026-10-25T01:00:01+00:00"
    midnight = table["midnight in UTC"].starts[3]
    assert midnight.isoformat() == "2026-12-17T01:00:01+01:00"
    assert table["midnight"].starts[3].isoformat() == "2026-12-17T00:00:01+01:00"


def test_a_short_property_begins_no_twice_at_one_instant() -> None:
    starts = by_name(calm(BEGAN)[0], lasts_s=0.02)["second"].starts
    assert len(starts) == 3


def test_the_month_ahead_of_january_is_december() -> None:
    began = datetime(2026, 1, 31, tzinfo=UTC)
    assert [at.date().isoformat() for at in calm(began)][:2] == ["2026-01-14", "2025-12-17"]
    assert by_name(calm(began)[0])["end of a month"].starts[3].date().isoformat() == "2026-02-01"


def test_a_century_is_no_leap_year() -> None:
    assert by_name(datetime(2097, 6, 12, 12, 30, 30, tzinfo=UTC))["end of a leap day"].starts[
        3
    ].isoformat() == ("2104-03-01T00:00:01+00:00")
