from pathlib import Path

import msgspec
import pytest

from freezegate.app.contract import drafted, schedule, write_contract
from freezegate.app.options import Options
from freezegate.core.selection import Select
from freezegate.errors import UsageError
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.model.contract import Contract, Notice, Route, Side
from freezegate.shell.engine.base import Ended, Job
from freezegate.shell.store import read_file
from freezegate.source.schedule import derive_seeds
from freezegate.wire.canonical import digest, unseal
from freezegate.wire.contract import check_run_hashes, read_contract
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words, label_of
from tests.unit.app.made import SHAS, case

SHA = SHAS[Side.PARENT]


def scheduled(seeds: str = "", config: Config | None = None) -> tuple[list[int], list[int]]:
    given = case({}, {}, options=Options(repo=Path(), seeds=seeds), config=config)
    first, later = schedule(given, SHA)
    return list(first), list(later)


def test_schedule_unless_told_is_derived_from_the_parent() -> None:
    first, later = scheduled()
    assert first == list(derive_seeds(SHA, 12))
    assert later == list(derive_seeds(SHA, 44))[12:]


@pytest.mark.parametrize("asked", ["3", "1"])
def test_count_is_derived_from_the_parent(asked: str) -> None:
    first, later = scheduled(asked)
    assert first == list(derive_seeds(SHA, int(asked)))
    assert len(later) == 32
    assert not set(first) & set(later)


@pytest.mark.parametrize(
    ("asked", "wanted"), [("7,3", [7, 3]), ("7,", [7]), (" 7 , 3 ,", [7, 3]), ("0,1", [0, 1])]
)
def test_list_is_taken_as_it_is(asked: str, wanted: list[int]) -> None:
    first, later = scheduled(asked)
    assert first == wanted
    assert len(later) == 32
    assert not set(first) & set(later)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("0", "--seeds 0: give a count of one or more, or a list with commas"),
        ("-1", "--seeds -1: give a count"),
        ("two", "--seeds two: give a count"),
        ("1.5", "--seeds 1.5: give a count"),
        ("²", "--seeds ²: give a count"),
        (",", "--seeds ,: a list holds whole numbers from 0, with commas"),
        ("1,a", "--seeds 1,a: a list holds"),
        ("1,-2", "--seeds 1,-2: a list holds"),
        ("1,²", "--seeds 1,²: a list holds"),
        ("1,1", "--seeds 1,1: "),
        ("99999999999999999999,", "--seeds 99999999999999999999,: "),
    ],
)
def test_bad_seeds_are_refused(asked: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        scheduled(asked)
    assert str(caught.value).startswith(message)


def test_configuration_gives_the_schedule_unless_the_command_does() -> None:
    assert scheduled(config=Config(seeds=(5, 6), extension=3))[0] == [5, 6]
    assert len(scheduled(config=Config(seeds=4, extension=3))[0]) == 4
    assert scheduled("9,", Config(seeds=(5, 6)))[0] == [9]
    assert len(scheduled(config=Config(extension=3))[1]) == 3
    assert scheduled(config=Config(extension=0))[1] == []


def test_extension_repeats_no_seed_of_a_list() -> None:
    clash = derive_seeds(SHA, 4, start=2)
    first, later = scheduled(f"1,{clash[0]}", Config(extension=3))
    assert first == [1, clash[0]]
    assert len(set(first) | set(later)) == 5


TESTS = """
    import pytest

    @pytest.mark.property(id="total")
    def test_total():
        assert 1 + 1 == 2

    def test_other():
        assert True
"""
PATCHED = """
    import pytest

    @pytest.mark.property(id="total")
    def test_total():
        assert 1 + 1 == 2

    def test_other():
        assert not False

    @pytest.mark.skip
    def test_new():
        assert True
"""


@pytest.fixture
def judged(tmp_path: Path) -> Project:
    """A repository of two commits."""
    project = Project(tmp_path / "project")
    config = "[tool.freezegate]\nextension = 2\nconfirmations = 1\n"
    project.commit({"pyproject.toml": config, "tests/test_a.py": TESTS})
    project.commit({"tests/test_a.py": PATCHED, "pkg/__init__.py": ""})
    return project


def engine() -> FakeEngine:
    return FakeEngine(Suite(from_words({})))


def options(project: Project, **more: object) -> Options:
    return Options(repo=project.at, parent="HEAD~1", select=Select.ALL, **more)  # type: ignore[arg-type] # any option


def draft(given: Options, played: FakeEngine | None = None) -> Contract:
    with drafted(given, RecordingProgress(), played or engine()) as made:
        return made.contract


def test_contract_judges_what_both_commits_have_and_lists_the_rest(judged: Project) -> None:
    contract = draft(options(judged, seeds="5,6"))
    assert [prop.id for prop in contract.properties] == ["total"]
    assert {each.id.rsplit(":")[-1]: each.route for each in contract.routed} == {
        "test_other": Route.REWRITTEN,
        "test_new": Route.ADDED,
    }
    (new,) = (each for each in contract.routed if each.route is Route.ADDED)
    assert (new.mutes, len(new.waivers)) == (True, 1)
    assert contract.seeds == (5, 6)
    assert (len(contract.extension), contract.confirmations) == (2, 1)
    assert contract.parent_sha == judged.git("rev-parse", "HEAD~1")
    assert contract.patch_sha == judged.git("rev-parse", "HEAD")
    assert not contract.named
    assert any(edit.startswith("tests/test_a.py") for edit in contract.oracle_edits)
    assert [notice.spec_review for notice in contract.notices] == [True]
    check_run_hashes(contract, "contract")


def test_options_go_before_the_configuration(judged: Project) -> None:
    given = options(judged, tests=("tests/test_a.py::test_total",), confirmations=0)
    contract = draft(given)
    assert contract.confirmations == 0
    assert contract.named
    assert [each.id for each in contract.selected] == ["total"]


def test_bad_seeds_are_refused_before_anything_runs(judged: Project) -> None:
    played = engine()
    with pytest.raises(UsageError, match="--seeds x"):
        draft(options(judged, seeds="x"), played)
    assert played.jobs == []


def test_progress_names_both_commits(judged: Project) -> None:
    progress = RecordingProgress()
    with drafted(options(judged), progress, engine()):
        pass
    (phase,) = progress.phases
    assert phase.startswith(f"parent {judged.git('rev-parse', 'HEAD~1')[:12]}, patch ")


def test_what_is_written_is_sealed_and_has_the_hash_that_is_given(
    judged: Project, tmp_path: Path
) -> None:
    out = tmp_path / "new" / "contract.json"
    given = write_contract(options(judged), out, RecordingProgress(), engine())
    value, stored = unseal(read_file(out), Contract, origin="contract.json")
    assert given == stored == digest(out.read_bytes())
    assert read_contract(out.read_bytes(), origin="contract.json")[0] == value


def test_entries_that_are_not_judged_lapse(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")
    text = "".join(
        f"def {name}():\n    assert True\n\n"
        for name in ("test_left_out", "test_lapsed", "test_left_out_not")
    )
    entries = "".join(
        f'{{ test-id = "tests/test_a.py::{name}", reason = "no network", until = "{year}" }},\n'
        for name, year in (
            ("test_left_out", "2099-01-01T00:00:00Z"),
            ("test_lapsed", "2001-01-01T00:00:00Z"),
        )
    )
    config = f"[tool.freezegate]\nnot-judged = [\n{entries}]\n".replace("test-id", "test_id")
    project.commit({"pyproject.toml": config, "tests/test_a.py": text})
    project.commit({"pkg/__init__.py": ""})
    contract = draft(options(project))
    (entry,) = contract.not_judged
    assert (entry.test_id, entry.reason) == ("tests/test_a.py::test_left_out", "no network")
    assert [prop.id.rsplit(":")[-1] for prop in contract.properties] == [
        "test_lapsed",
        "test_left_out_not",
    ]
    assert contract.routed == ()


def test_test_that_a_patch_hides_is_told_and_stays(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")
    text = "def test_a():\n    assert True\n\ndef test_b():\n    assert True\n"
    project.commit({"tests/test_a.py": text})
    project.commit({"pkg/__init__.py": ""})
    suite = Suite(from_words({}))

    def hiding(job: Job) -> Ended:
        answered = suite(job)
        if label_of(job.plan) == "a" or not job.plan.collect_only:
            return answered
        claims = (
            each
            for each in answered.claims
            if not (isinstance(each, Item) and each.qualname == "test_b")
        )
        return msgspec.structs.replace(answered, claims=tuple(claims))

    contract = draft(options(project), FakeEngine(hiding))
    (hidden,) = contract.routed
    assert (hidden.id, hidden.route, hidden.composed) == (
        "tests/test_a.py::test_b",
        Route.REWRITTEN,
        True,
    )
    assert contract.notices == (
        Notice(
            text=(
                "tests/test_a.py::test_b is no longer collected on the patch, though its text is "
                "unchanged"
            ),
            spec_review=True,
            human_required=True,
        ),
    )
