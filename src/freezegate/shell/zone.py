"""The zone that the tests' clock is in: that of the process that is started for them."""

from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from freezegate.shell.environment import environment_of_tests

_LINK: Final = Path("/etc/localtime")
_FOLDER: Final = "zoneinfo/"


def zone_of_tests(named: str | None = None, link: Path = _LINK) -> tzinfo:
    """Give the zone that the tests inherit in `TZ`, else the machine's; else UTC.

    Args:
        named: what to take for the value of `TZ`.
        link: what to take for the machine's own.
    """
    if named is None:
        named = environment_of_tests(keep=(), home=Path(), temporary=Path()).get("TZ", "")
    if not named and link.is_symlink():
        named = str(link.readlink()).partition(_FOLDER)[2]
    try:
        return ZoneInfo(named.removeprefix(":")) if named else UTC
    except (ValueError, OSError, KeyError):  # a rule such as EST5EDT,M3.2.0 is no name
        return UTC
