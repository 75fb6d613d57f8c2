"""The tables of the specification, row by row: decision and reason of each."""

import pytest

from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.core.routed import OUTCOMES
from freezegate.core.shared import REFUSALS
from freezegate.model.contract import Route, Side
from freezegate.model.reason import Decision, Reason
from tests.cases import both, contract, evidence, found, judged, routed

ACCEPT, PROPOSE, REJECT = Decision.ACCEPT, Decision.PROPOSE_FREEZE, Decision.REJECT


@pytest.mark.parametrize(
    ("parent", "patch", "decision", "reason"),
    [
        ("..", "..", ACCEPT, Reason.BOTH_PASS),
        ("..", "A.", REJECT, Reason.REGRESSION),
        ("..", "AA", REJECT, Reason.REGRESSION),
        ("A.", "..", ACCEPT, Reason.PARENT_FAIL_CLEARED),
        ("AA", "..", ACCEPT, Reason.PARENT_FAIL_CLEARED),
        ("A.", "A.", PROPOSE, Reason.SHARED_VARIANT_FAIL),
        ("A.", ".A", PROPOSE, Reason.SHARED_VARIANT_FAIL),
        ("A.", "AA", PROPOSE, Reason.SHARED_VARIANT_FAIL),
        ("AA", "A.", PROPOSE, Reason.SHARED_VARIANT_FAIL),
        ("AA", "AA", REJECT, Reason.UNIFORM_FAIL),
        ("AB", "BA", REJECT, Reason.UNIFORM_FAIL),
        ("A.", "B.", REJECT, Reason.WITNESS_MISMATCH),
        ("A.", "AB", REJECT, Reason.WITNESS_MISMATCH),
        ("AB", "A.", REJECT, Reason.WITNESS_MISMATCH),
        ("AA", "BB", REJECT, Reason.WITNESS_MISMATCH),
        ("-.", "..", REJECT, Reason.MISSING_SEED),
        ("..", ".-", REJECT, Reason.MISSING_SEED),
        ("A-", "A.", REJECT, Reason.MISSING_SEED),
        ("-.", ".A", REJECT, Reason.MISSING_SEED),
        ("--", "--", REJECT, Reason.MISSING_SEED),
    ],
)
def test_the_table_of_design_4(parent: str, patch: str, decision: Decision, reason: Reason) -> None:
    finding = judged(parent, patch)
    assert (finding.reason.decision, finding.reason) == (decision, reason)


@pytest.mark.parametrize(
    ("parent", "patch", "decision", "reason"),
    [
        (".", "A", REJECT, Reason.REGRESSION),  # the first worked example of the text
        ("A.", "AA", PROPOSE, Reason.SHARED_VARIANT_FAIL),  # the second one
        ("AA", "AA", REJECT, Reason.UNIFORM_FAIL),  # "two fails out of two seeds"
    ],
)
def test_the_examples_of_the_text(
    parent: str, patch: str, decision: Decision, reason: Reason
) -> None:
    of = contract("p", length=len(parent))
    result = score(of, *both(of, {"p": parent}, {"p": patch}))
    verdict = combine(of.spec_hash, of, (result,))
    assert (verdict.decision, verdict.reason) == (decision, reason)


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ("sss", "sss", Reason.MUTED_ON_PARENT),
        ("xxx", "xxx", Reason.MUTED_ON_PARENT),
        ("sxs", "sxs", Reason.MUTED_ON_PARENT),
        ("sss", "xxx", Reason.MISSING_SEED),  # another kind of mute
        ("...", "sss", Reason.MUTED_ON_PATCH),
        ("AAA", "xxx", Reason.MUTED_ON_PATCH),
        ("..s", "s.s", Reason.MUTED_ON_PATCH),
        ("A..", "s..", Reason.MUTED_ON_PATCH),
        ("sss", "...", Reason.UNMUTED_PASS),
        ("sxs", "...", Reason.UNMUTED_PASS),
        ("sss", ".A.", Reason.UNMUTED_FAIL),
        ("ss.", "...", Reason.MISSING_SEED),
        ("ss.", "ss.", Reason.MISSING_SEED),
        ("sss", "s..", Reason.MISSING_SEED),
        ("sss", "sA.", Reason.MISSING_SEED),
        ("...", "s.-", Reason.MISSING_SEED),
        ("ss-", "sss", Reason.MISSING_SEED),
    ],
)
def test_the_table_of_mutes(parent: str, patch: str, reason: Reason) -> None:
    assert judged(parent, patch).reason is reason


@pytest.mark.parametrize(
    ("route", "mutes", "parent", "own", "reason"),
    [
        (Route.ADDED, False, "", "...", Reason.ADDED_PASS),
        (Route.ADDED, False, "", ".A.", Reason.ADDED_FAIL),
        (Route.ADDED, False, "", ".-A", Reason.MISSING_SEED),
        (Route.ADDED, False, "", ".s.", Reason.SELF_ISSUED_WAIVER),
        (Route.ADDED, False, "", "-x-", Reason.SELF_ISSUED_WAIVER),
        (Route.ADDED, True, "", "...", Reason.SELF_ISSUED_WAIVER),
        (Route.REWRITTEN, False, "...", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, False, "AAA", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, False, "---", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, False, "A..", "A..", Reason.REWRITTEN_FAIL),
        (Route.REWRITTEN, False, "...", ".A-", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "..-", "xxx", Reason.MUTED_ON_PATCH),
        (Route.REWRITTEN, False, "A..", "s..", Reason.MUTED_ON_PATCH),
        (Route.REWRITTEN, False, "s..", "s..", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "s..", "ss.", Reason.MUTED_ON_PATCH),
        (Route.REWRITTEN, False, "s..", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, True, "...", "...", Reason.MUTED_ON_PATCH),
        (Route.REWRITTEN, True, "s..", "...", Reason.MUTED_ON_PATCH),
        (Route.REWRITTEN, True, "s--", "...", Reason.MISSING_SEED),
        (Route.REWRITTEN, True, "sss", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, True, "---", "...", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "ss-", "sss", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "sss", "sss", Reason.MUTED_ON_PARENT),
        (Route.REWRITTEN, False, "sss", "xxx", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "sss", "s..", Reason.MISSING_SEED),
        (Route.REWRITTEN, False, "sss", "...", Reason.REWRITTEN_PASS),
        (Route.REWRITTEN, False, "sss", "A..", Reason.REWRITTEN_FAIL),
        (Route.FIXTURES_CHANGED, False, "...", "...", Reason.FIXTURES_CHANGED_PASS),
        (Route.FIXTURES_CHANGED, False, "...", "..A", Reason.FIXTURES_CHANGED_FAIL),
        (Route.FIXTURES_CHANGED, False, "...", "sss", Reason.MUTED_ON_PATCH),
        (Route.REMOVED, False, "...", "", Reason.REMOVED_GREEN),
        (Route.REMOVED, False, "..A", "", Reason.REMOVED_RED),
        (Route.REMOVED, False, "A.-", "", Reason.MISSING_SEED),
        (Route.REMOVED, False, "sss", "", Reason.REMOVED_GREEN),
        (Route.REMOVED, False, "s..", "", Reason.REMOVED_GREEN),
        (Route.REMOVED, False, "sA.", "", Reason.REMOVED_RED),
    ],
)
def test_the_table_of_routes(
    route: Route,
    mutes: bool,  # noqa: FBT001 - a column
    parent: str,
    own: str,
    reason: Reason,
) -> None:
    of = contract(beside=(routed("p", route, mutes=mutes),))
    sides = (
        evidence(of, Side.PARENT, {"p": parent} if parent else {}),
        evidence(of, Side.PATCH, {}, own={"p": own} if own else {}),
    )
    assert found(of, *sides, "p").reason is reason


def test_every_route_has_its_row() -> None:
    assert set(OUTCOMES) == set(Route)


def test_what_stands_against_a_ticket_is_listed_strictest_first() -> None:
    listed = [reason.strictness for reason, _ in REFUSALS]
    assert listed == sorted(listed, reverse=True)
    assert all(reason.decision is REJECT for reason, _ in REFUSALS)


def test_trust_5_a_seed_green_on_the_parent_and_red_on_the_patch_is_asked_more() -> None:
    of = contract("p", length=2, extension=2, confirmations=1)
    sides = both(of, {"p": "A."}, {"p": "AA"})
    assert found(of, *sides, "p").reason is Reason.INCOMPLETE_CONTRACT


def test_trust_5_a_property_that_is_absent_on_both_sides_is_no_pass() -> None:
    of = contract("p", "q")
    sides = both(of, {"p": "..."}, {"p": "..."})
    assert found(of, *sides, "q").reason is Reason.MISSING_SEED


def test_trust_5_a_new_failure_that_poses_as_the_old_type_differs_by_its_site() -> None:
    of = contract("p")
    sides = (
        evidence(of, Side.PARENT, {"p": ["p|ValueError|a:f:1", ".", "."]}),
        evidence(of, Side.PATCH, {"p": ["p|ValueError|a:g:1", ".", "."]}),
    )
    assert found(of, *sides, "p").reason is Reason.WITNESS_MISMATCH


def test_trust_5_an_empty_schedule_and_an_empty_contract_are_rejects() -> None:
    empty = contract("p", length=0)
    nothing = contract()
    assert score(empty, *both(empty, {}, {})).worst is Reason.EMPTY_SCHEDULE
    assert score(nothing, *both(nothing, {}, {})).worst is Reason.INCOMPLETE_CONTRACT
