import pytest

from freezegate.model.ids import Seed
from freezegate.model.verdict import Counts
from freezegate.report.words import (
    Missed,
    counts_in_words,
    many,
    missed,
    missed_in_words,
    seeds_in_words,
)


def test_what_twelve_seeds_can_miss() -> None:
    assert missed(12) == (
        Missed(one_in=3, probability=0.007707),
        Missed(one_in=10, probability=0.28243),
    )


@pytest.mark.parametrize(
    ("seeds", "third", "tenth"),
    [
        (0, "100 %", "100 %"),
        (1, "67 %", "90 %"),
        (12, "0.77 %", "28 %"),
        (44, "under 0.01 %", "0.97 %"),
        (100, "under 0.01 %", "under 0.01 %"),
    ],
)
def test_what_a_schedule_can_miss_in_words(seeds: int, third: str, tenth: str) -> None:
    assert missed_in_words(seeds) == (
        f"what {many(seeds, 'seed')} can miss: a failure of 1 run in 3 with {third}, "
        f"of 1 run in 10 with {tenth}, by (1-p)^{seeds}"
    )


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((8, 0, 4, 0), "12 seeds: 8 green on both sides, 4 red on the patch alone"),
        ((0, 1, 0, 0), "1 seed: 1 red on the parent alone"),
        ((0, 0, 0, 3), "3 seeds: 3 red on both sides"),
        ((0, 0, 0, 0), "no seed has a row on both sides"),
    ],
)
def test_counts_in_words(counts: tuple[int, int, int, int], words: str) -> None:
    both_pass, parent_only, patch_only, both_fail = counts
    held = Counts(
        both_pass=both_pass, parent_only=parent_only, patch_only=patch_only, both_fail=both_fail
    )
    assert counts_in_words(held) == words


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "seed 0"),
        (2, "seeds 0, 1"),
        (4, "seeds 0, 1, 2, 3"),
        (6, "seeds 0, 1, 2, 3 and 2 more"),
    ],
)
def test_seeds_in_words(count: int, words: str) -> None:
    assert seeds_in_words(tuple(Seed(number) for number in range(count))) == words


def test_plurals() -> None:
    said = [many(1, "property"), many(2, "property"), many(0, "line"), many(2, "day")]
    assert said == ["1 property", "2 properties", "0 lines", "2 days"]
