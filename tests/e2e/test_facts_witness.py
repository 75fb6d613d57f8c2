"""Real tracebacks on two commits: the same class for the same failure, another for another."""

import pytest

from tests.e2e.kit import Judged, Project

LIB = """
{shift}
VALUE = {value}

def check(x):
    assert x < 0, f"{{x}} is not below zero"

def lookup():
    return {{"a": 1}}[f"key-{{VALUE}}"]

def add():
    return "text" + VALUE

def call():
    return add(VALUE)

def chained():
    try:
        lookup()
    except KeyError as error:
        raise ValueError(f"nothing at {{id(object())}} for {{VALUE}}") from error

def volatile(folder):
    import time
    raise RuntimeError(f"at {{time.time()}} in {{folder}}/x{{VALUE}} by {{object()}}")
"""

TESTS = """
import unittest
import lib, numpy, pytest

def helper(x):
    assert x == 0

def test_assert():
    assert lib.VALUE == 0

def test_helper():
    helper(lib.VALUE)

def test_helper_from_elsewhere():
    helper(lib.VALUE + 1)

def test_product():
    lib.check(lib.VALUE)

def test_key():
    lib.lookup()

def test_type():
    lib.add()

def test_type_elsewhere():
    lib.call()

def test_did_not_raise():
    with pytest.raises(ValueError):
        lib.VALUE

class TestUnit(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(lib.VALUE, 0)

def test_numpy():
    numpy.testing.assert_allclose([lib.VALUE, 2.0], [0.0, 2.0])

def test_chain():
    lib.chained()

def test_volatile(tmp_path):
    lib.volatile(tmp_path)
"""


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    project = Project(tmp_path_factory.mktemp("witness") / "project")
    before = {"lib.py": LIB.format(shift="", value=7), "tests/test_it.py": TESTS}
    project.commit(before)
    project.commit({"lib.py": LIB.format(shift="\n\nADDED = 1\n\n", value=12345)})
    return project.gate("--select", "all", seeds="2")


def test_fact_12_lines_values_addresses_times_and_paths_split_no_class(judged: Judged) -> None:
    assert len(judged.reasons) == 12
    assert set(judged.reasons.values()) == {"uniform_fail"}


def test_failures_of_different_statements_or_types_are_different_classes(judged: Judged) -> None:
    rows = judged.rows("parent.jsonl")
    classes = {row["witness"].split("|", 1)[1] for row in rows}
    # One helper of the test file is one statement, whichever property calls it.
    assert len(classes) == 11
    assert len({row["witness"] for row in rows}) == 12
