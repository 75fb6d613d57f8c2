"""What a process does beside running its properties: probes, replays, shrinking, a clock."""

from __future__ import annotations

from typing import Any, Dict, List


class Instrument:
    """One thing that is set up before a property and read after it; the base does neither."""

    def begin(self, item: Any) -> None:
        """Set up for one property, before any of its fixtures."""

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

    def end(self) -> Dict[str, Any]:
        """Take all of them down; `notes` stands in the fields of a row where there are any."""
        notes: Dict[str, Any] = {}
        for part in reversed(self._parts):
            notes.update(part.end())
        return {"notes": notes} if self._parts else {}


def of_plan(plan: Dict[str, Any]) -> Instruments:
    """Make what the plan asks for, before pytest has imported anything of the tree."""
    wanted: Dict[str, Any] = plan["instruments"]
    parts: List[Instrument] = []
    if wanted["clock"]:
        from .clock import Clock

        parts.append(Clock(wanted["clock"]))
    if wanted["refuse_network"]:
        from .refusal import Refusal

        parts.append(Refusal())
    if wanted["upstream"]:
        from .upstream import Upstream

        parts.append(Upstream())
    return Instruments(parts)
