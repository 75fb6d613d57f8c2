"""Laws of the plan of a diagnosis, over simulated properties: what is true is found, chance never.

The simulations are seeded, so their counts are the same on every run.
"""

import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.bisection import MAX_TOGETHER, Search, narrowed
from freezegate.core.orders import shuffled
from freezegate.model.failure import FailureClass
from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Outcome
from freezegate.runner import order as runner_order
from tests.simulated import OTHERS, Rule, Run, Simulated, by_chance, red_where

#: Diagnoses of a failure of one run in ten that no control explains (DESIGN.md section 6).
TRIALS = 1000
MAY_BE_WRONG = 10
TRUE_TRIALS = 100
FOUND_AT_LEAST = 95
FEW = OTHERS[:2]


def sha(number: int) -> str:
    return hashlib.sha1(str(number).encode(), usedforsecurity=False).hexdigest()


def classes(rule: Rule, trials: int) -> list[FailureClass]:
    return [Simulated(rule).diagnosed(sha(number))[1].failure_class for number in range(trials)]


TRUE = {
    "one polluter": (
        red_where(lambda run: OTHERS[8] in run.before),
        FailureClass.ORDER_DEPENDENT,
    ),
    "two polluters": (
        red_where(lambda run: {OTHERS[1], OTHERS[9]} <= set(run.before)),
        FailureClass.ORDER_DEPENDENT,
    ),
    "hash seed, green at 0": (
        red_where(lambda run: run.hash_seed % 2 == 1),
        FailureClass.ORDER_DEPENDENT,
    ),
    "hash seed, red at 0": (
        red_where(lambda run: run.hash_seed % 2 == 0),
        FailureClass.ORDER_DEPENDENT,
    ),
    "a date that passed": (
        red_where(lambda run: run.now >= datetime(2026, 11, 20, 7, tzinfo=UTC)),
        FailureClass.CLOCK_BOUND,
    ),
    "a month": (red_where(lambda run: run.now.month == 12), FailureClass.CLOCK_BOUND),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_found(name: str) -> None:
    rule, row = TRUE[name]
    found = classes(rule, TRUE_TRIALS)
    assert found.count(row) >= FOUND_AT_LEAST


@pytest.mark.parametrize(("rate", "share"), [(0.1, 1), (0.3, 5), (0.5, 5), (0.9, 5)])
def test_chance_is_never_a_class_that_may_be_frozen(rate: float, share: int) -> None:
    found = [
        Simulated(by_chance(rate, number), among=FEW).diagnosed(sha(number))[1].failure_class
        for number in range(TRIALS // share)
    ]
    assert sum(row.freezable for row in found) <= MAY_BE_WRONG // share


@pytest.mark.parametrize("rate", [0.3, 0.5, 0.8])
def test_load_is_never_a_class_that_may_be_frozen(rate: float) -> None:
    def load(number: int) -> Rule:
        chance = by_chance(rate, number)
        return lambda run: chance(run) if len(run.before) >= len(OTHERS) // 2 else Outcome()

    found = [
        Simulated(load(number)).diagnosed(sha(number))[1].failure_class
        for number in range(TRIALS // 4)
    ]
    assert sum(row.freezable for row in found) <= MAY_BE_WRONG // 4


@pytest.mark.parametrize("lasts", [24, 60, 100])
def test_an_outage_is_never_a_class_that_may_be_frozen(lasts: int) -> None:
    def outage(number: int) -> Rule:
        chance = by_chance(0.5, number)
        runs = iter(range(10_000))
        return lambda run: chance(run) if next(runs) < lasts else Outcome()

    found = [
        Simulated(outage(number), among=FEW).diagnosed(sha(number))[1].failure_class
        for number in range(TRUE_TRIALS)
    ]
    assert not any(row.freezable for row in found)


@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_what_follows_the_seed_is_never_a_class_that_may_be_frozen(rate: float) -> None:
    def red(run: Run) -> bool:
        return run.seeded and int(sha(run.seed), 16) % 1000 < rate * 1000

    assert set(classes(red_where(red), TRUE_TRIALS)) == {FailureClass.UNKNOWN}


@given(st.sets(st.integers(0, 40), min_size=1, max_size=4), st.integers(41, 60))
def test_what_is_needed_is_found_whatever_it_is(needed: set[int], size: int) -> None:
    few = needed_of(narrowed(tuple(range(size))), needed)
    assert needed <= few
    assert few == needed or len(needed) == MAX_TOGETHER


def needed_of(search: Search[int], needed: set[int]) -> set[int]:
    """Answer every question of a search by what is needed."""
    part = next(search)
    while True:
        try:
            part = search.send(needed <= set(part))
        except StopIteration as found:
            return set(found.value)


NAMES = st.lists(
    st.text("abAB:[]. ", min_size=1, max_size=6).map(lambda text: f"tests/{text}.py::{text}"),
    max_size=8,
    unique=True,
)


@given(NAMES, st.integers(0, 2**63 - 1))
def test_the_order_of_a_seed_is_the_runner_s(names: list[str], seed: int) -> None:
    class Item:
        def __init__(self, nodeid: str) -> None:
            self.nodeid = nodeid

    theirs = [item.nodeid for item in runner_order.shuffled([*map(Item, names)], seed)]
    assert list(shuffled([*map(TestId, names)], Seed(seed))) == theirs
