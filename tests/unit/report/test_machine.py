import msgspec
import pytest

from freezegate.model.contract import Side
from freezegate.model.evidence import Evidence
from freezegate.model.ids import Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Cause
from freezegate.model.verdict import Counts
from freezegate.report.machine import DecisionObject, render
from tests.unit.report.golden import SAMPLES
from tests.unit.report.samples import Drawn, Extra, evidence, ticket

NAME = "tests/test_a.py::test_a"


def decoded(held: Evidence) -> DecisionObject:
    return msgspec.json.decode(render(held), type=DecisionObject)


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_the_object_says_what_the_verdict_says(sample: Evidence) -> None:
    said = decoded(sample)
    assert (said.decision, said.reason, said.flags, said.contract, said.exit) == (
        sample.verdict.decision,
        sample.verdict.reason,
        sample.verdict.flags,
        sample.verdict.contract,
        sample.verdict.exit,
    )
    assert [(one.prop, one.decision, one.reason, one.note) for one in said.results] == [
        (one.prop, one.decision, one.reason, one.note) for one in sample.verdict.results
    ]


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_the_packet_lines_are_the_packets(sample: Evidence) -> None:
    lines = decoded(sample).packet
    assert (lines.contract, lines.decision, lines.reasons) == (
        sample.packet.contract,
        sample.packet.decision,
        sample.packet.reasons,
    )
    assert lines.rows == {"parent": sample.packet.parent, "patch": sample.packet.patch}


def test_the_first_keys_are_those_of_the_specification() -> None:
    said = msgspec.json.decode(render(SAMPLES["regression"]), type=dict[str, object])
    assert list(said)[:2] == ["decision", "results"]
    results = said["results"]
    assert isinstance(results, list)
    assert list(results[0])[:3] == ["prop", "decision", "reason"]


def test_marks_counts_and_gaps_stand_beside_their_property() -> None:
    counts = Counts(both_pass=1, parent_only=0, patch_only=1, both_fail=0)
    drawn = Drawn(name=NAME, parent="..", patch=".A", reason=Reason.REGRESSION, counts=counts)
    causes = (
        Cause(prop=NAME, seed=Seed(11), text="killed"),
        Cause(prop="", seed=Seed(29), text="no pytest"),
    )
    said = decoded(evidence((drawn,), Extra(causes={Side.PATCH: causes}), count=2))
    (result,) = said.results
    assert result.marks == {"parent": "..", "patch": ".A"}
    assert result.counts == counts
    assert [gap.text for gap in result.no_row] == ["killed"]
    assert [gap.text for gap in said.no_row] == ["no pytest"]


def test_a_next_step_is_the_given_one_or_the_reasons_advice() -> None:
    drawn = Drawn(name=NAME, parent=".", patch="A", reason=Reason.REGRESSION)
    held = evidence((drawn,), count=1)
    (given,) = msgspec.json.decode(
        render(held, next_steps={NAME: "lengthen it"}), type=DecisionObject
    ).results
    assert given.next_step == "lengthen it"
    assert decoded(held).results[0].next_step == Reason.REGRESSION.advice


def test_tickets_are_named() -> None:
    counts = Counts(both_pass=0, parent_only=0, patch_only=0, both_fail=1)
    extra = Extra(
        tickets=(ticket("b", "A", counts), ticket("a", "A", counts, why="unknown")),
        ticket_ids=("111", "222"),
    )
    tickets = decoded(evidence((Drawn(name=NAME),), extra)).tickets
    assert [(one.id, one.prop, one.admissible, one.why) for one in tickets] == [
        ("222", "a", False, "unknown"),
        ("111", "b", True, ""),
    ]


def test_a_finding_of_no_property_has_no_marks() -> None:
    drawn = Drawn(name=NAME, parent=".", patch=".")
    held = evidence((drawn,), count=1)
    about = msgspec.structs.replace(held.verdict.results[0], prop="patch")
    verdict = msgspec.structs.replace(held.verdict, results=(about,))
    assert decoded(msgspec.structs.replace(held, verdict=verdict)).results[0].marks == {}


def test_the_look_changes_nothing_else() -> None:
    for sample in SAMPLES.values():
        assert render(sample, colour=True, width=40, verbose=True) == render(sample)
