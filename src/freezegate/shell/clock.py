"""The only reader of clocks."""

import time
from datetime import UTC, datetime


def now() -> datetime:
    """Give the time, in UTC, with its offset."""
    return datetime.now(UTC)


def monotonic_s() -> float:
    """Give seconds of a clock that never goes back, for limits."""
    return time.monotonic()
