"""`canary`: the suite must still see a checked-in defect while the ledger is loaded (spec 3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from freezegate.app.canary_mutants import given_mutants, ground_of, parents_mutants
from freezegate.app.canary_run import Ran, run_suite
from freezegate.app.canary_space import Setup
from freezegate.app.case import Case, open_case
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.core.canary import is_sound, judge_canary, note_of, together
from freezegate.errors import ArtifactError
from freezegate.model.canary import Canary, CanaryReport, CanaryRun, Mutant, Workspace
from freezegate.model.ids import TestId
from freezegate.model.ledger import Ledger
from freezegate.model.manifest import base_of
from freezegate.model.reason import Reason
from freezegate.shell.store import read_file
from freezegate.wire.canonical import digest
from freezegate.wire.ledger import read_ledger

#: One letter each, so that both workspaces have paths of one length.
WORKSPACES = ("a", "b")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a person may ask of `canary`.

    `mutants` are files that take the place of the parent's own. `ledger` is a file in the place of
    the tree's. `everything` runs the whole suite instead of the files that are named.
    """

    options: Options
    mutants: tuple[Path, ...] = ()
    ledger: Path | None = None
    everything: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A mutant and the files it makes, or why it is not run."""

    mutant: Mutant
    edits: Mapping[str, bytes]
    why_not: str = ""


def canary(asked: Asked, progress: Progress) -> CanaryReport:
    """Run every mutant in two clean workspaces and judge what the suite said.

    Raises:
        ArtifactError: a mutant is refused; names its file and line.
        EngineError: there is no interpreter with pytest, or `prepare` fails.
    """
    with open_case(asked.options) as case:
        data = _ledger_bytes(asked, case)
        ledger = Ledger() if data is None else read_ledger(data, origin=case.config.ledger)
        mutants = given_mutants(asked.mutants) if asked.mutants else parents_mutants(case)
        plans = [_plan(case, ledger, mutant, given=bool(asked.mutants)) for mutant in mutants]
        setup = Setup(
            case=case,
            ledger=data if asked.ledger else None,
            records=len(ledger.lines),
            files=() if asked.everything else _files(case, ledger, plans),
        )
        return CanaryReport(
            parent_sha=case.parent.sha,
            patch_sha=case.patch.sha,
            ledger="" if data is None else digest(data),
            canaries=tuple(_judged(setup, plans, progress)),
        )


def _ledger_bytes(asked: Asked, case: Case) -> bytes | None:
    """Read the ledger that the suite loads."""
    if asked.ledger is not None:
        return read_file(asked.ledger)
    path = case.config.ledger
    return case.patch.read(path) if path in case.patch.listing else None


def _plan(case: Case, ledger: Ledger, mutant: Mutant, *, given: bool) -> Plan:
    """Apply a mutant to the patch's text; one of the parent's that fits it alone is not run.

    Raises:
        ArtifactError: it is refused on the parent too, or was given for this patch.
    """
    try:
        edits = ground_of(case, case.patch).mutated(mutant)
    except ArtifactError as fault:
        if given:
            raise
        ground_of(case, case.parent).mutated(mutant)
        why = (
            f"the patch changed what the mutant stands on ({fault}); give its new form by --mutant"
        )
        return Plan(mutant=mutant, edits={}, why_not=why)
    return Plan(mutant=mutant, edits=edits, why_not=_hindrance(case, ledger, mutant.test))


def _hindrance(case: Case, ledger: Ledger, test: TestId) -> str:
    """Say why a target can show nothing; empty when it can."""
    frozen = {TestId(line.test_id) for line in ledger.lines if line.test_id}
    if {test, base_of(test)} & (frozen | {base_of(name) for name in frozen}):
        return "the ledger freezes the named test, so its red shows nothing; name another"
    file = test.partition("::")[0]
    if file not in case.patch.listing:
        return f"the patch has no file {file}; name a test that it has"
    return ""


def _files(case: Case, ledger: Ledger, plans: Iterable[Plan]) -> tuple[str, ...]:
    """Give the test files that the mutants and the ledger name, as far as the patch has them."""
    named = (*(plan.mutant.test for plan in plans), *(line.test_id for line in ledger.lines))
    files = dict.fromkeys(name.partition("::")[0] for name in named)
    return tuple(sorted(file for file in files if file in case.patch.listing))


def _judged(setup: Setup, plans: Sequence[Plan], progress: Progress) -> Iterator[Canary]:
    """Judge each mutant, in order."""
    if all(plan.why_not for plan in plans):
        baselines = []
    else:
        progress.phase("the suite without a mutant, in two workspaces")
        baselines = [run_suite(setup, f"{letter}000", {}) for letter in WORKSPACES]
    for number, plan in enumerate(plans, 1):
        mutant = plan.mutant
        if plan.why_not:
            yield Canary(
                mutant=mutant.name,
                test=mutant.test,
                reason=Reason.CANARY_INCONCLUSIVE,
                note=plan.why_not,
            )
            continue
        progress.phase(f"{mutant.name}: {mutant.test}")
        workspaces = _workspaces(setup, plan, baselines, number)
        yield Canary(
            mutant=mutant.name,
            test=mutant.test,
            reason=together(workspaces),
            note=note_of(workspaces),
            workspaces=workspaces,
        )


def _workspaces(
    setup: Setup, plan: Plan, baselines: Sequence[Ran], number: int
) -> tuple[Workspace, ...]:
    """Run one mutant in each workspace; where the baseline says nothing it is not run."""
    before = unmutated(baselines, plan.mutant.test, setup.case.root)
    made = []
    for letter, baseline in zip(WORKSPACES, before, strict=True):
        if is_sound(baseline):
            ran = run_suite(setup, f"{letter}{number:03d}", plan.edits)
            run = ran.seen_by(plan.mutant.test, setup.case.root)
        else:
            run = CanaryRun(exit=None, target=False, is_red=False, how="was not started")
        made.append(Workspace(baseline=baseline, mutated=run, reason=judge_canary(run, baseline)))
    return tuple(made)


def unmutated(baselines: Sequence[Ran], test: TestId, root: str) -> tuple[CanaryRun, ...]:
    """See the unmutated runs as one target does; red in one workspace is red in all.

    A test that is red by chance without the mutant says nothing when it is red with it.
    """
    runs = [ran.seen_by(test, root) for ran in baselines]
    red = tuple(sorted({name for run in runs for name in run.red}))
    return tuple(msgspec.structs.replace(run, red=red) for run in runs)
