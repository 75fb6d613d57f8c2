"""What the verbs of the canary print: a table for people, an object for programs."""

from typing import Final

import msgspec

from freezegate.app.canary_draft import Draft, Tried
from freezegate.model.canary import Canary, CanaryReport, CanaryRun
from freezegate.model.reason import Decision, Reason
from freezegate.report.encode import json_text
from freezegate.report.findings import JSON
from freezegate.report.pen import Pen, Style

_STYLES: Final = {Decision.ACCEPT: Style.GREEN, Decision.REJECT: Style.RED}
_REASON_CHARS: Final = max(len(reason) for reason in Reason if reason.startswith("canary_"))
_EXIT_CHARS: Final = 8


class CanaryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A judged mutant with all that its reason carries; `first` and `second` are exit codes."""

    mutant: str
    test: str
    first: int | None
    second: int | None
    decision: Decision
    reason: Reason
    note: str
    next_step: str


class CanaryObject(msgspec.Struct, frozen=True, kw_only=True):
    """What `canary --format json` prints. `note` says why there is no line, where there is none."""

    gate: str
    decision: Decision
    reason: Reason
    exit: int
    note: str
    canaries: tuple[CanaryLine, ...]


def shown_report(report: CanaryReport, form: str, *, colour: bool, width: int) -> str:
    """Give a report as text or JSON."""
    if form == JSON:
        return json_text(_object(report))
    pen = Pen(width=width, colour=colour)
    head = f"{'reason':<{_REASON_CHARS}}  {'first':<{_EXIT_CHARS}}  {'second':<{_EXIT_CHARS}}"
    lines = [f"{head}  mutant"] if report.canaries else []
    for each in report.canaries:
        lines += _block(each, pen)
    worst = report.result.worst
    if not report.canaries:
        lines += pen.paragraph("", report.result.findings[0].note)
    style = _STYLES[worst.decision]
    lines.append(pen.line("", f"canary: {worst} (exit {int(worst.exit)})", style))
    return "".join(f"{line}\n" for line in lines)


def _block(canary: Canary, pen: Pen) -> list[str]:
    """Give one mutant: its row, then the test, what the reason rests on, and what to do."""
    first, second = _exits(canary)
    painted = pen.paint(f"{canary.reason:<{_REASON_CHARS}}", _STYLES[canary.reason.decision])
    head = f"{painted}  {_exit(first):<{_EXIT_CHARS}}  {_exit(second):<{_EXIT_CHARS}}  "
    return [
        pen.line(head, canary.mutant),
        *pen.paragraph("    test  ", canary.test),
        *pen.paragraph("    note  ", canary.note, Style.DIM),
        *pen.paragraph("    next  ", canary.reason.advice),
    ]


def _exit(code: int | None) -> str:
    return "none" if code is None else f"exit {code}"


def _exits(canary: Canary) -> tuple[int | None, int | None]:
    """Give the exit codes of both workspaces with the mutant."""
    runs: list[CanaryRun] = [each.mutated for each in canary.workspaces]
    first, second = (run.exit for run in runs) if runs else (None, None)
    return first, second


def _object(report: CanaryReport) -> CanaryObject:
    """Gather what programs read."""
    result = report.result
    return CanaryObject(
        gate=result.gate,
        decision=result.worst.decision,
        reason=result.worst,
        exit=int(result.worst.exit),
        note="" if report.canaries else result.findings[0].note,
        canaries=tuple(_line(each) for each in report.canaries),
    )


def _line(canary: Canary) -> CanaryLine:
    first, second = _exits(canary)
    return CanaryLine(
        mutant=canary.mutant,
        test=canary.test,
        first=first,
        second=second,
        decision=canary.reason.decision,
        reason=canary.reason,
        note=canary.note,
        next_step=canary.reason.advice,
    )


def shown_draft(draft: Draft, *, colour: bool, width: int) -> str:
    """Give what was tried, numbered, each with its reason and its lines before and after."""
    pen = Pen(width=width, colour=colour)
    lines: list[str] = []
    for number, each in enumerate(draft.tried, 1):
        lines += _tried(number, each, pen)
    killed = len(draft.killed)
    lines.append(f"{killed} of {len(draft.tried)} proposed mutants are killed by the test")
    if draft.written is not None:
        lines += pen.paragraph("written: ", str(draft.written))
    elif killed:
        lines.append("keep one: --write NAME for the first that is killed, --pick N for another")
    return "".join(f"{line}\n" for line in lines)


def _tried(number: int, tried: Tried, pen: Pen) -> list[str]:
    """Give one proposed mutant."""
    (edit,) = tried.mutant.edits
    name = str(tried.reason).removeprefix("canary_")
    style = _STYLES[tried.reason.decision]
    return [
        pen.line(f"{number:>3}  {pen.paint(f'{name:<12}', style)}  ", tried.mutant.about),
        *(pen.line("       - ", line) for line in edit.before.split("\n")),
        *(pen.line("       + ", line) for line in edit.after.split("\n")),
    ]
