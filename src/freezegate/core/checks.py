"""Before the table: what is not evidence, and what the contract itself leaves unjudged."""

from collections.abc import Iterable, Iterator

from freezegate.core.case import PATCH, Sides
from freezegate.core.measured import hash_findings, run_findings
from freezegate.core.rows import origin_findings, row_findings
from freezegate.model.contract import Contract, Side
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding


def evidence_findings(sides: Sides) -> tuple[Finding, ...]:
    """Check the evidence of both sides: all findings on the patch, the strictest of a property."""
    found = tuple(_of_sides(sides))
    on_patch = dict.fromkeys(finding for finding in found if finding.subject == PATCH)
    return (*on_patch, *_strictest(found))


def contract_findings(contract: Contract) -> tuple[Finding, ...]:
    """Say what the contract knows to be unjudged: errors, unstable ids, and ids left out."""
    return tuple(_of_contract(contract))


def _of_sides(sides: Sides) -> Iterator[Finding]:
    """Give every finding of every check."""
    contract = sides.contract
    for side, evidence in ((Side.PARENT, sides.parent), (Side.PATCH, sides.patch)):
        yield from run_findings(contract, side, evidence)
        yield from origin_findings(side, evidence)
        yield from hash_findings(contract, side, evidence.run)
        yield from row_findings(contract, side, evidence)


def _strictest(found: Iterable[Finding]) -> Iterator[Finding]:
    """Keep one finding of each property, the first of the strictest."""
    kept: dict[str, Finding] = {}
    for finding in found:
        before = kept.setdefault(finding.subject, finding)
        if finding.reason.strictness > before.reason.strictness:
            kept[finding.subject] = finding
    yield from (finding for subject, finding in kept.items() if subject != PATCH)


def _of_contract(contract: Contract) -> Iterator[Finding]:
    """Walk what the contract lists beside its properties."""
    for text in contract.collection_errors:
        yield Finding(subject=PATCH, reason=Reason.INCOMPLETE_CONTRACT, note=text)
    if not contract.properties and not contract.routed:
        note = "the contract holds no property"
        yield Finding(subject=PATCH, reason=Reason.INCOMPLETE_CONTRACT, note=note)
    for test_id in contract.unstable_ids:
        yield Finding(subject=test_id, reason=Reason.UNSTABLE_ID)
    for left_out in contract.not_judged:
        note = f"{left_out.reason} (until {left_out.until})"
        yield Finding(subject=left_out.test_id, reason=Reason.NOT_JUDGED, note=note)
    for disputed in contract.disputed:
        if disputed not in _listed(contract):
            note = "disputed, and the contract does not hold it"
            yield Finding(subject=disputed, reason=Reason.INCOMPLETE_CONTRACT, note=note)


def _listed(contract: Contract) -> frozenset[str]:
    """Give every id that the contract says anything of."""
    return frozenset(
        (
            *(prop.id for prop in contract.properties),
            *(routed.id for routed in contract.routed),
            *(left_out.test_id for left_out in contract.not_judged),
            *contract.unstable_ids,
        )
    )
