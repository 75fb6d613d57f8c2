"""What a person and a machine see of frozen failures: letters, counts, a section, JUnit."""

from datetime import datetime
from typing import Final

import pytest

from freezegate.suite import junit, summary
from freezegate.suite.marks import Mark, State, mark_of, message_of

_NOTHING: Final = ("", "", "")
_FROZEN: Final = ("frozen", "z", ("FROZEN", {"purple": True}))


class Showing:
    """Hooks of pytest that read marks, in the process that has the terminal."""

    def __init__(self, origin: str, now: datetime) -> None:
        """Show what came of the ledger `origin`; days are counted from `now`."""
        self._origin = origin
        self._now = now
        self._marks: list[Mark] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: object) -> object:
        """Give a frozen failure a letter, a word and a count of its own."""
        mark = mark_of(report)
        if mark is None or mark.state in {State.OTHER, State.PASSED}:
            return None
        return _NOTHING if mark.told or mark.state is State.HELD else _FROZEN

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the marks."""
        mark = mark_of(report)
        if mark is not None and mark.state is not State.HELD:
            self._marks.append(mark)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Mend JUnit before it is written."""
        frozen = (mark for mark in self._marks if mark.state is State.FROZEN)
        junit.retype(session.config, frozenset(map(message_of, frozen)))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the section."""
        lines = list(summary.section(self._marks, self._now, self._origin))
        if lines:
            terminalreporter.write_sep("=", f"frozen by {self._origin}", purple=True)
            for line in lines:
                terminalreporter.write_line(line)
