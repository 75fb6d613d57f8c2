"""Rows are claims: each is one that the contract asks for, once, in its place, or a finding."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from freezegate.core.case import PATCH
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import Digest, PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.row import ORIGIN_TREE, ConfirmationRow, Row
from freezegate.model.run import Run, SideEvidence
from freezegate.model.verdict import Finding

_REMEDY: Final = "remove that install or checkout from the interpreter's path and run again"


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What one row file may hold: rows of this run, these properties and these seeds, in order."""

    name: str
    run: Digest
    known: Collection[PropertyId]
    places: Mapping[Seed, int]


def row_findings(contract: Contract, side: Side, evidence: SideEvidence) -> Iterator[Finding]:
    """Check every row of every file of one side."""
    selected = frozenset(prop.id for prop in contract.selected)
    own = frozenset(routed.id for routed in contract.own if side is Side.PATCH)
    schedule = _asked(contract, side, "rows", selected, contract.seeds)
    extension = _asked(contract, side, "extension rows", selected, contract.extension)
    own_pass = _asked(contract, side, "own rows", own, contract.seeds)
    yield from _in_file(schedule, evidence.rows, _muted_cells(evidence.run))
    yield from _in_file(extension, evidence.extension, ())
    yield from _in_file(own_pass, evidence.own, _muted_cells(evidence.own_run))
    yield from _in_confirmations(
        _asked(contract, side, "confirmations", selected, contract.seeds + contract.extension),
        contract.confirmations,
        evidence.confirmations,
    )


def origin_findings(side: Side, evidence: SideEvidence) -> Iterator[Finding]:
    """Name every place outside the tree that the code under test came from, each once."""
    told: dict[str, str] = {}
    for run in (evidence.run, evidence.own_run):
        for origin in run.origins if run is not None else ():
            told.setdefault(origin.path, f"{origin.package} from {origin.path}")
    confirmed = (each.row for each in evidence.confirmations)
    for row in (*evidence.rows, *evidence.extension, *evidence.own, *confirmed):
        if row.origin != ORIGIN_TREE:
            told.setdefault(row.origin, f"code from {row.origin}")
    for text in told.values():
        note = f"the {side} ran {text}; {_REMEDY}"
        yield Finding(subject=PATCH, reason=Reason.WRONG_TREE, note=note)


def _asked(
    contract: Contract,
    side: Side,
    name: str,
    known: Collection[PropertyId],
    seeds: tuple[Seed, ...],
) -> Asked:
    """Say what a file of this side may hold."""
    return Asked(
        name=f"the {side}'s {name}",
        run=contract.run_hash(side),
        known=known,
        places={seed: place for place, seed in enumerate(seeds)},
    )


def _muted_cells(run: Run | None) -> tuple[tuple[PropertyId, Seed], ...]:
    """Give the cells that a mute stands in for a row of."""
    return tuple((muted.prop, muted.seed) for muted in run.muted) if run is not None else ()


def _in_file(
    asked: Asked, rows: Iterable[Row], mutes: Iterable[tuple[PropertyId, Seed]]
) -> Iterator[Finding]:
    """Check the rows of one file in their order, then the mutes that stand in for rows."""
    seen: set[tuple[PropertyId, Seed]] = set()
    last = 0
    for row in rows:
        place = asked.places.get(row.seed, last)
        conditions = (
            (row.run == asked.run, Reason.FOREIGN_RUN),
            *_conditions(asked, row.prop, row.seed, seen),
            (place >= last, Reason.ROW_OUT_OF_ORDER),
        )
        yield from _unmet(asked, row.prop, row.seed, conditions)
        seen.add((row.prop, row.seed))
        last = max(last, place)
    for prop, seed in mutes:
        yield from _unmet(asked, prop, seed, _conditions(asked, prop, seed, seen))
        seen.add((prop, seed))


def _in_confirmations(
    asked: Asked, confirmations: int, rows: Iterable[ConfirmationRow]
) -> Iterator[Finding]:
    """Check confirmations: their files grow attempt by attempt, so that no order is asked."""
    seen: dict[int, set[tuple[PropertyId, Seed]]] = {}
    for each in rows:
        row, taken = each.row, seen.setdefault(each.attempt, set())
        conditions = (
            (row.run == asked.run, Reason.FOREIGN_RUN),
            *_conditions(asked, row.prop, row.seed, taken),
            (each.attempt <= confirmations, Reason.UNSCHEDULED_SEED),
        )
        yield from _unmet(asked, row.prop, row.seed, conditions)
        taken.add((row.prop, row.seed))


def _conditions(
    asked: Asked, prop: PropertyId, seed: Seed, seen: Collection[tuple[PropertyId, Seed]]
) -> tuple[tuple[bool, Reason], ...]:
    """List what holds of everything that stands in a cell, row or mute."""
    return (
        (prop in asked.known, Reason.UNKNOWN_PROPERTY),
        (seed in asked.places, Reason.UNSCHEDULED_SEED),
        ((prop, seed) not in seen, Reason.DUPLICATE_ROW),
    )


def _unmet(
    asked: Asked, prop: PropertyId, seed: Seed, conditions: Iterable[tuple[bool, Reason]]
) -> Iterator[Finding]:
    """Give a finding for each condition that does not hold."""
    for holds, reason in conditions:
        if not holds:
            yield Finding(subject=prop, reason=reason, note=f"{asked.name}, seed {seed}")
