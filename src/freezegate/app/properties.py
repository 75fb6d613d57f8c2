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
    """Measure the hashes of the chosen tests, in the order of collection."""
    files = _test_side(commit, config)
    suite = Suite(
        files=files,
        test_folders=commit.layout.test_roots,
        served=commit.layout.served,
        config=_closure_config(commit),
        data=_declared(commit, config),
    )
    measured = {}
    for item in items:
        if item.path not in files:
            message = (
                f"{item.test_id}: {item.path} is no file of the tests by pytest's patterns, so its "
                "hashes cannot be told; name its folder under test-folders in [tool.freezegate]"
            )
            raise UsageError(message)
        hashes = suite.hashes(item)
        name = property_id(item)
        measured[name] = Property(
            id=name,
            test_id=TestId(item.test_id),
            oracle=hashes.oracle,
            spec_hash=hashes.spec_hash,
            fixture_closure_hash=hashes.fixture_closure_hash,
        )
    return measured


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
