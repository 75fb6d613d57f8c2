"""The manifest of a commit's tests, and what a patch did to each test id (DESIGN.md section 5)."""

import re
from enum import StrEnum
from typing import Final

import msgspec

from freezegate.model.ids import TestId, check_commit, check_distinct, check_id

#: A hash as the text writes it, and as ours do.
_HASH: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})\Z")
#: A backslash parts folders on Windows alone; elsewhere names may hold one.
_SEPARATOR: Final = re.compile(r"[/\\]")
_DRIVE: Final = re.compile(r"[A-Za-z]:")


class ChangeKind(StrEnum):
    """What a patch did to a test id."""

    ADDED = "added"
    RENAMED_TO = "renamed_to"
    REWRITTEN = "rewritten"
    UNTOUCHED = "untouched"


class Manifest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=False
):
    """The test ids of one commit, each with its assertion hash.

    `parent_sha` is empty in a file that does not name its commit, `pytest_version` where the ids
    come from source alone. An assertion hash is `sha256:` and 64 digits, or the digits alone.
    """

    test_ids: tuple[TestId, ...]
    assertion_hashes: dict[TestId, str]
    manifest_version: int = 1
    parent_sha: str = ""
    pytest_version: str = ""

    def __post_init__(self) -> None:
        """Ids are distinct and have a hash each; nothing else has one."""
        check_distinct("a test id", self.test_ids)
        for test_id in self.test_ids:
            check_test_id(test_id)
        unlike = sorted(set(self.test_ids) ^ set(self.assertion_hashes))
        if unlike:
            message = f"{unlike[0]!a} stands in only one of test_ids and assertion_hashes"
            raise ValueError(message)
        for test_id, text in self.assertion_hashes.items():
            if not digits_of(text):
                message = f"{text[:100]!a}, the assertion hash of {test_id!a}, is no sha256"
                raise ValueError(message)
        if self.parent_sha:
            check_commit(self.parent_sha)


class PatchTests(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=False
):
    """What a patch did to test ids. An id without parameters stands for all of its parameters.

    `renamed_from` gives the parent's id of each id in `renamed_to`, `why` a sentence for an id of
    the first three sets. `removed` are the parent's ids that the patch no longer has.
    """

    added: tuple[TestId, ...] = ()
    renamed_to: tuple[TestId, ...] = ()
    rewritten: tuple[TestId, ...] = ()
    untouched: tuple[TestId, ...] = ()
    removed: tuple[TestId, ...] = ()
    renamed_from: dict[TestId, TestId] = {}
    why: dict[TestId, str] = {}
    patch_tests_version: int = 1
    parent_sha: str = ""
    patch_sha: str = ""

    def __post_init__(self) -> None:
        """Each id was changed in one way."""
        every = (*self.added, *self.renamed_to, *self.rewritten, *self.untouched)
        check_distinct("a test id", every)
        for test_id in every:
            check_test_id(test_id)
        for sha in filter(None, (self.parent_sha, self.patch_sha)):
            check_commit(sha)

    def of(self, test_id: TestId) -> ChangeKind:
        """Say what was done to an id, or to the test whose parameters it is; the strictest."""
        names = {test_id, base_of(test_id)}
        for kind in (ChangeKind.ADDED, ChangeKind.RENAMED_TO, ChangeKind.REWRITTEN):
            if names.intersection(getattr(self, kind.value)):
                return kind
        return ChangeKind.UNTOUCHED


def digits_of(text: str) -> str:
    """Give the 64 digits of an assertion hash in either spelling; empty for any other text."""
    found = _HASH.match(text)
    return found[1] if found else ""


def base_of(test_id: TestId) -> TestId:
    """Give a test's id without its parameters."""
    head, bracket, _ = test_id.partition("[")
    return TestId(head) if bracket and test_id.endswith("]") else test_id


def check_test_id(test_id: str) -> None:
    """Refuse an id that is no pytest node id in its one normal form.

    Raises:
        ValueError: it is absolute, climbs, has `.` or empty folders, or no file.
    """
    check_id(test_id)
    path = test_id.partition("::")[0]
    parts = {*path.split("/"), *_SEPARATOR.split(path)}
    if _DRIVE.match(path) or {"", ".", ".."}.intersection(parts):
        message = f"{test_id!a} is no node id in normal form: folder/file.py::test, no ./ or ../"
        raise ValueError(message)
