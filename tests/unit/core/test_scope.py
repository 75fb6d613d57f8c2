"""The two tables of the scope gate: what a line of the ledger comes to, row for row."""

from datetime import timedelta

import msgspec
import pytest

from freezegate.core.scope import Scope, check_scope, eligible_ids, no_manifest
from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord, Ledger
from freezegate.model.manifest import PatchTests
from freezegate.model.reason import Exit, Reason
from tests.ledgers import NOW, ledger, manifest, named, record, scope

TESTS = ("a", "b", "c")
LATER = NOW + timedelta(days=30)
LAPSED = NOW - timedelta(days=1)


def reasons(lines: Ledger, of: Scope) -> list[Reason]:
    return [finding.reason for finding in check_scope(lines, of, NOW).findings]


def exit_of(lines: Ledger, of: Scope) -> int:
    return int(check_scope(lines, of, NOW).worst.exit)


@pytest.mark.parametrize(
    ("frozen", "of", "reason", "code"),
    [
        # The text's table.
        (record("a"), scope(TESTS), Reason.FREEZE_ELIGIBLE, 0),
        (record("new"), scope(TESTS, added=["new"]), Reason.FREEZE_OF_ADDED, 2),
        (record("new"), scope(TESTS, renamed_to=["new"]), Reason.FREEZE_OF_RENAMED, 2),
        (record("a"), scope(TESTS, rewritten=["a"]), Reason.FREEZE_OF_REWRITTEN, 2),
        (
            record("a", assertion_hash="0" * 64),
            scope(TESTS),
            Reason.ASSERTION_HASH_MISMATCH,
            3,
        ),
        # The exit codes of the design.
        (record("a", assertion_hash="by hand"), scope(TESTS), Reason.ASSERTION_HASH_MISMATCH, 3),
        (record("gone"), scope(TESTS), Reason.UNKNOWN_TEST_ID, 3),
        (record("a", parent_sha="b" * 40), scope(TESTS), Reason.FOREIGN_PARENT, 3),
        (record("a", expires_at=NOW), scope(TESTS), Reason.FREEZE_EXPIRED, 4),
        (record("a", expires_at=LAPSED), scope(TESTS), Reason.FREEZE_EXPIRED, 4),
        # The gravest of one line: 2 before 3 before 4.
        (
            record("a", expires_at=LAPSED),
            scope(TESTS, rewritten=["a"]),
            Reason.FREEZE_OF_REWRITTEN,
            2,
        ),
        (record("gone", expires_at=LAPSED), scope(TESTS), Reason.UNKNOWN_TEST_ID, 3),
        (
            record("a", expires_at=LAPSED, parent_sha="b" * 40),
            scope(TESTS),
            Reason.FOREIGN_PARENT,
            3,
        ),
    ],
)
def test_what_one_line_comes_to(frozen: FreezeRecord, of: Scope, reason: Reason, code: int) -> None:
    assert reasons(ledger(frozen), of) == [reason]
    assert exit_of(ledger(frozen), of) == code


def test_the_texts_illustration_one_self_issued_line_and_two_good_ones() -> None:
    names = [f"t{number}" for number in range(12)]
    of = scope(names, added=["new1", "new2"], rewritten=["t3"])
    lines = ledger(record("t0"), record("new1"), record("t5"))
    assert reasons(lines, of) == [
        Reason.FREEZE_ELIGIBLE,
        Reason.FREEZE_OF_ADDED,
        Reason.FREEZE_ELIGIBLE,
    ]
    assert exit_of(lines, of) == Exit.SELF_FREEZE
    assert len(eligible_ids(of.manifest, of.patch)) == 11


@pytest.mark.parametrize(
    ("frozen", "code"),
    [
        ((record("a", expires_at=LAPSED), record("b"), record("new")), 2),
        ((record("a", expires_at=LAPSED), record("gone"), record("b")), 3),
        ((record("b"), record("a", expires_at=LAPSED)), 4),
        ((record("a"), record("b")), 0),
        ((), 0),
    ],
)
def test_a_stale_date_hides_nothing_graver(frozen: tuple[FreezeRecord, ...], code: int) -> None:
    assert exit_of(ledger(*frozen), scope(TESTS, added=["new"])) == code


def test_a_ledger_without_a_record_says_so() -> None:
    (finding,) = check_scope(ledger(), scope(TESTS), NOW).findings
    assert (finding.subject, finding.reason) == ("ledger", Reason.LEDGER_EMPTY)


def test_a_line_that_cannot_be_read_is_graver_where_the_patch_made_its_test() -> None:
    lines = ledger(named("a"), named("new"), "")
    found = check_scope(lines, scope(TESTS, added=["new"]), NOW).findings
    assert [finding.reason for finding in found] == [
        Reason.MALFORMED_RECORD,
        Reason.FREEZE_OF_ADDED,
        Reason.MALFORMED_RECORD,
    ]
    assert found[0].note == "line 2; L:2: flawed"
    assert found[2].subject == "ledger line 4"


def test_two_lines_of_one_test_are_refused_both() -> None:
    lines = ledger(record("a"), record("a", witness="other"), record("b"))
    found = check_scope(lines, scope(TESTS), NOW).findings
    assert [finding.reason for finding in found] == [
        Reason.MALFORMED_RECORD,
        Reason.MALFORMED_RECORD,
        Reason.FREEZE_ELIGIBLE,
    ]
    assert f"{named('a')} stands on more than one line" in found[0].note


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ({"expires_at": LAPSED}, {"expires_at": LATER}, Reason.FREEZE_COPIED_FORWARD),
        ({"expires_at": NOW}, {"expires_at": LATER}, Reason.FREEZE_COPIED_FORWARD),
        ({"expires_at": LAPSED}, {"evidence": "another"}, Reason.FREEZE_ELIGIBLE),
        ({"expires_at": LAPSED, "test_id": named("b")}, {}, Reason.FREEZE_ELIGIBLE),
        ({"expires_at": LAPSED, "assertion_hash": "0" * 64}, {}, Reason.FREEZE_ELIGIBLE),
        ({"expires_at": LATER}, {}, Reason.FREEZE_ELIGIBLE),
    ],
)
def test_a_lapsed_record_is_not_carried_on(
    old: dict[str, object], new: dict[str, object], reason: Reason
) -> None:
    of = scope(TESTS, before=ledger(record("a", **old)))
    assert reasons(ledger(record("a", **new)), of) == [reason]


@pytest.mark.parametrize(
    ("before", "marked"),
    [
        (None, ""),
        (ledger(), "the patch adds this line"),
        (ledger(record("b")), "the patch adds this line"),
        (ledger(record("a", reason="another")), "the patch alters this line"),
        (ledger(record("a")), ""),
    ],
)
def test_lines_that_the_patch_adds_or_alters_are_marked(before: Ledger | None, marked: str) -> None:
    (finding,) = check_scope(ledger(record("a")), scope(TESTS, before=before), NOW).findings
    assert finding.reason is Reason.FREEZE_ELIGIBLE
    assert ("the patch" in finding.note) is bool(marked)
    assert marked in finding.note


def test_where_no_commit_is_known_the_parent_is_not_compared() -> None:
    line = ledger(record("a", parent_sha="b" * 40))
    assert reasons(line, scope(TESTS, ancestors=None)) == [Reason.FREEZE_ELIGIBLE]


def test_a_test_stands_for_all_its_parameters_and_never_the_other_way_round() -> None:
    one, other = TestId("t.py::test_it[1]"), TestId("t.py::test_it[2]")
    whole = TestId("t.py::test_it")
    of = Scope(
        manifest=manifest(
            (), test_ids=(one, other), assertion_hashes={one: "0" * 64, other: "0" * 64}
        ),
        patch=PatchTests(rewritten=(whole,), why={whole: "the diff changes line 3"}),
        ancestors=None,
        before=None,
    )
    frozen = record("a", test_id=one, assertion_hash="0" * 64)
    (finding,) = check_scope(ledger(frozen), of, NOW).findings
    assert finding.reason is Reason.FREEZE_OF_REWRITTEN
    assert "the diff changes line 3" in finding.note
    assert eligible_ids(of.manifest, of.patch) == frozenset()
    untouched = msgspec.structs.replace(of, patch=PatchTests(rewritten=(other,)))
    assert eligible_ids(of.manifest, untouched.patch) == {one}
    bare = record("a", test_id=whole, assertion_hash="0" * 64)
    assert reasons(ledger(bare), untouched) == [Reason.UNKNOWN_TEST_ID]


def test_a_hash_is_the_same_in_either_spelling() -> None:
    digits = record("a").assertion_hash.removeprefix("sha256:")
    assert reasons(ledger(record("a", assertion_hash=digits)), scope(TESTS)) == [
        Reason.FREEZE_ELIGIBLE
    ]


def test_without_a_manifest_no_line_is_in_scope() -> None:
    result = no_manifest("M:1: no JSON")
    assert (result.worst, result.findings[0].note) == (Reason.MALFORMED_MANIFEST, "M:1: no JSON")
    assert result.worst.exit == Exit.IDENTITY
