"""Implementations that keep everything in memory: an engine that plays a script, a progress.

A script says in one word what becomes of a test, a character for each seed (1, 2, 3, ...): `.` a
pass, a capital a fail with that message, `s` a skip, `x` an expected failure, `-` nothing said,
`!` a crash, `*` a property that outlives its limit, `0` one that ends the process, `?` no claim.
"""

import ast
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from freezegate.model.claim import (
    Claim,
    CollectError,
    End,
    Failure,
    Frame,
    Hello,
    Item,
    Outcome,
    RaisedLeaf,
    Ran,
    Started,
)
from freezegate.model.contract import Side
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import Plan
from freezegate.model.row import Phase
from freezegate.shell.engine.base import Ended, Job

Answer = Callable[[Job], Ended]
Cell = Callable[[str, TestId, Seed], str]

_MUTES = {"s": Outcome.SKIPPED, "x": Outcome.XFAILED}


class FakeEngine:
    """Answers every job by a function and keeps the jobs that it was given."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self.jobs: list[Job] = []
        self.stopped = False

    def __call__(self) -> "FakeEngine":
        """Stand in for its own type where an engine is to be made."""
        return self

    def run(self, job: Job, on_claim: Callable[[Claim], None]) -> Ended:
        with self._lock:
            self.jobs.append(job)
        ended = self._answer(job)
        for claim in ended.claims:
            on_claim(claim)
        return ended

    def stop(self) -> None:
        self.stopped = True

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans of the processes that ran properties."""
        return tuple(job.plan for job in self.jobs if not job.plan.collect_only)


class RecordingProgress:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.phases: list[str] = []
        self.expected: dict[Side, int] = dict.fromkeys(Side, 0)
        self.done: dict[Side, int] = dict.fromkeys(Side, 0)

    def phase(self, text: str) -> None:
        self.phases.append(text)

    def expect(self, side: Side, rows: int) -> None:
        with self._lock:
            self.expected[side] += rows

    def advance(self, side: Side) -> None:
        with self._lock:
            self.done[side] += 1


def ended(  # noqa: PLR0913 - what a process may leave
    *claims: Claim,
    running: str = "",
    how: str = "",
    signal: str = "",
    timed_out: bool = False,
    malformed: str = "",
    stderr: str = "",
) -> Ended:
    return Ended(
        claims=claims,
        running=running,
        how=how,
        timed_out=timed_out,
        signal=signal,
        malformed=malformed,
        stderr=stderr,
    )


def hello(constants: str = "") -> Hello:
    return Hello(python="3.11.9", pytest="8.4.0", hypothesis_constants=constants)


def label_of(plan: Plan) -> str:
    """The letter of the written tree that a job's copy was made from."""
    return Path(plan.tree).parent.parent.name


def from_words(words: Mapping[str, str], **by_label: Mapping[str, str]) -> Cell:
    """Read cells from words by test name; a tree's own words, by its letter, go before."""

    def cell(label: str, test_id: TestId, seed: Seed) -> str:
        name = test_id.rsplit("::", 1)[-1]
        word = {**words, **by_label.get(label, {})}.get(name, "")
        return word[seed - 1] if 0 < seed <= len(word) else "."

    return cell


class Suite:
    """Collects the `test_*` functions that stand in a tree and runs them by a script."""

    def __init__(self, cell: Cell) -> None:
        self._cell = cell

    def __call__(self, job: Job) -> Ended:
        if job.plan.collect_only:
            claims = tuple(_collected(job.plan))
            return ended(hello(), *claims, End(count=len(claims), exit=0))
        return self._run(job.plan)

    def _run(self, plan: Plan) -> Ended:
        claims: list[Claim] = [hello()]
        selected = plan.select or ()
        ordered = dict.fromkeys((*(name for name in plan.order if name in selected), *selected))
        for name in ordered:
            if name in plan.done:
                continue
            cell = self._cell(label_of(plan), name, plan.seed)
            if cell == "-":
                continue
            claims.append(Started(test_id=name))
            if cell in _ENDS:
                return msgspec.structs.replace(_ENDS[cell], claims=tuple(claims), running=name)
            claims.append(ran(name, cell))
        return ended(*claims, End(count=len(claims), exit=0))


_ENDS: Mapping[str, Ended] = {
    "!": ended(how="was killed by SIGSEGV", signal="SIGSEGV"),
    "*": ended(how="outlived its time limit", timed_out=True),
    "0": ended(how="exited with status 0 before its end"),
    "?": ended(how="was stopped for what it sent", malformed="runner:3: no claim"),
}


def ran(name: str, cell: str = ".") -> Ran:
    """A test that has run as a cell of the notation says; it drew the same everywhere."""
    common = Ran(
        test_id=name, outcome=Outcome.PASSED, phase=Phase.CALL, duration_s=0.5, draws="random:1"
    )
    if cell == ".":
        return common
    if cell in _MUTES:
        return msgspec.structs.replace(common, outcome=_MUTES[cell], reason="why")
    path, _, function = name.partition("::")
    frame = Frame(path=path, line=2, module=Path(path).stem, qualname=function)
    leaf = RaisedLeaf(type="builtins.ValueError", message=cell, frames=(frame,))
    return msgspec.structs.replace(common, outcome=Outcome.FAILED, failure=Failure(leaves=(leaf,)))


def _collected(plan: Plan) -> Iterator[Claim]:
    """Read the test files of a tree, those that were named or all."""
    root = Path(plan.tree) / plan.root
    files = sorted(file for pattern in plan.test_patterns for file in root.rglob(pattern))
    for file in files:
        path = file.relative_to(plan.tree).as_posix()
        if plan.paths and not any(f"{path}/".startswith(f"{each}/") for each in plan.paths):
            continue
        try:
            tree = ast.parse(file.read_bytes())
        except SyntaxError as fault:
            yield CollectError(path=path, text=f"E SyntaxError: {fault.msg}")
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield _item(path, node)


def _item(path: str, node: ast.FunctionDef) -> Item:
    """Make a collected test, its marks read from `@pytest.mark.name` and `@pytest.mark.name(...)`.

    A `property` mark may name itself: `@pytest.mark.property(id="...")`.
    """
    marks: list[str] = []
    named = ""
    for each in node.decorator_list:
        call = each if isinstance(each, ast.Call) else None
        mark = call.func if call else each
        if isinstance(mark, ast.Attribute):
            marks.append(mark.attr)
        for keyword in call.keywords if call else ():
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                named = str(keyword.value.value)
    return Item(
        test_id=f"{path}::{node.name}",
        path=path,
        source_path=path,
        qualname=node.name,
        marker_id=named,
        marks=tuple(marks),
        marked="property" in marks,
    )
