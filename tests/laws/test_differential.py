"""The decision against a second formulation of it, over all states; and what must hold of any."""

from collections.abc import Callable
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.model.contract import Contract, Route, Side
from freezegate.model.ids import Seed
from freezegate.model.reason import Decision, Reason
from freezegate.model.row import ConfirmationRow, Row, Status
from freezegate.model.run import SideEvidence
from freezegate.model.verdict import Finding, Verdict
from tests.cases import both, contract, digest, evidence, routed

STATES = ["".join(state) for state in product(".AB-", repeat=3)]

#: The table of the specification once more, with the sides' states as plain sets of letters: the
#: first line that holds. `p` and `c` are what parent and patch fail with, `every` all cells.
TABLE: tuple[tuple[Callable[[set[str], set[str], set[str]], bool], str], ...] = (
    (lambda _p, _c, every: "-" in every, "missing_seed"),
    (lambda p, c, _: not p and not c, "both_pass"),
    (lambda p, _c, _: not p, "regression"),
    (lambda _p, c, _: not c, "parent_fail_cleared"),
    (lambda p, c, _: p != c, "witness_mismatch"),
    (lambda _p, _c, every: "." not in every, "uniform_fail"),
    (lambda _p, _c, _: True, "shared_variant_fail"),
)
DECISIONS = {
    "both_pass": "accept",
    "parent_fail_cleared": "accept",
    "shared_variant_fail": "propose_freeze",
}


def by_the_table(parent: str, patch: str) -> str:
    letters = [set(side) & {"A", "B"} for side in (parent, patch)]
    return next(
        reason for holds, reason in TABLE if holds(letters[0], letters[1], set(parent + patch))
    )


def worse_somewhere(parent: str, patch: str) -> bool:
    return any(before == "." and after in "AB" for before, after in zip(parent, patch, strict=True))


@pytest.mark.parametrize("parent", STATES)
def test_all_states_of_three_seeds_agree_with_the_second_formulation(parent: str) -> None:
    of = contract("p")
    asking = contract("p", extension=1)
    for patch in STATES:
        sides = both(of, {"p": parent}, {"p": patch})
        (finding,) = score(of, *sides).findings
        reason = by_the_table(parent, patch)
        assert finding.reason == reason
        assert finding.reason.decision == DECISIONS.get(reason, "reject")
        (asked,) = score(asking, *both(asking, {"p": parent}, {"p": patch})).findings
        marked = reason == "shared_variant_fail" and worse_somewhere(parent, patch)
        assert asked.reason == ("incomplete_contract" if marked else reason)


def test_how_many_states_propose_and_how_many_of_them_are_worse_somewhere() -> None:
    states = [
        state for state in product(STATES, STATES) if by_the_table(*state) == "shared_variant_fail"
    ]
    assert len(states) == 204
    assert sum(worse_somewhere(*state) for state in states) == 120


words = st.text(".AB", min_size=3, max_size=3) | st.text(".AB-sx", min_size=3, max_size=3)
patches = st.lists(st.tuples(words, words), min_size=1, max_size=5)


@given(patches)
def test_properties_are_judged_apart_and_the_strictest_decides(
    states: list[tuple[str, str]],
) -> None:
    names = [f"p{place}" for place in range(len(states))]
    of = contract(*names)
    parent = {name: state[0] for name, state in zip(names, states, strict=True)}
    patch = {name: state[1] for name, state in zip(names, states, strict=True)}
    result = score(of, *both(of, parent, patch))
    apart: list[Finding] = []
    for name in names:
        alone = contract(name)
        sides = both(alone, {name: parent[name]}, {name: patch[name]})
        apart += score(alone, *sides).findings
    assert list(result.findings) == apart
    verdict = combine(of.spec_hash, of, (result,))
    assert verdict.reason is max((each.reason for each in apart), key=lambda r: r.strictness)
    assert verdict.decision is verdict.reason.decision


OF = contract("p", "q", length=3, extension=2, confirmations=2, beside=(routed("r", Route.ADDED),))
_ORDER = list(Decision)


def verdict(parent: SideEvidence, patch: SideEvidence, of: Contract = OF) -> Verdict:
    return combine(of.spec_hash, of, (score(of, parent, patch),))


def word(length: int) -> st.SearchStrategy[str]:
    return st.text(".AB", min_size=length, max_size=length)


@st.composite
def whole(draw: st.DrawFn) -> tuple[SideEvidence, SideEvidence]:
    """Evidence of both sides in which every file is there and whole."""
    confirmed = [*OF.seeds, *OF.extension]
    sides = [
        evidence(
            OF,
            side,
            {name: draw(word(3)) for name in "pq"},
            extension={name: draw(word(2)) for name in "pq"},
            confirmations={name: {seed: draw(word(2)) for seed in confirmed} for name in "pq"},
            own={"r": draw(st.sampled_from(["...", "...", ".A."]))} if side is Side.PATCH else None,
        )
        for side in Side
    ]
    return sides[0], sides[1]


def fresh(row: Row) -> Row:
    return msgspec.structs.replace(row, status=Status.FAIL, witness="p|ValueError|fresh")


def foreign(row: Row) -> Row:
    return msgspec.structs.replace(row, run=digest("another run"))


def moved(row: Row) -> Row:
    return msgspec.structs.replace(row, seed=Seed(99))


def doubled(rows: tuple[Row, ...], at: int) -> tuple[Row, ...]:
    return (*rows[: at + 1], *rows[at:])


def corruptions(rows: tuple[Row, ...], at: int, side: Side) -> dict[str, tuple[Row, ...]]:
    """Corrupt one row of a file in every way that the law speaks of."""
    row = rows[at]
    changed = {"foreign": foreign(row), "moved": moved(row)}
    if side is Side.PATCH or row.status is Status.FAIL:
        changed["fresh"] = fresh(row)
    corrupted = {name: (*rows[:at], other, *rows[at + 1 :]) for name, other in changed.items()}
    return corrupted | {
        "dropped": (*rows[:at], *rows[at + 1 :]),
        "doubled": doubled(rows, at),
        "emptied": (),
    }


def with_file(side: SideEvidence, name: str, rows: tuple[Row, ...]) -> SideEvidence:
    return msgspec.structs.replace(side, **{name: rows})


@given(
    whole(), st.sampled_from(list(Side)), st.sampled_from(["rows", "extension", "own"]), st.data()
)
def test_corrupt_evidence_never_moves_towards_accept(
    sides: tuple[SideEvidence, SideEvidence], side: Side, name: str, data: st.DataObject
) -> None:
    honest = verdict(*sides)
    place = list(Side).index(side)
    rows: tuple[Row, ...] = getattr(sides[place], name)
    if not rows:
        return
    at = data.draw(st.integers(0, len(rows) - 1))
    for kind, corrupted in corruptions(rows, at, side).items():
        changed = list(sides)
        changed[place] = with_file(sides[place], name, corrupted)
        got = verdict(changed[0], changed[1])
        assert _ORDER.index(got.decision) >= _ORDER.index(honest.decision)
        if kind != "fresh" and name in {"rows", "own"}:
            assert got.decision is Decision.REJECT


@given(whole(), st.sampled_from(list(Side)), st.data())
def test_corrupt_confirmations_never_move_towards_accept(
    sides: tuple[SideEvidence, SideEvidence], side: Side, data: st.DataObject
) -> None:
    honest = verdict(*sides)
    place = list(Side).index(side)
    rows = sides[place].confirmations
    at = data.draw(st.integers(0, len(rows) - 1))
    each = rows[at]
    ways: dict[str, tuple[ConfirmationRow, ...]] = {
        "dropped": (*rows[:at], *rows[at + 1 :]),
        "doubled": (*rows, each),
        "emptied": (),
        "foreign": (*rows[:at], msgspec.structs.replace(each, row=foreign(each.row)), *rows[at:]),
    }
    if side is Side.PATCH:
        ways["fresh"] = (
            *rows[:at],
            msgspec.structs.replace(each, row=fresh(each.row)),
            *rows[at + 1 :],
        )
    for corrupted in ways.values():
        changed = list(sides)
        changed[place] = msgspec.structs.replace(sides[place], confirmations=corrupted)
        got = verdict(changed[0], changed[1])
        assert _ORDER.index(got.decision) >= _ORDER.index(honest.decision)


@given(whole(), st.data())
def test_one_more_fail_of_the_patch_never_turns_a_reject_into_an_accept(
    sides: tuple[SideEvidence, SideEvidence], data: st.DataObject
) -> None:
    parent, patch = sides
    at = data.draw(st.integers(0, len(patch.rows) - 1))
    letter = data.draw(st.sampled_from("AB"))
    witness = f"{patch.rows[at].prop}|ValueError|{letter}"
    red = msgspec.structs.replace(patch.rows[at], status=Status.FAIL, witness=witness)
    more = with_file(patch, "rows", (*patch.rows[:at], red, *patch.rows[at + 1 :]))
    honest, got = verdict(parent, patch), verdict(parent, more)
    if honest.decision is Decision.REJECT:
        assert got.decision is not Decision.ACCEPT
    if got.decision is Decision.ACCEPT:
        assert honest.decision is Decision.ACCEPT


@given(whole())
def test_a_ticket_never_rests_on_a_worse_seed_that_was_not_asked_about(
    sides: tuple[SideEvidence, SideEvidence],
) -> None:
    parent, patch = sides
    bare = [
        msgspec.structs.replace(side, extension=(), confirmations=()) for side in (parent, patch)
    ]
    for finding in score(OF, *bare).findings:
        if finding.reason is Reason.SHARED_VARIANT_FAIL:
            assert finding.counts is not None
            assert finding.counts.patch_only == 0

    assert score(OF, *sides) == score(OF, *sides)
