"""Inputs in a lane: those of the fixture pack run first, and failures shrunk for it (spec 2)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from freezegate.app.bench import Bench, Task
from freezegate.app.lane_run import Group, cause_of, ran_of
from freezegate.app.rows import SeedFacts
from freezegate.model.claim import Shrunk
from freezegate.model.contract import Property
from freezegate.model.ids import Seed, TestId
from freezegate.model.lane import Ran, Seen
from freezegate.model.pack import Counterexample
from freezegate.model.plan import Instruments, Replay

#: A shrink takes many times a run; more inputs than these tell nobody more.
MAX_SHRUNK: Final = 10
#: An input replays where each of these is red.
_REPLAYS: Final = 2


def with_replays(
    bench: Bench, group: Group, seen: Sequence[Seen], seed: Seed, pack: Iterable[Counterexample]
) -> tuple[Seen, ...]:
    """Run each property on its inputs of the pack, one after the other."""
    by_id = {each.id: each for each in seen}
    rounds: list[dict[TestId, Counterexample]] = []
    for example in sorted(pack, key=Counterexample.key):
        if example.property in by_id and example.replays:
            test = by_id[example.property].test_id
            free = next((each for each in rounds if test not in each), None)
            if free is None:
                free = {}
                rounds.append(free)
            free[test] = example
    facts = bench.measure(_replaying(group, each, seed) for each in rounds)
    told: dict[str, list[Ran | str]] = {}
    for examples, fact in zip(rounds, facts, strict=True):
        for test, example in examples.items():
            prop = next(prop for prop, _ in group.properties if prop.test_id == test)
            told.setdefault(prop.id, []).append(_replayed(group, prop, example, fact))
    return tuple(
        msgspec.structs.replace(
            each,
            replays=tuple(it for it in told.get(each.id, ()) if isinstance(it, Ran)),
            gaps=(*each.gaps, *(it for it in told.get(each.id, ()) if isinstance(it, str))),
        )
        for each in seen
    )


def _replaying(group: Group, examples: Mapping[TestId, Counterexample], seed: Seed) -> Task:
    replays = tuple(
        Replay(
            test_id=test,
            key=each.key(),
            arguments=each.arguments,
            blob=each.blob,
            hypothesis=each.hypothesis,
        )
        for test, each in examples.items()
    )
    return group.only(examples, seed, group.probed.instruments(replays=replays))


def _replayed(group: Group, prop: Property, example: Counterexample, fact: SeedFacts) -> Ran | str:
    """Read one replay; what could not be given is said and counts for nothing."""
    shown = ", ".join(f"{name}={value!r}" for name, value in example.arguments.items())
    ran = ran_of(group, prop, fact)
    notes = dict(fact.noted).get(prop.test_id)
    if ran is None or notes is None:
        return f"the pack's input {shown}: {cause_of(fact, prop)}"
    if notes.replayed != example.key():
        return f"the pack's input {shown}: {notes.why_not or 'it was not given'}"
    return ran


class Sunk(msgspec.Struct, frozen=True, kw_only=True):
    """A failing input that was shrunk, and the log of its failure where it does not replay."""

    example: Counterexample
    log: str = ""


class FoundOn(msgspec.Struct, frozen=True, kw_only=True):
    """What a shrunk input is found on: the pack's generation, and a version of Hypothesis."""

    generation: str
    hypothesis: str


def shrunk(
    bench: Bench, group: Group, red: Sequence[tuple[Seen, SeedFacts]], found_on: FoundOn
) -> tuple[Sunk, ...]:
    """Shrink what is red, each at the seed beside it, and run it again on that input alone."""
    tried = red[:MAX_SHRUNK]
    found = bench.measure(
        group.only((each.test_id,), fact.seed, Instruments(shrink=True)) for each, fact in tried
    )
    told = [
        (each, fact, _example(each, fact, notes.shrunk, found_on))
        for (each, fact), again in zip(tried, found, strict=True)
        if (notes := dict(again.noted).get(each.test_id)) and notes.shrunk
    ]
    again = bench.measure(
        _replaying(group, {each.test_id: example}, fact.seed)
        for each, fact, example in told
        for _ in range(_REPLAYS)
    )
    return tuple(
        _settled(group, example, fact, again[at * _REPLAYS : (at + 1) * _REPLAYS])
        for at, (_, fact, example) in enumerate(told)
    )


def _example(seen: Seen, fact: SeedFacts, found: Shrunk, found_on: FoundOn) -> Counterexample:
    row = next((row for row in fact.rows if row.prop == seen.id), None)
    return Counterexample(
        property=seen.id,
        generation=found_on.generation,
        arguments=found.arguments,
        test_id=seen.test_id,
        blob=found.blob,
        hypothesis=found_on.hypothesis,
        witness=row.witness if row is not None else "",
    )


def _settled(
    group: Group, example: Counterexample, fact: SeedFacts, again: Sequence[SeedFacts]
) -> Sunk:
    """Hold a shrunk input to its replays: red each time, or its failure is kept as a raw log."""
    prop = next(prop for prop, _ in group.properties if prop.id == example.property)
    runs = [_replayed(group, prop, example, each) for each in again]
    if all(isinstance(each, Ran) and each.red for each in runs):
        return Sunk(example=example)
    log = (
        f"seed {fact.seed}: {example.witness}",
        *(f"{site.place}: {site.statement}: {site.message}" for site in fact.sites),
        *(each if isinstance(each, str) else _words(each) for each in runs),
    )
    kept = msgspec.structs.replace(example, replays=False)
    return Sunk(example=kept, log="\n".join(log) + "\n")


def _words(ran: Ran) -> str:
    return f"on the input alone it {'fails' if ran.red else 'passes'}"
