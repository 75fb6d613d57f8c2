"""A lane for a person: what the patch touches, who holds it to anything, and what that comes to."""

from collections.abc import Iterator
from typing import Final

from freezegate.model.lane import LaneProperty, LaneReport, LaneState, TouchedSet
from freezegate.report.encode import json_text
from freezegate.report.findings import JSON
from freezegate.report.lane import lane_view
from freezegate.report.pen import DEFAULT_WIDTH, Pen, Style
from freezegate.report.words import many

_STYLES: Final = {
    LaneState.GREEN: Style.GREEN,
    LaneState.INCOMPLETE: Style.YELLOW,
    LaneState.RED: Style.RED,
}
_LABEL: Final = 11


def render_lane(
    report: LaneReport, form: str, *, colour: bool = False, width: int = DEFAULT_WIDTH
) -> str:
    """Give a report as text, or as the JSON of which the sealed one is the canonical form."""
    if form == JSON:
        return json_text(report)
    pen = Pen(width=width, colour=colour)
    lines = [
        *_touched(report, pen),
        *(line for prop in report.properties for line in _property(report, prop, pen)),
        *_lists(report, pen),
        pen.line(
            "", f"lane: {report.state} on {report.generation or 'no pin'}", _STYLES[report.state]
        ),
        *pen.paragraph("", _closing(report)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _touched(report: LaneReport, pen: Pen) -> Iterator[str]:
    """Give each touched function and the properties that hold it to anything."""
    for each in lane_view(report).touched:
        yield pen.line(_head("touched"), each.function)
        held = ", ".join(each.covered_by)
        if held:
            yield from pen.paragraph(_head(""), f"held by {held}", Style.DIM)
        else:
            gone = ", though one executed it on the parent" if each.abandoned else ""
            yield from pen.paragraph(_head(""), f"no property holds it{gone}", Style.YELLOW)


def _property(report: LaneReport, prop: LaneProperty, pen: Pen) -> Iterator[str]:
    """Give one property: whether it counts, its runs, and what it reaches."""
    yield pen.line(_head("counts" if prop.counts else "dropped"), prop.id)
    told = [_runs(prop)]
    if prop.why:
        told.append(prop.why)
    if prop.executes:
        told.append(f"executes {many(len(prop.executes), 'touched function')}")
    if prop.names:
        told.append(f"names {', '.join(prop.names)}")
    if prop.test_id in report.candidates:
        told.append("up for a freeze: it neither colours the lane nor covers anything")
    if prop.shrunk:
        told.append(f"an input breaks it: {prop.shrunk}")
    yield from pen.paragraph(_head(""), "; ".join((*told, *prop.gaps)), Style.DIM)


def _runs(prop: LaneProperty) -> str:
    """Say how its runs ended."""
    route = f"{prop.route.replace('_', ' ')} by the patch, " if prop.route else ""
    replays = f", {many(prop.replays, 'input')} of the pack" if prop.replays else ""
    seeds = prop.passes + prop.fails
    return f"{route}{prop.passes} of {many(seeds, 'run')} green{replays}"


def _lists(report: LaneReport, pen: Pen) -> Iterator[str]:
    """Give everything else that the report holds."""
    rows = (
        ("uncovered", [each for each in report.uncovered if each in report.touched.data]),
        ("unaccounted", report.touched.unaccounted),
        ("removed", report.touched.removed),
        ("abandoned", [each for each in report.abandoned if each in report.touched.removed]),
        ("sensitive", report.sensitive),
        ("missing", report.gaps),
    )
    for label, held in rows:
        for each in held:
            yield from pen.paragraph(_head(label), each)


def _head(label: str) -> str:
    return f"{label:<{_LABEL}}  "


def _closing(report: LaneReport) -> str:
    """Say what it means and what to do."""
    match report.state:
        case LaneState.RED:
            return (
                "a property that bears on the patch is red: fix the patch or the property; nothing "
                "is frozen beside a red lane"
            )
        case LaneState.GREEN if report.touched.units:
            return "every touched function is held by a property that passes on every seed"
        case LaneState.GREEN:
            return "the patch touches nothing that runs"
        case _:
            return f"the lane is incomplete: {', '.join(_lacks(report))}"


def _lacks(report: LaneReport) -> Iterator[str]:
    """Say what an incomplete lane wants."""
    touched: TouchedSet = report.touched
    if touched.unlistable:
        yield "more functions are touched than can be listed: split the patch"
    if touched.unaccounted:
        yield (
            f"{many(len(touched.unaccounted), 'changed file')} unaccounted for (name data files "
            "under data, files that nothing runs on under inert, in [tool.freezegate])"
        )
    if report.uncovered:
        yield (
            f"{len(report.uncovered)} of {len(touched.functions) + len(touched.data)} touched "
            "are held by no property: write one that fails when they break"
        )
    if report.gaps or any(prop.gaps for prop in report.properties if prop.counts):
        yield "runs are missing"
