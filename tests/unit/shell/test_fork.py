import os
import threading

import pytest

from freezegate.shell.fork import cores, spread


def test_every_part_is_worked_in_order_the_first_here() -> None:
    def work(part: int) -> bytes:
        return b"%d %d" % (part * part, os.getpid())

    results = [result.split() for result in spread([3, 4, 5], work)]
    assert [int(square) for square, _ in results] == [9, 16, 25]
    processes = [int(process) for _, process in results]
    assert processes[0] == os.getpid()
    assert len(set(processes)) == 3


def test_a_result_larger_than_a_pipe_arrives_whole() -> None:
    results = spread([1, 2], lambda part: bytes([part]) * 1_000_000)
    assert [(len(result), result[:1]) for result in results] == [
        (1_000_000, b"\1"),
        (1_000_000, b"\2"),
    ]


def test_a_fork_that_dies_is_worked_here() -> None:
    here = os.getpid()

    def work(part: int) -> bytes:
        if os.getpid() != here:
            os._exit(3)
        return b"%d" % part

    assert spread([1, 2], work) == [b"1", b"2"]


def test_what_work_raises_comes_out_whichever_process_it_was_in() -> None:
    def work(part: int) -> bytes:
        if part == 2:
            message = "no result"
            raise ValueError(message)
        return b""

    with pytest.raises(ValueError, match="no result"):
        spread([1, 2], work)


def test_beside_another_thread_nothing_is_forked() -> None:
    go = threading.Event()
    other = threading.Thread(target=go.wait)
    other.start()
    try:
        results = spread([1, 2], lambda _: b"%d" % os.getpid())
    finally:
        go.set()
        other.join()
    assert set(results) == {b"%d" % os.getpid()}


def test_nothing_is_nothing() -> None:
    assert spread([], lambda _: b"") == []
    assert cores() >= 1
