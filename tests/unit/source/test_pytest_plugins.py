import pytest

from freezegate.source.pytest_plugins import KEYS_OFF, MARKERS_OFF, PLUGINS, plugin_off


@pytest.mark.parametrize(
    ("name", "module", "does"),
    [
        ("rerunfailures", "pytest_rerunfailures", "reruns or retries"),
        ("flaky", "flaky.flaky_pytest_plugin", "reruns or retries"),
        ("pytest-retry", "pytest_retry.retry_plugin", "reruns or retries"),
        ("flakefinder", "pytest_flakefinder", "reruns or retries"),
        ("repeat", "pytest_repeat", "reruns or retries"),
        ("xdist.looponfail", "xdist.looponfail", "reruns or retries"),
        ("randomly", "pytest_randomly", "reorders"),
        ("random_order", "random_order.plugin", "reorders"),
        ("pytest_order", "pytest_order.plugin", "reorders"),
        ("pytest_ordering", "pytest_ordering", "reorders"),
        ("reverse", "pytest_reverse", "reorders"),
        ("quarantine", "pytest_quarantine", "mutes"),
        ("freezegate", "freezegate.suite", "mutes"),
        ("renamed", "pytest_randomly", "reorders"),  # the module decides as well
        ("renamed", "pytest_retry", "reruns or retries"),
        ("renamed", "pytest_randomly.plugin", "reorders"),
        ("pytest_randomly", "pytest_randomly", "reorders"),  # as `-p` names it
        ("xdist", "xdist.plugin", None),
        ("xdist", "xdist", None),
        ("pytest_cov", "pytest_cov.plugin", None),
        ("asyncio", "pytest_asyncio.plugin", None),
        ("hypothesispytest", "_hypothesis_pytestplugin", None),
    ],
)
def test_plugin_off(name: str, module: str, does: str | None) -> None:
    assert plugin_off(name, module) == does


def test_every_row_switches_itself_off() -> None:
    assert all(plugin_off(row.entry_point, "other") == row.does for row in PLUGINS)
    assert all(plugin_off("other", row.module) == row.does for row in PLUGINS)


def test_what_the_plugins_leave_behind() -> None:
    assert MARKERS_OFF == ("flaky", "repeat", "random_order", "order", "run")
    assert {"reruns", "retries", "looponfailroots"} <= KEYS_OFF
