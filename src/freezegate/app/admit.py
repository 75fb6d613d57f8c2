"""`admit`: whether an exemption may be recorded (spec 2, step 5), from sealed files alone."""

from datetime import datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from freezegate.app.pack import generation, open_pack
from freezegate.app.texts import open_texts
from freezegate.core.exemption import Facts, admit
from freezegate.core.pack import closed
from freezegate.errors import UsageError
from freezegate.model.config import Config
from freezegate.model.failure import Controls, Exemption
from freezegate.model.ids import CommitSha, PropertyId, TestId
from freezegate.model.lane import LaneReport
from freezegate.model.pack import Assertion, FixturePack
from freezegate.model.verdict import GateResult
from freezegate.shell.store import read_file
from freezegate.wire.canonical import unseal
from freezegate.wire.witness import read_witness

T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The files of one call, and the policy that it is held to.

    `report` is what the lane wrote and `controls` what the reruns under control did; each was
    sealed by this run. `pack` is the folder of the fixture pack. `repo` is the project, whose
    configuration is read at the parent that the facts are of. `max_days` and `incident` can only
    tighten what stands there; 0 leaves it as it is.
    """

    witness: Path
    report: Path | None = None
    controls: Path | None = None
    pack: Path | None = None
    repo: Path | None = None
    max_days: int = 0
    incident: bool = False


def admit_files(asked: Asked, now: datetime) -> GateResult:
    """Hold what a witness file or a freeze record asks for to the facts of this run, at a time.

    Raises:
        ArtifactError: a file is not what it has to be, or is not as it was sealed.
        UsageError: an option cannot be meant, or report and controls are of two patches.
        GitError: the repository does not have the parent.
    """
    if asked.max_days < 0:
        message = f"--max-days {asked.max_days}: give a number of days, one or more"
        raise UsageError(message)
    exemption = read_witness(read_file(asked.witness), origin=str(asked.witness))
    lane = _sealed(asked.report, LaneReport)
    controls = _sealed(asked.controls, Controls)
    if lane and controls:
        _check_one_run(lane, controls)
    pack = open_pack(asked.pack) if asked.pack is not None else None
    config = _policy(asked, lane or controls)
    facts = Facts(
        lane=lane,
        controls=controls,
        generation=generation(pack) if pack is not None else None,
        closed=_closed(pack, exemption, controls) if pack is not None else (),
        max_days=min(asked.max_days or config.max_days, config.max_days),
        incident=asked.incident or config.incident,
    )
    return admit(exemption if pack is None else _meant(exemption, pack), facts, now)


def _policy(asked: Asked, facts: LaneReport | Controls | None) -> Config:
    """Read the parent's configuration; the defaults hold where no project is named."""
    if asked.repo is None:
        return Config()
    if facts is None:
        message = "--repo goes with --report or --controls: they say which commit the parent is"
        raise UsageError(message)
    return open_texts(asked.repo).config(CommitSha(facts.parent_sha))


def _closed(pack: FixturePack, exemption: Exemption, controls: Controls | None) -> tuple[str, ...]:
    """Say which input of the pack closes the assertion."""
    test = TestId(exemption.test_id)
    own = controls.property if controls and controls.test_id == test else PropertyId(test)
    failed = (Assertion(property=own, test_id=test),) if test else ()
    return tuple(f"{each.why} ({each.by})" for each in closed(pack, failed))


def _meant(exemption: Exemption, pack: FixturePack) -> Exemption:
    """Resolve labels: the ids that they name are compared."""
    return msgspec.structs.replace(
        exemption, pin=pack.meant(exemption.pin), generation=pack.meant(exemption.generation)
    )


def _sealed(path: Path | None, as_: type[T]) -> T | None:
    """Read a sealed file; no path is no file."""
    return unseal(read_file(path), as_, origin=str(path))[0] if path else None


def _check_one_run(lane: LaneReport, controls: Controls) -> None:
    """Refuse facts of two runs: together they would be facts of neither."""
    for side in ("parent_sha", "patch_sha"):
        ours, theirs = getattr(lane, side), getattr(controls, side)
        if ours != theirs:
            message = (
                f"--report is of {side} {ours} and --controls of {theirs}; "
                "give files of one parent and one patch"
            )
            raise UsageError(message)
