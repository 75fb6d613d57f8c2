"""`check`: from files, and from a case in memory."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from freezegate.app.check import (
    Files,
    check_files,
    check_repository,
    clock,
    ledger_of,
    scope_of,
)
from freezegate.app.options import Options
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.ids import TestId
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.model.reason import Reason
from freezegate.shell.clock import now
from freezegate.wire.canonical import seal
from freezegate.wire.ledger import write_ledger
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words
from tests.ledgers import NOW, PARENT, ledger, manifest, named, record
from tests.unit.app.made import case


def files(at: Path, given: Manifest, patch: PatchTests, *records: object) -> Files:
    paths = [at / name for name in ("m.json", "p.json", "l.json")]
    paths[0].write_bytes(seal(given))
    paths[1].write_bytes(seal(patch))
    paths[2].write_bytes(write_ledger(records))  # type: ignore[arg-type] # records
    return Files(manifest=paths[0], patch_tests=paths[1], ledger=paths[2])


def test_files_alone_are_enough(tmp_path: Path) -> None:
    given = files(tmp_path, manifest("abc"), PatchTests(added=(named("new"),)), record("a"))
    assert check_files(given, NOW).worst is Reason.FREEZE_ELIGIBLE
    given = files(tmp_path, manifest("abc"), PatchTests(added=(named("new"),)), record("new"))
    assert check_files(given, NOW).worst is Reason.FREEZE_OF_ADDED


@pytest.mark.parametrize(
    ("own", "option", "of", "reason"),
    [
        (PARENT, "", PARENT, Reason.FREEZE_ELIGIBLE),
        (PARENT, "", "b" * 40, Reason.FOREIGN_PARENT),
        (PARENT, PARENT, PARENT, Reason.FREEZE_ELIGIBLE),
        ("", "b" * 40, "b" * 40, Reason.FREEZE_ELIGIBLE),
        ("", "b" * 40, PARENT, Reason.FOREIGN_PARENT),
        ("", "", "b" * 40, Reason.FREEZE_ELIGIBLE),
    ],
)
def test_which_parent_a_record_may_name(
    tmp_path: Path, own: str, option: str, of: str, reason: Reason
) -> None:
    given = files(tmp_path, manifest("a", parent_sha=own), PatchTests(), record("a", parent_sha=of))
    given = Files(
        manifest=given.manifest, patch_tests=given.patch_tests, ledger=given.ledger, parent=option
    )
    assert check_files(given, NOW).worst is reason


def test_two_parents_that_differ_are_refused(tmp_path: Path) -> None:
    given = files(tmp_path, manifest("a"), PatchTests())
    both = Files(
        manifest=given.manifest, patch_tests=given.patch_tests, ledger=given.ledger, parent="b" * 40
    )
    with pytest.raises(UsageError, match=r"--parent bbbbbbbbbbbb: .*m\.json is of aaaaaaaaaaaa"):
        check_files(both, NOW)


def test_the_parents_ledger_marks_lines(tmp_path: Path) -> None:
    given = files(tmp_path, manifest("a"), PatchTests(), record("a"))
    before = tmp_path / "before.json"
    before.write_bytes(write_ledger(()))
    marked = Files(
        manifest=given.manifest, patch_tests=given.patch_tests, ledger=given.ledger, before=before
    )
    assert "the patch adds this line" in check_files(marked, NOW).findings[0].note


def test_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    given = files(tmp_path, manifest("a"), PatchTests(), record("a"))
    given.manifest.write_bytes(b"{}")
    found = check_files(given, NOW)
    assert found.worst is Reason.MALFORMED_MANIFEST
    assert "m.json:1: Object missing required field `test_ids`" in found.findings[0].note
    given = files(tmp_path, manifest("a"), PatchTests(), record("a"))
    given.ledger.write_bytes(b"[]")
    assert check_files(given, NOW).worst is Reason.MALFORMED_RECORD
    given.patch_tests.write_bytes(b"[]")
    with pytest.raises(ArtifactError, match=r"p\.json:1"):
        check_files(given, NOW)


def test_the_clock_is_that_of_ci_unless_told() -> None:
    assert clock("2026-10-10T02:00:00+02:00") == datetime(2026, 10, 10, tzinfo=UTC)
    assert abs((clock("") - now()).total_seconds()) < 60
    with pytest.raises(UsageError, match="--now '2026-10-10' is not a time"):
        clock("2026-10-10")


def test_a_commit_without_a_ledger_holds_no_record() -> None:
    text = write_ledger([record("a")]).decode()
    given = case({"flake_freeze.json": text}, {})
    assert ledger_of(given, given.parent).records == (record("a"),)
    assert ledger_of(given, given.patch) == ledger()
    scope = scope_of(given, manifest("a"), PatchTests(), ledger(record("a", parent_sha="b" * 40)))
    assert scope.ancestors == frozenset({str(given.parent.sha)})
    assert scope.before == ledger_of(given, given.parent)


def test_all_is_derived_from_a_repository(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")
    project.commit({"tests/test_a.py": "def test_a():\n    assert 1\n"})
    ancestor = project.git("rev-parse", "HEAD")
    project.commit({"lib.py": ""})
    project.commit({"tests/test_new.py": "def test_new():\n    assert 1\n"})
    lines = tmp_path / "ledger.json"
    frozen = [
        record("a", test_id=TestId("tests/test_a.py::test_a"), parent_sha=ancestor),
        record("a", test_id=TestId("tests/test_new.py::test_new"), parent_sha=ancestor),
    ]
    lines.write_bytes(write_ledger(frozen))
    found = check_repository(
        Options(repo=project.at, parent="HEAD~1"),
        lines,
        NOW,
        RecordingProgress(),
        FakeEngine(Suite(from_words({}))),
    )
    assert [finding.reason for finding in found.findings] == [
        Reason.ASSERTION_HASH_MISMATCH,  # of an ancestor: its parent is not foreign
        Reason.FREEZE_OF_ADDED,
    ]
