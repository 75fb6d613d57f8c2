"""Exact one-sided tests on small counts, as fractions: no rounding decides."""

from fractions import Fraction
from math import comb
from typing import Final

#: Chance alone calls an unchanged flake worsened less than once in a hundred contracts.
ALPHA: Final = Fraction(1, 100)


def sign_test(more: int, fewer: int) -> Fraction:
    """Give the chance that of `more + fewer` fair coins at least `more` fall on one side."""
    total = more + fewer
    return Fraction(sum(comb(total, heads) for heads in range(more, total + 1)), 2**total)


def fisher_test(parent_fails: int, patch_fails: int, seeds: int) -> Fraction:
    """Give the chance that at least `patch_fails` of all fails fall on the patch.

    Args:
        parent_fails: how many of the seeds the parent fails.
        patch_fails: how many of the seeds the patch fails.
        seeds: how many seeds each side ran.
    """
    fails = parent_fails + patch_fails
    ways = sum(
        comb(seeds, on_patch) * comb(seeds, fails - on_patch)
        for on_patch in range(patch_fails, min(seeds, fails) + 1)
    )
    return Fraction(ways, comb(2 * seeds, fails))
