"""A ticket: a freeze proposal, written only when the whole conjunction holds. It has no force."""

import msgspec

from freezegate.model.ids import (
    CommitSha,
    Digest,
    PropertyId,
    TestId,
    check_commit,
    check_digest,
    check_id,
)
from freezegate.model.verdict import Counts


class Ticket(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person may make a freeze record of.

    `witness` holds the witness classes, equal on both sides. `admissible` says whether it could be
    admitted as things stand, `why` what is missing. `note` says where the patch did worse.
    """

    ticket_version: int
    contract: Digest
    prop: PropertyId
    test_id: TestId
    parent_sha: CommitSha
    spec_hash: Digest
    fixture_closure_hash: Digest
    witness: tuple[str, ...]
    counts: Counts
    note: str
    admissible: bool
    why: str

    def __post_init__(self) -> None:
        """Ids are ids, and a ticket without a witness is none."""
        check_digest(self.contract)
        check_digest(self.spec_hash)
        check_digest(self.fixture_closure_hash)
        check_commit(self.parent_sha)
        check_id(self.prop)
        check_id(self.test_id)
        if not self.witness or self.admissible is bool(self.why):
            message = "a ticket names its witness, and says why when it is not admissible"
            raise ValueError(message)
