from fractions import Fraction
from itertools import combinations, product

import pytest

from freezegate.core.exact import ALPHA, fisher_test, sign_test


@pytest.mark.parametrize(
    ("more", "fewer", "worsened"),
    [
        (7, 0, True),
        (6, 0, False),
        (10, 1, True),
        (9, 1, False),
        (12, 2, True),
        (11, 2, False),
        (0, 7, False),
        (0, 0, False),
        (1, 0, False),
        (22, 22, False),
    ],
)
def test_the_table_of_signs(more: int, fewer: int, *, worsened: bool) -> None:
    assert (sign_test(more, fewer) < ALPHA) is worsened


def test_the_level_is_one_in_a_hundred() -> None:
    assert Fraction(1, 100) == ALPHA


@pytest.mark.parametrize("total", range(9))
def test_signs_against_counting_all_throws(total: int) -> None:
    throws = list(product((0, 1), repeat=total))
    for more in range(total + 1):
        hits = sum(sum(throw) >= more for throw in throws)
        assert sign_test(more, total - more) == Fraction(hits, len(throws))


@pytest.mark.parametrize("seeds", range(1, 6))
def test_counts_against_dealing_all_fails(seeds: int) -> None:
    for parent_fails, patch_fails in product(range(seeds + 1), repeat=2):
        deals = list(combinations(range(2 * seeds), parent_fails + patch_fails))
        hits = sum(sum(at >= seeds for at in deal) >= patch_fails for deal in deals)
        assert fisher_test(parent_fails, patch_fails, seeds) == Fraction(hits, len(deals))


@pytest.mark.parametrize(
    ("parent_fails", "patch_fails", "seeds", "worsened"),
    [
        (0, 6, 12, True),
        (0, 5, 12, False),
        (1, 7, 12, False),
        (1, 8, 12, True),
        (4, 10, 12, False),
        (4, 11, 12, True),
        (14, 26, 44, True),
        (14, 24, 44, False),
        (12, 4, 12, False),
    ],
)
def test_the_table_of_counts(
    parent_fails: int, patch_fails: int, seeds: int, *, worsened: bool
) -> None:
    assert (fisher_test(parent_fails, patch_fails, seeds) < ALPHA) is worsened
