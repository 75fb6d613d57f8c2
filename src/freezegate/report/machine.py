"""The decision object that `--format json` prints: the text's keys, and what explains them."""

from collections.abc import Mapping
from typing import Unpack

import msgspec

from freezegate.model.evidence import Evidence, ReasonOf, RowCounts
from freezegate.model.ids import CommitSha, Digest, Seed
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Counts, Flag, Result
from freezegate.report.encode import json_text
from freezegate.report.gaps import EVERY, Gap, gaps
from freezegate.report.look import Look, step_of
from freezegate.report.marks import Letter, Picture, pictures
from freezegate.report.words import Missed, missed


class ResultLine(msgspec.Struct, frozen=True, kw_only=True):
    """A finding; `marks` holds one character a seed for each track (see `report.marks`)."""

    prop: str
    decision: Decision
    reason: Reason
    next_step: str
    note: str
    flags: tuple[Flag, ...]
    counts: Counts | None
    marks: dict[str, str]
    letters: tuple[Letter, ...]
    no_row: tuple[Gap, ...]


class TicketLine(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket; `id` is empty where nobody has named it."""

    id: str
    prop: str
    admissible: bool
    why: str


class PacketLines(msgspec.Struct, frozen=True, kw_only=True):
    """The four lines: contract hash, decision, reason codes, counts of both row files."""

    contract: Digest
    decision: Decision
    reasons: tuple[ReasonOf, ...]
    rows: dict[str, RowCounts]


class DecisionObject(msgspec.Struct, frozen=True, kw_only=True):
    """One patch, one decision."""

    decision: Decision
    results: tuple[ResultLine, ...]
    reason: Reason
    exit: int
    flags: tuple[Flag, ...]
    contract: Digest
    parent_sha: CommitSha
    patch_sha: CommitSha
    seeds: tuple[Seed, ...]
    extension: tuple[Seed, ...]
    missed: tuple[Missed, ...]
    no_row: tuple[Gap, ...]
    tickets: tuple[TicketLine, ...]
    packet: PacketLines


def render(evidence: Evidence, **look: Unpack[Look]) -> str:
    """Give the decision object as JSON; of the look only `next_steps` matters."""
    return json_text(decision_object(evidence, look.get("next_steps", {})))


def decision_object(evidence: Evidence, next_steps: Mapping[str, str]) -> DecisionObject:
    """Gather what the decision is and rests on; results are in the order of the contract."""
    verdict, contract = evidence.verdict, evidence.contract
    drawn = pictures(evidence)
    missing = gaps(evidence)
    return DecisionObject(
        decision=verdict.decision,
        results=tuple(
            _result(
                result,
                drawn.get(result.prop, Picture()),
                missing.get(result.prop, ()),
                step_of(result, next_steps),
            )
            for result in verdict.results
        ),
        reason=verdict.reason,
        exit=verdict.exit,
        flags=verdict.flags,
        contract=verdict.contract,
        parent_sha=contract.parent_sha,
        patch_sha=contract.patch_sha,
        seeds=contract.seeds,
        extension=contract.extension,
        missed=missed(len(contract.seeds)),
        no_row=missing.get(EVERY, ()),
        tickets=_tickets(evidence),
        packet=_packet(evidence),
    )


def _result(
    result: Result, picture: Picture, no_row: tuple[Gap, ...], next_step: str
) -> ResultLine:
    """Put a finding beside its marks."""
    return ResultLine(
        prop=result.prop,
        decision=result.decision,
        reason=result.reason,
        next_step=next_step,
        note=result.note,
        flags=result.flags,
        counts=result.counts,
        marks={track.side: track.marks for track in picture.tracks},
        letters=picture.letters,
        no_row=no_row,
    )


def _tickets(evidence: Evidence) -> tuple[TicketLine, ...]:
    """Give each ticket with its id."""
    return tuple(
        TicketLine(id=name, prop=ticket.prop, admissible=ticket.admissible, why=ticket.why)
        for name, ticket in evidence.named_tickets
    )


def _packet(evidence: Evidence) -> PacketLines:
    """Give the packet's four lines."""
    packet = evidence.packet
    return PacketLines(
        contract=packet.contract,
        decision=packet.decision,
        reasons=packet.reasons,
        rows={"parent": packet.parent, "patch": packet.patch},
    )
