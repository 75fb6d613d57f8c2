"""What a process does beside running its properties: probes, replays, shrinking, a clock."""

from __future__ import annotations

from typing import Any, Dict, List

from .finder import TreeFinder


class Instrument:
    """One thing that is set up before a property and read after it; the base does neither."""

    def begin(self, item: Any) -> None:
        """Set up for one property, before any of its fixtures."""

    def call(self) -> None:
        """Its fixtures stand, and its call begins."""

    def called(self, ended: Any) -> None:
        """Its call has ended with this (a result of pluggy's), and its teardown begins."""

    def end(self) -> Dict[str, Any]:
        """Take down again, after its teardown; give fields of `model.claim.Notes`."""
        return {}


class Instruments:
    """Those that the plan asks for (`model.plan.Instruments` as JSON), as one."""

    def __init__(self, parts: List[Instrument]) -> None:
        """Work with these, in their order; they are taken down in the reverse one."""
        self._parts = parts

    def begin(self, item: Any) -> None:
        """Set all of them up for one property."""
        for part in self._parts:
            part.begin(item)

    def call(self) -> None:
        """Tell all of them that the call begins."""
        for part in self._parts:
            part.call()

    def called(self, ended: Any) -> None:
        """Tell all of them that the call has ended."""
        for part in reversed(self._parts):
            part.called(ended)

    def end(self) -> Dict[str, Any]:
        """Take all of them down; `notes` stands in the fields of a row where there are any."""
        notes: Dict[str, Any] = {}
        for part in reversed(self._parts):
            for name, told in part.end().items():
                notes[name] = _both(notes[name], told) if name in notes else told
        return {"notes": notes} if self._parts else {}


def _both(one: Any, other: Any) -> Any:
    """Put together what two say of one thing: whether either did, or all that either names."""
    return one or other if isinstance(one, bool) else one + other


def of_plan(plan: Dict[str, Any], finder: TreeFinder) -> Instruments:
    """Make what the plan asks for, before pytest has imported anything of the tree."""
    wanted: Dict[str, Any] = plan["instruments"]
    parts: List[Instrument] = []
    if wanted["probes"]:
        from .probes import Probes

        parts.append(Probes(wanted["probes"], wanted["trap"], finder))
    if wanted["files"]:
        from .probes import Watch

        parts.append(Watch(wanted["files"], wanted["trap"], finder.tree))
    if wanted["clock"]:
        from .clock import Clock

        parts.append(Clock(wanted["clock"]))
    if wanted["refuse_network"]:
        from .refusal import Refusal

        parts.append(Refusal())
    if wanted["shrink"]:
        from .examples import Shrink

        parts.append(Shrink())
    if wanted["replays"]:
        from .examples import Replays

        parts.append(Replays(wanted["replays"]))
    if wanted["upstream"]:
        from .upstream import Upstream

        parts.append(Upstream())
    return Instruments(parts)
