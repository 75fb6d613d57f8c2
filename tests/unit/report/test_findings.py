import json

from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, GateResult
from freezegate.report.findings import JSON, TEXT, render_findings

RESULT = GateResult(
    gate="scope",
    findings=(
        Finding(subject="t.py::test_a", reason=Reason.FREEZE_ELIGIBLE, note="line 2"),
        Finding(subject="t.py::test_\x1b[31mb", reason=Reason.FREEZE_OF_ADDED),
    ),
)


def test_each_finding_and_the_gravest_last() -> None:
    assert render_findings(RESULT, TEXT, closing="The end.") == (
        "freeze_eligible  t.py::test_a\n"
        "    line 2\n"
        f"    {Reason.FREEZE_ELIGIBLE.advice}\n"
        "freeze_of_added  t.py::test_\\x1b[31mb\n"
        "    The patch adds this test and waives it. Delete the freeze line and rerun.\n"
        "scope: freeze_of_added (exit 2)\n"
        "The end.\n"
    )


def test_colour_is_added_and_nothing_else() -> None:
    painted = render_findings(RESULT, TEXT, colour=True)
    assert "\x1b[31mfreeze_of_added\x1b[0m  " in painted
    assert "\x1b[31mb" not in painted


def test_programs_get_the_same() -> None:
    whole = json.loads(render_findings(RESULT, JSON))
    assert (whole["gate"], whole["decision"], whole["reason"], whole["exit"]) == (
        "scope",
        "reject",
        "freeze_of_added",
        2,
    )
    assert whole["findings"][0] == {
        "subject": "t.py::test_a",
        "decision": "accept",
        "reason": "freeze_eligible",
        "exit": 0,
        "note": "line 2",
        "next_step": Reason.FREEZE_ELIGIBLE.advice,
    }
