"""Properties as one commit has them: ids, oracles and hashes, measured on its own sources."""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Final

from freezegate.app.case import Commit
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
    files = _test_side(commit, config)
    suite = _suite(commit, config, files)
    measured = {}
    for item in items:
        if item.path not in files:
            message = (
                f"{item.test_id}: {item.path} is no file of the tests by pytest's patterns, so its "
                "hashes cannot be told; name its folder under test-folders in [tool.freezegate]"
            )
            raise UsageError(message)
        prop = _property(suite, item)
        measured[prop.id] = prop
    return measured


def hidden_of(
    commit: Commit,
    items: Iterable[Item],
    config: Config,
    parent: Mapping[PropertyId, Property],
    own: Mapping[PropertyId, Property],
) -> dict[PropertyId, Property]:
    """Measure the parent's tests that a commit still holds and no longer collects.

    A deselection, a hook that drops items, a pattern that no longer matches, a list in the product
    that is empty now: the test is muted, not removed. One that was removed, or whose parameters
    were edited, has another text.
    """
    files = _test_side(commit, config)
    suite = _suite(commit, config, files)
    gone = (item for item in items if property_id(item) not in own and item.path in files)
    found = (_property(suite, item) for item in gone)
    return {prop.id: prop for prop in found if prop.spec_hash == parent[prop.id].spec_hash}


def _suite(commit: Commit, config: Config, files: Mapping[str, bytes]) -> Suite:
    """The test side of a commit."""
    return Suite(
        files=files,
        test_folders=commit.layout.test_roots,
        served=commit.layout.served,
        config=_closure_config(commit),
        data=_declared(commit, config),
    )


def _property(suite: Suite, item: Item) -> Property:
    """One test with its hashes."""
    hashes = suite.hashes(item)
    return Property(
        id=property_id(item),
        test_id=TestId(item.test_id),
        oracle=hashes.oracle,
        spec_hash=hashes.spec_hash,
        fixture_closure_hash=hashes.fixture_closure_hash,
    )


def spec_digest(properties: Iterable[Property]) -> Digest:
    """The contract's spec hash: over those of all its properties."""
    return digest(seal({prop.id: prop.spec_hash for prop in properties}))


def closure_digest(properties: Iterable[Property]) -> Digest:
    """The contract's fixture closure hash: over those of all its properties."""
    return digest(seal({prop.id: prop.fixture_closure_hash for prop in properties}))


def _declared(commit: Commit, config: Config) -> tuple[str, ...]:
    """The declared data files of a commit."""
    return tuple(
        path
        for path in commit.listing
        if any(fnmatchcase(path, pattern) for pattern in config.data)
    )


def _test_side(commit: Commit, config: Config) -> Mapping[str, bytes]:
    """The test-side files: sources as they are, data by the id of its content."""
    declared = set(_declared(commit, config))
    return {
        path: commit.read(path) if path.endswith(".py") else entry.blob.encode()
        for path, entry in commit.listing.items()
        if path in declared or commit.layout.is_test(path)
    }


def _closure_config(commit: Commit) -> bytes:
    """The part of pytest's configuration that a property stands on."""
    values = {
        key: value
        for key, value in commit.found.values.items()
        if key not in _INERT and not key.startswith(_INERT_PREFIXES)
    }
    return seal(values)
