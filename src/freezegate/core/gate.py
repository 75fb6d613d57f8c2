"""All gates together: one patch, one decision. The strictest reason wins."""

from typing import Final

from freezegate.model.contract import Contract
from freezegate.model.ids import Digest
from freezegate.model.verdict import Flag, GateResult, Result, Verdict

VERDICT_VERSION: Final = 1


def combine(
    contract_digest: Digest, contract: Contract, results: tuple[GateResult, ...]
) -> Verdict:
    """Unite what the gates found; nothing found is a reject, for nothing was judged."""
    united = GateResult(
        gate="all", findings=tuple(finding for result in results for finding in result.findings)
    )
    return Verdict(
        verdict_version=VERDICT_VERSION,
        contract=contract_digest,
        decision=united.worst.decision,
        reason=united.worst,
        flags=_flags(contract, united),
        on_review=contract.on_review,
        results=tuple(
            Result(
                prop=finding.subject,
                decision=finding.reason.decision,
                reason=finding.reason,
                note=finding.note,
                flags=finding.flags,
                counts=finding.counts,
            )
            for finding in united.findings
        ),
    )


def _flags(contract: Contract, united: GateResult) -> tuple[Flag, ...]:
    """Unite the flags of all findings and of the contract's notices, each once."""
    raised = {flag for finding in united.findings for flag in finding.flags}
    noticed = (
        (Flag.SPEC_REVIEW, any(notice.spec_review for notice in contract.notices)),
        (Flag.HUMAN_REQUIRED, any(notice.human_required for notice in contract.notices)),
    )
    raised |= {flag for flag, holds in noticed if holds}
    return tuple(flag for flag in Flag if flag in raised)
