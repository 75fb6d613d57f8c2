"""The page from its template, its style sheet and its script.

The three lie beside this module as files of their own, for editors, linters and reviewers, and are
read through the package's loader when it is imported, as the module itself is: they are constants.

Strings of the evidence are written by the patch under judgement. They reach the page by one door:
`finalize` shows what is hidden in them, then autoescape makes them text. The page's own style sheet
and script are let in by their digests, and nothing else is, from wherever.
"""

import base64
import hashlib
import importlib.resources
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final

import jinja2
from markupsafe import Markup

from freezegate.model.evidence import Evidence
from freezegate.model.lane import LaneReport
from freezegate.model.ledger import Ledger
from freezegate.model.reason import Reason
from freezegate.report.block import gap_in_words
from freezegate.report.cards import Card, cards
from freezegate.report.columns import shorten
from freezegate.report.encode import terminal_safe
from freezegate.report.four_lines import four_lines
from freezegate.report.gaps import EVERY, gaps
from freezegate.report.grid import Piece, grids
from freezegate.report.lane import lane_view
from freezegate.report.ledger import ledger_view
from freezegate.report.marks import Track
from freezegate.report.words import many, missed_in_words

_TEMPLATE: Final = "page.html.j2"

#: An id longer than this is shortened in its row, and stands whole beneath it.
_ID_COLUMNS: Final = 200

#: More findings than these that ask for something stay folded: the first screen is for the verdict.
_MOST_OPEN: Final = 20


def page(
    evidence: Evidence,
    *,
    next_steps: Mapping[str, str],
    lane: LaneReport | None = None,
    ledger: Ledger | None = None,
    at: datetime | None = None,
) -> str:
    """Give the page, with one newline at its end; equal arguments give equal text.

    `lane` and `ledger` get a section each where they are given. `at`, with an offset, is the time
    that days left are counted from; without it expiries are shown bare.
    """
    shown = cards(evidence, next_steps)
    asking = sum(card.asks for card in shown)
    text = _TEMPLATE_OF_PAGE.render(
        evidence=evidence,
        contract=evidence.contract,
        verdict=evidence.verdict,
        cards=shown,
        unfold=asking <= _MOST_OPEN,
        reasons=_counted(shown),
        whole_runs=tuple(map(gap_in_words, gaps(evidence).get(EVERY, ()))),
        four_lines=four_lines(evidence.packet),
        missed_in_words=missed_in_words(len(evidence.contract.seeds)),
        lane=lane_view(lane) if lane else None,
        ledger=ledger_view(ledger, at) if ledger else None,
        at=at.isoformat() if at else "",
    )
    return text.strip("\n") + "\n"


def _counted(shown: tuple[Card, ...]) -> tuple[tuple[Reason, int], ...]:
    """Count the findings of each reason, in the order in which they stand."""
    return tuple(Counter(card.reason for card in shown).items())


def _file(name: str) -> str:
    """Read a file of this package."""
    return importlib.resources.files("freezegate.report").joinpath(name).read_text("utf-8")


def _shown(value: object) -> object:
    """Give what an expression of the template puts out: our own markup, else text made visible."""
    return value if isinstance(value, Markup) else terminal_safe(str(value))


def _short(text: str) -> str:
    """Leave out the middle of a long id."""
    return shorten(terminal_safe(text), _ID_COLUMNS)


def _legend() -> tuple[tuple[Piece, str], ...]:
    """Draw each shape once, with its meaning."""
    meanings = (
        (".", "pass"),
        ("A", "fail; the letter is the witness class"),
        ("-", "no row"),
        ("s", "skipped"),
        ("x", "expected to fail"),
        ("?", "several rows"),
    )
    return tuple(
        (grids((Track(side="parent", marks=mark),))[0].pieces[0], meaning)
        for mark, meaning in meanings
    )


def _source(text: str) -> str:
    """Name a style sheet or script by its digest, as a content security policy does."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _template() -> jinja2.Template:
    """Compile the template with all that is the same on every page."""
    style, script = _file("page.css"), _file("page.js")
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({_TEMPLATE: _file(_TEMPLATE)}),
        autoescape=True,
        finalize=_shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"short": _short, "safe_text": terminal_safe, "many": many}
    environment.globals |= {
        "style": Markup(style),  # noqa: S704 - a file of ours
        "script": Markup(script),  # noqa: S704 - a file of ours
        "style_source": _source(style),
        "script_source": _source(script),
        "legend": _legend(),
        "newline": Markup("\n"),
    }
    return environment.get_template(_TEMPLATE)


_TEMPLATE_OF_PAGE: Final = _template()
