"""What is refused at the start, and what is loaded from where."""

import pytest

from tests.unit.suite.suites import LEDGER, errors, frozen, record, run, write

pytest_plugins = ["pytester"]

RED = "def test_a():\n    assert 1 == 2\n"
NAME = "test_it.py::test_a"


def test_without_a_ledger_nothing_of_ours_is_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        import sys

        def test_a():
            own = {name for name in sys.modules if name.startswith("freezegate.")}
            assert own == {"freezegate.suite", "freezegate.suite.doors"}
            assert "msgspec" not in sys.modules
        """
    )
    result = pytester.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.OK
    assert "freezegate: " not in result.stdout.str()


def test_the_variable_names_a_ledger_and_the_option_wins(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(test_it=RED)
    write(pytester, [frozen(pytester, NAME, "1 == 2")])
    monkeypatch.setenv("FLAKE_FREEZE", LEDGER)
    result = run(pytester)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        [f"freezegate: 1 record from {LEDGER}, next expiry 2099-01-01T00:00:00Z"]
    )
    (pytester.path / "none.json").write_text('{"records": []}')
    result = run(pytester, "--freeze-ledger", "none.json")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["freezegate: 0 records from none.json"])
    assert run(pytester, "--freeze-ledger=").ret == pytest.ExitCode.TESTS_FAILED


def test_the_option_may_stand_in_the_configuration(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=RED)
    option = write(pytester, [frozen(pytester, NAME, "1 == 2")])
    pytester.makeini(f"[pytest]\naddopts = {option}\n")
    assert run(pytester).ret == pytest.ExitCode.OK


@pytest.mark.parametrize("workers", [(), ("-n2",)])
def test_a_conftest_that_names_a_ledger_later_loads_none(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    pytester.makepyfile(test_it=RED)
    write(pytester, [frozen(pytester, NAME, "1 == 2")])
    pytester.makeconftest(
        f"""
        import os
        os.environ["FLAKE_FREEZE"] = {str(pytester.path / LEDGER)!r}

        def pytest_configure(config):
            config.option.freeze_ledger = {LEDGER!r}
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:asyncio", *workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "freezegate: " not in result.stdout.str()


def test_a_conftest_that_writes_the_ledger_comes_too_late(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=RED)
    option = write(pytester, [frozen(pytester, NAME, "1 == 2")])
    (pytester.path / LEDGER).rename(pytester.path / "later.json")
    write(pytester, [])
    pytester.makeconftest(
        f"""
        from pathlib import Path
        Path({LEDGER!r}).write_text(Path("later.json").read_text())
        """
    )
    result = run(pytester, option)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["freezegate: 0 records from *"])


def test_a_ledger_that_is_not_there_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="def test_a(): pass")
    result = run(pytester, "--freeze-ledger", "gone.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (flaw,) = errors(result)
    assert flaw.startswith("gone.json: No such file or directory; --freeze-ledger names the ledger")


def test_every_bad_line_is_named_and_no_test_runs(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it="def test_a():\n    print('ran')\n")
    option = write(
        pytester,
        [
            record(pytester, NAME),
            record(pytester, NAME),
            record(pytester, NAME, expires_at="2020-01-01T00:00:00+02:00"),
            {"test_id": NAME},
            {**record(pytester, NAME), "extra": 1},
        ],
    )
    result = run(pytester, option, "-s")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    found = errors(result)
    expired = f"{LEDGER}:4: {NAME} expired 2019-12-31T22:00:00Z; delete the record and earn a"
    assert found[0] == f"{LEDGER}:3: {NAME} stands at line 2 as well; keep one record of a test"
    assert found[1].startswith(expired)
    assert [each.partition(": ")[0] for each in found] == [
        f"{LEDGER}:{line}" for line in (3, 4, 4, 5, 5, 6, 6)
    ]
    assert "missing required field" in found[3]
    assert "ran" not in result.stdout.lines


@pytest.mark.parametrize("text", ["", "[]", "{", '{"records": 1}', '{"records": [], "x": 1}'])
def test_a_file_that_is_no_ledger_is_refused(pytester: pytest.Pytester, text: str) -> None:
    pytester.makepyfile(test_it="def test_a(): pass")
    (pytester.path / LEDGER).write_text(text)
    result = run(pytester, f"--freeze-ledger={LEDGER}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert errors(result)[0].startswith(f"{LEDGER}:1: ")


def rerun_plugin(pytester: pytest.Pytester) -> tuple[str, str]:
    """A plugin of the name and the option of one that reruns tests."""
    pytester.makepyfile(
        pytest_rerunfailures="""
        def pytest_addoption(parser):
            parser.addoption("--reruns", type=int)
            parser.addini("reruns", "how often")

        def pytest_configure(config):
            config.addinivalue_line("markers", "flaky: rerun")
        """
    )
    pytester.syspathinsert()
    return "-p", "pytest_rerunfailures"


@pytest.mark.parametrize("how", ["option", "key", "mark"])
def test_reruns_are_refused_together_with_bad_lines(pytester: pytest.Pytester, how: str) -> None:
    words: tuple[str, ...] = rerun_plugin(pytester)
    mark = "@pytest.mark.flaky\n" if how == "mark" else ""
    pytester.makepyfile(test_it=f"import pytest\n{mark}{RED}")
    option = write(pytester, [record(pytester, NAME)])
    if how == "option":
        words += ("--reruns=2",)
        option = write(pytester, [record(pytester, NAME, expires_at="2020-01-01T00:00:00Z")])
    if how == "key":
        pytester.makeini("[pytest]\nreruns = 2\n")
    result = run(pytester, option, *words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    expected = {
        "option": [f"{LEDGER}:2: {NAME} expired", "rerunfailures reruns or retries failed tests"],
        "key": ["rerunfailures reruns or retries failed tests"],
        "mark": [f"{NAME} is marked flaky, and a loaded plugin reruns such tests"],
    }
    found = errors(result)
    assert len(found) == len(expected[how])
    assert all(each.startswith(start) for each, start in zip(found, expected[how], strict=True))


def test_a_rerun_plugin_without_a_key_is_let_be(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(pytest_retry="", test_it=RED)
    pytester.syspathinsert()
    option = write(pytester, [frozen(pytester, NAME, "1 == 2")])
    assert run(pytester, option, "-p", "pytest_retry").ret == pytest.ExitCode.OK


def test_a_rerun_plugin_that_does_nothing_is_let_be(pytester: pytest.Pytester) -> None:
    words = rerun_plugin(pytester)
    pytester.makepyfile(test_it=RED)
    option = write(pytester, [frozen(pytester, NAME, "1 == 2")])
    assert run(pytester, option, *words).ret == pytest.ExitCode.OK
