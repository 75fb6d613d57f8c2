"""Work spread over the cores by forks of this process, for what only computes."""

import os
import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

#: Threads that fed or drained a process end as soon as they are next run.
_MOMENT_S: Final = 0.2


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(parts: Sequence[T], work: Callable[[T], bytes]) -> list[bytes]:
    """Do each part's work, the first here and every other one in a fork; results in order.

    `work` computes and touches nothing. Where forks are not to be had (Windows), where another
    thread runs, or where a fork ends without a result, its part is worked here.
    """
    alone = not hasattr(os, "fork") or not _only_this_thread()
    forked = [None if alone else _fork(part, work) for part in parts[1:]]
    results = [work(part) for part in parts[:1]]
    for part, pipe in zip(parts[1:], forked, strict=True):
        answer = None if pipe is None else _answer(*pipe)
        results.append(work(part) if answer is None else answer)
    return results


def _only_this_thread() -> bool:
    """Wait a moment for threads that are at their end, and tell whether any other one is left."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(_MOMENT_S)
    return threading.active_count() == 1


def _fork(part: T, work: Callable[[T], bytes]) -> tuple[int, int]:
    """Start a fork; give its process id and the end of a pipe that its result comes by."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:  # pragma: no cover - the fork's own side
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(work(part))
        code = 0
    finally:
        os._exit(code)


def _answer(child: int, reading: int) -> bytes | None:
    """Wait for a fork; `None` when it did not end well."""
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    return data if os.waitstatus_to_exitcode(status) == 0 else None
