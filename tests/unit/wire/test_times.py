from datetime import UTC, datetime, timedelta, timezone

import pytest

from freezegate.wire.times import parse_time


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-12-07T00:00:00Z", datetime(2026, 12, 7, tzinfo=UTC)),
        ("2026-12-07T00:00:00+00:00", datetime(2026, 12, 7, tzinfo=UTC)),
        ("2000-01-01T00:00:00.5Z", datetime(2000, 1, 1, 0, 0, 0, 500_000, tzinfo=UTC)),
        (
            "2100-12-31T23:59:59.123456-05:30",
            datetime(
                2100, 12, 31, 23, 59, 59, 123_456, tzinfo=timezone(-timedelta(hours=5, minutes=30))
            ),
        ),
        ("2028-02-29T00:00:00Z", datetime(2028, 2, 29, tzinfo=UTC)),
    ],
)
def test_a_time_has_an_offset(text: str, time: datetime) -> None:
    assert parse_time(text) == time
    assert parse_time(text).utcoffset() == time.utcoffset()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-12-07",
        "2026-12-07T00:00:00",
        "2026-12-07 00:00:00Z",
        "2026-12-07t00:00:00Z",
        "2026-12-07T00:00:00z",
        "2026-12-07T00:00Z",
        "2026-12-07T00:00:00.1234567Z",
        "2026-12-07T00:00:00.Z",
        "2026-12-07T24:00:00Z",
        "2026-12-07T00:60:00Z",
        "2026-12-07T00:00:60Z",
        "2026-12-07T00:00:00+0000",
        "2026-12-07T00:00:00-00:00",
        "2026-12-07T00:00:00+24:00",
        "2026-12-07T00:00:00Z\n",
        "20261207T000000Z",
        "2026-W50-1T00:00:00Z",
        "٢٠٢٦-12-07T00:00:00Z",
        "1999-12-31T23:59:59Z",
        "2101-01-01T00:00:00Z",
    ],
)
def test_any_other_spelling_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time as 2026-01-31T00:00:00Z: RFC 3339 with"):
        parse_time(text)


@pytest.mark.parametrize("text", ["2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z"])
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}' is no day of the calendar"):
        parse_time(text)
