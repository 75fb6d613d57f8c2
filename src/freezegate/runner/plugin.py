"""The pytest plugin: collects, or runs the plan and sends one row for each property.

It emits raw facts and decides nothing.
"""

from __future__ import annotations

import posixpath
from typing import Any, Dict, Generator, List, Optional

import pytest

from . import capture, order
from .draws import Draws
from .effects import Effects
from .emit import Emitter
from .instruments import Instruments
from .items import facts, is_hypothesis, is_property, test_id
from .reports import Reports
from .seeding import Seeding, quiet_hypothesis


class RunnerPlugin:
    """Hooks of pytest; one instance a process."""

    def __init__(
        self,
        plan: Dict[str, Any],
        emitter: Emitter,
        effects: Effects,
        draws: Draws,
        instruments: Instruments,
    ) -> None:
        """Follow the plan (`model.plan.Plan` as JSON)."""
        self._plan = plan
        self._tree: str = plan["tree"]
        self._emit = emitter
        self._effects = effects
        self._seeding = Seeding(plan["seed"], plan["vary"])
        self._draws = draws
        self._instruments = instruments
        self._current: Optional[Reports] = None
        self.has_explained = False

    def explain(self, text: str) -> None:
        """Say what hindered the session as a whole."""
        self.has_explained = True
        self._emit.send("collect_error", path="", text=text[-capture.MAX_TEXT :])

    def pytest_addoption(self, pluginmanager: pytest.PytestPluginManager) -> None:
        """Load the plan's plugins, by entry point, before pytest reads any option.

        Not by `-p`: that marks a module of the plugin's name for rewriting as well, and for the
        plugin `asyncio` this is the standard library's, rewritten anew in every process.
        """
        for name in self._plan["plugins"]:
            pluginmanager.load_setuptools_entrypoints("pytest11", name=name)

    def pytest_configure(self, config: pytest.Config) -> None:
        """Register the marker, which strict markers would refuse."""
        config.addinivalue_line(
            "markers", "property(id, oracle): a property under judgement by freezegate"
        )

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Send what could not be collected; a module that skips itself is such a one."""
        file = str(report.nodeid).partition("::")[0]
        if report.skipped and file == report.nodeid:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            text = "the whole file is skipped: {}".format(reason)[-capture.MAX_TEXT :]
        elif report.failed:
            text = str(report.longreprtext or report.longrepr)[-capture.MAX_TEXT :]
        else:
            return
        if file in {"", "."}:
            self.explain(text)
        else:
            path = posixpath.normpath(posixpath.join(self._plan["root"], file))
            self._emit.send("collect_error", path=path, text=text)

    def pytest_internalerror(self, excrepr: Any) -> None:
        """Send an error of pytest's own, or of a plugin's."""
        self.explain(str(excrepr))

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Send why the session stops: `pytest.exit`, an interrupt, a plugin's wish."""
        self.explain(excinfo.exconly())

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: List[Any]) -> Generator[None, Any, None]:
        """Keep what the plan selects and put it into the seed's order, after everybody else."""
        yield
        if not self._plan["collect_only"]:
            items[:] = self._arranged(items)

    def _arranged(self, items: List[Any]) -> List[Any]:
        """Select, order, then leave out what has run: so a later process has the same order."""
        plan = self._plan
        kept = [item for item in items if is_property(item)]
        if plan["select"] is not None:
            wanted = frozenset(plan["select"])
            kept = [item for item in kept if test_id(item) in wanted]
        if plan["order"]:
            kept = order.as_listed(kept, plan["order"])
        elif "order" in plan["vary"]:
            kept = order.shuffled(kept, plan["seed"])
        done = frozenset(plan["done"])
        return [item for item in kept if test_id(item) not in done]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Optional[bool]:
        """In a collection, send the items instead of running them."""
        if not self._plan["collect_only"]:
            return None
        for item in session.items:
            if is_property(item):
                self._emit.send_counted("item", **facts(item, self._tree))
        return True

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Frame one property: a start, its reports, a row."""
        current = self._current = Reports(test_id(item))
        self._emit.send("start", test_id=current.test_id)
        self._instruments.begin(item)
        self._effects.begin()
        ended = yield
        effects = self._effects.end()
        noted = self._instruments.end()
        self._current = None
        if ended.excinfo is not None or not current.whole():
            return
        self._emit.send_counted(
            "row",
            test_id=current.test_id,
            outcome=current.outcome(),
            phase=current.phase(),
            duration_s=current.duration_s(),
            reason=current.reason()[: capture.MAX_MESSAGE],
            failure=current.failure(),
            effects=effects,
            draws=current.draws,
            **noted,
        )

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_setup(self, item: Any) -> Generator[None, Any, None]:
        """Seed before the setup, the last of all who may."""
        self._draws.begin()
        self._seeding.apply()
        yield
        self._draw(is_hypothesis(item))

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_call(self, item: Any) -> Generator[None, Any, None]:
        """Seed before the call, the last of all who may, and take down what it drew."""
        uses_hypothesis = is_hypothesis(item)
        if uses_hypothesis:
            quiet_hypothesis(item)
        self._draws.begin()
        self._seeding.apply()
        self._instruments.call()
        ended = yield
        self._instruments.called(ended)
        self._draw(uses_hypothesis)

    def _draw(self, uses_hypothesis: bool) -> None:  # noqa: FBT001 - a fact, not a mode
        """Take down what was drawn; the call's comes after the setup's and stands for both."""
        if self._current is not None:
            self._current.draws = self._draws.end(hypothesis=uses_hypothesis)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
        """Take down the exception behind a failed report, as it is after every other plugin."""
        result = yield
        if result.excinfo is None and self._current is not None and call.excinfo is not None:
            report = result.get_result()
            if report.failed:
                self._current.add_failure(report, call.excinfo.value, self._tree)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep every report of the property that runs, its subtests' among them."""
        if self._current is not None:
            self._current.add(report)
