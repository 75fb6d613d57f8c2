import pytest

from freezegate.core.witness import LocatedLeaf, witness_class
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase
from freezegate.suite.checkout import Checkout, Disk
from freezegate.suite.failures import Failures, text_of

PROP = PropertyId("test_a.py::test_a")


def failures() -> Failures:
    files: dict[str, bytes] = {}
    disk = Disk(paths={}, read=files.__getitem__, root="", pytest_major=9)
    return Failures(PROP, "test_a.py::test_a", Checkout(disk), "/nowhere")


def report(when: str, longrepr: str = "") -> pytest.TestReport:
    outcome = "failed" if longrepr else "passed"
    return pytest.TestReport(
        "test_a.py::test_a",
        ("test_a.py", 0, "test_a"),
        {},
        outcome,  # type: ignore[arg-type] # one of two
        longrepr or None,
        when,  # type: ignore[arg-type] # a phase, or one of a plugin's
    )


def bare(kind: str, message: str, phase: Phase = Phase.CALL) -> str:
    return witness_class(PROP, (LocatedLeaf(type=kind, message=message),), phase=phase)


def test_what_did_not_fail_has_no_class() -> None:
    assert failures().witness([report("setup"), report("call"), report("teardown")]) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[XPASS(strict)] why", bare("pytest.XPassStrict", "")),
        ("boom\nand more", bare("pytest.Failed", "boom")),
    ],
)
def test_a_failure_without_an_exception_is_named_by_what_pytest_says(
    text: str, expected: str
) -> None:
    reports = [report("setup"), report("call", text), report("teardown")]
    assert failures().witness(reports) == expected


@pytest.mark.parametrize(
    ("failing", "phase"),
    [
        (("setup", "teardown"), Phase.SETUP),
        (("call", "teardown"), Phase.CALL),
        (("teardown",), Phase.TEARDOWN),
        (("other",), Phase.CALL),
    ],
)
def test_the_first_failure_gives_the_phase(failing: tuple[str, ...], phase: Phase) -> None:
    found = failures()
    found.add(ValueError("x"))
    phases = ("setup", "other" if "other" in failing else "call", "teardown")
    reports = [report(when, "E" if when in failing else "") for when in phases]
    assert found.witness(reports) == bare("builtins.ValueError", "x", phase)


def test_a_held_subtest_comes_after_the_setup() -> None:
    found = failures()
    found.add(ValueError("x"))
    found.held.append(report("call", "E"))
    reports = [report("setup"), report("call"), report("teardown", "E")]
    assert found.witness(reports) == bare("builtins.ValueError", "x")


def test_all_failures_of_a_test_are_one_class() -> None:
    found = failures()
    found.add(ValueError("x"))
    found.add(ExceptionGroup("g", [KeyError("y"), TypeError("z\ud800")]))
    reports = [report("setup"), report("call", "E"), report("teardown", "E")]
    kinds = (("ValueError", "x"), ("KeyError", "'y'"), ("TypeError", "z\\ud800"))
    leaves = tuple(LocatedLeaf(type=f"builtins.{kind}", message=text) for kind, text in kinds)
    assert found.witness(reports) == witness_class(PROP, leaves, phase=Phase.CALL)


def test_the_text_of_a_report_is_pytests() -> None:
    assert text_of(report("call", "E  x")) == "E  x"
    assert text_of(report("call")) == ""
    assert text_of(object()) == ""
