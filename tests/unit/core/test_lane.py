"""Which properties count, and what their lane comes to: a row for each case of the text."""

import msgspec
import pytest

from freezegate.core.lane import (
    ELSEWHERE,
    HOLDS_TO_NOTHING,
    IN_FIXTURES,
    NO_ROW,
    SWALLOWS,
    UNTRIED,
    abandoned,
    judged,
    state,
    trap_at,
    uncovered,
    why_dropped,
)
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.lane import (
    LaneProperty,
    LaneState,
    Place,
    Ran,
    Seen,
    TouchedSet,
    Trapped,
    Unit,
    UnitKind,
)

F, G = "shop.py::f", "shop.py::g"
RED, GREEN = Trapped(fired=True, red=True), Trapped(fired=True, red=False)
UNFIRED = Trapped(fired=False, red=False)


def runs(text: str) -> tuple[Ran | None, ...]:
    """Runs: `.` green and `x` red, both execute `F`; `g` and `r` do not; `-` brings no row."""
    return tuple(
        None
        if letter == "-"
        else Ran(red=letter in "xr", executed=frozenset({F} if letter in ".x" else ()))
        for letter in text
    )


def seen(
    text: str, raised: Trapped | None = RED, hollow: Trapped | None = RED, name: str = "test_a"
) -> Seen:
    test = TestId(f"tests/test_shop.py::{name}")
    return Seen(id=PropertyId(test), test_id=test, runs=runs(text), raised=raised, hollow=hollow)


@pytest.mark.parametrize(
    ("text", "raised", "hollow", "why"),
    [
        ("..", RED, RED, ""),
        ("g.", RED, RED, ""),
        (".x", None, None, ""),  # red by itself: it holds what it executes to something
        ("..", UNFIRED, RED, ""),  # its fixtures execute it, and it uses what they made
        ("--", None, None, NO_ROW),
        ("gg", None, None, ELSEWHERE),
        ("rr", None, None, ELSEWHERE),
        ("..", None, None, UNTRIED),
        ("..", None, RED, SWALLOWS),
        ("..", RED, GREEN, HOLDS_TO_NOTHING),
        ("..", GREEN, GREEN, HOLDS_TO_NOTHING),
        ("..", UNFIRED, GREEN, IN_FIXTURES),
        ("..", GREEN, RED, SWALLOWS),
    ],
)
def test_a_property_counts_or_says_why_not(
    text: str, raised: Trapped | None, hollow: Trapped | None, why: str
) -> None:
    assert why_dropped(seen(text, raised, hollow)) == why
    assert judged(seen(text, raised, hollow)).counts is (why == "")


def test_a_red_replay_counts_as_a_red_run() -> None:
    told = msgspec.structs.replace(
        seen("gg", None, None), replays=(Ran(red=True, executed=frozenset({F})),)
    )
    prop = judged(told)
    assert (prop.counts, prop.passes, prop.fails, prop.replays) == (True, 2, 1, 1)
    assert prop.executes == (F,)


@pytest.mark.parametrize(
    ("text", "place"), [("..", 0), ("g.", 1), ("x.", 1), ("-.", 1), ("gr", None), ("xx", None)]
)
def test_a_trap_is_tried_where_touched_code_runs_and_passes(text: str, place: int | None) -> None:
    assert trap_at(seen(text)) == place


def touched(
    *names: str, unaccounted: tuple[str, ...] = (), data: tuple[str, ...] = ()
) -> TouchedSet:
    place = Place(path="shop.py", line=1, column=0)
    units = tuple(Unit(id=name, kind=UnitKind.FUNCTION, places=(place,)) for name in names)
    return TouchedSet(units=units, unaccounted=unaccounted, data=data, removed=("shop.py::h",))


def prop(text: str, name: str = "test_a", gaps: tuple[str, ...] = ()) -> LaneProperty:
    return judged(msgspec.structs.replace(seen(text, name=name), gaps=gaps))


@pytest.mark.parametrize(
    ("set_", "properties", "candidates", "gaps", "expected"),
    [
        (touched(F), (prop(".."),), (), (), LaneState.GREEN),
        (touched(), (), (), (), LaneState.GREEN),
        (touched(), (prop("rr"),), (), (), LaneState.GREEN),  # a red that bears on nothing
        (touched(F), (), (), (), LaneState.INCOMPLETE),
        (touched(F), (prop("gg"),), (), (), LaneState.INCOMPLETE),
        (touched(F, G), (prop(".."),), (), (), LaneState.INCOMPLETE),
        (touched(F, unaccounted=("a.so",)), (prop(".."),), (), (), LaneState.INCOMPLETE),
        (touched(F, data=("a.csv",)), (prop(".."),), (), (), LaneState.INCOMPLETE),
        (touched(F), (prop(".."),), (), ("a file is missing",), LaneState.INCOMPLETE),
        (touched(F), (prop(".-", gaps=("seed 2: it crashed",)),), (), (), LaneState.INCOMPLETE),
        (touched(F), (prop(".x"),), (), (), LaneState.RED),
        (touched(F, G), (prop(".x"),), (), (), LaneState.RED),  # red before incomplete
        (touched(F), (prop(".."),), ("test_a",), (), LaneState.INCOMPLETE),
        (touched(F), (prop(".x", "test_a[1]"), prop("..", "test_b")), ("test_a[2]",), (),
         LaneState.GREEN),
        (touched(*(f"shop.py::f{at}" for at in range(501))), (prop(".."),), (), (),
         LaneState.INCOMPLETE),
    ],
)  # fmt: skip
def test_what_a_lane_comes_to(
    set_: TouchedSet,
    properties: tuple[LaneProperty, ...],
    candidates: tuple[str, ...],
    gaps: tuple[str, ...],
    expected: LaneState,
) -> None:
    up = tuple(TestId(f"tests/test_shop.py::{name}") for name in candidates)
    assert state(set_, properties, up, gaps) is expected


def test_what_no_counting_property_reaches_is_named() -> None:
    set_ = touched(F, G, data=("a.csv",))
    assert uncovered(set_, (prop(".."),), ()) == (G, "a.csv")
    assert uncovered(set_, (prop(".."),), (TestId("tests/test_shop.py::test_a"),)) == (
        F,
        G,
        "a.csv",
    )


def test_what_the_parent_executed_and_the_patch_does_not_is_named() -> None:
    before = frozenset({F, G, "shop.py::h", "other.py::untouched"})
    assert abandoned(before, (prop(".."),), touched(F, G)) == (G, "shop.py::h")
