"""What a statement binds and mentions, scope by scope."""

import ast

import pytest

from freezegate.source.names import Import, imported, mentions


@pytest.mark.parametrize(
    ("source", "binds", "reads"),
    [
        ("x = a.b.c", "x", "a.b.c"),
        ("x = a().b", "x", "a"),
        ("def f(a, *b, c=d, **e) -> g: return a, b, c, e, h", "f", "d g h"),
        ("def f(a: b, /, c: d): pass", "f", "b d"),
        ("@a.b\ndef f(): pass", "f", "a.b"),
        ("def f():\n x = 1\n def g(): return x, y\n return g", "f", "y"),
        ("def f():\n return x\n x = 1", "f", ""),
        ("def f():\n global x\n x = 1", "f", "x"),
        ("def f():\n x = 1\n def g():\n  global x\n  return x", "f", "x"),
        ("def f():\n x = 1\n def g():\n  nonlocal x\n  x = 2", "f", ""),
        ("class A(B, k=c):\n x = d\n def f(self): return x", "A", "B c d x"),
        ("x = lambda a, b=c: (a, b, d)", "x", "c d"),
        ("x = [a for a in b if c]", "x", "b c"),
        ("x = {a: d for a, e in b for d in e}", "x", "b"),
        ("x = [a for a in a]", "x", "a"),
        ("x = [(y := a) for a in b]", "x y", "b"),
        ("x = [[(y := a) for a in c] for c in b]", "x y", "b"),
        ("for x in y: z = x", "x z", "y x"),
        ("with a as x: pass", "x", "a"),
        ("try: pass\nexcept A as x: pass", "x", "A"),
        ("match a:\n case [x, *y]: pass\n case {'k': z, **w}: pass\n case _: pass", "w x y z", "a"),
        ("import a.b, c as d", "a d", ""),
        ("from a import b as c, d", "c d", ""),
        ("del x", "x", ""),
    ],
)
def test_names_follow_pythons_scopes(source: str, binds: str, reads: str) -> None:
    said = mentions(ast.parse(source).body[0])
    assert said.binds == set(binds.split())
    assert {".".join(read) for read in said.reads} == set(reads.split())


@pytest.mark.parametrize(
    ("source", "dynamic"),
    [
        ("exec('x')", True),
        ("globals()['x'] = 1", True),
        ("__import__('x')", True),
        ("getattr(a, b)", True),
        ("getattr(a)", True),
        ("getattr(a, 1)", True),
        ("getattr(a, 'b')", False),
        ("a.getattr(b, 'c')", False),
        ("a().getattr(b, c)", True),
        ("sys.modules['x'] = 1", True),
        ("sys.path.append('x')", False),
        ("importlib.import_module('x')", True),
        ("importlib.metadata.version('x')", False),
        ("importlib", True),
        ("f(x)", False),
    ],
)
def test_names_that_are_made_while_running_are_noticed(source: str, *, dynamic: bool) -> None:
    assert mentions(ast.parse(source).body[0]).dynamic is dynamic


def test_attributes_and_strings_are_told() -> None:
    said = mentions(ast.parse("def f():\n 'Doc.'\n a.b = g().c('s', f'{d}t')\n hasattr(a, 'h')"))
    assert said.attributes == {"b", "c", "h"}
    assert said.strings == {"s", "t", "h"}


@pytest.mark.parametrize(
    ("source", "any_fixture"),
    [
        ("request.getfixturevalue(name)", True),
        ("request.getfixturevalue('name')", False),
        ("request.getfixturevalue()", True),
    ],
)
def test_a_computed_fixture_is_noticed(source: str, *, any_fixture: bool) -> None:
    assert mentions(ast.parse(source)).any_fixture is any_fixture


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b", Import(0, ("a", "b"), ("a",), "a")),
        ("import a.b as c", Import(0, ("a", "b"), ("a", "b"), "c")),
        ("from a import b as c", Import(0, ("a", "b"), ("a", "b"), "c")),
        ("from ..a import b", Import(2, ("a", "b"), ("a", "b"), "b")),
        ("from . import b", Import(1, ("b",), ("b",), "b")),
        ("from a import *", Import(0, ("a", "*"), ("a", "*"), "*")),
    ],
)
def test_an_import_says_where_its_name_leads(source: str, expected: Import) -> None:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.Import | ast.ImportFrom)
    assert imported(node) == (expected,)
    assert mentions(node).imports == {expected}
