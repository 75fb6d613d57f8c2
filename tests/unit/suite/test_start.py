from datetime import timedelta

import msgspec
import pytest

from freezegate.model.ids import TestId
from freezegate.suite.start import Collected, Narrowed, flawed_lines, stray_lines
from tests.ledgers import NOW, hashed, ledger, named, record

FILE = "tests/properties/test_bounds.py"
A = named("a")
WHOLE = Collected(
    hashes={A: hashed("a")},
    whole=frozenset({FILE}),
    broken=frozenset(),
    there=frozenset({FILE}),
    narrowed=Narrowed(),
)


def test_every_line_that_cannot_stand_is_named() -> None:
    lines = ledger(
        record("a"),
        "flawed",
        record("b", expires_at=NOW),
        record("a"),
        record("c", expires_at=NOW - timedelta(days=1)),
        record("c"),
    )
    assert flawed_lines(lines, NOW, "L") == (
        "L:3: flawed",
        f"L:4: {named('b')} expired 2026-10-10T00:00:00Z; delete the record and earn a new one",
        f"L:5: {A} stands at line 2 as well; keep one record of a test",
        f"L:6: {named('c')} expired 2026-10-09T00:00:00Z; delete the record and earn a new one",
        f"L:7: {named('c')} stands at line 6 as well; keep one record of a test",
    )


def test_a_record_that_expires_later_stands() -> None:
    assert flawed_lines(ledger(record("a", expires_at=NOW + timedelta(seconds=1))), NOW, "L") == ()


def test_two_lines_that_name_no_test_are_not_the_same() -> None:
    lines = msgspec.structs.replace(ledger("", ""))
    assert flawed_lines(lines, NOW, "L") == ("L:2: flawed", "L:3: flawed")


def test_a_record_that_fits_stands_in_either_spelling_of_its_hash() -> None:
    bare = hashed("a").removeprefix("sha256:")
    lines = ledger(record("a"), record("a", assertion_hash=bare), "flawed")
    assert stray_lines(lines, WHOLE, "L") == ()


def test_another_hash_is_named_with_both() -> None:
    (flaw,) = stray_lines(ledger(record("a", assertion_hash="by hand")), WHOLE, "L")
    assert flaw.startswith(
        f"L:2: {A}: its assertion hash is {hashed('a')}, the record has by hand; "
        "the test is not the one that was frozen: delete the record, or undo the edit"
    )


def test_a_test_that_cannot_be_hashed_is_named_with_why() -> None:
    found = msgspec.structs.replace(WHOLE, hashes={A: "no file of the tests"})
    assert stray_lines(ledger(record("a")), found, "L") == (f"L:2: {A}: no file of the tests",)


NO_FILE = f"there is no file {FILE} below pytest's rootdir"
NO_TEST = f"{FILE} was collected and has no such test"
NO_PART = f"the whole suite was collected, and {FILE} is no part of it"


@pytest.mark.parametrize(
    ("collected", "why"),
    [
        (WHOLE, NO_TEST),
        (msgspec.structs.replace(WHOLE, narrowed=Narrowed(files=True)), NO_TEST),
        (msgspec.structs.replace(WHOLE, narrowed=Narrowed(inside=frozenset({FILE}))), ""),
        (
            msgspec.structs.replace(WHOLE, narrowed=Narrowed(inside=frozenset({"other.py"}))),
            NO_TEST,
        ),
        (msgspec.structs.replace(WHOLE, narrowed=Narrowed(everywhere=True)), ""),
        (msgspec.structs.replace(WHOLE, whole=frozenset()), NO_PART),
        (msgspec.structs.replace(WHOLE, whole=frozenset(), narrowed=Narrowed(files=True)), ""),
        (msgspec.structs.replace(WHOLE, broken=frozenset({FILE})), ""),
        (msgspec.structs.replace(WHOLE, there=frozenset()), NO_FILE),
        (
            msgspec.structs.replace(
                WHOLE, there=frozenset(), whole=frozenset(), narrowed=Narrowed(files=True)
            ),
            NO_FILE,
        ),
    ],
)
def test_a_test_that_is_not_there_is_refused_unless_the_run_did_not_come_to_it(
    collected: Collected, why: str
) -> None:
    gone = record("gone")
    expected = (f"L:2: {gone.test_id}: {why}; delete the record",) if why else ()
    assert stray_lines(ledger(gone), collected, "L") == expected


def test_an_id_with_parameters_belongs_to_its_file() -> None:
    gone = record("a", test_id=TestId(f"{FILE}::test_a[x::y]"))
    (flaw,) = stray_lines(ledger(gone), WHOLE, "L")
    assert NO_TEST in flaw
