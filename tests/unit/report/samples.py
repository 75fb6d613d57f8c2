"""Evidence made by hand: properties in the notation of marks, everything else filled in.

`.` is a pass, a letter a fail with that witness class, `-` no row, `s` a skip, `x` an expected
failure: the notation that the reports print, so that a sample is read beside its report.
"""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

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
from freezegate.model.evidence import Evidence, FileDigest, Packet, ReasonOf, RowCounts
from freezegate.model.ids import CommitSha, Digest, PropertyId, Seed, TestId
from freezegate.model.reason import Reason
from freezegate.model.row import Row, Status
from freezegate.model.run import (
    Cause,
    Malformed,
    Measured,
    Muted,
    MuteKind,
    Run,
    SideEvidence,
    Site,
)
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Counts, Flag, Result, Verdict

PARENT = CommitSha("1" * 40)
PATCH = CommitSha("2" * 40)
ENVIRONMENT = Environment(
    python="3.11.7",
    platform="linux-x86_64",
    pytest="9.0.1",
    hypothesis="6.170.0",
    distributions=Digest("sha256:" + "e" * 64),
)
MUTES = {"s": MuteKind.SKIP, "x": MuteKind.XFAIL}


def digest(text: str) -> Digest:
    """Give some digest, the same for the same text."""
    return Digest(f"sha256:{hashlib.sha256(text.encode()).hexdigest()}")


def seeds(count: int, first: int = 11) -> tuple[Seed, ...]:
    """Give distinct seeds that are not their own place in the schedule."""
    return tuple(Seed(first + 18 * place) for place in range(count))


def prop(name: str) -> Property:
    """Give a property by its id."""
    return Property(
        id=PropertyId(name),
        test_id=TestId(name),
        oracle="total >= 0",
        spec_hash=digest(f"spec {name}"),
        fixture_closure_hash=digest(f"fixtures {name}"),
    )


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """One property as it is to be: its marks on each side, its reason, its route if it has one."""

    name: str
    parent: str = ""
    patch: str = ""
    own: str = ""
    parent_extension: str = ""
    patch_extension: str = ""
    reason: Reason = Reason.BOTH_PASS
    route: Route | None = None
    note: str = ""
    flags: tuple[Flag, ...] = ()
    counts: Counts | None = None


class Extra(msgspec.Struct, frozen=True, kw_only=True):
    """What stands beside the properties."""

    sites: Mapping[Side, tuple[Site, ...]] = {}
    causes: Mapping[Side, tuple[Cause, ...]] = {}
    malformed: Mapping[Side, tuple[Malformed, ...]] = {}
    mute_reason: str = "needs a network"
    findings: tuple[Result, ...] = ()
    notices: tuple[Notice, ...] = ()
    collection_errors: tuple[str, ...] = ()
    tickets: tuple[Ticket, ...] = ()
    ticket_ids: tuple[str, ...] = ()
    on_review: OnReview = OnReview.PASS
    ids: tuple[str, ...] = ()


NOTHING = Extra()


def witness(name: str, letter: str) -> str:
    """Give the witness class that a letter stands for."""
    return f"{name}|builtins.AssertionError|orders.total:compute:{letter}"


def rows(side: Side, name: str, marks: str, schedule: Iterable[Seed]) -> tuple[Row, ...]:
    """Give the rows that show as these marks."""
    return tuple(
        Row(
            run=digest(f"run {side}"),
            prop=PropertyId(name),
            seed=seed,
            status=Status.PASS if mark == "." else Status.FAIL,
            witness="" if mark == "." else witness(name, mark),
        )
        for seed, mark in zip(schedule, marks, strict=False)
        if mark not in "-sx"
    )


def muted(name: str, marks: str, schedule: Iterable[Seed], reason: str) -> tuple[Muted, ...]:
    """Give the skips and expected failures that show as these marks."""
    return tuple(
        Muted(prop=PropertyId(name), seed=seed, kind=MUTES[mark], reason=reason)
        for seed, mark in zip(schedule, marks, strict=False)
        if mark in MUTES
    )


def evidence(drawn: tuple[Drawn, ...], extra: Extra = NOTHING, *, count: int = 12) -> Evidence:
    """Make a whole evidence of properties as they are drawn; the strictest reason decides."""
    contract = _contract(drawn, extra, count)
    parent, patch = (_side(side, drawn, extra, contract) for side in Side)
    verdict = _verdict(drawn, extra, contract)
    return Evidence(
        contract=contract,
        parent=parent,
        patch=patch,
        verdict=verdict,
        packet=_packet(verdict, parent, patch),
        tickets=extra.tickets,
        ticket_ids=extra.ticket_ids,
    )


def ticket(name: str, letters: str, counts: Counts, *, why: str = "", note: str = "") -> Ticket:
    """Give a ticket, admissible unless it says why not."""
    held = prop(name)
    return Ticket(
        ticket_version=1,
        contract=digest("contract"),
        prop=held.id,
        test_id=held.test_id,
        parent_sha=PARENT,
        spec_hash=held.spec_hash,
        fixture_closure_hash=held.fixture_closure_hash,
        witness=tuple(witness(name, letter) for letter in letters),
        counts=counts,
        note=note,
        admissible=not why,
        why=why,
    )


def _contract(drawn: tuple[Drawn, ...], extra: Extra, count: int) -> Contract:
    """Write the contract that these properties are judged under."""
    return Contract(
        contract_version=1,
        parent_sha=PARENT,
        patch_sha=PATCH,
        spec_hash=digest("spec"),
        fixture_closure_hash=digest("fixtures"),
        seeds=seeds(count),
        extension=seeds(32, first=100_003),
        confirmations=8,
        properties=tuple(prop(one.name) for one in drawn if one.route is None),
        routed=tuple(_routed(one, one.route) for one in drawn if one.route is not None),
        order=(),
        disputed=(),
        not_judged=(),
        notices=extra.notices,
        oracle_edits=(),
        unstable_ids=(),
        collection_errors=extra.collection_errors,
        named=False,
        on_review=extra.on_review,
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
        parent_run=digest("run parent"),
        patch_run=digest("run patch"),
    )


def _routed(one: Drawn, route: Route) -> Routed:
    """Put a property beside the contract."""
    return Routed(
        id=PropertyId(one.name),
        route=route,
        parent=None if route is Route.ADDED else prop(one.name),
        patch=None if route is Route.REMOVED else prop(one.name),
    )


def _run(side: Side, marked: Iterable[tuple[str, str]], extra: Extra, contract: Contract) -> Run:
    """State a run's facts."""
    schedule = contract.seeds
    return Run(
        side=side,
        run=contract.run_hash(side),
        commit=PATCH if side is Side.PATCH else PARENT,
        tree=digest(f"{side} tree"),
        seeds=schedule,
        measured=tuple(
            Measured(
                id=held.id, spec_hash=held.spec_hash, fixture_closure_hash=held.fixture_closure_hash
            )
            for held in contract.properties
        ),
        environment=ENVIRONMENT,
        isolation=Isolation.PROCESS,
        muted=tuple(
            mute
            for name, marks in marked
            for mute in muted(name, marks, schedule, extra.mute_reason)
        ),
        causes=extra.causes.get(side, ()),
        malformed=extra.malformed.get(side, ()),
        sites=extra.sites.get(side, ()),
    )


def _side(side: Side, drawn: tuple[Drawn, ...], extra: Extra, contract: Contract) -> SideEvidence:
    """Give one side whole."""
    patch = side is Side.PATCH
    marked = [(one.name, one.patch if patch else one.parent) for one in drawn]
    longer = [(one.name, one.patch_extension if patch else one.parent_extension) for one in drawn]
    own = [(one.name, one.own) for one in drawn if patch and one.own]
    return SideEvidence(
        run=_run(side, marked, extra, contract),
        rows=_all_rows(side, marked, contract.seeds),
        extension=_all_rows(side, longer, contract.extension),
        own=_all_rows(side, own, contract.seeds),
        own_run=_run(side, own, NOTHING, contract) if own else None,
    )


def _all_rows(
    side: Side, marked: Iterable[tuple[str, str]], schedule: tuple[Seed, ...]
) -> tuple[Row, ...]:
    """Give the rows of many properties."""
    return tuple(row for name, marks in marked for row in rows(side, name, marks, schedule))


def _verdict(drawn: tuple[Drawn, ...], extra: Extra, contract: Contract) -> Verdict:
    """Decide by the strictest reason."""
    results = extra.findings + tuple(
        Result(
            prop=one.name,
            decision=one.reason.decision,
            reason=one.reason,
            note=one.note,
            flags=one.flags,
            counts=one.counts,
        )
        for one in drawn
    )
    reason = max((result.reason for result in results), key=lambda held: held.strictness)
    flagged = {flag for result in results for flag in result.flags}
    return Verdict(
        verdict_version=1,
        contract=digest("contract"),
        decision=reason.decision,
        reason=reason,
        flags=tuple(flag for flag in Flag if flag in flagged),
        on_review=contract.on_review,
        results=results,
    )


def _packet(verdict: Verdict, parent: SideEvidence, patch: SideEvidence) -> Packet:
    """Give the four lines and the digest of some files."""
    return Packet(
        packet_version=1,
        contract=verdict.contract,
        decision=verdict.decision,
        reasons=tuple(ReasonOf(prop=one.prop, reason=one.reason) for one in verdict.results),
        parent=_counted(parent.rows),
        patch=_counted(patch.rows),
        files=tuple(
            FileDigest(name=name, digest=digest(name))
            for name in ("decision.json", "parent.jsonl", "patch.jsonl")
        ),
    )


def _counted(held: tuple[Row, ...]) -> RowCounts:
    """Count a row file."""
    failed = sum(row.status is Status.FAIL for row in held)
    return RowCounts(passed=len(held) - failed, failed=failed, lines=len(held))
