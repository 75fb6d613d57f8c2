"""`run`: one side under a contract that is already sealed; rows to a file, facts beside it."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from freezegate.app.contract import LOCAL, Drafted, drafted
from freezegate.app.evidence import side_files
from freezegate.app.measure import Station, confirm, extend, measure_schedule
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.app.stands import with_tests
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.contract import Contract, Side, Stage
from freezegate.model.ids import Seed
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import read_file, write_file
from freezegate.wire.canonical import seal_lines
from freezegate.wire.contract import check_run_hashes, read_contract


def run_side(  # noqa: PLR0913, PLR0917 - one parameter an option
    options: Options,
    contract: Path,
    side: Side,
    stage: Stage,
    seeds: tuple[int, ...],
    out: Path,
    progress: Progress,
    engine: Callable[[], Engine] = LOCAL,
) -> tuple[str, ...]:
    """Run one side and write its files; gives a line for each that was written.

    `out` is the row file of the schedule, `parent.jsonl` say; the extension goes to
    `parent.extension.jsonl` beside it, confirmations to `parent.confirmations.jsonl`.

    Raises:
        ArtifactError: the contract is not one, or is not what this repository's commits give.
        UsageError: the stage and the seeds do not go together.
    """
    if out.suffix != ".jsonl":
        message = f"{out}: a row file ends in .jsonl, so that its run facts are found beside it"
        raise UsageError(message)
    if bool(seeds) is not (stage is Stage.CONFIRMATIONS):
        message = "--seed goes with --stage confirmations, which needs at least one"
        raise UsageError(message)
    value, _ = read_contract(read_file(contract), origin=str(contract))
    check_run_hashes(value, origin=str(contract))
    with drafted(_like(options, value), progress, engine) as draft:
        _same(value, draft.contract, str(contract))
        station = next(each for each in draft.stations if each.side is side)
        station = _in_order(station, value)
        files = _files(draft, value, station, stage, tuple(Seed(seed) for seed in seeds))
    written = []
    for name, data in files.items():
        path = out.with_name(name.replace(f"{side}.", f"{out.stem}.", 1))
        write_file(path, data)
        lines = data.count(b"\n")
        written.append(f"{path}: {lines} lines")
    return tuple(written)


def _files(
    draft: Drafted, contract: Contract, station: Station, stage: Stage, seeds: tuple[Seed, ...]
) -> dict[str, bytes]:
    """Run a stage and encode what it brought."""
    match stage:
        case Stage.SCHEDULE:
            (evidence,) = measure_schedule(draft.bench, contract, (station,))
            return side_files(station.side, evidence)
        case Stage.EXTENSION:
            (rows,) = extend(draft.bench, contract, (station,))
            return {f"{station.side}.extension.jsonl": seal_lines(rows)}
        case _:
            attempts = [
                (seed, attempt)
                for attempt in range(1, contract.confirmations + 1)
                for seed in seeds
            ]
            (confirmed,) = confirm(draft.bench, contract, (station,), attempts)
            return {f"{station.side}.confirmations.jsonl": seal_lines(confirmed)}


def _in_order(station: Station, contract: Contract) -> Station:
    """Give a side CI's order, which the redraft did not see."""
    tests = (prop.test_id for prop in contract.selected)
    stand = with_tests(station.stand, tests, contract.order)
    return msgspec.structs.replace(station, stand=stand)


def _like(options: Options, contract: Contract) -> Options:
    """Draft again what the contract was drafted from: its commits, tests and seeds."""
    uncommitted = options.diff is not None or options.worktree
    chosen = (*contract.selected, *(routed.patch for routed in contract.routed if routed.patch))
    return msgspec.structs.replace(
        options,
        parent=contract.parent_sha,
        patch="" if uncommitted else contract.patch_sha,
        tests=tuple(dict.fromkeys(prop.test_id for prop in chosen)),
        seeds="".join(f"{seed}," for seed in contract.seeds),
        confirmations=contract.confirmations,
    )


def _same(given: Contract, drafted_: Contract, origin: str) -> None:
    """Refuse a contract that these commits do not give: the hashes are measured, not believed."""
    for field in (
        "parent_sha",
        "patch_sha",
        "spec_hash",
        "fixture_closure_hash",
        "parent_tree",
        "patch_tree",
        "options",
        "plugins",
        "vary",
        "time_limit_s",
    ):
        want, have = getattr(given, field), getattr(drafted_, field)
        if want != have:
            message = f"{origin}: {field} is {want}, but this repository gives {have}"
            raise ArtifactError(message)
