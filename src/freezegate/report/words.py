"""Figures in words, the same in every report."""

from typing import Final

import msgspec

from freezegate.model.ids import Seed
from freezegate.model.verdict import Counts

#: A failure that people notice, and one that they mostly do not (DESIGN.md section 4).
ONE_IN: Final = (3, 10)

#: More seeds than these tell a reader nothing; rows and JSON hold them all.
_SEEDS_NAMED: Final = 4

_PER_CENT: Final = 100
#: Below this the figure rests on the runs being alike, not on the count of seeds.
_LEAST_PER_CENT: Final = 0.01
_ROUND_PER_CENT: Final = 10


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """How likely a failure of one run in `one_in` shows on none of the schedule's seeds."""

    one_in: int
    probability: float


def missed(seeds: int) -> tuple[Missed, ...]:
    """Say what a schedule of that many seeds can miss: (1 - p) to the power of the seeds."""
    return tuple(
        # Whole numbers, divided once: the same digits on every machine.
        Missed(one_in=one_in, probability=round((one_in - 1) ** seeds / one_in**seeds, 6))
        for one_in in ONE_IN
    )


def missed_in_words(seeds: int) -> str:
    """Say what the schedule can miss in one sentence."""
    parts = ", ".join(
        f"of 1 run in {figure.one_in} with {_per_cent(figure.probability)}"
        for figure in missed(seeds)
    )
    return f"what {many(seeds, 'seed')} can miss: a failure {parts}, by (1-p)^{seeds}"


def counts_in_words(counts: Counts) -> str:
    """Give the two-by-two counts in words, without the empty cells."""
    cells = (
        (counts.both_pass, "green on both sides"),
        (counts.parent_only, "red on the parent alone"),
        (counts.patch_only, "red on the patch alone"),
        (counts.both_fail, "red on both sides"),
    )
    told = ", ".join(f"{count} {where}" for count, where in cells if count)
    total = sum(count for count, _ in cells)
    return f"{many(total, 'seed')}: {told}" if told else "no seed has a row on both sides"


def seeds_in_words(seeds: tuple[Seed, ...]) -> str:
    """Name the first few seeds, and say how many more there are."""
    named = ", ".join(map(str, seeds[:_SEEDS_NAMED]))
    rest = len(seeds) - _SEEDS_NAMED
    more = f" and {rest} more" if rest > 0 else ""
    return f"{'seed' if len(seeds) == 1 else 'seeds'} {named}{more}"


def many(count: int, noun: str) -> str:
    """Give a count with its noun, in the plural unless it is one."""
    changes = noun.endswith("y") and noun[-2] not in "aeiou"
    plural = f"{noun[:-1]}ies" if changes else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


def _per_cent(probability: float) -> str:
    """Give a probability with two digits that mean something."""
    figure = probability * _PER_CENT
    if figure < _LEAST_PER_CENT:
        return f"under {_LEAST_PER_CENT} %"
    return f"{figure:.0f} %" if figure >= _ROUND_PER_CENT else f"{figure:.2g} %"
