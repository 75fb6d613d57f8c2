"""Which units are fixtures, and which answers to a name."""

import ast

import pytest

from freezegate.source.fixtures import Fixture, Shelf, fixture
from freezegate.source.modules import Unit
from freezegate.source.reach import Reach, Units


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@pytest.fixture\ndef a(b, *, c): pass", Fixture("a", frozenset("bc"), always=False)),
        ("@fixture()\ndef a(): pass", Fixture("a", frozenset(), always=False)),
        ("@x.async_fixture\nasync def a(): pass", Fixture("a", frozenset(), always=False)),
        ("@fixture(name='n')\ndef a(): pass", Fixture("n", frozenset(), always=False)),
        ("@fixture(name=N)\ndef a(): pass", Fixture("a", frozenset(), always=True)),
        ("@fixture(autouse=True)\ndef a(): pass", Fixture("a", frozenset(), always=True)),
        ("@fixture(autouse=False)\ndef a(): pass", Fixture("a", frozenset(), always=False)),
        ("@fixture(autouse=ON)\ndef a(): pass", Fixture("a", frozenset(), always=True)),
        ("@fixture(**k)\ndef a(): pass", Fixture("a", frozenset(), always=True)),
        ("@cache\n@fixture\ndef a(): pass", Fixture("a", frozenset(), always=False)),
        ("@f()()\ndef a(): pass", None),
        ("def a(): pass", None),
        ("a = fixture(b)", None),
    ],
)
def test_a_decorator_makes_a_fixture(source: str, expected: Fixture | None) -> None:
    assert fixture(Unit("conftest.py", (0,), ast.parse(source).body[0])) == expected


FILES = {
    "conftest.py": b"import pytest\n@pytest.fixture\ndef near(): 1\n@pytest.fixture\ndef far(): 1",
    "tests/conftest.py": b"import pytest\n@pytest.fixture\ndef near(near): pass\nfar = 1\n",
    "tests/unit/conftest.py": b"import pytest\n@pytest.fixture\ndef far(): pass\n",
    "tests/test_a.py": b"def test_a(near, far): pass\n",
    "tests/unit/test_b.py": b"def test_b(near, far): pass\n",
}


def paths(units: Units) -> list[str]:
    return sorted(unit.path for unit in units)


def test_files_are_seen_from_the_nearest_up() -> None:
    shelf = Shelf(Reach(FILES, {}))
    assert shelf.visible("tests/test_a.py") == (
        "tests/test_a.py",
        "tests/conftest.py",
        "conftest.py",
    )
    assert len(shelf.everything("tests/test_a.py")) == 7


def test_the_nearest_fixture_answers_and_one_that_asks_for_its_own_name_asks_on() -> None:
    shelf = Shelf(Reach(FILES, {}))
    assert paths(shelf.wanted("tests/test_a.py", "near")) == ["conftest.py", "tests/conftest.py"]
    assert paths(shelf.wanted("tests/unit/test_b.py", "far")) == ["tests/unit/conftest.py"]


def test_what_may_be_no_fixture_does_not_hide_one() -> None:
    shelf = Shelf(Reach(FILES, {}))
    assert paths(shelf.wanted("tests/test_a.py", "far")) == ["conftest.py", "tests/conftest.py"]
    assert shelf.wanted("tests/test_a.py", "tmp_path") == frozenset()
