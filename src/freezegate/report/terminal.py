"""The report that a person reads at the end of `freezegate gate`."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Final, Unpack

from freezegate.model.evidence import Evidence, Packet
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Flag, Result
from freezegate.report.block import Block, block, gap_in_words
from freezegate.report.four_lines import NAMED_REASONS, by_reason, rows_in_words
from freezegate.report.gaps import EVERY, gaps
from freezegate.report.look import Look, step_of
from freezegate.report.marks import LEGEND, Picture, pictures
from freezegate.report.pen import DEFAULT_WIDTH, Pen, Style
from freezegate.report.words import many, missed_in_words

#: Up to so many plain properties are shown with their marks; more say nothing a count does not.
SHOWN_PLAIN: Final = 5

#: What is said of properties that are only counted, by their reason.
_PLAIN: Final[Mapping[Reason, str]] = {
    Reason.BOTH_PASS: "green on both sides",
    Reason.MUTED_ON_PARENT: "skipped or expected to fail on both sides alike",
}

#: Enough digits to tell two commits of one repository apart.
_SHORT_ID: Final = 12

_STYLES: Final[Mapping[Decision, Style]] = {
    Decision.ACCEPT: Style.GREEN,
    Decision.PROPOSE_FREEZE: Style.YELLOW,
    Decision.REJECT: Style.RED,
}


def render(evidence: Evidence, **look: Unpack[Look]) -> str:
    """Give the report as lines of at most `width` columns, the packet's contract hash aside."""
    pen = Pen(width=look.get("width", DEFAULT_WIDTH), colour=look.get("colour", False))
    shown, folded = _folded(evidence.verdict.results, verbose=look.get("verbose", False))
    sections = (
        _headline(pen, evidence),
        _whole_runs(pen, evidence),
        *_findings(pen, evidence, shown, look.get("next_steps", {})),
        _plain(folded, more=bool(shown)),
        _legend(pen, evidence, marked=bool(shown)),
        _tickets(pen, evidence),
        _packet(pen, evidence.packet),
    )
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _folded(
    results: tuple[Result, ...], *, verbose: bool
) -> tuple[tuple[Result, ...], Mapping[Reason, int]]:
    """Give the results to show, strictest first, and how many plain ones are left out of each."""
    ordered = tuple(sorted(results, key=lambda result: -result.reason.strictness))
    plain = Counter(result.reason for result in ordered if _is_plain(result))
    folded = {
        reason: plain[reason] for reason in _PLAIN if not verbose and plain[reason] > SHOWN_PLAIN
    }
    shown = (each for each in ordered if not (_is_plain(each) and each.reason in folded))
    return tuple(shown), folded


def _is_plain(result: Result) -> bool:
    """Tell a property of which there is nothing to say but its reason."""
    return result.reason in _PLAIN and not result.flags and not result.note


def _headline(pen: Pen, evidence: Evidence) -> list[str]:
    """Say the decision, why, and what was judged."""
    verdict, contract = evidence.verdict, evidence.contract
    flags = f", flagged {', '.join(verdict.flags)}" if verdict.flags else ""
    title = f"{verdict.decision}: {verdict.reason}{flags} (exit {int(verdict.exit)})"
    beside = f", {len(contract.routed)} beside the contract" if contract.routed else ""
    judged = f"{many(len(contract.properties), 'property')} x {many(len(contract.seeds), 'seed')}"
    return [
        *pen.paragraph("", title, _STYLES[verdict.decision]),
        *pen.paragraph("", verdict.reason.advice),
        *pen.paragraph(
            "",
            f"parent {contract.parent_sha[:_SHORT_ID]}, patch {contract.patch_sha[:_SHORT_ID]}: "
            f"{judged}{beside}, isolation {contract.isolation.in_words}",
        ),
    ]


def _whole_runs(pen: Pen, evidence: Evidence) -> list[str]:
    """Say what concerns no single property."""
    lines = []
    for gap in gaps(evidence).get(EVERY, ()):
        lines += pen.paragraph("no row  ", gap_in_words(gap))
    for text in evidence.contract.collection_errors:
        lines += pen.paragraph("not collected  ", text)
    for notice in evidence.contract.notices:
        flags = [flag for flag in Flag if getattr(notice, flag)]
        lines += pen.paragraph(
            "notice  ", f"{notice.text} ({', '.join(flags)})".removesuffix(" ()")
        )
    return lines


def _findings(
    pen: Pen, evidence: Evidence, shown: tuple[Result, ...], next_steps: Mapping[str, str]
) -> list[list[str]]:
    """Give a section for each finding, those of one reason under one heading."""
    drawn = pictures(evidence)
    missing = gaps(evidence)
    sections = []
    for reason, results in groupby(shown, key=lambda result: result.reason):
        same = tuple(results)
        heading = _heading(pen, reason, len(same), said=reason is evidence.verdict.reason)
        for result in same:
            step = step_of(result, next_steps).removeprefix(reason.advice)
            parts = Block(
                result=result,
                picture=drawn.get(result.prop, Picture()),
                gaps=missing.get(result.prop, ()),
                next_step=step.strip(),
            )
            sections.append([*heading, *block(pen, parts)])
            heading = []
    return sections


def _heading(pen: Pen, reason: Reason, count: int, *, said: bool) -> list[str]:
    """Give a reason's heading, with its advice unless the headline has said it."""
    several = f", {count} findings" if count > 1 else ""
    title = pen.paint(f"{reason.decision}: {reason}{several}", _STYLES[reason.decision])
    return [title] if said else [title, *pen.paragraph("", reason.advice)]


def _plain(folded: Mapping[Reason, int], *, more: bool) -> list[str]:
    """Count the properties that are not shown."""
    plus, also = ("+ ", "more ") if more else ("", "")
    return [f"{plus}{count} {also}properties {_PLAIN[each]}" for each, count in folded.items()]


def _legend(pen: Pen, evidence: Evidence, *, marked: bool) -> list[str]:
    """Say what the marks mean, and what so many seeds cannot see."""
    marks = pen.paragraph("marks  ", LEGEND, Style.DIM) if marked else []
    return [*marks, *pen.paragraph("", missed_in_words(len(evidence.contract.seeds)))]


def _tickets(pen: Pen, evidence: Evidence) -> list[str]:
    """Name each ticket, and say whether a person could approve it as things stand."""
    lines = []
    for name, ticket in evidence.named_tickets:
        lines.append(pen.line("ticket  ", f"{name}  {ticket.prop}".strip()))
        standing = "admissible" if ticket.admissible else f"not admissible: {ticket.why}"
        lines += pen.paragraph("        ", standing)
    return lines


def _packet(pen: Pen, packet: Packet) -> list[str]:
    """Give the four lines that a merge may cite."""
    return [
        f"contract  {packet.contract}",
        f"decision  {packet.decision}",
        *_reasons(pen, packet),
        *pen.paragraph("rows      ", rows_in_words(packet)),
    ]


def _reasons(pen: Pen, packet: Packet) -> list[str]:
    """Give the reason code of each property; of many, how often each code stands."""
    if len(packet.reasons) <= NAMED_REASONS:
        named = [f"{one.reason}  {one.prop}" for one in packet.reasons] or ["none"]
        return [
            pen.line("          " if at else "reasons   ", text) for at, text in enumerate(named)
        ]
    return pen.paragraph(
        "reasons   ", ", ".join(f"{reason} {count}" for reason, count in by_reason(packet))
    )
