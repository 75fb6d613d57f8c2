import ast

import pytest

from freezegate.model.lane import UnitKind
from freezegate.source.units import Written, units_of

TEXT = """\
import os

@cache
def f(x, *rest, y=1, **more):
    def g():
        return lambda: x
    return g

class C(Base):
    a = [lambda: 1, lambda: 2]

    async def m(self):
        class Inner:
            pass

def f(): return os
"""


def units(text: str) -> tuple[Written, ...]:
    return units_of(ast.parse(text))


def test_units_are_named_as_python_names_them_and_placed_at_their_own_line() -> None:
    assert [(unit.name, unit.kind, unit.place[0]) for unit in units(TEXT)] == [
        ("<module>", UnitKind.MODULE, 0),
        ("f", UnitKind.FUNCTION, 4),
        ("f.<locals>.g", UnitKind.FUNCTION, 5),
        ("f.<locals>.g.<locals>.<lambda 1>", UnitKind.LAMBDA, 6),
        ("C.<class>", UnitKind.CLASS_BODY, 9),
        ("C.<lambda 1>", UnitKind.LAMBDA, 10),
        ("C.<lambda 2>", UnitKind.LAMBDA, 10),
        ("C.m", UnitKind.FUNCTION, 12),
        ("C.m.<locals>.Inner.<class>", UnitKind.CLASS_BODY, 13),
        ("f#2", UnitKind.FUNCTION, 16),
    ]


def test_reads_lead_out_of_the_unit_and_of_the_functions_around_it() -> None:
    reads = {unit.name: {read[0] for read in unit.reads} for unit in units(TEXT)}
    assert reads["f"] == {"cache"}
    assert reads["f.<locals>.g"] == set()
    assert reads["f.<locals>.g.<locals>.<lambda 1>"] == set()
    assert reads["f#2"] == {"os"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(x: int) -> int: return x\n", "def f(x: str) -> str: return x\n"),
        ("A: int = 1\n", "A: str = 1\n"),
        ("class C:\n    a: int = 1\n", "class C:\n    a: str = 1\n"),
    ],
)
def test_annotations_count_where_they_run(one: str, other: str) -> None:
    later = "from __future__ import annotations\n"
    assert {unit.form for unit in units(one)} != {unit.form for unit in units(other)}
    forms = [[unit.form for unit in units(later + text)] for text in (one, other)]
    assert forms[0] == forms[1]


def test_class_tells_what_it_holds() -> None:
    held = {unit.name: unit.held for unit in units(TEXT)}
    assert held["C.<class>"] == {"C.<lambda 1>", "C.<lambda 2>", "C.m"}
