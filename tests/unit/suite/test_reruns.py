import pytest

from freezegate.suite.reruns import active, marked, marks

RERUNFAILURES = ("rerunfailures", "pytest_rerunfailures")
RETRY = ("pytest-retry", "pytest_retry.retry_plugin")
FLAKY = ("flaky", "flaky.flaky_pytest_plugin")
REPEAT = ("repeat", "pytest_repeat")


def acting(*loaded: tuple[str, str], **settings: object) -> tuple[str, ...]:
    return active(loaded, settings.get)


@pytest.mark.parametrize(
    ("plugin", "settings", "acts"),
    [
        (RERUNFAILURES, {}, False),
        (RERUNFAILURES, {"reruns": 0}, False),
        (RERUNFAILURES, {"reruns": ""}, False),
        (RERUNFAILURES, {"reruns": 2}, True),
        (RERUNFAILURES, {"reruns": "2"}, True),
        (RETRY, {}, False),
        (RETRY, {"retries": 1}, True),
        (REPEAT, {"count": 1}, False),
        (REPEAT, {"count": 2}, True),
        (FLAKY, {}, True),
        (("flakefinder", "pytest_flakefinder"), {"flake_finder_enable": False}, False),
        (("xdist.looponfail", "xdist.looponfail"), {"looponfail": False}, False),
        (("xdist.looponfail", "xdist.looponfail"), {"looponfail": True}, True),
        (("randomly", "pytest_randomly"), {}, False),
        (("asyncio", "pytest_asyncio.plugin"), {}, False),
    ],
)
def test_a_plugin_that_reruns_is_refused_where_it_acts(
    plugin: tuple[str, str], settings: dict[str, object], *, acts: bool
) -> None:
    assert len(acting(plugin, **settings)) == acts


def test_a_plugin_is_known_by_its_module_under_another_name() -> None:
    assert len(acting(("pytest_rerunfailures", "pytest_rerunfailures"), reruns=1)) == 1


def test_a_plugin_that_is_loaded_twice_is_named_once() -> None:
    assert len(acting(FLAKY, ("other", FLAKY[1]))) == 1


def test_the_message_says_what_and_what_to_do() -> None:
    by_option, by_name = acting(RERUNFAILURES, FLAKY, reruns=1)
    assert by_option == (
        "rerunfailures reruns or retries failed tests, so a frozen failure could not be told from "
        "another one; switch it off (leave out --reruns and its key) or run without a ledger"
    )
    assert by_name.startswith("flaky reruns or retries failed tests, ")
    assert by_name.endswith("; switch it off (-p no:flaky) or run without a ledger")


def test_marks_count_where_a_plugin_that_reads_them_is_loaded() -> None:
    assert marks([RERUNFAILURES, RETRY]) == {"flaky"}
    assert marks([REPEAT, ("asyncio", "pytest_asyncio.plugin")]) == frozenset()


def test_a_marked_test_is_named() -> None:
    assert marked("a.py::test_a", "flaky").startswith("a.py::test_a is marked flaky, and ")
