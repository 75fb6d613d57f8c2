"""Evidence laid out for the tables: for one property on one side, one cell a seed.

Only rows that cite the side's run are laid out: one that cites another is not a row of this
contract. Of two for one cell the first is laid out, and the second is a finding (`core.rows`).
"""

from collections.abc import Iterable, Mapping

import msgspec

from freezegate.model.contract import Contract, Side
from freezegate.model.ids import Digest, PropertyId, Seed
from freezegate.model.row import ConfirmationRow, Row, Status
from freezegate.model.run import MuteKind, Run, SideEvidence


class Cells(msgspec.Struct, frozen=True, kw_only=True):
    """One property on one side: at each seed a row, a mute, or neither."""

    seeds: tuple[Seed, ...]
    rows: tuple[Row | None, ...]
    mutes: tuple[MuteKind | None, ...]

    @property
    def held(self) -> tuple[Row, ...]:
        """The rows that are there."""
        return tuple(row for row in self.rows if row is not None)

    @property
    def missing(self) -> tuple[Seed, ...]:
        """The seeds with neither row nor mute."""
        cells = zip(self.seeds, self.rows, self.mutes, strict=True)
        return tuple(seed for seed, row, mute in cells if row is None and mute is None)

    @property
    def fails(self) -> bool:
        """A side fails when any seed fails."""
        return any(row.status is Status.FAIL for row in self.held)

    @property
    def splits(self) -> bool:
        """Some seeds pass and some fail."""
        return len({row.status for row in self.held}) > 1

    @property
    def witnesses(self) -> frozenset[str]:
        """The witness classes of all fails."""
        return frozenset(row.witness for row in self.held if row.status is Status.FAIL)


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """One side's evidence by property and seed; `attempts` are the confirmations that ran."""

    rows: Mapping[tuple[PropertyId, Seed], Row]
    mutes: Mapping[tuple[PropertyId, Seed], MuteKind]
    extension: Mapping[tuple[PropertyId, Seed], Row]
    confirmations: Mapping[tuple[PropertyId, Seed, int], Row]
    attempts: frozenset[tuple[Seed, int]]
    own: Mapping[tuple[PropertyId, Seed], Row]
    own_mutes: Mapping[tuple[PropertyId, Seed], MuteKind]

    def schedule(self, prop: PropertyId, seeds: tuple[Seed, ...]) -> Cells:
        """Give a property's cells on the schedule."""
        return _cells(prop, seeds, self.rows, self.mutes)

    def extended(self, prop: PropertyId, seeds: tuple[Seed, ...]) -> Cells:
        """Give a property's cells on the extension; mutes there are not recorded."""
        return _cells(prop, seeds, self.extension, {})

    def own_pass(self, prop: PropertyId, seeds: tuple[Seed, ...]) -> Cells:
        """Give a property's cells in the pass of the patch's own tests."""
        return _cells(prop, seeds, self.own, self.own_mutes)


def layout(contract: Contract, side: Side, evidence: SideEvidence) -> Layout:
    """Lay out one side's evidence."""
    run = contract.run_hash(side)
    confirmations = [each for each in evidence.confirmations if each.row.run == run]
    return Layout(
        rows=_by_cell(run, evidence.rows),
        mutes=_mutes(evidence.run),
        extension=_by_cell(run, evidence.extension),
        confirmations=_by_attempt(confirmations),
        attempts=frozenset((each.row.seed, each.attempt) for each in confirmations),
        own=_by_cell(run, evidence.own),
        own_mutes=_mutes(evidence.own_run) if evidence.own_run is not None else {},
    )


def _cells(
    prop: PropertyId,
    seeds: tuple[Seed, ...],
    rows: Mapping[tuple[PropertyId, Seed], Row],
    mutes: Mapping[tuple[PropertyId, Seed], MuteKind],
) -> Cells:
    """Walk the seeds, never the rows: what is missing shows."""
    return Cells(
        seeds=seeds,
        rows=tuple(rows.get((prop, seed)) for seed in seeds),
        mutes=tuple(mutes.get((prop, seed)) for seed in seeds),
    )


def _by_cell(run: Digest, rows: Iterable[Row]) -> dict[tuple[PropertyId, Seed], Row]:
    """Index rows of this run, the first of each cell."""
    cells: dict[tuple[PropertyId, Seed], Row] = {}
    for row in rows:
        if row.run == run:
            cells.setdefault((row.prop, row.seed), row)
    return cells


def _by_attempt(rows: Iterable[ConfirmationRow]) -> dict[tuple[PropertyId, Seed, int], Row]:
    """Index confirmations, the first of each cell and attempt."""
    cells: dict[tuple[PropertyId, Seed, int], Row] = {}
    for each in rows:
        cells.setdefault((each.row.prop, each.row.seed, each.attempt), each.row)
    return cells


def _mutes(run: Run) -> dict[tuple[PropertyId, Seed], MuteKind]:
    """Index what pytest muted, the first of each cell."""
    cells: dict[tuple[PropertyId, Seed], MuteKind] = {}
    for muted in run.muted:
        cells.setdefault((muted.prop, muted.seed), muted.kind)
    return cells
