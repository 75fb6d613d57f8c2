"""Both sides measured under a sealed contract: schedule, then whatever the pairs leave open."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from freezegate.app.bench import Bench, Stand, Task, interleaved
from freezegate.app.rows import SeedFacts, Seen
from freezegate.core.pairs import open_questions
from freezegate.model.contract import Contract, Side
from freezegate.model.environment import Environment
from freezegate.model.ids import Digest, Seed
from freezegate.model.row import ConfirmationRow, Row
from freezegate.model.run import Measured, Run, SideEvidence


class Station(msgspec.Struct, frozen=True, kw_only=True):
    """One side ready to run: where, how its rows are read, and what was measured of its sources.

    `own` and `own_seen` are the pass of the patch's own tests, where there is one.
    """

    side: Side
    stand: Stand
    seen: Seen
    measured: tuple[Measured, ...]
    environment: Environment
    own: Stand | None = None
    own_seen: Seen | None = None
    own_tree: Digest | None = None


def schedule_tasks(station: Station, seeds: Sequence[Seed]) -> tuple[Task, ...]:
    """One task a seed, each knowing its place."""
    return tuple(
        Task(stand=station.stand, seen=station.seen, seed=seed, place=place)
        for place, seed in enumerate(seeds)
    )


def own_tasks(station: Station, seeds: Sequence[Seed]) -> tuple[Task, ...]:
    """The pass of the patch's own tests, if it has one."""
    if station.own is None or station.own_seen is None:
        return ()
    return tuple(
        Task(stand=station.own, seen=station.own_seen, seed=seed, place=place)
        for place, seed in enumerate(seeds)
    )


def measure_schedule(
    bench: Bench, contract: Contract, stations: Sequence[Station]
) -> tuple[SideEvidence, ...]:
    """Run the schedule on the given sides, own passes included."""
    main = [schedule_tasks(station, contract.seeds) for station in stations]
    own = [own_tasks(station, contract.seeds) for station in stations]
    tasks = (*interleaved(*main), *interleaved(*own))
    facts = _by_stand(tasks, bench.measure(tasks))
    return tuple(
        SideEvidence(
            run=_run(contract, station, contract.seeds, facts.get(_key(station.stand), ())),
            rows=_rows(facts.get(_key(station.stand), ())),
            own=_rows(facts.get(_key(station.own), ())),
            own_run=_own_run(contract, station, facts),
        )
        for station in stations
    )


def extend(
    bench: Bench, contract: Contract, stations: Sequence[Station]
) -> tuple[tuple[Row, ...], ...]:
    """Run the extension on the given sides: whole seeds, in order, every property."""
    offset = len(contract.seeds)
    main = [
        tuple(
            Task(stand=station.stand, seen=station.seen, seed=seed, place=offset + place)
            for place, seed in enumerate(contract.extension)
        )
        for station in stations
    ]
    tasks = interleaved(*main)
    facts = _by_stand(tasks, bench.measure(tasks))
    return tuple(_rows(facts.get(_key(station.stand), ())) for station in stations)


def confirm(
    bench: Bench,
    contract: Contract,
    stations: Sequence[Station],
    attempts: Sequence[tuple[Seed, int]],
) -> tuple[tuple[ConfirmationRow, ...], ...]:
    """Rerun whole seeds, each as the attempt beside it, on the given sides."""
    whole = contract.seeds + contract.extension
    main = [
        tuple(
            Task(stand=station.stand, seen=station.seen, seed=seed, place=whole.index(seed))
            for seed, _ in attempts
        )
        for station in stations
    ]
    tasks = interleaved(*main)
    facts = _by_stand(tasks, bench.measure(tasks))
    return tuple(
        tuple(
            ConfirmationRow(attempt=attempt, row=row)
            for (_, attempt), fact in zip(attempts, facts.get(_key(station.stand), ()), strict=True)
            for row in fact.rows
        )
        for station in stations
    )


def answer(
    bench: Bench, contract: Contract, stations: Sequence[Station], sides: Sequence[SideEvidence]
) -> tuple[SideEvidence, SideEvidence]:
    """Run what the pairs leave open until nothing is: extension first, then confirmations."""
    parent, patch = sides
    asked: object = None
    while True:
        questions = open_questions(contract, parent, patch)
        if (questions, len(parent.confirmations), len(patch.confirmations)) == asked:
            # Asking brought no row of either side: the score says what is missing.
            return parent, patch
        asked = questions, len(parent.confirmations), len(patch.confirmations)
        if questions.extend:
            rows = extend(bench, contract, stations)
            parent, patch = (
                msgspec.structs.replace(side, extension=side.extension + more)
                for side, more in zip((parent, patch), rows, strict=True)
            )
        elif questions.confirm:
            attempts = [(seed, _next((parent, patch), seed)) for seed, _ in questions.confirm]
            confirmed = confirm(bench, contract, stations, attempts)
            parent, patch = (
                msgspec.structs.replace(side, confirmations=side.confirmations + more)
                for side, more in zip((parent, patch), confirmed, strict=True)
            )
        else:
            return parent, patch


def _next(sides: Iterable[SideEvidence], seed: Seed) -> int:
    """Number the next attempt at this seed."""
    done = (each.attempt for side in sides for each in side.confirmations if each.row.seed == seed)
    return 1 + max(done, default=0)


def _key(stand: Stand | None) -> str:
    """Tell stands apart by the tree that they stand in and the ids that they run."""
    return f"{stand.side}:{stand.master}:{stand.label}" if stand is not None else ""


def _by_stand(
    tasks: Sequence[Task], facts: Sequence[SeedFacts]
) -> dict[str, tuple[SeedFacts, ...]]:
    """Sort facts by their stand, each in the order of its schedule."""
    sorted_: dict[str, list[SeedFacts]] = {}
    for task, fact in zip(tasks, facts, strict=True):
        sorted_.setdefault(_key(task.stand), []).append(fact)
    return {key: tuple(values) for key, values in sorted_.items()}


def _rows(facts: Iterable[SeedFacts]) -> tuple[Row, ...]:
    """All rows, seed by seed."""
    return tuple(row for fact in facts for row in fact.rows)


def _own_run(
    contract: Contract, station: Station, facts: Mapping[str, tuple[SeedFacts, ...]]
) -> Run | None:
    """The run facts of the own pass."""
    if station.own is None or station.own_tree is None:
        return None
    run = _run(contract, station, contract.seeds, facts.get(_key(station.own), ()))
    return msgspec.structs.replace(run, tree=station.own_tree)


def _run(
    contract: Contract, station: Station, seeds: tuple[Seed, ...], facts: Sequence[SeedFacts]
) -> Run:
    """The run facts of one pass."""
    spec = contract.run_spec(station.side)
    return Run(
        side=station.side,
        run=contract.run_hash(station.side),
        commit=spec.commit,
        tree=spec.tree,
        seeds=seeds if facts else (),
        measured=station.measured,
        environment=station.environment,
        isolation=contract.isolation,
        muted=tuple(muted for fact in facts for muted in fact.muted),
        causes=tuple(cause for fact in facts for cause in fact.causes),
        malformed=tuple(bad for fact in facts for bad in fact.malformed),
        origins=tuple(dict.fromkeys(origin for fact in facts for origin in fact.origins)),
        sites=tuple(
            {site.witness + site.place: site for fact in facts for site in fact.sites}.values()
        ),
    )
