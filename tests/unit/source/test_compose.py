import pytest

from freezegate.model.tree import Entry
from freezegate.source.compose import compose


def listing(text: str) -> dict[str, Entry]:
    """Read `path=blob` words."""
    pairs = (word.split("=") for word in text.split())
    return {path: Entry(mode="100644", blob=blob) for path, blob in pairs}


def is_test(path: str) -> bool:
    return path.startswith("tests/") or path.endswith("conftest.py")


@pytest.mark.parametrize(
    ("parent", "patch", "composed", "restored", "dropped"),
    [
        ("a=1 tests/t=1", "a=1 tests/t=1", "a=1 tests/t=1", "", ""),
        ("a=1 tests/t=1", "a=2 tests/t=2", "a=2 tests/t=1", "tests/t", ""),
        ("a=1 tests/t=1", "b=1", "b=1 tests/t=1", "tests/t", ""),
        ("a=1", "a=1 tests/t=1 conftest.py=1", "a=1", "", "conftest.py tests/t"),
        # A file where the parent's tests have a folder, and a folder where they have a file.
        ("tests/t=1", "tests=1 a=1", "a=1 tests/t=1", "tests/t", "tests"),
        ("tests/t=1", "tests=1", "tests/t=1", "tests/t", "tests"),
        (
            "p/conftest.py=1",
            "p/conftest.py/x=1",
            "p/conftest.py=1",
            "p/conftest.py",
            "p/conftest.py/x",
        ),
        ("", "", "", "", ""),
    ],
)
def test_compose(parent: str, patch: str, composed: str, restored: str, dropped: str) -> None:
    result = compose(listing(parent), listing(patch), is_test)
    assert result.listing == listing(composed)
    assert list(result.listing) == sorted(result.listing)
    assert result.restored == tuple(restored.split())
    assert result.dropped == tuple(dropped.split())


def test_a_changed_mode_is_a_change() -> None:
    parent = {"tests/t": Entry(mode="100644", blob="1")}
    patch = {"tests/t": Entry(mode="100755", blob="1")}
    assert compose(parent, patch, is_test).restored == ("tests/t",)
