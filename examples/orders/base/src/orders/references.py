"""References that customers quote: the day, and digits that do not tell how many orders there are."""

import random

SUFFIXES = 1000


def reference(day):
    """One reference for an order of that day."""
    return f"{day:%Y%m%d}-{random.randrange(SUFFIXES):03d}"


def references(day, count):
    """References for a batch of orders of one day."""
    return [reference(day) for _ in range(count)]
