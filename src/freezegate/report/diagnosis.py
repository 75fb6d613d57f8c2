"""A diagnosis for a person: what was changed, what happened, what it means, what to do."""

from collections.abc import Iterator
from typing import Final

import msgspec

from freezegate.model.contract import Side
from freezegate.model.failure import Changed, Controls, FailureClass
from freezegate.model.ids import TestId
from freezegate.model.rerun import Diagnosed, Diagnoses, Instant, Outside
from freezegate.report.encode import json_text
from freezegate.report.findings import JSON
from freezegate.report.pen import DEFAULT_WIDTH, Pen, Style
from freezegate.report.words import many

_UNCHANGED: Final = "nothing: the schedule"
_LABEL: Final = 8
_SIDES: Final = (Side.PARENT, Side.PATCH)
#: The column of counts, wide enough for `64 of 64`.
_COUNTS: Final = 12


class DiagnosedObject(msgspec.Struct, frozen=True, kw_only=True):
    """What programs read of one property; `controls` is what is sealed, and what `admit` reads."""

    property: str
    test_id: str
    failure_class: FailureClass
    freezable: bool
    why: str
    among: int
    polluters: tuple[TestId, ...]
    helpers: tuple[TestId, ...]
    boundary: Instant | None
    found: tuple[str, ...]
    skipped: tuple[str, ...]
    controls: Controls


class DiagnosesObject(msgspec.Struct, frozen=True, kw_only=True):
    """What `--format json` prints."""

    freezable: bool
    diagnosed: tuple[DiagnosedObject, ...]
    outside: tuple[Outside, ...]


def render_diagnoses(
    diagnoses: Diagnoses, form: str, *, colour: bool = False, width: int = DEFAULT_WIDTH
) -> str:
    """Give diagnoses as text, a page a property, or as JSON."""
    if form == JSON:
        return json_text(_object(diagnoses))
    pen = Pen(width=width, colour=colour)
    pages = [[*_page(each, pen), ""] for each in diagnoses.diagnosed]
    lines = [line for page in pages for line in page]
    for each in diagnoses.outside:
        lines += pen.paragraph("outside   ", f"{each.id}: {each.why}, so it is never frozen")
    lines += pen.paragraph("", _closing(diagnoses))
    return "".join(f"{line}\n" for line in lines)


def _page(shown: Diagnosed, pen: Pen) -> Iterator[str]:
    """Give the lines of one property."""
    row, controls, found = shown.failure_class, shown.controls, shown.found
    yield pen.line("", controls.test_id, Style.BOLD)
    style = Style.YELLOW if row.freezable else Style.RED
    may = "may be frozen for a short time" if row.freezable else "may not be frozen"
    yield pen.line(_head("class"), f"{row}: {may}", style)
    yield from pen.paragraph(_head("means"), row.meaning)
    yield from _table(shown, pen)
    for test in found.polluters:
        yield pen.line(_head("polluter"), test)
    for test in found.helpers:
        yield pen.line(_head("needs"), test)
    for label, sentences in (("found", found.told), ("not run", found.skipped)):
        for sentence in sentences:
            yield from pen.paragraph(_head(label), sentence)
    yield from pen.paragraph(_head("because"), shown.why)
    yield from pen.paragraph(_head("do"), row.advice)


def _table(shown: Diagnosed, pen: Pen) -> Iterator[str]:
    """Give a line for each change: how many of how many runs were red on each side."""
    parent, patch = (_of(*shown.found.uncontrolled[side]) for side in _SIDES)
    rows = [(_UNCHANGED, parent, patch)]
    rows += [
        (
            changed.replace("_", " "),
            _counts(shown, changed, Side.PARENT),
            _counts(shown, changed, Side.PATCH),
        )
        for changed in Changed
        if changed is not Changed.VARIED_ORDER
        and any(run.changed is changed for run in shown.controls.runs)
    ]
    name = max(len(row[0]) for row in rows)
    heads = ("what was changed", "red, parent", "red, patch")
    room = max(name, len(heads[0]))
    yield pen.line("", f"  {heads[0]:<{room}}  {heads[1]:>{_COUNTS}}  {heads[2]:>{_COUNTS}}")
    for what, parent, patch in rows:
        yield pen.line("", f"  {what:<{room}}  {parent:>{_COUNTS}}  {patch:>{_COUNTS}}")
    yield pen.line("  ", f"the order was varied over {many(shown.among, 'test')}", Style.DIM)


def _counts(shown: Diagnosed, changed: Changed, side: Side) -> str:
    """Add up the runs of one side under one change."""
    runs = [r for r in shown.controls.runs if r.changed is changed and r.side is side]
    return _of(sum(run.red for run in runs), sum(run.runs for run in runs))


def _of(red: int, runs: int) -> str:
    return f"{red} of {runs}" if runs else "-"


def _head(label: str) -> str:
    return f"  {label:<{_LABEL}}  "


def _closing(diagnoses: Diagnoses) -> str:
    """Say what comes next for all of them."""
    if not diagnoses.diagnosed:
        return "no property is red at any seed of either side: there is nothing to diagnose"
    if diagnoses.freezable:
        return (
            "each class may be frozen. Keep the controls with --out and hold a freeze to them: "
            "freezegate admit --witness WITNESS --controls FILE"
        )
    return (
        "not every failure may be frozen; the patch stays closed until each is fixed or explained"
    )


def _object(diagnoses: Diagnoses) -> DiagnosesObject:
    """Gather what programs read."""
    return DiagnosesObject(
        freezable=diagnoses.freezable,
        outside=diagnoses.outside,
        diagnosed=tuple(
            DiagnosedObject(
                property=each.controls.property,
                test_id=each.controls.test_id,
                failure_class=each.failure_class,
                freezable=each.failure_class.freezable,
                why=each.why,
                among=each.among,
                polluters=each.found.polluters,
                helpers=each.found.helpers,
                boundary=each.found.boundary,
                found=each.found.told,
                skipped=each.found.skipped,
                controls=each.controls,
            )
            for each in diagnoses.diagnosed
        ),
    )
