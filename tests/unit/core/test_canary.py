"""Killed, survived, off target, inconclusive, disagree: spec 3, section 4, as a table.

A run is written as its exit code and its red tests: `T` is the named one, a small letter another,
`-` instead of `T` says that the named one did not run, `!` that other code ran.
"""

import pytest

from freezegate.core.canary import judge_canary, note_of, together
from freezegate.model.canary import CanaryRun, Workspace
from freezegate.model.reason import Reason

KILLED, SURVIVED = Reason.CANARY_KILLED, Reason.CANARY_SURVIVED
OFF, INCONCLUSIVE = Reason.CANARY_OFF_TARGET, Reason.CANARY_INCONCLUSIVE


def run(text: str, how: str = "") -> CanaryRun:
    code, _, red = text.partition(" ")
    return CanaryRun(
        exit=None if code == "none" else int(code),
        target="-" not in red,
        is_red="T" in red,
        red=tuple(each for each in red if each.islower()),
        how=how,
        stray="shop is imported from /x/shop.py, not from the mutated tree" if "!" in red else "",
    )


@pytest.mark.parametrize(
    ("baseline", "mutated", "reason"),
    [
        ("0", "1 T", KILLED),
        ("0", "0", SURVIVED),
        ("0", "0 T", SURVIVED),  # the exit code decides, not the report
        ("0", "1 a", OFF),
        ("0", "1 Ta", OFF),
        ("0", "1", INCONCLUSIVE),  # exit 1 and nothing red: a coverage threshold, say
        ("0", "0 !", INCONCLUSIVE),
        ("0", "1 T!", INCONCLUSIVE),
        # The other two of pytest's own, and every number that is not pytest's.
        ("0", "2 T", INCONCLUSIVE),
        ("0", "3", INCONCLUSIVE),
        ("0", "4", INCONCLUSIVE),
        ("0", "5", INCONCLUSIVE),
        ("0", "6 T", INCONCLUSIVE),
        ("0", "139", INCONCLUSIVE),
        ("0", "none T", INCONCLUSIVE),
        # What is red without the mutant says nothing with it.
        ("1 a", "1 Ta", KILLED),
        ("1 a", "1 a", OFF),
        ("1 a", "1 Tab", OFF),
        ("1", "1 T", KILLED),
        # A baseline that shows no green target.
        ("1 T", "1 T", INCONCLUSIVE),
        ("0 T", "1 T", INCONCLUSIVE),
        ("0 -", "1 T", INCONCLUSIVE),
        ("2", "1 T", INCONCLUSIVE),
        ("5 -", "0", INCONCLUSIVE),
        ("none", "1 T", INCONCLUSIVE),
    ],
)
def test_what_one_workspace_shows(baseline: str, mutated: str, reason: Reason) -> None:
    assert judge_canary(run(mutated), run(baseline)) is reason


def both(*pairs: tuple[str, str], how: str = "") -> tuple[Workspace, ...]:
    """A workspace for each pair of a baseline and a run with the mutant."""
    return tuple(
        Workspace(
            baseline=run(baseline, how),
            mutated=run(mutated, how),
            reason=judge_canary(run(mutated), run(baseline)),
        )
        for baseline, mutated in pairs
    )


@pytest.mark.parametrize("mutated", ["1 T", "0", "1 a", "4"])
def test_workspaces_that_agree_have_one_reason(mutated: str) -> None:
    pair = both(("0", mutated), ("0", mutated))
    assert together(pair) is pair[0].reason


def test_workspaces_that_differ_disagree() -> None:
    assert together(both(("0", "1 T"), ("0", "0"))) is Reason.CANARY_DISAGREE
    assert together(both(("0", "0"), ("0", "1 T"))) is Reason.CANARY_DISAGREE
    assert together(both(("0", "1 T"), ("0", "2"))) is Reason.CANARY_DISAGREE


@pytest.mark.parametrize(
    ("first", "second", "note"),
    [
        (("0", "1 T"), ("0", "1 T"), "the named test alone turned red"),
        (("0", "0"), ("0", "0"), "pytest exited 0 over the mutant"),
        (
            ("0", "0 T"),
            ("0", "0 T"),
            "the named test failed, yet pytest exited 0 over the mutant",
        ),
        (("0", "1 Tab"), ("0", "1 Tab"), "red beside it: a, b"),
        (
            ("0", "1 abcd"),
            ("0", "1 abcd"),
            "the named test did not fail; red beside it: a, b, c and 1 more",
        ),
        (("1 a", "1 a"), ("1 a", "1 a"), "the named test did not fail; red beside it: a"),
        (("0", "2"), ("0", "2"), "with the mutant pytest exited 2: because"),
        (("0", "1"), ("0", "1"), "with the mutant pytest exited 1 and no test is red: because"),
        (("0", "none"), ("0", "none"), "with the mutant pytest because"),
        (
            ("0", "0 !"),
            ("0", "0 !"),
            (
                "with the mutant shop is imported from /x/shop.py, not from the mutated tree; "
                "let `prepare` install the tree into a .venv in it"
            ),
        ),
        (("1 T", "1 T"), ("1 T", "1 T"), "without the mutant the named test is red already"),
        (
            ("0 -", "0"),
            ("0 -", "0"),
            (
                "without the mutant no test of that id ran; name it as `pytest --collect-only -q` "
                "prints it"
            ),
        ),
        (("4", "0"), ("4", "0"), "without the mutant pytest exited 4: because"),
        (
            ("0", "0"),
            ("0", "1 T"),
            (
                "green, then red: the first workspace is dirty (first: pytest exited 0 over the "
                "mutant; second: the named test alone turned red)"
            ),
        ),
        (
            ("0", "1 T"),
            ("0", "0"),
            (
                "red, then green: the second workspace lacks the mutant or the ledger (first: the "
                "named test alone turned red; second: pytest exited 0 over the mutant)"
            ),
        ),
        (
            ("0", "1 T"),
            ("0", "5"),
            (
                "the two workspaces differ (first: the named test alone turned red; second: with "
                "the mutant pytest exited 5: because)"
            ),
        ),
    ],
)
def test_notes_say_what_the_reason_rests_on(
    first: tuple[str, str], second: tuple[str, str], note: str
) -> None:
    assert note_of(both(first, second, how="because")) == note


def test_where_nothing_more_is_known_nothing_more_is_said() -> None:
    assert note_of(both(("0", "3"), ("0", "3"))) == "with the mutant pytest exited 3"
