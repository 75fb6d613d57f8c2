"""Laws of the wire layer (TRUST.md section 4): the accepted round-trips, the rest is a fault."""

import enum
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from freezegate.errors import ArtifactError
from freezegate.model.claim import Claim
from freezegate.model.contract import Contract, Property, Route, Routed, Side
from freezegate.model.failure import Changed, ControlRun, Controls
from freezegate.model.ids import MAX_SEED, CommitSha, Digest, PropertyId, Seed, TestId
from freezegate.model.lane import LaneProperty, LaneReport
from freezegate.model.ledger import FreezeRecord
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.model.pack import Counterexample
from freezegate.model.row import Row, Status
from freezegate.model.ticket import Ticket
from freezegate.wire.canonical import digest, seal, seal_lines, unseal
from freezegate.wire.config import read_config
from freezegate.wire.contract import check_run_hashes, read_contract, with_run_hashes
from freezegate.wire.decode import decode, decode_line, decode_lines
from freezegate.wire.schema import ARTIFACTS
from freezegate.wire.text_files import TextContract, read_text_contract, read_text_rows
from freezegate.wire.times import parse_time
from freezegate.wire.yaml import decode_yaml

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
SOME = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
IDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=9)
DIGESTS = st.binary(max_size=8).map(digest)
SEEDS = st.integers(0, MAX_SEED).map(Seed)
#: Whole minutes; `-00:00` is the one offset that is spelt so by nobody but to say "unknown".
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))

LEAVES: dict[object, st.SearchStrategy[Any]] = {
    str: TEXT,
    int: st.integers(-(2**63), 2**63 - 1) | st.integers(1, 50),
    bool: st.booleans(),
    float: st.floats(0, allow_nan=False, allow_infinity=False),
    object: st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    NoneType: st.none(),
    datetime: st.datetimes(datetime(2000, 1, 2), datetime(2099, 12, 30), timezones=ZONES),  # noqa: DTZ001 - bounds
    CommitSha: DIGESTS.map(lambda made: made.removeprefix("sha256:")),
    Digest: DIGESTS,
    PropertyId: IDS,
    TestId: IDS,
    Seed: SEEDS,
    tuple[Seed, ...]: st.lists(SEEDS, unique=True, max_size=4).map(tuple),
}


def values(type_: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any annotation of any field
    """Generate values of a field's type, from its annotation."""
    if type_ in LEAVES:
        return LEAVES[type_]
    inner = get_args(type_)
    match get_origin(type_):
        case None if issubclass(type_, enum.Enum):
            made: st.SearchStrategy[Any] = st.sampled_from(list(type_))
        case None:
            made = structs(type_)
        case kind if kind is Literal:
            made = st.sampled_from(inner)
        case kind if kind is tuple:
            made = st.lists(values(inner[0]), max_size=3).map(tuple)
        case kind if kind is dict:
            made = st.dictionaries(values(inner[0]), values(inner[1]), max_size=3)
        case _:
            made = st.one_of(*map(values, inner))
    return made


def named_apart(names: Sequence[str], file: str = "t.py") -> tuple[TestId, ...]:
    """Make distinct node ids of a file."""
    return tuple(TestId(f"{file}::{name}") for name in dict.fromkeys(names))


Fields = dict[str, Any]


def _row(fields: Fields) -> None:
    failed = fields["status"] is Status.FAIL
    fields["witness"] = (fields["witness"] or "w") if failed else ""


def _routed(fields: Fields) -> None:
    drawn = fields.pop("drawn")
    fields["parent"] = None if fields["route"] is Route.ADDED else drawn
    fields["patch"] = None if fields["route"] is Route.REMOVED else drawn


def _control_run(fields: Fields) -> None:
    changed = fields["changed"]
    calls = fields["calls"] if changed is Changed.UPSTREAM_RECORDED else ()
    runs = len(calls) or fields["runs"] % 50 + 1
    red = sum(call.red for call in calls) if calls else fields["red"] % (runs + 1)
    clocks = {Changed.CLOCK_ON_BOUNDARY, Changed.CLOCK_AWAY}
    fields |= {"calls": calls, "runs": runs, "red": red, "generation": "gen-1"}
    fields["clock_injected"] = changed in clocks
    fields["in_pack"] = changed is Changed.INPUT_REPLAYED


def _controls(fields: Fields) -> None:
    fields |= {"parent_sha": "a" * 40, "patch_sha": "b" * 40, "controls_version": 1}
    fields |= {"test_id": "t.py::test_a", "generation": "", "red": 1, "of": 3}


def _lane_property(fields: Fields) -> None:
    fields["why"] = "" if fields["counts"] else "vacuous"


def _counterexample(fields: Fields) -> None:
    fields |= {"generation": "", "test_id": "", "assertion_hash": "", "blob": "", "log": ""}
    fields |= {"hypothesis": "", "witness": ""}


def _lane_report(fields: Fields) -> None:
    fields["report_version"] = 1
    fields |= {"parent_sha": "a" * 40, "patch_sha": "b" * 40, "generation": "gen-1"}


def _manifest(fields: Fields) -> None:
    ids = named_apart(fields["test_ids"])
    hashes = [digest(test_id.encode()) for test_id in ids]
    fields |= {"test_ids": ids, "assertion_hashes": dict(zip(ids, hashes, strict=True))}
    fields["parent_sha"] = "a" * 40


def _patch_tests(fields: Fields) -> None:
    for name in ("added", "renamed_to", "rewritten", "untouched"):
        fields[name] = named_apart(fields[name], f"{name}.py")
    fields |= {"parent_sha": "a" * 40, "patch_sha": ""}


def _freeze_record(fields: Fields) -> None:
    fields["test_id"] = f"tests/test_a.py::{fields['test_id']}"
    fields["parent_sha"] = "a" * 40


def _ticket(fields: Fields) -> None:
    fields["witness"] = (*fields["witness"], "w")
    fields["why"] = "" if fields["admissible"] else "unknown"


#: What makes fields agree where drawing them apart seldom would; the rest is left to chance.
CONSISTENT: dict[type[msgspec.Struct], Callable[[Fields], None]] = {
    Row: _row,
    Routed: _routed,
    ControlRun: _control_run,
    Controls: _controls,
    LaneProperty: _lane_property,
    LaneReport: _lane_report,
    Counterexample: _counterexample,
    Manifest: _manifest,
    PatchTests: _patch_tests,
    FreezeRecord: _freeze_record,
    Ticket: _ticket,
}


@st.composite
def structs(draw: st.DrawFn, type_: type[msgspec.Struct]) -> msgspec.Struct:
    fields = {
        name: draw(values(hint))
        for name, hint in get_type_hints(type_).items()
        if (type_, name) not in {(Routed, "parent"), (Routed, "patch")}
    }
    if type_ is Routed:
        fields["drawn"] = draw(structs(Property))
    CONSISTENT.get(type_, len)(fields)
    try:
        return type_(**fields)
    except ValueError:
        assume(condition=False)
        raise


artifacts = pytest.mark.parametrize("type_", list(ARTIFACTS.values()), ids=list(ARTIFACTS))


@st.composite
def mutations(draw: st.DrawFn, data: bytes) -> bytes:
    """Corrupt bytes in one to three places: cut, double, replace."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        piece = draw(
            st.binary(max_size=4)
            | st.sampled_from([b"", data[start:end] * 2, b"null", b"-", b"1.0", b"true", b"\n"])
            | st.sampled_from([b'"', b"}", b"]", b",", b"{", b"[", b"\\u0000", b"0", b"\\ud800"])
        )
        data = data[:start] + piece + data[end:]
    return data


#: Every way in, as a function from bytes to the value that was accepted.
READERS: dict[str, Callable[[bytes], object]] = {
    **{stem: partial(decode, as_=as_, origin="f") for stem, as_ in ARTIFACTS.items()},
    **{f"{stem}s": partial(decode_lines, as_=as_, origin="f") for stem, as_ in ARTIFACTS.items()},
    "claim": partial(decode_line, as_=Claim, origin="f", number=1),
    "yaml": partial(decode_yaml, as_=Contract, origin="f"),
    "text yaml": partial(decode_yaml, as_=TextContract, origin="f"),
    "any contract": lambda data: read_contract(data, origin="f"),
    "pyproject": partial(read_config, origin="f"),
    "text contract": partial(read_text_contract, origin="f", properties=("p",)),
}
readers = pytest.mark.parametrize("read", list(READERS.values()), ids=list(READERS))

#: The words of all formats: what is strung together from them gets past the first byte.
WORDS = re.findall(
    r"\S+",
    r"""
    { } [ ] , : " ' | & &a *a ? << - = # 1 -1 1e9 true null 999999999999999999999999999999
    seeds properties id "seeds":[1] "kind":"end" kind until= !!int \u0000 \ud800 ~
    [tool.freezegate] [[tool.freezegate.not-judged]] --- ... %YAML
    """,
)
SPACES = ["\n", ": ", "- ", "  ", "seeds: [1]\n", "%YAML 1.1\n", "\ufeff", "\0", "\u2028"]
SCRAPS = st.lists(st.sampled_from([*WORDS, *SPACES]), max_size=14).map(
    lambda scraps: "".join(scraps).encode()
)


def attempt(read: Callable[[bytes], Any], data: bytes) -> tuple[Any, str]:
    """Give the value that was accepted, or the message of the fault."""
    try:
        return read(data), ""
    except ArtifactError as fault:
        return None, str(fault)


@artifacts
@FEW
@given(data=st.data())
def test_what_is_sealed_is_read_back_equal(
    type_: type[msgspec.Struct], data: st.DataObject
) -> None:
    value = data.draw(structs(type_))
    sealed = seal(value)
    assert decode(sealed, type_, origin="f") == value
    assert unseal(sealed, type_, origin="f") == (value, digest(sealed))
    assert decode_lines(seal_lines((value, value)), type_, origin="f") == (value, value)


@artifacts
@FEW
@given(data=st.data())
def test_equal_values_have_equal_bytes(type_: type[msgspec.Struct], data: st.DataObject) -> None:
    value = data.draw(structs(type_))
    spread = msgspec.json.format(msgspec.json.encode(value), indent=data.draw(st.integers(0, 4)))
    read = decode(spread, type_, origin="f")
    assert read == value
    assert seal(read) == seal(value)


@artifacts
@SOME
@given(data=st.data())
def test_a_corrupted_sealed_file_is_refused_or_is_itself_canonical(
    type_: type[msgspec.Struct], data: st.DataObject
) -> None:
    sealed = seal(data.draw(structs(type_)))
    corrupt = data.draw(mutations(sealed))
    accepted, _ = attempt(partial(unseal, as_=type_, origin="f"), corrupt)
    if accepted is None:
        return
    value, named = accepted
    assert seal(value) == corrupt
    assert (named == digest(sealed)) is (corrupt == sealed)


@artifacts
@SOME
@given(data=st.data())
def test_what_is_accepted_of_a_corrupted_file_round_trips(
    type_: type[msgspec.Struct], data: st.DataObject
) -> None:
    corrupt = data.draw(mutations(seal(data.draw(structs(type_)))))
    value, _ = attempt(partial(decode, as_=type_, origin="f"), corrupt)
    if value is not None:
        assert decode(seal(value), type_, origin="f") == value


@artifacts
@FEW
@given(data=st.data())
def test_a_repeated_key_is_refused_wherever_it_stands(
    type_: type[msgspec.Struct], data: st.DataObject
) -> None:
    sealed = seal(data.draw(structs(type_)))
    members = list(re.finditer(rb'(?<=[{,])"[a-z_-]+":(?:-?[0-9]+|"[a-z_]*")(?=[,}])', sealed))
    assume(members)
    place = data.draw(st.sampled_from(members))
    twice = sealed[: place.end()] + b"," + place[0] + sealed[place.end() :]
    with pytest.raises(ArtifactError, match="stands twice, first on line 1"):
        decode(twice, type_, origin="f")


@readers
@SOME
@given(data=st.binary(max_size=40) | SCRAPS)
def test_no_bytes_bring_anything_but_a_value_or_a_fault_with_an_address(
    read: Callable[[bytes], object], data: bytes
) -> None:
    value, fault = attempt(read, data)
    if value is None:
        assert re.match(r"f:[1-9][0-9]*: .+ - at `\$", fault)
        assert fault.isprintable()


@FEW
@given(contract=structs(Contract), data=st.data())
def test_a_contract_is_the_same_in_each_spelling(contract: Contract, data: st.DataObject) -> None:
    sealed = seal(contract)
    text = sealed.decode().strip()
    yaml = "".join(c if " " <= c <= "~" else f"\\U{ord(c):08X}" for c in text).encode()
    assert read_contract(sealed, origin="c.json") == (contract, sealed)
    assert read_contract(yaml, origin="c.yaml") == (contract, sealed)
    corrupt = data.draw(mutations(yaml))
    accepted, _ = attempt(partial(read_contract, origin="c.yaml"), corrupt)
    if accepted is not None:
        assert read_contract(accepted[1], origin="c.json") == accepted


@FEW
@given(contract=structs(Contract), other=SEEDS)
def test_a_filled_contract_keeps_to_its_run_hashes(contract: Contract, other: Seed) -> None:
    filled = with_run_hashes(contract)
    check_run_hashes(filled, origin="c")
    assume(other not in filled.seeds + filled.extension)
    edited = msgspec.structs.replace(filled, seeds=(*filled.seeds, other))
    with pytest.raises(ArtifactError, match="the contract's own fields give"):
        check_run_hashes(edited, origin="c")


@SOME
@given(data=st.data(), seeds=st.lists(SEEDS, unique=True, max_size=4))
def test_the_texts_rows_are_read_or_refused(data: st.DataObject, seeds: list[int]) -> None:
    contract = read_text_contract(seal({"seeds": seeds}), origin="c.json", properties=("p",))
    plain = b'{"prop":"p","seed":%d,"status":"fail","witness":"w"}\n' * len(seeds)
    corrupt = data.draw(mutations(plain % tuple(seeds)))
    read = partial(read_text_rows, origin="f", contract=contract, side=Side.PATCH)
    rows, fault = attempt(read, corrupt)
    if rows is None:
        assert fault.startswith("f:")
        return
    assert decode_lines(seal_lines(rows), Row, origin="f") == rows
    assert {row.run for row in rows} <= {contract.patch_run}


@SOME
@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 12, 31), timezones=ZONES))  # noqa: DTZ001 - Hypothesis adds the zone
def test_a_time_in_the_one_spelling_is_read_back_equal(time: datetime) -> None:
    assert parse_time(time.isoformat()) == time


@SOME
@given(st.text(max_size=30) | st.from_regex(r"[0-9TZ:.+-]{18,30}"))
def test_no_text_brings_anything_but_a_time_with_an_offset_or_a_refusal(text: str) -> None:
    try:
        time = parse_time(text)
    except ValueError as error:
        assert "2000 to 2100" in str(error) or "no day of the calendar" in str(error)  # noqa: PT017 - either may come
    else:
        assert time.utcoffset() is not None
