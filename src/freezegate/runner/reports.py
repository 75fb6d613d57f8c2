"""What pytest says of one property: all reports of its id, taken together (FIELD.md 8).

A failed subtest is followed by `passed` for the same id, and a failed teardown comes after
`call passed`, so any failed report makes the property fail.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from . import capture

_PHASES = frozenset({"setup", "call", "teardown"})
#: How pytest begins the text of a strict xpass, which has no exception.
_STRICT_XPASS = "[XPASS(strict)]"
_SKIPPED = "Skipped: "


class Reports:
    """The reports of one property while it runs."""

    def __init__(self, test_id: str) -> None:
        """Start without reports."""
        self.test_id = test_id
        self.draws = ""
        self._all: List[Any] = []
        self._main: List[Any] = []
        self._failures: List[Dict[str, Any]] = []

    def add(self, report: Any) -> None:
        """Keep a report, a subtest's or the property's own."""
        self._all.append(report)
        # pytest's own and its plugin's differ in capitals; both are subclasses of the plain one.
        if "subtest" not in type(report).__name__.lower():
            self._main.append(report)

    def add_failure(self, report: Any, error: BaseException, tree: str) -> None:
        """Keep the facts of the exception behind a failed report."""
        self._failures.append(capture.failure(error, tree, _text(report)))

    def whole(self) -> bool:
        """Tell whether the property has run to its end: nothing is said of one that was cut off."""
        phases = {report.when: report for report in self._main}
        ran = "call" in phases or ("setup" in phases and not phases["setup"].passed)
        return ran and "teardown" in phases

    def outcome(self) -> str:
        """Say what pytest says, all reports taken together."""
        if any(report.failed for report in self._all):
            return "failed"
        skipped = [report for report in self._main if report.skipped]
        if skipped:
            return "xfailed" if hasattr(skipped[0], "wasxfail") else "skipped"
        return "xpassed" if any(hasattr(each, "wasxfail") for each in self._main) else "passed"

    def phase(self) -> str:
        """Name the phase of the first failure, else `call`."""
        failed = [report.when for report in self._all if report.failed]
        return failed[0] if failed and failed[0] in _PHASES else "call"

    def reason(self) -> str:
        """Give the reason of a skip, an expected failure, or an unexpected pass."""
        for report in self._main:
            if hasattr(report, "wasxfail"):
                return str(report.wasxfail)
            if report.skipped:
                where = report.longrepr
                text = str(where[2]) if isinstance(where, tuple) else str(where)
                return text[len(_SKIPPED) :] if text.startswith(_SKIPPED) else text
        return ""

    def duration_s(self) -> float:
        """Add up all phases; subtests are a part of the call."""
        return round(max(0.0, sum(float(report.duration) for report in self._main)), 6)

    def failure(self) -> Optional[Dict[str, Any]]:
        """Give the facts of the failure: captured ones, else what a report says."""
        failed = [report for report in self._all if report.failed]
        if not failed:
            return None
        if not self._failures:
            text = _text(failed[0])
            if text.startswith(_STRICT_XPASS):
                return capture.bare("pytest.XPassStrict", "", text)
            return capture.bare("pytest.Failed", text.strip().partition("\n")[0], text)
        leaves = [leaf for each in self._failures for leaf in each["leaves"]]
        return {"leaves": leaves[: capture.MAX_LEAVES], "text": self._failures[0]["text"]}


def _text(report: Any) -> str:
    """Give pytest's own rendering."""
    return str(getattr(report, "longreprtext", "") or getattr(report, "longrepr", "") or "")
