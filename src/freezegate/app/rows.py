"""From the claims of one process to the facts of one seed: witnesses are made here, outside."""

from collections.abc import Callable, Mapping

import msgspec

from freezegate.core.witness import (
    LocatedFrame,
    LocatedLeaf,
    signal_witness,
    timeout_witness,
    witness_class,
)
from freezegate.model.claim import Frame, Notes, Outcome, RaisedLeaf, Ran
from freezegate.model.ids import Digest, PropertyId, Seed, TestId
from freezegate.model.row import ORIGIN_TREE, Phase, Row, Status
from freezegate.model.run import Cause, Malformed, Muted, MuteKind, OutsideOrigin, Site
from freezegate.shell.engine.base import Ended
from freezegate.source.site import Sites

#: Reasons of skips and messages of failures are shown, not judged; a line of them is enough.
_SHOWN_CHARS = 300


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """How a side's rows are read: its run hash, its properties by test id, its own sources."""

    run: Digest
    properties: Mapping[TestId, PropertyId]
    sites: Sites
    is_test: Callable[[str], bool]


class SeedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What one seed of one side brought; `noted` is what instruments saw, by test."""

    seed: Seed
    rows: tuple[Row, ...] = ()
    muted: tuple[Muted, ...] = ()
    causes: tuple[Cause, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    origins: tuple[OutsideOrigin, ...] = ()
    sites: tuple[Site, ...] = ()
    noted: tuple[tuple[TestId, Notes], ...] = ()


def seed_facts(seen: Seen, seed: Seed, processes: tuple[Ended, ...]) -> SeedFacts:
    """Read all processes of one seed; what is not asked for has no row."""
    rows: list[Row] = []
    muted: list[Muted] = []
    sites: list[Site] = []
    for ended in processes:
        origin = ended.origins[0].path if ended.origins else ORIGIN_TREE
        for ran in ended.ran:
            prop = seen.properties.get(TestId(ran.test_id))
            if prop is None:
                continue
            mute = _mute(ran, prop, seed)
            if mute is not None:
                muted.append(mute)
                continue
            row, row_sites = _row(seen, seed, prop, ran, origin)
            rows.append(row)
            sites.extend(row_sites)
        cut = _cut_row(seen, seed, ended)
        rows.extend(cut)
    return SeedFacts(
        seed=seed,
        rows=tuple(rows),
        muted=tuple(muted),
        causes=_causes(seen, seed, processes),
        malformed=tuple(
            Malformed(seed=seed, text=ended.malformed) for ended in processes if ended.malformed
        ),
        origins=tuple(
            OutsideOrigin(package=origin.package, path=origin.path)
            for ended in processes
            for origin in ended.origins
        ),
        sites=tuple(sites),
        noted=tuple(
            (TestId(ran.test_id), ran.notes)
            for ended in processes
            for ran in ended.ran
            if ran.notes is not None and TestId(ran.test_id) in seen.properties
        ),
    )


def _mute(ran: Ran, prop: PropertyId, seed: Seed) -> Muted | None:
    """Read a skip or an expected failure."""
    match ran.outcome:
        case Outcome.SKIPPED:
            kind = MuteKind.SKIP
        case Outcome.XFAILED:
            kind = MuteKind.XFAIL
        case _:
            return None
    return Muted(prop=prop, seed=seed, kind=kind, reason=ran.reason[:_SHOWN_CHARS])


def _row(
    seen: Seen, seed: Seed, prop: PropertyId, ran: Ran, origin: str
) -> tuple[Row, tuple[Site, ...]]:
    """Make a row of a test that passed or failed, and the sites behind its witness."""
    failed = ran.outcome is Outcome.FAILED
    leaves = ran.failure.leaves if failed and ran.failure is not None else ()
    witness = (
        witness_class(prop, tuple(_located(seen, leaf) for leaf in leaves), phase=ran.phase)
        if failed
        else ""
    )
    row = Row(
        run=seen.run,
        prop=prop,
        seed=seed,
        status=Status.FAIL if failed else Status.PASS,
        witness=witness,
        effects=ran.effects,
        origin=origin,
        draws=ran.draws,
        phase=ran.phase,
        duration_s=ran.duration_s,
    )
    return row, tuple(_site(seen, witness, leaf) for leaf in leaves)


def _located(seen: Seen, leaf: RaisedLeaf) -> LocatedLeaf:
    """Find the failing statements behind a leaf's frames, in our own copy of the sources."""
    return LocatedLeaf(
        type=leaf.type,
        message=leaf.message,
        frames=tuple(_located_frame(seen, frame) for frame in leaf.frames),
        plain_assert=leaf.plain_assert,
    )


def _located_frame(seen: Seen, frame: Frame) -> LocatedFrame:
    """Put the canonical statement to a frame; a frame of generated code has none."""
    statement = seen.sites.at(frame.path, frame.line)
    return LocatedFrame(
        path=frame.path,
        module=frame.module,
        qualname=frame.qualname,
        statement=statement.canonical if statement is not None else b"",
        is_test=seen.is_test(frame.path),
    )


def _site(seen: Seen, witness: str, leaf: RaisedLeaf) -> Site:
    """Describe for a reader where a leaf was raised."""
    message = leaf.message[:_SHOWN_CHARS]
    if not leaf.frames:
        return Site(witness=witness, place="", statement=leaf.type, message=message)
    frame = leaf.frames[-1]
    statement = seen.sites.at(frame.path, frame.line)
    return Site(
        witness=witness,
        place=f"{frame.path}:{frame.line}",
        statement=statement.text if statement is not None else leaf.type,
        message=message,
    )


def _cut_row(seen: Seen, seed: Seed, ended: Ended) -> tuple[Row, ...]:
    """Make the row of a property that outlived its limit or crashed; a kill by others has none."""
    prop = seen.properties.get(TestId(ended.running))
    if prop is None:
        return ()
    if ended.timed_out:
        witness = timeout_witness(prop)
    elif ended.signal and ended.signal != "SIGKILL":
        witness = signal_witness(prop, ended.signal)
    else:
        return ()
    return (
        Row(
            run=seen.run,
            prop=prop,
            seed=seed,
            status=Status.FAIL,
            witness=witness,
            phase=Phase.CALL,
        ),
    )


def _causes(seen: Seen, seed: Seed, processes: tuple[Ended, ...]) -> tuple[Cause, ...]:
    """Say why properties have no row: a process that ended early, a file that did not collect."""
    causes = [
        Cause(
            prop=seen.properties.get(TestId(ended.running), ""),
            seed=seed,
            text=f"the process {ended.how or 'ended its session early'}{_last_words(ended)}",
        )
        for ended in processes
        if ended.how or ended.running
    ]
    causes.extend(
        Cause(
            # What ends a session stops the property that runs, and no other.
            prop="" if error.path else seen.properties.get(TestId(ended.running), ""),
            seed=seed,
            text=f"{error.path or 'the session'}: {first_error(error.text)}",
        )
        for ended in processes
        for error in ended.errors
    )
    return tuple(causes)


def _last_words(ended: Ended) -> str:
    """Give the last line of standard error, which often names what went wrong."""
    lines = [line.strip() for line in ended.stderr.splitlines() if line.strip()]
    return f"; it last said: {lines[-1][:_SHOWN_CHARS]}" if lines else ""


def first_error(text: str) -> str:
    """Give the line of a collection error that says what it was."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E ")]
    # Bad arguments: pytest names them, then its ini file and its rootdir.
    errors = errors or [line for line in lines if ": error: " in line]
    if not errors and lines and lines[-1].startswith("HINT:"):
        # Two modules of one name: what it is stands first, folders of ours and advice follow.
        errors = [lines[0].rstrip(":")]
    return (
        (errors or lines or ["could not be collected"])[-1]
        .removeprefix("E ")
        .strip()[:_SHOWN_CHARS]
    )
