"""Where an import leads, from paths alone."""

import pytest

from freezegate.source.finder import Finder, above

PATHS = (
    "conftest.py",
    "src/app/testing/__init__.py",
    "src/app/testing/make.py",
    "tests/__init__.py",
    "tests/helpers.py",
    "tests/unit/helpers.py",
    "tests/unit/test_a.py",
    "tests/lib/deep/odd.py",
    "tests/lib/pack/__init__.py",
    "tests/readme.txt",
)


@pytest.mark.parametrize(
    ("level", "target", "expected"),
    [
        (0, "helpers.f", "tests/unit/helpers.py:f tests/helpers.py:f"),
        (0, "tests.helpers.f", "tests/__init__.py:helpers.f tests/helpers.py:f"),
        (0, "tests.absent", "tests/__init__.py:absent"),
        (0, "tests.unit.helpers", "tests/__init__.py:unit.helpers tests/unit/helpers.py:"),
        (0, "app.testing.make.f", "src/app/testing/__init__.py:make.f src/app/testing/make.py:f"),
        (0, "app.orders.f", ""),
        (0, "json.dumps", ""),
        (0, "odd.f", "tests/lib/deep/odd.py:f"),
        (0, "pack.f", "tests/lib/pack/__init__.py:f"),
        (0, "conftest.x", "conftest.py:x"),
        (0, "readme", ""),
        (1, "helpers.f", "tests/unit/helpers.py:f"),
        (2, "helpers.f", "tests/__init__.py:helpers.f tests/helpers.py:f"),
        (2, "absent", "tests/__init__.py:absent"),
        (3, "conftest.x", "conftest.py:x"),
        (4, "conftest.x", ""),
    ],
)
def test_an_import_leads_to_files(level: int, target: str, expected: str) -> None:
    finder = Finder(PATHS, {"app": "src"})
    places = finder.places("tests/unit/test_a.py", level, tuple(target.split(".")))
    assert " ".join(f"{place.path}:{'.'.join(place.rest)}" for place in places) == expected


def test_the_last_module_on_the_way_alone_must_answer() -> None:
    finder = Finder(PATHS, {})
    places = finder.places("tests/unit/test_a.py", 0, ("tests", "helpers", "f"))
    assert [place.only for place in places] == [False, True]


def test_a_served_package_may_lie_at_the_top() -> None:
    finder = Finder(["app/testing.py"], {"app": "."})
    assert finder.places("tests/test_a.py", 0, ("app", "testing"))[0].path == "app/testing.py"


def test_folders_are_named_from_the_nearest_up() -> None:
    assert above("a/b/c.py") == ("a/b", "a", "")
    assert above("c.py") == ("",)
