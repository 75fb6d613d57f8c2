import msgspec
import pytest

from freezegate.model.canary import Canary, CanaryReport, Edit, Mutant
from freezegate.model.ids import CommitSha, TestId
from freezegate.model.reason import Reason

EDIT = Edit(path="pkg/a.py", before="x", after="y", line=3)
TEST = TestId("tests/test_a.py::test_a")


@pytest.mark.parametrize(
    "path", ["", "/pkg/a.py", "../a.py", "pkg/../a.py", "./a.py", "pkg//a.py", "pkg\\a.py", "pkg/"]
)
def test_an_edit_is_of_a_path_in_the_tree(path: str) -> None:
    with pytest.raises(ValueError, match="is no path in the tree"):
        Edit(path=path, before="x", after="y", line=1)


def test_an_edit_changes_something() -> None:
    with pytest.raises(ValueError, match=r"before and after are equal in 'pkg/a\.py'"):
        Edit(path="pkg/a.py", before="x", after="x", line=1)


@pytest.mark.parametrize(
    ("test", "edits", "said"),
    [
        ("tests/test_a.py", (EDIT,), "names no test of its file, as in tests/test_a.py::test_name"),
        ("/tests/test_a.py::test_a", (EDIT,), "no node id in normal form"),
        (TEST, (), "it edits nothing"),
    ],
)
def test_a_mutant_edits_something_for_one_test(
    test: str, edits: tuple[Edit, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Mutant(name="m", test=TestId(test), edits=edits)
    assert Mutant(name="m", test=TEST, edits=(EDIT,)).edits == (EDIT,)


def report(*reasons: Reason) -> CanaryReport:
    return CanaryReport(
        parent_sha=CommitSha("a" * 40),
        patch_sha=CommitSha("b" * 40),
        ledger="",
        canaries=tuple(
            Canary(mutant=f"m{place}", test=TEST, reason=reason, note="why")
            for place, reason in enumerate(reasons)
        ),
    )


def test_a_report_is_a_gates_result() -> None:
    result = report(Reason.CANARY_KILLED, Reason.CANARY_SURVIVED).result
    assert result.gate == "canary"
    assert [(each.subject, each.reason, each.note) for each in result.findings] == [
        ("m0", Reason.CANARY_KILLED, "why"),
        ("m1", Reason.CANARY_SURVIVED, "why"),
    ]
    assert result.worst is Reason.CANARY_SURVIVED


def test_without_a_mutant_nothing_was_shown() -> None:
    (finding,) = report().result.findings
    assert finding.reason is Reason.CANARY_INCONCLUSIVE
    assert "without one nothing may be frozen" in finding.note


def test_a_mutant_is_judged_once() -> None:
    twice = report(Reason.CANARY_KILLED).canaries * 2
    with pytest.raises(ValueError, match="a mutant stands twice: 'm0'"):
        CanaryReport(
            parent_sha=CommitSha("a" * 40),
            patch_sha=CommitSha("b" * 40),
            ledger="",
            canaries=twice,
        )
    assert msgspec.json.decode(msgspec.json.encode(report()), type=CanaryReport) == report()
