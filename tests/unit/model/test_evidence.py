import pytest
from msgspec.structs import replace

from freezegate.model.contract import Contract
from freezegate.model.evidence import Evidence, Packet, RowCounts
from freezegate.model.ids import Digest, PropertyId
from freezegate.model.reason import Decision
from freezegate.model.run import Run, SideEvidence
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Verdict


@pytest.fixture
def evidence(
    contract: Contract, run: Run, verdict: Verdict, ticket: Ticket, digest: Digest
) -> Evidence:
    counts = RowCounts(passed=0, failed=0, lines=0)
    packet = Packet(
        packet_version=1,
        contract=digest,
        decision=Decision.PROPOSE_FREEZE,
        reasons=(),
        parent=counts,
        patch=counts,
        files=(),
    )
    return Evidence(
        contract=contract,
        parent=SideEvidence(run=run, rows=()),
        patch=SideEvidence(run=run, rows=()),
        verdict=verdict,
        packet=packet,
        tickets=(replace(ticket, prop=PropertyId("b")), replace(ticket, prop=PropertyId("a"))),
    )


def test_all_tickets_have_an_id_or_none_has(evidence: Evidence) -> None:
    with pytest.raises(ValueError, match="2 tickets have 1 ids"):
        replace(evidence, ticket_ids=("one",))
    with pytest.raises(ValueError, match="0 tickets have 2 ids"):
        replace(evidence, tickets=(), ticket_ids=("one", "two"))


def test_tickets_are_given_by_property_with_their_ids(evidence: Evidence) -> None:
    b, a = evidence.tickets
    assert evidence.named_tickets == (("", a), ("", b))
    named = replace(evidence, ticket_ids=("id-of-b", "id-of-a"))
    assert named.named_tickets == (("id-of-a", a), ("id-of-b", b))
