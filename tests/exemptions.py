"""Exemptions, controls and lanes in few words, for the tests of the exemption gate."""

from datetime import UTC, datetime, timedelta

import msgspec

from freezegate.core.exemption import Facts
from freezegate.model.contract import Side
from freezegate.model.failure import Call, Changed, ControlRun, Controls, Exemption
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.lane import LaneProperty, LaneReport, LaneState, TouchedSet, Unit, UnitKind

NOW = datetime(2026, 10, 12, tzinfo=UTC)
PIN = "gen-2026-10-12-a"
DRIFTED = "gen-2026-10-12-b"
FROZEN = TestId("tests/test_order.py::test_stable_keys")
OTHER = TestId("tests/test_order.py::test_length")
PARENT, PATCH = "a" * 40, "b" * 40
#: Six red of twelve: 24.5 % at the least, so that 17 greens count.
RED, OF, NEEDED = 6, 12, 17

WHOLE = Call(red=False, status_code=200, body_bytes=10)
EMPTY = Call(red=True, status_code=200, body_bytes=0)

#: The text's own example, byte for byte.
TEXT = b"""{
  "assertion_id": "tests/test_order.py::test_stable_keys",
  "failure_class": "counterexample",
  "property_lane_green": true,
  "generation": "gen-2026-10-12-a",
  "pin": "gen-2026-10-12-a",
  "expiry": "2026-10-13T00:00:00+00:00",
  "companion": "shrunk input retained"
}
"""
#: One that the controls of `CLOCK` support.
WITNESS = TEXT.replace(b"counterexample", b"clock_bound")


def reruns(changed: Changed, red: int, of: int = NEEDED, **fields: object) -> ControlRun:
    plain = ControlRun(changed=Changed.FIXED_ORDER, side=Side.PATCH, generation=PIN, runs=of, red=0)
    return msgspec.structs.replace(plain, changed=changed, red=red, **fields)


def recorded(*calls: Call, **fields: object) -> ControlRun:
    red = sum(call.red for call in calls)
    return reruns(Changed.UPSTREAM_RECORDED, red, len(calls), calls=calls, **fields)


def replayed(red: int, of: int = 3, **fields: object) -> ControlRun:
    return reruns(Changed.INPUT_REPLAYED, red, of, **fields)


ORDER = (reruns(Changed.VARIED_ORDER, 1), reruns(Changed.FIXED_ORDER, 0))
CLOCK = (
    reruns(Changed.CLOCK_ON_BOUNDARY, NEEDED, clock_injected=True),
    reruns(Changed.CLOCK_AWAY, 0, clock_injected=True),
)
UNINJECTED = tuple(msgspec.structs.replace(run, clock_injected=False) for run in CLOCK)
BLIP = (recorded(EMPTY, *[WHOLE] * NEEDED),)
INPUT = (replayed(3, in_pack=True),)


def controls(*runs: ControlRun, **fields: object) -> Controls:
    whole = Controls(
        parent_sha=PARENT,
        patch_sha=PATCH,
        property=PropertyId("stable_keys"),
        test_id=FROZEN,
        generation=PIN,
        red=RED,
        of=OF,
        runs=runs,
    )
    return msgspec.structs.replace(whole, **fields)


def prop(name: str = "length", **fields: object) -> LaneProperty:
    plain = LaneProperty(
        id=PropertyId(name),
        test_id=OTHER,
        executes=("lib.py::keys",),
        names=(),
        passes=12,
        fails=0,
        counts=True,
    )
    return msgspec.structs.replace(plain, **fields)


def touched(*ids: str) -> TouchedSet:
    return TouchedSet(units=tuple(Unit(id=each, kind=UnitKind.FUNCTION, places=()) for each in ids))


def lane(*properties: LaneProperty, **fields: object) -> LaneReport:
    whole = LaneReport(
        report_version=1,
        parent_sha=PARENT,
        patch_sha=PATCH,
        generation=PIN,
        touched=touched("lib.py::keys"),
        properties=properties or (prop(),),
        uncovered=(),
        abandoned=(),
        sensitive=(),
        state=LaneState.GREEN,
    )
    return msgspec.structs.replace(whole, **fields)


def asked(failure_class: str = "order_dependent", **fields: object) -> Exemption:
    plain = Exemption(
        origin="witness.json:1",
        test_id=FROZEN,
        failure_class=failure_class,
        pin=PIN,
        expires_at=NOW + timedelta(days=1),
        generation=PIN,
    )
    return msgspec.structs.replace(plain, **fields)


def facts(*runs: ControlRun, **fields: object) -> Facts:
    whole = Facts(lane=lane(), controls=controls(*(runs or ORDER)), generation=PIN)
    return msgspec.structs.replace(whole, **fields)
