"""Times: one spelling, RFC 3339 with an offset, upper-case `T` and `Z`, years 2000 to 2100."""

import re
from datetime import datetime
from typing import Final

_SPELLING: Final = re.compile(
    r"(?:20[0-9]{2}|2100)-[0-9]{2}-[0-9]{2}"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])\Z"
)


def parse_time(text: str) -> datetime:
    """Read a time.

    Raises:
        ValueError: it is spelt otherwise, lies outside 2000 to 2100, or is no day of the calendar.
    """
    if not _SPELLING.match(text) or text.endswith("-00:00"):
        message = (
            f"{text[:100]!a} is not a time as 2026-01-31T00:00:00Z: RFC 3339 with an offset, "
            "years 2000 to 2100"
        )
        raise ValueError(message)
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        message = f"{text!a} is no day of the calendar"
        raise ValueError(message) from error
