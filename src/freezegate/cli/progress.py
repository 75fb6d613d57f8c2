"""Progress on standard error: a bar for each side, off when nobody watches."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from freezegate.app.progress import Progress as Told
from freezegate.app.progress import Quiet
from freezegate.model.contract import Side

_SIDES: Final = (Side.PARENT, Side.PATCH)


class Bars:
    """A line for the phase and a bar for each side, rows done of rows expected."""

    def __init__(self, bars: Progress) -> None:
        """Draw on `bars`."""
        self._bars = bars
        self._lock = threading.Lock()
        self._tasks: dict[Side, TaskID] = {}

    def phase(self, text: str) -> None:
        """Print what begins, above the bars."""
        self._bars.console.print(text, style="dim", highlight=False, markup=False)

    def expect(self, side: Side, rows: int) -> None:
        """Lengthen this side's bar."""
        with self._lock:
            for each in _SIDES:
                if each not in self._tasks:
                    self._tasks[each] = self._bars.add_task(str(each), total=0)
            task = self._tasks[side]
            total = self._bars.tasks[self._bars.task_ids.index(task)].total or 0
            self._bars.update(task, total=total + rows)

    def advance(self, side: Side) -> None:
        """Count a row."""
        self._bars.advance(self._tasks[side])


@contextmanager
def shown(*, quiet: bool, console: Console | None = None) -> Iterator[Told]:
    """Show progress while the block runs, if standard error is a terminal and it is wanted."""
    console = console or Console(stderr=True)
    if quiet or not console.is_terminal:
        yield Quiet()
        return
    columns = (TextColumn("{task.description:>6}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield Bars(bars)
