import json
from pathlib import Path

import pytest

from freezegate.app.gate import Judged, gate
from freezegate.app.options import Options
from freezegate.app.verify import verify
from freezegate.core.selection import Select
from freezegate.errors import UsageError
from freezegate.model.contract import Side
from freezegate.model.reason import Decision, Reason
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words, label_of

TESTS = "def test_a():\n    assert 1\n\ndef test_b():\n    assert 1\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path / "project")
    config = "[tool.freezegate]\nextension = 2\nconfirmations = 2\n"
    made.commit({"pyproject.toml": config, "tests/test_a.py": TESTS})
    made.commit({"pkg/__init__.py": ""})
    return made


def judged(
    at: Project,
    out: Path | None,
    engine: FakeEngine,
    *,
    progress: RecordingProgress | None = None,
    seeds: str = "1,2,3",
) -> Judged:
    options = Options(repo=at.at, parent="HEAD~1", select=Select.ALL, seeds=seeds, jobs=1)
    return gate(options, out, progress or RecordingProgress(), engine)


def played(parent: dict[str, str], patch: dict[str, str], own: dict[str, str]) -> FakeEngine:
    return FakeEngine(Suite(from_words({}, a=parent, b=patch, c=own)))


def reasons(result: Judged) -> dict[str, Reason]:
    return {each.prop.rsplit(":")[-1]: each.reason for each in result.evidence.verdict.results}


def test_patch_that_breaks_a_test_is_rejected_with_evidence(
    project: Project, tmp_path: Path
) -> None:
    progress = RecordingProgress()
    engine = played({}, {"test_b": ".A."}, {})
    result = judged(project, tmp_path / "out", engine, progress=progress)
    assert reasons(result) == {"test_a": Reason.BOTH_PASS, "test_b": Reason.REGRESSION}
    assert result.folder == tmp_path / "out"
    assert verify(result.folder) == result.evidence
    assert progress.phases[-1] == "2 properties, 0 beside the contract, 3 seeds"
    assert progress.done == progress.expected == dict.fromkeys(Side, 6)


def test_shared_flake_is_extended_confirmed_and_proposed(project: Project, tmp_path: Path) -> None:
    engine = played({"test_b": "A.A.."}, {"test_b": "AA..."}, {})
    result = judged(project, tmp_path / "out", engine)
    # Seed 2 is red on the patch alone, and stays so in both reruns.
    assert reasons(result)["test_b"] is Reason.SEED_REGRESSION
    assert len(result.evidence.patch.extension) == 4
    assert [each.attempt for each in result.evidence.parent.confirmations] == [1, 1, 2, 2]
    calm = judged(project, tmp_path / "calm", played({"test_b": "AA."}, {"test_b": "A.."}, {}))
    assert calm.evidence.verdict.decision is Decision.PROPOSE_FREEZE
    assert (calm.folder / f"tickets/{calm.evidence.ticket_ids[0]}.json").is_file()


def test_added_and_rewritten_tests_run_on_the_patchs_own_tree(
    project: Project, tmp_path: Path
) -> None:
    text = TESTS.replace("test_b():\n    assert 1", "test_b():\n    assert 2")
    project.commit({"tests/test_a.py": text + "\ndef test_c():\n    assert 1\n"})
    engine = played({}, {"test_b": "AAA"}, {"test_c": "..A"})
    result = judged(project, tmp_path / "out", engine)
    assert reasons(result)["test_c"] is Reason.ADDED_FAIL
    assert reasons(result)["test_b"] not in {Reason.REGRESSION, Reason.REWRITTEN_FAIL}
    assert result.evidence.patch.own_run is not None
    own = [plan for plan in engine.plans if label_of(plan) == "c"]
    assert {name.rsplit(":")[-1] for plan in own for name in plan.select or ()} == {
        "test_b",
        "test_c",
    }


def test_failing_statement_is_found_in_the_tree_that_failed(
    project: Project, tmp_path: Path
) -> None:
    result = judged(project, tmp_path / "out", played({}, {"test_a": "A.."}, {}))
    (site,) = result.evidence.patch.run.sites
    assert (site.place, site.statement) == ("tests/test_a.py:2", "assert 1")


def test_evidence_has_a_place_of_its_own_that_git_leaves_alone(project: Project) -> None:
    first = judged(project, None, played({}, {}, {}))
    second = judged(project, None, played({}, {}, {}))
    base = project.at / ".freezegate" / "evidence"
    contract = json.loads((first.folder / "decision.json").read_bytes())["contract"]
    assert first.folder == base / contract.removeprefix("sha256:")[:12]
    assert second.folder == base / f"{first.folder.name}-2"
    assert project.git("status", "--porcelain") == ""


def test_occupied_folder_is_refused_before_anything_runs(project: Project, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    engine = played({}, {}, {})
    with pytest.raises(UsageError, match="name another with --out"):
        judged(project, tmp_path / "out", engine)
    assert engine.jobs == []


def test_nothing_is_left_of_a_judgement_that_fails(project: Project, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        judged(project, tmp_path / "out", played({}, {}, {}), seeds="none")
    assert not (tmp_path / "out").exists()
