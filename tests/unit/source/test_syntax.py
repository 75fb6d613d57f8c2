"""Trees, headers and the text of nodes."""

import ast

import pytest

from freezegate.source.canonical import canonical
from freezegate.source.syntax import (
    Text,
    decorator,
    dotted,
    first_line,
    header,
    one_line,
    parse,
    without_docstring,
)


def statement(source: str) -> ast.stmt:
    return ast.parse(source).body[0]


def expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


@pytest.mark.parametrize(
    "source", [b"x = 1", b"\xef\xbb\xbfx = 1", b"# coding: latin-1\nx = '\xe9'", b"x = 1\r\n", b""]
)
def test_what_python_reads_is_read(source: bytes) -> None:
    assert parse(source) is not None


@pytest.mark.parametrize("source", [b"x = '\xe9'", b"def f(:", b"x = 1\0", b"# coding: nine\n"])
def test_what_python_refuses_is_no_tree(source: bytes) -> None:
    assert parse(source) is None


def test_an_invalid_escape_warns_nobody() -> None:
    assert parse(rb"x = '\d'") is not None


@pytest.mark.parametrize(
    ("source", "left"), [("'doc'\nx", 1), ("x\n'no doc'", 2), ("1\nx", 2), ("", 0), ("b'no'\nx", 2)]
)
def test_a_docstring_is_the_first_string_alone(source: str, left: int) -> None:
    assert len(without_docstring(ast.parse(source).body)) == left


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("if a:\n b\nelse:\n c", "if a: d"),
        ("while a:\n b\nelse:\n c", "while a: d"),
        ("for a in b:\n c", "for a in b: d"),
        ("with a as b:\n c", "with a as b: d"),
        ("try:\n a\nexcept B as c:\n d\nfinally:\n e", "try: x\nexcept B as c: y"),
        ("try:\n a\nexcept* B:\n d", "try: x\nexcept* B: y"),
        ("match a:\n case 1 if b: c", "match a:\n case 1 if b: d"),
        ("@a\ndef f(b=1) -> c: d", "@a\ndef f(b=1) -> c: e"),
        ("@a\nclass B(C): d", "@a\nclass B(C): e"),
    ],
)
def test_a_header_leaves_out_what_stands_inside(source: str, shown: str) -> None:
    assert canonical(header(statement(source))) == canonical(header(statement(shown)))
    assert canonical(header(statement(source))) != canonical(statement(source))


def test_a_simple_statement_is_its_own_header() -> None:
    assert canonical(header(statement("x = 1"))) == canonical(statement("x = 1"))


def test_names_are_told_from_other_expressions() -> None:
    assert dotted(expression("a.b.c")) == ("a", "b", "c")
    assert dotted(expression("a().b")) == ()
    assert decorator(expression("a.b(1)")) == ("a", "b")
    assert decorator(expression("a.b")) == ("a", "b")


def test_a_statement_begins_at_its_first_decorator() -> None:
    assert first_line(statement("@a\n@b\ndef f(): pass")) == 1
    assert first_line(statement("\nx = 1")) == 2


def test_text_is_folded_and_capped() -> None:
    assert one_line(" a\n\t b ", 10) == "a b"
    assert one_line("a" * 11, 10) == "a" * 9 + "…"


@pytest.mark.parametrize(
    "source",
    [
        "é = (1 +\n 2)\n".encode(),
        b"\xef\xbb\xbf" + "é = (1 +\n 2)\n".encode(),
        "# coding: latin-1\né = (1 +\n 2)\n".encode("latin-1"),
        "#!/bin/sh\n# vim: fileencoding=latin-1\né = (1 +\n 2)\n".encode("latin-1"),
        "é = (1 +\r\n 2)\r\n".encode(),
        "\n\n# coding: latin-1, too late\né = (1 +\n 2)\n".encode(),
    ],
)
def test_text_is_found_whatever_the_encoding(source: bytes) -> None:
    tree = parse(source)
    assert tree is not None
    node = tree.body[0]
    assert isinstance(node, ast.Assign)
    assert Text(source).of(node) == "é = (1 +\n 2)"
    assert Text(source).of(node.targets[0]) == "é"


def test_an_unknown_encoding_is_read_as_utf_8() -> None:
    assert Text(b"# coding: nine\nx").between((2, 0), (2, 1)) == "x"
    assert Text(b"x = 1 # coding: nine\n\xff").between((1, 0), (1, 1)) == "x"
