"""The clock injected around a property, in a process of its own."""

from pathlib import Path

import pytest

from freezegate.model.claim import Notes, Outcome
from freezegate.model.plan import Instruments
from tests.unit.runner.start import Answer, start, tree_of

AT = "2026-02-28T23:59:59.900000+01:00"
MODULE = """
    import datetime as dt
    import os
    import time
    from datetime import datetime

    import pytest

    SEEN = []
    ZONE = time.tzname

    @pytest.fixture
    def begun():
        return time.time()

    def test_begins(begun):
        assert 0 <= begun - 1772319599.9 < 20
        assert datetime.now(dt.timezone.utc).date() == dt.date(2026, 2, 28)
        SEEN.append(begun)

    def test_begins_again(begun):
        assert 0 <= begun - 1772319599.9 < 20
        assert SEEN and SEEN[0] != begun

    def test_ticks(begun):
        before = datetime.now()
        time.sleep(0.02)
        assert 0.01 < (datetime.now() - before).total_seconds() < 20

    def test_zone():
        assert time.tzname == ZONE
        assert os.environ.get("TZ") == "Asia/Tokyo"
        assert time.localtime().tm_gmtoff == 9 * 3600

    def test_measures():
        assert time.monotonic() < 1e9
    """


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    tree = tree_of(tmp_path_factory.mktemp("clock"), {"tests/test_it.py": MODULE})
    return start(tree, vary=(), env={"TZ": "Asia/Tokyo"}, instruments=Instruments(clock=AT))


def test_each_property_begins_at_the_instant_fixtures_included(answer: Answer) -> None:
    rows = {name: row for name, row in answer.rows.items() if name.startswith("test_begins")}
    assert {row.outcome for row in rows.values()} == {Outcome.PASSED}, rows
    assert len(rows) == 2


@pytest.mark.parametrize("name", ["test_ticks", "test_zone", "test_measures"])
def test_the_clock_ticks_the_zone_stays_and_durations_are_true(answer: Answer, name: str) -> None:
    assert answer.rows[name].outcome is Outcome.PASSED, answer.rows[name]


def test_nothing_is_lacking_and_the_supervisor_s_clock_is_its_own(answer: Answer) -> None:
    assert {row.notes for row in answer.rows.values()} == {Notes()}
    assert all(0 <= row.duration_s < 60 for row in answer.rows.values())


def test_an_interpreter_without_the_package_says_so_and_runs_on(tmp_path: Path) -> None:
    files = {
        "time_machine.py": "raise ImportError\n",
        "tests/test_it.py": "def test_it():\n    pass\n",
    }
    tree = tree_of(tmp_path, files)
    answer = start(tree, served={"time_machine": ""}, instruments=Instruments(clock=AT))
    row = answer.rows["test_it"]
    assert row.outcome is Outcome.PASSED
    assert row.notes == Notes(lacks=("time-machine",))
