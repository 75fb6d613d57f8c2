import pytest

from freezegate.model.ids import PropertyId, TestId
from freezegate.model.lane import MAX_TOUCHED, LaneProperty, TouchedSet, Unit, UnitKind


def touched(*ids: str) -> TouchedSet:
    return TouchedSet(units=tuple(Unit(id=each, kind=UnitKind.FUNCTION, places=()) for each in ids))


@pytest.mark.parametrize(("counts", "why"), [(True, "it is told anyway"), (False, "")])
def test_property_counts_or_says_why_not(counts: bool, why: str) -> None:  # noqa: FBT001 - a column
    with pytest.raises(ValueError, match="a property counts, or says why it does not"):
        LaneProperty(
            id=PropertyId("p"), test_id=TestId("t.py::p"), executes=(), names=(), passes=1, fails=0,
            counts=counts, why=why,
        )  # fmt: skip


def test_each_unit_and_each_file_stands_once() -> None:
    with pytest.raises(ValueError, match="a touched function"):
        touched("a.py::f", "a.py::f")
    with pytest.raises(ValueError, match="an unaccounted file"):
        TouchedSet(unaccounted=("a.json", "a.json"))


def test_so_many_units_can_be_listed_and_no_more() -> None:
    names = tuple(f"a.py::f{number}" for number in range(MAX_TOUCHED + 1))
    assert not touched(*names[1:]).unlistable
    assert touched(*names).unlistable
    assert touched(*names).functions == names
