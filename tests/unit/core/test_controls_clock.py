"""The clock: boundaries, turns, and when no clock can be injected."""

from datetime import UTC, datetime, timedelta

import msgspec

from freezegate.model.contract import Side
from freezegate.model.failure import Changed, FailureClass
from freezegate.model.rerun import Answered, Ask
from tests.simulated import BEGAN, VICTIM, Run, Simulated, by_chance, red_where

CLOCKS = (Changed.CLOCK_ON_BOUNDARY, Changed.CLOCK_AWAY)


def crosses_midnight(run: Run) -> bool:
    """A property of 0.02 s that asserts that its day does not change; red by chance at no clock."""
    injected = run.now != BEGAN
    later = run.now + timedelta(seconds=0.02)
    return later.date() != run.now.date() if injected else run.seed % 2 == 0


def test_a_boundary_that_it_crosses_is_named_and_counted_on_both_sides() -> None:
    one = Simulated(red_where(crosses_midnight))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.CLOCK_BOUND
    assert found.boundary is not None
    assert found.boundary.name == "midnight"
    assert found.boundary.at.isoformat() == "2026-12-16T23:59:59.990000+00:00"
    counts: dict[tuple[Changed, Side], list[int]] = {}
    for run in found.runs:
        if run.changed in CLOCKS:
            assert run.clock_injected
            total = counts.setdefault((run.changed, run.side), [0, 0])
            total[0] += run.red
            total[1] += run.runs
    assert all(
        red == (of if changed is CLOCKS[0] else 0) for (changed, _), (red, of) in counts.items()
    )
    assert len(counts) == 4
    assert all(of >= 12 for _, of in counts.values())
    assert any("red once on each of these boundaries of time: midnight, end of a month" in each
               for each in found.told)  # fmt: skip


def test_a_date_that_passed_is_dated_to_a_minute() -> None:
    turned = datetime(2026, 11, 20, 7, 13, tzinfo=UTC)
    one = Simulated(red_where(lambda run: run.now >= turned))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.CLOCK_BOUND
    assert found.boundary is not None
    assert found.boundary.name == "a turn between two instants"
    assert turned <= found.boundary.at <= turned + timedelta(minutes=1)
    assert one.asks[-1].instant is not None
    assert turned - timedelta(minutes=1) <= one.asks[-1].instant < turned
    # Red ever after: no boundary of the table is tried.
    tried = {ask.instant for ask in one.asks if ask.instant}
    assert len(tried) < 25


def test_where_no_clock_can_be_injected_the_control_is_missing_and_the_next_step_is_told() -> None:
    class Lacking(Simulated):
        def answer(self, ask: Ask) -> Answered:
            lacks = ("time-machine",) if ask.instant else ()
            return msgspec.structs.replace(super().answer(ask), lacks=lacks)

    found, named = Lacking(red_where(crosses_midnight)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert not any(run.changed in CLOCKS for run in found.runs)
    assert any("pip install time-machine" in each for each in found.skipped)


def test_red_at_every_instant_is_not_the_clock() -> None:
    found = Simulated(red_where(lambda _: True)).found()
    assert found.boundary is None
    assert "not green at any calm instant of the clock: the clock does not turn it" in found.told


def test_green_at_every_instant_is_not_the_clock() -> None:
    found = Simulated(red_where(lambda run: run.now == BEGAN and bool(run.before))).found()
    assert found.boundary is None
    assert (
        "green at the failing instant of the clock, green at a calm one, and red on no boundary of "
        "time"
    ) in found.told


def test_chance_that_is_red_on_a_boundary_once_is_told_not_to_be_the_clock() -> None:
    found = Simulated(by_chance(0.5, 3), among=(VICTIM,)).found()
    assert found.boundary is None
    assert any("the clock alone does not explain it" in each for each in found.told)


def test_one_that_fails_otherwise_on_the_boundary_does_not_show_this_failure() -> None:
    def rule(run: Run) -> bool:
        return crosses_midnight(run)

    plain = red_where(rule)
    one = Simulated(
        lambda run: (
            msgspec.structs.replace(plain(run), witness="victim|TypeError|y")
            if plain(run).red and run.now != BEGAN
            else plain(run)
        )
    )
    assert one.found().boundary is None


def test_each_rerun_of_the_clock_is_alone_at_a_seed_that_was_red() -> None:
    one = Simulated(red_where(crosses_midnight))
    red = one.subject("a" * 40).schedule[Side.PATCH]
    assert red.red
    one.asks.clear()
    one.found()
    clocks = [ask for ask in one.asks if ask.instant]
    assert {ask.before for ask in clocks} == {()}
    single = [ask for ask in clocks if len(ask.seeds) == 1]
    assert len(single) > 20
    assert {ask.seeds[0] % 2 for ask in single} == {0}
