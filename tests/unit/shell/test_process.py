import os
import signal
import sys
import time
from pathlib import Path

import pytest

from freezegate.shell.process import Exited, Killed, Outcome, TimedOut, run, stream

PYTHON = sys.executable


def python(program: str, *, timeout_s: float = 20.0, stdin: bytes = b"") -> Outcome:
    """Run a small program to its end."""
    return run(
        (PYTHON, "-S", "-c", program), cwd=Path("/"), env={}, timeout_s=timeout_s, stdin=stdin
    )


class Heard:
    """A stream of a small program, and what was heard of it."""

    def __init__(self, tmp_path: Path, program: str, **limits: float) -> None:
        self.lines: list[bytes] = []
        self.stderr = tmp_path / "stderr"
        until = time.monotonic() + limits.get("seconds", 20.0)
        start = time.monotonic()
        self.outcome = stream(
            (PYTHON, "-S", "-u", "-c", program),
            cwd=tmp_path,
            env={},
            stdin=b"",
            on_line=self.lines.append,
            line_limit_bytes=int(limits.get("line", 1000)),
            total_limit_bytes=int(limits.get("total", 100_000)),
            stderr_path=self.stderr,
            stderr_limit_bytes=1000,
            watch=lambda: until - time.monotonic(),
        )
        self.took_s = time.monotonic() - start


def is_gone(process: int) -> bool:
    """Tell whether a process ends within seconds: a signal that kills takes its time."""
    until = time.monotonic() + 10.0
    while is_alive(process) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_alive(process)


def is_alive(process: int) -> bool:
    """Tell whether a process is there; one that only waits to be reaped is not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().split(") ")[1][0] != "Z"


def test_a_child_that_ends_by_itself_gives_its_code_and_what_it_said() -> None:
    outcome = python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert isinstance(outcome, Exited)
    assert (outcome.code, outcome.stdout, outcome.stderr) == (7, b"out\n", b"err\n")


def test_a_signal_is_told_from_our_own_time_limit() -> None:
    killed = python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert isinstance(killed, Killed)
    assert killed.signal == signal.SIGSEGV
    assert isinstance(python("import time; time.sleep(60)", timeout_s=0.3), TimedOut)


def test_input_and_output_larger_than_a_pipe_pass_through() -> None:
    data = b"x" * 3_000_000
    outcome = python("import sys; sys.stdout.write(sys.stdin.read())", stdin=data)
    assert outcome.stdout == data


def test_a_child_that_reads_nothing_does_not_block_us() -> None:
    assert isinstance(python("pass", stdin=b"x" * 3_000_000), Exited)


def test_the_environment_is_exactly_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "value")
    program = "import os; print(sorted(n for n in os.environ if n != 'LC_CTYPE'))"
    outcome = run(
        (PYTHON, "-S", "-c", program), cwd=Path("/"), env={"ONLY": "this"}, timeout_s=20.0
    )
    assert outcome.stdout == b"['ONLY']\n"


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        run(("/nothing/of/this/name",), cwd=Path("/"), env={}, timeout_s=1.0)


def test_lines_come_whole_and_without_their_newline(tmp_path: Path) -> None:
    heard = Heard(tmp_path, "print('one'); print('two')")
    assert heard.lines == [b"one", b"two"]
    assert heard.outcome == Exited(code=0)


@pytest.mark.parametrize(
    ("program", "limits", "overflow"),
    [
        ("print('x' * 2000)", {}, "a line of more than 1000 bytes"),
        ("[print('x' * 900) for _ in range(500)]", {"total": 20_000}, "more than 20000 bytes"),
        ("import sys; sys.stdout.write('torn')", {}, "a last line without a newline"),
    ],
)
def test_what_breaks_a_limit_is_said(
    tmp_path: Path, program: str, limits: dict[str, float], overflow: str
) -> None:
    assert Heard(tmp_path, program, **limits).outcome.overflow == overflow


def test_a_child_that_floods_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    heard = Heard(tmp_path, "while True: print('x' * 900)", total=20_000)
    assert heard.outcome.overflow == "more than 20000 bytes"
    assert heard.took_s < 10


def test_standard_error_is_kept_to_its_limit_and_drained(tmp_path: Path) -> None:
    program = "import sys; [sys.stderr.write('e' * 1000) for _ in range(20_000)]; print('done')"
    heard = Heard(tmp_path, program)
    assert heard.lines == [b"done"]
    assert heard.stderr.stat().st_size == 1000


def test_a_limit_that_is_reached_ends_the_child(tmp_path: Path) -> None:
    heard = Heard(tmp_path, "import time; print('on'); time.sleep(60)", seconds=1.0)
    assert isinstance(heard.outcome, TimedOut)
    assert heard.lines == [b"on"]


GRANDCHILD = """
import os, time
child = os.fork()
if child == 0:
    time.sleep(60)
print(child)
"""


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_a_grandchild_that_keeps_the_pipe_open_neither_hangs_us_nor_lives_on(
    tmp_path: Path,
) -> None:
    heard = Heard(tmp_path, GRANDCHILD)
    assert heard.took_s < 10
    assert is_gone(int(heard.lines[0]))


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_what_the_listener_raises_ends_the_child_and_its_descendants(tmp_path: Path) -> None:
    seen: list[int] = []

    def refuse(line: bytes) -> None:
        seen.append(int(line))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        stream(
            (PYTHON, "-S", "-u", "-c", GRANDCHILD + "time.sleep(60)\n"),
            cwd=tmp_path,
            env={},
            stdin=b"",
            on_line=refuse,
            line_limit_bytes=1000,
            total_limit_bytes=1000,
            stderr_path=tmp_path / "stderr",
            stderr_limit_bytes=1000,
            watch=lambda: None,
        )
    assert is_gone(seen[0])
