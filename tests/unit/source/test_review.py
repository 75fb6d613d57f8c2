"""What a diff edits of the oracle."""

import pytest

from freezegate.source.review import edits_oracle

TEST = "def test_a(x=1, *, y=2, z):\n    v = f(x)\n    assert v < 3 and v\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # What is no edit of an oracle.
        ("v = f(x)", "v = g(x)", []),
        ("v = f(x)", "v = f( x )  # said", []),
        ("v = f(x)", "'v'\n    v = f(x)", []),
        ("def test_a", "import b\n\ndef test_a", []),
        # Comparisons and assertions.
        ("< 3", "<= 3", ["assertion in test_a", "comparison in test_a"]),
        ("< 3", "< 4", ["assertion in test_a", "comparison in test_a"]),
        ("and v", "or v", ["assertion in test_a"]),
        ("    assert v < 3 and v\n", "", ["assertion in test_a", "comparison in test_a"]),
        ("v = f(x)", "v = f(x) if x == 1 else 0", ["comparison in test_a"]),
        ("v = f(x)", "self.assertLess(v, 2)", ["assertion in test_a"]),
        ("def test_a", "OK = A > 1\n\ndef test_a", ["comparison at module level"]),
        # Bounds.
        ("v = f(x)", "v = min(f(x), 3)", ["bound in test_a"]),
        ("v = f(x)", "v = pytest.approx(f(x), 3)", ["bound in test_a"]),
        ("v = f(x)", "v = f()(x)", []),
        ("x=1", "x=2", ["default of x in test_a"]),
        ("y=2", "y=3", ["default of y in test_a"]),
        ("y=2", "y", ["default of y in test_a"]),
        # Fixtures.
        ("def test_a", "@pytest.fixture\ndef b(): return 1\n\ndef test_a", ["fixture b"]),
        ("def test_a", "class A:\n @fixture()\n def b(): return 1\n\ndef test_a", ["fixture A.b"]),
        ("def test_a", "@cache\ndef b(): return 1\n\ndef test_a", []),
    ],
)
def test_an_edit_is_told(old: str, new: str, expected: list[str]) -> None:
    before = {"tests/test_a.py": TEST.encode()}
    after = {"tests/test_a.py": TEST.replace(old, new, 1).encode()}
    assert edits_oracle(before, after) == tuple(
        f"tests/test_a.py: {what} changes" for what in expected
    )
    assert edits_oracle(after, before) == edits_oracle(before, after)


def test_a_file_that_one_side_lacks_is_empty_there() -> None:
    assert edits_oracle({}, {"a.py": b"x = 1 < 2\n", "b.py": b"y = 1\n"}) == (
        "a.py: comparison at module level changes",
    )
    assert edits_oracle({"a.py": b"assert x\n"}, {}) == ("a.py: assertion at module level changes",)


def test_equal_files_are_not_read() -> None:
    assert edits_oracle({"a.py": b"def ("}, {"a.py": b"def ("}) == ()


@pytest.mark.parametrize(("before", "after"), [(b"def (", b"x = 1"), (b"x = 1", b"def (")])
def test_a_file_that_does_not_parse_is_listed(before: bytes, after: bytes) -> None:
    assert edits_oracle({"a.py": before}, {"a.py": after}) == (
        "a.py: does not parse, so what it edits cannot be told",
    )
