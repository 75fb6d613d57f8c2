"""THE table of failure classes, and the reruns under control that support one (spec 2, step 4).

One row a class; the order in the file is strictness, mildest first. A row carries the signals that
show it, those that must be on record before it counts, and whether it may be frozen.
"""

from datetime import datetime
from enum import StrEnum
from typing import Final, Self

import msgspec

from freezegate.model.contract import Side
from freezegate.model.ids import PropertyId, TestId, check_commit, check_id
from freezegate.model.manifest import check_test_id

#: Exact arithmetic on more runs takes seconds; the rarest flake that is ever settled needs fewer.
MAX_RUNS: Final = 10_000


class Signal(StrEnum):
    """What reruns under control showed of one side."""

    RED_UNDER_VARIED_ORDER = "red_under_varied_order"
    GREEN_UNDER_FIXED_ORDER = "green_under_fixed_order"
    SAME_GENERATION = "same_generation"
    FIXED_ORDER_OUTLASTS_LUCK = "fixed_order_outlasts_luck"
    RED_ON_THE_BOUNDARY = "red_on_the_boundary"
    GREEN_AWAY_FROM_IT = "green_away_from_it"
    CLOCK_INJECTED = "clock_injected"
    CLOCK_OUTLASTS_LUCK = "clock_outlasts_luck"
    TIMEOUT_OR_EMPTY_BODY = "timeout_or_empty_body"
    PASS_ON_A_WHOLE_ANSWER = "pass_on_a_whole_answer"  # noqa: S105 - a test's pass
    STATUS_CODE_RECORDED = "status_code_recorded"
    BODY_LENGTH_RECORDED = "body_length_recorded"
    WHOLE_ANSWERS_OUTLAST_LUCK = "whole_answers_outlast_luck"
    SHRUNK_INPUT_DOES_NOT_REPLAY = "shrunk_input_does_not_replay"
    SHRUNK_INPUT_REPLAYS = "shrunk_input_replays"
    INPUT_IN_THE_PACK = "input_in_the_pack"


class FailureClass(StrEnum):
    """Why a test fails now and then. The set is closed; see `named`."""

    signature: frozenset[Signal]
    controls: frozenset[Signal]
    freezable: bool
    meaning: str
    advice: str

    def __new__(  # noqa: PLR0913, PLR0917 - a column each
        cls,
        code: str,
        signature: frozenset[Signal],
        controls: frozenset[Signal],
        freezable: bool,  # noqa: FBT001 - a column
        meaning: str,
        advice: str,
    ) -> Self:
        """Make a member whose value is its code."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.signature = signature
        member.controls = controls
        member.freezable = freezable
        member.meaning = meaning
        member.advice = advice
        return member

    @classmethod
    def named(cls, text: str) -> Self:
        """Return the class of that name; a string that names none is `UNKNOWN`."""
        return next((row for row in cls if row == text), cls["UNKNOWN"])

    @property
    def strictness(self) -> int:
        """The row's place in the table: the higher, the stricter."""
        return _STRICTNESS[self]

    ORDER_DEPENDENT = (
        "order_dependent",
        frozenset({Signal.RED_UNDER_VARIED_ORDER, Signal.GREEN_UNDER_FIXED_ORDER}),
        frozenset({Signal.FIXED_ORDER_OUTLASTS_LUCK, Signal.SAME_GENERATION}),
        True,
        "Fails when the order or the hash seed varies, passes when both are fixed.",
        "Undo what one test leaves behind for the next, or sort what has no order.",
    )
    CLOCK_BOUND = (
        "clock_bound",
        frozenset({Signal.RED_ON_THE_BOUNDARY, Signal.GREEN_AWAY_FROM_IT}),
        frozenset({Signal.CLOCK_INJECTED, Signal.CLOCK_OUTLASTS_LUCK}),
        True,
        "Fails only when the time crosses a boundary.",
        "Give the test a clock of its own that stands still.",
    )
    RESOURCE_BLIP = (
        "resource_blip",
        frozenset({Signal.TIMEOUT_OR_EMPTY_BODY, Signal.PASS_ON_A_WHOLE_ANSWER}),
        frozenset(
            {
                Signal.STATUS_CODE_RECORDED,
                Signal.BODY_LENGTH_RECORDED,
                Signal.WHOLE_ANSWERS_OUTLAST_LUCK,
            }
        ),
        True,
        "An upstream timed out or sent an empty body, then answered in full and the test passed.",
        "Put a fake in the place of the upstream.",
    )
    UNKNOWN = (
        "unknown",
        frozenset({Signal.SHRUNK_INPUT_DOES_NOT_REPLAY}),
        frozenset[Signal](),
        False,
        "No signature matches, a control is missing, or an input was shrunk that does not replay.",
        "Investigate; do not exempt. No rerun creates a class.",
    )
    COUNTEREXAMPLE = (
        "counterexample",
        frozenset({Signal.SHRUNK_INPUT_REPLAYS}),
        frozenset({Signal.INPUT_IN_THE_PACK}),
        False,
        "An input was shrunk that breaks it, and replays.",
        "Fix the code or the property, and keep the input in the fixture pack.",
    )


_STRICTNESS: Final = {row: place for place, row in enumerate(FailureClass)}


class Changed(StrEnum):
    """The one thing that a rerun under control changes.

    `ALONE`, `BEHIND_PREDECESSORS`, `UNSEEDED` and `NETWORK_REFUSED` are recorded for the person who
    reads: no row of the table rests on them.
    """

    VARIED_ORDER = "varied_order"
    FIXED_ORDER = "fixed_order"
    ALONE = "alone"
    BEHIND_PREDECESSORS = "behind_predecessors"
    UNSEEDED = "unseeded"
    CLOCK_ON_BOUNDARY = "clock_on_boundary"
    CLOCK_AWAY = "clock_away"
    NETWORK_REFUSED = "network_refused"
    UPSTREAM_RECORDED = "upstream_recorded"
    INPUT_REPLAYED = "input_replayed"


class Call(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The upstream call of one run; `None` where a fact was not recorded. `red` is the run's."""

    red: bool
    timed_out: bool = False
    status_code: int | None = None
    body_bytes: int | None = None

    @property
    def blip(self) -> bool:
        """Whether it timed out or its body was empty, whatever the status code."""
        return self.timed_out or self.body_bytes == 0


class ControlRun(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Reruns of one property on one side with one thing changed: `red` of `runs` failed.

    `clock_injected` says that a clock was the fixture's and not the machine's. `calls` are one a
    run, in order. `in_pack` says that the input that was replayed stands in the fixture pack.
    """

    changed: Changed
    side: Side
    generation: str
    runs: int
    red: int
    clock_injected: bool = False
    calls: tuple[Call, ...] = ()
    in_pack: bool = False

    def __post_init__(self) -> None:
        """Counts fit together, and each fact stands with the change that it is of."""
        check_counts(self.red, self.runs)
        if not self.runs:
            message = f"{self.changed}: a control of no runs shows nothing"
            raise ValueError(message)
        if self.generation:
            check_id(self.generation)
        if self.clock_injected and self.changed not in _CLOCKS:
            message = f"clock_injected goes with {' and '.join(_CLOCKS)}, not {self.changed}"
            raise ValueError(message)
        if self.in_pack and self.changed is not Changed.INPUT_REPLAYED:
            message = f"in_pack goes with {Changed.INPUT_REPLAYED}, not {self.changed}"
            raise ValueError(message)
        called = self.runs if self.changed is Changed.UPSTREAM_RECORDED else 0
        if len(self.calls) != called or sum(call.red for call in self.calls) != min(
            self.red, called
        ):
            message = f"{self.changed}: one call a run of a recorded upstream, red where it is red"
            raise ValueError(message)


_CLOCKS: Final = (Changed.CLOCK_ON_BOUNDARY, Changed.CLOCK_AWAY)


class Controls(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sealed record of what was rerun for one property, and of nothing else.

    `generation` is the content id of the fixture pack that all of it ran on; empty where none could
    be pinned. `red` of `of` runs of the patch failed before anything was changed, and `parent_red`
    of `parent_of` of the parent; where the parent's were not counted apart, the patch's stand for
    both.
    """

    parent_sha: str
    patch_sha: str
    property: PropertyId
    test_id: TestId
    generation: str
    red: int
    of: int
    runs: tuple[ControlRun, ...]
    controls_version: int = 1
    parent_red: int = 0
    parent_of: int = 0

    def __post_init__(self) -> None:
        """There is one version so far; ids are ids and counts fit together."""
        if self.controls_version != 1:
            message = f"controls_version is {self.controls_version}; this freezegate reads 1"
            raise ValueError(message)
        check_commit(self.parent_sha)
        check_commit(self.patch_sha)
        check_id(self.property)
        check_test_id(self.test_id)
        if self.generation:
            check_id(self.generation)
        check_counts(self.red, self.of)
        check_counts(self.parent_red, self.parent_of)

    def uncontrolled(self, side: Side) -> tuple[int, int]:
        """How many of how many runs of a side failed before anything was changed."""
        if side is Side.PARENT and self.parent_of:
            return self.parent_red, self.parent_of
        return self.red, self.of


def check_counts(red: int, runs: int) -> None:
    """Refuse counts that no series of runs has.

    Raises:
        ValueError: more red than runs, a negative count, or more than `MAX_RUNS`.
    """
    if not 0 <= red <= runs <= MAX_RUNS:
        message = f"{red} red of {runs} runs: 0 to {MAX_RUNS} runs, and no more red than runs"
        raise ValueError(message)


class Exemption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a witness file or a freeze record asks for, before anything of it is believed.

    `origin` is the file and line of it. `missing` names the fields that it lacks; `zoneless` says
    where its expiry has no zone, `expires_at` being `None` then. `lane_green` and `generation` are
    what it claims of a run: a claim can close the exemption, never open it. `max_days` is its own
    cap in days, 0 for none.
    """

    origin: str
    test_id: str
    failure_class: str
    pin: str
    expires_at: datetime | None
    missing: tuple[str, ...] = ()
    zoneless: str = ""
    lane_green: bool = True
    generation: str = ""
    max_days: int = 0
