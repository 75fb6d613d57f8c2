import pytest

from freezegate.core.draws import drew_alike, drew_one_schedule, saw_one_example


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("random:1", "random:1", True),
        ("random:1", "random:2", False),
        ("numpy:1;random:1", "numpy:1;random:1", True),
        ("numpy:1;random:1", "numpy:2;random:1", False),
        ("numpy:1;random:1", "random:1", False),
        ("hypothesis:a.b.c", "hypothesis:a.b.c", True),
        ("hypothesis:a.b", "hypothesis:a.b.c", True),
        ("hypothesis:a", "hypothesis:a.b.c", True),
        ("hypothesis:a.c", "hypothesis:a.b.c", False),
        ("hypothesis:b", "hypothesis:a", False),
        ("hypothesis:", "hypothesis:", False),
        ("hypothesis:", "hypothesis:a", False),
        ("hypothesis:?", "hypothesis:?", False),
        ("hypothesis:?;random:1", "hypothesis:?;random:1", False),
        ("hypothesis:a;random:1", "hypothesis:a;random:2", False),
        ("hypothesis:a;random:1", "random:1", False),
        ("", "", False),
        ("", "random:1", False),
    ],
)
def test_rows_that_had_the_same_input(a: str, b: str, *, alike: bool) -> None:
    assert drew_alike(a, b) is alike
    assert drew_alike(b, a) is alike


@pytest.mark.parametrize(
    ("draws", "one"),
    [
        (("hypothesis:a.b", "hypothesis:a.b"), True),
        (("hypothesis:a.b", "hypothesis:a", "hypothesis:a.b.c"), True),
        (("hypothesis:a.b;random:1", "hypothesis:a.b;random:2"), True),
        (("hypothesis:a", "hypothesis:a.b", "hypothesis:a.c"), False),
        (("hypothesis:a.b", "hypothesis:a.c"), False),
        (("hypothesis:a",), False),
        ((), False),
        (("random:1", "random:1"), False),
        (("", ""), False),
        (("hypothesis:?", "hypothesis:?"), False),
        (("hypothesis:a", "random:1"), False),
    ],
)
def test_a_schedule_that_is_one_draw(draws: tuple[str, ...], *, one: bool) -> None:
    assert drew_one_schedule(draws) is one


@pytest.mark.parametrize(
    ("draws", "one"),
    [
        (("hypothesis:a", "hypothesis:a"), True),
        (("hypothesis:a", "hypothesis:a.b"), True),
        (("hypothesis:a.b", "hypothesis:a.b"), False),
        (("hypothesis:a",), False),
        ((), False),
    ],
)
def test_seeds_that_end_at_the_first_example(draws: tuple[str, ...], *, one: bool) -> None:
    assert saw_one_example(draws) is one
