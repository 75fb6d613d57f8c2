import random

import pytest

from freezegate.core.draws import drew_alike
from freezegate.runner.draws import Draws

#: Two NaNs that differ in their bits, as `float("nan")` and its negative do.
NAN = float("nan")


class Examples:
    """Stands for Hypothesis's `ConjectureData`."""

    def __init__(self, choices: object) -> None:
        self.choices = choices
        self.frozen = False

    def freeze(self) -> None:
        self.frozen = True


class OldExamples:
    """Stands for that of older versions."""

    def __init__(self, buffer: bytes) -> None:
        self.buffer = buffer

    def freeze(self) -> None:
        pass


def drawn(*choices: object) -> str:
    """Give the marks of test cases with these choices."""

    class Kind(Examples):
        def freeze(self) -> None:
            super().freeze()

    draws = Draws()
    draws.listen(Kind)
    draws.begin()
    for choice in choices:
        Kind(choice).freeze()
    return draws.end(hypothesis=True).partition(";")[0]


@pytest.mark.parametrize(
    ("cases", "marks"), [(1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (100, 7)]
)
def test_a_mark_stands_at_each_power_of_two(cases: int, marks: int) -> None:
    text = drawn(*((place,) for place in range(cases)))

    assert text.startswith("hypothesis:")
    assert len(text.split(".")) == marks


def test_a_run_that_stops_early_compares_as_far_as_it_went() -> None:
    cases = [(place, "x", 0.5) for place in range(20)]

    assert drew_alike(drawn(*cases), drawn(*cases[:5]))
    assert not drew_alike(drawn(*cases), drawn((99,), *cases[1:]))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((0,), (False,)),
        ((0,), (0.0,)),
        ((0.0,), (-0.0,)),
        ((NAN,), (-NAN,)),
        (("1",), (b"1",)),
        (("\ud800",), ("?",)),
        ((1, 2), (12,)),
        ((), (0,)),
    ],
)
def test_other_choices_are_other_draws(a: tuple[object, ...], b: tuple[object, ...]) -> None:
    assert drawn(a) != drawn(b)
    assert drawn(a) == drawn(a)


def test_an_integer_of_any_size_is_written_down() -> None:
    assert drawn((10**9000,)) != drawn((10**9000 + 1,))


def test_a_case_that_is_frozen_twice_counts_once() -> None:
    draws = Draws()

    class Kind(Examples):
        def freeze(self) -> None:
            super().freeze()

    draws.listen(Kind)
    draws.begin()
    case = Kind((1,))
    case.freeze()
    case.freeze()

    assert "." not in draws.end(hypothesis=True).partition(";")[0]


def test_older_versions_keep_their_choices_as_bytes() -> None:
    draws = Draws()
    draws.listen(OldExamples)
    draws.begin()
    OldExamples(b"\x00\x01").freeze()

    assert draws.end(hypothesis=True).startswith("hypothesis:")
    assert "?" not in draws.end(hypothesis=True)


def test_what_cannot_be_followed_is_said() -> None:
    deaf = Draws()
    deaf.listen(object)
    deaf.begin()
    hidden = Draws()

    class Hidden:
        def freeze(self) -> None:
            pass

    hidden.listen(Hidden)
    hidden.begin()
    Hidden().freeze()

    for draws in (deaf, hidden):
        assert "hypothesis:?" in draws.end(hypothesis=True)


def test_a_test_without_examples_says_nothing_of_them() -> None:
    draws = Draws()
    draws.begin()

    assert "hypothesis" not in draws.end(hypothesis=False)


def test_the_state_of_random_is_told() -> None:
    draws = Draws()
    before = random.getstate()
    texts = []
    for seed in (1, 1, 2):
        draws.begin()
        random.seed(seed)
        texts.append(draws.end(hypothesis=False))
    random.setstate(before)

    assert texts[0] == texts[1] != texts[2]


class Status:
    """Stands for Hypothesis's status of a test case."""

    def __init__(self, name: str) -> None:
        self.name = name


def test_what_follows_the_first_failure_is_no_draw() -> None:
    class Kind(Examples):
        status = Status("VALID")

        def freeze(self) -> None:
            super().freeze()

    def marks(*, failing: bool) -> str:
        draws = Draws()
        draws.listen(Kind)
        draws.begin()
        for place in range(4):
            case = Kind((place,))
            if failing and place == 0:
                case.status = Status("INTERESTING")
            case.freeze()
        return draws.end(hypothesis=True).partition(";")[0]

    assert marks(failing=True) == marks(failing=False).partition(".")[0]
    assert drew_alike(marks(failing=True), marks(failing=False))
