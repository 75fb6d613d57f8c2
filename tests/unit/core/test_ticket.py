import pytest

from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.core.ticket import NO_CONTROL, tickets_of
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import PropertyId
from freezegate.model.run import SideEvidence
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Counts
from tests.cases import Words, both, contract, digest, evidence, prop

HASH = digest("contract")


def tickets(of: Contract, parent: SideEvidence, patch: SideEvidence) -> tuple[Ticket, ...]:
    verdict = combine(HASH, of, (score(of, parent, patch),))
    return tickets_of(of, HASH, verdict, parent, patch)


def test_a_ticket_holds_what_a_person_needs_and_has_no_force() -> None:
    of = contract("p", "q", length=4, extension=1)
    parent = evidence(of, Side.PARENT, {"p": "AB..", "q": "...."}, extension={"p": "A"})
    patch = evidence(of, Side.PATCH, {"p": "AAB.", "q": "...."}, extension={"p": "."})
    assert tickets(of, parent, patch) == (
        Ticket(
            ticket_version=1,
            contract=HASH,
            prop=PropertyId("p"),
            test_id=prop("p").test_id,
            parent_sha=of.parent_sha,
            spec_hash=prop("p").spec_hash,
            fixture_closure_hash=prop("p").fixture_closure_hash,
            witness=("p|ValueError|A", "p|ValueError|B"),
            counts=Counts(both_pass=1, parent_only=1, patch_only=1, both_fail=2),
            note="red on the patch alone at seed 3",
            admissible=False,
            why=NO_CONTROL,
        ),
    )


@pytest.mark.parametrize(
    ("parent", "patch", "proposed"),
    [
        ({"p": "A.", "q": "A."}, {"p": "A.", "q": "A."}, ["p", "q"]),
        ({"p": "A.", "q": "A."}, {"p": "A.", "q": ".."}, ["p"]),
        ({"p": "A.", "q": ".."}, {"p": "A.", "q": "A."}, []),  # a reject lends nothing
        ({"p": "..", "q": ".."}, {"p": "..", "q": ".."}, []),
    ],
)
def test_tickets_are_written_only_when_the_whole_verdict_proposes(
    parent: Words, patch: Words, proposed: list[str]
) -> None:
    of = contract("p", "q", length=2)
    assert [each.prop for each in tickets(of, *both(of, parent, patch))] == proposed
