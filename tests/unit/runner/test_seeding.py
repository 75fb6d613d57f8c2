"""Same seed, same input; another seed, another one."""

from pathlib import Path

import pytest

from freezegate.core.draws import drew_alike, drew_one_schedule
from freezegate.model.contract import Vary
from tests.unit.runner.start import Answer, has, start, tree_of

RANDOM = """
    import os
    import random
    import pytest

    SEEN = []

    @pytest.fixture
    def drawn():
        return random.random()

    def test_plain(drawn):
        assert False, (drawn, random.random(), os.environ["FREEZEGATE_SEED"])

    def test_same_again(drawn):
        assert False, (drawn, random.random(), os.environ["FREEZEGATE_SEED"])

    def test_draws_more(drawn):
        random.random(), random.random()

    def test_setup_and_call_are_seeded_alike(drawn):
        assert random.random() == drawn
"""


def message(answer: Answer, name: str) -> str:
    failure = answer.rows[name].failure
    assert failure is not None
    return failure.leaves[0].message


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Answer, Answer, Answer]:
    tree = tree_of(tmp_path_factory.mktemp("plain"), {"tests/test_a.py": RANDOM})
    # Equal trees at other places, as parent and patch are.
    twin = tree_of(tmp_path_factory.mktemp("twin"), {"tests/test_a.py": RANDOM})
    seed = 2**62 + 1
    return start(tree, seed=seed), start(twin, seed=seed), start(tree, seed=2)


def test_a_seed_gives_the_same_in_another_process_and_tree(
    plain: tuple[Answer, Answer, Answer],
) -> None:
    first, again, other = plain

    assert message(first, "test_plain") == message(again, "test_plain")
    assert message(first, "test_plain") != message(other, "test_plain")
    assert str(2**62 + 1) in message(first, "test_plain")
    draws = {name: row.draws for name, row in first.rows.items()}
    assert draws == {name: row.draws for name, row in again.rows.items()}
    assert all(drew_alike(draws[name], again.rows[name].draws) for name in draws)
    assert draws["test_plain"] != other.rows["test_plain"].draws
    assert draws["test_plain"] != draws["test_draws_more"]


def test_each_property_starts_from_the_seed_whatever_ran_before_it(
    plain: tuple[Answer, Answer, Answer],
) -> None:
    for answer in plain:
        assert message(answer, "test_plain") == message(answer, "test_same_again")
        assert answer.rows["test_setup_and_call_are_seeded_alike"].outcome == "passed"


def test_what_does_not_vary_is_left_alone(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {"tests/test_a.py": RANDOM})

    first, again = (start(tree, vary=[Vary.ORDER]) for _ in range(2))

    assert message(first, "test_plain") != message(again, "test_plain")
    assert not drew_alike(first.rows["test_plain"].draws, again.rows["test_plain"].draws)


@pytest.mark.skipif(not has("numpy"), reason="the interpreter has no numpy")
def test_numpys_legacy_state_is_seeded(tmp_path: Path) -> None:
    module = """
        import numpy

        def test_numpy(): assert False, str(numpy.random.random(3))
    """
    tree = tree_of(tmp_path, {"tests/test_a.py": module})

    first, again, other = (start(tree, seed=seed) for seed in (5, 5, 2**40))

    assert message(first, "test_numpy") == message(again, "test_numpy")
    assert message(first, "test_numpy") != message(other, "test_numpy")
    draws = first.rows["test_numpy"].draws
    assert draws == again.rows["test_numpy"].draws
    assert draws.startswith("numpy:")
    assert draws.partition(";")[2].startswith("random:")


HYPOTHESIS = """
    import unittest
    import hypothesis
    from hypothesis import given, settings, strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, rule
    from product import LIMIT

    @given(st.integers())
    def test_small(number):
        assert number < 12345

    @given(st.lists(st.integers()), st.text(), st.floats())
    def test_passes(numbers, text, real):
        pass

    @settings(max_examples=7, database=None)
    @given(st.integers())
    def test_seven(number):
        pass

    @settings(derandomize=True)
    @given(st.integers())
    def test_derandomized(number):
        pass

    @given(st.integers(0, 2**40))
    def test_is_not_shrunk(number):
        assert number <= 1000, "found {} here".format(number)

    class TestMachine(RuleBasedStateMachine):
        @rule(number=st.integers())
        def add(self, number):
            pass

    TestMachine = TestMachine.TestCase
    TestMachine.settings = settings(max_examples=8, stateful_step_count=4)

    class TestInClass(unittest.TestCase):
        @given(st.booleans())
        def test_method(self, flag):
            pass
"""


@pytest.fixture(scope="module")
def hypothesis(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    if not has("hypothesis"):
        pytest.skip("the interpreter has no Hypothesis")
    folder = tmp_path_factory.mktemp("hypothesis")
    files = {"tests/test_a.py": HYPOTHESIS, "product/__init__.py": "LIMIT = 1000003"}
    parent = tree_of(folder / "a", files)
    patch = tree_of(folder / "b", {**files, "product/__init__.py": "LIMIT = 77000077"})
    served, plugins = {"product": ""}, ["hypothesispytest"]
    return {
        "parent": start(parent, served=served, plugins=plugins, seed=5),
        "patch": start(patch, served=served, plugins=plugins, seed=5),
        "other": start(parent, served=served, plugins=plugins, seed=6),
        "items": start(parent, served=served, plugins=plugins, collect=True),
    }


def test_hypothesis_is_seeded_and_constants_of_the_tree_change_nothing(
    hypothesis: dict[str, Answer],
) -> None:
    parent, patch = hypothesis["parent"].rows, hypothesis["patch"].rows

    assert {name: row.draws for name, row in parent.items()} == {
        name: row.draws for name, row in patch.items()
    }
    assert {name: row.outcome for name, row in parent.items()} == {
        name: row.outcome for name, row in patch.items()
    }
    hello = hypothesis["parent"].hello
    assert hello.hypothesis
    assert hello.hypothesis_constants == "none"


def test_another_seed_draws_other_examples_unless_the_test_is_deaf_to_it(
    hypothesis: dict[str, Answer],
) -> None:
    parent, other = hypothesis["parent"].rows, hypothesis["other"].rows

    for name in ("test_passes", "test_small", "runTest", "test_seven"):
        assert not drew_one_schedule((parent[name].draws, other[name].draws)), name
    deaf = (parent["test_derandomized"].draws, other["test_derandomized"].draws)
    assert drew_one_schedule(deaf)


def test_examples_leave_a_mark_at_each_power_of_two(hypothesis: dict[str, Answer]) -> None:
    rows = hypothesis["parent"].rows

    marks = {
        name: row.draws.partition(";")[0].removeprefix("hypothesis:") for name, row in rows.items()
    }
    # Seven examples; older versions try one more case.
    assert len(marks["test_seven"].split(".")) in {3, 4}
    assert len(marks["test_passes"].split(".")) >= 7
    assert all(len(mark) == 8 for mark in marks["test_passes"].split("."))
    assert marks["test_method"]


def test_a_failing_property_is_not_shrunk(hypothesis: dict[str, Answer]) -> None:
    row = hypothesis["parent"].rows["test_is_not_shrunk"]

    assert row.failure is not None
    (leaf,) = row.failure.leaves
    number = int(leaf.message.partition("found ")[2].partition(" here")[0])
    assert number > 1001  # the smallest that fails
    assert leaf.plain_assert
    assert {frame.module for frame in leaf.frames} == {"test_a"}


def test_items_say_that_they_use_hypothesis(hypothesis: dict[str, Answer]) -> None:
    items = {name.rpartition("::")[2]: item for name, item in hypothesis["items"].items.items()}

    assert all(item.hypothesis for item in items.values())
    assert items["test_small"].source_path == "tests/test_a.py"
    assert items["test_small"].qualname == "test_small"
    assert items["test_method"].qualname == "TestInClass.test_method"


@pytest.mark.skipif(not has("hypothesis"), reason="the interpreter has no Hypothesis")
def test_hypothesis_keeps_nothing_in_the_tree_and_its_failures_keep_their_types(
    tmp_path: Path,
) -> None:
    module = """
        import random
        from datetime import timedelta
        from hypothesis import HealthCheck, given, settings, strategies as st

        CALLS = []

        @given(st.integers())
        def test_flaky(number):
            CALLS.append(number)
            assert len(CALLS) > 1

        @settings(deadline=timedelta(milliseconds=1))
        @given(st.just(0))
        def test_slow(number):
            import time
            time.sleep(0.02)

        @given(st.integers())
        def test_filters(number):
            from hypothesis import assume
            assume(False)
    """
    tree = tree_of(tmp_path, {"tests/test_a.py": module})

    answer = start(tree, plugins=["hypothesispytest"])

    assert not (tree / ".hypothesis").exists()
    assert not (tmp_path / "s" / "scratch" / "hypothesis" / "examples").exists()
    types = {}
    for name, row in answer.rows.items():
        assert row.failure is not None, name
        types[name] = {leaf.type.rpartition(".")[2] for leaf in row.failure.leaves}
    assert types["test_flaky"] & {"Flaky", "FlakyFailure"}
    assert types["test_slow"] == {"DeadlineExceeded"}
    assert types["test_filters"] & {"FailedHealthCheck", "Unsatisfiable"}
