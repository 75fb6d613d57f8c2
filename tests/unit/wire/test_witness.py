"""Witness files and freeze records, as what asks for an exemption: strictly, and believed never."""

import json
from datetime import UTC, datetime

import msgspec
import pytest

from freezegate.errors import ArtifactError
from freezegate.wire.canonical import seal
from freezegate.wire.witness import read_witness
from tests.exemptions import TEXT
from tests.ledgers import record

FIELDS = tuple(json.loads(TEXT))


def without(name: str) -> bytes:
    whole = json.loads(TEXT)
    del whole[name]
    return json.dumps(whole).encode()


def refused(data: bytes) -> str:
    with pytest.raises(ArtifactError) as raised:
        read_witness(data, origin="witness.json")
    return str(raised.value)


def test_the_example_of_the_text() -> None:
    read = read_witness(TEXT, origin="witness.json")
    assert read.origin == "witness.json:1"
    assert read.test_id == "tests/test_order.py::test_stable_keys"
    assert (read.failure_class, read.pin) == ("counterexample", "gen-2026-10-12-a")
    assert (read.generation, read.lane_green) == ("gen-2026-10-12-a", True)
    assert read.expires_at == datetime(2026, 10, 13, tzinfo=UTC)
    assert (read.missing, read.zoneless, read.max_days) == ((), "", 0)


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    read = read_witness(without(name), origin="witness.json")
    assert read.missing == (name,)
    assert (read.expires_at is None) is (name == "expiry")
    if name != "property_lane_green":
        empty = TEXT.replace(json.loads(TEXT)[name].encode(), b"", 1)
        if name == "pin":
            empty = TEXT.replace(b'"pin": "gen-2026-10-12-a"', b'"pin": ""')
        assert read_witness(empty, origin="witness.json").missing == (name,)


def test_an_empty_witness_lacks_everything() -> None:
    read = read_witness(b"\n{}", origin="w.json")
    assert read.missing == FIELDS
    assert (read.origin, read.test_id, read.failure_class, read.pin) == ("w.json:2", "", "", "")
    assert (read.expires_at, read.zoneless, read.generation) == (None, "", "")


def test_a_claim_of_a_lane_that_is_not_green_is_kept() -> None:
    read = read_witness(TEXT.replace(b"true", b"false"), origin="w.json")
    assert (read.lane_green, read.missing) == (False, ())


@pytest.mark.parametrize("time", ["2026-10-13T00:00:00", "2026-10-13T00:00:00.5"])
def test_an_expiry_without_a_zone_is_left_for_the_gate_to_deny(time: str) -> None:
    data = TEXT.replace(b"2026-10-13T00:00:00+00:00", time.encode())
    read = read_witness(data, origin="w.json")
    assert read.zoneless == f"w.json:7: {time} has no zone - at `$.expiry`"
    assert (read.expires_at, read.missing) == (None, ())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b" true", b' "false"', "witness.json:4: Expected `bool`, got `str` - at `$.property_l"),
        (b" true", b" 1", "witness.json:4: Expected `bool`, got `int` - at `$.property_lane_green"),
        (b" true", b" null", "witness.json:4: Expected `bool`, got `null` - at `$.property_lane_g"),
        (b'"companion"', b'"companoin"', "witness.json:8: Object contains unknown field `companoi"),
        (b'"companion"', b'"pin"', "witness.json:8: "),
        (b'"companion"', b'"allowed": true, "companion"', "unknown field `allowed`"),
        (b"+00:00", b"+0000", "is not a time as 2026-01-31T00:00:00Z"),
        (b"+00:00", b"-00:00", "is not a time as 2026-01-31T00:00:00Z"),
        (b"2026-10-13T", b"2026-02-30T", "is no day of the calendar - at `$.expiry`"),
        (b"2026-10-13T00:00:00+00:00", b"tomorrow", "witness.json:7: 'tomorrow' is not a time"),
        (b'"2026-10-13T00:00:00+00:00"', b"1791849600", "Expected `str`, got `int` - at `$.expiry"),
        (b'"gen-2026-10-12-a",\n  "exp', b'["gen"],\n  "exp', "witness.json:6: Expected `str`"),
        (b"tests/", b"/tests/", "no node id in normal form"),
        (b"counterexample", b"clock\\nbound", "holds the character"),
    ],
)
def test_what_is_no_witness_is_refused_with_an_address(old: bytes, new: bytes, said: str) -> None:
    assert old in TEXT
    assert said in refused(TEXT.replace(old, new))


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b'"x"', b"{", b"\xff", b"{}{}"])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    assert refused(data).startswith("witness.json:1: ")


def test_a_freeze_record_asks_as_well() -> None:
    whole = record("a", failure_class="clock_bound", pin="gen-1", max_days=7, controls=("x",))
    read = read_witness(seal(whole), origin="record.json")
    assert (read.test_id, read.expires_at) == (whole.test_id, whole.expires_at)
    assert (read.failure_class, read.pin, read.max_days) == ("clock_bound", "gen-1", 7)
    assert (read.missing, read.origin) == ((), "record.json:1")
    assert (read.generation, read.lane_green) == ("", True)  # a record claims nothing of a run


def test_a_record_without_class_or_pin_is_asked_for_them() -> None:
    assert read_witness(seal(record("a")), origin="r.json").missing == ("failure_class", "pin")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("expires_at", "2026-10-17T00:00:00", "no offset"),
        ("expires_at", "2026-10-17t00:00:00Z", "is not a time as"),
        ("approved_at", "2026-10-17 00:00:00Z", "r.json:1: '2026-10-17 00:00:00Z' is not a time"),
        ("expires_at", None, "Expected `datetime`, got `null` - at `$.expires_at`"),
        ("property_lane_green", True, "unknown field `property_lane_green`"),
        ("max_days", "7", "Expected `int`, got `str` - at `$.max_days`"),
    ],
)
def test_a_record_is_read_as_strictly(field: str, value: object, said: str) -> None:
    fields = {**json.loads(seal(record("a"))), field: value}
    with pytest.raises(ArtifactError) as raised:
        read_witness(json.dumps(fields).encode(), origin="r.json")
    assert said in str(raised.value)
    fields = {**json.loads(seal(record("a"))), "approved_at": None}
    assert read_witness(json.dumps(fields).encode(), origin="r.json").test_id == fields["test_id"]


def test_a_record_that_lacks_what_the_ledger_demands_is_refused_by_name() -> None:
    fields = json.loads(seal(record("a")))
    del fields["expires_at"]
    with pytest.raises(ArtifactError, match="missing required field `expires_at`"):
        read_witness(msgspec.json.encode(fields), origin="r.json")
