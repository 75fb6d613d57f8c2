"""Confirmations: reruns of one whole seed on both sides, until one breaks the pattern.

The pattern is green on the parent and red on the patch. All reruns in it is a regression at that
seed; one that breaks it clears the seed; one without a row clears nothing.
"""

from enum import StrEnum

from freezegate.core.case import Sides
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.row import Row, Status


class Standing(StrEnum):
    """What the reruns of one seed say of one property."""

    CONFIRMED = "confirmed"
    CLEARED = "cleared"
    MISSING = "missing"
    OPEN = "open"


def standing(sides: Sides, prop: PropertyId, seed: Seed) -> Standing:
    """Walk the attempts that the contract asks for, in order."""
    for attempt in range(1, sides.contract.confirmations + 1):
        before = _status(sides.before.confirmations.get((prop, seed, attempt)))
        after = _status(sides.after.confirmations.get((prop, seed, attempt)))
        match before, after:
            case Status.PASS, Status.FAIL:
                continue
            case None, None:
                return Standing.MISSING if _ran(sides, seed, attempt) else Standing.OPEN
            case (None, _) | (_, None):
                return Standing.MISSING
            case _:
                return Standing.CLEARED
    return Standing.CONFIRMED


def _status(row: Row | None) -> Status | None:
    """Give a row's status, if there is a row."""
    return row.status if row is not None else None


def _ran(sides: Sides, seed: Seed, attempt: int) -> bool:
    """Tell whether that attempt, or a later one, left any row of any property on either side."""
    ran = sides.before.attempts | sides.after.attempts
    return any(of == seed and number >= attempt for of, number in ran)
