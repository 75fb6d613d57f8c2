import io
import os
import subprocess
import sys
import textwrap
import threading

import pytest
from rich.console import Console
from rich.progress import Progress

from freezegate.app.progress import Quiet
from freezegate.cli.progress import Bars, shown
from freezegate.model.contract import Side


def terminal() -> tuple[io.StringIO, Console]:
    screen = io.StringIO()
    return screen, Console(file=screen, force_terminal=True, width=80)


def test_quiet_when_asked_for() -> None:
    _, console = terminal()
    with shown(quiet=True, console=console) as progress:
        assert isinstance(progress, Quiet)


def test_quiet_when_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    with shown(quiet=False) as progress:
        assert isinstance(progress, Quiet)
        progress.phase("collecting")
    assert capfd.readouterr() == ("", "")


def test_terminal_shows_the_phase_and_a_bar_for_each_side() -> None:
    screen, console = terminal()
    with shown(quiet=False, console=console) as progress:
        progress.phase("collecting [bold]")
        progress.expect(Side.PATCH, 3)
        progress.expect(Side.PATCH, 2)
        progress.expect(Side.PARENT, 4)
        progress.advance(Side.PATCH)
    text = screen.getvalue()
    assert "collecting [bold]" in text
    assert "parent" in text
    assert "1/5" in text
    assert "0/4" in text


def test_bars_count_for_many_threads() -> None:
    _, console = terminal()
    bars = Progress(console=console, auto_refresh=False)
    told = Bars(bars)

    def tell(side: Side) -> None:
        for _ in range(50):
            told.expect(side, 2)
            told.advance(side)

    threads = [threading.Thread(target=tell, args=(side,)) for side in (*Side, *Side)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(task.description, task.completed, task.total) for task in bars.tasks] == [
        ("parent", 100, 200),
        ("patch", 100, 200),
    ]


def test_progress_goes_to_standard_error_alone() -> None:
    script = textwrap.dedent(
        """
        from freezegate.cli.progress import shown
        with shown(quiet=False) as progress:
            progress.phase("collecting")
        """
    )
    done = subprocess.run(
        (sys.executable, "-c", script),
        env={**os.environ, "FORCE_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    assert "collecting" in done.stderr
