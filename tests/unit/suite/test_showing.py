import pytest

from freezegate.suite.marks import Mark, State, put
from freezegate.suite.showing import Showing
from tests.ledgers import NOW
from tests.unit.suite.suites import frozen, run, write

pytest_plugins = ["pytester"]

NAME = "test_it.py::test_a"


@pytest.mark.parametrize(
    ("state", "told", "status"),
    [
        (State.FROZEN, False, ("frozen", "z", ("FROZEN", {"purple": True}))),
        (State.FROZEN, True, ("", "", "")),
        (State.HELD, False, ("", "", "")),
        (State.OTHER, False, None),
        (State.PASSED, False, None),
        (None, False, None),
    ],
)
def test_a_frozen_failure_has_a_letter_a_word_and_a_count_of_its_own(
    state: State | None, *, told: bool, status: object
) -> None:
    report = pytest.TestReport(NAME, ("test_it.py", 0, "test_a"), {}, "failed", "E", "call")
    if state:
        put(report, Mark(state=state, test_id=NAME, told=told))
    assert Showing("L", NOW).pytest_report_teststatus(report) == status


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("-v", f"{NAME} FROZEN (frozen until 2099-01-01T00:00:00Z: *"),
        ("-q", "z *"),
        ("-qq", "FROZEN test_it.py::test_a"),
        ("-rA", "test_it.py z *"),
    ],
)
def test_every_verbosity_says_frozen(pytester: pytest.Pytester, option: str, line: str) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 2\n")
    result = run(pytester, write(pytester, [frozen(pytester, NAME, "1 == 2")]), option)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([line])


def test_the_colour_is_purple(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="def test_a():\n    assert 1 == 2\n")
    option = write(pytester, [frozen(pytester, NAME, "1 == 2")])
    result = run(pytester, option, "--color=yes")
    assert "\x1b[35mz\x1b[0m" in result.stdout.str()


def test_without_a_frozen_test_there_is_no_section(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="def test_a():\n    pass\n")
    result = run(pytester, write(pytester, []))
    assert "frozen by" not in result.stdout.str()
