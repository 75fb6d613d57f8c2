import json

from freezegate.app.canary_draft import Draft, Tried
from freezegate.app.canary_show import shown_draft, shown_report
from freezegate.model.canary import (
    Canary,
    CanaryReport,
    CanaryRun,
    Edit,
    Mutant,
    Workspace,
)
from freezegate.model.ids import CommitSha, TestId
from freezegate.model.reason import Reason

TEST = TestId("tests/test_a.py::test_a")


def run(code: int | None) -> CanaryRun:
    return CanaryRun(exit=code, target=True, is_red=code == 1)


def canary(name: str, reason: Reason, *codes: int | None, note: str = "") -> Canary:
    return Canary(
        mutant=name,
        test=TEST,
        reason=reason,
        note=note,
        workspaces=tuple(
            Workspace(baseline=run(0), mutated=run(code), reason=reason) for code in codes
        ),
    )


def report(*canaries: Canary) -> CanaryReport:
    return CanaryReport(
        parent_sha=CommitSha("a" * 40),
        patch_sha=CommitSha("b" * 40),
        ledger="",
        canaries=canaries,
    )


MIXED = report(
    canary("mutants/a.toml", Reason.CANARY_KILLED, 1, 1, note="the named test alone turned red"),
    canary("mutants/b.toml", Reason.CANARY_DISAGREE, 1, None, note="the two workspaces differ"),
    canary("mutants/c.toml", Reason.CANARY_INCONCLUSIVE, note="the ledger freezes it"),
)


def test_the_table_has_a_row_for_each_mutant() -> None:
    text = shown_report(MIXED, "text", colour=False, width=100)
    assert text == (
        "reason               first     second    mutant\n"
        "canary_killed        exit 1    exit 1    mutants/a.toml\n"
        "    test  tests/test_a.py::test_a\n"
        "    note  the named test alone turned red\n"
        "    next  The mutant turns its test red in both workspaces. Nothing to do.\n"
        "canary_disagree      exit 1    none      mutants/b.toml\n"
        "    test  tests/test_a.py::test_a\n"
        "    note  the two workspaces differ\n"
        "    next  One workspace is red, the other is not: an environment fault. "
        "Mend it; freeze nothing.\n"
        "canary_inconclusive  none      none      mutants/c.toml\n"
        "    test  tests/test_a.py::test_a\n"
        "    note  the ledger freezes it\n"
        "    next  The run with the mutant is no test result. "
        "Mend what is named and run the canary again.\n"
        "canary: canary_disagree (exit 1)\n"
    )


def test_colour_marks_the_reason_alone() -> None:
    text = shown_report(MIXED, "text", colour=True, width=100)
    assert "\x1b[32mcanary_killed      \x1b[0m  exit 1" in text
    assert "\x1b[31mcanary_disagree    \x1b[0m  exit 1" in text


def test_programs_read_the_same() -> None:
    found = json.loads(shown_report(MIXED, "json", colour=True, width=10))
    assert (found["gate"], found["decision"], found["exit"]) == ("canary", "reject", 1)
    assert [(each["reason"], each["first"], each["second"]) for each in found["canaries"]] == [
        ("canary_killed", 1, 1),
        ("canary_disagree", 1, None),
        ("canary_inconclusive", None, None),
    ]
    assert found["note"] == ""
    assert found["canaries"][1]["next_step"] == Reason.CANARY_DISAGREE.advice


def test_no_mutant_is_no_table() -> None:
    text = shown_report(report(), "text", colour=False, width=100)
    assert text.startswith("the parent has no canary mutant, and without one nothing may be frozen")
    assert text.endswith("canary: canary_inconclusive (exit 1)\n")
    assert (
        "without one" in json.loads(shown_report(report(), "json", colour=False, width=9))["note"]
    )


def tried(reason: Reason) -> Tried:
    edit = Edit(path="shop.py", before="if n:\n    x", after="if False:\n    x", line=1)
    about = "shop.py, line 7"
    return Tried(mutant=Mutant(name="m", test=TEST, edits=(edit,), about=about), reason=reason)


def test_a_draft_is_a_numbered_list() -> None:
    draft = Draft(tried=(tried(Reason.CANARY_SURVIVED), tried(Reason.CANARY_KILLED)), written=None)
    assert shown_draft(draft, colour=False, width=100) == (
        "  1  survived      shop.py, line 7\n"
        "       - if n:\n       -     x\n       + if False:\n       +     x\n"
        "  2  killed        shop.py, line 7\n"
        "       - if n:\n       -     x\n       + if False:\n       +     x\n"
        "1 of 2 proposed mutants are killed by the test\n"
        "keep one: --write NAME for the first that is killed, --pick N for another\n"
    )


def test_where_nothing_is_killed_nothing_can_be_kept() -> None:
    draft = Draft(tried=(tried(Reason.CANARY_SURVIVED),), written=None)
    last = shown_draft(draft, colour=False, width=100).splitlines()[-1]
    assert last == "0 of 1 proposed mutants are killed by the test"
