"""`admit`: whether an exemption may be recorded (spec 2, step 5), from sealed files alone."""

from datetime import datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from freezegate.core.exemption import Facts, admit
from freezegate.errors import UsageError
from freezegate.model.failure import Controls
from freezegate.model.ids import check_id
from freezegate.model.lane import LaneReport
from freezegate.model.verdict import GateResult
from freezegate.shell.store import read_file
from freezegate.wire.canonical import unseal
from freezegate.wire.witness import read_witness

T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The files of one call, and the policy that it is held to.

    `report` is what the lane wrote and `controls` what the reruns under control did; each was
    sealed by this run. `generation` is the fixture pack's content id, empty where nobody gave it.
    `max_days` is 0 for no cap; `incident` closes every exemption.
    """

    witness: Path
    report: Path | None = None
    controls: Path | None = None
    generation: str = ""
    max_days: int = 0
    incident: bool = False


def admit_files(asked: Asked, now: datetime) -> GateResult:
    """Hold what a witness file or a freeze record asks for to the facts of this run, at a time.

    Raises:
        ArtifactError: a file is not what it has to be, or is not as it was sealed.
        UsageError: an option cannot be meant, or report and controls are of two patches.
    """
    _check(asked)
    exemption = read_witness(read_file(asked.witness), origin=str(asked.witness))
    lane = _sealed(asked.report, LaneReport)
    controls = _sealed(asked.controls, Controls)
    if lane and controls:
        _check_one_run(lane, controls)
    facts = Facts(
        lane=lane,
        controls=controls,
        generation=asked.generation or None,
        max_days=asked.max_days,
        incident=asked.incident,
    )
    return admit(exemption, facts, now)


def _sealed(path: Path | None, as_: type[T]) -> T | None:
    """Read a sealed file; no path is no file."""
    return unseal(read_file(path), as_, origin=str(path))[0] if path else None


def _check(asked: Asked) -> None:
    """Refuse options that mean nothing."""
    if asked.max_days < 0:
        message = f"--max-days {asked.max_days}: give a number of days, or 0 for no cap"
        raise UsageError(message)
    try:
        check_id(asked.generation or "none")
    except ValueError as error:
        message = f"--generation: {error}; give the fixture pack's generation"
        raise UsageError(message) from error


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
