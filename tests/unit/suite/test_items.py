"""The suite and the gate's runner say the same of a collected test."""

import msgspec
import pytest

from freezegate.model.claim import Item
from freezegate.runner import items as runner
from freezegate.suite.items import claim, clean, test_id

pytest_plugins = ["pytester"]

BODY = """
    import functools
    import unittest
    import pytest
    from hypothesis import given, strategies as st

    def wrapped(function):
        @functools.wraps(function)
        def inner(*args):
            return function(*args)
        return inner

    @pytest.fixture
    def ready(request):
        return 1

    @pytest.mark.property("sum", oracle="adds up")
    @pytest.mark.parametrize("each", ["a b", "\\u202e"])
    def test_marked(each, ready):
        pass

    @pytest.mark.property
    @wrapped
    def test_wrapped():
        pass

    @given(st.integers())
    def test_drawn(x):
        pass

    class TestOuter:
        class TestInner:
            def test_method(self, ready):
                pass

    class TestUnit(unittest.TestCase):
        def test_unit(self):
            pass
"""


def test_both_claim_the_same(pytester: pytest.Pytester) -> None:
    pytester.makeini(
        "[pytest]\nmarkers =\n    property: x\n"
        "disable_test_id_escaping_and_forfeit_all_rights_to_community_support = true\n"
    )
    pytester.makepyfile(test_it=BODY)
    found, _ = pytester.inline_genitems("-p", "no:asyncio")
    assert len(found) == 6
    tree = str(pytester.path)
    for item in found:
        assert isinstance(item, pytest.Function)
        there = msgspec.convert(runner.facts(item, tree), Item)
        # Whether Hypothesis draws enters neither hash nor class.
        assert claim(item, tree) == msgspec.structs.replace(there, hypothesis=False)


@pytest.mark.parametrize("text", ["a[b]", "a\0", "a\ud800", "a\u202eb", "a\n"])
def test_ids_are_written_alike(text: str) -> None:
    class Collected:
        nodeid = text

    assert test_id(text) == runner.test_id(Collected())


def test_a_half_of_a_pair_and_nul_are_escaped() -> None:
    assert clean("a\ud800\0b") == "a\\ud800\\x00b"
