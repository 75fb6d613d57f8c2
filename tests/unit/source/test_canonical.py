"""The canonical form: frozen, since a stored hash must mean the same on every Python."""

import ast

import pytest

from freezegate.model.ids import check_digest
from freezegate.source.canonical import canonical, canonical_digest
from freezegate.source.syntax import parse

#: The first 16 digits of each program's digest, equal on Python 3.11, 3.12 and 3.13.
FROZEN = [
    ("empty", "", "b5999633d806a442"),
    ("pass", "pass\n", "2225039bf7678c86"),
    ("docstring", '"""One."""\n', "b5999633d806a442"),
    ("string", 'x = "a"\nx = u"a"\nx = "a" "b"\n', "760ffc39d09c801c"),
    ("bytes", "x = b'\\x00)a'\n", "cd83d197f2d09acc"),
    ("ints", "x = [0, 1, -1, 0x_ff, 1_000]\n", "86363be4cc615952"),
    ("huge", "x = " + "9" * 4000 + "\n", "e28128d2c33f8abe"),
    ("floats", "x = [1.0, 0.1, 1e999, -0.0, 5e-324]\n", "387518a68eb870aa"),
    ("complex", "x = [1j, 2.5j, 1 + 2j]\n", "cc826189ba755136"),
    ("singletons", "x = [True, False, None, ...]\n", "9c537d687ea62306"),
    ("surrogate", "x = '\\ud800'\n", "3a5be813fab2bd16"),
    ("unicode", "naïve = 'é\\N{BULLET}'\n", "a946837b61a297a0"),
    ("fstring", "x = f'a{b}c'\n", "5abc397c8a14c4d7"),
    ("fstring-empty", "x = f''\ny = f'a'\n", "4284de54c8c9fb72"),
    ("fstring-spec", "x = f'{a!r:>{w}.{p}}'\n", "ecf632dfd7f5f94e"),
    ("fstring-nested", "x = f'{f\"{a}\"}b{c}'\n", "266999b9a75ed195"),
    ("fstring-debug", "x = f'{a = }{b=!r:>9}'\n", "ddd14b116554acab"),
    ("fstring-joined", "x = 'a' f'{b}' 'c' f'd{e}' ''\n", "9d0f77998d974be3"),
    ("fstring-colon", "x = f'{a:}{b!s}{{}}'\n", "f192817cd6475c28"),
    ("fstring-date", "x = f'{a:%Y-%m}'\n", "a5912d8ac4e14086"),
    ("fstring-multi", 'x = f"""a\n{b}\n"""\n', "672732a0bfa0e14a"),
    (
        "match",
        (
            "match x:\n case 1 | 2.0: pass\n case None: pass\n case [a, *_, b]: pass\n"
            " case {'k': v, **r}: pass\n case A(x=1, y=Q.z) if y: pass\n"
            " case (1 as n): pass\n case _: pass\n"
        ),
        "f8aecb8c45f1274e",
    ),
    ("walrus", "if (n := f(1)) > 2: print(n)\n", "8d105881895a0910"),
    ("lambda", "f = lambda a, /, b=1, *c, d, e=2, **g: (a, b)\n", "3f012e50059b88b5"),
    ("decorators", "@a\n@b.c(1, *d, k=2, **e)\ndef f(): pass\n", "c88edc6ce05e3141"),
    (
        "async",
        (
            "async def f():\n async with a as b, c: pass\n async for d in e: await g\n"
            " else: pass\n return [h async for h in i]\n"
        ),
        "76483a2c2bb4e774",
    ),
    ("stars", "a, *b = c\nprint(*d, **e)\nx = [*f, *g]\ny = {**h, 'i': 1}\n", "cca801be272e499e"),
    ("slices", "a[1:2, ::3, ...] = b[c][-1]\n", "7fd2b7a72089de92"),
    (
        "scope",
        "def f():\n global a\n b = 1\n def g():\n  nonlocal b\n  b = 2\n",
        "d2853fcfa7876292",
    ),
    ("trystar", "try:\n a()\nexcept* (B, C) as d:\n pass\n", "80eec1e5c2d763ef"),
    (
        "try",
        "try:\n a()\nexcept B as c: raise D from c\nexcept: raise\nelse: e()\nfinally: f()\n",
        "5e575f09b0e2a8db",
    ),
    (
        "class",
        (
            "class A(B, metaclass=C, **d):\n '''Doc.'''\n x: int = 1\n y: 'str'\n"
            " def f(self) -> None: ...\n"
        ),
        "464d098f5265cf9b",
    ),
    (
        "imports",
        "import a.b as c, d\nfrom . import e\nfrom ..f.g import h as i, j\nfrom k import *\n",
        "68d6ba86313410d9",
    ),
    (
        "comprehensions",
        "x = {a: b for a, b in c if d if e for f in g}\ny = {h for h in i}\nz = (j for j in k)\n",
        "2e21144920ff88f5",
    ),
    ("compare", "assert a < b <= c != d is not e not in f, 'said'\n", "aedef50b103e9b5b"),
    ("boolops", "x = not a and b or c if d else e\n", "0eb93efddd179b75"),
    (
        "operators",
        "x = a + b - c * d / e // f % g ** h @ i << j >> k & l | m ^ ~n\n",
        "453bd5e3ab7f8776",
    ),
    ("augmented", "a += 1\na.b @= 2\na[c] //= 3\ndel a, b.c, d[e]\n", "948886917a446af5"),
    ("with", "with (a as b, c() as (d, e)):\n pass\n", "afdeddc0611b5777"),
    (
        "loops",
        "while a:\n if b: break\n continue\nelse: pass\nfor c, d in e: yield_(c)\n",
        "c5de22008eb3f9a5",
    ),
    ("yields", "def f():\n x = yield\n y = yield x\n yield from y\n", "99cad2c6c5edf142"),
    (
        "annotations",
        "def f(a: int, *b: 'c', d: e[g] = 1, **h: i) -> j | None: return None\n",
        "259cc67cefffde0e",
    ),
    (
        "type-comment",
        "x = []  # type: list[int]\nfor a in b:  # type: int\n    pass\n",
        "5892b660344af747",
    ),
    ("default-kw", "def f(*, a, b=None): pass\n", "f55705640e4aeda9"),
]


def of(source: str) -> bytes:
    return canonical(ast.parse(source))


@pytest.mark.parametrize(
    ("source", "digits"), [row[1:] for row in FROZEN], ids=[row[0] for row in FROZEN]
)
def test_the_digest_of_a_program_never_changes(source: str, digits: str) -> None:
    digest = canonical_digest(ast.parse(source))
    check_digest(digest)
    assert digest.removeprefix("sha256:")[:16] == digits


def test_no_two_programs_are_alike() -> None:
    # A docstring alone is nothing.
    different = [source for name, source, _ in FROZEN if name != "docstring"]
    assert len({of(source) for source in different}) == len(different)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1", "x  =  1  # said"),
        ("def f(a): return a", "def f(\n    a,\n):\n    'Doc.'\n    return (a)\n"),
        ("class A:\n '''One.'''\n x = 1", "class A:\n x = 1"),
        ("async def f():\n 'One.'\n await x", "async def f():\n await x"),
        ("x = 'a' 'b'", 'x = """ab"""'),
        ("x = u'a'", "x = 'a'"),
        ("x = 16", "x = 0x10"),
        ("x = 1.0", "x = 1e0"),
        ("x = f'a' 'b'", "x = f'ab'"),
        ("x = f'{a:}'", "x = f'{a}'"),
        ("x = []  # type: list[int]", "x = []"),
        ("x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
        ("if a:\n pass\nelif b:\n pass", "if a:\n pass\nelse:\n if b:\n  pass"),
    ],
)
def test_spelling_does_not_change_it(one: str, other: str) -> None:
    assert of(one) == of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1", "x = 2"),
        ("x = 1", "x = 1.0"),
        ("x = 1", "x = True"),
        ("x = 1j", "x = 1.0"),
        ("x = 0.1", "x = 0.10000000000000002"),
        ("x = 'a'", "x = b'a'"),
        ("x = None", "x = 'None'"),
        ("x = None", "x = ..."),
        ("x = 1", "y = 1"),
        ("x = a < b", "x = a <= b"),
        ("x = a + b", "x = b + a"),
        ("x = a and b", "x = a or b"),
        ("x = f'{a}'", "x = f'{a!r}'"),
        ("x = f'{a}'", "x = f'{a:>1}'"),
        ("x = f'a'", "x = 'a'"),
        ("def f(a): pass", "def f(a=1): pass"),
        ("def f(a): pass", "def f(a: int): pass"),
        ("def f(a): pass", "def f(*, a): pass"),
        ("def f(): pass", "def f() -> int: pass"),
        ("def f(): pass", "async def f(): pass"),
        ("def f(): pass", "@g\ndef f(): pass"),
        ("@g\n@h\ndef f(): pass", "@h\n@g\ndef f(): pass"),
        ("def f(*, a, b=1): pass", "def f(*, a=1, b): pass"),
        ("class A: pass", "class A(B): pass"),
        ("x = ['a', 'b']", "x = ['a)(b']"),
        ("x = {**a}", "x = {'': a}"),
        ("from a import b", "from .a import b"),
        ("import a.b", "import a.b as a"),
        ("x = 1\n'text'", "x = 1"),
    ],
)
def test_meaning_changes_it(one: str, other: str) -> None:
    assert of(one) != of(other)


def test_depth_is_no_limit() -> None:
    node: ast.expr = ast.Name("x", ast.Load())
    for _ in range(100_000):
        node = ast.UnaryOp(ast.Not(), node)
    assert canonical(node).count(b"UnaryOp") == 100_000
    while isinstance(node, ast.UnaryOp):  # freed from the outside in, since freeing recurses
        node = node.operand


def test_what_this_python_cannot_parse_has_no_tree() -> None:
    unparsable = (b"def", b"x = 'a\0b'", b"# coding: none-such\n", b"x = " + b"-" * 100_000 + b"1")
    assert [parse(source) for source in unparsable] == [None] * len(unparsable)
