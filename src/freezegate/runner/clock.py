"""The clock injected: each property begins at one instant, and its clock ticks from there."""

from __future__ import annotations

import datetime as dt
from typing import Any, Dict

from .instruments import Instrument

#: What it needs in this interpreter.
NEEDED = "time-machine"


class Clock(Instrument):
    """Moves the clock of the process around a property, setup and teardown included.

    The zone stays the process's own. Clocks that only measure how long something takes stay as
    they are, and so do those of children.
    """

    def __init__(self, instant: str) -> None:
        """Begin each property at this instant (ISO 8601, with its offset)."""
        self._instant_s = dt.datetime.fromisoformat(instant).timestamp()
        self._travel: Any = None
        self._lacks = False

    def begin(self, item: Any) -> None:
        """Move the clock; the package is imported late, for it is a pytest plugin as well."""
        del item  # each begins at the same instant
        try:
            import time_machine
        except ImportError:
            self._lacks = True
            return
        # A number has no zone: one that has would move the process's zone as well.
        self._travel = time_machine.travel(self._instant_s, tick=True)
        self._travel.start()

    def end(self) -> Dict[str, Any]:
        """Move it back."""
        if self._travel is not None:
            self._travel.stop()
            self._travel = None
        return {"lacks": [NEEDED]} if self._lacks else {}
