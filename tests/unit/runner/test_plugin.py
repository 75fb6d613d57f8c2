"""Rows and items as the supervisor gets them, from real small trees."""

from pathlib import Path

import pytest

from freezegate.model.claim import Outcome
from freezegate.model.contract import Vary
from freezegate.model.row import Phase
from tests.unit.runner.start import Answer, has, start, tree_of

OUTCOMES = """
    import pytest

    def test_passes(): pass

    def test_fails():
        assert sum([1, 2]) == 4, "arithmetic"

    def test_raises():
        raise ValueError("no\\x00 \\udc80 number")

    def test_failed_by_word():
        pytest.fail("said so")

    def test_skips():
        pytest.skip("not here")

    @pytest.mark.skip(reason="never")
    def test_marked_skip(): pass

    @pytest.mark.xfail(reason="known")
    def test_xfails():
        assert False

    @pytest.mark.xfail(reason="known", strict=False)
    def test_xpasses(): pass

    @pytest.mark.xfail(reason="known", strict=True)
    def test_strict_xpass(): pass

    @pytest.fixture
    def broken():
        raise OSError("no disk")

    def test_setup_error(broken): pass

    @pytest.fixture
    def leaky():
        yield
        raise OSError("left open")

    def test_teardown_error(leaky): pass

    def test_both(leaky):
        assert False

    class TestInClass:
        def test_method(self): pass
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    return start(tree_of(tmp_path_factory.mktemp("outcomes"), {"tests/test_a.py": OUTCOMES}))


@pytest.mark.parametrize(
    ("name", "outcome", "phase", "reason"),
    [
        ("test_passes", Outcome.PASSED, Phase.CALL, ""),
        ("test_fails", Outcome.FAILED, Phase.CALL, ""),
        ("test_raises", Outcome.FAILED, Phase.CALL, ""),
        ("test_failed_by_word", Outcome.FAILED, Phase.CALL, ""),
        ("test_skips", Outcome.SKIPPED, Phase.CALL, "not here"),
        ("test_marked_skip", Outcome.SKIPPED, Phase.CALL, "never"),
        ("test_xfails", Outcome.XFAILED, Phase.CALL, "known"),
        ("test_xpasses", Outcome.XPASSED, Phase.CALL, "known"),
        ("test_strict_xpass", Outcome.FAILED, Phase.CALL, ""),
        ("test_setup_error", Outcome.FAILED, Phase.SETUP, ""),
        ("test_teardown_error", Outcome.FAILED, Phase.TEARDOWN, ""),
        ("test_both", Outcome.FAILED, Phase.CALL, ""),
        ("test_method", Outcome.PASSED, Phase.CALL, ""),
    ],
)
def test_every_outcome_is_told(
    outcomes: Answer, name: str, outcome: Outcome, phase: Phase, reason: str
) -> None:
    row = outcomes.rows[name]

    assert (row.outcome, row.phase, row.reason) == (outcome, phase, reason)
    assert (row.failure is not None) is (outcome is Outcome.FAILED)
    assert row.duration_s >= 0


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("test_fails", ["builtins.AssertionError"]),
        ("test_raises", ["builtins.ValueError"]),
        ("test_failed_by_word", ["builtins.Failed"]),
        ("test_strict_xpass", ["pytest.XPassStrict"]),
        ("test_setup_error", ["builtins.OSError"]),
        ("test_teardown_error", ["builtins.OSError"]),
        ("test_both", ["builtins.AssertionError", "builtins.OSError"]),
    ],
)
def test_every_failure_has_its_types(outcomes: Answer, name: str, types: list[str]) -> None:
    failure = outcomes.rows[name].failure

    assert failure is not None
    assert [leaf.type for leaf in failure.leaves] == types


def test_a_failure_tells_where_it_arose(outcomes: Answer) -> None:
    failure = outcomes.rows["test_fails"].failure

    assert failure is not None
    (leaf,) = failure.leaves
    (frame,) = leaf.frames
    assert (frame.path, frame.line, frame.qualname) == ("tests/test_a.py", 7, "test_fails")
    assert leaf.plain_assert
    assert "arithmetic" in leaf.message
    assert "assert sum([1, 2]) == 4" in failure.text


def test_what_no_claim_may_hold_is_escaped(outcomes: Answer) -> None:
    failure = outcomes.rows["test_raises"].failure

    assert failure is not None
    assert failure.leaves[0].message == "no\\x00 \\udc80 number"


def test_each_row_follows_its_start_and_the_end_counts_them(outcomes: Answer) -> None:
    assert outcomes.started == outcomes.order
    assert outcomes.end is not None
    assert (outcomes.end.count, outcomes.end.exit) == (13, 1)
    assert outcomes.code == 0


SUBTESTS = """
    import unittest

    def test_subtests_fail(subtests):
        for number in range(4):
            with subtests.test(number=number):
                assert number % 2 == 0

    def test_subtests_pass(subtests):
        with subtests.test("fine"):
            assert True

    class Old(unittest.TestCase):
        def test_unittest_fails(self):
            for number in range(3):
                with self.subTest(number=number):
                    self.assertNotEqual(number, 1)

        def test_unittest_passes(self):
            with self.subTest(number=1):
                pass
"""


@pytest.mark.skipif(
    not (has("_pytest.subtests") or has("pytest_subtests")),
    reason="the interpreter has no subtests",
)
def test_a_failed_subtest_fails_its_property(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {"tests/test_a.py": SUBTESTS})
    plugins = ["subtests"] if has("pytest_subtests") else []

    answer = start(tree, plugins=plugins)

    assert answer.outcomes() == {
        "test_subtests_fail": "failed",
        "test_subtests_pass": "passed",
        "test_unittest_fails": "failed",
        "test_unittest_passes": "passed",
    }
    assert len(answer.order) == 4
    failure = answer.rows["test_subtests_fail"].failure
    assert failure is not None
    assert {leaf.frames[-1].line for leaf in failure.leaves} == {7}
    other = answer.rows["test_unittest_fails"].failure
    assert other is not None
    assert {leaf.type for leaf in other.leaves} == {"builtins.AssertionError"}
    assert not any(leaf.plain_assert for leaf in other.leaves)


MODULES = {
    f"tests/test_{letter}.py": """
        class TestOne:
            def test_a(self): pass
            def test_b(self): pass

        def test_c(): pass

        class TestTwo:
            def test_d(self): pass
            def test_e(self): pass

        def test_f(): pass
    """
    for letter in "xyz"
}


@pytest.fixture(scope="module")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tree_of(tmp_path_factory.mktemp("ordered"), MODULES)


def test_a_seed_gives_one_order_and_keeps_modules_and_classes_together(ordered: Path) -> None:
    first, again = start(ordered, seed=3), start(ordered, seed=3)
    other, plain = start(ordered, seed=4), start(ordered, vary=[Vary.RANDOM])

    assert first.order == again.order
    assert first.order != other.order
    assert plain.order[:2] == [
        "tests/test_x.py::TestOne::test_a",
        "tests/test_x.py::TestOne::test_b",
    ]
    assert sorted(first.order) == sorted(other.order) == sorted(plain.order)
    for answer in (first, other):
        groups = [name.rpartition("::")[0] for name in answer.order]
        assert len(_runs(groups)) == len(set(groups))
        modules = [name.partition("::")[0] for name in answer.order]
        assert len(_runs(modules)) == len(set(modules))


def _runs(names: list[str]) -> list[str]:
    """Leave out each name that follows itself."""
    return [name for place, name in enumerate(names) if place == 0 or names[place - 1] != name]


def test_what_has_run_and_what_is_not_selected_leaves_the_order_of_the_rest(ordered: Path) -> None:
    whole = start(ordered, seed=5).order

    part = start(ordered, seed=5, done=whole[:3], select=[*whole[:-1], "tests/test_x.py::gone"])

    assert part.order == whole[3:-1]


def test_a_given_order_is_followed_and_the_rest_comes_last(ordered: Path) -> None:
    given = ["tests/test_z.py::test_f", "tests/test_x.py::test_c"]

    answer = start(ordered, order=given, paths=["tests/test_x.py", "tests/test_z.py"])

    assert answer.order[:2] == given
    assert len(answer.order) == 12
    assert not any(name.startswith("tests/test_y.py") for name in answer.order)


def test_fixtures_of_wide_scope_work_in_any_order(tmp_path: Path) -> None:
    conftest = """
        import pytest

        @pytest.fixture(scope="session")
        def once():
            return []

        @pytest.fixture(scope="module")
        def here(once, request):
            once.append(request.module.__name__)
            yield len(once)

        def pytest_generate_tests(metafunc):
            if "generated" in metafunc.fixturenames:
                metafunc.parametrize("generated", [1, 2, 3])
    """
    module = """
        def test_one(here, once): assert once.count(__name__) == 1
        def test_two(here, once): assert once.count(__name__) == 1
        def test_generated(generated): assert generated in {1, 2, 3}
    """
    files = {"tests/conftest.py": conftest}
    files |= {f"tests/test_{letter}.py": module for letter in "ab"}

    answer = start(tree_of(tmp_path, files))

    assert set(answer.outcomes().values()) == {"passed"}
    assert len(answer.order) == 10


def test_a_file_that_cannot_be_collected_is_told_and_the_others_run(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "tests/test_bad.py": "import nowhere_to_be_found",
            "tests/test_good.py": "def test_good(): pass",
        },
    )

    answer = start(tree)

    assert answer.outcomes() == {"test_good": "passed"}
    assert "nowhere_to_be_found" in answer.errors["tests/test_bad.py"]
    assert list(answer.errors) == ["tests/test_bad.py"]


def test_a_property_that_ends_the_session_has_no_row(tmp_path: Path) -> None:
    module = """
        import pytest

        def test_a(): pass

        def test_b():
            pytest.exit("enough", returncode=3)

        def test_c(): pass
    """
    tree = tree_of(tmp_path, {"tests/test_a.py": module})

    answer = start(tree, vary=[])

    assert list(answer.outcomes()) == ["test_a"]
    assert answer.started[-1].endswith("test_b")
    assert "enough" in answer.errors[""]
    assert answer.end is not None
    assert (answer.end.count, answer.end.exit) == (1, 3)


def test_an_error_of_a_plugin_is_the_sessions(tmp_path: Path) -> None:
    conftest = """
        def pytest_collection_finish(session):
            raise RuntimeError("no good hook")
    """
    tree = tree_of(
        tmp_path, {"tests/conftest.py": conftest, "tests/test_a.py": "def test_a(): pass"}
    )

    answer = start(tree)

    assert not answer.rows
    assert "no good hook" in answer.errors[""]
    assert answer.end is not None
    assert answer.end.exit == 3


def test_a_fork_that_falls_through_sends_no_second_row(tmp_path: Path) -> None:
    module = """
        import os

        def test_forks():
            child = os.fork()
            if child:
                os.waitpid(child, 0)

        def test_after(): pass
    """
    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}), vary=[])

    assert answer.outcomes() == {"test_forks": "passed", "test_after": "passed"}
    assert len(answer.claims) == 6


def test_a_property_that_ends_the_process_has_a_start_and_no_row(tmp_path: Path) -> None:
    module = """
        import os

        def test_a(): pass
        def test_ends(): os._exit(0)
    """
    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}), vary=[])

    assert list(answer.rows) == ["test_a"]
    assert answer.started[-1].endswith("test_ends")
    assert answer.end is None


def test_strict_settings_and_warnings_as_errors_do_not_stop_us(tmp_path: Path) -> None:
    module = """
        import pytest
        import warnings

        @pytest.mark.property(id="p", oracle="o")
        def test_quiet(cache): assert cache is not None

        def test_warns(): warnings.warn("old", DeprecationWarning, stacklevel=1)
    """
    ini = "filterwarnings = error\naddopts = --strict-markers --strict-config -W error\n"
    plugins = ["hypothesispytest"] if has("hypothesis") else []

    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}), ini=ini, plugins=plugins)

    assert answer.outcomes() == {"test_quiet": "passed", "test_warns": "failed"}
    assert not answer.errors


@pytest.mark.skipif(not has("pytest_asyncio"), reason="the interpreter has no pytest-asyncio")
def test_async_tests_run_with_their_plugin(tmp_path: Path) -> None:
    module = """
        import asyncio
        import pytest

        async def test_passes():
            await asyncio.sleep(0)

        async def test_fails():
            await asyncio.sleep(0)
            assert False
    """
    tree = tree_of(tmp_path, {"tests/test_a.py": module})
    ini = "asyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n"

    answer = start(tree, plugins=["asyncio"], ini=ini)

    assert answer.outcomes() == {"test_passes": "passed", "test_fails": "failed"}


def test_every_plugin_of_the_environment_can_be_named(tmp_path: Path) -> None:
    names = {"hypothesispytest": "hypothesis", "xdist": "xdist", "pytest_cov": "pytest_cov"}
    plugins = [name for name, module in names.items() if has(module)]
    tree = tree_of(tmp_path, {"tests/test_a.py": "def test_a(): pass"})

    answer = start(tree, plugins=plugins, ini="filterwarnings = error\n")

    assert answer.outcomes() == {"test_a": "passed"}
