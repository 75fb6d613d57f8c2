import pytest

from freezegate.core.gate import combine
from freezegate.model.contract import Notice, OnReview
from freezegate.model.reason import Decision, Exit, Reason
from freezegate.model.verdict import Counts, Finding, Flag, GateResult, Result
from tests.cases import contract, digest

OF = contract("p")
HASH = digest("contract")


def gate(*reasons: Reason, name: str = "differential") -> GateResult:
    findings = tuple(
        Finding(subject=f"p{place}", reason=reason) for place, reason in enumerate(reasons)
    )
    return GateResult(gate=name, findings=findings)


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ((), Reason.INCOMPLETE_CONTRACT),
        ((gate(),), Reason.INCOMPLETE_CONTRACT),
        ((gate(Reason.BOTH_PASS),), Reason.BOTH_PASS),
        ((gate(Reason.BOTH_PASS, Reason.SHARED_VARIANT_FAIL),), Reason.SHARED_VARIANT_FAIL),
        ((gate(Reason.REGRESSION, Reason.SHARED_VARIANT_FAIL),), Reason.REGRESSION),
        ((gate(Reason.BOTH_PASS), gate(Reason.UNIFORM_FAIL)), Reason.UNIFORM_FAIL),
        ((gate(Reason.WORSENED), gate(Reason.UNIFORM_FAIL)), Reason.WORSENED),
    ],
)
def test_the_strictest_reason_of_all_gates_decides(
    results: tuple[GateResult, ...], reason: Reason
) -> None:
    verdict = combine(HASH, OF, results)
    assert (verdict.reason, verdict.decision) == (reason, reason.decision)
    assert verdict.contract == HASH


def test_results_are_the_findings_in_their_order_with_their_decisions() -> None:
    counts = Counts(both_pass=1, parent_only=0, patch_only=0, both_fail=1)
    finding = Finding(
        subject="p",
        reason=Reason.SHARED_VARIANT_FAIL,
        note="nowhere worse",
        flags=(Flag.SPEC_REVIEW,),
        counts=counts,
    )
    verdict = combine(HASH, OF, (GateResult(gate="a", findings=(finding,)), gate(Reason.BOTH_PASS)))
    assert verdict.results == (
        Result(
            prop="p",
            decision=Decision.PROPOSE_FREEZE,
            reason=Reason.SHARED_VARIANT_FAIL,
            note="nowhere worse",
            flags=(Flag.SPEC_REVIEW,),
            counts=counts,
        ),
        Result(prop="p0", decision=Decision.ACCEPT, reason=Reason.BOTH_PASS),
    )


@pytest.mark.parametrize(
    ("raised", "notices", "flags"),
    [
        ((), (), ()),
        ((Flag.HUMAN_REQUIRED, Flag.SPEC_REVIEW), (), (Flag.SPEC_REVIEW, Flag.HUMAN_REQUIRED)),
        ((Flag.HUMAN_REQUIRED, Flag.HUMAN_REQUIRED), (), (Flag.HUMAN_REQUIRED,)),
        ((), (Notice(text="told"),), ()),
        ((), (Notice(text="told", spec_review=True),), (Flag.SPEC_REVIEW,)),
        ((), (Notice(text="told", human_required=True),), (Flag.HUMAN_REQUIRED,)),
        (
            (Flag.SPEC_REVIEW,),
            (Notice(text="a"), Notice(text="b", human_required=True)),
            (Flag.SPEC_REVIEW, Flag.HUMAN_REQUIRED),
        ),
    ],
)
def test_flags_of_findings_and_notices_are_united(
    raised: tuple[Flag, ...], notices: tuple[Notice, ...], flags: tuple[Flag, ...]
) -> None:
    findings = tuple(
        Finding(subject="p", reason=Reason.BOTH_PASS, flags=(flag,)) for flag in raised
    )
    of = contract("p", notices=notices)
    assert combine(HASH, of, (GateResult(gate="a", findings=findings),)).flags == flags


def test_an_accept_that_carries_a_flag_stops_where_the_contract_says_so() -> None:
    notices = (Notice(text="told", spec_review=True),)
    for on_review, exit_ in ((OnReview.PASS, Exit.ACCEPT), (OnReview.STOP, Exit.PROPOSE_FREEZE)):
        of = contract("p", notices=notices, on_review=on_review)
        assert combine(HASH, of, (gate(Reason.BOTH_PASS),)).exit is exit_
