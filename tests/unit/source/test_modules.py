"""A file as units."""

import ast

import pytest

from freezegate.source.modules import Module, acts, by_name, split


def module(source: str) -> Module:
    return Module("tests/test_a.py", source.encode())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", False),
        ("x = [a, b.c, -1, lambda: f()]", False),
        ("x: int = 1", False),
        ("if a:\n x = 1\n def f(): g()", False),
        ("try:\n import a\nexcept ImportError:\n a = None", False),
        ("import a", False),
        ("from a import b", False),
        ("@a()\ndef f(): g()", False),
        ("class A:\n x = f()", False),
        ("x = f()", True),
        ("f()", True),
        ("x.y = 1", True),
        ("x[0] = 1", True),
        ("x += 1", True),
        ("del x", True),
        ("assert x", True),
        ("if a:\n f()", True),
        ("raise x", True),
    ],
)
def test_acts_tells_what_runs_from_what_binds(source: str, *, expected: bool) -> None:
    assert acts(ast.parse(source).body[0]) is expected


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(): pass", "f"),
        ("import a, b.c as d", "a d"),
        ("x.y.z = 1", "x"),
        ("x[0].y = 1", "x"),
        ("x.append(y, 1)", "x y"),
        ("setattr(x, 'y', 1)", "setattr x"),
        ("f()[0].g(1)", "f"),
        ("(a or b)(x)", "x"),
        ("y = x.append(1)", "y"),
        ("if a:\n x.y = 1", "x"),
        ("del x.y", "x"),
    ],
)
def test_a_name_is_bound_or_changed(source: str, names: str) -> None:
    found = module(source)
    assert found.names == set(names.split())
    assert all(found.bound(name) for name in names.split())
    assert found.bound("absent") == ()


def test_units_keep_their_order_and_a_docstring_is_none() -> None:
    units = module("'Doc.'\nimport b, a\nx = 1").units
    assert [unit.place for unit in units] == [(0, 0), (0, 1), (1,)]
    assert [unit.link.bound for unit in units if unit.link] == ["b", "a"]


def test_a_file_that_does_not_parse_answers_to_every_name() -> None:
    broken = module("def (")
    assert broken.opaque
    assert broken.bound("x") == broken.bound("y") == broken.effects == broken.units
    assert broken.units[0].text != module("def ((").units[0].text
    assert not broken.dynamic


def test_a_class_body_keeps_an_import_whole() -> None:
    body = ast.parse("import a, b\nx = 1").body
    units = split("p.py", body, (3,), links=False)
    assert [unit.place for unit in units] == [(3, 0), (3, 1)]
    assert set(by_name(units)) == {"a", "b", "x"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("exec('x')", True),
        ("x = globals()", True),
        ("def f(): exec('x')", False),
        ("class A: exec('x')", False),
    ],
)
def test_a_file_is_dynamic_by_what_its_import_runs(source: str, *, expected: bool) -> None:
    assert module(source).dynamic is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@pytest.fixture\ndef f(): pass", False),
        ("@pytest_asyncio.fixture(autouse=True)\ndef f(): pass", False),
        ("@pytest.hookimpl(hookwrapper=True)\ndef f(): pass", False),
        ("@pytest.mark.slow\ndef f(): pass", False),
        ("@functools.lru_cache\ndef f(): pass", False),
        ("@register\ndef f(): pass", True),
        ("@a.b().c\nclass A: pass", True),
        ("def f(): pass", False),
    ],
)
def test_a_decorator_that_may_do_something_is_noticed(source: str, *, expected: bool) -> None:
    assert bool(module(source).decorated) is expected


def test_a_construct_outside_the_rules_is_unknown() -> None:
    assert module("while a: pass").unknown
    assert not module("for a in b: pass\nx = 1\nif y: import z").unknown


def test_a_file_tells_its_strings_and_imports() -> None:
    found = module("'Doc.'\nimport a\nx = 'one'\ndef f():\n 'Doc.'\n import b\n return 'two'")
    assert found.strings == {"one", "two"}
    assert {link.bound for link in found.imports} == {"a", "b"}
