"""The evidence folder: which file holds what, both ways."""

from collections.abc import Mapping
from typing import Final, TypeVar

from freezegate.core.packet import packet_of
from freezegate.core.ticket import tickets_of
from freezegate.errors import ArtifactError
from freezegate.model.contract import Contract, Side
from freezegate.model.evidence import Evidence, FileDigest, Packet
from freezegate.model.ids import Digest
from freezegate.model.row import ConfirmationRow, Row
from freezegate.model.run import Run, SideEvidence
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Verdict
from freezegate.report.statement import render as render_statement
from freezegate.wire.canonical import digest, seal, seal_lines, unseal
from freezegate.wire.contract import check_run_hashes
from freezegate.wire.decode import decode_lines

T = TypeVar("T")

CONTRACT: Final = "contract.json"
DECISION: Final = "decision.json"
PACKET: Final = "packet.json"
STATEMENT: Final = "statement.json"
TICKETS: Final = "tickets/"


def side_files(side: Side, evidence: SideEvidence) -> dict[str, bytes]:
    """Name and encode the files of one side; later rows and own rows only where there are some."""
    files = {
        f"{side}.jsonl": seal_lines(evidence.rows),
        f"{side}.run.json": seal(evidence.run),
    }
    if evidence.extension:
        files[f"{side}.extension.jsonl"] = seal_lines(evidence.extension)
    if evidence.confirmations:
        files[f"{side}.confirmations.jsonl"] = seal_lines(evidence.confirmations)
    if evidence.own_run is not None:
        files[f"{side}.own.jsonl"] = seal_lines(evidence.own)
        files[f"{side}.own.run.json"] = seal(evidence.own_run)
    return files


def read_side(side: Side, files: Mapping[str, bytes], *, stem: str = "") -> SideEvidence:
    """Decode the files of one side; `stem` replaces the side's name in theirs.

    Raises:
        ArtifactError: a file is missing or is not what it claims to be.
    """
    name = stem or str(side)
    own_run = f"{name}.own.run.json"
    return SideEvidence(
        run=_one(files, f"{name}.run.json", Run),
        rows=_lines(files, f"{name}.jsonl", Row),
        extension=_some_lines(files, f"{name}.extension.jsonl", Row),
        confirmations=_some_lines(files, f"{name}.confirmations.jsonl", ConfirmationRow),
        own=_some_lines(files, f"{name}.own.jsonl", Row),
        own_run=_one(files, own_run, Run) if own_run in files else None,
    )


def evidence_files(
    contract: bytes, value: Contract, parent: SideEvidence, patch: SideEvidence, verdict: Verdict
) -> tuple[dict[str, bytes], Evidence]:
    """Encode a whole evidence folder, packet and statement last."""
    tickets = tickets_of(value, digest(contract), verdict, parent, patch)
    files = {
        CONTRACT: contract,
        **side_files(Side.PARENT, parent),
        **side_files(Side.PATCH, patch),
        DECISION: seal(verdict),
        **{f"{TICKETS}{ticket_id(ticket)}.json": seal(ticket) for ticket in tickets},
    }
    packet = packet_of(verdict, parent.rows, patch.rows, _digests(files))
    whole = Evidence(
        contract=value,
        parent=parent,
        patch=patch,
        verdict=verdict,
        packet=packet,
        tickets=tickets,
        ticket_ids=tuple(ticket_id(ticket) for ticket in tickets),
    )
    files[PACKET] = seal(packet)
    files[STATEMENT] = render_statement(whole).encode()
    return files, whole


def read_evidence(files: Mapping[str, bytes]) -> tuple[bytes, Evidence]:
    """Decode a whole evidence folder; nothing is recomputed here.

    Raises:
        ArtifactError: a file is missing, not canonical, or not what it claims to be.
    """
    contract = _one(files, CONTRACT, Contract)
    check_run_hashes(contract, origin=CONTRACT)
    tickets = tuple(_one(files, name, Ticket) for name in sorted(files) if is_ticket(name))
    evidence = Evidence(
        contract=contract,
        parent=read_side(Side.PARENT, files),
        patch=read_side(Side.PATCH, files),
        verdict=_one(files, DECISION, Verdict),
        packet=_one(files, PACKET, Packet),
        tickets=tickets,
        ticket_ids=tuple(ticket_id(ticket) for ticket in tickets),
    )
    return files[CONTRACT], evidence


def is_ticket(name: str) -> bool:
    """Tell whether a file of the folder is a ticket."""
    return name.startswith(TICKETS)


def ticket_id(ticket: Ticket) -> str:
    """Name a ticket by the first 12 digits of the digest of its content."""
    return digest(seal(ticket)).removeprefix("sha256:")[:12]


def _digests(files: Mapping[str, bytes]) -> tuple[FileDigest, ...]:
    """Digest every file that the packet covers, by name: all but itself and the statement."""
    return tuple(
        FileDigest(name=name, digest=Digest(digest(files[name]))) for name in sorted(files)
    )


def _bytes(files: Mapping[str, bytes], name: str) -> bytes:
    """Take a file that must be there."""
    if name not in files:
        message = f"{name}: the file is missing; without it nothing can be judged or audited"
        raise ArtifactError(message)
    return files[name]


def _one(files: Mapping[str, bytes], name: str, as_: type[T]) -> T:
    """Decode a sealed file that must be there."""
    value, _ = unseal(_bytes(files, name), as_, origin=name)
    return value


def _lines(files: Mapping[str, bytes], name: str, as_: type[T]) -> tuple[T, ...]:
    """Decode a row file that must be there."""
    return decode_lines(_bytes(files, name), as_, origin=name)


def _some_lines(files: Mapping[str, bytes], name: str, as_: type[T]) -> tuple[T, ...]:
    """Decode a row file that may be absent."""
    return _lines(files, name, as_) if name in files else ()
