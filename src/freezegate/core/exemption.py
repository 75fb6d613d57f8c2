"""The exemption gate: whether a failure may be frozen (spec 2, step 5; DESIGN.md section 6).

One function of what is asked, what this run measured, and the time. No record vouches for itself:
what it says of a run can close the exemption and never open it. Every condition that is not met is
a finding, and the strictest of them is the answer.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from freezegate.core.diagnosis import Diagnosis, diagnose, strictest
from freezegate.model.failure import Controls, Exemption, FailureClass
from freezegate.model.ids import TestId
from freezegate.model.lane import MAX_TOUCHED, LaneProperty, LaneReport, LaneState
from freezegate.model.manifest import base_of
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, GateResult

GATE: Final = "exemption"
#: The subject where the record names no test.
WITNESS: Final = "witness"

_DAY: Final = timedelta(days=1)
_ELLIPSIS_AFTER: Final = 5


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What this run measured, and the team's policy; `None` where nothing was measured.

    `generation` is the fixture pack's own content id, empty where it could not be pinned. `closed`
    says why the pack closes the assertion, a sentence each. `max_days` caps the window in days from
    now, 0 for no cap.
    """

    lane: LaneReport | None = None
    controls: Controls | None = None
    generation: str | None = None
    closed: tuple[str, ...] = ()
    max_days: int = 0
    incident: bool = False


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """All that the conditions are held to."""

    asked: Exemption
    facts: Facts
    now: datetime
    diagnosis: Diagnosis

    @property
    def claimed(self) -> FailureClass:
        return FailureClass.named(self.asked.failure_class)

    @property
    def held(self) -> FailureClass:
        """The class that holds: the claimed one where the controls support it, else unknown."""
        found = self.diagnosis.failure_class
        own = self.claimed
        return own if own is found else strictest(own, found, FailureClass.UNKNOWN)


def admit(asked: Exemption, facts: Facts, now: datetime) -> GateResult:
    """Hold an exemption to every condition at a time (with an offset).

    Returns:
        `FREEZE_ALLOWED` alone, or a finding for each condition that is not met, strictest first.
    """
    case = _Case(
        asked=asked, facts=facts, now=now, diagnosis=_diagnosed(facts.controls, asked.test_id)
    )
    subject = asked.test_id or WITNESS
    unmet = tuple(
        Finding(subject=subject, reason=reason, note=note)
        for holds, reason, note in _conditions(case)
        if not holds
    )
    ordered = sorted(unmet, key=lambda finding: -finding.reason.strictness)
    allowed = Finding(subject=subject, reason=Reason.FREEZE_ALLOWED, note=_allowed(case))
    return GateResult(gate=GATE, findings=tuple(ordered) or (allowed,))


def _conditions(case: _Case) -> Iterator[tuple[bool, Reason, str]]:
    """Give each condition: whether it holds, what it is otherwise, and the words for that."""
    yield from _class_conditions(case)
    yield from _run_conditions(case)
    yield from _record_conditions(case)


def _class_conditions(case: _Case) -> tuple[tuple[bool, Reason, str], ...]:
    """The failure is of a class that may be frozen, and no input is known to break it."""
    asked, found = case.asked, case.diagnosis.failure_class
    counterexample = FailureClass.COUNTEREXAMPLE in {case.claimed, found}
    words = f"{_quoted(asked.failure_class)} is asked for, {found} is shown: {case.diagnosis.why}"
    shrunk = (*case.facts.closed, *_shrunk(case.facts.lane, asked.test_id))
    return (
        (not counterexample, Reason.COUNTEREXAMPLE_FOUND, words),
        (not shrunk, Reason.CLOSED_BY_PACK, "; ".join(shrunk)),
        (
            case.held.freezable or counterexample,
            Reason.CLASS_NOT_FREEZABLE,
            words,
        ),
        (
            asked.failure_class in set(FailureClass),
            Reason.CLASS_NOT_IN_SET,
            f"{_quoted(asked.failure_class)} is none of {', '.join(FailureClass)}",
        ),
    )


def _run_conditions(case: _Case) -> tuple[tuple[bool, Reason, str], ...]:
    """This run is green beside the failure, pinned, and no time for exemptions is none."""
    facts, asked = case.facts, case.asked
    sensitive = facts.lane.sensitive if facts.lane else ()
    pins = _generations(facts)
    empty = [source for source, generation in pins if not generation]
    not_green = tuple(_not_green(case))
    return (
        (not sensitive, Reason.SENSITIVE_CHANGE, "the change matches " + ", ".join(sensitive)),
        (not facts.incident, Reason.INCIDENT_OPEN, ""),
        (
            facts.lane is None or not facts.lane.touched.unlistable,
            Reason.TOUCHED_SET_UNLISTABLE,
            f"more than {MAX_TOUCHED} functions",
        ),
        (
            facts.lane is None or _has_real_properties(facts.lane, asked.test_id),
            Reason.NO_REAL_PROPERTIES,
            "no property but the frozen test's own counts in the lane",
        ),
        (not not_green, Reason.LANE_NOT_GREEN, "; ".join(not_green)),
        (
            bool(pins) and not empty,
            Reason.PIN_IMPOSSIBLE,
            f"{', '.join(empty)}: no generation" if empty else "no generation of this run is given",
        ),
    )


def _record_conditions(case: _Case) -> tuple[tuple[bool, Reason, str], ...]:
    """The record cites this run's generation, lacks nothing, and its window is open and short."""
    asked, now = case.asked, case.now
    claims = (("the record's own run", asked.generation),) if asked.generation else ()
    drifted = [
        f"{generation} is that of {source}"
        for source, generation in (*_generations(case.facts), *claims)
        if generation and generation != asked.pin
    ]
    ends = asked.expires_at
    cap = min(filter(None, (case.facts.max_days, asked.max_days)), default=None)
    days = -((now - ends) // _DAY) if ends else 0  # rounded up
    return (
        (
            not (asked.pin and drifted),
            Reason.PIN_DRIFTED,
            f"the record cites {asked.pin}, but {', '.join(drifted)}",
        ),
        (bool(asked.pin), Reason.PIN_MISSING, f"{asked.origin}: no pin"),
        (not asked.missing, Reason.FIELD_MISSING, f"{asked.origin}: add {_names(asked.missing)}"),
        (not asked.zoneless, Reason.EXPIRY_WITHOUT_ZONE, asked.zoneless),
        (ends is None or ends > now, Reason.WINDOW_CLOSED, _window(asked, now)),
        (
            cap is None or days <= cap,
            Reason.EXPIRY_BEYOND_CAP,
            f"{_window(asked, now)}; the cap is {cap} days from then",
        ),
    )


def _diagnosed(controls: Controls | None, test_id: str) -> Diagnosis:
    """Diagnose the test that is asked about; controls of another one support nothing."""
    if controls is None:
        return Diagnosis(failure_class=FailureClass.UNKNOWN, why="no controls are on record")
    if controls.test_id != test_id:
        why = f"the controls are of {controls.test_id}"
        return Diagnosis(failure_class=FailureClass.UNKNOWN, why=why)
    return diagnose(controls)


def _not_green(case: _Case) -> Iterator[str]:
    """Say why the lane is not green without the frozen test, which neither colours nor covers."""
    lane, own = case.facts.lane, case.asked.test_id
    if not case.asked.lane_green:
        yield f"{case.asked.origin}: the record itself says that it was not"
    if lane is None:
        yield "no report of the lane is given"
        return
    if lane.state is not LaneState.GREEN:
        yield f"the lane is {lane.state}"
    others = _others(lane, own)
    red = tuple(prop.id for prop in others if prop.fails or not prop.passes)
    if red:
        yield f"not green: {_names(red)}"
    covered = {function for prop in others for function in prop.executes}
    bare = tuple(each for each in lane.touched.functions if each not in covered)
    if bare:
        yield f"no property but the frozen test's own executes {_names(bare)}"


def _others(lane: LaneReport, test_id: str) -> tuple[LaneProperty, ...]:
    """Give the properties that count, without the frozen test under whatever parameters."""
    own = base_of(TestId(test_id))
    return tuple(prop for prop in lane.properties if prop.counts and base_of(prop.test_id) != own)


def _has_real_properties(lane: LaneReport, test_id: str) -> bool:
    """Whether a property beside the frozen test's own bears on the patch.

    Where nothing is touched none can; there it is enough that the project has one.
    """
    if lane.touched.functions or lane.touched.data or lane.touched.unaccounted:
        return bool(_others(lane, test_id))
    own = base_of(TestId(test_id))
    return any(base_of(prop.test_id) != own for prop in lane.properties)


def _shrunk(lane: LaneReport | None, test_id: str) -> tuple[str, ...]:
    """Say which input of the lane closes the assertion: its own, or another of the same job."""
    properties = lane.properties if lane else ()
    own = {prop.id for prop in properties if base_of(prop.test_id) == base_of(TestId(test_id))}
    failed = any(prop.fails for prop in properties if prop.id in own)
    return tuple(
        f"the lane shrank an input that breaks {prop.id}"
        for prop in properties
        if prop.shrunk and (failed or prop.id in own)
    )


def _generations(facts: Facts) -> tuple[tuple[str, str], ...]:
    """Give each generation that this run measured, and where it stands."""
    known = (
        ("the pack", facts.generation),
        ("the lane's report", facts.lane.generation if facts.lane else None),
        ("the controls", facts.controls.generation if facts.controls else None),
    )
    return tuple((source, generation) for source, generation in known if generation is not None)


def _window(asked: Exemption, now: datetime) -> str:
    ends = asked.expires_at.isoformat() if asked.expires_at else "never"
    return f"it expires {ends}, and now is {now.isoformat()}"


def _allowed(case: _Case) -> str:
    return f"{case.held} on {case.asked.pin}: {case.diagnosis.why}; {_window(case.asked, case.now)}"


def _quoted(name: str) -> str:
    return repr(name) if name else "no class"


def _names(names: tuple[str, ...]) -> str:
    """List names, the first few of many."""
    more = len(names) - _ELLIPSIS_AFTER
    return ", ".join(names[:_ELLIPSIS_AFTER]) + (f" and {more} more" if more > 0 else "")
