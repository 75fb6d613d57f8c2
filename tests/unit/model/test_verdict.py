import pytest
from msgspec.structs import replace

from freezegate.model.contract import OnReview
from freezegate.model.ids import Digest
from freezegate.model.reason import Exit, Reason
from freezegate.model.verdict import Finding, Flag, GateResult, Verdict


def test_a_gate_that_found_nothing_judged_nothing() -> None:
    assert GateResult(gate="differential", findings=()).worst is Reason.INCOMPLETE_CONTRACT


def test_the_strictest_finding_is_the_gates() -> None:
    reasons = (Reason.BOTH_PASS, Reason.REGRESSION, Reason.SHARED_VARIANT_FAIL)
    findings = tuple(Finding(subject=reason, reason=reason) for reason in reasons)
    assert GateResult(gate="differential", findings=findings).worst is Reason.REGRESSION
    assert GateResult(gate="differential", findings=findings[:1]).worst is Reason.BOTH_PASS


def test_the_digest_of_a_verdict_is_one(verdict: Verdict) -> None:
    with pytest.raises(ValueError, match="'x' is not a digest"):
        replace(verdict, contract=Digest("x"))


@pytest.mark.parametrize(
    ("reason", "flags", "on_review", "code"),
    [
        (Reason.BOTH_PASS, (), OnReview.PASS, Exit.ACCEPT),
        (Reason.BOTH_PASS, (), OnReview.STOP, Exit.ACCEPT),
        (Reason.REMOVED_GREEN, (Flag.SPEC_REVIEW,), OnReview.PASS, Exit.ACCEPT),
        (Reason.REMOVED_GREEN, (Flag.SPEC_REVIEW,), OnReview.STOP, Exit.PROPOSE_FREEZE),
        (Reason.REMOVED_GREEN, (Flag.SPEC_REVIEW,), OnReview.HUMAN, Exit.ACCEPT),
        (Reason.REMOVED_GREEN, (Flag.HUMAN_REQUIRED,), OnReview.HUMAN, Exit.PROPOSE_FREEZE),
        (Reason.REMOVED_GREEN, (Flag.HUMAN_REQUIRED,), OnReview.PASS, Exit.ACCEPT),
        (Reason.SHARED_VARIANT_FAIL, (), OnReview.PASS, Exit.PROPOSE_FREEZE),
        (Reason.REGRESSION, (Flag.SPEC_REVIEW,), OnReview.STOP, Exit.REJECT),
    ],
)
def test_a_flag_asks_a_person_only_for_an_accept_under_stop(
    verdict: Verdict, reason: Reason, flags: tuple[Flag, ...], on_review: OnReview, code: Exit
) -> None:
    judged = replace(
        verdict, decision=reason.decision, reason=reason, flags=flags, on_review=on_review
    )
    assert judged.exit is code
