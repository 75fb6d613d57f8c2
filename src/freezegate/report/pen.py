"""Lines for a terminal: the one way from hostile text to a line of a given width."""

from enum import StrEnum
from typing import Final

import msgspec

from freezegate.report.columns import shorten, width_of, wrap
from freezegate.report.encode import terminal_safe

#: The widest line that is still read in one glance, and that CI logs show without breaking.
DEFAULT_WIDTH: Final = 100

#: Narrower than this, names and marks no longer fit beside their labels; taken as this.
MIN_WIDTH: Final = 40

#: Longer text is shortened in its middle: a note is a sentence, and the evidence holds it whole.
MAX_LINES: Final = 6


class Style(StrEnum):
    """ANSI codes. Nothing is told by colour alone."""

    PLAIN = ""
    BOLD = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"
    YELLOW = "33"


class Pen(msgspec.Struct, frozen=True, kw_only=True):
    """Writes lines of at most `columns`; all text that is not ours goes through it."""

    width: int = DEFAULT_WIDTH
    colour: bool = False

    @property
    def columns(self) -> int:
        """The width that is kept to."""
        return max(self.width, MIN_WIDTH)

    def paint(self, text: str, style: Style) -> str:
        """Colour text of ours."""
        if not self.colour or style is Style.PLAIN:
            return text
        return f"\x1b[{style}m{text}\x1b[0m"

    def line(self, head: str, text: str, style: Style = Style.PLAIN) -> str:
        """Give one line: `head`, which is ours, and text that is shortened to fit."""
        return head + self.paint(shorten(terminal_safe(text), self.columns - width_of(head)), style)

    def paragraph(self, head: str, text: str, style: Style = Style.PLAIN) -> list[str]:
        """Give lines: the first after `head`, which is ours, the rest below its end."""
        room = self.columns - width_of(head)
        lines = wrap(shorten(terminal_safe(text), room * MAX_LINES), room)
        margin = " " * width_of(head)
        return [(margin if at else head) + self.paint(line, style) for at, line in enumerate(lines)]
