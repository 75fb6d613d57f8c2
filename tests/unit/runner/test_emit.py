import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from freezegate.model.claim import Claim, Ran
from freezegate.runner.emit import MAX_LINE_BYTES, Emitter, clean
from freezegate.wire.decode import decode_line


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue


def sent(pipe: tuple[int, int], kind: str, **fields: Any) -> bytes:  # noqa: ANN401 - any claim
    """Send one claim and give the line."""
    Emitter(pipe[1]).send(kind, **fields)
    return os.read(pipe[0], 2 * MAX_LINE_BYTES)


def test_a_claim_is_one_sorted_line_of_ascii(pipe: tuple[int, int]) -> None:
    line = sent(pipe, "start", test_id="tests/ü.py::test\n")

    assert line == b'{"kind": "start", "test_id": "tests/\\u00fc.py::test\\n"}\n'


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [("plain ü", "plain ü"), ("a\udc80b", "a\\udc80b"), ("a\0b", "a\\x00b"), ("😀", "😀")],
)
def test_what_no_claim_may_hold_is_escaped(pipe: tuple[int, int], text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
    assert json.loads(sent(pipe, "origin", package=[text], path={"x": (text,)})) == {
        "kind": "origin",
        "package": [cleaned],
        "path": {"x": [cleaned]},
    }


def test_a_claim_that_is_too_long_loses_its_free_text_and_nothing_else(
    pipe: tuple[int, int],
) -> None:
    frames = [
        {"path": f"src/{'p' * 100}.py", "line": place, "module": "m", "qualname": "q"}
        for place in range(1, 65)
    ]
    leaf = {"type": "a.B", "message": "😀" * 4096, "frames": frames, "plain_assert": False}
    name = "tests/test_a.py::test[" + "x" * 5000 + "]"

    line = sent(
        pipe,
        "row",
        test_id=name,
        outcome="failed",
        phase="call",
        duration_s=0.5,
        reason="",
        failure={"leaves": [leaf] * 32, "text": "\x01" * 16_384},
        effects=["write:/x"],
        draws="random:0",
    )

    assert len(line) <= MAX_LINE_BYTES + 1
    claim = decode_line(line.rstrip(b"\n"), Claim, origin="runner", number=1)
    assert isinstance(claim, Ran)
    assert claim.test_id == name
    assert claim.failure is not None
    kept = claim.failure.leaves[0]
    assert kept.type == "a.B"
    assert kept.frames[0].line == 1
    assert kept.frames[-1].line == 64
    assert kept.frames[0].path == frames[0]["path"]


def test_only_items_and_rows_are_counted(pipe: tuple[int, int]) -> None:
    emitter = Emitter(pipe[1])

    emitter.send("start", test_id="a")
    emitter.send_counted("row", test_id="a")

    assert emitter.count == 1


def test_a_supervisor_that_is_gone_raises_nothing(pipe: tuple[int, int]) -> None:
    os.close(pipe[0])
    emitter = Emitter(pipe[1])

    emitter.send_counted("row", test_id="a")

    assert emitter.count == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_is_silent(pipe: tuple[int, int]) -> None:
    emitter = Emitter(pipe[1])

    child = os.fork()
    if child == 0:
        emitter.send_counted("row", test_id="child")
        os._exit(emitter.count)
    _, status = os.waitpid(child, 0)
    emitter.send("start", test_id="parent")

    assert status == 0
    assert b"child" not in os.read(pipe[0], 4096)
