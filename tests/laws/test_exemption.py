"""Laws of the exemption gate: nothing that a record says of a run opens it."""

from datetime import timedelta

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.exemption import Facts, admit
from freezegate.model.failure import ControlRun, Exemption, FailureClass
from freezegate.model.lane import LaneState
from freezegate.model.reason import Decision, Reason
from tests.exemptions import (
    BLIP,
    CLOCK,
    DRIFTED,
    INPUT,
    NOW,
    ORDER,
    PIN,
    UNINJECTED,
    asked,
    controls,
    lane,
    prop,
    replayed,
    touched,
)

PINS = st.sampled_from([PIN, DRIFTED, ""])
CLASSES = st.sampled_from([*FailureClass, "flaky", ""])
RUNS: tuple[tuple[ControlRun, ...], ...] = (
    (), ORDER, CLOCK, BLIP, INPUT, UNINJECTED, (replayed(0),), (*ORDER, *CLOCK),
)  # fmt: skip


@st.composite
def exemptions(draw: st.DrawFn) -> Exemption:
    """Whatever a record may ask for and claim."""
    zoneless = draw(st.booleans())
    return asked(
        draw(CLASSES),
        pin=draw(PINS),
        generation=draw(PINS),
        lane_green=draw(st.booleans()),
        missing=draw(st.sampled_from([(), ("companion",)])),
        zoneless="no zone" if zoneless else "",
        expires_at=None if zoneless else NOW + timedelta(hours=draw(st.integers(-48, 480))),
        max_days=draw(st.integers(0, 10)),
    )


@st.composite
def measured(draw: st.DrawFn) -> Facts:
    """Whatever a run may have measured."""
    report = lane(
        prop(fails=draw(st.integers(0, 1)), executes=draw(st.sampled_from([(), ("f",)]))),
        generation=draw(PINS),
        sensitive=draw(st.sampled_from([(), ("login",)])),
        state=draw(st.sampled_from(LaneState)),
        touched=touched("f"),
    )
    held = controls(*draw(st.sampled_from(RUNS)), generation=draw(PINS))
    return Facts(
        lane=draw(st.sampled_from([report, lane(), None])),
        controls=draw(st.sampled_from([held, controls(*ORDER), None])),
        generation=draw(st.one_of(PINS, st.none())),
        closed=draw(st.sampled_from([(), ("an input",)])),
        max_days=draw(st.integers(0, 10)),
        incident=draw(st.booleans()),
    )


@given(exemptions(), measured())
def test_an_exemption_is_allowed_alone_or_denied_by_each_finding(
    of: Exemption, facts: Facts
) -> None:
    result = admit(of, facts, NOW)
    found = [finding.reason for finding in result.findings]
    places = [reason.strictness for reason in found]
    assert found
    assert len(set(found)) == len(found)
    assert places == sorted(places, reverse=True)
    assert result.worst is found[0]
    if Reason.FREEZE_ALLOWED in found:
        assert found == [Reason.FREEZE_ALLOWED]
    else:
        assert {reason.decision for reason in found} == {Decision.REJECT}


@given(exemptions(), measured())
def test_what_is_allowed_rests_on_facts_of_this_run(of: Exemption, facts: Facts) -> None:
    if admit(of, facts, NOW).worst is not Reason.FREEZE_ALLOWED:
        return
    assert facts.lane is not None
    assert facts.lane.state is LaneState.GREEN
    assert facts.controls is not None
    assert {facts.lane.generation, facts.controls.generation, of.pin} == {of.pin} != {""}
    assert FailureClass.named(of.failure_class).freezable
    assert of.expires_at is not None
    assert of.expires_at > NOW
    assert not facts.incident
    assert not facts.closed


@given(exemptions(), measured())
def test_no_claim_opens_what_is_closed(of: Exemption, facts: Facts) -> None:
    boldest = msgspec.structs.replace(of, lane_green=True, generation=of.pin, max_days=0)
    denied = {finding.reason for finding in admit(boldest, facts, NOW).findings}
    told = {finding.reason for finding in admit(of, facts, NOW).findings}
    assert denied - {Reason.FREEZE_ALLOWED} <= told


@given(exemptions(), measured())
def test_an_incident_a_cap_and_a_closing_input_only_tighten(of: Exemption, facts: Facts) -> None:
    before = {finding.reason for finding in admit(of, facts, NOW).findings}
    for tighter in (
        msgspec.structs.replace(facts, incident=True),
        msgspec.structs.replace(facts, max_days=1),
        msgspec.structs.replace(facts, closed=("an input",)),
        msgspec.structs.replace(facts, controls=controls(*ORDER, *INPUT)),
        msgspec.structs.replace(facts, lane=None),
    ):
        after = admit(of, tighter, NOW).worst
        assert Reason.FREEZE_ALLOWED in before or after is not Reason.FREEZE_ALLOWED


@given(measured())
def test_nothing_is_believed_of_an_empty_witness(facts: Facts) -> None:
    empty = Exemption(
        origin="witness.json:1", test_id="", failure_class="", pin="", expires_at=None,
        missing=("assertion_id",),
    )  # fmt: skip
    assert admit(empty, facts, NOW).worst.decision is Decision.REJECT
