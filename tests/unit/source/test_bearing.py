import pytest

from freezegate.source.bearing import standing_on, words_of


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("tests/helpers.py", {"helpers"}),
        ("tests/pack/__init__.py", {"pack"}),
        ("__init__.py", {"__init__"}),
        ("tests/conftest.py", {"conftest"}),
        (
            "tests/cases/one.case.json",
            {"one.case.json", "one", "tests", "cases", "case.json", "json"},
        ),
        ("tests/.hidden", {".hidden", "hidden", "tests"}),
        ("notes", {"notes"}),
    ],
)
def test_the_words_that_a_file_may_be_named_by(path: str, words: set[str]) -> None:
    assert words_of(path) == words


MODULES = ("tests/test_a.py", "tests/sub/test_b.py", "other/test_a.py", "tests/helpers.py")


@pytest.mark.parametrize(
    ("path", "modules"),
    [
        ("tests/conftest.py", {"tests/test_a.py", "tests/sub/test_b.py", "tests/helpers.py"}),
        ("tests/sub/__init__.py", {"tests/sub/test_b.py"}),
        ("conftest.py", set(MODULES)),
        ("tests/helpers.py", set()),
        ("tests/__snapshots__/test_a.ambr", {"tests/test_a.py", "other/test_a.py"}),
        ("tests/snapshots/snap_test_b.py", set()),
        ("tests/test_b/one.txt", {"tests/sub/test_b.py"}),
        ("tests/snap_test_b/one.txt", {"tests/sub/test_b.py"}),
        ("tests/data.json", set()),
    ],
)
def test_the_modules_that_stand_on_a_file_by_its_place(path: str, modules: set[str]) -> None:
    assert standing_on(path, MODULES) == modules
