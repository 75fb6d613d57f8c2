from pathlib import Path

import pytest

from freezegate.shell.environment import (
    active_virtualenv,
    environment_of_tests,
    git_environment,
    own_interpreter,
    user_git_environment,
    wants_colour,
)

NEVER = ("CI", "GITHUB_ACTIONS", "GITHUB_TOKEN", "PYTHONPATH", "PYTHONHASHSEED", "PYTEST_ADDOPTS")


def given(monkeypatch: pytest.MonkeyPatch, keep: tuple[str, ...] = ()) -> dict[str, str]:
    """The tests' environment when ours holds everything that must not pass."""
    for name in (*NEVER, "DATABASE_URL"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("LANG", "C.UTF-8")
    return environment_of_tests(keep=keep, home=Path("/h"), temporary=Path("/t"))


def test_what_must_not_reach_the_tests_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not set(given(monkeypatch)) & {*NEVER, "DATABASE_URL"}


def test_what_the_configuration_names_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given(monkeypatch, keep=("DATABASE_URL",))["DATABASE_URL"] == "x"


def test_home_and_temporary_folder_are_fresh_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    found = given(monkeypatch)
    assert (found["HOME"], found["TMPDIR"], found["LANG"]) == ("/h", "/t", "C.UTF-8")
    assert found["PYTHONDONTWRITEBYTECODE"] == found["HYPOTHESIS_NO_PLUGINS"] == "1"
    assert found["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] == "1"


def test_git_inherits_no_variable_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_CONFIG_COUNT", "GIT_EXTERNAL_DIFF"):
        monkeypatch.setenv(name, "x")
    for found in (git_environment(), user_git_environment()):
        assert not {"GIT_DIR", "GIT_INDEX_FILE", "GIT_CONFIG_COUNT", "GIT_EXTERNAL_DIFF"} & set(
            found
        )
        assert found["GIT_NO_REPLACE_OBJECTS"] == "1"
    assert "GIT_CONFIG_GLOBAL" in git_environment()
    assert "GIT_CONFIG_GLOBAL" not in user_git_environment()


def test_the_active_virtual_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/venv")
    assert active_virtualenv() == Path("/venv")
    monkeypatch.delenv("VIRTUAL_ENV")
    assert active_virtualenv() is None
    assert own_interpreter().exists()


@pytest.mark.parametrize(
    ("declined", "terminal", "wants"),
    [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False)],
)
def test_colour_can_be_declined(
    monkeypatch: pytest.MonkeyPatch, declined: str, terminal: str, *, wants: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", declined)
    monkeypatch.setenv("TERM", terminal)
    assert wants_colour() is wants
