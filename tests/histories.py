"""Simulated histories: how the rules of the pairs fare where the truth is known.

A nature says, for one side, whether a run is red: by the seed alone (an input), or by chance. All
chance comes from a generator that is given, so that a history can be told again.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from freezegate.core.pairs import open_questions
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import Seed
from freezegate.model.reason import Reason
from freezegate.model.row import ConfirmationRow, Row
from freezegate.model.run import SideEvidence
from tests.cases import alike, contract, found, row, run

#: Histories take their seeds this far apart.
SEEDS_APART = 1000

Nature = Callable[[Random, int], bool]


def by_chance(rate: float) -> Nature:
    return lambda chance, _seed: chance.random() < rate


def by_draw(rate: float) -> Nature:
    """The input decides: the same seed gives the same colour, on either side and in every rerun."""
    return lambda _chance, seed: Random(seed).random() < rate  # noqa: S311 - a simulation


def always(_chance: Random, _seed: int) -> bool:
    return True


def red_at_one(otherwise: Nature) -> Nature:
    """A regression at one seed, the schedule's fifth, that hides under a flake."""
    return lambda chance, seed: seed % SEEDS_APART == 5 or otherwise(chance, seed)


class History:
    """One property on both sides, run as the gate asks until nothing is open."""

    def __init__(self, number: int, before: Nature, after: Nature, of: Contract) -> None:
        self.chance = Random(number)  # noqa: S311 - a simulation
        self.natures = {Side.PARENT: before, Side.PATCH: after}
        self.of = of

    def reason(self) -> Reason:
        sides = [self._measured(side) for side in Side]
        while True:
            asked = open_questions(self.of, *sides)
            if asked.extend:
                sides = [self._extended(side) for side in sides]
            elif asked.confirm:
                seeds = [seed for seed, _ in asked.confirm]
                sides = [self._confirmed(side, seeds) for side in sides]
            else:
                return found(self.of, sides[0], sides[1], "p").reason

    def _row(self, side: Side, seed: Seed) -> Row:
        red = self.natures[side](self.chance, seed)
        return row(self.of, side, "p", seed, "A" if red else ".", draws=alike)

    def _measured(self, side: Side) -> SideEvidence:
        rows = tuple(self._row(side, seed) for seed in self.of.seeds)
        return SideEvidence(run=run(self.of, side, {}), rows=rows)

    def _extended(self, side: SideEvidence) -> SideEvidence:
        rows = tuple(self._row(side.run.side, seed) for seed in self.of.extension)
        return msgspec.structs.replace(side, extension=rows)

    def _confirmed(self, side: SideEvidence, seeds: list[Seed]) -> SideEvidence:
        done = Counter(each.row.seed for each in side.confirmations)
        more = tuple(
            ConfirmationRow(attempt=done[seed] + 1, row=self._row(side.run.side, seed))
            for seed in seeds
        )
        return msgspec.structs.replace(side, confirmations=side.confirmations + more)


def told(before: Nature, after: Nature, *, histories: int, length: int = 12) -> Counter[Reason]:
    """Count what becomes of so many histories, each with seeds of its own."""
    reasons: Counter[Reason] = Counter()
    for number in range(histories):
        of = contract("p", length=length, extension=32, confirmations=8)
        shift = SEEDS_APART * number
        of = msgspec.structs.replace(
            of,
            seeds=tuple(Seed(shift + seed) for seed in of.seeds),
            extension=tuple(Seed(shift + seed) for seed in of.extension),
        )
        reasons[History(number, before, after, of).reason()] += 1
    return reasons
