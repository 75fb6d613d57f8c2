"""Everything that failed while one test ran, and the one witness class that it comes to.

The gate takes all reports of an id together, and so does this: a failure in the call and another
in the teardown are one class, which a record of the first alone does not name.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from freezegate.core.witness import LocatedLeaf, witness_class
from freezegate.model.claim import RaisedLeaf
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase
from freezegate.runner import capture
from freezegate.suite.checkout import Checkout
from freezegate.suite.items import clean

#: How pytest begins the text of a strict xpass, which has no exception.
_STRICT_XPASS: Final = "[XPASS(strict)]"
_PHASES: Final = frozenset(Phase)


class Failures:
    """The failures of one test while it runs.

    `held` are failing reports of its subtests, which pytest writes before the test is over.
    """

    def __init__(self, prop: PropertyId, node_id: str, checkout: Checkout, tree: str) -> None:
        """Start without failures; `tree` is the folder that the checkout's paths begin in."""
        self.node_id = node_id
        self.held: list[pytest.TestReport] = []
        self._prop = prop
        self._checkout = checkout
        self._tree = tree
        self._leaves: list[LocatedLeaf] = []

    def add(self, error: BaseException) -> None:
        """Take the exception behind a failing report, while its traceback is there."""
        raw = capture.failure(error, self._tree, "")["leaves"]
        self._leaves += map(self._located, msgspec.convert(raw, list[RaisedLeaf]))

    def witness(self, reports: Sequence[pytest.TestReport]) -> str:
        """Name the class of the whole failure; empty where nothing failed.

        Args:
            reports: those of the test's phases, in order.
        """
        setup, *rest = reports
        held = [(each, True) for each in self.held]  # of another outcome until the test is over
        own = [(each, each.failed) for each in (setup, *rest)]
        failed = [each for each, holds in (*own[:1], *held, *own[1:]) if holds]
        if not failed:
            return ""
        leaves = self._leaves or [self._bare(failed[0])]
        return witness_class(
            self._prop,
            tuple(leaves[: capture.MAX_LEAVES]),
            phase=Phase(failed[0].when) if failed[0].when in _PHASES else Phase.CALL,
        )

    def _bare(self, report: pytest.TestReport) -> LocatedLeaf:
        """Take a failure without an exception by what pytest says of it."""
        text = text_of(report)
        if text.startswith(_STRICT_XPASS):
            raw = capture.bare("pytest.XPassStrict", "", "")
        else:
            raw = capture.bare("pytest.Failed", text.strip().partition("\n")[0], "")
        return self._located(msgspec.convert(raw["leaves"][0], RaisedLeaf))

    def _located(self, leaf: RaisedLeaf) -> LocatedLeaf:
        message = clean(leaf.message)
        return self._checkout.located(msgspec.structs.replace(leaf, message=message))


def text_of(report: Any) -> str:  # noqa: ANN401 - reports of plugins are of any type
    """Give pytest's own rendering of a failure."""
    return str(getattr(report, "longreprtext", "") or getattr(report, "longrepr", "") or "")
