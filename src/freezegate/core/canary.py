"""Whether the suite still sees a defect while the ledger is loaded (spec 3, section 4).

Non-zero is not red: only pytest's own "tests failed" with the named test among the failures is.
"""

from collections.abc import Sequence
from typing import Final

from freezegate.model.canary import CanaryRun, PytestExit, Workspace
from freezegate.model.reason import Reason

#: As many as a note can hold.
_SHOWN: Final = 3


def judge_canary(run: CanaryRun, baseline: CanaryRun) -> Reason:
    """Judge one run with the mutant, beside the run of the same tree without it.

    Killed means: pytest says that tests failed, the named test is one of them, and no other test is
    red that is green without the mutant. A baseline that shows no green target tells nothing, nor
    does a run that imported other code than the mutated tree's.
    """
    if run.stray or not is_sound(baseline):
        return Reason.CANARY_INCONCLUSIVE
    match run.exit, run.is_red:
        case PytestExit.OK, _:
            return Reason.CANARY_SURVIVED
        case PytestExit.TESTS_FAILED, True if not others(run, baseline):
            return Reason.CANARY_KILLED
        case PytestExit.TESTS_FAILED, _ if run.red:
            return Reason.CANARY_OFF_TARGET
        case _:
            return Reason.CANARY_INCONCLUSIVE


def is_sound(baseline: CanaryRun) -> bool:
    """Whether the unmutated tree gives a result in which the target is green."""
    return baseline.exit in tuple(PytestExit) and baseline.target and not baseline.is_red


def others(run: CanaryRun, baseline: CanaryRun) -> tuple[str, ...]:
    """Name the tests beside the target that are red with the mutant alone."""
    return tuple(name for name in run.red if name not in baseline.red)


def together(workspaces: Sequence[Workspace]) -> Reason:
    """Judge all workspaces of one mutant: they agree, or the environment is at fault."""
    reasons = {each.reason for each in workspaces}
    return reasons.pop() if len(reasons) == 1 else Reason.CANARY_DISAGREE


def note_of(workspaces: Sequence[Workspace]) -> str:
    """Say in one sentence what the reason of one mutant rests on."""
    first, second = workspaces
    if first.reason is second.reason:
        return _note(first)
    match first.mutated.exit, second.mutated.exit:
        case PytestExit.OK, PytestExit.TESTS_FAILED:
            reading = "green, then red: the first workspace is dirty"
        case PytestExit.TESTS_FAILED, PytestExit.OK:
            reading = "red, then green: the second workspace lacks the mutant or the ledger"
        case _:
            reading = "the two workspaces differ"
    told = (f"{name}: {_note(each)}" for name, each in zip(_NAMES, workspaces, strict=True))
    return f"{reading} ({'; '.join(told)})"


_NAMES: Final = ("first", "second")


def _note(workspace: Workspace) -> str:
    """Say it of one workspace."""
    baseline, run = workspace.baseline, workspace.mutated
    if not is_sound(baseline):
        return f"without the mutant {_unsound(baseline)}"
    match workspace.reason:
        case Reason.CANARY_KILLED:
            return "the named test alone turned red"
        case Reason.CANARY_SURVIVED:
            muted = "the named test failed, yet " if run.is_red else ""
            return f"{muted}pytest exited 0 over the mutant"
        case Reason.CANARY_OFF_TARGET:
            named = "" if run.is_red else "the named test did not fail; "
            return f"{named}red beside it: {_listed(others(run, baseline) or run.red)}"
        case _:
            return f"with the mutant {_no_result(run)}"


def _unsound(run: CanaryRun) -> str:
    """Say why a baseline tells nothing."""
    if run.exit not in tuple(PytestExit):
        return _no_result(run)
    if run.is_red:
        return "the named test is red already"
    return "no test of that id ran; name it as `pytest --collect-only -q` prints it"


def _no_result(run: CanaryRun) -> str:
    """Say what came instead of a result."""
    if run.stray:
        return f"{run.stray}; let `prepare` install the tree into a .venv in it"
    if run.exit is None:
        return f"pytest {run.how}"
    if run.exit == PytestExit.TESTS_FAILED:
        return f"pytest exited 1 and no test is red{_because(run)}"
    return f"pytest exited {run.exit}{_because(run)}"


def _because(run: CanaryRun) -> str:
    return f": {run.how}" if run.how else ""


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"
