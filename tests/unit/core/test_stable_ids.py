from datetime import UTC, datetime, timedelta, timezone

import pytest

from freezegate.core.stable_ids import carrying_time
from freezegate.model.ids import TestId

NOW = datetime(2026, 12, 1, 4, 30, tzinfo=UTC)
SECONDS = int(NOW.timestamp())


@pytest.mark.parametrize(
    "parameter",
    [
        "2026-12-01T04:30:00",
        "report-2026-11-30",
        "20261201",
        "run_2026_12_02",
        "01.12.2026",
        str(SECONDS),
        f"at-{SECONDS + 3000}123",
        f"{SECONDS}123456",
        f"{SECONDS}.25",
        f"{SECONDS}123456789",
    ],
)
def test_the_day_of_the_collection_in_an_id(parameter: str) -> None:
    test_id = TestId(f"t.py::test_it[{parameter}]")
    assert carrying_time([test_id], NOW) == (test_id,)
    here = NOW.astimezone(timezone(timedelta(hours=9)))
    assert carrying_time([test_id], here) == (test_id,)


@pytest.mark.parametrize(
    "parameter",
    [
        "2020-01-01",
        "2026-11-20",
        "1700000000",
        str(SECONDS + 90_000),
        f"9{SECONDS}",
        f"{SECONDS}1",
        f"0.{SECONDS}",
        "20000",
        "",
    ],
)
def test_a_fixed_date_is_an_ordinary_id(parameter: str) -> None:
    assert carrying_time([TestId(f"t.py::test_it[{parameter}]")], NOW) == ()
