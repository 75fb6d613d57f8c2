"""THE table of pytest plugins that change which runs count: they are switched off and listed.

pytest-xdist and pytest-cov stay loaded: without their options they do nothing, and suites use the
fixtures that they bring (`worker_id`, `no_cover`).
"""

from typing import Final, NamedTuple


class Plugin(NamedTuple):
    """A plugin by its entry point and its module, and what it does.

    `keys` are its keys in pytest's configuration, `markers` those that it registers: without the
    plugin the first are unknown, and the second have to be registered by somebody else.
    """

    entry_point: str
    module: str
    does: str
    keys: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()


_RERUNS: Final = "reruns or retries"
_REORDERS: Final = "reorders"
_MUTES: Final = "mutes"
_PARALLEL: Final = "runs in parallel"

PLUGINS: Final = (
    Plugin(
        "rerunfailures",
        "pytest_rerunfailures",
        _RERUNS,
        ("reruns", "reruns_delay", "only_rerun", "rerun_except"),
        ("flaky",),
    ),
    Plugin("flaky", "flaky.flaky_pytest_plugin", _RERUNS, (), ("flaky",)),
    Plugin(
        "pytest-retry",
        "pytest_retry.retry_plugin",
        _RERUNS,
        ("retries", "retry_delay", "cumulative_timing", "filtered_exceptions"),
        ("flaky",),
    ),
    Plugin("flakefinder", "pytest_flakefinder", _RERUNS),
    Plugin("repeat", "pytest_repeat", _RERUNS, (), ("repeat",)),
    Plugin("rerun_all", "pytest_rerun_all", _RERUNS),
    Plugin("randomly", "pytest_randomly", _REORDERS),
    Plugin("random_order", "random_order.plugin", _REORDERS, (), ("random_order",)),
    Plugin("pytest_order", "pytest_order.plugin", _REORDERS, (), ("order",)),
    Plugin("pytest_ordering", "pytest_ordering", _REORDERS, (), ("run",)),
    Plugin("reverse", "pytest_reverse", _REORDERS),
    Plugin("pytest_reorder", "pytest_reorder", _REORDERS),
    Plugin("quarantine", "pytest_quarantine", _MUTES),
    Plugin("freezegate", "freezegate.suite", _MUTES),  # ours: a ledger has no say in a judgement
    Plugin("parallel", "pytest_parallel", _PARALLEL),
    Plugin("xdist.looponfail", "xdist.looponfail", _RERUNS, ("looponfailroots",)),
)

#: Keys of pytest's configuration that no loaded plugin knows; an unknown key is a warning.
KEYS_OFF: Final = frozenset(key for plugin in PLUGINS for key in plugin.keys)
#: Markers that suites keep on their tests; unregistered ones are an error under strict markers.
MARKERS_OFF: Final = tuple(dict.fromkeys(marker for plugin in PLUGINS for marker in plugin.markers))


def plugin_off(name: str, module: str) -> str | None:
    """Return what a plugin does that switches it off; `None` for one that stays.

    Args:
        name: the entry point's name (group `pytest11`), or what `-p` names.
        module: the module that the entry point loads.
    """
    for plugin in PLUGINS:
        if plugin.entry_point == name or _within(module, plugin.module):
            return plugin.does
    return None


def _within(module: str, plugin: str) -> bool:
    """Whether a module is the plugin's, or the package that holds it."""
    if module == "xdist":  # the package of a plugin that stays
        return False
    return module == plugin or plugin.startswith(f"{module}.") or module.startswith(f"{plugin}.")
