"""One patch, one decision: the strictest reason of all gates (DESIGN.md section 3)."""

from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.gate import combine
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Finding, Flag, GateResult
from tests.cases import contract, digest

findings = st.builds(
    Finding,
    subject=st.sampled_from(["p", "q", "patch"]),
    reason=st.sampled_from(Reason),
    flags=st.lists(st.sampled_from(Flag), max_size=2).map(tuple),
)
results = st.builds(
    GateResult,
    gate=st.sampled_from(["differential", "scope"]),
    findings=st.lists(findings, max_size=4).map(tuple),
)
OF = contract("p", "q")
HASH = digest("contract")


@given(st.lists(results, max_size=4))
def test_the_decision_is_that_of_the_strictest_finding(gates: list[GateResult]) -> None:
    verdict = combine(HASH, OF, tuple(gates))
    every = [finding for gate in gates for finding in gate.findings]
    worst = max(
        (finding.reason for finding in every),
        key=list(Reason).index,
        default=Reason.INCOMPLETE_CONTRACT,
    )
    assert (verdict.reason, verdict.decision) == (worst, worst.decision)
    assert [each.reason for each in verdict.results] == [each.reason for each in every]
    assert set(verdict.flags) == {flag for finding in every for flag in finding.flags}


@given(st.lists(results, min_size=1, max_size=4), results)
def test_one_more_gate_never_loosens(gates: list[GateResult], more: GateResult) -> None:
    order = list(Decision)
    before = combine(HASH, OF, tuple(gates))
    after = combine(HASH, OF, (*gates, more))
    if any(gate.findings for gate in gates):
        assert order.index(after.decision) >= order.index(before.decision)


@given(st.permutations(["a", "b", "c"]), st.lists(findings, min_size=3, max_size=3))
def test_the_order_of_the_gates_decides_nothing(names: list[str], each: list[Finding]) -> None:
    gates = [
        GateResult(gate=name, findings=(finding,))
        for name, finding in zip("abc", each, strict=True)
    ]
    turned = sorted(gates, key=lambda gate: names.index(gate.gate))
    one, two = combine(HASH, OF, tuple(gates)), combine(HASH, OF, tuple(turned))
    assert (one.reason, one.decision, one.flags) == (two.reason, two.decision, two.flags)
