"""What the classifier says of a patch to tests: a row for each kind of edit."""

from typing import NamedTuple

import pytest

from freezegate.model.manifest import ChangeKind
from freezegate.source.changes import classify
from freezegate.source.closure import Suite
from freezegate.source.diff import Diff, FileChange, Hunk
from freezegate.source.manifest import Known, items_of, known
from tests.changes import NAMING, Files, More, classified, kinds

ADDED, RENAMED = ChangeKind.ADDED, ChangeKind.RENAMED_TO
REWRITTEN, UNTOUCHED = ChangeKind.REWRITTEN, ChangeKind.UNTOUCHED

A = "tests/test_a.py"


class Row(NamedTuple):
    """A patch, and the kind of each id of its tests (by what stands behind the file)."""

    before: Files
    after: Files
    expected: dict[str, ChangeKind]
    more: More | None = None
    more_after: More | None = None


def one(before: str, after: str, **expected: ChangeKind) -> Row:
    """A patch to one test file; ids are named by the function."""
    return Row({A: before}, {A: after}, {f"{A}::{name}": kind for name, kind in expected.items()})


def beside(
    path: str, before: str | None, after: str | None, text: str, **expected: ChangeKind
) -> Row:
    """A patch to another file than the tests', which stay as they are."""
    one_side = {A: text} | ({} if before is None else {path: before})
    other = {A: text} | ({} if after is None else {path: after})
    return Row(one_side, other, {f"{A}::{name}": kind for name, kind in expected.items()})


TWO = """
    def test_a():
        assert f(1) >= 0

    def test_b():
        assert f(2) >= 0
    """
PARAMS = """
    import pytest

    @pytest.mark.parametrize("n", [1, 2])
    def test_a(n):
        assert n > 0
    """
CLASS = """
    import helpers
    class TestIt(helpers.Base):
        limit = 3
        def test_a(self):
            assert self.limit > 0
        def test_b(self):
            assert helpers.up(1) > 1
    """
HELPERS = """
    class Base:
        def check(self):
            assert True
        def test_inherited(self):
            assert 1
    def up(n):
        return n + 1
    def down(n):
        return n - 1
    LIMIT = 3
    """
USES = """
    from tests.helpers import up, LIMIT
    def test_up():
        assert up(1) == 2
    def test_limit():
        assert LIMIT == 3
    def test_neither():
        assert 1
    """
FIXED = """
    def test_asks(store):
        assert store
    def test_plain():
        assert 1
    """
CONFTEST = """
    import pytest
    @pytest.fixture
    def store():
        return [1]
    @pytest.fixture
    def other():
        return 2
    """
MOVED = """
    def test_a():
        assert f(1) >= 0

    def test_b():
        assert f(2) >= 0

    def test_c():
        value = f(3)
        assert value >= 0
    """

ROWS = {
    # The test itself.
    "body": one(TWO, TWO.replace("f(1) >= 0", "f(1) >= -1"), test_a=REWRITTEN, test_b=UNTOUCHED),
    "an assertion deleted": one(
        TWO, TWO.replace("assert f(1) >= 0", "f(1)"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a decorator added": one(
        TWO, TWO.replace("def test_a", "@slow\n    def test_a"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a decorator removed": one(
        TWO.replace("def test_a", "@slow\n    def test_a"), TWO, test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a decorator changed": one(
        TWO.replace("def test_a", "@retry(1)\n    def test_a"),
        TWO.replace("def test_a", "@retry(2)\n    def test_a"),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a marker's id": one(
        TWO.replace("def test_a", "@pytest.mark.property(id='x')\n    def test_a"),
        TWO.replace("def test_a", "@pytest.mark.property(id='y')\n    def test_a"),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "an edited list of parameters": one(
        PARAMS, PARAMS.replace("[1, 2]", "[1, 3]"), test_a=REWRITTEN
    ),
    "a new parameter is an added id": Row(
        {A: PARAMS},
        {A: PARAMS.replace("[1, 2]", "[1, 2, 3]")},
        {
            f"{A}::test_a": REWRITTEN,
            f"{A}::test_a[1]": REWRITTEN,
            f"{A}::test_a[3]": ADDED,
        },
        {f"{A}::test_a[1]": (A, "test_a")},
        {f"{A}::test_a[1]": (A, "test_a"), f"{A}::test_a[3]": (A, "test_a")},
    ),
    "fixture arguments": one(
        TWO, TWO.replace("test_a()", "test_a(store)"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a default argument": one(
        TWO.replace("test_a()", "test_a(n=1)"),
        TWO.replace("test_a()", "test_a(n=2)"),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "an annotation": one(
        TWO, TWO.replace("test_a()", "test_a() -> None"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a nested function": one(
        "def test_a():\n    def inner():\n        return 1\n    assert inner()\n",
        "def test_a():\n    def inner():\n        return 2\n    assert inner()\n",
        test_a=REWRITTEN,
    ),
    "a lambda": one(
        "def test_a():\n    assert (lambda n: n > 0)(1)\n",
        "def test_a():\n    assert (lambda n: n > -1)(1)\n",
        test_a=REWRITTEN,
    ),
    "made asynchronous": one(
        TWO, TWO.replace("def test_a", "async def test_a"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a long body, its last line": one(
        MOVED, MOVED.replace("value >= 0", "value > 0"), test_a=UNTOUCHED, test_c=REWRITTEN
    ),
    # Around the test: classes.
    "the header of its class": Row(
        {A: CLASS, "tests/helpers.py": HELPERS},
        {A: CLASS.replace("TestIt(helpers.Base)", "TestIt(object)"), "tests/helpers.py": HELPERS},
        {f"{A}::TestIt::test_a": REWRITTEN, f"{A}::TestIt::test_b": REWRITTEN},
    ),
    "a decorator of its class": one(
        "class TestIt:\n    def test_a(self):\n        assert 1\n",
        "@slow\nclass TestIt:\n    def test_a(self):\n        assert 1\n",
        **{"TestIt::test_a": REWRITTEN},
    ),
    "an attribute of its class": Row(
        {A: CLASS, "tests/helpers.py": HELPERS},
        {A: CLASS.replace("limit = 3", "limit = 4"), "tests/helpers.py": HELPERS},
        {f"{A}::TestIt::test_a": REWRITTEN, f"{A}::TestIt::test_b": REWRITTEN},
    ),
    "another method of its class": Row(
        {A: CLASS, "tests/helpers.py": HELPERS},
        {A: CLASS.replace("up(1) > 1", "up(1) > 0"), "tests/helpers.py": HELPERS},
        {f"{A}::TestIt::test_a": UNTOUCHED, f"{A}::TestIt::test_b": REWRITTEN},
    ),
    "a base class in another module": Row(
        {A: CLASS, "tests/helpers.py": HELPERS},
        {A: CLASS, "tests/helpers.py": HELPERS.replace("assert 1\n", "assert 2\n")},
        {
            f"{A}::TestIt::test_inherited": REWRITTEN,
            f"{A}::TestIt::test_a": UNTOUCHED,
            f"{A}::TestIt::test_b": UNTOUCHED,
        },
        {f"{A}::TestIt::test_inherited": ("tests/helpers.py", "Base.test_inherited")},
    ),
    "a test class renamed": one(
        "class TestIt:\n    def test_a(self):\n        assert f(1)\n",
        "class TestThat:\n    def test_a(self):\n        assert f(1)\n",
        **{"TestThat::test_a": RENAMED},
    ),
    "a method moved to another class": one(
        (
            "class TestIt:\n    def test_a(self):\n        assert f(1)\n"
            "class TestB:\n    def test_b(self):\n        assert 1\n"
        ),
        (
            "class TestIt:\n    pass\nclass TestB:\n    def test_b(self):\n"
            "        assert 1\n    def test_a(self):\n        assert f(1)\n"
        ),
        **{"TestB::test_a": RENAMED, "TestB::test_b": UNTOUCHED},
    ),
    "a method of unittest": one(
        (
            "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n"
            "        self.assertEqual(1, 1)\n    def test_b(self):\n        pass\n"
        ),
        (
            "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n"
            "        self.assertEqual(2, 2)\n    def test_b(self):\n        pass\n"
        ),
        **{"A::test_a": REWRITTEN, "A::test_b": UNTOUCHED},
    ),
    "setUp of unittest": one(
        (
            "import unittest\nclass A(unittest.TestCase):\n    def setUp(self):\n"
            "        self.n = 1\n    def test_a(self):\n        assert self.n\n"
        ),
        (
            "import unittest\nclass A(unittest.TestCase):\n    def setUp(self):\n"
            "        self.n = 2\n    def test_a(self):\n        assert self.n\n"
        ),
        **{"A::test_a": REWRITTEN},
    ),
    # Around the test: its module.
    "a helper in the module": one(
        (
            "def help():\n    return 1\ndef test_a():\n    assert help()\n"
            "def test_b():\n    assert 1\n"
        ),
        (
            "def help():\n    return 2\ndef test_a():\n    assert help()\n"
            "def test_b():\n    assert 1\n"
        ),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a constant in the module": one(
        "LIMIT = 3\ndef test_a():\n    assert LIMIT > 0\ndef test_b():\n    assert 1\n",
        "LIMIT = 4\ndef test_a():\n    assert LIMIT > 0\ndef test_b():\n    assert 1\n",
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "an import replaced": one(
        "from lib import price\ndef test_a():\n    assert price(1)\ndef test_b():\n    assert 1\n",
        (
            "from fakes import price\ndef test_a():\n    assert price(1)\n"
            "def test_b():\n    assert 1\n"
        ),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a rebinding at module level": one(
        TWO, TWO + "\n    test_a = test_b\n", test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "a rebinding of an attribute": one(
        TWO, TWO + "\n    test_a.__code__ = test_b.__code__\n", test_a=REWRITTEN
    ),
    "pytestmark": one(
        TWO,
        "\n    import pytest\n    pytestmark = pytest.mark.slow\n" + TWO,
        test_a=REWRITTEN,
        test_b=REWRITTEN,
    ),
    "the test that pollutes, not its victim": one(
        "SEEN = []\ndef test_first():\n    SEEN.append(1)\ndef test_victim():\n    assert f()\n",
        "SEEN = []\ndef test_first():\n    SEEN.append(2)\ndef test_victim():\n    assert f()\n",
        test_first=REWRITTEN,
        test_victim=UNTOUCHED,
    ),
    "defined again further down": one(
        TWO, TWO + "\n    def test_a():\n        pass\n", test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "its class defined again further down": one(
        "class TestIt:\n    def test_a(self):\n        assert 1\n",
        "class TestIt:\n    def test_a(self):\n        assert 1\n"
        "class TestIt:\n    def test_a(self):\n        pass\n",
        **{"TestIt::test_a": REWRITTEN},
    ),
    "two names swapped": one(
        TWO,
        TWO.replace("test_a", "test_x").replace("test_b", "test_a").replace("test_x", "test_b"),
        test_a=REWRITTEN,
        test_b=REWRITTEN,
    ),
    "an unrelated test beside it": one(
        TWO,
        TWO + "\n    def test_new():\n        assert 1\n",
        test_a=UNTOUCHED,
        test_b=UNTOUCHED,
        test_new=ADDED,
    ),
    "what exec may make": one(
        "exec('X = 1')\ndef test_a():\n    assert X\ndef other():\n    return 1\n",
        "exec('X = 1')\ndef test_a():\n    assert X\ndef other():\n    return 2\n",
        test_a=REWRITTEN,
    ),
    "what getattr may reach": one(
        (
            "import sys\ndef test_a():\n"
            "    assert getattr(sys.modules[__name__], NAME)\ndef other():\n"
            "    return 1\n"
        ),
        (
            "import sys\ndef test_a():\n"
            "    assert getattr(sys.modules[__name__], NAME)\ndef other():\n"
            "    return 2\n"
        ),
        test_a=REWRITTEN,
    ),
    "a hook that generates tests": one(
        (
            "def pytest_generate_tests(metafunc):\n"
            "    metafunc.parametrize('n', [1])\ndef test_a(n):\n    assert n\n"
        ),
        (
            "def pytest_generate_tests(metafunc):\n"
            "    metafunc.parametrize('n', [2])\ndef test_a(n):\n    assert n\n"
        ),
        test_a=REWRITTEN,
    ),
    "tests that a loop makes": Row(
        {A: "for n in (1, 2):\n    globals()[f'test_{n}'] = lambda n=n: n > 0\n"},
        {A: "for n in (1, 3):\n    globals()[f'test_{n}'] = lambda n=n: n > 0\n"},
        {f"{A}::test_1": REWRITTEN, f"{A}::test_3": ADDED},
        {f"{A}::test_1": (A, "<lambda>"), f"{A}::test_2": (A, "<lambda>")},
        {f"{A}::test_1": (A, "<lambda>"), f"{A}::test_3": (A, "<lambda>")},
    ),
    # Around the test: other files.
    "a helper in a test folder": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS.replace("n + 1", "n + 2"),
        USES,
        test_up=REWRITTEN,
        test_limit=UNTOUCHED,
        test_neither=UNTOUCHED,
    ),
    "a constant in a test folder": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS.replace("LIMIT = 3", "LIMIT = 4"),
        USES,
        test_up=UNTOUCHED,
        test_limit=REWRITTEN,
        test_neither=UNTOUCHED,
    ),
    "a helper that nobody reaches": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS.replace("n - 1", "n - 2"),
        USES,
        test_up=UNTOUCHED,
        test_limit=UNTOUCHED,
        test_neither=UNTOUCHED,
    ),
    "a star import takes all of it": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS.replace("n - 1", "n - 2"),
        "from tests.helpers import *\ndef test_up():\n    assert up(1)\n",
        test_up=REWRITTEN,
    ),
    "a fixture in conftest": beside(
        "tests/conftest.py",
        CONFTEST,
        CONFTEST.replace("[1]", "[2]"),
        FIXED,
        test_asks=REWRITTEN,
        test_plain=UNTOUCHED,
    ),
    "a fixture that nobody asks for": beside(
        "tests/conftest.py",
        CONFTEST,
        CONFTEST.replace("return 2", "return 3"),
        FIXED,
        test_asks=UNTOUCHED,
        test_plain=UNTOUCHED,
    ),
    "a fixture of every test": beside(
        "tests/conftest.py",
        CONFTEST,
        CONFTEST + "\n    @pytest.fixture(autouse=True)\n    def every():\n        patch()\n",
        FIXED,
        test_asks=REWRITTEN,
        test_plain=REWRITTEN,
    ),
    "the first conftest, with a hook": beside(
        "tests/conftest.py",
        None,
        "def pytest_runtest_call(item):\n    pass\n",
        FIXED,
        test_asks=REWRITTEN,
        test_plain=REWRITTEN,
    ),
    "an effect of the tests' package": beside(
        "tests/__init__.py",
        "",
        "import lib\nlib.f = fake\n",
        TWO,
        test_a=REWRITTEN,
        test_b=REWRITTEN,
    ),
    "a module that an import now finds": beside(
        "tests/lib.py",
        None,
        "def f(n):\n    return 1\n",
        "import lib\ndef test_a():\n    assert lib.f(1)\ndef test_b():\n    assert 1\n",
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a file that a test reads": beside(
        "tests/cases.json",
        "[1]",
        "[2]",
        "def test_a():\n    assert load('cases.json')\ndef test_b():\n    assert 1\n",
        # What a module mentions, each of its tests may read.
        test_a=REWRITTEN,
        test_b=REWRITTEN,
    ),
    "a file that no test reads": beside(
        "tests/notes.md", "one", "two", TWO, test_a=UNTOUCHED, test_b=UNTOUCHED
    ),
    "a snapshot": beside(
        "tests/__snapshots__/test_a.ambr",
        "# one",
        "# two",
        "def test_a(snapshot):\n    assert f() == snapshot\n",
        test_a=REWRITTEN,
    ),
    "the product alone": beside(
        "lib.py", "X = 1", "X = 2", TWO, test_a=UNTOUCHED, test_b=UNTOUCHED
    ),
    # Moves.
    "a file moved as it is": Row(
        {A: TWO},
        {"tests/test_z.py": TWO},
        {"tests/test_z.py::test_a": RENAMED, "tests/test_z.py::test_b": RENAMED},
    ),
    "a file moved to another folder": Row(
        {A: TWO},
        {"tests/sub/test_a.py": TWO},
        {"tests/sub/test_a.py::test_a": RENAMED, "tests/sub/test_a.py::test_b": RENAMED},
    ),
    "a file moved and edited": Row(
        {A: TWO},
        {"tests/test_z.py": TWO.replace("f(1) >= 0", "f(1) >= -1")},
        {"tests/test_z.py::test_a": RENAMED, "tests/test_z.py::test_b": RENAMED},
    ),
    "a file moved, a test added to it": Row(
        {A: TWO},
        {"tests/test_z.py": TWO + "\n    def test_c():\n        assert g()\n"},
        {
            "tests/test_z.py::test_a": RENAMED,
            "tests/test_z.py::test_b": RENAMED,
            "tests/test_z.py::test_c": ADDED,
        },
    ),
    "a test moved between files": Row(
        {A: TWO, "tests/test_z.py": "def test_z():\n    assert 1\n"},
        {
            A: "def test_b():\n    assert f(2) >= 0\n",
            "tests/test_z.py": "def test_z():\n    assert 1\ndef test_a():\n    assert f(1) >= 0\n",
        },
        {
            f"{A}::test_b": UNTOUCHED,
            "tests/test_z.py::test_z": UNTOUCHED,
            "tests/test_z.py::test_a": RENAMED,
        },
    ),
    "a test renamed": one(
        TWO, TWO.replace("def test_a", "def test_first"), test_first=RENAMED, test_b=UNTOUCHED
    ),
    "deleted and added again under a new name": one(
        TWO,
        (
            "def test_b():\n    assert f(2) >= 0\n\ndef test_bounds():\n"
            "    for n in range(9):\n        assert g(n)\n"
        ),
        test_b=UNTOUCHED,
        test_bounds=ADDED,
    ),
    "a file deleted and another added": Row(
        {A: "def test_a():\n    assert f(1) >= 0\n"},
        {
            "tests/test_q.py": (
                "import q\n\nXYZ = '@@@@'\n\n\nclass TestQ:\n    def test_q(self):\n"
                "        q.q(XYZ)\n"
            )
        },
        {"tests/test_q.py::TestQ::test_q": ADDED},
    ),
    "a copied file": Row(
        {A: TWO},
        {A: TWO, "tests/test_copy.py": TWO},
        {
            f"{A}::test_a": UNTOUCHED,
            f"{A}::test_b": UNTOUCHED,
            "tests/test_copy.py::test_a": ADDED,
            "tests/test_copy.py::test_b": ADDED,
        },
    ),
    "a copied test": one(
        TWO, TWO + "\n    def test_c():\n        assert f(1) >= 0\n", test_a=UNTOUCHED, test_c=ADDED
    ),
    "a test file split": Row(
        {A: MOVED},
        {
            A: MOVED[: MOVED.index("def test_c")],
            "tests/test_c.py": "def test_c():\n    value = f(3)\n    assert value >= 0\n",
        },
        {f"{A}::test_a": UNTOUCHED, f"{A}::test_b": UNTOUCHED, "tests/test_c.py::test_c": RENAMED},
    ),
    "two test files merged": Row(
        {
            A: "def test_a():\n    assert f(1)\n",
            "tests/test_z.py": "def test_z():\n    assert f(9)\n",
        },
        {A: "def test_a():\n    assert f(1)\ndef test_z():\n    assert f(9)\n"},
        {f"{A}::test_a": UNTOUCHED, f"{A}::test_z": RENAMED},
    ),
    "two equal bodies that are gone match none": one(
        "def test_a():\n    assert f(1)\ndef test_b():\n    assert f(1)\n",
        "def test_c():\n    assert f(1)\n",
        test_c=ADDED,
    ),
    # The diff is the stricter of the two.
    "reordered": one(
        (
            "def test_a():\n    assert f(1)\n\ndef test_b():\n    assert f(2)\n\n"
            "def test_c():\n    assert f(3)\n"
        ),
        (
            "def test_b():\n    assert f(2)\n\ndef test_c():\n    assert f(3)\n\n"
            "def test_a():\n    assert f(1)\n"
        ),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
        test_c=UNTOUCHED,
    ),
    "blanks inside": one(
        TWO, TWO.replace("f(1) >= 0", "f(1)  >=  0"), test_a=REWRITTEN, test_b=UNTOUCHED
    ),
    "blanks outside": one(TWO, TWO.replace("\n\n", "\n\n\n\n"), test_a=UNTOUCHED, test_b=UNTOUCHED),
    "a comment inside": one(
        TWO,
        TWO.replace("assert f(1)", "# why\n        assert f(1)"),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a comment outside": one(TWO, "\n    # all of it\n" + TWO, test_a=UNTOUCHED, test_b=UNTOUCHED),
    "a comment in a helper": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS.replace("return n + 1", "return n + 1  # up"),
        USES,
        test_up=UNTOUCHED,
    ),
    "a docstring": one(
        TWO,
        TWO.replace("assert f(1)", "'''Says so.'''\n        assert f(1)"),
        test_a=REWRITTEN,
        test_b=UNTOUCHED,
    ),
    "a line deleted inside": one(
        "def test_a():\n    f(1)\n\n    assert f(2)\n",
        "def test_a():\n    f(1)\n    assert f(2)\n",
        test_a=REWRITTEN,
    ),
    "line ends": Row(
        {A: b"def test_a():\n    assert f(1)\n"},
        {A: b"def test_a():\r\n    assert f(1)\r\n"},
        {f"{A}::test_a": REWRITTEN},
    ),
    "an encoding line": Row(
        {A: "def test_a():\n    assert f('é')\n".encode()},
        {A: "# coding: latin-1\ndef test_a():\n    assert f('é')\n".encode()},
        {f"{A}::test_a": REWRITTEN},
    ),
    "an encoding line that changes nothing": Row(
        {A: b"def test_a():\n    assert f(1)\n"},
        {A: b"# coding: utf-8\ndef test_a():\n    assert f(1)\n"},
        {f"{A}::test_a": UNTOUCHED},
    ),
    # What cannot be read.
    "a file that the patch breaks": one(
        TWO, TWO + "\n    def broken(:\n", test_a=REWRITTEN, test_b=REWRITTEN
    ),
    "a file that the patch mends": one(
        TWO + "\n    def broken(:\n", TWO, test_a=REWRITTEN, test_b=REWRITTEN
    ),
    "a helper that the patch breaks": beside(
        "tests/helpers.py",
        HELPERS,
        HELPERS + "\n    def broken(:\n",
        USES,
        test_up=REWRITTEN,
        test_neither=REWRITTEN,
    ),
    "a file that becomes a link": Row(
        {A: TWO},
        {A: b"../elsewhere/test_a.py"},
        {f"{A}::test_a": REWRITTEN, f"{A}::test_b": REWRITTEN},
    ),
    "a path that git quotes": Row(
        {'tests/\u00e9 b/test_\t"x".py': TWO},
        {'tests/\u00e9 b/test_\t"x".py': TWO.replace("f(1)", "f(9)")},
        {
            'tests/\u00e9 b/test_\\t"x".py::test_a': REWRITTEN,
            'tests/\u00e9 b/test_\\t"x".py::test_b': UNTOUCHED,
        },
    ),
    "nothing": one(TWO, TWO, test_a=UNTOUCHED, test_b=UNTOUCHED),
}


def test_there_are_rows_enough() -> None:
    assert len(ROWS) >= 60


@pytest.mark.parametrize("name", list(ROWS))
def test_what_a_patch_did(name: str) -> None:
    row = ROWS[name]
    found = classified(row.before, row.after, more=row.more, more_after=row.more_after)
    said = kinds(found)
    assert {test_id: said.get(test_id) for test_id in row.expected} == row.expected  # type: ignore[call-overload] # plain strings
    assert set(found.why) == {test_id for test_id, kind in said.items() if kind is not UNTOUCHED}


@pytest.mark.parametrize("status", ["M", "T"])
def test_a_file_that_changed_without_a_line_is_rewritten_whole(status: str) -> None:
    text = "def test_a():\n    assert 1\n"
    side = side_of({A: text})
    found = classify(side, side, Diff((FileChange(status, A, A),), {}))
    assert kinds(found) == {f"{A}::test_a": REWRITTEN}
    assert found.why == {f"{A}::test_a": f"{A} changed in a way that has no lines"}


def side_of(files: dict[str, str]) -> list[Known]:
    """All tests of one commit."""
    suite = Suite(files={path: text.encode() for path, text in files.items()})
    return [known(suite, item) for path in files for item in items_of(suite, path, NAMING)]


def test_a_copy_that_git_sees_is_added_all_the_same() -> None:
    text, copy = "def test_a():\n    assert 1\n", "tests/test_copy.py"
    diff = Diff((FileChange("C", A, copy),), {})
    found = classify(side_of({A: text}), side_of({A: text, copy: text}), diff)
    assert kinds(found) == {f"{A}::test_a": UNTOUCHED, f"{copy}::test_a": ADDED}


@pytest.mark.parametrize(
    ("hunk", "kind"),
    [
        # Lines deleted behind the line that is named: line 3 is within, line 4 the last one.
        (Hunk(4, 1, 3, 0), REWRITTEN),
        (Hunk(5, 2, 4, 0), UNTOUCHED),
        (Hunk(1, 1, 1, 0), UNTOUCHED),
        (Hunk(1, 1, 0, 0), UNTOUCHED),
        # Lines added: behind the line before the test, within it, behind its last one.
        (Hunk(1, 0, 1, 1), UNTOUCHED),
        (Hunk(2, 0, 99, 1), REWRITTEN),
        (Hunk(4, 0, 5, 1), UNTOUCHED),
        # Lines changed: up to the first one, from the last one, around all of it.
        (Hunk(1, 2, 1, 1), REWRITTEN),
        (Hunk(4, 9, 99, 1), REWRITTEN),
        (Hunk(1, 99, 99, 1), REWRITTEN),
        (Hunk(99, 1, 1, 99), REWRITTEN),
    ],
)
def test_where_a_hunk_touches_lines_two_to_four(hunk: Hunk, kind: ChangeKind) -> None:
    text = "\ndef test_a():\n    x = 1\n    assert x\n"
    side = side_of({A: text})
    found = classify(side, side, Diff((FileChange("M", A, A),), {A: (hunk,)}))
    assert kinds(found) == {f"{A}::test_a": kind}


def test_what_is_said_of_each() -> None:
    before = {A: TWO, "tests/test_old.py": "def test_old():\n    assert f(9)\n"}
    after = {
        A: TWO.replace("f(1)", "f(7)") + "\n    def test_c():\n        assert 1\n",
        "tests/test_new.py": "def test_old():\n    assert f(9)\n",
    }
    found = classified(before, after)
    assert found.why == {
        f"{A}::test_a": f"the diff changes {A}, line 3",
        f"{A}::test_c": "the parent has no test of this id",
        "tests/test_new.py::test_old": (
            "git calls its file tests/test_old.py renamed: it was tests/test_old.py::test_old"
        ),
    }
    assert found.renamed_from == {"tests/test_new.py::test_old": "tests/test_old.py::test_old"}
    assert found.removed == ("tests/test_old.py::test_old",)


def test_a_renamed_test_keeps_each_of_its_parameters() -> None:
    text = "import pytest\n@pytest.mark.parametrize('n', [1, 2])\ndef {}(n):\n    assert n\n"
    found = classified(
        {A: text.format("test_a")},
        {A: text.format("test_b")},
        more={f"{A}::test_a[1]": (A, "test_a"), f"{A}::test_a[2]": (A, "test_a")},
        more_after={f"{A}::test_b[1]": (A, "test_b"), f"{A}::test_b[2]": (A, "test_b")},
    )
    assert found.renamed_from == {
        f"{A}::test_b": f"{A}::test_a",
        f"{A}::test_b[1]": f"{A}::test_a[1]",
        f"{A}::test_b[2]": f"{A}::test_a[2]",
    }
