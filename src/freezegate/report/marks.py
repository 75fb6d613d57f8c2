"""Rows as marks: what each seed of a property did on each side, one character a seed.

`.` is a pass, a letter a fail with that witness class, `-` no row, `s` a skip, `x` an expected
failure, `?` more than one row. Letters are given in the order of appearance, the parent first, and
mean the same on all tracks of one property.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

import msgspec

from freezegate.model.evidence import Evidence
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.row import Row
from freezegate.model.run import MuteKind, Run, Site

LEGEND: Final = (
    ". pass, A B C fail by witness class, - no row, s skipped, x expected to fail, ? several rows"
)

_PASS: Final = "."  # noqa: S105 - a mark, no secret
_NO_ROW: Final = "-"
_SEVERAL: Final = "?"
#: Every witness class after the twenty-sixth: so many are one failure, badly normalised.
_FURTHER: Final = "#"

MUTED: Final[Mapping[MuteKind, str]] = {MuteKind.SKIP: "s", MuteKind.XFAIL: "x"}


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """One schedule of one property on one side; `side` is one of the names below."""

    side: str
    marks: str

    @property
    def green(self) -> bool:
        """Every seed has a row, and passed."""
        return bool(self.marks) and set(self.marks) == {_PASS}


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A failing statement, and the sides on which it failed so."""

    sides: tuple[str, ...]
    place: str
    statement: str
    message: str


class Red(msgspec.Struct, frozen=True, kw_only=True):
    """The seeds of one track that show a letter."""

    side: str
    seeds: tuple[Seed, ...]


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A witness class of a property: its mark, where it shows and what failed."""

    mark: str
    witness: str
    red: tuple[Red, ...]
    places: tuple[Place, ...]


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A property's tracks and what their letters stand for."""

    tracks: tuple[Track, ...] = ()
    letters: tuple[Letter, ...] = ()


class Pass(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that were measured together, with their run's facts and their schedule."""

    side: str
    run: Run
    seeds: tuple[Seed, ...]
    rows: tuple[Row, ...]


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """One property's rows of one pass: a cell for each seed of the schedule."""

    side: str
    seeds: tuple[Seed, ...]
    cells: tuple[tuple[Row, ...], ...]
    muted: Mapping[Seed, str]


def passes(evidence: Evidence) -> tuple[Pass, ...]:
    """Give every pass of the evidence, the schedules before the extensions."""
    parent, patch, contract = evidence.parent, evidence.patch, evidence.contract
    schedules = [
        Pass(side="parent", run=parent.run, seeds=contract.seeds, rows=parent.rows),
        Pass(side="patch", run=patch.run, seeds=contract.seeds, rows=patch.rows),
    ]
    if patch.own_run is not None:
        schedules.append(
            Pass(side="patch_own", run=patch.own_run, seeds=contract.seeds, rows=patch.own)
        )
    extensions = [
        Pass(side=f"{side.run.side}_extension", run=side.run, seeds=contract.extension, rows=rows)
        for side in (parent, patch)
        if (rows := side.extension)
    ]
    return (*schedules, *extensions)


def pictures(evidence: Evidence) -> dict[str, Picture]:
    """Draw every property of the contract, judged and routed, in the contract's order."""
    measured = passes(evidence)
    cells = [_cells(one.rows) for one in measured]
    muted = [_muted(one.run) for one in measured]
    sites = _sites(measured)
    drawn: dict[str, Picture] = {}
    for prop, sides in _sides(evidence).items():
        lines = [
            _Line(
                side=one.side,
                seeds=one.seeds,
                cells=tuple(tuple(held[prop, seed]) for seed in one.seeds),
                muted={seed: mutes[prop, seed] for seed in one.seeds if (prop, seed) in mutes},
            )
            for one, held, mutes in zip(measured, cells, muted, strict=True)
            if one.side in sides
        ]
        drawn[prop] = _picture([line for line in lines if _is_shown(line)], sites)
    return drawn


def _sides(evidence: Evidence) -> dict[PropertyId, frozenset[str]]:
    """Say which passes bear on each property: the composed patch tree tells of judged ones only."""
    judged = frozenset({"parent", "patch", "parent_extension", "patch_extension"})
    sides = {prop.id: judged for prop in evidence.contract.properties}
    for routed in evidence.contract.routed:
        sides[routed.id] = frozenset(
            side
            for side, held in (("parent", routed.parent), ("patch_own", routed.patch))
            if held is not None
        )
    return sides


def _is_shown(line: _Line) -> bool:
    """Leave out the extension of a property that was not extended; a schedule always stands."""
    return not line.side.endswith("_extension") or any(line.cells)


def _picture(lines: Sequence[_Line], sites: Mapping[str, tuple[Place, ...]]) -> Picture:
    """Give the tracks and letters of one property."""
    rows = (row for line in lines for cell in line.cells for row in cell)
    witnesses = tuple(dict.fromkeys(row.witness for row in rows if row.witness))
    marks = {
        witness: ascii_uppercase[at] if at < len(ascii_uppercase) else _FURTHER
        for at, witness in enumerate(witnesses)
    }
    return Picture(
        tracks=tuple(Track(side=line.side, marks=_marks(line, marks)) for line in lines),
        letters=tuple(
            Letter(
                mark=mark,
                witness=witness,
                red=_red(lines, witness),
                places=sites.get(witness, ()),
            )
            for witness, mark in marks.items()
        ),
    )


def _marks(line: _Line, letters: Mapping[str, str]) -> str:
    """Give one character for each seed."""
    return "".join(
        _mark(cell, line.muted.get(seed, _NO_ROW), letters)
        for seed, cell in zip(line.seeds, line.cells, strict=True)
    )


def _mark(cell: tuple[Row, ...], without: str, letters: Mapping[str, str]) -> str:
    """Give the character of one seed."""
    match cell:
        case ():
            return without
        case (row,):
            return letters.get(row.witness, _PASS)
        case _:
            return _SEVERAL


def _red(lines: Iterable[_Line], witness: str) -> tuple[Red, ...]:
    """Give the seeds that show a witness class, side by side."""
    red = (
        Red(
            side=line.side,
            seeds=tuple(
                seed
                for seed, cell in zip(line.seeds, line.cells, strict=True)
                if witness in {row.witness for row in cell}
            ),
        )
        for line in lines
    )
    return tuple(one for one in red if one.seeds)


def _cells(rows: Iterable[Row]) -> defaultdict[tuple[PropertyId, Seed], list[Row]]:
    """Sort rows by property and seed."""
    cells: defaultdict[tuple[PropertyId, Seed], list[Row]] = defaultdict(list)
    for row in rows:
        cells[row.prop, row.seed].append(row)
    return cells


def _muted(run: Run) -> dict[tuple[PropertyId, Seed], str]:
    """Give the mark of each muted property and seed."""
    return {(muted.prop, muted.seed): MUTED[muted.kind] for muted in run.muted}


def _sites(measured: Iterable[Pass]) -> dict[str, tuple[Place, ...]]:
    """Give the failing statements of each witness class; one that several sides share, once."""
    sides: defaultdict[tuple[str, Site], dict[str, None]] = defaultdict(dict)
    for one in measured:
        for site in one.run.sites:
            sides[site.witness, site][one.run.side.value] = None
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for (witness, site), names in sides.items():
        places[witness].append(
            Place(
                sides=tuple(names),
                place=site.place,
                statement=site.statement,
                message=site.message,
            )
        )
    return {witness: tuple(held) for witness, held in places.items()}
