"""Skips and expected failures (DESIGN.md section 4): equal on both sides, or a reason to stop."""

from freezegate.core.case import Case
from freezegate.core.notes import seeds_in_words
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, Flag


def judge_muted(case: Case) -> Finding:
    """Judge a property of which some cell is muted and none is missing."""
    before, after = case.before, case.after
    if all(before.mutes) and before.mutes == after.mutes:
        return _muted_alike(case)
    if newly := tuple(
        seed
        for seed, row, mute in zip(before.seeds, before.rows, after.mutes, strict=True)
        if row and mute
    ):
        return case.finding(Reason.MUTED_ON_PATCH, f"muted on the patch at {seeds_in_words(newly)}")
    match all(before.mutes), any(after.mutes), after.fails:
        case True, False, False:
            return case.finding(Reason.UNMUTED_PASS, flags=(Flag.SPEC_REVIEW,))
        case True, False, True:
            return case.finding(Reason.UNMUTED_FAIL)
        case _:
            return case.finding(Reason.MISSING_SEED, "muted at some seeds, so rows are missing")


def _muted_alike(case: Case) -> Finding:
    """Outside the contract, unless somebody says that it was red."""
    if case.prop in case.contract.disputed:
        return case.finding(Reason.NOT_REPRODUCED, "red in CI, muted here on both sides")
    return case.finding(Reason.MUTED_ON_PARENT)
