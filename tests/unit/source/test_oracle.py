"""What a test enforces, in its own words."""

import ast

import pytest

from freezegate.source.oracle import MAX_ORACLE_CHARS, assertions
from freezegate.source.syntax import Text


def said(source: str) -> str:
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    return assertions(Text(source.encode()), [function])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def test():\n pass", ""),
        ("def test():\n assert a >= 0", "assert a >= 0"),
        ("async def test():\n if b:\n  assert a\n assert c", "assert a; assert c"),
        ("def test():\n assert (a\n   and b)", "assert (a and b)"),
        ("def test(self):\n self.assertEqual(a, b)", "self.assertEqual(a, b)"),
        ("def test(self):\n self.run(a)", ""),
        ("def test():\n with pytest.raises(E, match='m'):\n  f()", "pytest.raises(E, match='m')"),
        ("def test():\n f()()", ""),
    ],
)
def test_assertions_are_quoted_in_order(source: str, expected: str) -> None:
    assert said(source) == expected


def test_a_long_oracle_is_cut() -> None:
    assert len(said("def test():\n" + " assert a\n" * 200)) == MAX_ORACLE_CHARS
