from pathlib import Path

import msgspec
import pytest

from freezegate.app.contract import write_contract
from freezegate.app.options import Options
from freezegate.app.run import run_side
from freezegate.app.score import score_files
from freezegate.core.selection import Select
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.contract import Side, Stage
from freezegate.model.reason import Reason
from freezegate.shell.store import read_file
from freezegate.wire.canonical import seal
from freezegate.wire.contract import read_contract, with_run_hashes
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words

TESTS = "def test_a():\n    assert 1\n"
WORDS = {"a": {"test_a": "A...."}, "b": {"test_a": "AA..."}}


class Split:
    """A judgement whose steps are taken one by one."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project = project
        self.contract = folder / "contract.json"
        self.folder = folder
        self.engine = FakeEngine(Suite(from_words({}, **WORDS)))

    def write(self) -> None:
        given = Options(repo=self.project.at, parent="HEAD~1", select=Select.ALL, seeds="1,2,3")
        write_contract(given, self.contract, RecordingProgress(), self.engine)

    def rewrite(self, **fields: object) -> None:
        """Put another contract in the place of the one that was written, hashes made to fit."""
        value, _ = read_contract(read_file(self.contract), origin="contract.json")
        changed = msgspec.structs.replace(value, **fields)
        self.contract.write_bytes(seal(with_run_hashes(changed)))

    def run(
        self,
        side: Side,
        stage: Stage = Stage.SCHEDULE,
        *seeds: int,
        out: str = "",
        options: Options | None = None,
    ) -> tuple[str, ...]:
        return run_side(
            options or Options(repo=self.project.at),
            self.contract,
            side,
            stage,
            seeds,
            self.folder / (out or f"{side}.jsonl"),
            RecordingProgress(),
            self.engine,
        )


@pytest.fixture
def split(tmp_path: Path) -> Split:
    project = Project(tmp_path / "project")
    config = "[tool.freezegate]\nextension = 2\nconfirmations = 2\n"
    project.commit({"pyproject.toml": config, "tests/test_a.py": TESTS})
    project.commit({"pkg/__init__.py": ""})
    return Split(project, tmp_path)


def test_steps_one_by_one_give_the_verdict(split: Split) -> None:
    split.write()
    for side in Side:
        rows, facts = split.run(side)
        assert rows == f"{split.folder / f'{side}.jsonl'}: 3 lines"
        assert facts == f"{split.folder / f'{side}.run.json'}: 1 lines"
        (rows,) = split.run(side, Stage.EXTENSION)
        assert rows.endswith(f"{side}.extension.jsonl: 2 lines")
        (rows,) = split.run(side, Stage.CONFIRMATIONS, 2)
        assert rows.endswith(f"{side}.confirmations.jsonl: 2 lines")
    files = (split.folder / f"{side}.jsonl" for side in Side)
    evidence = score_files(split.contract, *files)
    assert evidence.verdict.reason is Reason.SEED_REGRESSION
    assert [each.attempt for each in evidence.patch.confirmations] == [1, 2]


def test_files_are_called_after_the_row_file(split: Split) -> None:
    split.write()
    lines = split.run(Side.PATCH, out="mine.jsonl")
    assert [line.partition(":")[0].rpartition("/")[2] for line in lines] == [
        "mine.jsonl",
        "mine.run.json",
    ]


def test_row_file_has_its_ending(split: Split) -> None:
    split.write()
    with pytest.raises(UsageError, match=r"rows\.txt: a row file ends in \.jsonl"):
        split.run(Side.PATCH, out="rows.txt")


@pytest.mark.parametrize(
    ("stage", "seeds"),
    [(Stage.CONFIRMATIONS, ()), (Stage.SCHEDULE, (1,)), (Stage.EXTENSION, (1,))],
)
def test_seeds_go_with_confirmations(split: Split, stage: Stage, seeds: tuple[int, ...]) -> None:
    split.write()
    with pytest.raises(UsageError, match="--seed goes with --stage confirmations"):
        split.run(Side.PATCH, stage, *seeds)


def test_contract_of_another_spec_is_refused_with_both_hashes(split: Split) -> None:
    split.write()
    other = "sha256:" + "0" * 64
    split.rewrite(spec_hash=other)
    with pytest.raises(ArtifactError, match=f"spec_hash is {other}, but this repository gives"):
        split.run(Side.PATCH)


def test_contract_that_was_edited_is_refused(split: Split) -> None:
    split.write()
    text = split.contract.read_bytes().replace(b'"confirmations":2', b'"confirmations":1')
    edited = text.replace(b'"time_limit_s":60', b'"time_limit_s":61')
    split.contract.write_bytes(edited)
    with pytest.raises(ArtifactError, match="parent_run is"):
        split.run(Side.PATCH)
    assert not (split.folder / "patch.jsonl").exists()


def test_contract_without_seeds_runs_nothing_and_is_scored_as_such(split: Split) -> None:
    split.write()
    split.rewrite(seeds=(), extension=())
    for side in Side:
        rows, _ = split.run(side)
        assert rows.endswith(": 0 lines")
    files = (split.folder / f"{side}.jsonl" for side in Side)
    assert score_files(split.contract, *files).verdict.reason is Reason.EMPTY_SCHEDULE


def test_contract_without_confirmations_confirms_nothing(split: Split) -> None:
    split.write()
    split.rewrite(confirmations=0)
    (rows,) = split.run(Side.PATCH, Stage.CONFIRMATIONS, 1)
    assert rows.endswith("patch.confirmations.jsonl: 0 lines")


def test_uncommitted_state_is_named_again(split: Split) -> None:
    split.project.write({"pkg/new.py": "X = 1\n"})
    given = Options(
        repo=split.project.at, worktree=True, select=Select.ALL, seeds="1,", parent="HEAD~1"
    )
    write_contract(given, split.contract, RecordingProgress(), split.engine)
    again = Options(repo=split.project.at, worktree=True)
    assert len(split.run(Side.PATCH, options=again)) == 2
    split.project.write({"pkg/new.py": "X = 2\n"})
    with pytest.raises(ArtifactError, match="patch_sha is"):
        split.run(Side.PATCH, options=again)
