"""Which failure class the reruns under control support (spec 2, step 4; DESIGN.md section 6).

The strictest of the classes that match wins, and a class whose control is missing is `unknown`: a
partial match is no match. One lucky run earns nothing, neither a green one nor a red one.
"""

import functools
from fractions import Fraction
from typing import Final

import msgspec

from freezegate.model.contract import Side
from freezegate.model.failure import (
    Call,
    Changed,
    ControlRun,
    Controls,
    FailureClass,
    Signal,
    check_counts,
)

#: Chance alone brings as many runs of one colour less than once in a hundred.
LUCK: Final = Fraction(1, 100)

#: The failure rate is taken as low as the uncontrolled runs allow with 95 % confidence, in
#: thousandths, rounded down: three red of twelve stand for 7.1 %, not for 25 %.
_DOUBT: Final = Fraction(1, 20)
_PARTS: Final = 1000

_ORDERS: Final = (Changed.VARIED_ORDER, Changed.FIXED_ORDER)


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """The class that the controls support, and why in words."""

    failure_class: FailureClass
    why: str


class _Shown(msgspec.Struct, frozen=True, kw_only=True):
    """All runs of one side under one change, and the rates at which its test fails and passes."""

    of: tuple[ControlRun, ...]
    fails: Fraction
    passes: Fraction

    @property
    def runs(self) -> int:
        return sum(run.runs for run in self.of)

    @property
    def red(self) -> int:
        return sum(run.red for run in self.of)

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(call for run in self.of for call in run.calls)

    @property
    def all_red(self) -> bool:
        return 0 < self.runs == self.red

    @property
    def all_green(self) -> bool:
        return bool(self.runs) and not self.red

    @property
    def beyond_luck(self) -> bool:
        """More of one colour than chance brings."""
        rate = self.passes if self.all_red else self.fails
        return self.all_red is not self.all_green and outlasts_luck(rate, self.runs)

    @property
    def greens_beyond_luck(self) -> bool:
        """More green among them than chance brings, where what was red is explained."""
        return outlasts_luck(self.fails, self.runs - self.red)

    @property
    def clock_injected(self) -> bool:
        return bool(self.of) and all(run.clock_injected for run in self.of)


def diagnose(controls: Controls) -> Diagnosis:
    """Name the strictest class that the controls support.

    Both sides are looked at where both were rerun, and the stricter class is the answer; without
    controls of the patch nothing is supported. Runs on another generation are left out.
    """
    sides = {Side.PATCH, *(run.side for run in controls.runs)}
    found = [_diagnose_side(controls, side) for side in Side if side in sides]
    return max(found, key=lambda each: each.failure_class.strictness)


def strictest(*classes: FailureClass) -> FailureClass:
    """Return the class that outranks the others; `UNKNOWN` where there is none."""
    return max(classes, key=lambda row: row.strictness, default=FailureClass.UNKNOWN)


def signals(controls: Controls, side: Side) -> frozenset[Signal]:
    """Return what the reruns of one side show."""
    own = [run for run in controls.runs if run.side is side]
    counted = [run for run in own if _counts(controls, run)]
    red, of = controls.uncontrolled(side)
    fails = failure_rate(red, of)
    passes = failure_rate(of - red, of)
    shown = {
        changed: _Shown(
            of=tuple(run for run in counted if run.changed is changed), fails=fails, passes=passes
        )
        for changed in Changed
    }
    ordered = [run for run in own if run.changed in _ORDERS]
    holds = {
        **_of_order(shown[Changed.VARIED_ORDER], shown[Changed.FIXED_ORDER]),
        Signal.SAME_GENERATION: bool(ordered) and all(_counts(controls, run) for run in ordered),
        **_of_clock(
            shown[Changed.CLOCK_ON_BOUNDARY], shown[Changed.CLOCK_AWAY], always_red=0 < red == of
        ),
        **_of_calls(shown[Changed.UPSTREAM_RECORDED]),
        **_of_input(shown[Changed.INPUT_REPLAYED]),
    }
    return frozenset(signal for signal, on in holds.items() if on)


def _of_order(varied: _Shown, fixed: _Shown) -> dict[Signal, bool]:
    return {
        Signal.RED_UNDER_VARIED_ORDER: bool(varied.red),
        Signal.GREEN_UNDER_FIXED_ORDER: fixed.all_green,
        Signal.FIXED_ORDER_OUTLASTS_LUCK: fixed.all_green and fixed.beyond_luck,
    }


def _of_clock(boundary: _Shown, away: _Shown, *, always_red: bool) -> dict[Signal, bool]:
    """Where no uncontrolled run passed, red on the boundary is no luck and the greens tell all.

    A date that has passed is such a boundary: every run since is red.
    """
    apart = boundary.all_red and away.all_green
    settled = always_red or boundary.beyond_luck
    return {
        Signal.RED_ON_THE_BOUNDARY: boundary.all_red,
        Signal.GREEN_AWAY_FROM_IT: away.all_green,
        Signal.CLOCK_INJECTED: boundary.clock_injected and away.clock_injected,
        Signal.CLOCK_OUTLASTS_LUCK: apart and settled and away.beyond_luck,
    }


def _of_calls(recorded: _Shown) -> dict[Signal, bool]:
    """A blip has to stand under every red run and under no green one, and a green one comes last.

    A call that timed out had no answer, so it has neither status code nor length.
    """
    calls = recorded.calls
    answered = [call for call in calls if not call.timed_out]
    return {
        Signal.TIMEOUT_OR_EMPTY_BODY: bool(recorded.red)
        and all(call.blip for call in calls if call.red),
        Signal.PASS_ON_A_WHOLE_ANSWER: bool(calls)
        and not calls[-1].red
        and not any(call.blip for call in calls if not call.red),
        Signal.STATUS_CODE_RECORDED: bool(answered)
        and all(call.status_code is not None for call in answered),
        Signal.BODY_LENGTH_RECORDED: bool(answered)
        and all(call.body_bytes is not None for call in answered),
        Signal.WHOLE_ANSWERS_OUTLAST_LUCK: recorded.greens_beyond_luck,
    }


def _of_input(replayed: _Shown) -> dict[Signal, bool]:
    """Each shrunk input is a control of its own: it replays where each of its runs is red."""
    breaking = [run for run in replayed.of if run.red == run.runs]
    return {
        Signal.SHRUNK_INPUT_DOES_NOT_REPLAY: len(breaking) < len(replayed.of),
        Signal.SHRUNK_INPUT_REPLAYS: bool(breaking),
        Signal.INPUT_IN_THE_PACK: bool(breaking) and all(run.in_pack for run in breaking),
    }


@functools.lru_cache(maxsize=1024)
def failure_rate(red: int, of: int) -> Fraction:
    """Estimate a failure rate cautiously: the least that fits `red` of `of` runs.

    It is the one-sided 95 % limit of Clopper and Pearson, rounded down to thousandths.

    Raises:
        ValueError: the counts are none.
    """
    check_counts(red, of)
    low, high = 0, _PARTS  # `low` is doubted, `high` is not
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _is_doubted(red, of, middle) else (low, middle)
    return Fraction(low, _PARTS)


def outlasts_luck(rate: Fraction, runs: int) -> bool:
    """Say that `runs` runs without a failure are more than chance at that failure rate brings."""
    return (1 - rate) ** runs < LUCK


def greens_needed(red: int, of: int) -> int | None:
    """Say how many green controls count after `red` of `of` uncontrolled runs failed.

    `None` where no number of them does: nothing failed, or too rarely to tell.
    """
    rate = failure_rate(red, of)
    if not rate:
        return None
    high = 1
    while not outlasts_luck(rate, high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if outlasts_luck(rate, middle) else (middle, high)
    return high


def _is_doubted(red: int, of: int, parts: int) -> bool:
    """Say that `red` of `of` or more, at `parts` thousandths (1 to 999), is too rare to believe."""
    term = (_PARTS - parts) ** of
    fewer = 0
    for count in range(red):
        fewer += term
        term = term * (of - count) * parts // ((count + 1) * (_PARTS - parts))
    whole: int = _PARTS**of
    return (whole - fewer) * _DOUBT.denominator <= whole * _DOUBT.numerator


def _diagnose_side(controls: Controls, side: Side) -> Diagnosis:
    seen = signals(controls, side)
    matches = [row for row in FailureClass if row.signature <= seen]
    supported = [row if row.controls <= seen else FailureClass.UNKNOWN for row in matches]
    answer = strictest(*supported)
    lacks = [_lack(row, seen) for row in matches if not row.controls <= seen]
    words = (f"the {side} shows: {_words(seen)}", *lacks, _left_out(controls, side))
    return Diagnosis(failure_class=answer, why="; ".join(filter(None, words)))


def _words(shown: frozenset[Signal]) -> str:
    return ", ".join(signal.replace("_", " ") for signal in Signal if signal in shown) or "nothing"


def _lack(row: FailureClass, seen: frozenset[Signal]) -> str:
    """Say which control a class is relabelled for."""
    return f"{row} is relabelled {FailureClass.UNKNOWN}, lacking: {_words(row.controls - seen)}"


def _left_out(controls: Controls, side: Side) -> str:
    """Say what was rerun, but not on the pinned generation."""
    strange = [run for run in controls.runs if run.side is side and not _counts(controls, run)]
    names = ", ".join(f"{run.changed} on {run.generation or 'none'}" for run in strange)
    pin = controls.generation or "none"
    return f"left out, for the pinned generation is {pin}: {names}" if strange else ""


def _counts(controls: Controls, run: ControlRun) -> bool:
    """A control counts on the pinned generation; an input that breaks the test counts on any."""
    pinned = bool(run.generation) and run.generation == controls.generation
    return pinned or run.changed is Changed.INPUT_REPLAYED
