"""Before any test runs: the header, the workers, and whether each record fits its test."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from freezegate.core.selection import property_id
from freezegate.errors import ArtifactError
from freezegate.model.claim import Item
from freezegate.model.ids import TestId
from freezegate.suite import KEY, doors, reruns, summary
from freezegate.suite.checkout import Checkout, Disk
from freezegate.suite.items import claim, test_id
from freezegate.suite.loaded import Frozen, Loaded, as_handed
from freezegate.suite.start import Collected, stray_lines

#: On each collected test that a record names.
FROZEN: Final = pytest.StashKey[Frozen]()
#: On the session's configuration, once there is a frozen test.
CHECKOUT: Final = pytest.StashKey[tuple[Checkout, str]]()

_DIGITS_OF_SHA256: Final = 64


def plugins_of(config: pytest.Config) -> tuple[tuple[str, str], ...]:
    """Name the loaded plugins, each with its module."""
    return tuple(
        (name, str(getattr(plugin, "__name__", type(plugin).__module__)))
        for name, plugin in config.pluginmanager.list_name_plugin()
        if plugin is not None
    )


class Opening:
    """Hooks of pytest up to the first test."""

    def __init__(self, config: pytest.Config, loaded: Loaded) -> None:
        """Take the ledger."""
        self._config = config
        self._loaded = loaded
        self._whole: set[str] = set()
        self._broken: set[str] = set()

    def pytest_report_header(self) -> str:
        """Say that a ledger is loaded."""
        return summary.header(self._loaded.ledger, self._loaded.origin)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - pytest-xdist has no types
        """Hand the ledger to a worker of pytest-xdist, whose own environment is not asked."""
        node.workerinput[KEY] = as_handed(self._loaded)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:  # noqa: ANN401 - pytest-xdist has no types
        """Refuse what a worker found.

        Raises:
            pytest.UsageError: a record does not fit its test.
        """
        flaws = (getattr(node, "workeroutput", None) or {}).get(KEY)
        if flaws:
            raise pytest.UsageError(*flaws)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note which files were collected, and which could not be."""
        whole = report.passed and "::" not in report.nodeid
        if whole:
            self._whole.add(report.nodeid)
        elif not report.passed:
            self._broken.add(report.nodeid.partition("::")[0])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, items: list[pytest.Item]
    ) -> Generator[None, object, object]:
        """Hold each record to its test, before anybody deselects or reorders.

        Raises:
            pytest.UsageError: names each record that does not fit.
        """
        flaws = self._flaws(items) if self._loaded.names else ()
        if flaws:
            output = getattr(self._config, "workeroutput", None)
            if output is None:
                raise pytest.UsageError(*flaws)
            output[KEY] = list(flaws)  # the controller refuses; here, nothing runs
            items[:] = []
        return (yield)

    def _flaws(self, items: Sequence[pytest.Item]) -> tuple[str, ...]:
        functions = [item for item in items if isinstance(item, pytest.Function)]
        frozen = [item for item in functions if test_id(item.nodeid) in self._loaded.names]
        wanted = reruns.marks(plugins_of(self._config))
        try:
            checkout, tree = self._checkout()
        except ArtifactError as fault:
            return (str(fault),)
        claims = {item: claim(item, tree) for item in frozen}
        self._freeze(claims)
        return (
            *stray_lines(self._loaded.ledger, self._collected(checkout, claims), self.origin),
            *(
                reruns.marked(item.nodeid, mark)
                for item in items
                for mark in sorted(wanted)
                if item.get_closest_marker(mark)
            ),
        )

    @property
    def origin(self) -> str:
        """The ledger's name, as messages begin with it."""
        return self._loaded.origin

    def _checkout(self) -> tuple[Checkout, str]:
        """Read the tree as it is now, before any test has run.

        Raises:
            ArtifactError: its configuration is broken.
        """
        root = self._config.rootpath.resolve()
        top = doors.top_of(root, Path(self._loaded.given.place))
        relative = root.relative_to(top).as_posix()
        shas = (record.parent_sha for record in self._loaded.ledger.records)
        disk = Disk(
            paths=doors.paths_of(top),
            read=lambda path: doors.content(top, path),
            root="" if relative == "." else relative,
            pytest_major=int(pytest.__version__.partition(".")[0]),
            wide=any(len(sha) == _DIGITS_OF_SHA256 for sha in shas),
        )
        self._config.stash[CHECKOUT] = Checkout(disk), str(top)
        return self._config.stash[CHECKOUT]

    def _freeze(self, claims: dict[pytest.Function, Item]) -> None:
        """Put each record on its test."""
        lines = self._loaded.ledger.lines
        records = {line.test_id: (line.record, line.number) for line in lines if line.record}
        for item, claimed in claims.items():
            item.stash[FROZEN] = Frozen(*records[claimed.test_id], property_id(claimed))

    def _collected(self, checkout: Checkout, claims: dict[pytest.Function, Item]) -> Collected:
        """Say what was collected, as far as the records go."""
        files = {name.partition("::")[0] for name in self._loaded.names}
        root = self._config.rootpath
        return Collected(
            hashes={TestId(each.test_id): _hash(checkout, each) for each in claims.values()},
            whole=frozenset(self._whole),
            broken=frozenset(self._broken),
            there=frozenset(file for file in files if doors.exists(root / file)),
            narrowed=self._loaded.narrowed,
        )


def _hash(checkout: Checkout, claimed: Item) -> str:
    """Give a test's assertion hash, or why it has none."""
    try:
        return checkout.assertion_hash(claimed)
    except ValueError as fault:
        return f"it cannot be hashed: {fault}"
