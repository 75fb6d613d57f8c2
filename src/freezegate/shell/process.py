"""The one door for processes: arguments are tuples, there is no shell, every ending is told apart.

A child gets a session of its own (POSIX only), so that all of its descendants
can be ended with it, whatever the ending. Only what leaves the session on purpose escapes: that is
what the stronger isolation grades are for.
"""

import contextlib
import os
import signal as signals
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

#: How often a running child is looked at.
_TICK_S: Final = 0.02
#: How long a descendant that keeps the pipe open may go on after the child has exited.
_GRACE_S: Final = 1.0
#: Pipes are read in pieces of this size.
_PIECE_BYTES: Final = 64 * 1024
#: More output than this of one of our own tools is kept out of memory.
CAPTURE_LIMIT_BYTES: Final = 1024 * 1024 * 1024


class Exited(msgspec.Struct, frozen=True, kw_only=True):
    """The child ended by itself. `overflow` says which limit of ours it broke, if any."""

    code: int
    stdout: bytes = b""
    stderr: bytes = b""
    overflow: str = ""


class Killed(msgspec.Struct, frozen=True, kw_only=True):
    """The child was ended by a signal that was not ours."""

    signal: int
    stdout: bytes = b""
    stderr: bytes = b""
    overflow: str = ""


class TimedOut(msgspec.Struct, frozen=True, kw_only=True):
    """We ended the child, for it outlived its limit, or broke the one that `overflow` names."""

    stdout: bytes = b""
    stderr: bytes = b""
    overflow: str = ""


Outcome = Exited | Killed | TimedOut


class _Lines:
    """Splits a stream into lines and breaks off at the limits."""

    def __init__(
        self, on_line: Callable[[bytes], None], line_limit_bytes: int, total_limit_bytes: int
    ) -> None:
        self._on_line = on_line
        self._line_limit = line_limit_bytes
        self._total_limit = total_limit_bytes
        self._rest = b""
        self._total = 0
        self.overflow = ""

    def feed(self, piece: bytes) -> None:
        """Take a piece; hand on each line that it completes. After a broken limit none is."""
        if self.overflow:
            return
        self._total += len(piece)
        if self._total > self._total_limit:
            self.overflow = f"more than {self._total_limit} bytes"
            return
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            if len(line) > self._line_limit:
                break
            self._on_line(line)
        if max(map(len, (*lines, self._rest))) > self._line_limit:
            self.overflow = f"a line of more than {self._line_limit} bytes"

    def close(self) -> None:
        """Say that a last line without its newline is torn."""
        if self._rest and not self.overflow:
            self.overflow = "a last line without a newline"


class _Buffer:
    """Keeps the beginning of a stream in memory and knows whether that was all of it."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self._kept = bytearray()
        self.cut = False

    def feed(self, piece: bytes) -> None:
        """Keep what fits."""
        room = self._limit - len(self._kept)
        self.cut = self.cut or len(piece) > room
        self._kept += piece[:room]

    def bytes(self) -> bytes:
        """Give what was kept."""
        return bytes(self._kept)


class _Keeper:
    """Keeps the beginning of a stream in a file and goes on draining the rest."""

    def __init__(self, file: IO[bytes], limit_bytes: int) -> None:
        self._file = file
        self._left = limit_bytes

    def feed(self, piece: bytes) -> None:
        """Keep what fits."""
        kept = piece[: self._left]
        self._left -= len(kept)
        self._file.write(kept)


def run(  # noqa: PLR0913 - each has its own name
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    timeout_s: float,
    stdin: bytes = b"",
    capture_limit_bytes: int = CAPTURE_LIMIT_BYTES,
) -> Outcome:
    """Run a child to its end and give what it printed; of a flood the beginning, and `overflow`.

    Raises:
        OSError: it could not be started.
    """
    out, err = _Buffer(capture_limit_bytes), _Buffer(capture_limit_bytes)
    deadline = time.monotonic() + timeout_s
    with _started(argv, cwd, env) as child:
        timed_out = _attend(child, stdin, out.feed, err.feed, lambda: deadline - time.monotonic())
    return _outcome(
        child,
        timed_out=timed_out,
        stdout=out.bytes(),
        stderr=err.bytes(),
        overflow=f"more than {capture_limit_bytes} bytes" if out.cut or err.cut else "",
    )


def stream(  # noqa: PLR0913 - each limit has its own name
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdin: bytes,
    on_line: Callable[[bytes], None],
    line_limit_bytes: int,
    total_limit_bytes: int,
    stderr_path: Path,
    stderr_limit_bytes: int,
    watch: Callable[[], float | None],
) -> Outcome:
    """Run a child and hand on each line of its standard output as it comes.

    Args:
        argv: the program and its arguments.
        cwd: its current folder.
        env: its whole environment.
        stdin: what it reads.
        on_line: told each complete line, without its newline; what it raises ends the child.
        line_limit_bytes: a longer line ends the child; the outcome's `overflow` says so.
        total_limit_bytes: likewise for all lines together.
        stderr_path: the file that the beginning of standard error goes to.
        stderr_limit_bytes: how much of it is kept; the rest is drained and dropped.
        watch: gives the seconds left of the current limit, `None` for no limit; at zero the child
            and its descendants are ended.

    Raises:
        OSError: it could not be started.
    """
    lines = _Lines(on_line, line_limit_bytes, total_limit_bytes)

    def left() -> float | None:
        return 0.0 if lines.overflow else watch()

    with stderr_path.open("wb") as file, _started(argv, cwd, env) as child:
        timed_out = _attend(child, stdin, lines.feed, _Keeper(file, stderr_limit_bytes).feed, left)
    if not timed_out:
        lines.close()
    return _outcome(child, timed_out=timed_out, overflow=lines.overflow)


@contextmanager
def _started(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a child in a session of its own; end and reap all of it afterwards."""
    child = subprocess.Popen(
        tuple(argv),
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        close_fds=True,
        start_new_session=os.name == "posix",
    )
    try:
        yield child
    finally:
        _end(child)


def _end(child: "subprocess.Popen[bytes]") -> None:
    """End the child and every descendant in its session, and reap it."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signals.SIGKILL)
    elif child.poll() is None:
        child.kill()
    child.wait()


def _attend(
    child: "subprocess.Popen[bytes]",
    stdin: bytes,
    on_out: Callable[[bytes], None],
    on_err: Callable[[bytes], None],
    left: Callable[[], float | None],
) -> bool:
    """Feed and drain a child until it has ended; tell whether we ended it for its limit.

    Raises whatever `on_out` raised, once the child has been left alone.
    """
    raised: list[BaseException] = []
    over = threading.Event()
    threads = [
        threading.Thread(target=_write, args=(_owned(child.stdin), stdin), daemon=True),
        threading.Thread(
            target=_drain, args=(_owned(child.stdout), on_out, raised, over), daemon=True
        ),
        threading.Thread(
            target=_drain, args=(_owned(child.stderr), on_err, raised, over), daemon=True
        ),
    ]
    for thread in threads:
        thread.start()
    timed_out = _wait(child, left, raised, threads[1])
    if timed_out or raised:
        _end(child)
    # A daemon may hold the pipes open: it gets a short grace, then the session ends.
    until = time.monotonic() + _GRACE_S
    for thread in threads[1:]:
        thread.join(max(0.0, until - time.monotonic()))
    if any(thread.is_alive() for thread in threads[1:]):
        _end(child)
        until = time.monotonic() + _GRACE_S
        for thread in threads[1:]:
            thread.join(max(0.0, until - time.monotonic()))
    over.set()
    if raised:
        raise raised[0]
    return timed_out


def _wait(
    child: "subprocess.Popen[bytes]",
    left: Callable[[], float | None],
    raised: Sequence[BaseException],
    reader: threading.Thread,
) -> bool:
    """Wait until the child has exited or its limit is reached; true for the limit.

    By the end of its output first: waiting for an exit with a time-out sleeps longer and longer.
    """
    while child.poll() is None:
        if raised:
            return False
        seconds = left()
        if seconds is not None and seconds <= 0:
            return True
        tick = _TICK_S if seconds is None else min(_TICK_S, max(seconds, 0.001))
        if reader.is_alive():
            reader.join(tick)
            continue
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(tick)
    return False


def _owned(pipe: IO[bytes] | None) -> int:
    """Give a descriptor of a pipe that one thread has to itself, and close the pipe.

    A thread that outlives its child would otherwise go on with a number that was closed under it,
    and that the pipe of another child has by then.
    """
    if pipe is None:  # never: every child gets three pipes
        message = "a child was started without its pipes"
        raise ValueError(message)
    own = os.dup(pipe.fileno())
    pipe.close()
    return own


def _write(pipe: int, data: bytes) -> None:
    """Write all of standard input; a child that does not read it is its own business.

    A writer may be blocked for ever, where a descendant that left the session holds the other end.
    """
    rest = memoryview(data)
    with contextlib.suppress(OSError):
        while rest:
            rest = rest[os.write(pipe, rest) :]
    os.close(pipe)


def _drain(
    pipe: int,
    take: Callable[[bytes], None],
    raised: list[BaseException],
    over: threading.Event,
) -> None:
    """Read a pipe to its end; after a raise go on reading, so that the child does not block.

    What comes when all is `over`, from a descendant that left the session, is not taken.
    """
    with contextlib.suppress(OSError):
        while piece := os.read(pipe, _PIECE_BYTES):
            if not raised and not over.is_set():
                try:
                    take(piece)
                except BaseException as fault:  # noqa: BLE001 - raised again by the waiting thread
                    raised.append(fault)
    os.close(pipe)


def _outcome(
    child: "subprocess.Popen[bytes]",
    *,
    timed_out: bool,
    stdout: bytes = b"",
    stderr: bytes = b"",
    overflow: str = "",
) -> Outcome:
    """Say how a child that is reaped has ended."""
    if timed_out:
        return TimedOut(stdout=stdout, stderr=stderr, overflow=overflow)
    code = child.returncode
    if code < 0:
        return Killed(signal=-code, stdout=stdout, stderr=stderr, overflow=overflow)
    return Exited(code=code, stdout=stdout, stderr=stderr, overflow=overflow)
