"""What stands beside the contract: added, rewritten, on changed fixtures, removed.

None of it has a baseline, so none of it is ever frozen (DESIGN.md section 4).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from freezegate.core.case import Sides
from freezegate.core.cells import Cells
from freezegate.core.notes import missing_in_words, seeds_in_words
from freezegate.model.contract import Route, Routed
from freezegate.model.ids import Seed
from freezegate.model.reason import Reason
from freezegate.model.row import Status
from freezegate.model.verdict import Finding, Flag


class Outcome(msgspec.Struct, frozen=True):
    """What green and red mean on a route."""

    green: Reason
    red: Reason


#: THE table of routes.
OUTCOMES: Final[Mapping[Route, Outcome]] = {
    Route.ADDED: Outcome(Reason.ADDED_PASS, Reason.ADDED_FAIL),
    Route.REWRITTEN: Outcome(Reason.REWRITTEN_PASS, Reason.REWRITTEN_FAIL),
    Route.FIXTURES_CHANGED: Outcome(Reason.FIXTURES_CHANGED_PASS, Reason.FIXTURES_CHANGED_FAIL),
    Route.REMOVED: Outcome(Reason.REMOVED_GREEN, Reason.REMOVED_RED),
}


#: Red in CI and green in the patch's own pass: what CI had was not seen here.
_GREEN_HERE: Final = frozenset(
    outcome.green for route, outcome in OUTCOMES.items() if route is not Route.REMOVED
)


def judge_routed(sides: Sides, routed: Routed) -> Finding:
    """Judge a property by its route."""
    seeds = sides.contract.seeds
    before = sides.before.schedule(routed.id, seeds)
    own = sides.after.own_pass(routed.id, seeds)
    match routed.route:
        case Route.ADDED:
            reason = _added(routed, own)
        case Route.REMOVED:
            reason = _removed(routed, before)
        case _:
            reason = _changed(routed, before, own)
    if routed.id in sides.contract.disputed and reason in _GREEN_HERE:
        reason = Reason.NOT_REPRODUCED
    broken = _broken(before, sides.after.schedule(routed.id, seeds))
    notes = (_note(sides, routed, reason, before, own), _broken_in_words(broken))
    return Finding(
        subject=routed.id,
        reason=reason,
        note="; ".join(filter(None, notes)),
        flags=_flags(routed, broken=bool(broken)),
    )


def _added(routed: Routed, own: Cells) -> Reason:
    """New on the patch: green, or a reject; and never together with what mutes it."""
    conditions = (
        (routed.mutes or any(own.mutes), Reason.SELF_ISSUED_WAIVER),
        (bool(own.missing), Reason.MISSING_SEED),
    )
    return _first(conditions, _by_colour(routed, own))


def _removed(routed: Routed, before: Cells) -> Reason:
    """Gone on the patch: fine unless the parent fails it; a mute is no fail."""
    conditions = ((bool(before.missing), Reason.MISSING_SEED),)
    return _first(conditions, _by_colour(routed, before))


def _changed(routed: Routed, before: Cells, own: Cells) -> Reason:
    """Both have it, each its own: green on the patch, and not muted where the parent judged it."""
    covered = any(row and mute for row, mute in zip(before.rows, own.mutes, strict=True))
    conditions = (
        (covered or (routed.mutes and bool(before.held)), Reason.MUTED_ON_PATCH),
        (routed.mutes and not all(before.mutes), Reason.MISSING_SEED),
        (all(own.mutes) and own.mutes == before.mutes, Reason.MUTED_ON_PARENT),
        (bool(own.missing) or any(own.mutes), Reason.MISSING_SEED),
    )
    return _first(conditions, _by_colour(routed, own))


def _first(conditions: tuple[tuple[bool, Reason], ...], otherwise: Reason) -> Reason:
    """Give the reason of the first condition that holds."""
    return next((reason for holds, reason in conditions if holds), otherwise)


def _by_colour(routed: Routed, cells: Cells) -> Reason:
    """Read green or red by the table of routes."""
    outcome = OUTCOMES[routed.route]
    return outcome.red if cells.fails else outcome.green


def _broken(before: Cells, after: Cells) -> tuple[Seed, ...]:
    """Give the seeds at which the parent's own version, green there, fails on the patch.

    An intended change of behaviour does that, and so does a regression whose test was rewritten,
    weakened or deleted to let it pass: a person tells them apart.
    """
    if before.fails or not before.held:
        return ()
    failed = (row.seed for row in after.held if row.status is Status.FAIL)
    return tuple(failed)


def _broken_in_words(seeds: tuple[Seed, ...]) -> str:
    """Say that the parent's version fails on the patch."""
    if not seeds:
        return ""
    return f"as the parent has it, it fails on the patch at {seeds_in_words(seeds)}"


def _flags(routed: Routed, *, broken: bool) -> tuple[Flag, ...]:
    """A person looks at every change of what is tested, and at every waiver that comes along."""
    review = routed.route is not Route.ADDED or bool(routed.waivers)
    flags = ((Flag.SPEC_REVIEW, review), (Flag.HUMAN_REQUIRED, routed.composed or broken))
    return tuple(flag for flag, holds in flags if holds)


def _note(sides: Sides, routed: Routed, reason: Reason, before: Cells, own: Cells) -> str:
    """Name the seeds without a row where they decide, else the waivers that come along."""
    if reason is Reason.MISSING_SEED:
        own_run = sides.patch.own_run
        removed = routed.route is Route.REMOVED
        gap = (
            ("the parent", before.missing, sides.parent.run)
            if removed
            else ("the patch's own pass", own.missing, own_run)
        )
        return missing_in_words((gap,), routed.id)
    waivers = ", ".join(routed.waivers)
    return f"the patch adds {waivers}" if waivers else ""
