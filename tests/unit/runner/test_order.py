from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from freezegate.runner.order import as_listed, shuffled


class Item(NamedTuple):
    """What the order reads of a test."""

    nodeid: str


ITEMS = [
    Item(f"tests/test_{module}.py::{group}test_{name}[{case}]")
    for module in "abcd"
    for group in ("", "TestOne::", "TestTwo::TestInner::")
    for name in "xy"
    for case in ("1", "a::b")
]


def groups(items: list[Item], parts: int) -> list[str]:
    """Name each item's module or class, leaving out one that follows itself."""
    names: list[str] = []
    for item in items:
        module, _, rest = item.nodeid.partition("::")
        name = module if parts == 1 else f"{module}::{rest.partition('[')[0].rpartition('::')[0]}"
        if names[-1:] != [name]:
            names.append(name)
    return names


@given(st.integers(0, 2**63 - 1), st.permutations(ITEMS))
def test_modules_and_classes_stay_together_and_collection_does_not_matter(
    seed: int, items: list[Item]
) -> None:
    ordered = shuffled(items, seed)

    assert sorted(ordered) == sorted(ITEMS)
    assert ordered == shuffled(ITEMS, seed)
    for parts in (1, 2):
        assert len(groups(ordered, parts)) == len(set(groups(ordered, parts)))


@given(st.integers(0, 2**63 - 1), st.sets(st.sampled_from(ITEMS)))
def test_a_test_that_is_missing_moves_no_other(seed: int, missing: set[Item]) -> None:
    kept = [item for item in ITEMS if item not in missing]

    assert shuffled(kept, seed) == [each for each in shuffled(ITEMS, seed) if each not in missing]


def test_every_level_is_shuffled() -> None:
    orders = [shuffled(ITEMS, seed) for seed in range(40)]

    assert len({order[0].nodeid.partition("::")[0] for order in orders}) == 4
    assert len({tuple(groups(order, 2)) for order in orders}) > 30
    assert len({tuple(order) for order in orders}) == 40


def test_a_list_is_followed_and_the_rest_keeps_its_order() -> None:
    given_ = [ITEMS[5].nodeid, "tests/gone.py::test", ITEMS[2].nodeid]

    ordered = as_listed(ITEMS, given_)

    assert ordered[:2] == [ITEMS[5], ITEMS[2]]
    assert ordered[2:] == [item for item in ITEMS if item not in {ITEMS[5], ITEMS[2]}]
