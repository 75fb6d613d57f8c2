import pytest
from msgspec.structs import replace

from freezegate.model.ids import CommitSha, Digest
from freezegate.model.ticket import Ticket


def test_ids_and_digests_of_a_ticket_are_such(ticket: Ticket) -> None:
    for field in ("contract", "spec_hash", "fixture_closure_hash"):
        with pytest.raises(ValueError, match="'x' is not a digest"):
            replace(ticket, **{field: Digest("x")})
    with pytest.raises(ValueError, match="'HEAD' is not a full commit id"):
        replace(ticket, parent_sha=CommitSha("HEAD"))
    for field in ("prop", "test_id"):
        with pytest.raises(ValueError, match="an id is empty"):
            replace(ticket, **{field: ""})


def test_a_ticket_names_its_witness_and_says_why_when_it_is_not_admissible(
    ticket: Ticket,
) -> None:
    assert replace(ticket, admissible=False, why="unknown").why == "unknown"
    message = "a ticket names its witness, and says why when it is not admissible"
    with pytest.raises(ValueError, match=message):
        replace(ticket, witness=())
    with pytest.raises(ValueError, match=message):
        replace(ticket, admissible=False)
    with pytest.raises(ValueError, match=message):
        replace(ticket, why="unknown")
