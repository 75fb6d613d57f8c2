from collections.abc import Mapping

import pytest

from freezegate.model.lane import TouchedSet
from freezegate.source.inert import is_inert
from freezegate.source.readers import Tree
from freezegate.source.symbols import Ask, touched_set

PATH = "src/shop/cart.py"
SERVED = {"shop": "src"}
FUTURE = "from __future__ import annotations\n"


def compared(
    before: Mapping[str, str], after: Mapping[str, str], rest: Mapping[str, str] = {}
) -> TouchedSet:
    old, new = ({path: text.encode() for path, text in side.items()} for side in (before, after))
    files = {**new, **{path: text.encode() for path, text in rest.items()}}
    changed = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
    return touched_set(
        {path: data for path, data in old.items() if path in changed},
        {path: data for path, data in new.items() if path in changed},
        Tree(files, files.__getitem__, SERVED),
        Ask(
            is_inert=is_inert,
            is_data=lambda path: path.endswith(".csv"),
            search=lambda words: {
                w: frozenset(p for p in files if w.encode() in files[p]) for w in words
            },
        ),
    )


def ids(before: str, after: str) -> list[str]:
    found = compared({PATH: before}, {PATH: after})
    assert not found.unaccounted
    return [each.removeprefix(f"{PATH}::") for each in found.functions]


F = "def f(x):\n    return x\n"
G = "def g(x):\n    return -x\n"


@pytest.mark.parametrize(
    ("before", "after", "touched"),
    [
        (F, F, []),
        (F, "def f(x):\n    return x + 1\n", ["f"]),
        (F, "# why\n\n\ndef f( x ):\n    return (x)\n", []),
        (F, 'def f(x):\n    """Say it."""\n    return x\n', []),
        (F + G, G + F, []),
        (F, "@cache\n" + F, ["f"]),
        (F, "def f(x=1):\n    return x\n", ["f"]),
        (F, "def f(x: int):\n    return x\n", ["f"]),
        (FUTURE + F, FUTURE + "def f(x: int) -> int:\n    return x\n", []),
        ("def f():\n    n: int = 1\n    return n\n",
         "def f():\n    n: str = 1\n    return n\n", []),
        (F, "async def f(x):\n    return x\n", ["f"]),
        (F, "def h(x):\n    return x\n", ["h"]),
        (F, F + G, ["g"]),
        (F + G, F, []),
        ("def f():\n    def g():\n        return 1\n    return g\n",
         "def f():\n    def g():\n        return 2\n    return g\n", ["f.<locals>.g"]),
        ("def f():\n    return lambda: 1, lambda: 2\n",
         "def f():\n    return lambda: 1, lambda: 3\n", ["f.<locals>.<lambda 2>"]),
        ("class C:\n    a = 1\n    def m(self): return 1\n",
         "class C:\n    a = 2\n    def m(self): return 1\n", ["C.<class>"]),
        ("class C:\n    def m(self): return 1\n", "class C(B):\n    def m(self): return 1\n",
         ["C.<class>"]),
        ("class C:\n    def m(self): return 1\n", "class C:\n    def m(self): return 2\n", ["C.m"]),
        ("class C:\n    def m(self): return 1\n    def n(self): return 1\n",
         "class C:\n    def n(self): return 1\n", ["C.<class>"]),
        ("A = 1\n", "A = 2\n", ["<module>.A"]),
        ("A = 1\n", 'A = 1\n"""What A is."""\npass\n', []),
        ("A = 1\n", "A = 1\nimport os\n", ["<module>.os"]),
        ("A = 1\nB = 2\n", "B = 2\nA = 1\n", ["<module>"]),
        ("A = 1\n", "A = 1\nregister(A)\n", ["<module>"]),
        ("def f(): return 1\ndef f(): return 2\n", "def f(): return 1\ndef f(): return 3\n",
         ["f#2"]),
        ("", F, ["f"]),
        ("def f(:\n", F, ["f"]),
    ],
)  # fmt: skip
def test_edit_touches_the_innermost_unit(before: str, after: str, touched: list[str]) -> None:
    assert ids(before, after) == touched


def test_constant_is_used_by_who_reads_it_through_imports() -> None:
    rest = {
        "src/shop/__init__.py": "from shop.cart import LIMIT\n",
        "src/shop/a.py": "from .cart import LIMIT as most\n\n\ndef a():\n    return most\n",
        "src/shop/b.py": "import shop.cart as c\n\n\ndef b():\n    return c.LIMIT\n",
        "src/shop/c.py": "from shop import LIMIT\n\n\ndef c():\n    return LIMIT\n",
        "src/shop/d.py": "def d(LIMIT):\n    return LIMIT\n",
    }
    local = "\n\ndef g():\n    LIMIT = 1\n    return LIMIT\n"
    text = "LIMIT = {}\n\n\ndef f():\n    return LIMIT\n" + local
    found = compared({PATH: text.format(1)}, {PATH: text.format(2)}, rest)
    (unit,) = found.units
    assert [(place.path, place.line) for place in unit.places] == [
        (PATH, 0), ("src/shop/a.py", 4), ("src/shop/b.py", 4), ("src/shop/c.py", 4), (PATH, 4),
    ]  # fmt: skip


def test_moved_and_renamed_code_is_not_touched_and_removed_code_is_named() -> None:
    moved = compared({PATH: F, "src/shop/x.py": G}, {PATH: "", "src/shop/x.py": G + F})
    assert (moved.units, moved.removed) == ((), ())
    renamed = compared({PATH: "A = 1\n" + F}, {"src/shop/new.py": "A = 1\n" + F})
    assert (renamed.units, renamed.removed) == ((), ())
    edited = compared({PATH: "A = 1\n" + F}, {"src/shop/new.py": "A = 2\n" + F})
    assert edited.functions == ("src/shop/new.py::<module>.A",)
    assert compared({PATH: F + G}, {PATH: F}).removed == (f"{PATH}::g",)


def test_what_is_no_python_is_unaccounted_unless_declared_or_inert() -> None:
    after = {"a.json": "1", "b.csv": "1", "README.md": "x", "docs/conf.py": "", PATH: "def f(:\n"}
    found = compared({}, after)
    assert found.unaccounted == ("a.json", PATH)
    assert found.data == ("b.csv",)


def test_two_units_of_one_name_are_touched_apart_and_a_decorated_attribute_is_no_binding() -> None:
    assert ids("def f(): return 1\n", "def f(): return 2\ndef f(): return 3\n") == ["f", "f#2"]
    assert ids("a.b = 1\n" + F, "a.b = 2\n" + F) == ["<module>"]
    assert ids("A[0] = 1\n", "A[0] = 2\n") == ["<module>"]


def test_class_inside_a_function_is_used_by_its_own_code_alone() -> None:
    text = "def f():\n    class C:\n        a = {}\n        def m(self): return 1\n    return C\n"
    found = compared({PATH: text.format(1)}, {PATH: text.format(2)})
    (unit,) = found.units
    assert unit.id == f"{PATH}::f.<locals>.C.<class>"
    assert [place.line for place in unit.places] == [2, 4]


def test_import_that_nothing_reads_is_used_by_every_function() -> None:
    found = compared({PATH: F}, {PATH: "import os\n" + F})
    assert [place.line for place in found.units[0].places] == [0, 2]
    alone = compared({PATH: "A = 1\n" + F}, {PATH: "A = 2\n" + F})
    assert [place.line for place in alone.units[0].places] == [0]


def test_what_is_nested_too_deeply_is_unaccounted_and_reads_nothing() -> None:
    deep = "x = " + "-" * 5000 + "1\n"
    assert compared({PATH: F}, {PATH: deep}).unaccounted == (PATH,)
