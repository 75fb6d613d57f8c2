import ast

import pytest

from freezegate.core.unstable import FIXTURES, FUNCTIONS, MESSAGES, MODULES, TYPES, is_unstable
from freezegate.source.canonical import canonical


@pytest.mark.parametrize("module", MODULES)
def test_every_module_of_the_table(module: str) -> None:
    assert is_unstable(f"{module}anything.Error", "", ())
    assert not is_unstable(f"mine.{module}Error", "", ())


@pytest.mark.parametrize("type_", sorted(TYPES))
def test_every_type_of_the_table(type_: str) -> None:
    assert is_unstable(type_, "", ())
    assert is_unstable(f"vendored.{type_}", "", ())
    assert not is_unstable(f"{type_}2", "", ())


@pytest.mark.parametrize("message", MESSAGES)
def test_every_message_of_the_table(message: str) -> None:
    assert is_unstable("Failed", f"{message}.\n  RMS: 12", ())
    assert not is_unstable("Failed", f"no: {message}", ())


@pytest.mark.parametrize("name", [*FIXTURES, *FUNCTIONS])
def test_every_name_of_the_table_in_a_statement_as_it_is_canonical(name: str) -> None:
    assert is_unstable("AssertionError", "", [b"", canonical(ast.parse(f"assert {name} == x"))])
    assert not is_unstable("AssertionError", "", [canonical(ast.parse(f"assert {name}s == x"))])
    assert not is_unstable("AssertionError", "", [canonical(ast.parse(f"assert x == {name!r}"))])


def test_functions_count_as_attributes_too_and_fixtures_do_not() -> None:
    by_function = canonical(ast.parse("mpl.compare_images(a, b)"))
    by_method = canonical(ast.parse("assert store.snapshot() == x"))
    assert is_unstable("AssertionError", "", [by_function])
    assert not is_unstable("AssertionError", "", [by_method])
