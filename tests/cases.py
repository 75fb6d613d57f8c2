"""Contracts and evidence in the compact notation of the tables.

A side is one word for each property, a character for each seed (1, 2, 3, ...): `.` a pass, a
capital a fail with that witness (in a list: a whole class), `s` a skip, `x` an expected failure,
`-` nothing.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec

from freezegate.core.differential import score
from freezegate.model.contract import (
    Contract,
    Isolation,
    Mode,
    Notice,
    OnReview,
    Property,
    Route,
    Routed,
    Side,
    Vary,
)
from freezegate.model.environment import Environment
from freezegate.model.ids import CommitSha, Digest, PropertyId, Seed, TestId
from freezegate.model.row import ConfirmationRow, Row, Status
from freezegate.model.run import Measured, Muted, MuteKind, Run, SideEvidence
from freezegate.model.verdict import Finding

Words = Mapping[str, Sequence[str]]
Draws = Callable[[Side, int], str]

_MUTES = {"s": MuteKind.SKIP, "x": MuteKind.XFAIL}


def digest(text: str) -> Digest:
    return Digest(f"sha256:{hashlib.sha256(text.encode()).hexdigest()}")


ENVIRONMENT = Environment(
    python="3.11.9",
    platform="linux",
    pytest="8.4.0",
    hypothesis="6.140.0",
    distributions=digest("distributions"),
)


def seeds(count: int, *, after: int = 0) -> tuple[Seed, ...]:
    return tuple(Seed(after + place) for place in range(1, count + 1))


def prop(name: str, version: str = "") -> Property:
    return Property(
        id=PropertyId(name),
        test_id=TestId(f"tests/test_{name}.py::test_{name}"),
        oracle="holds",
        spec_hash=digest(f"spec {name}{version}"),
        fixture_closure_hash=digest(f"closure {name}"),
    )


def routed(
    name: str,
    route: Route,
    *,
    waivers: tuple[str, ...] = (),
    mutes: bool = False,
    composed: bool = False,
) -> Routed:
    return Routed(
        id=PropertyId(name),
        route=route,
        parent=None if route is Route.ADDED else prop(name),
        patch=None if route is Route.REMOVED else prop(name, " rewritten"),
        waivers=waivers,
        mutes=mutes,
        composed=composed,
    )


def contract(  # noqa: PLR0913 - each field of a contract that a table sets
    *names: str,
    length: int = 3,
    extension: int = 0,
    confirmations: int = 0,
    beside: tuple[Routed, ...] = (),
    disputed: tuple[str, ...] = (),
    notices: tuple[Notice, ...] = (),
    oracle_edits: tuple[str, ...] = (),
    named: bool = False,
    on_review: OnReview = OnReview.PASS,
) -> Contract:
    return Contract(
        contract_version=1,
        parent_sha=CommitSha("a" * 40),
        patch_sha=CommitSha("b" * 40),
        spec_hash=digest("spec"),
        fixture_closure_hash=digest("closure"),
        seeds=seeds(length),
        extension=seeds(extension, after=length),
        confirmations=confirmations,
        properties=tuple(prop(name) for name in names),
        routed=beside,
        order=(),
        disputed=tuple(PropertyId(name) for name in disputed),
        not_judged=(),
        notices=notices,
        oracle_edits=oracle_edits,
        unstable_ids=(),
        collection_errors=(),
        named=named,
        on_review=on_review,
        vary=tuple(Vary),
        mode=Mode.FRESH,
        isolation=Isolation.PROCESS,
        time_limit_s=60,
        options=(),
        options_off=(),
        plugins=(),
        plugins_off=(),
        environment=ENVIRONMENT,
        parent_tree=digest("parent tree"),
        patch_tree=digest("patch tree"),
        patch_own_tree=digest("own tree"),
        parent_run=digest("parent run"),
        patch_run=digest("patch run"),
    )


def alike(_side: Side, seed: int) -> str:
    return f"random:{seed:x}"


def apart(side: Side, seed: int) -> str:
    return f"random:{side}{seed:x}"


def witness(name: str, letter: str) -> str:
    return letter if "|" in letter else f"{name}|ValueError|{letter}"


def row(  # noqa: PLR0913 - where a row stands, and what it says
    of: Contract, side: Side, name: str, seed: int, cell: str, *, draws: Draws = alike
) -> Row:
    return Row(
        run=of.run_hash(side),
        prop=PropertyId(name),
        seed=Seed(seed),
        status=Status.PASS if cell == "." else Status.FAIL,
        witness="" if cell == "." else witness(name, cell),
        draws=draws(side, seed),
    )


def rows(
    of: Contract, side: Side, words: Words, at: tuple[Seed, ...], draws: Draws = alike
) -> tuple[Row, ...]:
    return tuple(
        row(of, side, name, seed, word[place], draws=draws)
        for place, seed in enumerate(at)
        for name, word in words.items()
        if word[place] not in "-sx"
    )


def run(of: Contract, side: Side, words: Words, *, own: bool = False) -> Run:
    spec = of.run_spec(side)
    measured = of.selected if side is Side.PARENT else of.properties
    return Run(
        side=side,
        run=of.run_hash(side),
        commit=spec.commit,
        tree=of.patch_own_tree if own else spec.tree,
        seeds=of.seeds,
        measured=tuple(
            Measured(
                id=each.id,
                spec_hash=each.spec_hash,
                fixture_closure_hash=each.fixture_closure_hash,
            )
            for each in measured
        ),
        environment=of.environment,
        isolation=of.isolation,
        muted=tuple(
            Muted(prop=PropertyId(name), seed=seed, kind=_MUTES[word[place]], reason="why")
            for place, seed in enumerate(of.seeds)
            for name, word in words.items()
            if word[place] in _MUTES
        ),
    )


def evidence(  # noqa: PLR0913 - each file of a side that a table sets
    of: Contract,
    side: Side,
    words: Words,
    *,
    extension: Words | None = None,
    confirmations: Mapping[str, Mapping[int, str]] | None = None,
    own: Words | None = None,
    draws: Draws = alike,
) -> SideEvidence:
    """Make one side; `confirmations` are words of attempts, by property and seed."""
    with_own = side is Side.PATCH and bool(of.own)
    return SideEvidence(
        run=run(of, side, words),
        rows=rows(of, side, words, of.seeds, draws),
        extension=rows(of, side, extension or {}, of.extension, draws),
        confirmations=tuple(
            ConfirmationRow(attempt=attempt, row=row(of, side, name, seed, cell, draws=draws))
            for name, words_of in (confirmations or {}).items()
            for seed, word in words_of.items()
            for attempt, cell in enumerate(word, start=1)
            if cell != "-"
        ),
        own=rows(of, side, own or {}, of.seeds, draws),
        own_run=run(of, side, own or {}, own=True) if with_own else None,
    )


def both(of: Contract, parent: Words, patch: Words) -> tuple[SideEvidence, SideEvidence]:
    return evidence(of, Side.PARENT, parent), evidence(of, Side.PATCH, patch)


def found(of: Contract, parent: SideEvidence, patch: SideEvidence, subject: str) -> Finding:
    """Give the one finding of a subject."""
    (finding,) = (each for each in score(of, parent, patch).findings if each.subject == subject)
    return finding


def judged(parent: str, patch: str) -> Finding:
    """Judge one property `p` with neither extension nor confirmations."""
    of = contract("p", length=len(parent))
    return found(of, *both(of, {"p": parent}, {"p": patch}), "p")


def with_rows(side: SideEvidence, changed: Callable[[Row], Row]) -> SideEvidence:
    """Change every schedule row of a side."""
    return msgspec.structs.replace(side, rows=tuple(changed(each) for each in side.rows))
