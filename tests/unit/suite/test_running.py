"""A frozen failure does not fail the run; every other failure of the same test does."""

from importlib.util import find_spec

import pytest

from freezegate.model.row import Phase
from tests.unit.suite.suites import frozen, leaf, record, run, witness, write

pytest_plugins = ["pytester"]

TWO = """
    def test_a():
        assert 1 == 2

    def test_b():
        assert 3 == 4
"""


def test_the_failure_that_a_record_names_is_frozen_and_fails_nothing(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 2\ndef test_b():\n    pass")
    option = write(pytester, [frozen(pytester, "test_it.py::test_a", "1 == 2")])
    result = run(pytester, option)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["test_it.py z. *", "*1 passed, 1 frozen in*"])


def test_a_failure_that_no_record_names_fails_the_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=TWO)
    option = write(pytester, [frozen(pytester, "test_it.py::test_a", "1 == 2")])
    result = run(pytester, option)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*1 failed, 1 frozen in*"])


def test_another_failure_of_the_same_test_is_plain_and_says_both_classes(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 2\n    assert 1 == 3")
    other = frozen(pytester, "test_it.py::test_a", "1 == 3")
    result = run(pytester, write(pytester, [other]))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    came = frozen(pytester, "test_it.py::test_a", "1 == 2")["witness"]
    result.stdout.fnmatch_lines(
        [
            "*freezegate: a record names test_it.py::test_a*",
            f"frozen class: {other['witness']}",
            f"this failure: {came}",
            "*1 failed in*",
        ]
    )


def test_a_record_without_a_witness_excuses_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 2")
    result = run(pytester, write(pytester, [record(pytester, "test_it.py::test_a")]))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*the record names no witness class, so it excuses nothing"])


def test_a_frozen_test_that_passes_is_a_pass_and_its_record_may_go(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 1")
    result = run(pytester, write(pytester, [frozen(pytester, "test_it.py::test_a", "1 == 1")]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        [
            "passed test_it.py::test_a: its record (flake_freeze.json:2) may be prunable",
            "*1 passed in*",
        ]
    )


@pytest.mark.parametrize(
    ("body", "counted"),
    [
        ("import pytest\ndef test_a():\n    pytest.skip('x')\n", "1 skipped"),
        ("import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert 0\n", "1 xfailed"),
        ("import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert 1\n", "1 xpassed"),
    ],
)
def test_a_mute_of_pytest_stays_one(pytester: pytest.Pytester, body: str, counted: str) -> None:
    pytester.makepyfile(test_it=body)
    result = run(pytester, write(pytester, [record(pytester, "test_it.py::test_a", witness="x")]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"*{counted} in*"])
    assert "frozen by" not in result.stdout.str() or counted == "1 xpassed"


SETUP = """
    import pytest

    @pytest.fixture{scope}
    def ready():
        {before}
        yield
        {after}

    class TestIt:
        def test_a(self, ready):
            {call}
"""
ID = "test_it.py::TestIt::test_a"


@pytest.mark.parametrize("scope", ["", "(scope='class')", "(scope='module')", "(scope='session')"])
@pytest.mark.parametrize(
    ("phase", "before", "after", "letters"),
    [(Phase.SETUP, "assert 1 == 2", "", "z"), (Phase.TEARDOWN, "", "assert 1 == 2", ".z")],
)
def test_a_failure_of_a_fixture_is_frozen_with_its_phase(  # noqa: PLR0913, PLR0917 - one table
    pytester: pytest.Pytester, scope: str, phase: Phase, before: str, after: str, letters: str
) -> None:
    pytester.makepyfile(test_it=SETUP.format(scope=scope, before=before, after=after, call="pass"))
    broken = leaf(pytester, "test_it.py", "ready", "1 == 2")
    right = record(pytester, ID, witness=witness(ID, broken, phase=phase))
    result = run(pytester, write(pytester, [right]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"test_it.py {letters} *", "*1 frozen in*"])
    wrong = record(pytester, ID, witness=witness(ID, broken))
    assert run(pytester, write(pytester, [wrong])).ret == pytest.ExitCode.TESTS_FAILED


def test_a_call_that_is_named_and_a_teardown_that_is_not_fail_together(
    pytester: pytest.Pytester,
) -> None:
    body = SETUP.format(scope="", before="", after="assert 3 == 4", call="assert 1 == 2")
    pytester.makepyfile(test_it=body)
    call = leaf(pytester, "test_it.py", "TestIt.test_a", "1 == 2")
    teardown = leaf(pytester, "test_it.py", "ready", "3 == 4")
    alone = record(pytester, ID, witness=witness(ID, call))
    result = run(pytester, write(pytester, [alone]))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*1 failed, 1 error in*"])
    together = record(pytester, ID, witness=witness(ID, call, teardown))
    result = run(pytester, write(pytester, [together]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*1 frozen in*"])


@pytest.mark.parametrize("option", ["-x", "--maxfail=1"])
def test_a_frozen_failure_does_not_stop_the_run(pytester: pytest.Pytester, option: str) -> None:
    pytester.makepyfile(
        test_it="def test_a():\n    assert 1 == 2\ndef test_b():\n    assert 3 == 4\n"
        "def test_c(): pass"
    )
    records = [frozen(pytester, "test_it.py::test_a", "1 == 2")]
    result = run(pytester, write(pytester, records), option)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["test_it.py zF*", "*1 failed, 1 frozen in*"])
    records.append(frozen(pytester, "test_it.py::test_b", "3 == 4"))
    result = run(pytester, write(pytester, records), option)
    result.stdout.fnmatch_lines(["*1 passed, 2 frozen in*"])


def test_another_failure_stops_the_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=TWO)
    wrong = record(pytester, "test_it.py::test_a", witness="x")
    result = run(pytester, write(pytester, [wrong]), "-x")
    result.stdout.fnmatch_lines(["test_it.py F*", "*1 failed in*"])


def test_the_cache_of_last_failures_does_not_list_a_frozen_one(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=TWO)
    run(pytester)
    kept = pytester.path / ".pytest_cache" / "v" / "cache" / "lastfailed"
    assert "test_a" in kept.read_text()
    option = write(pytester, [frozen(pytester, "test_it.py::test_a", "1 == 2")])
    run(pytester, option)
    assert "test_a" not in kept.read_text()
    assert "test_b" in kept.read_text()
    assert run(pytester, option, "--lf").ret == pytest.ExitCode.TESTS_FAILED


def test_a_method_of_unittest_is_frozen(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        import unittest

        class TestIt(unittest.TestCase):
            def test_a(self):
                self.assertEqual(1, 2)
        """
    )
    named = leaf(
        pytester, "test_it.py", "TestIt.test_a", "assertEqual", message="<number> != <number>"
    )
    result = run(pytester, write(pytester, [record(pytester, ID, witness=witness(ID, named))]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*1 frozen in*"])


has_subtests = pytest.mark.skipif(
    pytest.version_tuple < (9,) and find_spec("pytest_subtests") is None,
    reason="pytest has subtests since 9; an older one needs a plugin",
)
SUBTESTS = {
    "unittest": """
        import unittest

        class TestIt(unittest.TestCase):
            def test_a(self):
                for each in (1, 2):
                    with self.subTest(each=each):
                        assert each != 2
        """,
    "pytest": """
        class TestIt:
            def test_a(self, subtests):
                for each in (1, 2):
                    with subtests.test(each=each):
                        assert each != 2
        """,
}


@has_subtests
@pytest.mark.parametrize("kind", SUBTESTS)
def test_a_failing_subtest_is_a_failure_of_the_test(pytester: pytest.Pytester, kind: str) -> None:
    pytester.makepyfile(test_it=SUBTESTS[kind])
    named = leaf(pytester, "test_it.py", "TestIt.test_a", "each != 2")
    right = record(pytester, ID, witness=witness(ID, named))
    result = run(pytester, write(pytester, [right]))
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["test_it.py *z *", "*1 frozen in*"])
    other = record(pytester, ID, witness=witness(ID, named, phase=Phase.SETUP))
    result = run(pytester, write(pytester, [other]), "-x")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*each != 2*", "*SUBFAIL*test_it.py::TestIt::test_a*", "*failed*"])


@has_subtests
def test_all_failing_subtests_are_one_class(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        class TestIt:
            def test_a(self, subtests):
                with subtests.test():
                    assert 1 == 2
                with subtests.test():
                    assert 3 == 4
        """
    )
    first, second = (
        leaf(pytester, "test_it.py", "TestIt.test_a", text) for text in ("1 == 2", "3 == 4")
    )
    both = record(pytester, ID, witness=witness(ID, first, second))
    assert run(pytester, write(pytester, [both])).ret == pytest.ExitCode.OK
    one = record(pytester, ID, witness=witness(ID, first))
    result = run(pytester, write(pytester, [one]))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*SUBFAIL*1 == 2*", "*SUBFAIL*3 == 4*"])


def test_the_property_id_of_the_marker_enters_the_class(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers =\n    property: one under judgement")
    pytester.makepyfile(
        test_it="import pytest\n@pytest.mark.property(id='sum')\ndef test_a():\n    assert 1 == 2"
    )
    name = "test_it.py::test_a"
    named = leaf(pytester, "test_it.py", "test_a", "1 == 2")
    right = record(pytester, name, witness=witness(name, named, prop="sum"))
    assert run(pytester, write(pytester, [right])).ret == pytest.ExitCode.OK
    wrong = record(pytester, name, witness=witness(name, named))
    assert run(pytester, write(pytester, [wrong])).ret == pytest.ExitCode.TESTS_FAILED


def test_a_test_that_writes_the_ledger_changes_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        from pathlib import Path

        def test_a():
            Path("flake_freeze.json").write_text(Path("later.json").read_text())
            assert 1 == 2

        def test_b():
            assert 3 == 4
        """
    )
    write(
        pytester,
        [
            frozen(pytester, "test_it.py::test_a", "1 == 2"),
            frozen(pytester, "test_it.py::test_b", "3 == 4"),
        ],
    )
    (pytester.path / "flake_freeze.json").rename(pytester.path / "later.json")
    option = write(pytester, [frozen(pytester, "test_it.py::test_a", "1 == 2")])
    result = run(pytester, option)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["test_it.py zF *"])
    assert "test_b" in (pytester.path / "flake_freeze.json").read_text()


def test_a_test_that_edits_its_own_source_gets_no_other_class(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        from pathlib import Path

        def test_a():
            here = Path(__file__)
            here.write_text(here.read_text().replace("1 ==" + " 2", "1 ==" + " 3"))
            assert 1 == 2
        """
    )
    name = "test_it.py::test_a"
    before = frozen(pytester, name, "assert 1 == 2")
    assert run(pytester, write(pytester, [before])).ret == pytest.ExitCode.OK


def test_pytest_exit_in_a_frozen_test_still_ends_the_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="import pytest\ndef test_a():\n    pytest.exit('enough')\n")
    result = run(pytester, write(pytester, [record(pytester, "test_it.py::test_a", witness="x")]))
    assert result.ret == pytest.ExitCode.INTERRUPTED
