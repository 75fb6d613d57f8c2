"""Reruns as tasks: what a plan asks for is run on the bench, and what came of it is handed back."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeVar

import msgspec

from freezegate.app.bench import Bench, Task
from freezegate.app.measure import Station
from freezegate.app.rows import SeedFacts
from freezegate.app.stands import with_tests
from freezegate.core.controls_calls import explaining
from freezegate.core.controls_clock import CLOCK
from freezegate.core.controls_input import SHRINK
from freezegate.core.orders import ahead, shuffled, up_to_last
from freezegate.core.reruns import reruns
from freezegate.model.claim import Notes
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Changed
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import Instruments
from freezegate.model.rerun import Answered, Ask, Found, Outcome, Subject
from freezegate.model.row import Row, Status
from freezegate.source.schedule import hash_seed

K = TypeVar("K")

_NETWORK: Final = "network:"


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where reruns run: the bench, both stations, and all tests among which an order is varied."""

    bench: Bench
    stations: Mapping[Side, Station]
    among: tuple[TestId, ...]
    vary: tuple[Vary, ...]


def scheduled(
    ground: Ground, seeds: Sequence[Seed], wanted: Sequence[TestId]
) -> dict[TestId, dict[Side, Answered]]:
    """Run the schedule for several properties at once, on both sides.

    Each seed orders all tests and runs them up to the last of the wanted ones. HTTP calls are
    recorded beside.
    """
    tasks = {
        side: [
            _task(ground, side, seed, up_to_last(_varied(ground, seed), wanted), upstream=True)
            for seed in seeds
        ]
        for side in ground.stations
    }
    facts = _measured(ground.bench, tasks)
    return {
        test: {side: _answered(ground, side, test, facts[side]) for side in ground.stations}
        for test in wanted
    }


def run_plan(ground: Ground, subject: Subject) -> Found:
    """Run the whole plan of one property."""
    plan = reruns(subject)
    answers: tuple[Answered, ...] | None = None
    while True:
        try:
            asks = next(plan) if answers is None else plan.send(answers)
        except StopIteration as ended:
            found: Found = ended.value
            return found
        answers = answer(ground, subject.test_id, asks)


def answer(ground: Ground, test: TestId, asks: Sequence[Ask]) -> tuple[Answered, ...]:
    """Run what is asked of one property, the asks in turn, so that noise hits all alike."""
    facts = _measured(ground.bench, {at: _tasks(ground, test, ask) for at, ask in enumerate(asks)})
    return tuple(_answered(ground, ask.side, test, facts[at], ask) for at, ask in enumerate(asks))


def _tasks(ground: Ground, test: TestId, ask: Ask) -> list[Task]:
    """Make a task of each seed of an ask."""
    return [
        _task(
            ground,
            ask.side,
            seed,
            (*(ahead(_varied(ground, seed), test) if ask.before is None else ask.before), test),
            ask,
            upstream=ask.changed in {Changed.VARIED_ORDER, Changed.UPSTREAM_RECORDED},
        )
        for seed in ask.seeds
    ]


def _task(  # noqa: PLR0913 - a rerun's varying parts
    ground: Ground,
    side: Side,
    seed: Seed,
    tests: tuple[TestId, ...],
    ask: Ask | None = None,
    *,
    upstream: bool,
) -> Task:
    """Run these tests in this order, with what is asked beside; place 0 keeps the order."""
    station = ground.stations[side]
    return Task(
        stand=with_tests(station.stand, tests, tests),
        seen=station.seen,
        seed=seed,
        place=0,
        instruments=_instruments(ask, upstream=upstream),
        vary=() if ask is not None and not ask.seeded else None,
        hash_seed=_hash_seed(ask),
    )


def _hash_seed(ask: Ask | None) -> int | None:
    """Give the hash seed that is asked for; `None` leaves the seed's own."""
    if ask is None:
        return None
    return ask.hash_seed if ask.hash_of is None else hash_seed(ask.hash_of)


def _instruments(ask: Ask | None, *, upstream: bool) -> Instruments:
    if ask is None:
        return Instruments(upstream=upstream)
    return Instruments(
        clock=ask.instant.isoformat() if ask.instant else "",
        refuse_network=ask.refuse_network,
        shrink=ask.shrink,
        replays=(ask.replay,) if ask.replay else (),
        upstream=upstream,
    )


def _varied(ground: Ground, seed: Seed) -> tuple[TestId, ...]:
    """The order that a seed gives to all tests, where the contract lets it."""
    return shuffled(ground.among, seed) if Vary.ORDER in ground.vary else ground.among


def _measured(bench: Bench, tasks: Mapping[K, Sequence[Task]]) -> dict[K, list[SeedFacts]]:
    """Run tasks of several kinds in turn, and sort what they brought by kind."""
    kinds = [[(key, task) for task in each] for key, each in tasks.items()]
    turns = [pair for turn in zip_longest(*kinds) for pair in turn if pair is not None]
    facts: dict[K, list[SeedFacts]] = {key: [] for key in tasks}
    for (key, _), fact in zip(turns, bench.measure(task for _, task in turns), strict=True):
        facts[key].append(fact)
    return facts


def _answered(
    ground: Ground, side: Side, test: TestId, facts: Iterable[SeedFacts], ask: Ask | None = None
) -> Answered:
    """Read what each seed brought of one property."""
    listed = tuple(facts)
    prop = ground.stations[side].seen.properties[test]
    rows = [next((row for row in fact.rows if row.prop == prop), None) for fact in listed]
    notes = [dict(fact.noted).get(test) for fact in listed]
    pairs = list(zip(rows, notes, strict=True))
    return Answered(
        outcomes=tuple(None if row is None else _outcome(row, note, ask) for row, note in pairs),
        lacks=_lacks(ask, [note for row, note in pairs if row is not None]),
        causes=tuple(dict.fromkeys(_causes(listed, prop))),
    )


def _causes(facts: Sequence[SeedFacts], prop: str) -> Iterable[str]:
    """Say why a property gave no row: what ended its process, or that it was skipped."""
    for fact in facts:
        yield from (cause.text for cause in fact.causes if cause.prop in {"", prop})
        yield from (f"{muted.kind}: {muted.reason}" for muted in fact.muted if muted.prop == prop)
        yield from (bad.text for bad in fact.malformed)


def _lacks(ask: Ask | None, notes: Sequence[Notes | None]) -> tuple[str, ...]:
    """Name what the project's interpreter has not, by its own word or by its silence."""
    if ask is None:
        return ()
    named = {lack for note in notes if note is not None for lack in note.lacks}
    if ask.instant and None in notes:
        named.add(CLOCK)
    if ask.shrink and None in notes:
        named.add(SHRINK)
    return tuple(sorted(named))


def _outcome(row: Row, note: Notes | None, ask: Ask | None) -> Outcome:
    """Read one run; where an input was to be given, a run without it is none of it."""
    replay = ask.replay if ask is not None else None
    given = replay is None or (note is not None and note.replayed == replay.key)
    why_not = note.why_not if note is not None else ""
    red = row.status is Status.FAIL
    return Outcome(
        witness=row.witness,
        duration_s=row.duration_s,
        call=explaining(note.answers, red=red) if note is not None else None,
        peers=tuple(
            effect.removeprefix(_NETWORK) for effect in row.effects if effect.startswith(_NETWORK)
        ),
        shrunk=note.shrunk if note is not None and red else None,
        why_not=why_not or ("" if given else "the input was not given"),
    )
