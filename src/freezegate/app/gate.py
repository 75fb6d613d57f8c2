"""`gate`: contract, trees, runs, rows, decision, evidence. One patch, one decision."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from freezegate.app.contract import LOCAL, Drafted, drafted
from freezegate.app.evidence import evidence_files
from freezegate.app.measure import answer, measure_schedule
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.app.score import judge
from freezegate.model.evidence import Evidence
from freezegate.model.ids import Digest
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import check_free, free_folder, write_file, write_folder
from freezegate.wire.canonical import digest, seal


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence, and the folder that it was written to."""

    evidence: Evidence
    folder: Path


def gate(
    options: Options, out: Path | None, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> Judged:
    """Judge a patch and write its evidence, whole or not at all.

    Args:
        options: what to judge, and how.
        out: the folder to write, which must not exist; by default a new one below
            `.freezegate/evidence` of the project.
        progress: told while it works.
        engine: makes the engine that runs the jobs.
    """
    if out is not None:
        check_free(out)
    with drafted(options, progress, engine) as draft:
        files, evidence = _judge(draft, progress)
    folder = out or _default(options.repo, digest(files["contract.json"]))
    write_folder(folder, files)
    return Judged(evidence=evidence, folder=folder)


def _default(repo: Path, contract: Digest) -> Path:
    """Name a new folder by the contract, below one that git is told to leave alone."""
    base = repo / ".freezegate" / "evidence"
    ignored = base / ".gitignore"
    if not ignored.exists():
        write_file(ignored, b"*\n")
    return free_folder(base, contract.removeprefix("sha256:")[:12])


def _judge(draft: Drafted, progress: Progress) -> tuple[dict[str, bytes], Evidence]:
    """Measure both sides, answer what the pairs leave open, decide."""
    contract = draft.contract
    progress.phase(
        f"{len(contract.properties)} properties, {len(contract.routed)} beside the contract, "
        f"{len(contract.seeds)} seeds"
    )
    sides = measure_schedule(draft.bench, contract, draft.stations)
    parent, patch = answer(draft.bench, contract, draft.stations, sides)
    sealed = seal(contract)
    verdict = judge(contract, sealed, parent, patch)
    return evidence_files(sealed, contract, parent, patch, verdict)
