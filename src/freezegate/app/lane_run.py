"""The runs of a property lane: the schedule with probes, and traps at one seed of it."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from freezegate.app.bench import Bench, Stand, Task
from freezegate.app.measure import Station
from freezegate.app.rows import SeedFacts
from freezegate.app.rows import Seen as Reading
from freezegate.app.stands import with_tests
from freezegate.core.lane import trap_at
from freezegate.model.claim import Notes
from freezegate.model.contract import Contract, Property
from freezegate.model.ids import Seed, TestId
from freezegate.model.lane import Place, Ran, Seen, Trapped, Unit
from freezegate.model.plan import Instruments, Replay, Trap
from freezegate.model.row import Phase, Status


class Probed(msgspec.Struct, frozen=True, kw_only=True):
    """What is listened to in one tree: units of code, and files that may be opened."""

    units: tuple[Unit, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place of every unit, each once."""
        return tuple(dict.fromkeys(place for unit in self.units for place in unit.places))

    def instruments(
        self, trap: Trap = Trap.NONE, *, replays: tuple[Replay, ...] = (), shrink: bool = False
    ) -> Instruments:
        """Ask the runner to listen."""
        return Instruments(
            probes=self.places, files=self.files, trap=trap, replays=replays, shrink=shrink
        )

    def reached(self, notes: Notes) -> frozenset[str]:
        """Name the units and files that one run reached."""
        places = self.places
        hit = {places[number] for number in notes.executed or () if number < len(places)}
        units = (unit.id for unit in self.units if not hit.isdisjoint(unit.places))
        opened = (self.files[at] for at in notes.opened or () if at < len(self.files))
        return frozenset((*units, *opened))


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Properties that run in one tree, each with its route beside the contract."""

    stand: Stand
    reading: Reading
    probed: Probed
    properties: tuple[tuple[Property, str], ...]

    def task(self, seed: Seed, place: int, instruments: Instruments) -> Task:
        """Run all of the stand's tests at one seed."""
        return Task(
            stand=self.stand, seen=self.reading, seed=seed, place=place, instruments=instruments
        )

    def only(self, tests: Iterable[TestId], seed: Seed, instruments: Instruments) -> Task:
        """Run some of the tests alone."""
        stand = with_tests(self.stand, tests, ())
        return Task(stand=stand, seen=self.reading, seed=seed, place=0, instruments=instruments)


def patch_groups(contract: Contract, patch: Station, probed: Probed) -> tuple[Group, ...]:
    """Give the contract's properties in the composed tree, and the patch's own in its own."""
    groups = [
        Group(
            stand=patch.stand,
            reading=patch.seen,
            probed=probed,
            properties=tuple((prop, "") for prop in contract.properties),
        )
    ]
    if patch.own is not None and patch.own_seen is not None:
        own = tuple((each.patch, str(each.route)) for each in contract.own if each.patch)
        groups.append(Group(stand=patch.own, reading=patch.own_seen, probed=probed, properties=own))
    return tuple(group for group in groups if group.properties)


def scheduled(
    bench: Bench, groups: Sequence[Group], seeds: Sequence[Seed], parent: Group
) -> tuple[tuple[tuple[SeedFacts, ...], ...], SeedFacts]:
    """Run the schedule for each group, and the parent's first seed, seed by seed in turn."""
    tasks = [
        group.task(seed, place, group.probed.instruments())
        for place, seed in enumerate(seeds)
        for group in groups
    ]
    first = parent.task(seeds[0], 0, parent.probed.instruments())
    *facts, before = bench.measure((*tasks, first))
    count = len(groups)
    return tuple(tuple(facts[at::count]) for at in range(count)), before


def read_schedule(group: Group, facts: Sequence[SeedFacts]) -> Iterator[Seen]:
    """Read what the schedule brought of each property of a group."""
    for prop, route in group.properties:
        runs = [ran_of(group, prop, fact) for fact in facts]
        yield Seen(
            id=prop.id,
            test_id=prop.test_id,
            route=route,
            runs=tuple(runs),
            gaps=tuple(
                f"seed {fact.seed}: {cause_of(fact, prop)}"
                for fact, ran in zip(facts, runs, strict=True)
                if ran is None
            ),
        )


def with_traps(
    bench: Bench, group: Group, seen: Sequence[Seen], seeds: Sequence[Seed]
) -> tuple[Seen, ...]:
    """Take touched code away from each property that executes some, at a seed where it is green."""
    places: dict[int, list[TestId]] = {}
    for each in seen:
        at = trap_at(each)
        if at is not None:
            places.setdefault(at, []).append(each.test_id)
    asked = [(at, trap) for at in sorted(places) for trap in (Trap.RAISE, Trap.HOLLOW)]
    facts = bench.measure(
        group.only(places[at], seeds[at], group.probed.instruments(trap)) for at, trap in asked
    )
    found = dict(zip(asked, facts, strict=True))
    return tuple(
        msgspec.structs.replace(
            each,
            raised=_trapped(each, found[at, Trap.RAISE]),
            hollow=_trapped(each, found[at, Trap.HOLLOW]),
        )
        if (at := trap_at(each)) is not None
        else each
        for each in seen
    )


def _trapped(seen: Seen, fact: SeedFacts) -> Trapped | None:
    row = next((row for row in fact.rows if row.prop == seen.id), None)
    notes = dict(fact.noted).get(seen.test_id)
    if row is None or notes is None:
        return None
    return Trapped(fired=notes.trapped, red=row.status is Status.FAIL and row.phase is Phase.CALL)


def executed_on(group: Group, fact: SeedFacts) -> frozenset[str]:
    """Name all that any property executed at one seed."""
    return frozenset(name for _, notes in fact.noted for name in group.probed.reached(notes))


def ran_of(group: Group, prop: Property, fact: SeedFacts) -> Ran | None:
    """Read one run; a row without a word of what it executed executed nothing that is known."""
    row = next((row for row in fact.rows if row.prop == prop.id), None)
    if row is None:
        return None
    notes = dict(fact.noted).get(prop.test_id)
    reached = group.probed.reached(notes) if notes is not None else frozenset[str]()
    return Ran(red=row.status is Status.FAIL, executed=reached)


def cause_of(fact: SeedFacts, prop: Property) -> str:
    """Say why a property gave no row."""
    causes = [cause.text for cause in fact.causes if cause.prop in {"", prop.id}]
    causes += [f"{mute.kind}: {mute.reason}" for mute in fact.muted if mute.prop == prop.id]
    causes += [bad.text for bad in fact.malformed]
    return (causes or ["no row, and nothing says why"])[0]
