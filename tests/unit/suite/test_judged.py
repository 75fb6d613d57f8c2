from datetime import UTC, datetime
from typing import Final

import pytest

from freezegate.core.witness import LocatedLeaf, witness_class
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase
from freezegate.suite.checkout import Checkout, Disk
from freezegate.suite.failures import Failures
from freezegate.suite.judged import judged
from freezegate.suite.loaded import Frozen
from freezegate.suite.marks import Mark, State, hold, mark_of
from tests.ledgers import record

NAME: Final = record("a").test_id


def report(when: str, outcome: str = "passed", text: str = "") -> pytest.TestReport:
    return pytest.TestReport(
        NAME,
        ("test_bounds.py", 0, "test_a"),
        {},
        outcome,  # type: ignore[arg-type] # one of three
        text or None,
        when,  # type: ignore[arg-type] # a phase
    )


def failures(*errors: Exception) -> Failures:
    files: dict[str, bytes] = {}
    disk = Disk(paths={}, read=files.__getitem__, root="", pytest_major=9)
    found = Failures(PropertyId(NAME), NAME, Checkout(disk), "/nowhere")
    for error in errors:
        found.add(error)
    return found


def named(*messages: str, phase: Phase = Phase.CALL) -> str:
    leaves = tuple(LocatedLeaf(type="builtins.ValueError", message=each) for each in messages)
    return witness_class(PropertyId(NAME), leaves, phase=phase)


def frozen(witness: str) -> Frozen:
    expires = datetime(2026, 10, 12, tzinfo=UTC)
    return Frozen(record("a", witness=witness, expires_at=expires), 7, PropertyId(NAME))


def states(reports: list[pytest.TestReport]) -> list[tuple[str, State | None, bool]]:
    marks = [mark_of(each) for each in reports]
    return [
        (each.outcome, mark.state if mark else None, bool(mark and mark.told))
        for each, mark in zip(reports, marks, strict=True)
    ]


def test_the_failure_that_is_named_is_frozen_once_and_the_last_report_has_its_properties() -> None:
    reports = [report("setup"), report("call", "failed", "E"), report("teardown")]
    found = judged(frozen(named("x")), failures(ValueError("x")), reports)
    assert states(found) == [
        ("passed", None, False),
        ("skipped", State.FROZEN, False),
        ("passed", None, False),
    ]
    assert mark_of(found[1]) == Mark(
        state=State.FROZEN,
        test_id=NAME,
        line=7,
        expires="2026-10-12T00:00:00Z",
        witness=named("x"),
        came=named("x"),
    )
    assert [len(each.user_properties) for each in found] == [0, 3, 3]


def test_several_failing_reports_of_one_class_are_one_frozen_test() -> None:
    reports = [report("setup"), report("call", "failed", "E"), report("teardown", "failed", "E")]
    found = judged(frozen(named("x", "y")), failures(ValueError("x"), ValueError("y")), reports)
    assert states(found)[1:] == [
        ("skipped", State.FROZEN, False),
        ("skipped", State.FROZEN, True),
    ]


@pytest.mark.parametrize("witness", ["", named("other"), named("x", phase=Phase.SETUP)])
def test_every_other_failure_stands(witness: str) -> None:
    reports = [report("setup"), report("call", "failed", "E"), report("teardown", "failed", "E")]
    found = judged(frozen(witness), failures(ValueError("x")), reports)
    assert states(found)[1:] == [("failed", State.OTHER, False), ("failed", State.OTHER, True)]
    assert not any(each.user_properties for each in found)


def test_a_failing_setup_and_teardown_stand_too() -> None:
    reports = [report("setup", "failed", "E"), report("teardown", "failed", "E")]
    found = judged(frozen(""), failures(ValueError("x")), reports)
    assert states(found) == [("failed", State.OTHER, False), ("failed", State.OTHER, True)]


def held() -> tuple[Failures, list[pytest.TestReport]]:
    found = failures(ValueError("x"))
    inner = report("call", "failed", "E  of a subtest")
    found.held.append(inner)
    hold(inner, NAME)
    return found, [report("setup"), report("call"), report("teardown")]


def test_of_failing_subtests_the_call_is_frozen() -> None:
    found, reports = held()
    assert states(judged(frozen(named("x")), found, reports)) == [
        ("passed", None, False),
        ("skipped", State.FROZEN, False),
        ("passed", None, False),
    ]
    assert reports[1].sections == [("freezegate: the frozen failure", "E  of a subtest")]


def test_subtests_that_fail_otherwise_are_let_go_in_their_place() -> None:
    found, reports = held()
    assert states(judged(frozen(named("y")), found, reports)) == [
        ("passed", None, False),
        ("failed", State.OTHER, False),
        ("passed", None, False),
        ("passed", None, False),
    ]


def test_a_test_that_passes_is_marked_and_one_that_skips_is_not() -> None:
    passing = [report("setup"), report("call"), report("teardown")]
    found = judged(frozen("w"), failures(), passing)
    assert states(found)[-1] == ("passed", State.PASSED, False)
    skipping = [report("setup"), report("call", "skipped", "S"), report("teardown")]
    assert {state for _, state, _ in states(judged(frozen("w"), failures(), skipping))} == {None}


def test_a_failure_without_an_exception_is_held_to_the_record_as_well() -> None:
    reports = [report("setup"), report("call", "failed", "boom"), report("teardown")]
    bare = LocatedLeaf(type="pytest.Failed", message="boom")
    witness = witness_class(PropertyId(NAME), (bare,), phase=Phase.CALL)
    found = judged(frozen(witness), failures(), reports)
    assert states(found)[1] == ("skipped", State.FROZEN, False)
