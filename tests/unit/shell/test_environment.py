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

#: What makes tests behave as they do in CI, or otherwise than on the other side, and secrets.
NEVER = (
    "CI",
    "GITHUB_ACTIONS",
    "GITHUB_TOKEN",
    "GITHUB_ENV",
    "GITHUB_STEP_SUMMARY",
    "GITLAB_CI",
    "BUILDKITE",
    "TF_BUILD",
    "RUNNER_TEMP",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONHASHSEED",
    "PYTHONSTARTUP",
    "PYTHONWARNINGS",
    "PYTHONOPTIMIZE",
    "PYTEST_ADDOPTS",
    "PYTEST_PLUGINS",
    "PYTEST_CURRENT_TEST",
    "PYTEST_XDIST_WORKER",
    "COVERAGE_PROCESS_START",
    "HYPOTHESIS_STORAGE_DIRECTORY",
    "LD_PRELOAD",
    "GIT_DIR",
    "AWS_SECRET_ACCESS_KEY",
    "NPM_TOKEN",
    "SSH_AUTH_SOCK",
    "XDG_CONFIG_HOME",
    "BASH_ENV",
    "DATABASE_URL",
    "FREEZEGATE_ANYTHING",
)
#: What passes, if we have it.
PASSES = ("PATH", "LANG", "LC_ALL", "LC_TIME", "TZ", "TERM", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
OURS = {
    "HOME": "/h",
    "USERPROFILE": "/h",
    "TMPDIR": "/t",
    "TEMP": "/t",
    "TMP": "/t",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "HYPOTHESIS_NO_PLUGINS": "1",
}


@pytest.fixture(autouse=True)
def _full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own environment holds all that must pass, and all that must not."""
    for name in (*NEVER, *PASSES, *OURS):
        monkeypatch.setenv(name, f"our {name}")


def given(*keep: str) -> dict[str, str]:
    return environment_of_tests(keep=keep, home=Path("/h"), temporary=Path("/t"))


def test_what_must_not_reach_the_tests_does_not() -> None:
    assert not set(given()) & set(NEVER)


def test_what_the_tests_need_reaches_them() -> None:
    found = given()
    assert {name: found[name] for name in PASSES} == {name: f"our {name}" for name in PASSES}


def test_nothing_passes_but_what_the_list_names(monkeypatch: pytest.MonkeyPatch) -> None:
    before = given()
    for name in before:
        monkeypatch.setenv(f"{name}_X", "x")
        monkeypatch.setenv(f"X_{name}", "x")
    monkeypatch.setenv("ANYTHING", "x")
    assert given() == before


def test_what_the_configuration_names_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ABSENT", raising=False)
    assert given("DATABASE_URL", "ABSENT") == {**given(), "DATABASE_URL": "our DATABASE_URL"}


def test_what_is_ours_stays_ours_whatever_is_named() -> None:
    assert given(*OURS) == given()
    assert {name: given()[name] for name in OURS} == OURS


def test_what_we_do_not_have_is_not_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PASSES:
        monkeypatch.delenv(name)
    assert not set(given()) & set(PASSES)


def test_git_is_given_a_path_a_home_and_no_variable_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("GIT_INDEX_FILE", "GIT_CONFIG_COUNT", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND"):
        monkeypatch.setenv(name, "x")
    for name in ("GIT_CONFIG_GLOBAL", "GIT_NO_REPLACE_OBJECTS", "GIT_GRAFT_FILE"):
        monkeypatch.setenv(name, "theirs")
    monkeypatch.delenv("SYSTEMROOT", raising=False)
    assert git_environment() == {
        "PATH": "our PATH",
        "HOME": "our HOME",
        "TMPDIR": "our TMPDIR",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": "/dev/null",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ATTR_NOSYSTEM": "1",
    }


def test_the_users_own_settings_can_be_read_and_nothing_else_changes() -> None:
    plain, users = git_environment(), user_git_environment()
    assert set(plain) - set(users) == {"GIT_CONFIG_GLOBAL"}
    assert set(users) - set(plain) == {"XDG_CONFIG_HOME"}
    assert users["XDG_CONFIG_HOME"] == "our XDG_CONFIG_HOME"


def test_the_active_virtual_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/venv")
    assert active_virtualenv() == Path("/venv")
    monkeypatch.setenv("VIRTUAL_ENV", "")
    assert active_virtualenv() is None
    monkeypatch.delenv("VIRTUAL_ENV")
    assert active_virtualenv() is None
    assert own_interpreter().exists()


@pytest.mark.parametrize(
    ("declined", "terminal", "wants"),
    [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False), ("", "", True)],
)
def test_colour_can_be_declined(
    monkeypatch: pytest.MonkeyPatch, declined: str, terminal: str, *, wants: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", declined)
    monkeypatch.setenv("TERM", terminal)
    assert wants_colour() is wants
