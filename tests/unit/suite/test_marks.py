import pytest

from freezegate.suite.marks import (
    Mark,
    State,
    add_properties,
    explain,
    freeze,
    hold,
    mark_of,
    message_of,
    put,
)

MARK = Mark(
    state=State.FROZEN,
    test_id="test_a.py::test_a",
    line=2,
    expires="2026-10-12T00:00:00Z",
    witness="w",
    came="w",
)


def failed(longrepr: str = "E  boom") -> pytest.TestReport:
    return pytest.TestReport(
        "test_a.py::test_a", ("test_a.py", 6, "test_a"), {}, "failed", longrepr, "call"
    )


def test_a_mark_crosses_processes() -> None:
    report = failed()
    put(report, MARK)
    data = report._to_json()
    assert mark_of(pytest.TestReport._from_json(data)) == MARK


@pytest.mark.parametrize("value", [None, "text", {"state": "other"}, {"state": "x", "test_id": ""}])
def test_what_is_no_mark_of_ours_is_none(value: object) -> None:
    report = failed()
    assert mark_of(report) is None
    report.__dict__["freezegate"] = value
    assert mark_of(report) is None


def test_a_frozen_report_is_neither_passed_nor_failed_and_keeps_its_text() -> None:
    report = failed()
    report.wasxfail = "why"  # as pytest's own plugin does
    freeze(report, MARK)
    assert report.outcome == "skipped"
    assert report.longrepr == ("test_a.py", 7, "frozen until 2026-10-12T00:00:00Z: w")
    assert report.sections == [("freezegate: the frozen failure", "E  boom")]
    assert not hasattr(report, "wasxfail")
    assert mark_of(report) == MARK


def test_a_report_without_a_line_or_a_text_takes_the_ones_it_is_given() -> None:
    report = failed("")
    report.location = ("test_a.py", None, "test_a")
    freeze(report, MARK, "E  of a subtest")
    assert report.longrepr == ("test_a.py", 1, message_of(MARK))
    assert report.sections == [("freezegate: the frozen failure", "E  of a subtest")]


def test_a_held_report_is_of_no_outcome_that_anybody_counts() -> None:
    report = failed()
    hold(report, "test_a.py::test_a")
    assert (report.passed, report.failed, report.skipped) == (False, False, False)
    assert mark_of(report) == Mark(state=State.HELD, test_id="test_a.py::test_a")


def test_an_explained_report_still_fails_and_says_why() -> None:
    report = failed()
    other = Mark(state=State.OTHER, test_id="test_a.py::test_a", witness="w", came="x")
    explain(report, other)
    assert report.failed
    assert mark_of(report) == other
    assert report.sections == [
        (
            "freezegate: a record names test_a.py::test_a",
            "frozen class: w\nthis failure: x",
        )
    ]


def test_properties_say_what_is_frozen_until_when_as_what() -> None:
    report = failed()
    add_properties(report, MARK)
    assert report.user_properties == [
        ("freezegate.frozen", "test_a.py::test_a"),
        ("freezegate.expires", "2026-10-12T00:00:00Z"),
        ("freezegate.witness", "w"),
    ]
