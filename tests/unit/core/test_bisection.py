"""The few of many that show it, found by questions."""

from collections.abc import Callable

import pytest

from freezegate.core.bisection import MAX_TOGETHER, narrowed


def few_of(items: tuple[int, ...], shows: Callable[[set[int]], bool]) -> tuple[list[int], int]:
    """Answer every question by a rule; give the few, and how many questions it took."""
    search = narrowed(items)
    questions = 0
    shown: bool | None = None
    while True:
        try:
            part = next(search) if shown is None else search.send(shown)
        except StopIteration as found:
            return list(found.value), questions
        questions += 1
        assert sorted(part) == list(part), "in their order"
        shown = shows(set(part))


@pytest.mark.parametrize("needed", [{0}, {1}, {99}, {3, 70}, {0, 1}, {98, 99}, {1, 50, 99}])
def test_finds_what_is_needed_and_no_more(needed: set[int]) -> None:
    found, questions = few_of(tuple(range(100)), needed.__le__)
    assert set(found) == needed
    assert questions <= 9 * len(needed)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_ones(size: int) -> None:
    assert few_of(tuple(range(size)), {size - 1}.__le__)[0] == [size - 1]


def test_either_of_two_will_do() -> None:
    found, _ = few_of(tuple(range(20)), lambda part: bool(part & {4, 11}))
    assert found == [4]


def test_more_than_a_few_are_left_as_they_are() -> None:
    needed = set(range(0, 60, 10))
    found, _ = few_of(tuple(range(60)), needed.__le__)
    assert needed <= set(found)
    assert len(needed) > MAX_TOGETHER


def test_nothing_is_needed_of_nothing() -> None:
    assert few_of((), lambda _: True) == ([], 0)
