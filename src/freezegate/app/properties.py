"""Properties as one commit has them: ids, oracles and hashes, measured on its own sources."""

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final

import msgspec

from freezegate.app.commit import Commit
from freezegate.core.selection import property_id
from freezegate.errors import UsageError
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.model.contract import Property
from freezegate.model.ids import Digest, PropertyId, TestId
from freezegate.source.closure import Suite
from freezegate.wire.canonical import digest, seal

#: Keys of pytest's configuration that change neither what a test does nor whether it fails.
_INERT: Final = frozenset(
    {"markers", "testpaths", "minversion", "required_plugins", "norecursedirs", "addopts"}
)
#: Prefixes of the same: reports and logs.
_INERT_PREFIXES: Final = ("junit_", "log_", "console_", "verbosity_", "cache_")


def properties_of(
    commit: Commit, items: Iterable[Item], config: Config
) -> dict[PropertyId, Property]:
    """Measure the hashes of the chosen tests, in the order of collection.

    Raises:
        UsageError: a test stands in a file that is none of the tests'.
    """
    suite = suite_of(commit, config)
    measured = {}
    for item in items:
        check_holds(suite, item)
        prop = _property(suite, item)
        measured[prop.id] = prop
    return measured


def check_holds(suite: Suite, item: Item) -> None:
    """Refuse a test of which no hash can be told.

    Raises:
        UsageError: it stands in a file that is none of the tests'.
    """
    if not suite.holds(item.path):
        message = (
            f"{item.test_id}: {item.path} is no file of the tests by pytest's patterns, so its "
            "hashes cannot be told; name its folder under test-folders in [tool.freezegate]"
        )
        raise UsageError(message)


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """Tests that are still there and no longer collected.

    `replaced` are ids of tests that go on under other parameters, on other fixtures: an edited
    fixture does that, and so does a hook that drops one parameter. A person tells them apart.
    """

    properties: Mapping[PropertyId, Property]
    replaced: tuple[PropertyId, ...]


def hidden_of(
    commit: Commit,
    items: Iterable[Item],
    config: Config,
    parent: Mapping[PropertyId, Property],
    own: Mapping[PropertyId, Property],
) -> Hidden:
    """Measure the parent's tests that a commit still holds and no longer collects.

    A deselection, a hook that drops items, a pattern that no longer matches, a list in the product
    that is empty now: the test is muted, not removed. One that was removed, or whose parameters
    were edited, has another text; one that a fixture parametrises stands on another fixture, and
    goes on under other parameters (FIELD.md 20).
    """
    suite = suite_of(commit, config)
    gone = (item for item in items if property_id(item) not in own and suite.holds(item.path))
    same = [
        prop
        for prop in (_property(suite, item) for item in gone)
        if prop.spec_hash == parent[prop.id].spec_hash
    ]
    collected = {_plain(prop) for prop in own.values()}
    replaced = tuple(
        prop.id
        for prop in same
        if prop.fixture_closure_hash != parent[prop.id].fixture_closure_hash
        and prop.test_id != _plain(prop)
        and _plain(prop) in collected
    )
    hidden = {prop.id: prop for prop in same if prop.id not in replaced}
    return Hidden(properties=hidden, replaced=replaced)


def _plain(prop: Property) -> str:
    """Give a property's test id without parameters."""
    return prop.test_id.partition("[")[0]


def suite_of(commit: Commit, config: Config, *, whole: bool = True) -> Suite:
    """Read the test side of a commit, `whole` or each file when something leads there."""
    if whole:
        commit.preload(commit.tests.__contains__)
    return Suite(
        files=_TestFiles(commit, config),
        test_folders=commit.layout.test_roots,
        served=commit.layout.served,
        config=_closure_config(commit),
        data=declared(commit, config),
    )


class _TestFiles(Mapping[str, bytes]):
    """The test-side files: sources as they are, data by the id of its content."""

    def __init__(self, commit: Commit, config: Config) -> None:
        self._commit = commit
        found = set(declared(commit, config))
        self._paths = {
            path for path in commit.listing if path in found or commit.layout.is_test(path)
        }

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths:
            raise KeyError(path)
        if path.endswith(".py"):
            return self._commit.read(path)
        return self._commit.listing[path].blob.encode()

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return (path for path in self._commit.listing if path in self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _property(suite: Suite, item: Item) -> Property:
    """One test with its hashes.

    Raises:
        UsageError: its id is one that no evidence can hold.
    """
    hashes = suite.hashes(item)
    try:
        return Property(
            id=property_id(item),
            test_id=TestId(item.test_id),
            oracle=hashes.oracle,
            spec_hash=hashes.spec_hash,
            fixture_closure_hash=hashes.fixture_closure_hash,
        )
    except ValueError as fault:
        message = f"{item.path}: {item.qualname}: {fault}; give the test, or its marker, another id"
        raise UsageError(message) from fault


def spec_digest(properties: Iterable[Property]) -> Digest:
    """The contract's spec hash: over those of all its properties."""
    return digest(seal({prop.id: prop.spec_hash for prop in properties}))


def closure_digest(properties: Iterable[Property]) -> Digest:
    """The contract's fixture closure hash: over those of all its properties."""
    return digest(seal({prop.id: prop.fixture_closure_hash for prop in properties}))


def declared(commit: Commit, config: Config) -> tuple[str, ...]:
    """Give the declared data files of a commit."""
    return tuple(
        path
        for path in commit.listing
        if any(fnmatchcase(path, pattern) for pattern in config.data)
    )


def _closure_config(commit: Commit) -> bytes:
    """The part of pytest's configuration that a property stands on."""
    values = {
        key: value
        for key, value in commit.found.values.items()
        if key not in _INERT and not key.startswith(_INERT_PREFIXES)
    }
    return seal(values)
