"""A lane and a ledger made by hand, for the page."""

from datetime import UTC, datetime, timedelta

from freezegate.model.ids import PropertyId, TestId
from freezegate.model.lane import (
    LaneProperty,
    LaneReport,
    LaneState,
    Place,
    TouchedSet,
    Unit,
    UnitKind,
)
from freezegate.model.ledger import FreezeRecord, Ledger, Line
from tests.unit.report.samples import PARENT, PATCH, digest

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)

COMPUTE, ADD, RATE = (
    "orders/total.py::compute",
    "orders/basket.py::Basket.add",
    "orders/tax.py::rate",
)


def counting(name: str, *executes: str) -> LaneProperty:
    """Give a property of the lane that counts."""
    return LaneProperty(
        id=PropertyId(name),
        test_id=TestId(name),
        executes=executes,
        names=(),
        passes=12,
        fails=0,
        counts=True,
    )


def dropped(name: str, why: str) -> LaneProperty:
    """Give a property of the lane that does not count, though it executes something."""
    return LaneProperty(
        id=PropertyId(name),
        test_id=TestId(name),
        executes=(RATE,),
        names=(),
        passes=12,
        fails=0,
        counts=False,
        why=why,
    )


def touched(*functions: str, unaccounted: tuple[str, ...] = ()) -> TouchedSet:
    """Give a touched set by the ids of its functions."""
    return TouchedSet(
        units=tuple(
            Unit(
                id=name,
                kind=UnitKind.FUNCTION,
                places=(Place(path=name.partition("::")[0], line=3, column=0),),
            )
            for name in functions
        ),
        unaccounted=unaccounted,
    )


def lane() -> LaneReport:
    """Give an incomplete lane: two functions are covered, the third is not."""
    return LaneReport(
        report_version=1,
        parent_sha=PARENT,
        patch_sha=PATCH,
        generation="gen-2026-11-30-a",
        touched=touched(COMPUTE, ADD, RATE, unaccounted=("orders/schema.sql",)),
        properties=(
            counting("tests/test_orders.py::test_total", COMPUTE, ADD),
            counting("tests/test_orders.py::test_sum", COMPUTE),
            dropped("tests/test_tax.py::test_constant", "stays green when what it runs raises"),
        ),
        uncovered=(RATE,),
        abandoned=(RATE, "orders/old.py::gone"),
        sensitive=(),
        state=LaneState.INCOMPLETE,
    )


def line(number: int, left: timedelta, *, approved_by: str = "") -> Line:
    """Give a line of a ledger whose record has that much time left."""
    name = f"tests/test_frozen.py::test_{number}"
    record = FreezeRecord(
        test_id=TestId(name),
        parent_sha=PARENT,
        assertion_hash=digest(name),
        expires_at=AT + left,
        failure_class="order_dependent" if approved_by else "",
        reason="order_dependent" if approved_by else "",
        approved_by=approved_by,
    )
    return Line(number=number, test_id=name, record=record)


def ledger() -> Ledger:
    """Give a ledger with a record that holds, one that has lapsed, and one that cannot be read."""
    return Ledger(
        lines=(
            line(1, timedelta(days=5, hours=3), approved_by="kim@example.org"),
            line(2, timedelta(days=-2)),
            Line(number=3, test_id="", record=None, flaw="expires_at is missing"),
        )
    )
