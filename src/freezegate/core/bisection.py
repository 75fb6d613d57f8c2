"""Finding the few of many that a rerun needs to show what all of them show."""

from collections.abc import Generator
from typing import Final, TypeVar

T = TypeVar("T")

#: A failure that needs more tests ahead of it than these is described by all that were left.
MAX_TOGETHER: Final = 4

#: Gives the items of the next question; is sent whether they show it; returns the few.
Search = Generator[tuple[T, ...], bool, tuple[T, ...]]


def narrowed(items: tuple[T, ...]) -> Search[T]:
    """Narrow `items`, all of which together are known to show it, to the few that are needed.

    Each question is some of the items, in their order. The last item that is needed is found by
    halving the prefixes, then the last of those ahead of it, and so on; so `n` items that need one
    another cost `n` times the logarithm. More than `MAX_TOGETHER` are not told apart: what is left
    then is returned as it is. The answer was seen to show it.
    """
    tail: tuple[T, ...] = ()
    left = items
    while left:
        if tail:
            shows = yield tail
            if shows:
                return tail
        if len(tail) == MAX_TOGETHER:
            return left + tail
        needed = yield from _shortest(left, tail)
        tail = (left[needed - 1], *tail)
        left = left[: needed - 1]
    return tail


def _shortest(left: tuple[T, ...], tail: tuple[T, ...]) -> Generator[tuple[T, ...], bool, int]:
    """Give the length of a prefix that shows it with `tail` behind it, and without its last not."""
    low, high = 0, len(left)  # `high` shows it, `low` does not
    while high - low > 1:
        middle = (low + high) // 2
        shows = yield left[:middle] + tail
        low, high = (low, middle) if shows else (middle, high)
    return high
