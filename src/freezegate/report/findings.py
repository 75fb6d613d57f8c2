"""What one gate found, for a terminal and for programs: `check` and its like."""

from typing import Final

import msgspec

from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Finding, GateResult
from freezegate.report.encode import json_text
from freezegate.report.pen import DEFAULT_WIDTH, Pen, Style

#: The formats of `--format`.
TEXT: Final = "text"
JSON: Final = "json"
FINDING_FORMATS: Final = (TEXT, JSON)

_STYLES: Final = {
    Decision.ACCEPT: Style.GREEN,
    Decision.PROPOSE_FREEZE: Style.YELLOW,
    Decision.REJECT: Style.RED,
}


class FindingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A finding with all that its reason carries."""

    subject: str
    decision: Decision
    reason: Reason
    exit: int
    note: str
    next_step: str


class GateObject(msgspec.Struct, frozen=True, kw_only=True):
    """What `--format json` prints: the gate, its exit code, and every finding."""

    gate: str
    decision: Decision
    reason: Reason
    exit: int
    findings: tuple[FindingLine, ...]


def render_findings(
    result: GateResult,
    form: str,
    *,
    colour: bool = False,
    width: int = DEFAULT_WIDTH,
    closing: str = "",
) -> str:
    """Give a gate's findings as text or JSON; `closing` is a last sentence of the text."""
    if form == JSON:
        return json_text(_object(result))
    pen = Pen(width=width, colour=colour)
    worst = result.worst
    lines = [line for finding in result.findings for line in _block(finding, pen)]
    head = f"{result.gate}: {worst} (exit {int(worst.exit)})"
    lines.append(pen.line("", head, _STYLES[worst.decision]))
    lines += pen.paragraph("", closing) if closing else ()
    return "".join(f"{line}\n" for line in lines)


def _block(finding: Finding, pen: Pen) -> list[str]:
    """Give one finding: reason and subject, what it rests on, and what to do."""
    reason = finding.reason
    head = f"{pen.paint(str(reason), _STYLES[reason.decision])}  "
    shown = [f"{head}{pen.line('', finding.subject)}"]
    if finding.note:
        shown += pen.paragraph("    ", finding.note, Style.DIM)
    return [*shown, *pen.paragraph("    ", reason.advice)]


def _object(result: GateResult) -> GateObject:
    """Gather what programs read."""
    return GateObject(
        gate=result.gate,
        decision=result.worst.decision,
        reason=result.worst,
        exit=int(result.worst.exit),
        findings=tuple(
            FindingLine(
                subject=finding.subject,
                decision=finding.reason.decision,
                reason=finding.reason,
                exit=int(finding.reason.exit),
                note=finding.note,
                next_step=finding.reason.advice,
            )
            for finding in result.findings
        ),
    )
