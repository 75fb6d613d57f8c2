"""The touched set, for a terminal and for programs."""

from collections.abc import Iterator
from typing import Final

import msgspec

from freezegate.model.lane import MAX_TOUCHED, TouchedBy, TouchedSet
from freezegate.report.encode import json_text
from freezegate.report.findings import JSON
from freezegate.report.pen import DEFAULT_WIDTH, Pen, Style
from freezegate.report.words import many

_LABELS: Final = (
    ("touched", "functions"),
    ("removed", "removed"),
    ("data", "data"),
    ("unaccounted", "unaccounted"),
)


class TouchedObject(msgspec.Struct, frozen=True, kw_only=True):
    """What `--format json` prints."""

    parent_sha: str
    patch_sha: str
    listable: bool
    touched: TouchedSet


def render_touched(
    by: TouchedBy, form: str, *, colour: bool = False, width: int = DEFAULT_WIDTH
) -> str:
    """Give a touched set as text, one unit a line, or as JSON."""
    touched = by.touched
    if form == JSON:
        whole = TouchedObject(
            parent_sha=by.parent_sha,
            patch_sha=by.patch_sha,
            listable=not touched.unlistable,
            touched=touched,
        )
        return json_text(whole)
    pen = Pen(width=width, colour=colour)
    lines = [*touched_lines(touched, pen)]
    lines += pen.paragraph("", _closing(touched))
    return "".join(f"{line}\n" for line in lines)


def touched_lines(touched: TouchedSet, pen: Pen) -> Iterator[str]:
    """Give a line for each unit and each file, its kind in front."""
    for label, field in _LABELS:
        style = Style.YELLOW if label == "unaccounted" else Style.PLAIN
        for name in getattr(touched, field):
            yield pen.line(f"{label:<11}  ", name, style)


def _closing(touched: TouchedSet) -> str:
    """Say what it comes to."""
    if touched.unlistable:
        return (
            f"{many(len(touched.units), 'function')} touched, more than {MAX_TOUCHED}: such a "
            "change cannot be reviewed and nothing of it is frozen; split the patch"
        )
    said = f"{many(len(touched.units), 'function')} touched"
    if touched.unaccounted:
        return (
            f"{said}; {many(len(touched.unaccounted), 'file')} unaccounted for, which makes a lane "
            "incomplete: name data files under data, and files that nothing runs on under inert, "
            "in [tool.freezegate]"
        )
    return said
