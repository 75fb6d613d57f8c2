"""A manifest put together from a commit's text and a list of its tests."""

from collections.abc import Iterable, Mapping

from freezegate.app.properties import check_holds
from freezegate.errors import ArtifactError
from freezegate.model.claim import Item
from freezegate.model.ids import CommitSha, TestId
from freezegate.model.manifest import Manifest
from freezegate.source.closure import Suite


def assertion_hashes(suite: Suite, items: Iterable[Item]) -> dict[TestId, str]:
    """Hash what each test asserts, in the order of collection.

    Raises:
        UsageError: a test stands in a file that is none of the tests'.
    """
    hashes: dict[TestId, str] = {}
    for item in items:
        check_holds(suite, item)
        hashes[TestId(item.test_id)] = suite.assertion_hash(item)
    return hashes


def made_manifest(
    sha: CommitSha, hashes: Mapping[TestId, str], *, pytest_version: str = ""
) -> Manifest:
    """Put a manifest together, ids sorted.

    Raises:
        ArtifactError: an id is no node id that a manifest can hold.
    """
    ordered = dict(sorted(hashes.items()))
    try:
        return Manifest(
            test_ids=tuple(ordered),
            assertion_hashes=ordered,
            parent_sha=sha,
            pytest_version=pytest_version,
        )
    except ValueError as fault:
        message = f"{sha[:12]}: {fault}; give the test another id"
        raise ArtifactError(message) from fault
