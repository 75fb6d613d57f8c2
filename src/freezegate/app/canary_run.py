"""One run of the suite in a fresh workspace, and what it left."""

import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.canary_space import Setup, Space, opened, run_python
from freezegate.app.case import Case
from freezegate.errors import ArtifactError
from freezegate.model.canary import CanaryRun, PytestExit
from freezegate.model.ids import TestId
from freezegate.shell.interpreter import Interpreter
from freezegate.shell.process import Exited, Killed, Outcome
from freezegate.shell.store import read_file
from freezegate.source.junit import JunitCase, TestRef, match_cases, red_tests

#: Asking an interpreter where a module is takes no longer than starting it.
_QUESTION_LIMIT_S: Final = 60.0
_WHERE: Final = (
    "import importlib.util, sys; found = importlib.util.find_spec(sys.argv[1]); "
    "print((found and found.origin) or '')"
)
_PLUGIN: Final = "freezegate"


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """What one run of the suite left; the fields are those of `CanaryRun`."""

    exit: int | None
    cases: tuple[JunitCase, ...] = ()
    how: str = ""
    stray: str = ""

    def seen_by(self, test: TestId, root: str) -> CanaryRun:
        """See the run as the canary of one test does; `root` is pytest's rootdir in the tree."""
        ref = TestRef(test_id=test.removeprefix(f"{root}/" if root else ""))
        named = [each for each in self.cases if _is(each, ref)]
        red = (f"{each.classname}::{each.name}" for each in self.cases if each.red)
        own = {f"{each.classname}::{each.name}" for each in named}
        return CanaryRun(
            exit=self.exit,
            target=bool(named),
            is_red=any(each.red for each in named),
            red=tuple(sorted(set(red) - own)),
            how=self.how,
            stray=self.stray,
        )


def _is(case: JunitCase, ref: TestRef) -> bool:
    """Whether a case is the named test."""
    green = msgspec.structs.replace(case, red=False)
    return bool(match_cases((green,), (ref,), origin="junit.xml").order)


def run_suite(setup: Setup, label: str, edits: Mapping[str, bytes]) -> Ran:
    """Run the suite once in a fresh workspace, with files edited before `prepare` sees them.

    Args:
        setup: what all runs share.
        label: the workspace's name; all are of one length.
        edits: new content of files of the tree.

    Raises:
        EngineError: `prepare` fails, or the workspace has no interpreter with pytest.
    """
    with opened(setup, label, edits) as space:
        if setup.records and not _loads_ledgers(space.interpreter):
            how = (
                f"was not started: the ledger has {setup.records} records and the project's "
                "interpreter has no plugin that loads it; run `pip install freezegate` there"
            )
            return Ran(exit=None, how=how)
        ran = _pytest(setup, space)
        if edits and ran.exit == PytestExit.OK:
            stray = "; ".join(filter(None, (_stray(setup.case, space, path) for path in edits)))
            return msgspec.structs.replace(ran, stray=stray)
        return ran


def _loads_ledgers(interpreter: Interpreter) -> bool:
    return any(name == _PLUGIN for name, _, _ in interpreter.plugins)


def _pytest(setup: Setup, space: Space) -> Ran:
    """Start pytest and read what it leaves."""
    report = space.scratch / "junit.xml"
    words = ("-m", "pytest", *pytest_words(setup, space, report, setup.files))
    ran = _ended(run_python(space, words, setup.limit_s), setup.limit_s)
    if ran.exit is None or not report.exists():
        return ran
    try:
        cases = red_tests(read_file(report), origin="junit.xml").cases
    except ArtifactError as fault:  # the tree under test may have written it
        return Ran(exit=None, how=f"exited {ran.exit} and left no report: {fault}")
    return msgspec.structs.replace(ran, cases=cases)


def pytest_words(
    setup: Setup, space: Space, report: Path, places: Iterable[str]
) -> tuple[str, ...]:
    """Give pytest's arguments: the tree's own configuration, a report of ours, what to run."""
    found = setup.case.patch.found.path
    return (
        *(("-c", str(space.tree / found)) if found else ()),
        f"--rootdir={space.top}",
        "-p",
        "no:cacheprovider",
        "-o",
        "junit_family=xunit1",
        f"--junitxml={report}",
        "--maxfail=0",
        *(str(space.tree / each) for each in places),
    )


def _ended(outcome: Outcome, limit_s: float) -> Ran:
    """Tell how a run ended; where it gave no result, with the line that says why."""
    match outcome:
        case Exited(code=code):
            return Ran(exit=code, how="" if code == PytestExit.OK else _said(outcome))
        case Killed(signal=signal):
            return Ran(exit=None, how=f"was killed by signal {signal}")
        case _:
            return Ran(exit=None, how=f"outlived its limit of {limit_s:.0f} s (time-limit-s)")


def _said(outcome: Outcome) -> str:
    """Give the line of pytest's output that says most: the first error, else the last line."""
    out, err = (text.decode("utf-8", "replace") for text in (outcome.stdout, outcome.stderr))
    errors = [line[1:].strip() for line in out.splitlines() if line.startswith("E  ")]
    last = [line.strip() for line in (*out.splitlines(), *err.splitlines()) if line.strip()]
    return next(iter((*errors, *last[-1:])), "")


def _stray(case: Case, space: Space, path: str) -> str:
    """Say from where the module of a mutated file comes, where that is not the tree."""
    for name, folder in case.patch.layout.served.items():
        start = posixpath.join(folder, name)
        if path.startswith((f"{start}/", f"{start}.")):
            outcome = run_python(space, ("-c", _WHERE, name), _QUESTION_LIMIT_S)
            found = outcome.stdout.decode("utf-8", "replace").strip().splitlines()[-1:]
            inside = not found or Path(found[0]).resolve().is_relative_to(space.tree.resolve())
            if not inside and Path(found[0]).is_absolute():
                return f"{name} is imported from {found[0]}, not from the mutated tree"
    return ""
