"""Why seeds have no row: causes, skips, and what came in place of a row."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import msgspec

from freezegate.model.evidence import Evidence
from freezegate.model.ids import Seed
from freezegate.model.run import Run
from freezegate.report.marks import MUTED

#: The key of gaps that concern every property.
EVERY: Final = ""


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """Seeds of one side without a row, for one reason; `mark` is how they are shown."""

    side: str
    mark: str
    seeds: tuple[Seed, ...]
    text: str


def gaps(evidence: Evidence) -> dict[str, tuple[Gap, ...]]:
    """Give the gaps of each property, and under `EVERY` those of whole runs; seeds alike in one."""
    seeds: defaultdict[tuple[str, str, str, str], list[Seed]] = defaultdict(list)
    for side, run in _runs(evidence):
        for prop, mark, seed, text in _of(run):
            seeds[prop, side, mark, text].append(seed)
    held: defaultdict[str, list[Gap]] = defaultdict(list)
    for (prop, side, mark, text), at in seeds.items():
        held[prop].append(Gap(side=side, mark=mark, seeds=tuple(at), text=text))
    return {prop: tuple(found) for prop, found in held.items()}


def _runs(evidence: Evidence) -> Iterator[tuple[str, Run]]:
    """Give each run with the name of its pass."""
    yield "parent", evidence.parent.run
    yield "patch", evidence.patch.run
    if evidence.patch.own_run is not None:
        yield "patch_own", evidence.patch.own_run


def _of(run: Run) -> Iterator[tuple[str, str, Seed, str]]:
    """Give property, mark, seed and reason of everything that is no row."""
    for cause in run.causes:
        yield cause.prop, "-", cause.seed, cause.text
    for muted in run.muted:
        yield muted.prop, MUTED[muted.kind], muted.seed, muted.reason or "no reason is given"
    for malformed in run.malformed:
        yield EVERY, "-", malformed.seed, f"what was sent is no row: {malformed.text}"
