"""`diagnose` as a use case, on a real repository and a scripted engine."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from freezegate.app.diagnose import diagnose_patch, write_controls
from freezegate.app.options import Options
from freezegate.core.diagnosis import diagnose
from freezegate.errors import UsageError
from freezegate.model.claim import Claim, End, Started
from freezegate.model.contract import Side
from freezegate.model.failure import Controls, FailureClass
from freezegate.model.ids import TestId
from freezegate.model.plan import Plan
from freezegate.model.rerun import Among, Diagnoses
from freezegate.shell.engine.base import Ended, Job
from freezegate.shell.store import read_file
from freezegate.wire.canonical import seal, unseal
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, ended, hello, label_of, ran

TESTS = "def test_a():\n    assert 1\n\ndef test_b():\n    assert 1\n"
POLLUTER = "tests/test_z.py::test_z"
VICTIM = "tests/test_m.py::test_a"
#: Whether one test is red: by the letter of its tree, its plan, and its own id.
Red = Callable[[str, Plan, str], bool]


class Scripted(Suite):
    """Collects what stands in a tree and runs it in the plan's order by a rule."""

    def __init__(self, red: Red) -> None:
        super().__init__(lambda *_: ".")
        self.red = red

    def __call__(self, job: Job) -> Ended:
        if job.plan.collect_only:
            return super().__call__(job)
        claims: list[Claim] = [hello()]
        for test in job.plan.order:
            red = self.red(label_of(job.plan), job.plan, test)
            claims += [Started(test_id=test), ran(test, "A" if red else ".")]
        return ended(*claims, End(count=len(job.plan.order), exit=0))


def polluted(_: str, plan: Plan, test: str) -> bool:
    return test == VICTIM and POLLUTER in plan.order[: plan.order.index(TestId(test))]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path / "project")
    made.commit(
        {
            "lib.py": "X = 0\n",
            "tests/test_m.py": TESTS,
            "tests/test_z.py": "def test_z():\n    pass\n",
            "more/test_o.py": "def test_o():\n    pass\n",
        }
    )
    made.commit({"lib.py": "X = 1\n"})
    return made


def diagnosed(
    at: Project, red: Red, *tests: str, among: Among = Among.AUTO, **options: object
) -> tuple[Diagnoses, FakeEngine, RecordingProgress]:
    engine, progress = FakeEngine(Scripted(red)), RecordingProgress()
    given = Options(repo=at.at, parent="HEAD~1", tests=tests, jobs=1, **options)  # type: ignore[arg-type] # as named
    return diagnose_patch(given, among, progress, engine), engine, progress


def test_a_red_property_is_diagnosed_with_the_test_that_does_it(project: Project) -> None:
    found, engine, progress = diagnosed(project, polluted, "tests/test_m.py")
    (one,) = found.diagnosed
    assert one.failure_class is FailureClass.ORDER_DEPENDENT
    assert one.found.polluters == (POLLUTER,)
    assert one.among == 4
    assert (one.controls.red, one.controls.of) == one.found.uncontrolled[Side.PATCH]
    assert one.controls.parent_of == 12
    assert one.controls.parent_sha == project.git("rev-parse", "HEAD~1")
    assert one.controls.generation.startswith("gen-")
    assert diagnose(one.controls).failure_class is one.failure_class
    assert found.freezable
    assert "2 properties among 4 tests, 12 seeds" in progress.phases
    assert progress.phases[-1] == f"{VICTIM}: reruns under control"
    assert {plan.tree.count("project") for plan in engine.plans} == {0}


@pytest.mark.parametrize(("among", "count"), [(Among.ALL, 4), (Among.FOLDER, 3), (Among.FILE, 2)])
def test_the_tests_that_take_part_can_be_chosen(project: Project, among: Among, count: int) -> None:
    found, _, _ = diagnosed(project, polluted, VICTIM, among=among)
    assert found.diagnosed[0].among == count


def test_named_by_itself_a_green_property_is_not_reproduced(project: Project) -> None:
    found, _, _ = diagnosed(project, polluted, "tests/test_m.py::test_b", VICTIM)
    assert [one.controls.test_id for one in found.diagnosed] == [
        "tests/test_m.py::test_a", "tests/test_m.py::test_b",
    ]  # fmt: skip
    green = found.diagnosed[1]
    assert green.failure_class is FailureClass.UNKNOWN
    assert green.found.told[0].startswith("not reproduced")
    assert not found.freezable


def test_where_no_named_test_is_red_all_are_not_reproduced(project: Project) -> None:
    found, _, _ = diagnosed(project, lambda *_: False, "tests/test_m.py")
    assert len(found.diagnosed) == 2
    assert {one.found.told[0][:14] for one in found.diagnosed} == {"not reproduced"}


def test_unnamed_and_green_there_is_nothing_to_diagnose(project: Project) -> None:
    project.commit(
        {"tests/test_p.py": "import pytest\n\n@pytest.mark.property\ndef test_p():\n    assert 1\n"}
    )
    project.commit({"lib.py": "X = 2\n"})
    found, engine, _ = diagnosed(project, lambda *_: False)
    assert found == Diagnoses(diagnosed=())
    assert len(engine.plans) == 24
    found, _, _ = diagnosed(project, lambda _, __, test: test.endswith("::test_p"))
    assert [one.controls.test_id for one in found.diagnosed] == ["tests/test_p.py::test_p"]


def test_what_the_patch_changed_stands_outside(project: Project) -> None:
    project.commit({"tests/test_m.py": TESTS.replace("assert 1", "assert 2", 1)})
    found, _, _ = diagnosed(project, polluted, "tests/test_m.py")
    assert [(each.id, each.why) for each in found.outside] == [(VICTIM, "rewritten by the patch")]
    assert not found.freezable
    found, engine, _ = diagnosed(project, polluted, VICTIM)
    assert found.diagnosed == ()
    assert engine.plans == ()


def test_a_worsened_failure_counts_each_side_by_itself(project: Project) -> None:
    def red(tree: str, plan: Plan, test: str) -> bool:
        return test == VICTIM and plan.seed % (2 if tree == "b" else 4) == 0

    found, _, _ = diagnosed(project, red, VICTIM, seeds="1,2,3,4,5,6,7,8")
    assert found.diagnosed[0].found.uncontrolled[Side.PATCH][0] >= 4
    assert found.diagnosed[0].controls.parent_red < found.diagnosed[0].controls.red


def test_controls_of_one_go_to_a_file_and_of_several_to_a_folder(
    project: Project, tmp_path: Path
) -> None:
    one, _, _ = diagnosed(project, polluted, VICTIM)
    assert write_controls(one, tmp_path / "c.json") == (
        f"{tmp_path / 'c.json'}: the controls of {VICTIM}",
    )
    sealed, _ = unseal(read_file(tmp_path / "c.json"), Controls, origin="c.json")
    assert sealed == one.diagnosed[0].controls
    two = Diagnoses(diagnosed=one.diagnosed * 2)
    lines = write_controls(two, tmp_path / "controls")
    assert [line.split(":")[0] for line in lines] == [
        str(tmp_path / "controls" / name) for name in ("1.json", "2.json")
    ]
    assert (tmp_path / "controls" / "2.json").read_bytes() == seal(sealed)
    with pytest.raises(UsageError, match="controls"):
        write_controls(two, tmp_path / "controls")


def test_where_nothing_was_diagnosed_nothing_is_written(tmp_path: Path) -> None:
    assert write_controls(Diagnoses(diagnosed=()), tmp_path / "c.json") == ()
    assert list(tmp_path.iterdir()) == []


def test_the_parent_s_pack_is_the_pinned_generation(project: Project) -> None:
    example = {
        "property": "p", "generation": "gen-" + "0" * 32, "arguments": {"x": 1}, "test_id": "",
        "assertion_hash": "", "blob": "", "hypothesis": "", "witness": "", "replays": True,
        "log": "",
    }  # fmt: skip
    project.commit({"freezegate-pack/counterexamples.jsonl": json.dumps(example) + "\n"})
    project.commit({"lib.py": "X = 3\n"})
    found, _, _ = diagnosed(project, polluted, VICTIM)
    bare = project.git("rev-parse", "HEAD~3")
    other, _, _ = diagnosed_at(project, bare)
    pins = {each.diagnosed[0].controls.generation for each in (found, other)}
    assert len(pins) == 2


def diagnosed_at(at: Project, parent: str) -> tuple[Diagnoses, FakeEngine, RecordingProgress]:
    engine, progress = FakeEngine(Scripted(polluted)), RecordingProgress()
    given = Options(repo=at.at, parent=parent, patch="HEAD~2", tests=(VICTIM,), jobs=1)
    return diagnose_patch(given, Among.AUTO, progress, engine), engine, progress
