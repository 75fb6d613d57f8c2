"""Plugins that run a failed test again: a rerun would be seen in the place of the failure."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from freezegate.source.pytest_plugins import PLUGINS, Plugin, plugin_off

_RERUNS: Final = "reruns or retries"
#: By entry point: the option or key that sets a plugin going, and its values that do not. One that
#: is not in the table acts whenever it is loaded.
_SWITCHES: Final = {
    "rerunfailures": ("reruns", {"0"}),
    "pytest-retry": ("retries", {"0"}),
    "flakefinder": ("flake_finder_enable", {"False"}),
    "repeat": ("count", {"1"}),
    "xdist.looponfail": ("looponfail", {"False"}),
}
_UNSET: Final = frozenset({"", "None"})
#: The one mark by which tests ask for reruns.
_MARK: Final = "flaky"


def active(loaded: Iterable[tuple[str, str]], setting: Callable[[str], object]) -> tuple[str, ...]:
    """Name the plugins that will rerun tests, each with what to do.

    Args:
        loaded: name and module of each loaded plugin.
        setting: gives the value of an option, else of a key of pytest's configuration.
    """
    return tuple(
        f"{plugin.entry_point} {_RERUNS} failed tests, so a frozen failure could not be told from "
        f"another one; switch it off ({_step(plugin)}) or run without a ledger"
        for plugin in _loaded(loaded)
        if _acts(plugin, setting)
    )


def marks(loaded: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the marks by which loaded plugins rerun a test."""
    return frozenset(mark for plugin in _loaded(loaded) for mark in plugin.markers) & {_MARK}


def marked(test_id: str, mark: str) -> str:
    """Refuse a test that asks to be rerun."""
    return (
        f"{test_id} is marked {mark}, and a loaded plugin reruns such tests; take the mark away "
        "or run without a ledger"
    )


def _loaded(loaded: Iterable[tuple[str, str]]) -> Iterator[Plugin]:
    """Give the rows of the table that loaded plugins are, each once."""
    found = [each for each in loaded if plugin_off(*each) == _RERUNS]
    names = {name for name, _ in found}
    packages = {_package(module) for _, module in found}
    for plugin in PLUGINS:
        known = plugin.entry_point in names or _package(plugin.module) in packages
        if plugin.does == _RERUNS and known:
            yield plugin


def _package(module: str) -> str:
    return module.partition(".")[0]


def _acts(plugin: Plugin, setting: Callable[[str], object]) -> bool:
    if plugin.entry_point not in _SWITCHES:
        return True
    key, quiet = _SWITCHES[plugin.entry_point]
    return str(setting(key)) not in quiet | _UNSET


def _step(plugin: Plugin) -> str:
    if plugin.entry_point not in _SWITCHES:
        return f"-p no:{plugin.entry_point}"
    return f"leave out --{_SWITCHES[plugin.entry_point][0].replace('_', '-')} and its key"
