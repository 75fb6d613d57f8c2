"""What a seed yielded, compared (`Row.draws`).

Parts joined by `;`, sorted: `random:<hex>` and `numpy:<hex>`, a generator's state afterwards;
`hypothesis:<digest>.<digest>...`, running digests over the examples after the first, second,
fourth, ... of them, so that a run which stops at its first failure still compares with one that
goes on. `hypothesis:?` stands where the examples could not be followed.
"""

from itertools import combinations
from typing import Final

_HYPOTHESIS: Final = "hypothesis"
#: Says nothing of the examples: they could not be followed, or there was none.
_UNFOLLOWED: Final = frozenset({"?", ""})


def drew_alike(a: str, b: str) -> bool:
    """Tell whether two rows of one seed had the same input, so that they make a pair.

    The same kinds of parts and each of them alike; a row that says nothing pairs with none.
    """
    left, right = _parts(a), _parts(b)
    if not left or left.keys() != right.keys():
        return False
    return all(_alike(kind, left[kind], right[kind]) for kind in left)


def drew_one_schedule(draws: tuple[str, ...]) -> bool:
    """Tell whether Hypothesis drew the same examples on every one of several seeds.

    What plain generators yielded is left out: their states follow the seed even where nothing
    reads them.
    """
    examples = [_parts(drawn).get(_HYPOTHESIS, "") for drawn in draws]
    return len(examples) > 1 and all(
        _alike(_HYPOTHESIS, a, b) for a, b in combinations(examples, 2)
    )


def saw_one_example(draws: tuple[str, ...]) -> bool:
    """Tell whether all but one of several seeds ended at their first example.

    Hypothesis begins with the simplest one whatever the seed, so what they drew cannot differ.
    """
    examples = [_parts(drawn).get(_HYPOTHESIS, "").split(".") for drawn in draws]
    return sum(len(marks) > 1 for marks in examples) <= 1 < len(examples)


def _parts(draws: str) -> dict[str, str]:
    """Split draws into their kinds."""
    split = (part.partition(":") for part in draws.split(";") if part)
    return {kind: value for kind, _, value in split}


def _alike(kind: str, a: str, b: str) -> bool:
    """Compare two parts of one kind: examples on their common prefix, states whole."""
    if kind != _HYPOTHESIS:
        return a == b
    if not _UNFOLLOWED.isdisjoint((a, b)):
        return False
    return all(x == y for x, y in zip(a.split("."), b.split("."), strict=False))
