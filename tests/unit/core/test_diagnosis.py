"""What the reruns under control show, signal by signal, and which class that supports."""

from fractions import Fraction

import pytest

from freezegate.core.diagnosis import (
    diagnose,
    failure_rate,
    greens_needed,
    outlasts_luck,
    signals,
    strictest,
)
from freezegate.model.contract import Side
from freezegate.model.failure import Call, Changed, ControlRun, FailureClass, Signal
from tests.exemptions import (
    BLIP,
    CLOCK,
    DRIFTED,
    EMPTY,
    INPUT,
    NEEDED,
    OF,
    ORDER,
    RED,
    UNINJECTED,
    WHOLE,
    controls,
    recorded,
    replayed,
    reruns,
)

UNKNOWN = FailureClass.UNKNOWN
VARIED, FIXED = ORDER
BOUNDARY, AWAY = CLOCK
TIMEOUT = Call(red=True, timed_out=True)
GREENS = [WHOLE] * NEEDED


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        # Order: fixed-order reruns have to be there, all green, enough of them, on the same pin.
        (ORDER, FailureClass.ORDER_DEPENDENT),
        ((VARIED,), UNKNOWN),
        ((FIXED,), UNKNOWN),
        ((reruns(Changed.VARIED_ORDER, 0), FIXED), UNKNOWN),
        ((VARIED, reruns(Changed.FIXED_ORDER, 1)), UNKNOWN),
        ((VARIED, reruns(Changed.FIXED_ORDER, 0, 1)), UNKNOWN),  # one lucky green
        ((VARIED, reruns(Changed.FIXED_ORDER, 0, NEEDED - 1)), UNKNOWN),
        ((VARIED, reruns(Changed.FIXED_ORDER, 0, 9), reruns(Changed.FIXED_ORDER, 0, 8)), ORDER),
        ((*ORDER, reruns(Changed.FIXED_ORDER, 1, 1)), UNKNOWN),
        ((VARIED, reruns(Changed.FIXED_ORDER, 0, generation=DRIFTED)), UNKNOWN),
        ((*ORDER, reruns(Changed.FIXED_ORDER, 0, generation=DRIFTED)), UNKNOWN),
        # Clock: injected, red on the boundary alone, and neither colour by luck.
        (CLOCK, FailureClass.CLOCK_BOUND),
        (UNINJECTED, UNKNOWN),
        ((BOUNDARY, UNINJECTED[1]), UNKNOWN),
        ((UNINJECTED[0], AWAY), UNKNOWN),
        ((BOUNDARY,), UNKNOWN),
        ((AWAY,), UNKNOWN),
        ((BOUNDARY, reruns(Changed.CLOCK_AWAY, 1, clock_injected=True)), UNKNOWN),
        ((reruns(Changed.CLOCK_ON_BOUNDARY, 16, clock_injected=True), AWAY), UNKNOWN),
        ((reruns(Changed.CLOCK_ON_BOUNDARY, 1, 1, clock_injected=True), AWAY), UNKNOWN),
        ((BOUNDARY, reruns(Changed.CLOCK_AWAY, 0, 1, clock_injected=True)), UNKNOWN),
        ((*CLOCK, reruns(Changed.CLOCK_AWAY, 0, generation=DRIFTED)), FailureClass.CLOCK_BOUND),
        # Upstream: a blip under every red run and no green one, with code and length.
        (BLIP, FailureClass.RESOURCE_BLIP),
        ((recorded(TIMEOUT, *GREENS),), FailureClass.RESOURCE_BLIP),
        ((recorded(EMPTY, *GREENS[:-1]),), UNKNOWN),  # one green short
        ((recorded(*GREENS, EMPTY),), UNKNOWN),  # then a pass
        ((recorded(*GREENS),), UNKNOWN),
        ((recorded(TIMEOUT),), UNKNOWN),
        ((recorded(Call(red=True, status_code=503, body_bytes=4), *GREENS),), UNKNOWN),
        ((recorded(EMPTY, Call(red=True, status_code=200, body_bytes=4), *GREENS),), UNKNOWN),
        ((recorded(EMPTY, Call(red=False, status_code=200, body_bytes=0), *GREENS),), UNKNOWN),
        ((recorded(Call(red=True, body_bytes=0), *GREENS),), UNKNOWN),
        ((recorded(EMPTY, Call(red=False, status_code=200), *GREENS),), UNKNOWN),
        # An input that was shrunk.
        (INPUT, FailureClass.COUNTEREXAMPLE),
        ((replayed(3),), UNKNOWN),  # not in the pack: relabelled, and not freezable either
        ((replayed(2, in_pack=True),), UNKNOWN),
        ((*INPUT, replayed(0)), FailureClass.COUNTEREXAMPLE),
        ((*INPUT, replayed(3)), UNKNOWN),
        # Nothing.
        ((), UNKNOWN),
    ],
)
def test_the_class_that_controls_support(
    runs: tuple[ControlRun, ...], expected: FailureClass | tuple[ControlRun, ...]
) -> None:
    row = FailureClass.ORDER_DEPENDENT if expected is ORDER else expected
    assert diagnose(controls(*runs)).failure_class is row


@pytest.mark.parametrize(
    ("runs", "row"),
    [
        ((*ORDER, *CLOCK), FailureClass.CLOCK_BOUND),
        ((*ORDER, *BLIP), FailureClass.RESOURCE_BLIP),
        ((*CLOCK, *BLIP), FailureClass.RESOURCE_BLIP),
        ((*ORDER, *UNINJECTED), UNKNOWN),  # a partial match is no match, and outranks the others
        ((*ORDER, replayed(0)), UNKNOWN),
        ((*CLOCK, *INPUT), FailureClass.COUNTEREXAMPLE),
        ((*ORDER, replayed(3, in_pack=True, generation=DRIFTED)), FailureClass.COUNTEREXAMPLE),
        # Fixed order did not turn it green, so it is no partial match of order_dependent.
        ((VARIED, reruns(Changed.FIXED_ORDER, 5), *CLOCK), FailureClass.CLOCK_BOUND),
    ],
)
def test_of_two_classes_the_stricter(runs: tuple[ControlRun, ...], row: FailureClass) -> None:
    assert diagnose(controls(*runs)).failure_class is row


def on_parent(*runs: ControlRun) -> tuple[ControlRun, ...]:
    return tuple(
        reruns(
            run.changed, run.red, run.runs, side=Side.PARENT, calls=run.calls,
            clock_injected=run.clock_injected, in_pack=run.in_pack,
        )
        for run in runs
    )  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "patch", "row"),
    [
        (ORDER, ORDER, FailureClass.ORDER_DEPENDENT),
        (CLOCK, ORDER, FailureClass.CLOCK_BOUND),
        (ORDER, (), UNKNOWN),  # controls of the parent alone say nothing of the patch
        ((VARIED,), ORDER, UNKNOWN),
        (INPUT, ORDER, FailureClass.COUNTEREXAMPLE),
    ],
)
def test_both_sides_are_looked_at(
    parent: tuple[ControlRun, ...], patch: tuple[ControlRun, ...], row: FailureClass
) -> None:
    assert diagnose(controls(*on_parent(*parent), *patch)).failure_class is row


@pytest.mark.parametrize(
    ("red", "away", "row"),
    [
        # Always red uncontrolled: red on the boundary is no luck, and four greens away tell.
        (12, 4, FailureClass.CLOCK_BOUND),
        (12, 3, UNKNOWN),
        # Green once: as many red runs on the boundary have to outlast chance as well.
        (11, 4, UNKNOWN),
    ],
)
def test_where_no_run_was_green_the_greens_away_tell_all(
    red: int, away: int, row: FailureClass
) -> None:
    clock = (
        reruns(Changed.CLOCK_ON_BOUNDARY, 4, 4, clock_injected=True),
        reruns(Changed.CLOCK_AWAY, 0, away, clock_injected=True),
    )
    assert diagnose(controls(*clock, red=red, of=12)).failure_class is row


def test_a_failure_that_never_came_uncontrolled_is_not_always_red() -> None:
    assert Signal.CLOCK_OUTLASTS_LUCK not in signals(controls(*CLOCK, red=0, of=0), Side.PATCH)


def test_each_side_is_held_to_its_own_counts() -> None:
    both = (*ORDER, *on_parent(*ORDER))
    rare = controls(*both, red=6, of=12, parent_red=1, parent_of=12)
    assert diagnose(rare).failure_class is UNKNOWN
    assert "the parent shows" in diagnose(rare).why
    alike = controls(*both, red=6, of=12, parent_red=6, parent_of=12)
    assert diagnose(alike).failure_class is FailureClass.ORDER_DEPENDENT
    never = controls(*on_parent(*ORDER), *ORDER, parent_red=0, parent_of=12)
    assert diagnose(never).failure_class is UNKNOWN


def test_without_a_pinned_generation_no_control_counts() -> None:
    unpinned = tuple(
        reruns(run.changed, run.red, generation="", clock_injected=True) for run in CLOCK
    )
    found = diagnose(controls(*unpinned, generation=""))
    assert found.failure_class is UNKNOWN
    assert "left out, for the pinned generation is none: clock_on_boundary on none" in found.why


def test_the_words_say_what_is_shown_and_what_is_lacking() -> None:
    assert diagnose(controls()).why == "the patch shows: nothing"
    found = diagnose(controls(*UNINJECTED))
    assert found.why == (
        "the patch shows: red on the boundary, green away from it, "
        "clock outlasts luck; clock_bound is relabelled unknown, lacking: clock injected"
    )
    assert Signal.CLOCK_OUTLASTS_LUCK in signals(controls(*UNINJECTED), Side.PATCH)
    assert diagnose(controls(replayed(0), generation="")).why == (
        "the patch shows: shrunk input does not replay"
    )
    assert diagnose(controls(generation="")).why == "the patch shows: nothing"


def test_the_strictest_of_nothing_is_unknown() -> None:
    assert strictest() is UNKNOWN
    assert strictest(*FailureClass) is FailureClass.COUNTEREXAMPLE


@pytest.mark.parametrize(
    ("red", "of", "thousandths", "needed"),
    [
        (0, 0, 0, None),
        (0, 44, 0, None),  # nothing failed: no number of greens says anything
        (1, 12, 4, 1149),
        (3, 12, 71, 63),
        (RED, OF, 245, NEEDED),
        (12, 12, 779, 4),
        (1, 1, 50, 90),
        (5, 44, 45, 101),
        (1, 1000, 0, None),
    ],
)
def test_how_many_greens_count(red: int, of: int, thousandths: int, needed: int | None) -> None:
    assert failure_rate(red, of) == Fraction(thousandths, 1000)
    assert greens_needed(red, of) == needed


def test_the_boundary_is_exact() -> None:
    assert not outlasts_luck(Fraction(9, 10), 2)  # 0.01 is not below 0.01
    assert outlasts_luck(Fraction(9, 10), 3)
    assert outlasts_luck(Fraction(901, 1000), 2)
    assert not outlasts_luck(Fraction(0), 10_000)


def test_a_rate_needs_counts() -> None:
    with pytest.raises(ValueError, match="no more red than runs"):
        failure_rate(2, 1)
