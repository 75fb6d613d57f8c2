"""Which shelves an order is picked from."""

import random


class OutOfStock(Exception):
    """All shelves together hold too few pieces."""


def pick(shelves, wanted):
    """Pieces to take from each shelf, in the order of the walk.

    Shelves are visited in random order, so that none is worn out by being first.
    """
    if wanted > sum(shelves.values()):
        raise OutOfStock(f"{wanted} wanted, {sum(shelves.values())} there")
    picks = {}
    for shelf in random.sample(sorted(shelves), len(shelves)):
        taken = min(wanted, shelves[shelf])
        if taken:
            picks[shelf] = taken
            wanted -= taken
    return picks
