"""The classes that a test method stands in."""

from freezegate.source.classes import chain
from freezegate.source.reach import Reach

FILES = {
    "tests/base.py": b"class Base:\n    kept = 1\n    def step(self): return self.kept\n",
    "tests/test_a.py": b"""\
from tests.base import Base
import unittest

class TestOuter(Base, unittest.TestCase):
    pytestmark = []
    print(1)

    def test_it(self): self.step()

    class TestInner(Base):
        def test_inner(self): pass

class TestLoop(TestLoop): pass
""",
}


def test_a_chain_holds_a_class_and_its_bases() -> None:
    held = chain(Reach(FILES, {}), "tests/test_a.py", ("TestOuter",))
    assert held.paths == {"tests/test_a.py", "tests/base.py"}
    assert held.names == {"pytestmark", "print", "test_it", "TestInner", "kept", "step"}
    assert [unit.path for unit in held.members(["step", "absent"])] == ["tests/base.py"]
    (method,) = held.members(["test_it"])
    assert [unit.place for unit in held.named(method)] == [(0, 1)]
    assert {unit.path for unit in held.beside} == {"tests/test_a.py"}


def test_a_nested_class_stands_in_the_one_around_it() -> None:
    held = chain(Reach(FILES, {}), "tests/test_a.py", ("TestOuter", "TestInner"))
    assert held.names == {"test_inner", "kept", "step"}
    assert [body.unit.path for body in held.around] == ["tests/test_a.py", "tests/base.py"]
    marks = [unit for unit in held.frame() if "pytestmark" in unit.binds]
    assert len(marks) == 1


def test_a_base_class_is_not_reached_by_the_header_that_names_it() -> None:
    reach = Reach(FILES, {})
    (first, _) = chain(reach, "tests/test_a.py", ("TestOuter",)).bodies
    assert {read[0] for read in first.header.mentions.reads} == {"unittest"}
    assert first.header.text != first.unit.text


def test_a_class_that_is_its_own_base_comes_to_an_end() -> None:
    held = chain(Reach(FILES, {}), "tests/test_a.py", ("TestLoop",))
    assert len(held.bodies) == 1


def test_a_name_that_is_no_class_is_beside() -> None:
    files = {"tests/test_a.py": b"TestMade = make()\n"}
    held = chain(Reach(files, {}), "tests/test_a.py", ("TestMade",))
    assert held.bodies == ()
    assert len(held.beside) == 1
