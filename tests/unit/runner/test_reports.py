from typing import NamedTuple

import pytest

from freezegate.runner.reports import Reports


class Report(NamedTuple):
    """What is read of a report."""

    when: str
    outcome: str = "passed"
    longrepr: object = None
    duration: float = 0.25

    @property
    def passed(self) -> bool:
        return self.outcome == "passed"

    @property
    def failed(self) -> bool:
        return self.outcome == "failed"

    @property
    def skipped(self) -> bool:
        return self.outcome == "skipped"


class SubTestReport(Report):
    """A subtest's, as its plugin calls it."""


class Expected(Report):
    """A report of a test that was expected to fail."""

    wasxfail = "known"


SETUP, TEARDOWN = Report("setup"), Report("teardown")


def of(*reports: Report) -> Reports:
    found = Reports("tests/test_a.py::test")
    for report in reports:
        found.add(report)
    return found


@pytest.mark.parametrize(
    ("reports", "outcome"),
    [
        ((SETUP, Report("call"), TEARDOWN), "passed"),
        ((SETUP, Report("call", "failed"), TEARDOWN), "failed"),
        ((SETUP, SubTestReport("call", "failed"), Report("call"), TEARDOWN), "failed"),
        ((SETUP, SubTestReport("call", "skipped"), Report("call"), TEARDOWN), "passed"),
        ((SETUP, Report("call"), Report("teardown", "failed")), "failed"),
        ((Report("setup", "skipped"), TEARDOWN), "skipped"),
        ((SETUP, Expected("call", "skipped"), TEARDOWN), "xfailed"),
        ((SETUP, Expected("call"), TEARDOWN), "xpassed"),
        ((SETUP, Expected("call", "skipped"), Report("teardown", "failed")), "failed"),
    ],
)
def test_all_reports_are_taken_together(reports: tuple[Report, ...], outcome: str) -> None:
    found = of(*reports)

    assert found.whole()
    assert found.outcome() == outcome


@pytest.mark.parametrize(
    "reports",
    [
        (),
        (SETUP,),
        (SETUP, TEARDOWN),
        (SETUP, Report("call")),
        (SETUP, SubTestReport("call"), TEARDOWN),
        (Report("setup", "failed"),),
    ],
)
def test_a_property_that_was_cut_off_is_not_whole(reports: tuple[Report, ...]) -> None:
    assert not of(*reports).whole()


@pytest.mark.parametrize(
    ("reports", "reason"),
    [
        ((Report("setup", "skipped", ("a.py", 1, "Skipped: no disk")), TEARDOWN), "no disk"),
        ((Report("setup", "skipped", "in words"), TEARDOWN), "in words"),
        ((SETUP, Expected("call", "skipped"), TEARDOWN), "known"),
        ((SETUP, Report("call"), TEARDOWN), ""),
    ],
)
def test_the_reason_of_a_mute_is_told(reports: tuple[Report, ...], reason: str) -> None:
    assert of(*reports).reason() == reason


@pytest.mark.parametrize(
    ("longrepr", "kind", "message"),
    [
        ("[XPASS(strict)] known", "pytest.XPassStrict", ""),
        ("contains 1 failed subtest\nmore", "pytest.Failed", "contains 1 failed subtest"),
        (None, "pytest.Failed", ""),
    ],
)
def test_a_failure_without_an_exception_is_told_from_its_report(
    longrepr: object, kind: str, message: str
) -> None:
    failure = of(SETUP, Report("call", "failed", longrepr), TEARDOWN).failure()

    assert failure is not None
    (leaf,) = failure["leaves"]
    assert (leaf["type"], leaf["message"]) == (kind, message)


def test_the_first_failure_gives_the_phase_and_the_phases_add_up() -> None:
    found = of(SETUP, SubTestReport("call", "failed"), Report("call"), Report("teardown", "failed"))

    assert found.phase() == "call"
    assert found.duration_s() == 0.75
    assert of(Report("collect", "failed")).phase() == "call"
