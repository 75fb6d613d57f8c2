import msgspec
import pytest

from freezegate.app.canary_run import Ran, _ended
from freezegate.app.canary_space import Setup
from freezegate.model.canary import CanaryRun
from freezegate.model.config import Config
from freezegate.model.ids import TestId
from freezegate.shell.process import Exited, Killed, Outcome, TimedOut
from freezegate.source.junit import JunitCase
from tests.unit.app.made import case


def junit(name: str, *, red: bool = False, classname: str = "tests.test_a") -> JunitCase:
    return JunitCase(classname=classname, name=name, file="tests/test_a.py", line=1, red=red)


RAN = Ran(
    exit=1,
    cases=(
        junit("test_a", red=True),
        junit("test_a[1]"),
        junit("test_b", red=True),
        junit("test_c", classname="tests.test_a.TestIt", red=True),
        junit("test_d"),
    ),
    how="E",
)


@pytest.mark.parametrize(
    ("test", "target", "is_red", "others"),
    [
        ("tests/test_a.py::test_a", True, True, ("test_b", "TestIt::test_c")),
        ("tests/test_a.py::TestIt::test_c", True, True, ("test_a", "test_b")),
        ("tests/test_a.py::test_a[1]", True, False, ("test_a", "test_b", "TestIt::test_c")),
        ("tests/test_a.py::test_d", True, False, ("test_a", "test_b", "TestIt::test_c")),
        ("tests/test_b.py::test_a", False, False, ("test_a", "test_b", "TestIt::test_c")),
    ],
)
def test_a_run_is_seen_by_one_test(
    test: str,
    target: bool,  # noqa: FBT001 - a column
    is_red: bool,  # noqa: FBT001 - a column
    others: tuple[str, ...],
) -> None:
    red = {f"tests.test_a.{each}" if "::" in each else f"tests.test_a::{each}" for each in others}
    assert RAN.seen_by(TestId(test), "") == CanaryRun(
        exit=1, target=target, is_red=is_red, red=tuple(sorted(red)), how="E"
    )


def test_ids_are_the_trees_and_reports_the_rootdirs() -> None:
    assert RAN.seen_by(TestId("pkg/tests/test_a.py::test_a"), "pkg").is_red
    assert not RAN.seen_by(TestId("tests/test_a.py::test_a"), "tests").target


def test_any_red_report_of_the_target_makes_it_red() -> None:
    cases = (junit("test_a"), junit("test_a", red=True), junit("test_a"))
    run = msgspec.structs.replace(RAN, cases=cases).seen_by(TestId("tests/test_a.py::test_a"), "")
    assert (run.is_red, run.red) == (True, ())


OUT = b"collected\nE   ImportError: no\nE   more\n!!! Interrupted\n"


@pytest.mark.parametrize(
    ("outcome", "code", "how"),
    [
        (Exited(code=0, stdout=OUT), 0, ""),
        (Exited(code=2, stdout=OUT), 2, "ImportError: no"),
        (
            Exited(code=4, stdout=b"x\n", stderr=b"ERROR: no such file\n\n"),
            4,
            "ERROR: no such file",
        ),
        (Exited(code=3), 3, ""),
        (Killed(signal=9), None, "was killed by signal 9"),
        (TimedOut(), None, "outlived its limit of 60 s (time-limit-s)"),
    ],
)
def test_how_a_run_ended(outcome: Outcome, code: int | None, how: str) -> None:
    ran = _ended(outcome, 60.0)
    assert (ran.exit, ran.how) == (code, how)


@pytest.mark.parametrize(
    ("files", "limit_s"), [(("tests/test_a.py",), 5), ((), 10), (("a.py", "b.py", "c.py"), 15)]
)
def test_a_run_may_take_the_configured_limit_for_each_file(
    files: tuple[str, ...], limit_s: float
) -> None:
    suite = {"tests/test_a.py": "", "tests/test_b.py": "", "shop.py": ""}
    of = case(suite, suite, config=Config(time_limit_s=5))
    setup = Setup(case=of, ledger=None, records=0, files=files)
    assert setup.limit_s == limit_s


def test_a_suite_without_files_has_a_limit_as_well() -> None:
    of = case({}, {}, config=Config(time_limit_s=5))
    assert Setup(case=of, ledger=None, records=0, files=()).limit_s == 5
