"""Tests found in text: what pytest would collect by name, and where each one stands."""

import textwrap

import pytest

from freezegate.model.claim import Item
from freezegate.source.closure import Suite
from freezegate.source.manifest import (
    Patterns,
    Span,
    is_test_module,
    items_of,
    known,
)

NAMING = Patterns(files=("test_*.py", "*_test.py"))


def found(text: str, naming: Patterns = NAMING) -> list[str]:
    suite = Suite(files={"t/test_a.py": textwrap.dedent(text).encode()})
    items = items_of(suite, "t/test_a.py", naming)
    return [item.test_id.removeprefix("t/test_a.py::") for item in items]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("def test_a(): pass\ndef tests(): pass\ndef other(): pass\n", ["test_a", "tests"]),
        ("async def test_a(): pass\n", ["test_a"]),
        ("def test_a(): pass\ndef test_a(): pass\n", ["test_a"]),
        ("import pytest\n@pytest.fixture\ndef test_a(): pass\n", []),
        ("class TestA:\n    def test_a(self): pass\n    def b(self): pass\n", ["TestA::test_a"]),
        (
            "class TestA:\n    class TestB:\n        def test_a(self): pass\n",
            ["TestA::TestB::test_a"],
        ),
        ("class TestA:\n    def __init__(self): pass\n    def test_a(self): pass\n", []),
        ("class Other:\n    def test_a(self): pass\n", []),
        (
            "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n",
            ["A::test_a"],
        ),
        ("class A(SimpleTestCase):\n    def test_a(self): pass\n", ["A::test_a"]),
        ("if X:\n    def test_a(): pass\nelse:\n    def test_b(): pass\n", ["test_a", "test_b"]),
        (
            (
                "try:\n    def test_a(): pass\nexcept E:\n    def test_b(): pass\nelse:\n"
                "    def test_c(): pass\nfinally:\n    def test_d(): pass\n"
            ),
            ["test_a", "test_b", "test_c", "test_d"],
        ),
        ("with X:\n    def test_a(): pass\n", ["test_a"]),
        ("class A(TestCase):\n    class TestB:\n        def test_b(self): pass\n", []),
        ("class A(make()):\n    def test_a(self): pass\n", []),
        ("__test__ = False\ndef test_a(): pass\n", []),
        ("__test__ = True\ndef test_a(): pass\n", ["test_a"]),
        ("class TestA:\n    __test__ = False\n    def test_a(self): pass\n", []),
        ("class A(TestCase):\n    __test__ = False\n    def test_a(self): pass\n", []),
        ("for n in X:\n    def test_a(): pass\n", []),
        ("def test_a(:\n", []),
        ("", []),
    ],
)
def test_what_is_a_test_by_its_name(text: str, ids: list[str]) -> None:
    assert found(text) == ids


def test_the_configuration_says_what_names_are() -> None:
    naming = Patterns(files=("check_*.py",), classes=("*Suite",), functions=("check", "it_*"))
    text = (
        "class MySuite:\n    def check_a(self): pass\n    def it_b(self): pass\ndef test(): pass\n"
    )
    assert is_test_module("check_a.py", naming)
    assert not is_test_module("test_a.py", naming)
    items = items_of(Suite(files={"check_a.py": text.encode()}), "check_a.py", naming)
    assert [item.test_id for item in items] == [
        "check_a.py::MySuite::check_a",
        "check_a.py::MySuite::it_b",
    ]


@pytest.mark.parametrize(
    ("path", "naming", "is_one"),
    [
        ("a/test_b.py", NAMING, True),
        ("a/b_test.py", NAMING, True),
        ("a/b.py", NAMING, False),
        ("a/test_b.txt", NAMING, False),
        ("a/test_b.py", Patterns(files=("a/*.py",)), True),
        ("b/test_b.py", Patterns(files=("a/*.py",)), False),
    ],
)
def test_what_is_a_test_module(path: str, naming: Patterns, *, is_one: bool) -> None:
    assert is_test_module(path, naming) is is_one


def test_ids_begin_at_the_rootdir_and_hold_no_control_character() -> None:
    assert not is_test_module("test_top.py", NAMING, "sub")
    suite = Suite(files={"sub/test_\t.py": b"def test_a(): pass\n"})
    items = items_of(suite, "sub/test_\t.py", NAMING, "sub")
    assert [(item.test_id, item.path) for item in items] == [
        ("test_\\t.py::test_a", "sub/test_\t.py")
    ]


FILES = {
    "tests/test_a.py": textwrap.dedent(
        """\
        from tests.base import Base

        def test_plain():
            assert 1

        @mark
        class TestIt(
            Base,
        ):
            '''Text.'''
            limit = 3

            @mark
            def test_a(self):
                assert 1

            def test_b(self):
                assert 2
        """
    ).encode(),
    "tests/base.py": b"class Base:\n    def test_c(self):\n        assert 3\n",
    "tests/test_bad.py": b"def test_x(:\n",
}


@pytest.mark.parametrize(
    ("test_id", "spans"),
    [
        ("tests/test_a.py::test_plain", [("tests/test_a.py", 3, 4)]),
        (
            "tests/test_a.py::TestIt::test_a",
            [
                ("tests/base.py", 1, 1),
                ("tests/test_a.py", 6, 9),
                ("tests/test_a.py", 11, 11),
                ("tests/test_a.py", 13, 15),
            ],
        ),
        (
            "tests/test_a.py::TestIt::test_c",
            [
                ("tests/base.py", 1, 1),
                ("tests/base.py", 2, 3),
                ("tests/test_a.py", 6, 9),
                ("tests/test_a.py", 11, 11),
            ],
        ),
        ("tests/test_bad.py::test_x", [("tests/test_bad.py", 1, 2**31)]),
    ],
)
def test_which_lines_are_a_tests_own(test_id: str, spans: list[tuple[str, int, int]]) -> None:
    suite = Suite(files=FILES, test_folders=("tests",), served={"tests": ""})
    assert known(suite, item_of(test_id)).spans == tuple(Span(*span) for span in spans)


def item_of(test_id: str) -> Item:
    path, *names = test_id.split("::")
    return Item(test_id=test_id, path=path, source_path=path, qualname=".".join(names))


def test_a_body_is_the_same_under_another_name_and_no_other() -> None:
    bodies = (("a", 1), ("b", 1), ("c", 2))
    text = "".join(f"def test_{name}():\n    assert f({n})\n" for name, n in bodies).encode()
    suite = Suite(files={"test_a.py": text})
    one, two, three = (known(suite, item_of(f"test_a.py::test_{name}")) for name in "abc")
    assert one.body == two.body != three.body
    assert len({one.assertion_hash, two.assertion_hash, three.assertion_hash}) == 3


def test_the_hash_of_text_alone_is_that_of_the_collected_test() -> None:
    files = {
        "tests/conftest.py": b"import pytest\n@pytest.fixture\ndef store(deep):\n    return 1\n"
        b"@pytest.fixture\ndef deep():\n    return 2\n@pytest.fixture(autouse=True)\ndef every():\n"
        b"    return 3\n",
        "tests/test_a.py": b"import pytest\ndef test_a(store):\n    assert store\n"
        b"@pytest.mark.usefixtures('store')\ndef test_b():\n    assert 1\n",
    }
    suite = Suite(files=files, test_folders=("tests",))
    for name, fixtures in (
        ("test_a", ("every", "store", "deep")),
        ("test_b", ("store", "every", "deep")),
    ):
        plain = item_of(f"tests/test_a.py::{name}")
        collected = Item(
            test_id=plain.test_id,
            path=plain.path,
            source_path=plain.path,
            qualname=name,
            fixtures=fixtures,
        )
        assert suite.assertion_hash(plain) == suite.hashes(collected).assertion_hash


def test_a_fork_says_what_each_answer_rests_on() -> None:
    files = {
        "tests/conftest.py": b"import pytest\n@pytest.fixture\ndef store():\n    return 1\n",
        "tests/helpers.py": b"def up():\n    return 1\n",
        "tests/data.json": b"1",
        "tests/test_a.py": b"from tests.helpers import up\ndef test_a(store):\n    assert up()\n",
        "tests/test_b.py": b"def test_b():\n    assert load('data.json')\n",
        "tests/test_c.py": b"def test_c():\n    assert 1\n",
    }
    suite = Suite(files=files, test_folders=("tests",), served={"tests": ""})
    seen = {}
    for name in "abc":
        fork = suite.fork()
        item = item_of(f"tests/test_{name}.py::test_{name}")
        assert fork.assertion_hash(item) == suite.assertion_hash(item)
        seen[name] = fork.visited - {"tests/conftest.py", f"tests/test_{name}.py"}
    assert seen == {"a": {"tests/helpers.py"}, "b": {"tests/data.json"}, "c": set()}


def test_what_is_the_same_in_two_commits_is_parsed_once_and_answered_apart() -> None:
    before = {
        "helpers.py": b"def up():\n    return 1\n",
        "test_a.py": b"from helpers import up\ndef test_a():\n    assert up()\n",
        "test_b.py": b"def test_b():\n    assert 1\n",
    }
    after = {**before, "helpers.py": b"def up():\n    return 2\n"}
    one, two, alone = (
        Suite(files=files, served={"helpers": ""}) for files in (before, after, after)
    )
    two.borrow(one, lambda path: before[path] == after[path])
    for name in ("test_a", "test_b"):
        item = item_of(f"{name}.py::{name}")
        assert two.assertion_hash(item) == alone.assertion_hash(item)
        assert (one.assertion_hash(item) == two.assertion_hash(item)) is (name == "test_b")
    assert one.body("test_a.py")[0] is two.body("test_a.py")[0]
    assert one.body("helpers.py")[0] is not two.body("helpers.py")[0]
