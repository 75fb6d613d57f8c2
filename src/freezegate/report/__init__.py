"""Text from evidence: pure renderers. `FORMATS` is THE table of reporters."""

from collections.abc import Mapping
from typing import Final

import msgspec

from freezegate.report import html, machine, statement, terminal
from freezegate.report.look import Render


class Reporter(msgspec.Struct, frozen=True, kw_only=True):
    """One format: how it is rendered, its media type, and what it is for in one line."""

    render: Render
    media: str
    about: str


FORMATS: Final[Mapping[str, Reporter]] = {
    "text": Reporter(
        render=terminal.render,
        media="text/plain; charset=utf-8",
        about="what a person reads: every finding with its seeds as marks, and its next step",
    ),
    "json": Reporter(
        render=machine.render,
        media="application/json",
        about="the decision object: decision, results, marks, the packet's four lines",
    ),
    "statement": Reporter(
        render=statement.render,
        media="application/vnd.in-toto+json",
        about="an in-toto Statement v1, test-result predicate; a freeze is WARNED, never PASSED",
    ),
    "html": Reporter(
        render=html.render,
        media="text/html; charset=utf-8",
        about="one self-contained page to look through: filters, sorts, folds; also on paper",
    ),
}
