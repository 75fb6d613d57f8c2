import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import pytest

from freezegate.shell.process import Exited, Killed, Outcome, TimedOut, run, stream

PYTHON = sys.executable


def python(program: str, *, timeout_s: float = 20.0, stdin: bytes = b"") -> Outcome:
    """Run a small program to its end."""
    return run(
        (PYTHON, "-S", "-c", program), cwd=Path("/"), env={}, timeout_s=timeout_s, stdin=stdin
    )


class Limits(TypedDict):
    """What `stream` takes beside the program."""

    cwd: Path
    env: dict[str, str]
    stdin: bytes
    on_line: Callable[[bytes], None]
    line_limit_bytes: int
    total_limit_bytes: int
    stderr_path: Path
    stderr_limit_bytes: int
    watch: Callable[[], float | None]


def limits(
    tmp_path: Path, on_line: Callable[[bytes], None], watch: Callable[[], float | None]
) -> Limits:
    """Usual ones."""
    return Limits(
        cwd=tmp_path,
        env={},
        stdin=b"",
        on_line=on_line,
        line_limit_bytes=1000,
        total_limit_bytes=100_000,
        stderr_path=tmp_path / "stderr",
        stderr_limit_bytes=1000,
        watch=watch,
    )


class Heard:
    """A stream of a small program, and what was heard of it."""

    def __init__(self, tmp_path: Path, program: str, **bounds: float) -> None:
        self.lines: list[bytes] = []
        self.stderr = tmp_path / "stderr"
        until = time.monotonic() + bounds.get("seconds", 20.0)
        start = time.monotonic()
        usual = limits(tmp_path, self.lines.append, lambda: until - time.monotonic())
        usual["total_limit_bytes"] = int(bounds.get("total", 100_000))
        self.outcome = stream((PYTHON, "-S", "-u", "-c", program), **usual)
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


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_a_child_that_ends_by_itself_gives_its_code_and_what_it_said(code: int) -> None:
    program = f"import sys; print('out'); print('err', file=sys.stderr); sys.exit({code})"
    assert python(program) == Exited(code=code, stdout=b"out\n", stderr=b"err\n")


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGTERM", "SIGKILL", "SIGINT"])
def test_a_signal_is_told_from_our_own_time_limit(name: str) -> None:
    number = getattr(signal, name)
    program = (
        "import os, signal; print('on', flush=True); "
        f"signal.signal({number}, signal.SIG_DFL) if {number} != 9 else None; "
        f"os.kill(os.getpid(), {number})"
    )
    assert python(program) == Killed(signal=number, stdout=b"on\n")


@pytest.mark.parametrize(
    "program",
    [
        "import time; print('on', flush=True); time.sleep(60)",
        "from signal import *; signal(SIGTERM, SIG_IGN); print('on', flush=True); pause()",
        "import os, time; print('on', flush=True); os.close(1); os.close(2); time.sleep(60)",
    ],
)
def test_a_child_that_outlives_its_limit_is_ended(program: str) -> None:
    start = time.monotonic()
    assert python(program, timeout_s=1.0) == TimedOut(stdout=b"on\n")
    assert time.monotonic() - start < 20


def test_input_and_output_larger_than_a_pipe_pass_through() -> None:
    data = bytes(range(256)) * 12_000
    program = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert python(program, stdin=data) == Exited(code=0, stdout=data)


def test_a_child_that_reads_nothing_does_not_block_us() -> None:
    assert python("pass", stdin=b"x" * 3_000_000) == Exited(code=0)


def test_what_is_not_given_is_an_empty_standard_input() -> None:
    assert python("import sys; print(sys.stdin.read() == '')").stdout == b"True\n"


@pytest.mark.parametrize("number", [1, 2])
def test_a_flood_is_drained_and_kept_to_its_limit(number: int) -> None:
    program = (
        f"import os\nfor _ in range(500): os.write({number}, b'x' * 100_000)\nos.write(1, b'')"
    )
    outcome = run(
        (PYTHON, "-S", "-c", program),
        cwd=Path("/"),
        env={},
        timeout_s=60.0,
        capture_limit_bytes=1_000_000,
    )
    kept = outcome.stdout if number == 1 else outcome.stderr
    assert isinstance(outcome, Exited)
    assert (outcome.code, kept == b"x" * 1_000_000) == (0, True)
    assert outcome.overflow == "more than 1000000 bytes"


def test_what_fills_its_limit_exactly_is_no_flood() -> None:
    outcome = run(
        (PYTHON, "-S", "-c", "print('x' * 999)"),
        cwd=Path("/"),
        env={},
        timeout_s=20.0,
        capture_limit_bytes=1000,
    )
    assert (len(outcome.stdout), outcome.overflow) == (1000, "")


def test_the_environment_is_exactly_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "value")
    program = "import os; print(sorted(n for n in os.environ if n != 'LC_CTYPE'))"
    outcome = run(
        (PYTHON, "-S", "-c", program), cwd=Path("/"), env={"ONLY": "this"}, timeout_s=20.0
    )
    assert outcome.stdout == b"['ONLY']\n"


def test_arguments_and_the_folder_are_taken_as_they_are(tmp_path: Path) -> None:
    at = tmp_path / "a 'b' $(c)"
    at.mkdir()
    words = ("$HOME", "a b", "*", "", "$(exit 1)", ";")
    program = "import os, sys; print([os.getcwd(), *sys.argv[1:]])"
    outcome = run((PYTHON, "-S", "-c", program, *words), cwd=at, env={}, timeout_s=20.0)
    assert outcome.stdout.decode() == f"{[str(at), *words]}\n"


def test_what_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("no program")
    for argv, cwd, fault in (
        (("/nothing/of/this/name",), tmp_path, FileNotFoundError),
        ((PYTHON, "-c", "pass"), tmp_path / "absent", FileNotFoundError),
        ((str(tmp_path / "plain"),), tmp_path, PermissionError),
    ):
        with pytest.raises(fault):
            run(argv, cwd=cwd, env={}, timeout_s=1.0)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts what is open in /proc")
def test_nothing_stays_open_behind_a_child(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        python("pass", stdin=b"x" * 300_000)
        python("import time; time.sleep(60)", timeout_s=0.05)
        Heard(tmp_path, "print('x' * 2000)")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_lines_come_whole_and_without_their_newline(tmp_path: Path) -> None:
    program = (
        "import os, time\nfor piece in (b'on', b'e\\ntwo\\n\\n\\r', b'\\n'):\n"
        "    os.write(1, piece); time.sleep(0.05)"
    )
    heard = Heard(tmp_path, program)
    assert heard.lines == [b"one", b"two", b"", b"\r"]
    assert heard.outcome == Exited(code=0)


def test_lines_come_as_they_are_written(tmp_path: Path) -> None:
    program = "import sys\nprint('ready')\nprint(sys.stdin.readline())"
    times: list[float] = []
    start = time.monotonic()
    outcome = stream(
        (PYTHON, "-S", "-u", "-c", "import time; print('on'); time.sleep(0.6); print('off')"),
        **limits(tmp_path, lambda _: times.append(time.monotonic() - start), lambda: None),
    )
    assert outcome == Exited(code=0)
    assert times[1] - times[0] > 0.3
    assert Heard(tmp_path, program).lines == [b"ready", b""]


@pytest.mark.parametrize(
    ("program", "overflow", "heard"),
    [
        ("print('x' * 1000)", "", 1),
        ("print('x' * 1001)", "a line of more than 1000 bytes", 0),
        ("print('x' * 1001, end='')", "a line of more than 1000 bytes", 0),
        ("print('one'); print('x' * 2000); print('two')", "a line of more than 1000 bytes", 1),
        ("[print('x' * 99) for _ in range(200)]", "", 200),
        ("[print('x' * 99) for _ in range(200)]; print()", "more than 20000 bytes", 200),
        ("print('one\\ntorn', end='')", "a last line without a newline", 1),
    ],
)
def test_what_breaks_a_limit_is_said(
    tmp_path: Path, program: str, overflow: str, heard: int
) -> None:
    found = Heard(tmp_path, program, total=20_000)
    assert found.outcome.overflow == overflow
    assert len(found.lines) <= heard
    if "more than 20000" not in overflow:
        assert len(found.lines) == heard


def test_nothing_is_heard_behind_a_line_that_was_too_long(tmp_path: Path) -> None:
    # In one piece, in the next, and from a child that goes on until it is ended.
    program = (
        "import os, time\nos.write(1, b'one\\n' + b'x' * 2000 + b'\\ntwo\\n')\n"
        "while True: os.write(1, b'three\\n'); time.sleep(0.001)"
    )
    heard = Heard(tmp_path, program)
    assert heard.lines == [b"one"]
    assert heard.outcome == TimedOut(overflow="a line of more than 1000 bytes")
    assert heard.took_s < 10


def test_a_child_that_floods_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    heard = Heard(tmp_path, "while True: print('x' * 900)", total=20_000)
    assert heard.outcome == TimedOut(overflow="more than 20000 bytes")
    assert heard.took_s < 10


def test_standard_error_is_kept_to_its_limit_and_drained(tmp_path: Path) -> None:
    program = "import os\nfor _ in range(500): os.write(2, b'e' * 100_000)\nprint('done')"
    heard = Heard(tmp_path, program)
    assert heard.lines == [b"done"]
    assert heard.outcome == Exited(code=0)
    assert heard.stderr.read_bytes() == b"e" * 1000


def test_a_limit_that_is_reached_ends_the_child(tmp_path: Path) -> None:
    heard = Heard(tmp_path, "import time; print('on'); time.sleep(60)", seconds=1.0)
    assert heard.outcome == TimedOut()
    assert heard.lines == [b"on"]


def test_a_limit_of_none_does_not_end_it(tmp_path: Path) -> None:
    asked: list[None] = []
    outcome = stream(
        (PYTHON, "-S", "-c", "import time; time.sleep(0.3)"),
        **limits(tmp_path, lambda _: None, lambda: asked.append(None)),
    )
    assert outcome == Exited(code=0)
    assert len(asked) > 1


GRANDCHILD = """
import os, time
child = os.fork()
if child == 0:
    time.sleep(60)
print(child)
"""


@pytest.mark.skipif(os.name != "posix", reason="forks")
@pytest.mark.parametrize("after", ["", "time.sleep(60)"])
def test_a_grandchild_that_keeps_the_pipe_open_neither_hangs_us_nor_lives_on(
    tmp_path: Path, after: str
) -> None:
    heard = Heard(tmp_path, GRANDCHILD + after, seconds=1.0)
    assert heard.took_s < 10
    assert isinstance(heard.outcome, TimedOut if after else Exited)
    assert is_gone(int(heard.lines[0]))


@pytest.mark.skipif(os.name != "posix", reason="forks")
@pytest.mark.parametrize("fault", [RuntimeError, KeyboardInterrupt])
def test_what_the_listener_raises_ends_the_child_and_its_descendants(
    tmp_path: Path, fault: type[BaseException]
) -> None:
    seen: list[int] = []

    def refuse(line: bytes) -> None:
        seen.append(int(line))
        raise fault

    program = GRANDCHILD + "print(os.getpid())\nprint(os.getpid())\ntime.sleep(60)\n"
    with pytest.raises(fault):
        stream(
            (PYTHON, "-S", "-u", "-c", program),
            **limits(tmp_path, refuse, lambda: None),
        )
    assert len(seen) == 1
    assert is_gone(seen[0])


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_an_interrupt_while_we_wait_ends_the_child_and_its_descendants(tmp_path: Path) -> None:
    seen: list[bytes] = []

    def interrupted() -> float:
        if len(seen) == 2:
            raise KeyboardInterrupt
        return 20.0

    with pytest.raises(KeyboardInterrupt):
        stream(
            (PYTHON, "-S", "-u", "-c", GRANDCHILD + "print(os.getpid())\ntime.sleep(60)\n"),
            **limits(tmp_path, seen.append, interrupted),
        )
    assert all(is_gone(int(line)) for line in seen)


DAEMON = """
import os, time
child = os.fork()
if child == 0:
    os.setsid()
    while not os.path.exists("go"):
        time.sleep(0.01)
    try:
        os.write(1, b"late\\n")
    finally:
        open("went", "w").close()
        time.sleep(60)
print(child)
"""


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_a_daemon_that_left_the_session_neither_hangs_us_nor_is_heard_later(
    tmp_path: Path,
) -> None:
    heard = Heard(tmp_path, DAEMON)
    daemon = int(heard.lines[0])
    try:
        assert heard.took_s < 30
        (tmp_path / "go").touch()
        until = time.monotonic() + 20.0
        while not (tmp_path / "went").exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert is_alive(daemon)
        time.sleep(0.1)
        assert heard.lines == [str(daemon).encode()]
    finally:
        os.kill(daemon, signal.SIGKILL)


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_a_daemon_that_never_reads_its_input_does_not_hang_us() -> None:
    start = time.monotonic()
    outcome = python(DAEMON, stdin=b"x" * 3_000_000)
    os.kill(int(outcome.stdout), signal.SIGKILL)
    assert isinstance(outcome, Exited)
    assert time.monotonic() - start < 30


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="lists descriptors as Linux does")
def test_a_number_stays_taken_while_its_thread_is_at_it() -> None:
    # Were it free, the pipe of another child could get it, and be written to by this one's thread.
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough
    outcome = python(DAEMON, stdin=b"x" * 3_000_000)
    left = set(os.listdir("/proc/self/fd")) - before  # noqa: PTH208 - as above
    os.kill(int(outcome.stdout), signal.SIGKILL)
    assert left


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="lists descriptors as Linux does")
def test_numbers_are_given_back() -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough

    before = count()
    for _ in range(20):
        assert python("pass") == Exited(code=0)
    deadline = time.monotonic() + 5
    while count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert count() <= before
