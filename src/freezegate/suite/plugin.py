"""From a ledger that was given to the hooks that it adds to pytest."""

from datetime import datetime
from typing import Any

import pytest

from freezegate.suite import doors, reruns
from freezegate.suite.doors import Given
from freezegate.suite.loaded import Loaded, from_handed, loaded, narrowed_by
from freezegate.suite.opening import Opening, plugins_of
from freezegate.suite.running import Running
from freezegate.suite.showing import Showing
from freezegate.suite.start import flawed_lines


def load(config: pytest.Config, given: Given) -> None:
    """Load a ledger, as its file was before the tree's code ran.

    Raises:
        pytest.UsageError: names each line that cannot stand, and each plugin that reruns tests.
    """
    now = doors.now()
    ledger = loaded(given, narrowed_by(config))
    flaws = (given.fault,) if given.fault else flawed_lines(ledger.ledger, now, given.origin)
    again = reruns.active(plugins_of(config), lambda name: _setting(config, name))
    if flaws or again:
        raise pytest.UsageError(*flaws, *again)
    _register(config, ledger, now)


def join(config: pytest.Config, handed: dict[str, Any]) -> None:
    """Load in a worker what its controller loaded and checked."""
    _register(config, from_handed(handed), doors.now())


def _register(config: pytest.Config, ledger: Loaded, now: datetime) -> None:
    for name, hooks in (
        ("opening", Opening(config, ledger)),
        ("running", Running()),
        ("showing", Showing(ledger.origin, now)),
    ):
        config.pluginmanager.register(hooks, f"freezegate-{name}")


def _setting(config: pytest.Config, name: str) -> object:
    """Give the value of an option, else of a key of pytest's configuration; `None` without."""
    value = config.getoption(name, default=None)
    if value is None:
        try:
            value = config.getini(name)
        except (ValueError, KeyError):  # no loaded plugin knows it
            return None
    return value
