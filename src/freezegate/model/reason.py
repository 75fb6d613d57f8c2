"""THE table of reasons. One row a reason; the order in the file is strictness, mildest first.

A row carries everything that is derived from it: decision, exit code and the next step in words.
"""

from enum import IntEnum, StrEnum
from typing import Self


class Decision(StrEnum):
    """What the gate says of a patch, mildest first (DESIGN.md section 4)."""

    ACCEPT = "accept"
    PROPOSE_FREEZE = "propose_freeze"
    REJECT = "reject"


class Exit(IntEnum):
    """Exit codes (DESIGN.md section 9): verdicts stay below 64, faults are 64 and above.

    2, 3 and 4 are the answers of `check` alone; a gate that rejects exits 1.
    """

    ACCEPT = 0
    REJECT = 1
    SELF_FREEZE = 2
    IDENTITY = 3
    EXPIRED = 4
    PROPOSE_FREEZE = 5
    USAGE = 64
    BAD_INPUT = 65
    NO_ENGINE = 69
    INTERNAL = 70
    INTERRUPTED = 130


class Reason(StrEnum):
    """Why a property, or the patch, got its decision."""

    decision: Decision
    exit: Exit
    advice: str

    def __new__(cls, code: str, decision: Decision, exit_: Exit, advice: str) -> Self:
        """Make a member whose value is its code."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.decision = decision
        member.exit = exit_
        member.advice = advice
        return member

    @property
    def strictness(self) -> int:
        """The row's place in the table: the higher, the stricter."""
        return _STRICTNESS[self]

    # fmt: off
    # Accepted. Nothing is waived by any of these.
    BOTH_PASS = ("both_pass", Decision.ACCEPT, Exit.ACCEPT,
        "Green on both sides on every seed. Nothing to do.")
    NOT_JUDGED = ("not_judged", Decision.ACCEPT, Exit.ACCEPT,
        "The parent's configuration leaves this id out of judgement until the date it names.")
    MUTED_ON_PARENT = ("muted_on_parent", Decision.ACCEPT, Exit.ACCEPT,
        "Skipped or expected to fail on both sides alike; outside the contract.")
    UNMUTED_PASS = ("unmuted_pass", Decision.ACCEPT, Exit.ACCEPT,
        "Muted on the parent, green on the patch. Have a person look at what un-muted it.")
    PARENT_FAIL_CLEARED = ("parent_fail_cleared", Decision.ACCEPT, Exit.ACCEPT,
        "The parent fails, the patch passes. No freeze; check that the oracle was not weakened.")
    ADDED_PASS = ("added_pass", Decision.ACCEPT, Exit.ACCEPT,
        "New on the patch and green on every seed.")
    REWRITTEN_PASS = ("rewritten_pass", Decision.ACCEPT, Exit.ACCEPT,
        "The patch rewrites this property; green as rewritten. Send it to spec review.")
    FIXTURES_CHANGED_PASS = ("fixtures_changed_pass", Decision.ACCEPT, Exit.ACCEPT,
        "The patch changes what this property stands on; green so. Send it to spec review.")
    REMOVED_GREEN = ("removed_green", Decision.ACCEPT, Exit.ACCEPT,
        "The patch removes this property, which the parent passes. Send it to spec review.")
    LEDGER_EMPTY = ("ledger_empty", Decision.ACCEPT, Exit.ACCEPT,
        "The ledger holds no record, so nothing is waived. Nothing to do.")
    FREEZE_ELIGIBLE = ("freeze_eligible", Decision.ACCEPT, Exit.ACCEPT,
        "The line is in scope and unexpired. Keep it; it says nothing of the patch's correctness.")
    GENERATION_PINNED = ("generation_pinned", Decision.ACCEPT, Exit.ACCEPT,
        "The pack's content gives the pinned generation. Nothing to do.")
    PIN_CURRENT = ("pin_current", Decision.ACCEPT, Exit.ACCEPT,
        "The record cites the present generation. Nothing to do; the other gates still judge it.")
    FREEZE_ALLOWED = ("freeze_allowed", Decision.ACCEPT, Exit.ACCEPT,
        "Every condition holds: an exemption, never a pass. It retires with its pin or its expiry.")
    CANARY_KILLED = ("canary_killed", Decision.ACCEPT, Exit.ACCEPT,
        "The mutant turns its test red in both workspaces. Nothing to do.")
    # A person is needed.
    SHARED_VARIANT_FAIL = ("shared_variant_fail", Decision.PROPOSE_FREEZE, Exit.PROPOSE_FREEZE,
        "Both sides fail alike and by seed. The ticket has no force until a person approves it.")
    # Rejected: the failure is shared, but no ticket may be written for it.
    NOT_REPRODUCED = ("not_reproduced", Decision.REJECT, Exit.REJECT,
        "Red in CI, green here on every seed of both sides. Find what differs in CI.")
    MASS_FAILURE = ("mass_failure", Decision.REJECT, Exit.REJECT,
        "More than a fifth of the contract fails on the parent: an outage, not a flake. Mend it.")
    NOT_HERMETIC = ("not_hermetic", Decision.REJECT, Exit.REJECT,
        "The property reaches beyond this machine or its own folders. Give it a hermetic fixture.")
    SCHEDULE_VACUOUS = ("schedule_vacuous", Decision.REJECT, Exit.REJECT,
        "All seeds drew the same examples. Remove derandomize or @seed and judge it again.")
    UNSTABLE_WITNESS = ("unstable_witness", Decision.REJECT, Exit.REJECT,
        "Comparisons of images and snapshots have no stable witness. Mend or remove the test.")
    ENVIRONMENT_DIFFERS = ("environment_differs", Decision.REJECT, Exit.REJECT,
        "The two sides ran in different environments. Run both in one.")
    UNIFORM_FAIL = ("uniform_fail", Decision.REJECT, Exit.REJECT,
        "Red on every seed of both sides: a stable miss, not a flake. Fix it.")
    ENVIRONMENT_FAILURE = ("environment_failure", Decision.REJECT, Exit.REJECT,
        "Setup fails alike everywhere: something is missing here. Provide it, or list not-judged.")
    # Rejected: evidence is missing or is not evidence.
    MISSING_SEED = ("missing_seed", Decision.REJECT, Exit.REJECT,
        "A scheduled seed has no row. Find the cause that is named and run again.")
    INCOMPLETE_CONTRACT = ("incomplete_contract", Decision.REJECT, Exit.REJECT,
        "What the contract asks for was not measured, so nothing was judged.")
    UNSTABLE_ID = ("unstable_id", Decision.REJECT, Exit.REJECT,
        "The id changes between two collections of one commit. Give the parameter a stable id.")
    WRONG_TREE = ("wrong_tree", Decision.REJECT, Exit.REJECT,
        "The code under test came from outside the tree: the run compares a commit with itself.")
    EMPTY_SCHEDULE = ("empty_schedule", Decision.REJECT, Exit.REJECT,
        "A contract without seeds judges nothing. Give at least one seed.")
    SCHEDULE_MISMATCH = ("schedule_mismatch", Decision.REJECT, Exit.REJECT,
        "A side ran another schedule than the contract's. Run both sides under this contract.")
    SPEC_MISMATCH = ("spec_mismatch", Decision.REJECT, Exit.REJECT,
        "The spec hash differs from the contract's. Spec review is another queue.")
    FIXTURE_MISMATCH = ("fixture_mismatch", Decision.REJECT, Exit.REJECT,
        "The fixture closure hash differs from the contract's. Spec review is another queue.")
    UNSCHEDULED_SEED = ("unscheduled_seed", Decision.REJECT, Exit.REJECT,
        "A row carries a seed that the contract does not schedule. Selection is not measurement.")
    UNKNOWN_PROPERTY = ("unknown_property", Decision.REJECT, Exit.REJECT,
        "A row names a property that the contract does not hold.")
    DUPLICATE_ROW = ("duplicate_row", Decision.REJECT, Exit.REJECT,
        "A second row for one property and seed: the last must not win.")
    ROW_OUT_OF_ORDER = ("row_out_of_order", Decision.REJECT, Exit.REJECT,
        "Rows stand in another order than the schedule's.")
    FOREIGN_RUN = ("foreign_run", Decision.REJECT, Exit.REJECT,
        "A row cites another run than this contract's.")
    MALFORMED_ROW = ("malformed_row", Decision.REJECT, Exit.REJECT,
        "The tree under test sent something that is no row. See the run facts for what it was.")
    # Rejected: a line of the ledger, or the ledger as a whole.
    FREEZE_EXPIRED = ("freeze_expired", Decision.REJECT, Exit.EXPIRED,
        "The record has lapsed. Delete the line; the next patch earns a new ticket.")
    FREEZE_COPIED_FORWARD = ("freeze_copied_forward", Decision.REJECT, Exit.EXPIRED,
        "A lapsed record with a later expiry. Delete the line; the next patch earns a new ticket.")
    MALFORMED_RECORD = ("malformed_record", Decision.REJECT, Exit.IDENTITY,
        "The record lacks a field or holds what it may not. Mend or delete the line.")
    MALFORMED_MANIFEST = ("malformed_manifest", Decision.REJECT, Exit.IDENTITY,
        "Without the parent's manifest no line is in scope. Export it again from the parent.")
    FOREIGN_PARENT = ("foreign_parent", Decision.REJECT, Exit.IDENTITY,
        "The record is of a commit that is no ancestor of this parent. Delete the line.")
    UNKNOWN_TEST_ID = ("unknown_test_id", Decision.REJECT, Exit.IDENTITY,
        "The parent has no test of this id. Delete the line.")
    ASSERTION_HASH_MISMATCH = ("assertion_hash_mismatch", Decision.REJECT, Exit.IDENTITY,
        "The test is not the one that was frozen. Do not reuse the old waiver; delete the line.")
    EXPIRY_BEYOND_CAP = ("expiry_beyond_cap", Decision.REJECT, Exit.REJECT,
        "The expiry is later than the policy's days from now. Give an earlier one.")
    WINDOW_CLOSED = ("window_closed", Decision.REJECT, Exit.REJECT,
        "The exemption's window is over. Delete the record; the next patch earns a new ticket.")
    EXPIRY_WITHOUT_ZONE = ("expiry_without_zone", Decision.REJECT, Exit.REJECT,
        "A time without a zone cannot be held to a CI clock. Write it as 2026-01-31T00:00:00Z.")
    FIELD_MISSING = ("field_missing", Decision.REJECT, Exit.REJECT,
        "Give the field that is named. Another retry creates no pin, no class and no expiry.")
    PIN_MISSING = ("pin_missing", Decision.REJECT, Exit.REJECT,
        "The record cites no fixture generation. Delete the line, or have a record made that does.")
    PIN_DRIFTED = ("pin_drifted", Decision.REJECT, Exit.REJECT,
        "The record cites another generation. Delete the line and run the lane on the present pin.")
    GENERATION_DRIFTED = ("generation_drifted", Decision.REJECT, Exit.REJECT,
        "The pack is not the one that was pinned. Bring it back, or pin it anew.")
    PIN_IMPOSSIBLE = ("pin_impossible", Decision.REJECT, Exit.REJECT,
        "No generation is pinned, so nobody could replay the record. Pin the pack, run the lane.")
    LANE_NOT_GREEN = ("lane_not_green", Decision.REJECT, Exit.REJECT,
        "The property lane of this run is not green on the patch. Fix what is red or uncovered.")
    NO_REAL_PROPERTIES = ("no_real_properties", Decision.REJECT, Exit.REJECT,
        "No property bears on the patch, so a freeze would hide that. Write one that does.")
    TOUCHED_SET_UNLISTABLE = ("touched_set_unlistable", Decision.REJECT, Exit.REJECT,
        "The patch touches more functions than can be listed; nothing is sampled. Split the patch.")
    INCIDENT_OPEN = ("incident_open", Decision.REJECT, Exit.REJECT,
        "No freeze during an incident. A person owns the reproduction; admit again afterwards.")
    SENSITIVE_CHANGE = ("sensitive_change", Decision.REJECT, Exit.REJECT,
        "Authentication, authorization and deletion get no window. Fix the test or the patch.")
    CLASS_NOT_IN_SET = ("class_not_in_set", Decision.REJECT, Exit.REJECT,
        "The class is none of the closed set, and so is unknown. Run the controls.")
    CLASS_NOT_FREEZABLE = ("class_not_freezable", Decision.REJECT, Exit.REJECT,
        "Nothing on record supports a class that may be frozen. Investigate; do not exempt.")
    CLOSED_BY_PACK = ("closed_by_pack", Decision.REJECT, Exit.REJECT,
        "An input that was shrunk closes this assertion. Fix what it shows; it is never frozen.")
    COUNTEREXAMPLE_FOUND = ("counterexample_found", Decision.REJECT, Exit.REJECT,
        "A counterexample is a regression case: it enters the fixture pack and is never frozen.")
    CANARY_INCONCLUSIVE = ("canary_inconclusive", Decision.REJECT, Exit.REJECT,
        "The run with the mutant is no test result. Mend what is named and run the canary again.")
    CANARY_DISAGREE = ("canary_disagree", Decision.REJECT, Exit.REJECT,
        "One workspace is red, the other is not: an environment fault. Mend it; freeze nothing.")
    CANARY_OFF_TARGET = ("canary_off_target", Decision.REJECT, Exit.REJECT,
        "Other tests than the mutant's own turned red. Make the mutant break its property alone.")
    CANARY_SURVIVED = ("canary_survived", Decision.REJECT, Exit.REJECT,
        "The suite stays green over the mutant: ledger or runner mute too much. Merge nothing.")
    # Rejected: the patch did something.
    WITNESS_MISMATCH = ("witness_mismatch", Decision.REJECT, Exit.REJECT,
        "Both sides fail, each in its own way: the patch brings a new failure. Fix the patch.")
    REMOVED_RED = ("removed_red", Decision.REJECT, Exit.REJECT,
        "The patch removes a property that the parent fails: the oldest waiver. Keep it, fix it.")
    MUTED_ON_PATCH = ("muted_on_patch", Decision.REJECT, Exit.REJECT,
        "Judged on the parent, skipped or expected to fail on the patch. Let it run.")
    ADDED_FAIL = ("added_fail", Decision.REJECT, Exit.REJECT,
        "New on the patch and red: it has no baseline and can earn no freeze. Fix it.")
    REWRITTEN_FAIL = ("rewritten_fail", Decision.REJECT, Exit.REJECT,
        "Red as the patch rewrites it; a rewritten property is never frozen. Fix it.")
    FIXTURES_CHANGED_FAIL = ("fixtures_changed_fail", Decision.REJECT, Exit.REJECT,
        "Red on the fixtures that the patch changes; never frozen. Fix it.")
    UNMUTED_FAIL = ("unmuted_fail", Decision.REJECT, Exit.REJECT,
        "Muted on the parent, red on the patch. Fix it or leave it muted.")
    FREEZE_OF_REWRITTEN = ("freeze_of_rewritten", Decision.REJECT, Exit.SELF_FREEZE,
        "A test that the patch rewrites inherits no freeze. Delete the freeze line and rerun.")
    FREEZE_OF_RENAMED = ("freeze_of_renamed", Decision.REJECT, Exit.SELF_FREEZE,
        "An id that the patch gives is new until a later commit. Delete the freeze line and rerun.")
    FREEZE_OF_ADDED = ("freeze_of_added", Decision.REJECT, Exit.SELF_FREEZE,
        "The patch adds this test and waives it. Delete the freeze line and rerun.")
    SELF_ISSUED_WAIVER = ("self_issued_waiver", Decision.REJECT, Exit.REJECT,
        "The patch adds a test together with what mutes it. Delete the mute.")
    WORSENED = ("worsened", Decision.REJECT, Exit.REJECT,
        "The failure is shared, but the patch fails it more often. Worse is not shared.")
    SEED_REGRESSION = ("seed_regression", Decision.REJECT, Exit.REJECT,
        "On a seed where the parent is always green the patch is always red. Fix the patch.")
    REGRESSION = ("regression", Decision.REJECT, Exit.REJECT,
        "The parent passes. Fix the patch; reruns of the patch do not change this reason.")
    # fmt: on


_STRICTNESS = {reason: place for place, reason in enumerate(Reason)}
