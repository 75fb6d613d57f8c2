"""The local engine: the runner as a process of this machine."""

import os
import signal as signals
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from freezegate.errors import ArtifactError, EngineError
from freezegate.model.claim import Claim, End, Item, Ran, Started
from freezegate.shell.clock import monotonic_s
from freezegate.shell.engine.base import Ended, Job
from freezegate.shell.interpreter import RUNNER
from freezegate.shell.process import Exited, Killed, Outcome, TimedOut, stream
from freezegate.wire.decode import decode_line

#: A claim is one line; 64 KiB leaves room for a failure with its capped text.
CLAIM_LIMIT_BYTES: Final = 64 * 1024
#: A million short rows; more from one process is a flood.
CLAIMS_LIMIT_BYTES: Final = 256 * 1024 * 1024
#: Enough of standard error to tell what went wrong; the rest is drained and dropped.
STDERR_LIMIT_BYTES: Final = 256 * 1024
#: What of it enters a message.
STDERR_TAIL_CHARS: Final = 2000
#: Follow no link and wait for no writer; Windows has neither flag.
_AS_IT_IS: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class _NotAClaim(Exception):  # noqa: N818 - a signal between two functions, no fault
    """The tree under test wrote a line that is no claim."""


class _Listener:
    """Decodes claims as they come and keeps the deadline of what is running."""

    def __init__(
        self, job: Job, on_claim: Callable[[Claim], None], stopped: threading.Event
    ) -> None:
        self._job = job
        self._stopped = stopped
        self._on_claim = on_claim
        self._deadline = monotonic_s() + job.start_limit_s
        self.claims: list[Claim] = []
        self.running = ""
        self.ended = False

    def hear(self, line: bytes) -> None:
        """Take one line."""
        try:
            claim: Claim = decode_line(line, Claim, origin="runner", number=len(self.claims) + 1)
        except ArtifactError as fault:
            raise _NotAClaim(str(fault)) from fault
        self._check_end(claim)
        self.claims.append(claim)
        limit = self._job.start_limit_s
        match claim:
            case Started():
                self.running = claim.test_id
                limit = self._job.time_limit_s
            case Ran():
                self.running = ""
            case End():
                self.ended = True
            case _:
                pass
        self._deadline = monotonic_s() + limit
        self._on_claim(claim)

    def _check_end(self, claim: Claim) -> None:
        """Hold the end record to what was sent: nothing follows it, and it counts all of it."""
        place = f"runner:{len(self.claims) + 1}"
        if self.ended:
            message = f"{place}: a claim behind the end"
            raise _NotAClaim(message)
        if isinstance(claim, End):
            sent = sum(isinstance(each, Item | Ran) for each in self.claims)
            if claim.count != sent:
                message = f"{place}: the end counts {claim.count} items and rows, {sent} were sent"
                raise _NotAClaim(message)

    def left_s(self) -> float:
        """Seconds left of the current deadline; none when everything is to stop."""
        return 0.0 if self._stopped.is_set() else self._deadline - monotonic_s()


class LocalEngine:
    """Runs jobs as processes of this machine, each in a session of its own."""

    def __init__(self) -> None:
        """Run until `stop` is called."""
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End every job; see `Engine.stop`."""
        self._stopped.set()

    def run(self, job: Job, on_claim: Callable[[Claim], None]) -> Ended:
        """Run one job to its end; see `Engine.run`."""
        listener = _Listener(job, on_claim, self._stopped)
        stderr = Path(job.plan.scratch) / "stderr"
        malformed = ""
        outcome: Outcome | None = None
        try:
            outcome = stream(
                (str(job.executable), "-s", "-B", str(RUNNER / "boot.py")),
                cwd=job.cwd,
                env=job.env,
                stdin=msgspec.json.encode(job.plan),
                on_line=listener.hear,
                line_limit_bytes=CLAIM_LIMIT_BYTES,
                total_limit_bytes=CLAIMS_LIMIT_BYTES,
                stderr_path=stderr,
                stderr_limit_bytes=STDERR_LIMIT_BYTES,
                watch=listener.left_s,
            )
            malformed = outcome.overflow
        except _NotAClaim as refusal:
            malformed = str(refusal)
        except OSError as fault:
            message = f"{job.executable}: cannot be started: {fault}; name another with --python"
            raise EngineError(message) from fault
        return Ended(
            claims=tuple(listener.claims),
            running=listener.running,
            how=_how(outcome, listener),
            timed_out=isinstance(outcome, TimedOut) and not outcome.overflow,
            signal=_signal_name(outcome),
            malformed=malformed,
            stderr=_tail(stderr),
        )


def _how(outcome: Outcome | None, listener: _Listener) -> str:
    """Say how a job ended that did not say its end."""
    match outcome:
        case TimedOut(overflow=""):
            return "outlived its time limit"
        case None | TimedOut():
            return "was stopped for what it sent"
        case Killed():
            return f"was killed by {_signal_name(outcome)}"
        case Exited() if not listener.ended:
            return f"exited with status {outcome.code} before its end"
        case _:
            return ""


def _signal_name(outcome: Outcome | None) -> str:
    """Name the signal that killed a job; empty when none did."""
    if not isinstance(outcome, Killed):
        return ""
    try:
        return signals.Signals(outcome.signal).name
    except ValueError:
        return f"signal {outcome.signal}"


def _tail(path: Path) -> str:
    """Read the end of a capped standard error; an absent file is empty.

    The tree under test can reach the file: what it put in its place, such as a pipe without a
    writer or a link to an endless device, is not read.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _AS_IT_IS)
    except OSError:
        return ""
    try:
        regular = stat.S_ISREG(os.fstat(handle).st_mode)
        text = os.read(handle, STDERR_LIMIT_BYTES) if regular else b""
    finally:
        os.close(handle)
    return text.decode("utf-8", "replace")[-STDERR_TAIL_CHARS:]
