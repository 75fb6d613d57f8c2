"""`diagnose`: why a red test fails now and then, by reruns that change one thing at a time."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from freezegate.app.contract import LOCAL, Drafted, drafted
from freezegate.app.diagnose_run import Ground, run_plan, scheduled
from freezegate.app.options import Options
from freezegate.app.pack import generation, parents_pack
from freezegate.app.progress import Progress
from freezegate.core.diagnosis import diagnose
from freezegate.core.orders import neighbours
from freezegate.core.reruns import targets
from freezegate.model.contract import Contract, Property, Side
from freezegate.model.failure import Controls
from freezegate.model.ids import TestId
from freezegate.model.pack import FixturePack
from freezegate.model.rerun import Among, Answered, Diagnosed, Diagnoses, Found, Outside, Subject
from freezegate.shell.clock import now
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import check_free, write_file, write_folder
from freezegate.shell.zone import zone_of_tests
from freezegate.wire.canonical import seal


class _Ready(msgspec.Struct, frozen=True, kw_only=True):
    """All that a property's reruns stand on, the schedule of all of them included."""

    contract: Contract
    ground: Ground
    pack: FixturePack
    began: datetime
    hypothesis: frozenset[TestId]
    shown: Mapping[TestId, Mapping[Side, Answered]]


def diagnose_patch(
    options: Options, among: Among, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> Diagnoses:
    """Rerun the red properties of a patch under control and name the class of each.

    Args:
        options: what to diagnose; tests that are named, else whatever of the contract is red.
        among: the tests over which the order is varied.
        progress: told while it works.
        engine: makes the engine that runs the jobs.
    """
    pack = parents_pack(options)
    with drafted(options, progress, engine) as draft:
        contract = draft.contract
        outside = tuple(
            Outside(id=each.id, why=f"{each.route.replace('_', ' ')} by the patch")
            for each in contract.routed
            if contract.named
        )
        if not contract.properties:
            return Diagnoses(diagnosed=(), outside=outside)
        ready = _ready(draft, among, pack, progress)
        return Diagnoses(
            diagnosed=tuple(
                _diagnosed(ready, prop, progress)
                for prop in targets(contract.properties, ready.shown, options.tests)
            ),
            outside=outside,
        )


def write_controls(diagnoses: Diagnoses, out: Path) -> tuple[str, ...]:
    """Write the sealed controls: of one property to a file, of several to a folder of files.

    Returns:
        A line for each file; none where nothing was diagnosed.

    Raises:
        UsageError: the folder is there already.
    """
    sealed = [(each.controls.test_id, seal(each.controls)) for each in diagnoses.diagnosed]
    if len(sealed) == 1:
        write_file(out, sealed[0][1])
        return (f"{out}: the controls of {sealed[0][0]}",)
    names = [f"{at}.json" for at in range(1, len(sealed) + 1)]
    if sealed:
        check_free(out)
        write_folder(out, {name: data for name, (_, data) in zip(names, sealed, strict=True)})
    return tuple(
        f"{out / name}: the controls of {test}"
        for name, (test, _) in zip(names, sealed, strict=True)
    )


def _ready(draft: Drafted, among: Among, pack: FixturePack, progress: Progress) -> _Ready:
    """Find the neighbours, and run the schedule for all properties at once."""
    contract = draft.contract
    wanted = tuple(prop.test_id for prop in contract.properties)
    # The named files alone have been collected so far; a polluter may stand in any other.
    stands = [msgspec.structs.replace(each.stand, paths=()) for each in draft.stations]
    parent, patch = draft.bench.collect(stands, (1, 1))
    there = {item.test_id for item in patch.items}
    tests = tuple(TestId(item.test_id) for item in parent.items if item.test_id in there)
    missing = tuple(test for test in wanted if test not in set(tests))
    ground = Ground(
        bench=draft.bench,
        stations={station.side: station for station in draft.stations},
        among=neighbours((*tests, *missing), wanted, among),
        vary=contract.vary,
    )
    progress.phase(
        f"{len(wanted)} properties among {len(ground.among)} tests, {len(contract.seeds)} seeds"
    )
    began = now().astimezone(zone_of_tests())
    return _Ready(
        contract=contract,
        ground=ground,
        pack=pack,
        began=began,
        hypothesis=frozenset(TestId(item.test_id) for item in parent.items if item.hypothesis),
        shown=scheduled(ground, contract.seeds, wanted),
    )


def _diagnosed(ready: _Ready, prop: Property, progress: Progress) -> Diagnosed:
    """Run the plan of one property, seal what it brought, and name the class."""
    progress.phase(f"{prop.test_id}: reruns under control")
    contract = ready.contract
    subject = Subject(
        property=prop.id,
        test_id=prop.test_id,
        among=ready.ground.among,
        seeds=contract.seeds,
        extension=contract.extension,
        vary=contract.vary,
        schedule=ready.shown[prop.test_id],
        began=ready.began,
        generation=generation(ready.pack),
        hypothesis=prop.test_id in ready.hypothesis,
        in_pack=frozenset(each.key() for each in ready.pack.counterexamples if each.replays),
    )
    found = run_plan(ready.ground, subject)
    controls = _controls(contract, subject, found)
    named = diagnose(controls)
    return Diagnosed(
        controls=controls,
        failure_class=named.failure_class,
        why=named.why,
        among=len(subject.among),
        found=found,
    )


def _controls(contract: Contract, subject: Subject, found: Found) -> Controls:
    """Make the record that `admit` reads."""
    red, of = found.uncontrolled[Side.PATCH]
    parent_red, parent_of = found.uncontrolled[Side.PARENT]
    return Controls(
        parent_sha=contract.parent_sha,
        patch_sha=contract.patch_sha,
        property=subject.property,
        test_id=subject.test_id,
        generation=subject.generation,
        red=red,
        of=of,
        parent_red=parent_red,
        parent_of=parent_of,
        runs=found.runs,
    )
