"""The clock injected: at the failing instant, away from it, and over each boundary of time."""

from collections.abc import Generator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from freezegate.core.controls import SIDES, Book, Steps, is_green
from freezegate.core.instants import Boundary, boundaries, calm
from freezegate.model.contract import Side
from freezegate.model.failure import Changed
from freezegate.model.ids import Seed
from freezegate.model.rerun import Answered, Ask, Instant

#: What the control needs in the project's interpreter.
CLOCK: Final = "time-machine"
#: A turn of colour is dated so closely.
_CLOSE: Final = timedelta(minutes=1)
#: So many reruns tell a turn by chance, before the many are spent that the proof takes.
_FEW: Final = 3
#: The name of a boundary that is none of the table's: the failing instant lies behind it.
_TURN: Final = "a turn between two instants"

#: Steps that return whatever `T` says.
_Where = Generator[tuple[Ask, ...], tuple[Answered, ...], "_Pair | None"]
_Holds = Generator[tuple[Ask, ...], tuple[Answered, ...], bool]


class _Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Where the clock turns it red, and a near instant where it does not."""

    red: Instant
    away: datetime


def clock(book: Book) -> Steps:
    """Look for an instant at which the patch is red and one at which it is green; then count."""
    began = book.subject.began
    quiet = calm(began)
    failing, *calms = yield tuple(_at(book, at) for at in (began, *quiet))
    if CLOCK in failing.lacks:
        book.skipped.append(
            f"the clock: {CLOCK} is not in the project's interpreter, so clock_bound cannot be "
            f"told; add it there (pip install {CLOCK}) and diagnose again"
        )
        return
    pair = yield from _located(book, failing, dict(zip(quiet, calms, strict=True)))
    if pair is not None:
        yield from _counted(book, pair)


def _counted(book: Book, pair: _Pair) -> Steps:
    """Rerun both instants a few times on the patch; where that holds, on both sides to the end."""
    few = {Side.PATCH: book.times(Side.PATCH, reds=True)[:_FEW]}
    rest = {side: book.times(side, reds=True) for side in SIDES}
    rest[Side.PATCH] = rest[Side.PATCH][_FEW:]
    if (yield from _rerun(book, pair, few)) and (yield from _rerun(book, pair, rest)):
        book.boundary = pair.red
        book.told.append(
            f"the clock turns it red: {pair.red.name}, begun at {pair.red.at.isoformat()}; away "
            f"from it is {pair.away.isoformat()}"
        )
    else:
        book.told.append(
            f"red once with the clock at {pair.red.at.isoformat()} ({pair.red.name}), and not at "
            "each rerun there: the clock alone does not explain it"
        )


def _rerun(book: Book, pair: _Pair, seeds: Mapping[Side, tuple[Seed, ...]]) -> _Holds:
    """Rerun both instants; say whether each run was red on the boundary and green away from it."""
    asks = [
        Ask(changed=changed, side=side, seeds=each, hash_of=book.hash_of, instant=at)
        for side, each in seeds.items()
        for changed, at in (
            (Changed.CLOCK_ON_BOUNDARY, pair.red.at),
            (Changed.CLOCK_AWAY, pair.away),
        )
    ]
    answers = yield tuple(asks)
    for ask, answered in zip(asks, answers, strict=True):
        book.record(ask, answered)
    return all(
        book.shows(answered) if ask.changed is Changed.CLOCK_ON_BOUNDARY else is_green(answered)
        for ask, answered in zip(asks, answers, strict=True)
    )


def _located(book: Book, failing: Answered, calms: Mapping[datetime, Answered]) -> _Where:
    """Find a boundary of the table, or else the turn between a calm and the failing instant.

    What is green before the failing instant and red at it and ever after lies behind a date that
    has passed, which no boundary of the table is.
    """
    began = book.subject.began
    green = [at for at, answered in calms.items() if is_green(answered)]
    if not green:
        book.told.append("not green at any calm instant of the clock: the clock does not turn it")
        return None
    has_passed = book.shows(failing) and all(
        at < began if is_green(answered) else book.shows(answered) for at, answered in calms.items()
    )
    found = None if has_passed else (yield from _over_boundaries(book, green[0]))
    if found is None and book.shows(failing):
        nearest = min(green, key=lambda at: abs(at - began))
        found = yield from _turn(book, nearest, began)
    if found is None:
        told = "red" if failing.red else "green"
        book.told.append(
            f"{told} at the failing instant of the clock, green at a calm one, and red on no "
            "boundary of time"
        )
    return found


def _over_boundaries(book: Book, around: datetime) -> _Where:
    """Begin once at each start of each boundary; one of red starts has to be green away from it."""
    table = boundaries(around, _lasts_s(book))
    starts = [(boundary, at) for boundary in table for at in boundary.starts]
    answers = yield tuple(_at(book, at) for _, at in starts)
    hits = [
        (boundary, at)
        for (boundary, at), answered in zip(starts, answers, strict=True)
        if book.shows(answered)
    ]
    firsts = {boundary.name: (boundary, at) for boundary, at in reversed(hits)}
    ordered = [firsts[boundary.name] for boundary in table if boundary.name in firsts]
    if not ordered:
        return None
    answers = yield tuple(_at(book, boundary.away) for boundary, _ in ordered)
    real = [hit for hit, answered in zip(ordered, answers, strict=True) if is_green(answered)]
    if not real:
        return None
    _tell_others(book, [boundary for boundary, _ in real])
    boundary, at = real[0]
    return _Pair(red=Instant(name=boundary.name, at=at), away=boundary.away)


def _tell_others(book: Book, met: Sequence[Boundary]) -> None:
    """Name all boundaries on which it was red; the first of them is the one that is counted."""
    if len(met) > 1:
        names = ", ".join(boundary.name for boundary in met)
        book.told.append(f"red once on each of these boundaries of time: {names}")


def _turn(book: Book, green: datetime, red: datetime) -> _Where:
    """Halve the time between a green and a red instant until the turn is dated to a minute."""
    zone = red.tzinfo
    low, high = green.astimezone(UTC), red.astimezone(UTC)
    while abs(high - low) > _CLOSE:
        middle = low + (high - low) / 2
        (answered,) = yield (_at(book, middle.astimezone(zone)),)
        low, high = (low, middle) if book.shows(answered) else (middle, high)
    return _Pair(red=Instant(name=_TURN, at=high.astimezone(zone)), away=low.astimezone(zone))


def _at(book: Book, instant: datetime) -> Ask:
    """Begin the property once at an instant, on the patch, at a seed at which it was red."""
    return Ask(
        changed=Changed.CLOCK_ON_BOUNDARY,
        side=Side.PATCH,
        seeds=book.red_seeds(Side.PATCH)[:1],
        hash_of=book.hash_of,
        instant=instant,
    )


def _lasts_s(book: Book) -> float:
    """How long the property takes, by the longest of its runs."""
    return max((each.duration_s for each in book.schedule[Side.PATCH].rows), default=0.0)
