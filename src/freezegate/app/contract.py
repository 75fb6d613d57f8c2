"""The contract drafted: what both commits have, measured on their own trees, then sealed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.bench import Bench
from freezegate.app.case import Case, open_case
from freezegate.app.choice import Choice, choose, collect_paths, named_files
from freezegate.app.collect import collect, problems, unstable
from freezegate.app.measure import Station
from freezegate.app.notices import notices_of, oracle_edits_of, waived_of
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.app.properties import closure_digest, hidden_of, properties_of, spec_digest
from freezegate.app.stands import plugins_of, stands_of, stations_of
from freezegate.core.routes import Routes, routes
from freezegate.errors import UsageError
from freezegate.model.contract import Contract, Isolation, Mode, Notice, NotJudged, Property
from freezegate.model.ids import CommitSha, Digest, PropertyId, Seed, TestId, check_schedule
from freezegate.shell.clock import now
from freezegate.shell.engine import ENGINES
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import write_file
from freezegate.source.pytest_config import our_config
from freezegate.source.schedule import derive_seeds
from freezegate.wire.canonical import digest, seal
from freezegate.wire.contract import with_run_hashes
from freezegate.wire.times import parse_time

#: A place for digests that `with_run_hashes` fills.
_UNSET: Final = Digest(f"sha256:{'0' * 64}")
#: Where jobs run unless told.
LOCAL: Final[Callable[[], Engine]] = ENGINES["local"]


class Drafted(msgspec.Struct, frozen=True, kw_only=True):
    """A contract with run hashes, and both sides ready to run under it.

    `case` and `choice` are what it was drafted from.
    """

    contract: Contract
    case: Case
    choice: Choice
    bench: Bench
    stations: tuple[Station, Station]


@contextmanager
def drafted(
    options: Options, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> Iterator[Drafted]:
    """Open the case, collect both commits, draft the contract; close all afterwards."""
    with open_case(options) as case:
        schedule(case, case.parent.sha)  # bad seeds are refused before anything has run
        progress.phase(f"parent {case.parent.sha[:12]}, patch {case.patch.sha[:12]}: collecting")
        bench = Bench(
            engine=engine(),
            workshop=case.workshop,
            interpreter=case.interpreter,
            config=case.config,
            progress=progress,
            jobs=options.jobs,
        )
        yield _draft(case, bench)


def write_contract(
    options: Options, out: Path, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> Digest:
    """Write the sealed contract and give its hash."""
    with drafted(options, progress, engine) as draft:
        sealed = seal(draft.contract)
    write_file(out, sealed)
    return digest(sealed)


def _draft(case: Case, bench: Bench) -> Drafted:
    """Collect, choose, measure hashes, route, and fix everything that will be measured."""
    stands = stands_of(case, lambda listing: collect_paths(case, listing))
    collections = collect(bench, stands.parent, stands.composed, stands.own)
    choice = choose(case, collections)
    parent = properties_of(case.parent, choice.parent, case.config)
    own = properties_of(case.patch, choice.own, case.config)
    hidden = hidden_of(case.patch, choice.parent, case.config, parent, own)
    own |= hidden.properties
    not_judged = _not_judged(case, parent, own)
    # What stands in a file that the patch breaks is not gone: its error is a finding of its own.
    broken = {item.test_id for item in choice.parent if item.path in collections.own.errors}
    left_out = {entry.test_id for entry in not_judged} | broken
    split = routes(
        {name: prop for name, prop in parent.items() if prop.test_id not in left_out},
        {name: prop for name, prop in own.items() if prop.test_id not in left_out},
        frozenset(TestId(item.test_id) for item in collections.composed.items),
        waived_of(case, choice.own, parent),
    )
    found = problems(collections, named_files(case))
    contract = _contract(case, choice, split)
    contract = with_run_hashes(
        msgspec.structs.replace(
            contract,
            not_judged=not_judged,
            notices=(
                *notices_of(case, collections),
                *(Notice(text=text) for text in found.told),
                *(_hidden_notice(name) for name in (*hidden.properties, *hidden.replaced)),
            ),
            unstable_ids=unstable(collections, (*choice.parent, *choice.own)),
            collection_errors=found.incomplete,
        )
    )
    return Drafted(
        contract=contract,
        case=case,
        choice=choice,
        bench=bench,
        stations=stations_of(case, stands, contract, tuple(own.values())),
    )


def _hidden_notice(name: PropertyId) -> Notice:
    """Tell of a test that is still there and no longer collected."""
    text = f"{name} is no longer collected on the patch, though its text is unchanged"
    return Notice(text=text, spec_review=True, human_required=True)


def _contract(case: Case, choice: Choice, split: Routes) -> Contract:
    """Put together what does not hang on problems; run hashes come last."""
    ours = our_config(case.parent.found, tree="")
    plugins, plugins_off = plugins_of(case)
    seeds, extension = schedule(case, case.parent.sha)
    options, config = case.options, case.config
    return Contract(
        contract_version=1,
        parent_sha=case.parent.sha,
        patch_sha=case.patch.sha,
        spec_hash=spec_digest(split.properties),
        fixture_closure_hash=closure_digest(split.properties),
        seeds=seeds,
        extension=extension,
        confirmations=(
            config.confirmations if options.confirmations is None else options.confirmations
        ),
        properties=split.properties,
        routed=split.routed,
        order=choice.order,
        disputed=choice.disputed,
        not_judged=(),
        notices=(),
        oracle_edits=oracle_edits_of(case),
        unstable_ids=(),
        collection_errors=(),
        named=bool(options.tests) or options.disputed is not None,
        on_review=config.on_review,
        vary=config.vary,
        mode=Mode.FRESH,
        isolation=Isolation.PROCESS,
        time_limit_s=config.time_limit_s,
        options=ours.options_on,
        options_off=ours.options_off,
        plugins=plugins,
        plugins_off=plugins_off,
        environment=case.interpreter.environment,
        parent_tree=case.parent.tree,
        patch_tree=case.composed_tree,
        patch_own_tree=case.patch.tree,
        parent_run=_UNSET,
        patch_run=_UNSET,
    )


def schedule(case: Case, parent: CommitSha) -> tuple[tuple[Seed, ...], tuple[Seed, ...]]:
    """Fix the seeds: those that were asked for, and an extension that repeats none of them."""
    asked = case.options.seeds
    seeds = _listed(asked) if "," in asked else ()
    if not seeds:
        wanted = _count(asked) if asked else case.config.seeds
        seeds = (
            derive_seeds(parent, wanted)
            if isinstance(wanted, int)
            else tuple(Seed(seed) for seed in wanted)
        )
    later = derive_seeds(parent, case.config.extension + len(seeds), start=len(seeds))
    extension = tuple(seed for seed in later if seed not in seeds)[: case.config.extension]
    return seeds, extension


def _count(text: str) -> int:
    """Read a number of seeds."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        message = f"--seeds {text}: give a count of one or more, or a list with commas"
        raise UsageError(message)
    return int(text)


def _listed(text: str) -> tuple[Seed, ...]:
    """Read a list of seeds; a trailing comma makes a list of one."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        message = f"--seeds {text}: a list holds whole numbers from 0, with commas"
        raise UsageError(message)
    seeds = tuple(Seed(int(part)) for part in parts)
    try:
        check_schedule(seeds)
    except ValueError as fault:
        message = f"--seeds {text}: {fault}"
        raise UsageError(message) from fault
    return seeds


def _not_judged(
    case: Case, parent: Mapping[PropertyId, Property], own: Mapping[PropertyId, Property]
) -> tuple[NotJudged, ...]:
    """Spread the configured entries that have not lapsed over the ids that they name."""
    time = now()
    standing = [entry for entry in case.config.not_judged if parse_time(entry.until) > time]
    ids = dict.fromkeys(prop.test_id for prop in (*parent.values(), *own.values()))
    return tuple(
        NotJudged(test_id=name, reason=entry.reason, until=entry.until)
        for name in ids
        for entry in standing
        if name == entry.test_id or name.startswith((f"{entry.test_id}[", f"{entry.test_id}::"))
    )
