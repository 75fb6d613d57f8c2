"""The differential gate: the conjunction of seven fields, for every property of the contract.

The loops run over the contract, never over the rows: what is missing is a finding.
"""

from collections.abc import Iterator
from typing import Final

from freezegate.core.case import PATCH, Case, Sides, case_of, sides_of
from freezegate.core.checks import contract_findings, evidence_findings
from freezegate.core.muting import judge_muted
from freezegate.core.notes import missing_in_words
from freezegate.core.pairs import judge_pairs
from freezegate.core.routed import judge_routed
from freezegate.core.shared import unlike
from freezegate.model.contract import Contract
from freezegate.model.reason import Reason
from freezegate.model.run import SideEvidence
from freezegate.model.verdict import Finding, Flag, GateResult

GATE: Final = "differential"
#: So many seeds see a failure of one run in ten with 99 %.
TELLING_SEEDS: Final = 44
_EDITS_NAMED: Final = 3


def score(contract: Contract, parent: SideEvidence, patch: SideEvidence) -> GateResult:
    """Judge every property of a contract on the evidence of both sides."""
    if not contract.seeds:
        empty = Finding(subject=PATCH, reason=Reason.EMPTY_SCHEDULE)
        return GateResult(gate=GATE, findings=(empty,))
    sides = sides_of(contract, parent, patch)
    checked = evidence_findings(sides)
    named = {finding.subject: finding for finding in checked if finding.subject != PATCH}
    judged = tuple(named.pop(finding.subject, finding) for finding in _judged(sides))
    return GateResult(
        gate=GATE,
        findings=(
            *(finding for finding in checked if finding.subject == PATCH),
            *contract_findings(contract),
            *judged,
            *named.values(),
        ),
    )


def _judged(sides: Sides) -> Iterator[Finding]:
    """Judge what the contract lists, in its order."""
    for prop in sides.contract.properties:
        yield judge(case_of(sides, prop.id))
    for routed in sides.contract.routed:
        yield judge_routed(sides, routed)


def judge(case: Case) -> Finding:
    """Judge one property by the table of DESIGN.md section 4."""
    before, after = case.before, case.after
    if before.missing or after.missing:
        return _missing(case)
    if any((*before.mutes, *after.mutes)):
        return judge_muted(case)
    match before.fails, after.fails:
        case False, False:
            return _both_pass(case)
        case False, True:
            return case.finding(Reason.REGRESSION)
        case True, False:
            return _parent_fail_cleared(case)
        case _:
            return unlike(case) or judge_pairs(case)


def _missing(case: Case) -> Finding:
    """Say what is missing: no cell may be guessed."""
    gaps = (
        ("the parent", case.before.missing, case.sides.parent.run),
        ("the patch", case.after.missing, case.sides.patch.run),
    )
    return case.finding(Reason.MISSING_SEED, missing_in_words(gaps, case.prop))


def _both_pass(case: Case) -> Finding:
    """Green everywhere: nothing to do, unless somebody says that it was red."""
    if case.prop in case.contract.disputed:
        return case.finding(Reason.NOT_REPRODUCED)
    return case.finding(Reason.BOTH_PASS)


def _parent_fail_cleared(case: Case) -> Finding:
    """A cleared failure; where the diff edits what is compared, a person looks at it."""
    edits = case.contract.oracle_edits
    flagged = bool(edits) or any(notice.spec_review for notice in case.contract.notices)
    note = f"the diff edits what is compared: {', '.join(edits[:_EDITS_NAMED])}" if edits else ""
    flags = (Flag.SPEC_REVIEW,) if flagged else ()
    return case.finding(Reason.PARENT_FAIL_CLEARED, note, flags)


def next_step(contract: Contract, finding: Finding) -> str:
    """Say what to do about a finding.

    A regression at some seeds only may be a rare shared failure: the longer schedule that tells
    is named, for both trees under a new contract, never more runs of the patch alone.
    """
    if finding.reason is not Reason.REGRESSION or not _at_some_seeds(finding):
        return finding.reason.advice
    longer = max(TELLING_SEEDS, 2 * len(contract.seeds))
    return (
        f"{finding.reason.advice} Red at some seeds only: if the parent may fail too, a new "
        f"contract with --seeds {longer}, run on both trees, sees a failure of one run in ten "
        f"with 99 %."
    )


def _at_some_seeds(finding: Finding) -> bool:
    """Tell whether the patch is green at some seed."""
    return finding.counts is not None and finding.counts.both_pass > 0
