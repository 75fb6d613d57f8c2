"""Orders by id alone."""

from itertools import pairwise

import pytest

from freezegate.core.orders import MAX_AMONG, ahead, neighbours, shuffled, up_to_last
from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Among

A, B, C, D = (TestId(f"tests/{name}") for name in ("x.py::a", "x.py::b", "u/y.py::c", "z.py::d"))
ALL = (A, B, C, D)


def test_a_seed_has_one_order_and_another_seed_another() -> None:
    assert shuffled(ALL, Seed(1)) == shuffled(ALL[::-1], Seed(1))
    assert sorted(shuffled(ALL, Seed(1))) == sorted(ALL)
    assert len({shuffled(ALL, Seed(seed)) for seed in range(20)}) > 4


def test_modules_and_classes_stay_together() -> None:
    tests = tuple(
        TestId(f"tests/{module}.py::{owner}test_{n}[::]")
        for module in "ab"
        for owner in ("", "Some::", "Other::")
        for n in range(3)
    )
    for seed in range(10):
        order = shuffled(tests, Seed(seed))
        groups = [name.partition("[")[0].rpartition("::")[0] for name in order]
        changes = sum(one != other for one, other in pairwise(groups))
        assert changes == 5


def test_what_stands_ahead() -> None:
    assert ahead(ALL, C) == (A, B)
    assert ahead(ALL, A) == ()
    assert ahead((A, B), C) == (A, B)


def test_an_order_ends_with_the_last_that_is_wanted() -> None:
    assert up_to_last(ALL, (A, C)) == (A, B, C)
    assert up_to_last((A, B), (A, D)) == (A, B, D)
    assert up_to_last(ALL, ()) == ()


@pytest.mark.parametrize(
    ("among", "chosen"),
    [
        (Among.AUTO, ALL),
        (Among.ALL, ALL),
        (Among.FOLDER, (A, B, D)),
        (Among.FILE, (A, B)),
    ],
)
def test_the_tests_that_take_part(among: Among, chosen: tuple[TestId, ...]) -> None:
    assert neighbours(ALL, (A,), among) == chosen


def test_of_a_large_suite_the_folder_takes_part() -> None:
    many = (*ALL, *(TestId(f"other/m.py::t{n}") for n in range(MAX_AMONG)))
    assert neighbours(many, (A,), Among.AUTO) == (A, B, D)
    assert neighbours(many, (A,), Among.ALL) == many
