"""Which properties bear on a patch, and what their lane comes to (spec 2, steps 1 and 2).

A property counts when it executes touched code and is red once that is taken away. A constant that
is asserted after a call stays green then, and so does a property that never gets there.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from freezegate.model.ids import TestId
from freezegate.model.lane import LaneProperty, LaneState, Seen, TouchedSet, holding

NO_ROW: Final = "it gave no row"
ELSEWHERE: Final = "it executes no touched function on any seed"
UNTRIED: Final = "nothing shows that it holds touched code to anything: no trap could be tried"
IN_FIXTURES: Final = "only its fixtures execute touched code, and it does not use what they made"
SWALLOWS: Final = "it stays green when the touched code that it executes raises"
HOLDS_TO_NOTHING: Final = "it stays green when the result of touched code is taken away"


def trap_at(seen: Seen) -> int | None:
    """Give the place of the first seed at which taking touched code away can show anything."""
    return next(
        (
            at
            for at, ran in enumerate(seen.runs)
            if ran is not None and not ran.red and ran.executed
        ),
        None,
    )


def why_dropped(seen: Seen) -> str:
    """Say why a property does not bear on the patch; empty where it does.

    One that is red while it executes touched code shows by itself that it holds it to something.
    """
    red = any(ran.red and ran.executed for ran in seen.rows)
    conditions = (
        (bool(seen.rows), NO_ROW),
        (bool(seen.executed), ELSEWHERE),
        (red or seen.hollow is not None, UNTRIED),
        (red or (seen.hollow is not None and seen.hollow.red), _hollow_words(seen)),
        (red or _is_red_when_raised(seen), SWALLOWS),
    )
    return next((why for holds, why in conditions if not holds), "")


def _hollow_words(seen: Seen) -> str:
    """Tell a property that calls from one whose fixtures do."""
    in_call = seen.raised is not None and seen.raised.fired
    return HOLDS_TO_NOTHING if in_call else IN_FIXTURES


def _is_red_when_raised(seen: Seen) -> bool:
    """Whether an exception shows; where the call executes nothing touched, there is none."""
    return seen.raised is not None and (seen.raised.red or not seen.raised.fired)


def judged(seen: Seen) -> LaneProperty:
    """Say of one property whether it counts, and what came of its runs."""
    why = why_dropped(seen)
    runs = [ran for ran in seen.runs if ran is not None]
    return LaneProperty(
        id=seen.id,
        test_id=seen.test_id,
        executes=tuple(sorted(seen.executed)),
        names=seen.names,
        passes=sum(not ran.red for ran in runs),
        fails=sum(ran.red for ran in seen.rows),
        counts=not why,
        why=why,
        shrunk=seen.shrunk,
        route=seen.route,
        replays=len(seen.replays),
        gaps=seen.gaps,
    )


def uncovered(
    touched: TouchedSet, properties: Iterable[LaneProperty], candidates: Collection[TestId]
) -> tuple[str, ...]:
    """Name the touched functions and changed data files that no counting property reaches."""
    reached = {name for prop in holding(properties, candidates) for name in prop.executes}
    return tuple(name for name in (*touched.functions, *touched.data) if name not in reached)


def state(
    touched: TouchedSet,
    properties: Sequence[LaneProperty],
    candidates: Collection[TestId],
    gaps: Sequence[str],
) -> LaneState:
    """Say what the lane comes to.

    Red where a counting property is; green when there is nothing left to ask; else incomplete.
    `gaps` are those of the lane as a whole, a file that could not be collected say.
    """
    counting = holding(properties, candidates)
    if any(prop.fails for prop in counting):
        return LaneState.RED
    complete = (
        not touched.unlistable,
        not touched.unaccounted,
        not uncovered(touched, properties, candidates),
        not gaps,
        not any(prop.gaps for prop in counting),
    )
    return LaneState.GREEN if all(complete) else LaneState.INCOMPLETE


def abandoned(
    before: Iterable[str], properties: Iterable[LaneProperty], touched: TouchedSet
) -> tuple[str, ...]:
    """Name what a property executed on the parent and none executes on the patch, sorted."""
    now = {name for prop in properties for name in prop.executes}
    known = {*touched.functions, *touched.removed}
    return tuple(sorted(name for name in set(before) if name in known and name not in now))
