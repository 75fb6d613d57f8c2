"""Which files a test may read."""

import pytest

from freezegate.source.inputs import Inputs

FILES = {
    "tests/unit/golden/orders.json": b"{}",
    "tests/unit/beside.csv": b"a",
    "tests/unit/two words.txt": b"a",
    "tests/unit/.hidden": b"a",
    "tests/unit/LICENSE": b"a",
    "tests/far/other.csv": b"a",
    "tests/far/sample.py": b"x = 1",
    "tests/far/test_b.py": b"x = 1",
    "tests/unit/__snapshots__/test_a.ambr": b"a",
    "tests/unit/__snapshots__/test_ab.ambr": b"a",
    "tests/unit/test_a/one.yml": b"a",
    "tests/unit/snapshots/snap_test_a.py": b"a",
    "data/rates.csv": b"1",
}


def inputs(files: dict[str, bytes] | None = None) -> Inputs:
    return Inputs(FILES if files is None else files, ("tests/",), ("data/rates.csv", "data/no.csv"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("orders.json", "tests/unit/golden/orders.json"),
        ("see golden/orders.json!", "tests/unit/golden/orders.json"),
        ("orders", "tests/unit/golden/orders.json"),
        ("golden", "tests/unit/golden/orders.json"),
        ("ders.json", "tests/unit/golden/orders.json"),
        ("tests", ""),
        ("order", ""),
        (".csv", "tests/unit/beside.csv"),
        ("*.csv", "tests/unit/beside.csv"),
        ("other.csv", "tests/far/other.csv"),
        ("a two words.txt", "tests/unit/two words.txt"),
        ("LICENSE", "tests/unit/LICENSE"),
        (".hidden", "tests/unit/.hidden"),
        ("sample.py", "tests/far/sample.py"),
        ("sample", ""),
        ("far", "tests/far/other.csv tests/far/sample.py"),
        ("test_b.py", ""),
        ("", ""),
    ],
)
def test_a_string_mentions_files(text: str, expected: str) -> None:
    found = inputs().mentioned("tests/unit/test_a.py", frozenset({text}))
    assert " ".join(sorted(found)) == expected


def test_nothing_is_mentioned_where_nothing_is_read() -> None:
    assert inputs({}).mentioned("tests/test_a.py", frozenset({"orders"})) == frozenset()


def test_an_answer_is_kept() -> None:
    kept = inputs()
    first = kept.mentioned("tests/unit/test_a.py", frozenset({"orders"}))
    assert kept.mentioned("tests/unit/test_a.py", frozenset({"orders"})) is first
    assert kept.snapshots("tests/unit/test_a.py") is kept.snapshots("tests/unit/test_a.py")
    assert kept.digest(first) is kept.digest(first)


def test_snapshots_belong_to_their_module() -> None:
    assert inputs().snapshots("tests/unit/test_a.py") == {
        "tests/unit/__snapshots__/test_a.ambr",
        "tests/unit/test_a/one.yml",
        "tests/unit/snapshots/snap_test_a.py",
    }
    assert inputs({"test_a/one.yml": b""}).snapshots("test_a.py") == {"test_a/one.yml"}


def test_the_digest_holds_declared_files_and_absence() -> None:
    nothing: frozenset[str] = frozenset()
    changed = FILES | {"data/rates.csv": b"2"}
    appeared = FILES | {"data/no.csv": b""}
    digests = [inputs(files).digest(nothing) for files in (FILES, changed, appeared)]
    assert len(set(digests)) == 3
    assert inputs().digest(frozenset({"tests/unit/beside.csv"})) not in digests
