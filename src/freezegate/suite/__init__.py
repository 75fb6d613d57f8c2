"""The pytest plugin for users' own suites: what a ledger names is shown as frozen, never passed.

Without a ledger it does nothing, and imports nothing but pytest and the standard library. With one
it serves spec 3 (DESIGN.md section 5, "The ledger at run time").
"""

from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from freezegate.suite.doors import Given

#: What was given before any `conftest.py` ran: later changes of option or environment are none.
_GIVEN: Final["pytest.StashKey[Given]"] = pytest.StashKey()
#: The key of ours in what pytest-xdist carries between a controller and its workers.
KEY: Final = "freezegate"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--freeze-ledger`."""
    parser.getgroup("freezegate", "freezegate").addoption(
        "--freeze-ledger",
        dest="freeze_ledger",
        metavar="FILE",
        default=None,
        help="show failures that a record of this ledger names as frozen, and do not fail for them"
        " (default: the variable FLAKE_FREEZE; an empty FILE loads none)",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Take the ledger, before any code of the tree under test runs."""
    from freezegate.suite import doors

    given = doors.given(
        getattr(early_config.known_args_namespace, "freeze_ledger", None),
        early_config.invocation_params.dir,
    )
    if given is not None:
        early_config.stash[_GIVEN] = given


def pytest_configure(config: pytest.Config) -> None:
    """Load the ledger that was given; a worker has what its controller hands it and no other.

    Raises:
        pytest.UsageError: names each line of the ledger that cannot stand.
    """
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    given = config.stash.get(_GIVEN, None) if worker is None else None
    if given is not None:
        from freezegate.suite import plugin

        plugin.load(config, given)
    elif worker is not None and KEY in worker:
        from freezegate.suite import plugin

        plugin.join(config, worker[KEY])
