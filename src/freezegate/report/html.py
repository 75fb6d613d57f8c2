"""The report as one self-contained page: no network, readable without scripts, in print too."""

from typing import Unpack

from freezegate.model.evidence import Evidence
from freezegate.report.look import Look


def render(evidence: Evidence, **look: Unpack[Look]) -> str:
    """Give the page. Of the look only `next_steps` matters: a reader brings width and colours."""
    # Every verb imports this layer, and one of them wants a page: Jinja takes 40 ms to load.
    from freezegate.report.page import page  # noqa: PLC0415

    return page(evidence, next_steps=look.get("next_steps", {}))
