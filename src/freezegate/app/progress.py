"""What a use case tells while it works. Nothing of it is an input to a decision."""

from typing import Protocol

from freezegate.model.contract import Side


class Progress(Protocol):
    """Told by several threads at once."""

    def phase(self, text: str) -> None:
        """Say what begins."""

    def expect(self, side: Side, rows: int) -> None:
        """Add to the rows that this side will bring."""

    def advance(self, side: Side) -> None:
        """Count one row of this side."""


class Quiet:
    """Tells nobody."""

    def phase(self, text: str) -> None:
        """Keep it."""

    def expect(self, side: Side, rows: int) -> None:
        """Keep it."""

    def advance(self, side: Side) -> None:
        """Keep it."""
