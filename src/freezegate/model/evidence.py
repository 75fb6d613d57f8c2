"""The packet: the four lines a merge may cite, and the digest of every file beside it."""

import msgspec

from freezegate.model.contract import Contract
from freezegate.model.ids import Digest
from freezegate.model.reason import Decision, Reason
from freezegate.model.run import SideEvidence
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Verdict


class RowCounts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row file, counted."""

    passed: int
    failed: int
    lines: int


class ReasonOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason code of one property."""

    prop: str
    reason: Reason


class FileDigest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of the evidence folder and its digest."""

    name: str
    digest: Digest


class Packet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`packet.json`: contract hash, decision, reason of each property, counts of both row files."""

    packet_version: int
    contract: Digest
    decision: Decision
    reasons: tuple[ReasonOf, ...]
    parent: RowCounts
    patch: RowCounts
    files: tuple[FileDigest, ...]


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole evidence folder, decoded: what every report is rendered from.

    `ticket_ids` name the tickets, in their order; empty where nobody has named them.
    """

    contract: Contract
    parent: SideEvidence
    patch: SideEvidence
    verdict: Verdict
    packet: Packet
    tickets: tuple[Ticket, ...]
    ticket_ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """All tickets have an id, or none has."""
        if self.ticket_ids and len(self.ticket_ids) != len(self.tickets):
            message = f"{len(self.tickets)} tickets have {len(self.ticket_ids)} ids"
            raise ValueError(message)

    @property
    def named_tickets(self) -> tuple[tuple[str, Ticket], ...]:
        """The tickets by property, each after its id or, where it has none, after nothing."""
        ids = self.ticket_ids or ("",) * len(self.tickets)
        pairs = zip(ids, self.tickets, strict=True)
        return tuple(sorted(pairs, key=lambda pair: pair[1].prop))
