import msgspec
import pytest

from freezegate.model.ids import TestId
from freezegate.model.manifest import (
    ChangeKind,
    Manifest,
    PatchTests,
    base_of,
    check_test_id,
    digits_of,
)

ONE, TWO = TestId("t.py::test_a"), TestId("t.py::test_b")
HASH = "0" * 64


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"test_ids": [ONE, ONE], "assertion_hashes": {ONE: HASH}}, "stands twice"),
        ({"test_ids": [ONE, TWO], "assertion_hashes": {ONE: HASH}}, "only one of test_ids"),
        ({"test_ids": [], "assertion_hashes": {ONE: HASH}}, "only one of test_ids"),
        ({"test_ids": [ONE], "assertion_hashes": {ONE: "abc"}}, "is no sha256"),
        ({"test_ids": ["/t.py::x"], "assertion_hashes": {"/t.py::x": HASH}}, "normal form"),
        ({"test_ids": [], "assertion_hashes": {}, "parent_sha": "abc"}, "not a full commit id"),
    ],
)
def test_what_no_manifest_holds(fields: dict[str, object], said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        msgspec.convert(fields, type=Manifest)


def test_the_texts_own_files_are_read() -> None:
    manifest = msgspec.convert({"test_ids": [ONE], "assertion_hashes": {ONE: HASH}}, type=Manifest)
    assert (manifest.parent_sha, manifest.pytest_version, manifest.manifest_version) == ("", "", 1)
    patch = msgspec.convert({"added": [ONE], "renamed_to": [], "rewritten": [TWO]}, type=PatchTests)
    assert patch.of(ONE) is ChangeKind.ADDED


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"added": [ONE], "rewritten": [ONE]}, "stands twice"),
        ({"added": ["./t.py::x"]}, "normal form"),
        ({"patch_sha": "abc"}, "not a full commit id"),
        ({"parent_sha": "abc"}, "not a full commit id"),
        ({"frozen": []}, "unknown field"),
    ],
)
def test_what_no_classification_holds(fields: dict[str, object], said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        msgspec.convert(fields, type=PatchTests)


@pytest.mark.parametrize(
    ("test_id", "kind"),
    [
        ("t.py::test_a[1]", ChangeKind.REWRITTEN),
        ("t.py::test_a", ChangeKind.REWRITTEN),
        ("t.py::test_b[1]", ChangeKind.ADDED),
        ("t.py::test_b[2]", ChangeKind.UNTOUCHED),
        ("t.py::test_b", ChangeKind.UNTOUCHED),
        ("t.py::test_c", ChangeKind.RENAMED_TO),
        ("t.py::test_d", ChangeKind.UNTOUCHED),
    ],
)
def test_a_test_stands_for_its_parameters(test_id: str, kind: ChangeKind) -> None:
    patch = PatchTests(
        rewritten=(ONE,), added=(TestId("t.py::test_b[1]"),), renamed_to=(TestId("t.py::test_c"),)
    )
    assert patch.of(TestId(test_id)) is kind


@pytest.mark.parametrize(
    ("test_id", "base"),
    [
        ("t.py::f", "t.py::f"),
        ("t.py::f[a[b]]", "t.py::f"),
        ("t.py::f[a", "t.py::f[a"),
        ("t.py::C::f[a::b]", "t.py::C::f"),
    ],
)
def test_an_id_without_its_parameters(test_id: str, base: str) -> None:
    assert base_of(TestId(test_id)) == base


@pytest.mark.parametrize("test_id", ["t.py::f", "a/b/t.py::C::f[/../x]", "t.py::f[\\]"])
def test_parameters_may_hold_what_paths_may_not(test_id: str) -> None:
    check_test_id(test_id)


@pytest.mark.parametrize(
    ("text", "digits"),
    [(HASH, HASH), (f"sha256:{HASH}", HASH), ("sha256:0", ""), (f"{HASH}\n", ""), ("", "")],
)
def test_the_digits_of_a_hash(text: str, digits: str) -> None:
    assert digits_of(text) == digits
