"""The only reader of our own environment, and the maker of every environment that we hand on."""

import os
import sys
from pathlib import Path
from typing import Final

#: What the tests are given of our own variables. Neither `CI` nor `GITHUB_ACTIONS`: with them
#: Hypothesis derandomises, and all seeds draw the same examples (FIELD.md 1). No `PYTHON*` but
#: ours, no tokens.
_FOR_TESTS: Final = (
    "PATH",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
    "TZ",
    "TERM",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "OPENBLAS_CORETYPE",
    # Windows cannot start a process without these.
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "COMSPEC",
    "PATHEXT",
    "WINDIR",
)

#: What git is given of our own variables: nothing named `GIT_*`, for a hook exports `GIT_DIR`, and
#: a command of ours would then act on the wrong repository.
_FOR_GIT: Final = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR")


def environment_of_tests(*, keep: tuple[str, ...], home: Path, temporary: Path) -> dict[str, str]:
    """Make the environment of the tests from an allow-list.

    Args:
        keep: further names that the parent's configuration hands on.
        home: a fresh folder to be their home.
        temporary: a fresh folder for their temporary files.
    """
    names = (*_FOR_TESTS, *keep)
    return {
        **{name: os.environ[name] for name in names if name in os.environ},
        "HOME": str(home),
        "USERPROFILE": str(home),
        "TMPDIR": str(temporary),
        "TEMP": str(temporary),
        "TMP": str(temporary),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "HYPOTHESIS_NO_PLUGINS": "1",
    }


def git_environment() -> dict[str, str]:
    """Make the environment of git: no configuration but the repository's, no replaced objects."""
    return {
        **{name: os.environ[name] for name in _FOR_GIT if name in os.environ},
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ATTR_NOSYSTEM": "1",
    }


def user_git_environment() -> dict[str, str]:
    """Make the environment in which the user's own global configuration can be read."""
    kept = ("XDG_CONFIG_HOME",)
    environment = git_environment()
    del environment["GIT_CONFIG_GLOBAL"]
    return {**environment, **{name: os.environ[name] for name in kept if name in os.environ}}


def active_virtualenv() -> Path | None:
    """Give the virtual environment that is active in the caller's shell."""
    value = os.environ.get("VIRTUAL_ENV", "")
    return Path(value) if value else None


def own_interpreter() -> Path:
    """Give the interpreter that runs us."""
    return Path(sys.executable)


def wants_colour() -> bool:
    """Tell whether the terminal's owner has not declined colour."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"


def cache_home() -> Path:
    """Name the user's folder for what may be computed again."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
