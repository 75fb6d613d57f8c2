"""The table of reasons, written out: a change to it is a change to what the gate promises."""

import re

import pytest

from freezegate.model.reason import Decision, Exit, Reason

#: Mildest first; the order is strictness, and the strictest reason of a patch decides it.
TABLE = (
    ("both_pass", Decision.ACCEPT, 0),
    ("not_judged", Decision.ACCEPT, 0),
    ("muted_on_parent", Decision.ACCEPT, 0),
    ("unmuted_pass", Decision.ACCEPT, 0),
    ("parent_fail_cleared", Decision.ACCEPT, 0),
    ("added_pass", Decision.ACCEPT, 0),
    ("rewritten_pass", Decision.ACCEPT, 0),
    ("fixtures_changed_pass", Decision.ACCEPT, 0),
    ("removed_green", Decision.ACCEPT, 0),
    ("ledger_empty", Decision.ACCEPT, 0),
    ("freeze_eligible", Decision.ACCEPT, 0),
    ("generation_pinned", Decision.ACCEPT, 0),
    ("pin_current", Decision.ACCEPT, 0),
    ("freeze_allowed", Decision.ACCEPT, 0),
    ("canary_killed", Decision.ACCEPT, 0),
    ("shared_variant_fail", Decision.PROPOSE_FREEZE, 5),
    ("not_reproduced", Decision.REJECT, 1),
    ("mass_failure", Decision.REJECT, 1),
    ("not_hermetic", Decision.REJECT, 1),
    ("schedule_vacuous", Decision.REJECT, 1),
    ("unstable_witness", Decision.REJECT, 1),
    ("environment_differs", Decision.REJECT, 1),
    ("uniform_fail", Decision.REJECT, 1),
    ("environment_failure", Decision.REJECT, 1),
    ("missing_seed", Decision.REJECT, 1),
    ("incomplete_contract", Decision.REJECT, 1),
    ("unstable_id", Decision.REJECT, 1),
    ("wrong_tree", Decision.REJECT, 1),
    ("empty_schedule", Decision.REJECT, 1),
    ("schedule_mismatch", Decision.REJECT, 1),
    ("spec_mismatch", Decision.REJECT, 1),
    ("fixture_mismatch", Decision.REJECT, 1),
    ("unscheduled_seed", Decision.REJECT, 1),
    ("unknown_property", Decision.REJECT, 1),
    ("duplicate_row", Decision.REJECT, 1),
    ("row_out_of_order", Decision.REJECT, 1),
    ("foreign_run", Decision.REJECT, 1),
    ("malformed_row", Decision.REJECT, 1),
    ("freeze_expired", Decision.REJECT, 4),
    ("freeze_copied_forward", Decision.REJECT, 4),
    ("malformed_record", Decision.REJECT, 3),
    ("malformed_manifest", Decision.REJECT, 3),
    ("foreign_parent", Decision.REJECT, 3),
    ("unknown_test_id", Decision.REJECT, 3),
    ("assertion_hash_mismatch", Decision.REJECT, 3),
    ("expiry_beyond_cap", Decision.REJECT, 1),
    ("window_closed", Decision.REJECT, 1),
    ("expiry_without_zone", Decision.REJECT, 1),
    ("field_missing", Decision.REJECT, 1),
    ("pin_missing", Decision.REJECT, 1),
    ("pin_drifted", Decision.REJECT, 1),
    ("generation_drifted", Decision.REJECT, 1),
    ("pin_impossible", Decision.REJECT, 1),
    ("lane_not_green", Decision.REJECT, 1),
    ("no_real_properties", Decision.REJECT, 1),
    ("touched_set_unlistable", Decision.REJECT, 1),
    ("incident_open", Decision.REJECT, 1),
    ("sensitive_change", Decision.REJECT, 1),
    ("class_not_in_set", Decision.REJECT, 1),
    ("class_not_freezable", Decision.REJECT, 1),
    ("closed_by_pack", Decision.REJECT, 1),
    ("counterexample_found", Decision.REJECT, 1),
    ("canary_inconclusive", Decision.REJECT, 1),
    ("canary_disagree", Decision.REJECT, 1),
    ("canary_off_target", Decision.REJECT, 1),
    ("canary_survived", Decision.REJECT, 1),
    ("witness_mismatch", Decision.REJECT, 1),
    ("removed_red", Decision.REJECT, 1),
    ("muted_on_patch", Decision.REJECT, 1),
    ("added_fail", Decision.REJECT, 1),
    ("rewritten_fail", Decision.REJECT, 1),
    ("fixtures_changed_fail", Decision.REJECT, 1),
    ("unmuted_fail", Decision.REJECT, 1),
    ("freeze_of_rewritten", Decision.REJECT, 2),
    ("freeze_of_renamed", Decision.REJECT, 2),
    ("freeze_of_added", Decision.REJECT, 2),
    ("self_issued_waiver", Decision.REJECT, 1),
    ("worsened", Decision.REJECT, 1),
    ("seed_regression", Decision.REJECT, 1),
    ("regression", Decision.REJECT, 1),
)


def test_the_table_is_the_one_that_is_written_out_here() -> None:
    assert tuple((str(r), r.decision, int(r.exit)) for r in Reason) == TABLE


def test_every_accept_is_milder_than_every_proposal_and_every_proposal_than_every_reject() -> None:
    order = list(Decision)
    assert order == [Decision.ACCEPT, Decision.PROPOSE_FREEZE, Decision.REJECT]
    places = [order.index(reason.decision) for reason in Reason]
    assert places == sorted(places)


def test_the_exit_codes_are_those_of_the_design() -> None:
    assert {code.name: int(code) for code in Exit} == {
        "ACCEPT": 0,
        "REJECT": 1,
        "SELF_FREEZE": 2,
        "IDENTITY": 3,
        "EXPIRED": 4,
        "PROPOSE_FREEZE": 5,
        "USAGE": 64,
        "BAD_INPUT": 65,
        "NO_ENGINE": 69,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
    }


def test_codes_and_advice_are_unique() -> None:
    assert len({str(reason) for reason in Reason}) == len(Reason.__members__)
    assert len({reason.advice for reason in Reason}) == len(Reason)


@pytest.mark.parametrize("reason", list(Reason))
def test_a_row_agrees_with_itself(reason: Reason) -> None:
    own = (
        {Exit.SELF_FREEZE, Exit.IDENTITY, Exit.EXPIRED}
        if reason.decision is Decision.REJECT
        else set()
    )
    assert reason.exit in {Exit[reason.decision.name], *own}
    assert reason.name.lower() == reason.value
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", reason.value)
    assert re.fullmatch(r"[A-Z][ -~]+\.", reason.advice)
