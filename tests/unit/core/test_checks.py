import msgspec
import pytest

from freezegate.core.differential import score
from freezegate.model.contract import Contract, NotJudged, Route
from freezegate.model.ids import TestId
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding
from tests.cases import both, contract, routed

GREEN = {"p": ".."}
LEFT_OUT = NotJudged(test_id=TestId("t::left"), reason="no locale", until="2027-01-01")


def findings(**changes: object) -> tuple[Finding, ...]:
    of: Contract = msgspec.structs.replace(contract("p", length=2), **changes)
    return score(of, *both(of, GREEN, GREEN)).findings


PASS = Finding(subject="p", reason=Reason.BOTH_PASS, counts=findings()[0].counts)


def test_what_did_not_collect_is_named_each() -> None:
    assert findings(collection_errors=("parent: a.py: no x", "patch: b.py: no y")) == (
        Finding(subject="patch", reason=Reason.INCOMPLETE_CONTRACT, note="parent: a.py: no x"),
        Finding(subject="patch", reason=Reason.INCOMPLETE_CONTRACT, note="patch: b.py: no y"),
        PASS,
    )


def test_unstable_ids_are_named_each() -> None:
    assert findings(unstable_ids=(TestId("t::a[0x1]"), TestId("t::b[0x2]"))) == (
        Finding(subject="t::a[0x1]", reason=Reason.UNSTABLE_ID),
        Finding(subject="t::b[0x2]", reason=Reason.UNSTABLE_ID),
        PASS,
    )


def test_what_the_parent_leaves_out_is_listed() -> None:
    note = "no locale (until 2027-01-01)"
    assert findings(not_judged=(LEFT_OUT,)) == (
        Finding(subject="t::left", reason=Reason.NOT_JUDGED, note=note),
        PASS,
    )


def test_a_contract_that_only_leaves_out_judges_nothing() -> None:
    of = msgspec.structs.replace(contract(length=2), not_judged=(LEFT_OUT,))
    result = score(of, *both(of, {}, {}))
    assert result.worst is Reason.INCOMPLETE_CONTRACT
    assert result.findings[0].note == "the contract holds no property"


def test_an_empty_schedule_is_the_only_finding() -> None:
    of = contract("p", length=0)
    assert score(of, *both(of, {"p": ""}, {"p": ""})).findings == (
        Finding(subject="patch", reason=Reason.EMPTY_SCHEDULE),
    )


@pytest.mark.parametrize(
    ("disputed", "reason"),
    [
        ("p", Reason.NOT_REPRODUCED),
        ("t::left", Reason.NOT_JUDGED),
        ("t::a", Reason.UNSTABLE_ID),
        ("r", Reason.REMOVED_GREEN),
        ("z", Reason.INCOMPLETE_CONTRACT),
    ],
)
def test_a_disputed_test_is_never_passed_over(disputed: str, reason: Reason) -> None:
    of = contract("p", length=2, beside=(routed("r", Route.REMOVED),), disputed=(disputed,))
    of = msgspec.structs.replace(of, not_judged=(LEFT_OUT,), unstable_ids=(TestId("t::a"),))
    parent, patch = both(of, {"p": "..", "r": ".."}, {"p": ".."})
    (told,) = (each for each in score(of, parent, patch).findings if each.subject == disputed)
    assert told.reason is reason
