"""How results reach standard output."""

import shutil
import sys

from freezegate.shell.environment import wants_colour


def colour() -> bool:
    """Colour for a terminal whose owner has not declined it."""
    return sys.stdout.isatty() and wants_colour()


def width() -> int:
    """As wide as the terminal, within what reads well."""
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 160)


def print_text(text: str) -> None:
    """Print a result as it is, whatever the terminal's encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    print(
        text.encode(encoding, "backslashreplace").decode(encoding),
        end="" if text.endswith("\n") else "\n",
    )
