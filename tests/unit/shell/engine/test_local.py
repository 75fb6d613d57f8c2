"""The local engine, with the real runner on trees of a few lines."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import msgspec
import pytest

from freezegate.errors import EngineError
from freezegate.model.claim import Claim, End, Hello, Outcome, Started
from freezegate.model.contract import Vary
from freezegate.model.ids import Seed
from freezegate.model.plan import Plan
from freezegate.shell.engine import ENGINES
from freezegate.shell.engine.base import Ended, Job
from freezegate.shell.engine.local import STDERR_LIMIT_BYTES, STDERR_TAIL_CHARS, LocalEngine
from freezegate.shell.interpreter import RUNNER

#: Finds the descriptor of the claims, as hostile code would: the pipe that is no standard stream.
CLAIMS = """
import os, stat
def claims():
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, b"")
                return number
        except OSError:
            pass
"""


class Ran(NamedTuple):
    """How a job ended, what was told on the way, and how long it took."""

    ended: Ended
    told: list[Claim]
    took_s: float


def job(
    folder: Path,
    test: str,
    *,
    limit_s: float = 30.0,
    start_limit_s: float = 30.0,
    conftest: str = "",
) -> Job:
    """A job of one test module."""
    tree, scratch = folder / "tree", folder / "scratch"
    (tree / "tests").mkdir(parents=True)
    scratch.mkdir()
    (tree / "tests/test_it.py").write_text(CLAIMS + dedent(test))
    (tree / "tests/conftest.py").write_text(CLAIMS + dedent(conftest))
    config = scratch / "pytest.ini"
    config.write_text("[pytest]\n")
    plan = Plan(
        collect_only=False,
        tree=str(tree),
        root="",
        config=str(config),
        scratch=str(scratch),
        paths=("tests/test_it.py",),
        plugins=(),
        served={},
        test_folders=("tests",),
        test_patterns=("test_*.py",),
        select=None,
        order=(),
        done=(),
        seed=Seed(7),
        vary=(Vary.RANDOM,),
    )
    return Job(
        plan=plan,
        executable=Path(sys.executable),
        cwd=tree,
        env={"PATH": os.defpath, "HOME": str(scratch), "TMPDIR": str(scratch)},
        time_limit_s=limit_s,
        start_limit_s=start_limit_s,
    )


def run(made: Job, on_claim: Callable[[Claim], None] | None = None) -> Ran:
    """Run a job to its end."""
    told: list[Claim] = []
    start = time.monotonic()
    ended = LocalEngine().run(made, on_claim or told.append)
    return Ran(ended, told, time.monotonic() - start)


#: The claims of a runner that starts one property.
BEGUN = """echo '{"kind": "hello", "python": "3", "pytest": "8"}'
echo '{"kind": "start", "test_id": "a"}'
"""
ROW = {"kind": "row", "test_id": "a", "outcome": "passed", "phase": "call", "duration_s": 0.1}
DONE = f"echo '{json.dumps(ROW)}'\n"


def in_its_place(
    folder: Path, script: str, *, limit_s: float = 30.0, start_limit_s: float = 30.0
) -> Job:
    """A job whose interpreter is a few lines of shell: no time goes by in starting Python."""
    at = folder / "python"
    at.write_text(f"#!/bin/sh\n{script}\n")
    at.chmod(0o755)
    made = job(folder, "", limit_s=limit_s, start_limit_s=start_limit_s)
    return msgspec.structs.replace(made, executable=at)


def test_the_table_names_it() -> None:
    assert ENGINES["local"] is LocalEngine


def test_a_job_that_says_its_end_gives_every_claim_as_it_came(tmp_path: Path) -> None:
    ran = run(job(tmp_path, "def test_a(): pass\ndef test_b(): assert 0\n"))
    ended = ran.ended
    assert ran.told == list(ended.claims)
    assert ended.hello == ended.claims[0]
    assert isinstance(ended.hello, Hello)
    assert sorted(row.outcome for row in ended.ran) == [Outcome.FAILED, Outcome.PASSED]
    assert (ended.items, ended.errors, ended.origins) == ((), (), ())
    last = ended.claims[-1]
    assert isinstance(last, End)
    assert (last.count, last.exit) == (2, 1)
    assert (ended.running, ended.how, ended.malformed, ended.signal) == ("", "", "", "")
    assert not ended.timed_out


@pytest.mark.parametrize(
    ("body", "how", "signal_name"),
    [
        ("os._exit(0)", "exited with status 0 before its end", ""),
        ("os.kill(os.getpid(), 11)", "was killed by SIGSEGV", "SIGSEGV"),
        ("os.kill(os.getpid(), 9)", "was killed by SIGKILL", "SIGKILL"),
    ],
)
def test_a_property_that_ends_the_process_is_named(
    tmp_path: Path, body: str, how: str, signal_name: str
) -> None:
    ended = run(job(tmp_path, f"def test_a(): {body}\n")).ended
    assert ended.running == "tests/test_it.py::test_a"
    assert (ended.how, ended.signal, ended.malformed) == (how, signal_name, "")
    assert not ended.timed_out
    assert ended.ran == ()
    assert isinstance(ended.claims[-1], Started)


def test_a_property_that_outlives_its_limit_is_ended(tmp_path: Path) -> None:
    test = "import time\ndef test_a(): time.sleep(60)\n"
    ran = run(job(tmp_path, test, limit_s=0.5))
    assert ran.ended.timed_out
    assert ran.ended.running == "tests/test_it.py::test_a"
    assert (ran.ended.how, ran.ended.malformed) == ("outlived its time limit", "")
    assert ran.took_s < 20


def test_a_signal_without_a_name_has_its_number(tmp_path: Path) -> None:
    ended = run(in_its_place(tmp_path, f"{BEGUN}kill -40 $$")).ended
    assert (ended.how, ended.signal) == ("was killed by signal 40", "signal 40")


def test_the_limit_is_for_each_property_and_not_for_all(tmp_path: Path) -> None:
    ran = run(in_its_place(tmp_path, f"{BEGUN}sleep 0.6\n{DONE}{BEGUN}" * 3, limit_s=1.5))
    assert (len(ran.ended.ran), ran.ended.timed_out) == (3, False)
    assert ran.took_s > 1.5


@pytest.mark.parametrize(
    ("said", "limits", "running"),
    [
        ("", {"start_limit_s": 0.5}, ""),
        (BEGUN, {"limit_s": 0.5}, "a"),
        (BEGUN + DONE, {"start_limit_s": 1.5}, ""),
    ],
)
def test_before_in_and_behind_a_property_each_limit_holds(
    tmp_path: Path, said: str, limits: dict[str, float], running: str
) -> None:
    ran = run(in_its_place(tmp_path, f"{said}exec sleep 60", **limits))
    assert (ran.ended.timed_out, ran.ended.running) == (True, running)
    assert ran.ended.how == "outlived its time limit"
    assert ran.took_s < 20


@pytest.mark.parametrize(
    ("written", "malformed"),
    [
        (b"hello\n", "runner:3: "),
        (b"\n", "runner:3: "),
        (b"{}\n", "runner:3: "),
        (json.dumps({**ROW, "outcome": "green"}).encode() + b"\n", "Invalid enum value 'green'"),
        (json.dumps({**ROW, "extra": 1}).encode() + b"\n", "unknown field `extra`"),
        (b'{"kind":"row",' + json.dumps(ROW)[1:].encode() + b"\n", "runner:3: "),
        (b"x" * 70_000, "a line of more than 65536 bytes"),
        (
            b'{"kind": "end", "count": 2, "exit": 0}\n',
            "runner:3: the end counts 2 items and rows, 0 w",
        ),
        (b'{"kind": "end", "count": 0, "exit": 0}\n', "runner:4: a claim behind the end"),
    ],
)
def test_what_is_no_claim_ends_the_job(tmp_path: Path, written: bytes, malformed: str) -> None:
    row = json.dumps(ROW).encode() + b"\n"
    made = in_its_place(tmp_path, f"{BEGUN}cat ../scratch/claims; exec sleep 60")
    (tmp_path / "scratch/claims").write_bytes(written + row)
    ran = run(made)
    assert malformed in ran.ended.malformed
    assert ran.ended.how == "was stopped for what it sent"
    assert (ran.ended.timed_out, ran.ended.signal) == (False, "")
    assert ran.ended.ran == ()
    assert ran.took_s < 20


def test_what_a_property_writes_among_the_claims_ends_the_job(tmp_path: Path) -> None:
    test = "import time\ndef test_a():\n    os.write(claims(), b'hello\\n')\n    time.sleep(60)\n"
    ran = run(job(tmp_path, test))
    assert ran.ended.malformed.startswith("runner:3: ")
    assert ran.ended.how == "was stopped for what it sent"
    assert ran.took_s < 20


def test_a_last_line_that_is_torn_is_malformed(tmp_path: Path) -> None:
    ended = run(in_its_place(tmp_path, f"{BEGUN}printf '{{\"kind\"'")).ended
    assert ended.malformed == "a last line without a newline"
    assert ended.how == "exited with status 0 before its end"


def test_a_flood_of_standard_error_is_dropped_but_for_its_beginning(tmp_path: Path) -> None:
    flood = "printf begin >&2; head -c 30000000 /dev/zero >&2; exit 3"
    ended = run(in_its_place(tmp_path, flood)).ended
    assert (ended.how, ended.malformed) == ("exited with status 3 before its end", "")
    kept = (tmp_path / "scratch/stderr").read_bytes()
    assert (len(kept), kept[:6]) == (STDERR_LIMIT_BYTES, b"begin\0")
    assert ended.stderr == "\0" * STDERR_TAIL_CHARS


def test_the_end_of_standard_error_is_kept_for_messages(tmp_path: Path) -> None:
    ended = run(in_its_place(tmp_path, r"printf '\377 last words' >&2")).ended
    assert ended.stderr == "\N{REPLACEMENT CHARACTER} last words"
    assert ended.how == "exited with status 0 before its end"


def test_the_runner_is_started_on_our_script_with_the_plan(tmp_path: Path) -> None:
    script = 'echo "$@" > ../scratch/words; cat > ../scratch/plan; env > ../scratch/env'
    made = in_its_place(tmp_path, script)
    run(made)
    words = (tmp_path / "scratch/words").read_text()
    assert words == f"-s -B {RUNNER / 'boot.py'}\n"
    assert msgspec.json.decode((tmp_path / "scratch/plan").read_bytes(), type=Plan) == made.plan
    given = (tmp_path / "scratch/env").read_text().splitlines()
    assert {line.partition("=")[0] for line in given} - {"PWD", "SHLVL", "_"} == set(made.env)


def test_a_collection_gives_items_and_what_could_not_be_collected(tmp_path: Path) -> None:
    made = job(tmp_path, "def test_a(): pass\n")
    (tmp_path / "tree/tests/test_broken.py").write_text("import nothing_of_this_name\n")
    paths = ("tests/test_it.py", "tests/test_broken.py")
    plan = msgspec.structs.replace(made.plan, collect_only=True, paths=paths)
    ended = run(msgspec.structs.replace(made, plan=plan)).ended
    assert [item.test_id for item in ended.items] == ["tests/test_it.py::test_a"]
    assert [error.path for error in ended.errors] == ["tests/test_broken.py"]
    assert (ended.ran, ended.how, ended.malformed) == ((), "", "")


@pytest.mark.parametrize(
    "put", ["true", "mkfifo $at", "ln -s /dev/zero $at", "ln -s secret $at", "mkdir $at"]
)
def test_what_the_tree_puts_in_its_place_is_not_read(tmp_path: Path, put: str) -> None:
    script = f"{BEGUN}{DONE}echo words >&2; at=../scratch/stderr; rm $at; {put}"
    made = in_its_place(tmp_path, script)
    (tmp_path / "scratch/secret").write_text("secret")
    ended = run(made).ended
    assert (len(ended.ran), ended.stderr) == (1, "")


def test_stop_ends_what_runs_and_what_would_start(tmp_path: Path) -> None:
    engine = LocalEngine()
    made = in_its_place(tmp_path, f"{BEGUN}exec sleep 60")

    def stop(claim: Claim) -> None:
        if isinstance(claim, Started):
            threading.Thread(target=engine.stop).start()

    start = time.monotonic()
    assert engine.run(made, stop).running == "a"
    engine.run(made, stop)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("fault", [RuntimeError, KeyboardInterrupt])
def test_what_a_listener_raises_ends_the_job(tmp_path: Path, fault: type[BaseException]) -> None:
    made = in_its_place(tmp_path, f"echo $$ > ../scratch/pid\n{BEGUN}exec sleep 60")

    def refuse(claim: Claim) -> None:
        if isinstance(claim, Started):
            raise fault

    with pytest.raises(fault):
        run(made, refuse)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "scratch/pid").read_text()), 0)


def test_an_interpreter_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    made = msgspec.structs.replace(job(tmp_path, ""), executable=tmp_path / "absent")
    with pytest.raises(EngineError, match=r"absent: cannot be started: .*; name another with --py"):
        run(made)
