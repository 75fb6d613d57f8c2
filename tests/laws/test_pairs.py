"""Worse is not shared (DESIGN.md section 4), where the truth is known; the figures of the docs."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.draws import drew_alike
from freezegate.core.exact import fisher_test, sign_test
from freezegate.model.contract import DEFAULT_CONFIRMATIONS, DEFAULT_SEEDS
from freezegate.model.reason import Reason
from tests.histories import Nature, always, by_chance, by_draw, red_at_one, told

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "what-a-schedule-can-miss.md"
HISTORIES = 50

COLUMNS = (
    (Reason.BOTH_PASS, Reason.PARENT_FAIL_CLEARED),
    (Reason.SHARED_VARIANT_FAIL,),
    (Reason.WORSENED,),
    (Reason.SEED_REGRESSION,),
    (Reason.REGRESSION,),
)

RATES = {"5 %": 0.05, "10 %": 0.1, "33 %": 1 / 3, "50 %": 0.5}
HONEST = {
    **{f"flake of {name}, by chance": (by_chance(r), by_chance(r)) for name, r in RATES.items()},
    **{f"flake of {name}, by draw": (by_draw(r), by_draw(r)) for name, r in RATES.items()},
}
WORSENED = {
    "from 33 % to always, by chance": (by_chance(1 / 3), always),
    "from 33 % to always, by draw": (by_draw(1 / 3), always),
}
HIDDEN = {
    "from 33 % to 67 %, by chance": (by_chance(1 / 3), by_chance(2 / 3)),
    "from 33 % to 67 %, by draw": (by_draw(1 / 3), by_draw(2 / 3)),
    **{
        f"regression at one seed under a flake of {name}, by chance": (
            by_chance(r),
            red_at_one(by_chance(r)),
        )
        for name, r in RATES.items()
    },
    **{
        f"regression at one seed under a flake of {name}, by draw": (
            by_draw(r),
            red_at_one(by_draw(r)),
        )
        for name, r in RATES.items()
    },
}
Truth = tuple[Nature, Nature]


def line(name: str, reasons: Counter[Reason]) -> str:
    """Write a line of the page's table; every history stands in some column."""
    cells = [sum(reasons[reason] for reason in column) for column in COLUMNS]
    assert sum(cells) == HISTORIES
    return f"| {name} | {' | '.join(map(str, cells))} |"


@pytest.mark.parametrize(("name", "truth"), HONEST.items())
def test_an_honest_flake_is_never_called_worse(name: str, truth: Truth) -> None:
    reasons = told(*truth, histories=HISTORIES)
    assert reasons[Reason.WORSENED] == reasons[Reason.SEED_REGRESSION] == 0
    assert line(name, reasons) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "truth"), WORSENED.items())
def test_a_flake_that_went_to_always_gets_no_ticket(name: str, truth: Truth) -> None:
    reasons = told(*truth, histories=HISTORIES)
    assert reasons[Reason.SHARED_VARIANT_FAIL] == 0
    assert line(name, reasons) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "truth"), HIDDEN.items())
def test_what_hides_under_a_flake_is_never_accepted(name: str, truth: Truth) -> None:
    reasons = told(*truth, histories=HISTORIES)
    assert reasons[Reason.BOTH_PASS] == reasons[Reason.PARENT_FAIL_CLEARED] == 0
    assert line(name, reasons) in PAGE.read_text(encoding="utf-8")


def per_cent(probability: Fraction, digits: int) -> str:
    return f"{float(100 * probability):.{digits}f} %"


@pytest.mark.parametrize(("seeds", "digits"), [(3, (1, 1)), (DEFAULT_SEEDS, (2, 1)), (44, (7, 2))])
def test_the_page_states_what_a_schedule_misses(seeds: int, digits: tuple[int, int]) -> None:
    third, tenth = (
        per_cent((1 - Fraction(1, one_in)) ** seeds, places)
        for one_in, places in zip((3, 10), digits, strict=True)
    )
    assert f"| {seeds} | {third} | {tenth} |" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "rate", "digits"),
    [
        ("5 %", Fraction(1, 20), 1),
        ("10 %", Fraction(1, 10), 1),
        ("33 %", Fraction(1, 3), 2),
        ("50 %", Fraction(1, 2), 3),
    ],
)
def test_the_page_states_how_often_an_honest_flake_is_blocked(
    name: str, rate: Fraction, digits: int
) -> None:
    green = (1 - rate) ** DEFAULT_SEEDS
    blocked = per_cent(green * (1 - green), digits)
    assert f"| {name} | {blocked} |" in PAGE.read_text(encoding="utf-8")


def test_the_page_states_what_confirmations_can_do() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    half = Fraction(1, 2)
    assert (half * half) ** DEFAULT_CONFIRMATIONS == Fraction(1, 65536)
    assert "at most 1 in 65536" in page
    confirmed = ", ".join(
        f"{per_cent((1 - rate) ** DEFAULT_CONFIRMATIONS, digits)} at {name}"
        for name, rate, digits in (
            ("5 %", Fraction(1, 20), 0),
            ("10 %", Fraction(1, 10), 0),
            ("33 %", Fraction(1, 3), 1),
            ("50 %", half, 2),
        )
    )
    assert confirmed in page


small = st.integers(0, 30)


@given(small, small)
def test_one_more_seed_on_the_patch_alone_is_never_less_worse(more: int, fewer: int) -> None:
    assert sign_test(more + 1, fewer) < sign_test(more, fewer)
    assert sign_test(more, fewer + 1) >= sign_test(more, fewer)


@given(st.data(), st.integers(1, 30))
def test_one_more_fail_of_the_patch_is_never_less_worse(data: st.DataObject, seeds: int) -> None:
    parent = data.draw(st.integers(0, seeds))
    patch = data.draw(st.integers(0, seeds - 1))
    assert fisher_test(parent, patch + 1, seeds) <= fisher_test(parent, patch, seeds)
    assert 0 < fisher_test(parent, patch, seeds) <= 1


parts = st.lists(
    st.sampled_from(["random:1", "random:2", "numpy:1", "hypothesis:a.b", "hypothesis:a"]),
    unique_by=lambda part: part.partition(":")[0],
)


@given(parts, parts)
def test_drawing_alike_has_no_side_and_no_order(a: list[str], b: list[str]) -> None:
    left, right = ";".join(a), ";".join(b)
    assert drew_alike(left, right) is drew_alike(right, left)
    assert drew_alike(";".join(a[::-1]), right) is drew_alike(left, right)
    assert drew_alike(left, left) is bool(a)
