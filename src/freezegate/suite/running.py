"""While a frozen test runs: its reports are kept back until all of them are there."""

from collections.abc import Generator

import pytest
from _pytest.runner import runtestprotocol

from freezegate.suite.failures import Failures
from freezegate.suite.items import test_id
from freezegate.suite.judged import judged
from freezegate.suite.marks import hold
from freezegate.suite.opening import CHECKOUT, FROZEN


class Running:
    """Hooks of pytest around one test; those that no record names are left to others."""

    def __init__(self) -> None:
        """No test is running."""
        self._failures: Failures | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> object:
        """Run a frozen test as pytest does, and write its reports when it is over."""
        frozen = item.stash.get(FROZEN, None)
        if frozen is None:
            return None
        checkout, tree = item.config.stash[CHECKOUT]
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        failures = self._failures = Failures(frozen.prop, item.nodeid, checkout, tree)
        try:
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
        finally:
            self._failures = None
        for report in judged(frozen, failures, reports):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Take down the exception behind a failing report, as it is after every other plugin."""
        report = yield
        if self._failures is not None and report.failed and call.excinfo is not None:
            self._failures.add(call.excinfo.value)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(
        self, report: pytest.TestReport
    ) -> Generator[None, object, object]:
        """Hold a failing subtest back: pytest writes it before the test is over."""
        running = self._failures
        if running is not None and report.failed and report.nodeid == running.node_id:
            running.held.append(report)
            hold(report, test_id(report.nodeid))
        return (yield)
