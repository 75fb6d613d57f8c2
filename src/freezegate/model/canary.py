"""Canary mutants, and what the suite made of them (spec 3, section 4)."""

from enum import IntEnum

import msgspec

from freezegate.model.ids import CommitSha, TestId, check_distinct
from freezegate.model.manifest import check_test_id
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, GateResult


class PytestExit(IntEnum):
    """The two exit codes of pytest that carry a result; every other number means none."""

    OK = 0
    TESTS_FAILED = 1


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """One text in place of another.

    `path` is the file in the tree. `at` is the line (from 1) on which `before` stands; 0 means
    that it stands in exactly one place of the file. `line` is the edit's own in the mutant's file.
    """

    path: str
    before: str
    after: str
    line: int
    at: int = 0

    def __post_init__(self) -> None:
        """A path in normal form, and something that changes."""
        parts = self.path.split("/")
        if "\\" in self.path or not all(self.path) or {"", ".", ".."}.intersection(parts):
            message = f"{self.path!a} is no path in the tree: folder/file.py, no / before it, no .."
            raise ValueError(message)
        if self.before == self.after:
            message = f"before and after are equal in {self.path!a}, so nothing is mutated"
            raise ValueError(message)


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A checked-in change of production code, and the one test that must turn red over it.

    `name` is the file's, for messages; `about` is a sentence for the reader.
    """

    name: str
    test: TestId
    edits: tuple[Edit, ...]
    about: str = ""

    def __post_init__(self) -> None:
        """A node id in normal form, and at least one edit."""
        check_test_id(self.test)
        if "::" not in self.test:
            message = f"{self.test!a} names no test of its file, as in {self.test}::test_name"
            raise ValueError(message)
        if not self.edits:
            message = "it edits nothing"
            raise ValueError(message)


class CanaryRun(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One run of the suite in one workspace.

    `exit` is pytest's exit code, `None` where there is none; `how` says what else ended the run.
    `target` tells whether the named test is among those that ran, `is_red` whether it failed. `red`
    are the other tests that failed, by class and name as JUnit has them. `stray` names the module
    that was imported from elsewhere than the tree, so that the mutant never ran.
    """

    exit: int | None
    target: bool
    is_red: bool
    red: tuple[str, ...] = ()
    how: str = ""
    stray: str = ""


class Workspace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clean workspace: the suite without the mutant and with it, and what follows."""

    baseline: CanaryRun
    mutated: CanaryRun
    reason: Reason


class Canary(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One mutant judged. `workspaces` are none where nothing could be run, and `note` says why."""

    mutant: str
    test: TestId
    reason: Reason
    note: str = ""
    workspaces: tuple[Workspace, ...] = ()


class CanaryReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All canaries of a patch, with the exit codes of both workspaces.

    `ledger` is the digest of the ledger's bytes, empty where there is none.
    """

    parent_sha: CommitSha
    patch_sha: CommitSha
    ledger: str
    canaries: tuple[Canary, ...]
    canary_version: int = 1

    def __post_init__(self) -> None:
        """Each mutant is judged once."""
        check_distinct("a mutant", tuple(each.mutant for each in self.canaries))

    @property
    def result(self) -> GateResult:
        """What the gate is told; without a mutant nothing was shown, so nothing may be frozen."""
        found = tuple(
            Finding(subject=each.mutant, reason=each.reason, note=each.note)
            for each in self.canaries
        )
        return GateResult(gate="canary", findings=found or (_NONE,))


_NONE = Finding(
    subject="mutants",
    reason=Reason.CANARY_INCONCLUSIVE,
    note="the parent has no canary mutant, and without one nothing may be frozen; check in "
    "mutants/NAME.toml (`freezegate canary draft --for TEST --write NAME` proposes one)",
)
