"""The tests that make a property red, or green, found by reruns and named."""

import pytest

from freezegate.model.contract import Side
from freezegate.model.failure import Changed
from freezegate.model.ids import TestId
from tests.simulated import OTHERS, Run, Simulated, by_chance, red_where


@pytest.mark.parametrize("polluter", OTHERS[8:])
def test_the_polluting_test_is_named(polluter: TestId) -> None:
    one = Simulated(red_where(lambda run: polluter in run.before))
    found = one.found()
    assert found.polluters == (polluter,)
    last = [ask for ask in one.asks if ask.changed is Changed.BEHIND_PREDECESSORS][-2:]
    assert [(ask.side, ask.before) for ask in last] == [
        (Side.PARENT, (polluter,)), (Side.PATCH, (polluter,)),
    ]  # fmt: skip


def test_a_pair_that_needs_one_another_is_named_as_one() -> None:
    found = Simulated(red_where(lambda run: {OTHERS[1], OTHERS[9]} <= set(run.before))).found()
    assert set(found.polluters) == {OTHERS[1], OTHERS[9]}
    assert "no single test makes it red: it needs 2 of them ahead of it" in found.told


def test_one_that_needs_another_is_told_which() -> None:
    one = Simulated(red_where(lambda run: OTHERS[8] not in run.before))
    found = one.found()
    assert (found.helpers, found.polluters) == ((OTHERS[8],), ())
    assert "red alone, green behind others: it needs what they leave behind" in found.told


def test_what_does_not_repeat_is_named_by_nobody() -> None:
    times: dict[tuple[object, ...], int] = {}

    def first_time_only(run: Run) -> bool:
        key = (run.side, run.seed, run.before, run.hash_seed, run.now)
        times[key] = times.get(key, 0) + 1
        return OTHERS[8] in run.before and times[key] == 1

    found = Simulated(red_where(first_time_only)).found()
    assert found.polluters == ()
    assert any("so chance or load has a part" in each for each in found.told)


def test_a_name_that_chance_found_is_taken_back() -> None:
    named = [Simulated(by_chance(0.5, number)).found() for number in range(30)]
    assert not any(found.polluters or found.helpers for found in named)


def test_where_nothing_can_run_ahead_nothing_is_named() -> None:
    always_alone = Simulated(red_where(lambda run: run.hash_seed % 2 == 1), among=())
    always_alone.among = always_alone.among[-1:]
    found = always_alone.found()
    assert found.polluters == found.helpers == ()


@pytest.mark.parametrize("polluter", [OTHERS[2], OTHERS[8]])
def test_a_polluter_that_left_no_trace_when_rerun_is_not_named(polluter: TestId) -> None:
    seen: set[tuple[TestId, ...]] = set()

    def until_narrowed(run: Run) -> bool:
        again = run.before in seen and len(run.before) < 5
        seen.add(run.before)
        return polluter in run.before and not again

    found = Simulated(red_where(until_narrowed)).found()
    assert found.polluters == ()
    assert not any("no run of the suite is safe" in each for each in found.told)


def test_a_need_that_is_gone_when_rerun_is_not_told() -> None:
    seen: dict[tuple[TestId, ...], int] = {}

    def red(run: Run) -> bool:
        seen[run.before] = seen.get(run.before, 0) + 1
        return OTHERS[8] not in run.before or (len(run.before) == 1 and seen[run.before] > 1)

    assert Simulated(red_where(red)).found().helpers == ()
