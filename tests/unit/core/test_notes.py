import pytest

from freezegate.core.notes import missing_in_words, seeds_in_words, site_in_words
from freezegate.model.contract import Side
from tests.cases import contract, run, seeds


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "seed 1"),
        (2, "seeds 1, 2"),
        (5, "seeds 1, 2, 3, 4, 5"),
        (6, "seeds 1, 2, 3, 4, 5 and 1 more"),
        (12, "seeds 1, 2, 3, 4, 5 and 7 more"),
    ],
)
def test_seeds_are_named_up_to_five(count: int, words: str) -> None:
    assert seeds_in_words(seeds(count)) == words


def test_a_side_without_a_gap_is_not_named() -> None:
    facts = run(contract("p"), Side.PARENT, {})
    gaps = (("the parent", (), facts), ("the patch", seeds(1), None))
    assert missing_in_words(gaps, "p") == "the patch has no row at seed 1"
    assert missing_in_words(gaps[:1], "p") == ""


def test_no_site_no_words() -> None:
    assert site_in_words((), "w") == ""
