"""`lane`: the properties that bear on a patch, run on one pinned fixture generation (spec 2)."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from freezegate.app.contract import LOCAL, Drafted, drafted
from freezegate.app.examples import FoundOn, Sunk, shrunk, with_replays
from freezegate.app.lane_run import (
    Group,
    Probed,
    executed_on,
    patch_groups,
    read_schedule,
    scheduled,
    with_traps,
)
from freezegate.app.options import Options
from freezegate.app.pack import generation, open_pack, parents_pack
from freezegate.app.progress import Progress
from freezegate.app.rows import SeedFacts
from freezegate.app.touched import touched_between
from freezegate.core.lane import abandoned, judged, state, uncovered
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.ids import TestId
from freezegate.model.lane import LaneReport, Seen, TouchedSet
from freezegate.model.pack import FixturePack
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import write_file
from freezegate.source.mentions import named
from freezegate.source.readers import Tree
from freezegate.source.sensitive import Rules, sensitive
from freezegate.source.symbols import places_of
from freezegate.wire.canonical import seal


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a lane: the generation that has to come out (or a label of it), or none.

    `pack` is a folder in the place of the parent's own pack. `candidates` are tests that are up for
    a freeze.
    """

    cited: str = ""
    pack: Path | None = None
    candidates: tuple[TestId, ...] = ()


def lane(
    options: Options, asked: Asked, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> LaneReport:
    """Run the lane of the patch that the options name.

    Raises:
        UsageError: the options contradict one another, or the pack gives another generation.
        ArtifactError: the pack cannot be read, or it changed while the lane ran.
    """
    pack = _pack(options, asked)
    content = generation(pack)
    if asked.cited and pack.meant(asked.cited) != content:
        message = (
            f"--generation (FIXTURE_GENERATION) is {asked.cited}, and the fixture pack gives "
            f"{content}: pin it anew with `freezegate pack pin`, or bring the pack back"
        )
        raise UsageError(message)
    with drafted(options, progress, engine) as draft:
        report = _report(draft, asked, pack, content, progress)
    if generation(_pack(options, asked)) != content:
        message = (
            f"{asked.pack}: the fixture pack changed while the lane ran, so the run is void; "
            "pin it anew and run the lane again"
        )
        raise ArtifactError(message)
    return report


def write_report(report: LaneReport, out: Path) -> None:
    """Write the sealed report.

    Raises:
        UsageError: it cannot be written.
    """
    write_file(out, seal(report))


def _pack(options: Options, asked: Asked) -> FixturePack:
    """Read the pack: a folder's where one is named, else the parent's own."""
    return open_pack(asked.pack) if asked.pack is not None else parents_pack(options)


def _report(
    draft: Drafted, asked: Asked, pack: FixturePack, content: str, progress: Progress
) -> LaneReport:
    """Tell the touched set, run what bears on it, and say what it comes to."""
    case, contract = draft.case, draft.contract
    touched = touched_between(case.parent, case.patch, case.config, case.served, case.words)
    measured = _measured(draft, touched, pack, content, progress)
    properties = tuple(map(judged, measured.seen))
    gaps = (
        *contract.collection_errors,
        *(f"{name}: its id changes" for name in contract.unstable_ids),
    )
    return LaneReport(
        report_version=1,
        parent_sha=contract.parent_sha,
        patch_sha=contract.patch_sha,
        generation=content,
        touched=touched,
        properties=properties,
        uncovered=uncovered(touched, properties, asked.candidates),
        abandoned=abandoned(measured.before, properties, touched),
        sensitive=_sensitive(draft, touched),
        state=state(touched, properties, asked.candidates, gaps),
        seeds=contract.seeds,
        candidates=asked.candidates,
        gaps=gaps,
        counterexamples=tuple(each.example for each in measured.sunk),
        logs={each.example.key(): each.log for each in measured.sunk if each.log},
    )


class _Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What was run: each property, what any executed on the parent, inputs that were shrunk."""

    seen: tuple[Seen, ...]
    before: frozenset[str] = frozenset()
    sunk: tuple[Sunk, ...] = ()


def _measured(
    draft: Drafted, touched: TouchedSet, pack: FixturePack, content: str, progress: Progress
) -> _Measured:
    """Run the schedule, then whatever it leaves open; nothing where nothing is touched."""
    contract, bench = draft.contract, draft.bench
    parent, patch = draft.stations
    groups = patch_groups(contract, patch, Probed(units=touched.units, files=touched.data))
    if not touched.units and not touched.data:
        return _Measured(
            seen=tuple(
                Seen(id=prop.id, test_id=prop.test_id, route=route)
                for group in groups
                for prop, route in group.properties
            )
        )
    count = sum(len(group.properties) for group in groups)
    progress.phase(f"lane: {count} properties, {len(touched.units)} touched functions")
    control = Group(
        stand=parent.stand,
        reading=parent.seen,
        probed=_before(draft, touched),
        properties=tuple((prop, "") for prop in contract.selected),
    )
    found_on = FoundOn(generation=content, hypothesis=contract.environment.hypothesis)
    facts, before = scheduled(bench, groups, contract.seeds, control)
    found: list[Seen] = []
    sunk: list[Sunk] = []
    for group, own in zip(groups, facts, strict=True):
        seen: Sequence[Seen] = tuple(read_schedule(group, own))
        seen = with_replays(bench, group, seen, contract.seeds[0], pack.counterexamples)
        seen = with_traps(bench, group, seen, contract.seeds)
        inputs = shrunk(bench, group, _red(draft, seen, own), found_on)
        sunk += inputs
        found += _named(draft, touched, _with_inputs(seen, inputs))
    return _Measured(seen=tuple(found), before=executed_on(control, before), sunk=tuple(sunk))


def _red(
    draft: Drafted, seen: Sequence[Seen], facts: Sequence[SeedFacts]
) -> list[tuple[Seen, SeedFacts]]:
    """Give what draws from Hypothesis and is red, each with the first seed at which it is."""
    drawing = {
        item.test_id for item in (*draft.choice.parent, *draft.choice.own) if item.hypothesis
    }
    return [
        (each, next(fact for fact, ran in zip(facts, each.runs, strict=True) if ran and ran.red))
        for each in seen
        if each.test_id in drawing and any(ran and ran.red for ran in each.runs)
    ]


def _with_inputs(seen: Sequence[Seen], inputs: Sequence[Sunk]) -> Sequence[Seen]:
    """Put to each property the input that breaks it."""
    shown = {
        each.example.property: ", ".join(
            f"{name}={value!r}" for name, value in each.example.arguments.items()
        )
        for each in inputs
        if each.example.replays
    }
    return [msgspec.structs.replace(each, shrunk=shown.get(each.id, "")) for each in seen]


def _before(draft: Drafted, touched: TouchedSet) -> Probed:
    """Find what is touched in the parent's files, by the same names."""
    names = {*touched.functions, *touched.removed}
    paths = {name.partition("::")[0] for name in names}
    files = draft.case.parent.sources(paths.__contains__)
    return Probed(units=places_of(files, names))


def _named(draft: Drafted, touched: TouchedSet, seen: Sequence[Seen]) -> list[Seen]:
    """Put to each property the touched functions that its text names."""
    case = draft.case
    own = {item.test_id: item for item in draft.choice.own}
    items = {**own, **{item.test_id: item for item in draft.choice.parent}}
    tree = Tree({**case.patch.listing, **case.parent.listing}, case.patch.read, case.served)
    told = []
    for each in seen:
        commit = case.patch if each.route else case.parent
        item = (own if each.route else items).get(each.test_id)
        if item is None or item.source_path not in commit.listing:
            told.append(each)
            continue
        source = commit.read(item.source_path)
        tree.know(item.source_path, source, ())
        names = named(tree, item.source_path, source, item.qualname, touched.functions)
        told.append(msgspec.structs.replace(each, names=names))
    return told


def _sensitive(draft: Drafted, touched: TouchedSet) -> tuple[str, ...]:
    """Say what of the change gets no window."""
    config = draft.case.config
    named_ = (*touched.functions, *touched.removed)
    files = {name.partition("::")[0] for name in named_}
    return sensitive(
        sorted(files | {*touched.unaccounted, *touched.data}),
        named_,
        Rules(paths=config.sensitive_paths, symbols=config.sensitive_symbols),
    )
