"""Tickets: written only when the whole verdict proposes, for a rejected patch is lent nothing."""

from typing import Final

from freezegate.core.case import case_of, sides_of
from freezegate.core.pairs import Pairs, pairs_of
from freezegate.model.contract import Contract, Property
from freezegate.model.ids import Digest
from freezegate.model.reason import Decision, Reason
from freezegate.model.run import SideEvidence
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Verdict

TICKET_VERSION: Final = 1
NO_CONTROL: Final = "no control is on record: the failure class is unknown until it is diagnosed"


def tickets_of(
    contract: Contract,
    contract_digest: Digest,
    verdict: Verdict,
    parent: SideEvidence,
    patch: SideEvidence,
) -> tuple[Ticket, ...]:
    """Write a ticket for each shared failure of a verdict that proposes a freeze, else none."""
    if verdict.decision is not Decision.PROPOSE_FREEZE:
        return ()
    sides = sides_of(contract, parent, patch)
    notes = {
        result.prop: result.note
        for result in verdict.results
        if result.reason is Reason.SHARED_VARIANT_FAIL
    }
    return tuple(
        _ticket(contract_digest, prop, pairs_of(case_of(sides, prop.id)), notes[prop.id])
        for prop in contract.properties
        if prop.id in notes
    )


def _ticket(contract_digest: Digest, prop: Property, pairs: Pairs, note: str) -> Ticket:
    """Write one ticket: its witness classes are the parent's, which the patch's equal."""
    return Ticket(
        ticket_version=TICKET_VERSION,
        contract=contract_digest,
        prop=prop.id,
        test_id=prop.test_id,
        parent_sha=pairs.case.contract.parent_sha,
        spec_hash=prop.spec_hash,
        fixture_closure_hash=prop.fixture_closure_hash,
        witness=tuple(sorted(pairs.case.before.witnesses)),
        counts=pairs.counts,
        note=note,
        admissible=False,
        why=NO_CONTROL,
    )
