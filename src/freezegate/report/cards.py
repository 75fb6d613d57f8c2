"""What the page shows of each finding: a row of the table, and what unfolds beneath it."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from freezegate.model.evidence import Evidence
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Counts, Flag, Result
from freezegate.report.block import gap_in_words, named
from freezegate.report.gaps import Gap, gaps
from freezegate.report.grid import Grid, grids, red_count, track_in_words
from freezegate.report.look import step_of
from freezegate.report.marks import Letter, Picture, Place, Red, pictures
from freezegate.report.words import counts_in_words, seeds_in_words

#: The sides by whose columns failing statements are told.
SIDES: Final = ("parent", "patch")

#: Reasons that say it all, where nothing else is to be said.
_PLAIN: Final = frozenset({Reason.BOTH_PASS, Reason.MUTED_ON_PARENT})


class Half(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a witness class: its red seeds, and the statements that failed there."""

    side: str
    reds: tuple[str, ...]
    places: tuple[Place, ...]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A witness class, and both sides of it beside one another."""

    mark: str
    witness: str
    halves: tuple[Half, ...]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `preview` is the first thing to know of it; empty where nothing unfolds."""

    prop: str
    decision: Decision
    reason: Reason
    flags: tuple[Flag, ...]
    counts: Counts | None
    counts_in_words: str
    grids: tuple[Grid, ...]
    seeds_in_words: str
    red_parent: int
    red_patch: int
    preview: str
    preview_mark: str
    failures: tuple[Failure, ...]
    gaps: tuple[str, ...]
    note: str
    oracle: str
    next_step: str

    @property
    def asks(self) -> bool:
        """Whether it asks for something: all but an accept."""
        return self.decision is not Decision.ACCEPT


def cards(evidence: Evidence, next_steps: Mapping[str, str]) -> tuple[Card, ...]:
    """Give every finding, strictest first; those of one reason in the order of the contract."""
    drawn = pictures(evidence)
    missing = gaps(evidence)
    oracles = dict(_oracles(evidence))
    ordered = sorted(evidence.verdict.results, key=lambda result: -result.reason.strictness)
    return tuple(
        _card(
            result,
            drawn.get(result.prop, Picture()),
            missing.get(result.prop, ()),
            oracle=oracles.get(result.prop, ""),
            next_step=step_of(result, next_steps),
        )
        for result in ordered
    )


def _oracles(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Give what each property enforces, the patch's words last where both have it."""
    for prop in evidence.contract.properties:
        yield prop.id, prop.oracle
    for routed in evidence.contract.routed:
        for held in filter(None, (routed.parent, routed.patch)):
            yield routed.id, held.oracle


def _card(
    result: Result, picture: Picture, missing: tuple[Gap, ...], *, oracle: str, next_step: str
) -> Card:
    """Put together what is known of one finding."""
    failures = tuple(_failure(letter) for letter in picture.letters)
    drawn = grids(picture.tracks)
    mark, preview = _preview(result, picture, missing)
    if not preview and (result.reason not in _PLAIN or result.flags or len(drawn) > 1):
        preview = result.reason.advice
    return Card(
        prop=result.prop,
        decision=result.decision,
        reason=result.reason,
        flags=result.flags,
        counts=result.counts,
        counts_in_words=counts_in_words(result.counts) if result.counts else "",
        grids=drawn,
        seeds_in_words="; ".join(map(track_in_words, picture.tracks)),
        red_parent=red_count(picture.tracks, "parent"),
        red_patch=red_count(picture.tracks, "patch"),
        preview=preview,
        preview_mark=mark,
        failures=failures,
        gaps=tuple(map(gap_in_words, missing)),
        note=result.note,
        oracle=oracle,
        next_step=next_step,
    )


def _preview(result: Result, picture: Picture, missing: tuple[Gap, ...]) -> tuple[str, str]:
    """Give a mark and the first thing to know: what failed, else what is missing, else the note."""
    if picture.letters:
        letter = picture.letters[0]
        return letter.mark, letter.places[0].statement if letter.places else _bare(letter)
    if missing:
        return "", missing[0].text
    return "", result.note


def _bare(letter: Letter) -> str:
    """Give a witness class without the property that it belongs to."""
    return letter.witness.partition("|")[2] or letter.witness


def _failure(letter: Letter) -> Failure:
    """Sort a witness class by sides."""
    return Failure(
        mark=letter.mark,
        witness=_bare(letter),
        halves=tuple(_half(letter, side) for side in SIDES),
    )


def _half(letter: Letter, side: str) -> Half:
    """Give what one side did of a witness class."""
    return Half(
        side=side,
        reds=tuple(_red_in_words(red) for red in letter.red if red.side.partition("_")[0] == side),
        places=tuple(place for place in letter.places if side in place.sides),
    )


def _red_in_words(red: Red) -> str:
    """Name the first few red seeds, and their schedule where it is not the first."""
    schedule = named(red.side.partition("_")[2])
    return f"{schedule} {seeds_in_words(red.seeds)}".lstrip()
