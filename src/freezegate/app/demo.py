"""`demo`: every patch of the example, judged by the real gate."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from freezegate.app.contract import LOCAL
from freezegate.app.gate import Judged, gate
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.model.contract import Side
from freezegate.model.reason import Decision
from freezegate.shell.engine.base import Engine
from freezegate.shell.example import PARENT_BRANCH, Scenario, lay_down
from freezegate.shell.store import check_free


class _Silenced:
    """Lets rows through to the bars, and keeps the phases of each single gate to itself."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def phase(self, text: str) -> None:
        """Keep it."""

    def expect(self, side: Side, rows: int) -> None:
        """Pass it on."""
        self._progress.expect(side, rows)

    def advance(self, side: Side) -> None:
        """Pass it on."""
        self._progress.advance(side)


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the demo's table: what the patch does, and what the gate said of it."""

    scenario: Scenario
    judged: Judged

    @property
    def is_surprise(self) -> bool:
        """The gate did not say what the example's card says it must."""
        verdict = self.judged.evidence.verdict
        said = {(result.prop, result.reason) for result in verdict.results}
        wanted = set(self.scenario.expect_reasons.items())
        flags = set(self.scenario.expect_flags) <= set(verdict.flags)
        return verdict.decision is not self.scenario.expect or not wanted <= said or not flags


def demo(
    at: Path | None,
    python: Path | None,
    progress: Progress,
    *,
    source: Path | None = None,
    engine: Callable[[], Engine] = LOCAL,
) -> tuple[Shown, ...]:
    """Lay the example down, judge each of its patches, and keep the evidence beside it.

    `source` holds the example's files, where they are not those of this installation.
    """
    folder = at or Path(tempfile.mkdtemp(prefix="freezegate-demo-"))
    check_free(folder)
    repository = folder / "orders"
    shown = []
    for scenario in lay_down(repository, source=source):
        progress.phase(f"{scenario.name}: {scenario.title}")
        options = Options(
            repo=repository,
            parent=PARENT_BRANCH,
            patch=scenario.branch,
            tests=scenario.tests,
            python=python,
        )
        evidence = folder / "evidence" / scenario.name
        judged = gate(options, evidence, _Silenced(progress), engine)
        shown.append(Shown(scenario=scenario, judged=judged))
    return tuple(shown)


def table(shown: Sequence[Shown]) -> str:
    """Write the table: patch, decision, reasons, and where the evidence is."""
    lines = []
    for line in shown:
        verdict = line.judged.evidence.verdict
        telling = {
            result.reason: None
            for result in verdict.results
            if verdict.decision is Decision.ACCEPT or result.decision is verdict.decision
        }
        flags = "".join(f" +{flag}" for flag in verdict.flags)
        reasons = ", ".join(telling) + flags
        mark = "  <- not what the example's card says" if line.is_surprise else ""
        lines.append(f"{line.scenario.name:<28} {verdict.decision:<15} {reasons}{mark}")
    first = shown[0].judged.folder.parent if shown else Path()
    return "\n".join(
        (
            f"{'patch':<28} {'decision':<15} reasons",
            *lines,
            "",
            f"evidence: {first}/<patch>",
            f"read one: freezegate verify {shown[-1].judged.folder}" if shown else "",
        )
    )
