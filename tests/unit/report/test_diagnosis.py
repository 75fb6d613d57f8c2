"""The page of a diagnosis, and the same for programs."""

import json
from datetime import UTC, datetime

import msgspec
import pytest

from freezegate.model.contract import Side
from freezegate.model.failure import Changed, Controls, FailureClass
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.rerun import Diagnosed, Diagnoses, Found, Instant, Outside
from freezegate.report.diagnosis import render_diagnoses
from freezegate.report.findings import JSON, TEXT
from freezegate.wire.decode import decode
from tests.exemptions import ORDER, controls, reruns

PARENT_FIXED = reruns(Changed.FIXED_ORDER, 1, 20, side=Side.PARENT)
BEHIND = reruns(Changed.BEHIND_PREDECESSORS, 2, 2)
FOUND = Found(
    uncontrolled={Side.PARENT: (5, 12), Side.PATCH: (6, 12)},
    runs=(),
    polluters=(TestId("tests/test_b.py::test_\x1b[31mleaves"),),
    told=("it needs\n::error::nothing",),
    skipped=("network refused: it reached for no peer beyond this machine",),
)


def shown(row: FailureClass = FailureClass.ORDER_DEPENDENT, **fields: object) -> Diagnosed:
    return Diagnosed(
        controls=controls(*ORDER, PARENT_FIXED, BEHIND),
        failure_class=row,
        why="the patch shows: red under varied order",
        among=40,
        found=msgspec.structs.replace(FOUND, **fields),
    )


def test_one_page_says_what_was_changed_what_happened_what_it_means_and_what_to_do() -> None:
    text = render_diagnoses(Diagnoses(diagnosed=(shown(),)), TEXT)
    assert text == (
        "tests/test_order.py::test_stable_keys\n"
        "  class     order_dependent: may be frozen for a short time\n"
        f"  means     {FailureClass.ORDER_DEPENDENT.meaning}\n"
        "  what was changed        red, parent    red, patch\n"
        "  nothing: the schedule       5 of 12       6 of 12\n"
        "  fixed order                 1 of 20       0 of 17\n"
        "  behind predecessors               -        2 of 2\n"
        "  the order was varied over 40 tests\n"
        "  polluter  tests/test_b.py::test_\\x1b[31mleaves\n"
        "  found     it needs\\n::error::nothing\n"
        "  not run   network refused: it reached for no peer beyond this machine\n"
        "  because   the patch shows: red under varied order\n"
        f"  do        {FailureClass.ORDER_DEPENDENT.advice}\n"
        "\n"
        "each class may be frozen. Keep the controls with --out and hold a freeze to them: "
        "freezegate admit\n"
        "--witness WITNESS --controls FILE\n"
    )


def test_one_that_may_not_be_frozen_closes_the_patch() -> None:
    pair = Diagnoses(diagnosed=(shown(), shown(FailureClass.UNKNOWN, polluters=())))
    text = render_diagnoses(pair, TEXT)
    assert "unknown: may not be frozen" in text
    assert text.endswith(
        "not every failure may be frozen; the patch stays closed until each is fixed or explained\n"
    )


def test_a_test_that_it_needs_is_named() -> None:
    helped = shown(polluters=(), helpers=(TestId("t.py::test_first"),))
    assert "  needs     t.py::test_first\n" in render_diagnoses(
        Diagnoses(diagnosed=(helped,)), TEXT
    )


def test_nothing_red_is_said_and_what_stands_outside_is_listed() -> None:
    outside = Outside(id=PropertyId("p\x07"), why="rewritten by the patch")
    text = render_diagnoses(Diagnoses(diagnosed=(), outside=(outside,)), TEXT)
    assert text == (
        "outside   p\\x07: rewritten by the patch, so it is never frozen\n"
        "no property is red at any seed of either side: there is nothing to diagnose\n"
    )


@pytest.mark.parametrize("width", [40, 200])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    text = render_diagnoses(Diagnoses(diagnosed=(shown(),)), TEXT, width=width, colour=False)
    lines = text.splitlines()
    assert max(map(len, lines)) <= max(
        width, len("  nothing: the schedule       5 of 12       6 of 12")
    )


def test_programs_get_the_controls_as_they_are_sealed() -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    one = shown(boundary=Instant(name="midnight", at=at))
    whole = json.loads(render_diagnoses(Diagnoses(diagnosed=(one,)), JSON))
    assert whole["freezable"] is True
    (each,) = whole["diagnosed"]
    assert (each["failure_class"], each["freezable"], each["among"]) == (
        "order_dependent", True, 40,
    )  # fmt: skip
    assert each["boundary"] == {"name": "midnight", "at": "2026-12-01T00:00:00Z"}
    assert each["polluters"] == ["tests/test_b.py::test_\x1b[31mleaves"]
    again = decode(json.dumps(each["controls"]).encode(), Controls, origin="x")
    assert again == one.controls
