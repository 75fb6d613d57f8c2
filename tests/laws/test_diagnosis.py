"""Laws of the diagnosis: one lucky run earns nothing, and evidence against a class only tightens.

The simulations are seeded, so their counts are the same on every run.
"""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.diagnosis import (
    LUCK,
    diagnose,
    failure_rate,
    greens_needed,
    outlasts_luck,
    strictest,
)
from freezegate.model.failure import Call, Changed, ControlRun, FailureClass
from tests.exemptions import BLIP, CLOCK, INPUT, ORDER, UNINJECTED, controls, replayed, reruns

TRIALS = 1000
#: Of a thousand diagnoses of a failure that no control explains.
MAY_BE_WRONG = 10
#: A flake too rare to settle by fewer is given this many.
ENOUGH = 400

SEEN = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(sorted)
PIECES = (*ORDER, *CLOCK, *BLIP, *INPUT, *UNINJECTED, replayed(0), replayed(3))
PILES = st.lists(st.sampled_from(PIECES), max_size=5, unique_by=id)


class Flake:
    """A test that fails by chance alone, at one rate whatever is controlled."""

    def __init__(self, rate: float, seed: int) -> None:
        self.rate = rate
        self.random = random.Random(seed)  # noqa: S311 - a simulation

    def red(self, runs: int) -> int:
        return sum(self.random.random() < self.rate for _ in range(runs))


def luckless(flake: Flake, of: int, again: int) -> FailureClass:
    """Run every control as often as its greens would count, and diagnose what came."""
    red = flake.red(of)
    needed = min(greens_needed(red, of) or ENOUGH, ENOUGH) if again == 0 else again
    reds = [flake.random.random() < flake.rate for _ in range(needed)]
    calls = tuple(Call(red=each, status_code=200, body_bytes=9) for each in reds)
    runs = (
        reruns(Changed.VARIED_ORDER, flake.red(needed), needed),
        reruns(Changed.FIXED_ORDER, flake.red(needed), needed),
        reruns(Changed.CLOCK_ON_BOUNDARY, flake.red(needed), needed, clock_injected=True),
        reruns(Changed.CLOCK_AWAY, flake.red(needed), needed, clock_injected=True),
        reruns(Changed.UPSTREAM_RECORDED, sum(reds), needed, calls=calls),
    )
    return diagnose(controls(*runs, red=red, of=of)).failure_class


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5])
@pytest.mark.parametrize(("of", "again"), [(12, 0), (44, 0), (12, 1), (44, 10)])
def test_a_random_flake_comes_out_unknown(rate: float, of: int, again: int) -> None:
    flake = Flake(rate, seed=of + again)
    found = [luckless(flake, of, again) for _ in range(TRIALS)]
    assert sum(row is not FailureClass.UNKNOWN for row in found) <= MAY_BE_WRONG


@pytest.mark.parametrize("rate", [0.3, 0.5])
def test_a_true_order_dependence_is_found(rate: float) -> None:
    flake = Flake(rate, seed=1)
    rows = []
    for _ in range(100):
        red = flake.red(44)
        needed = greens_needed(red, 44)
        assert needed is not None
        varied = reruns(Changed.VARIED_ORDER, flake.red(44), 44)
        fixed = reruns(Changed.FIXED_ORDER, 0, needed)
        rows.append(diagnose(controls(varied, fixed, red=red, of=44)).failure_class)
    assert set(rows) == {FailureClass.ORDER_DEPENDENT}


@given(SEEN)
def test_the_rate_is_taken_low(seen: list[int]) -> None:
    red, of = seen
    rate = failure_rate(red, of)
    assert 0 <= rate <= Fraction(red, max(of, 1))
    assert rate <= failure_rate(min(red + 1, of), of)
    assert failure_rate(red, of + 1) <= rate


@given(SEEN)
def test_the_number_of_greens_is_the_least_that_counts(seen: list[int]) -> None:
    red, of = seen
    needed = greens_needed(red, of)
    rate = failure_rate(red, of)
    if needed is None:
        assert not outlasts_luck(rate, 10_000)
    else:
        assert (1 - rate) ** needed < LUCK <= (1 - rate) ** (needed - 1)


@given(PILES, st.randoms(use_true_random=False))
def test_the_order_of_controls_says_nothing(pile: list[ControlRun], by: random.Random) -> None:
    other = by.sample(pile, len(pile))
    found, again = (diagnose(controls(*runs)).failure_class for runs in (pile, other))
    assert found is again


@given(PILES)
def test_an_input_that_breaks_it_is_never_frozen(pile: list[ControlRun]) -> None:
    for shrunk in (*INPUT, replayed(3), replayed(0)):
        assert not diagnose(controls(*pile, shrunk)).failure_class.freezable


@given(PILES)
def test_a_red_under_every_control_leaves_no_class(pile: list[ControlRun]) -> None:
    against = (
        reruns(Changed.FIXED_ORDER, 1),
        reruns(Changed.CLOCK_AWAY, 1, clock_injected=True),
        reruns(
            Changed.UPSTREAM_RECORDED, 1, 1, calls=(Call(red=True, status_code=200, body_bytes=9),)
        ),
    )
    assert not diagnose(controls(*pile, *against)).failure_class.freezable


@given(st.lists(st.sampled_from(FailureClass), min_size=1))
def test_the_strictest_does_not_depend_on_order(rows: list[FailureClass]) -> None:
    assert strictest(*rows) is strictest(*reversed(rows))
    assert strictest(*rows) in rows
