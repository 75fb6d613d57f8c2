"""The packet: what a merge may cite of an evidence folder (DESIGN.md section 7)."""

from collections.abc import Iterable
from typing import Final

from freezegate.model.evidence import FileDigest, Packet, ReasonOf, RowCounts
from freezegate.model.row import Row, Status
from freezegate.model.verdict import Verdict

PACKET_VERSION: Final = 1


def packet_of(
    verdict: Verdict, parent: Iterable[Row], patch: Iterable[Row], files: tuple[FileDigest, ...]
) -> Packet:
    """Put a packet together from a verdict, both sides' schedule rows and the other files."""
    return Packet(
        packet_version=PACKET_VERSION,
        contract=verdict.contract,
        decision=verdict.decision,
        reasons=tuple(
            ReasonOf(prop=result.prop, reason=result.reason) for result in verdict.results
        ),
        parent=row_counts(parent),
        patch=row_counts(patch),
        files=files,
    )


def row_counts(rows: Iterable[Row]) -> RowCounts:
    """Count a row file: passes, fails, lines."""
    statuses = [row.status for row in rows]
    return RowCounts(
        passed=statuses.count(Status.PASS),
        failed=statuses.count(Status.FAIL),
        lines=len(statuses),
    )
