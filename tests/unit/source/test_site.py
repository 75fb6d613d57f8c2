"""The statement at a line."""

import pytest

from freezegate.source.site import MAX_STATEMENT_CHARS, Sites, statement_at

SOURCE = b'''\
import a

@b
def f(
    c=1,
):
    """Doc."""
    x = g(
        c,
    )

    if x:
        y = 1
    elif z(x):
        y = 2
    else:
        y = 3
    for i in h(x):
        k(i)
    while w(x):
        pass
    with m(x) as n:
        o(n)
    try:
        p()
    except Q as r:
        s()
    finally:
        t()
    match u(x):
        case 1:
            v()
    return lambda: (
        0
    )


class A(B):
    d = 1; e = 2
'''


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "import a"),
        (2, None),
        (3, "def f( c=1, ):"),
        (4, "def f( c=1, ):"),
        (5, "def f( c=1, ):"),
        (7, '"""Doc."""'),
        (8, "x = g( c, )"),
        (9, "x = g( c, )"),
        (11, "def f( c=1, ):"),
        (12, "if x:"),
        (13, "y = 1"),
        (14, "if z(x):"),
        (15, "y = 2"),
        (16, "if z(x):"),
        (17, "y = 3"),
        (18, "for i in h(x):"),
        (19, "k(i)"),
        (20, "while w(x):"),
        (22, "with m(x) as n:"),
        (23, "o(n)"),
        (24, "try:"),
        (25, "p()"),
        (26, "try:"),
        (27, "s()"),
        (29, "t()"),
        (30, "match u(x): case 1:"),
        (31, "match u(x): case 1:"),
        (32, "v()"),
        (34, "return lambda: ( 0 )"),
        (37, None),
        (38, "class A(B):"),
        (39, "d = 1"),
        (40, None),
        (0, None),
    ],
)
def test_a_line_has_its_innermost_statement(line: int, text: str | None) -> None:
    found = statement_at(SOURCE, line)
    shown = None if found is None else found.text.replace("elif", "if")
    assert shown == text


def test_a_decorated_statement_inside_ends_the_header() -> None:
    found = statement_at(b"if a:\n    @b\n    def f(): pass\n", 1)
    assert found is not None
    assert found.text == "if a:"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (b"if a:\n b", b"if a:\n c", True),
        (b"if a:\n b", b"if  a :  # said\n b\nelse:\n c", True),
        (b"if a:\n b", b"if c:\n b", False),
        (b"def f(a):\n b", b"def f(a):\n c", True),
        (b"def f(a):\n b", b"def f(c):\n b", False),
        (b"try:\n a\nexcept B: c", b"try:\n d\nexcept B: e", True),
        (b"try:\n a\nexcept B: c", b"try:\n a\nexcept D: c", False),
    ],
)
def test_a_compound_statement_is_its_header(one: bytes, other: bytes, *, same: bool) -> None:
    first, second = (statement_at(source, 1) for source in (one, other))
    assert first is not None
    assert second is not None
    if same:
        assert first.canonical == second.canonical
    else:
        assert first.canonical != second.canonical


def test_a_moved_statement_is_the_same() -> None:
    assert statement_at(b"a = f(1)\n", 1) == statement_at(b"\n\n\na = f(1)\n", 4)


def test_what_cannot_be_told_is_none() -> None:
    sites = Sites({"a.py": b"x = 1\n", "b.py": b"def ("})
    assert sites.at("c.py", 1) is None
    assert sites.at("b.py", 1) is None
    assert sites.at("a.py", 2) is None
    assert sites.at("a.py", 1) is sites.at("a.py", 1) is not None


def test_the_text_is_one_capped_line() -> None:
    found = statement_at(b"x = [\n" + b"    1,\n" * 200 + b"]\n", 100)
    assert found is not None
    assert len(found.text) == MAX_STATEMENT_CHARS
    assert found.text.startswith("x = [ 1, 1,")
