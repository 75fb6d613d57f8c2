"""The packet's four lines as text that a review note may hold: one line each, whatever the ids."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from freezegate.model.evidence import Packet, RowCounts
from freezegate.model.reason import Reason
from freezegate.report.encode import terminal_safe
from freezegate.report.words import many

#: The line of reasons holds so many properties by name; above that they are counted by reason.
NAMED_REASONS: Final = 20


def four_lines(packet: Packet) -> tuple[str, str, str, str]:
    """Give the lines that a merge may cite: contract, decision, reasons, rows.

    Without any one of them nothing is merged (DESIGN.md section 7).
    """
    return (
        f"contract: {packet.contract}",
        f"decision: {packet.decision}",
        f"reasons: {'; '.join(_reasons(packet)) or 'none'}",
        f"rows: {rows_in_words(packet)}",
    )


def by_reason(packet: Packet) -> tuple[tuple[Reason, int], ...]:
    """Count how often each reason code stands, the strictest first."""
    counted = Counter(one.reason for one in packet.reasons)
    return tuple(sorted(counted.items(), key=lambda pair: -pair[0].strictness))


def rows_in_words(packet: Packet) -> str:
    """Give the counts of both row files."""
    return f"parent {_counted(packet.parent)}; patch {_counted(packet.patch)}"


def _reasons(packet: Packet) -> Iterator[str]:
    """Give the reason code of each property; of many, how often each code stands."""
    if len(packet.reasons) <= NAMED_REASONS:
        yield from (f"{one.reason} {terminal_safe(one.prop)}" for one in packet.reasons)
    else:
        yield from (f"{reason} {count}" for reason, count in by_reason(packet))


def _counted(rows: RowCounts) -> str:
    """Give the counts of one row file."""
    return f"{rows.passed} pass, {rows.failed} fail, {many(rows.lines, 'line')}"
