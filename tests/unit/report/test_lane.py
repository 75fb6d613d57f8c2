import msgspec

from freezegate.model.lane import LaneState, TouchedSet
from freezegate.report.lane import lane_view
from tests.unit.report.lanes import ADD, COMPUTE, RATE, lane


def test_each_touched_function_names_the_counting_properties_that_execute_it() -> None:
    view = lane_view(lane())
    assert {held.function: held.covered_by for held in view.touched} == {
        COMPUTE: ("tests/test_orders.py::test_total", "tests/test_orders.py::test_sum"),
        ADD: ("tests/test_orders.py::test_total",),
        # A dropped property executes it, and covers nothing.
        RATE: (),
    }
    assert [held.abandoned for held in view.touched] == [False, False, True]


def test_state_generation_and_dropped_properties_are_told() -> None:
    view = lane_view(lane())
    assert (view.state, view.generation) == (LaneState.INCOMPLETE, "gen-2026-11-30-a")
    (dropped,) = view.dropped
    assert dropped.prop == "tests/test_tax.py::test_constant"
    assert dropped.why == "stays green when what it runs raises"


def test_lists_stand_only_where_they_hold_something() -> None:
    assert lane_view(lane()).lists == (
        ("changed files that are unaccounted for", ("orders/schema.sql",)),
        ("executed on the parent and on the patch no longer", ("orders/old.py::gone",)),
    )
    full = msgspec.structs.replace(
        lane(),
        touched=TouchedSet(unaccounted=("a",), removed=("b",), data=("c",)),
        sensitive=("d",),
        abandoned=("e",),
    )
    assert [held for _, held in lane_view(full).lists] == [("a",), ("d",), ("b",), ("e",), ("c",)]
