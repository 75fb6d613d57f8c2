import json
from collections.abc import Callable
from pathlib import Path

import pytest

from freezegate.app.pack import (
    Place,
    Sinking,
    add,
    check,
    committed_pack,
    generation,
    ledger_at,
    open_pack,
    pin,
    place,
)
from freezegate.app.texts import open_texts
from freezegate.core.pack import generation_of
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.config import Config
from freezegate.model.ids import CommitSha
from freezegate.model.pack import FixturePack
from freezegate.model.reason import Reason
from freezegate.wire.ledger import write_ledger
from tests.e2e.kit import Project
from tests.ledgers import named, record

EMPTY = generation_of({"counterexamples.jsonl": b""})


@pytest.fixture
def where(tmp_path: Path) -> Place:
    return Place(folder=tmp_path / "pack", ledger=tmp_path / "ledger.json")


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., Sinking]:
    """What `pack add` is told of an input."""

    def made(x: object = 1, **fields: object) -> Sinking:
        path = tmp_path / "arguments.json"
        path.write_text(json.dumps({"x": x}))
        return Sinking(**{"property": "a", "arguments": path, **fields})  # type: ignore[arg-type]

    return made


Told = Callable[..., Sinking]


class TestPin:
    def test_it_writes_pack_json_where_it_is_missing_or_out_of_date(self, where: Place) -> None:
        assert pin(where.folder, "", "") == EMPTY
        assert json.loads((where.folder / "pack.json").read_bytes())["generation"] == EMPTY
        (where.folder / "data").mkdir()
        (where.folder / "data/a").write_bytes(b"1")
        grown = pin(where.folder, "", "")
        assert grown != EMPTY
        assert json.loads((where.folder / "pack.json").read_bytes())["generation"] == grown

    def test_and_leaves_it_alone_otherwise(self, where: Place) -> None:
        pin(where.folder, "", "")
        path = where.folder / "pack.json"
        path.write_bytes(path.read_bytes() + b"\n")
        before = path.read_bytes()
        pin(where.folder, "", EMPTY)
        assert path.read_bytes() == before

    def test_a_label_is_an_alias_and_stays(self, where: Place) -> None:
        assert pin(where.folder, "first", "first") == EMPTY
        assert pin(where.folder, "", "first") == EMPTY
        assert pin(where.folder, "first", "") == EMPTY
        assert open_pack(where.folder).labels == {"first": EMPTY}

    def test_a_label_is_not_moved(self, where: Place, told: Told) -> None:
        pin(where.folder, "first", "")
        add(where, told())
        with pytest.raises(UsageError, match=f"--label first: names {EMPTY} already"):
            pin(where.folder, "first", "")
        pin(where.folder, "second", "")
        assert sorted(open_pack(where.folder).labels) == ["first", "second"]

    @pytest.mark.parametrize("label", ["a\nb", EMPTY])
    def test_a_label_that_is_none_is_bad_usage(self, where: Place, label: str) -> None:
        with pytest.raises(UsageError, match="--label: "):
            pin(where.folder, label, "")
        assert not where.folder.exists()

    @pytest.mark.parametrize("cited", ["first", "gen-2026-10-12-a", "gen-" + "0" * 32])
    def test_another_generation_than_the_jobs_is_refused(
        self, where: Place, told: Told, cited: str
    ) -> None:
        pin(where.folder, "first", "")
        add(where, told())
        before = (where.folder / "pack.json").read_bytes()
        with pytest.raises(UsageError, match=rf"FIXTURE_GENERATION .* is {cited}, and .* --label"):
            pin(where.folder, "", cited)
        assert (where.folder / "pack.json").read_bytes() == before


class TestAdd:
    def test_it_sinks_pins_and_names_the_records_that_it_drops(
        self, where: Place, told: Told
    ) -> None:
        ledger = write_ledger([record("a", pin=EMPTY), record("b")])
        where.ledger.write_bytes(ledger)
        sunk = add(where, told())
        pack = open_pack(where.folder)
        assert sunk.is_new
        assert sunk.generation == generation(pack) != EMPTY
        assert pack.pinned
        assert pack.pinned.generation == sunk.generation
        assert pack.counterexamples[0].generation == EMPTY
        assert [each.test_id for each in sunk.dropped] == [named("a")]
        assert where.ledger.read_bytes() == ledger

    def test_the_same_input_changes_nothing(self, where: Place, told: Told) -> None:
        first = add(where, told())
        before = {path: path.read_bytes() for path in where.folder.rglob("*")}
        again = add(where, told(blob="AXic"))
        assert (again.generation, again.is_new, again.dropped) == (first.generation, False, ())
        assert {path: path.read_bytes() for path in where.folder.rglob("*")} == before

    def test_the_raw_log_of_what_does_not_replay_is_kept(
        self, where: Place, told: Told, tmp_path: Path
    ) -> None:
        log = tmp_path / "raw.log"
        log.write_bytes(b"E   assert 1\n")
        add(where, told(log=log))
        pack = open_pack(where.folder)
        assert pack.logs == {pack.counterexamples[0].log: b"E   assert 1\n"}

    def test_and_may_not_be_empty(self, where: Place, told: Told, tmp_path: Path) -> None:
        (tmp_path / "raw.log").write_bytes(b"")
        with pytest.raises(ArtifactError, match=r"raw.log:1: the log is empty"):
            add(where, told(log=tmp_path / "raw.log"))
        assert not where.folder.exists()

    def test_other_files_and_labels_stay(self, where: Place, told: Told) -> None:
        pin(where.folder, "first", "")
        (where.folder / "data").mkdir()
        (where.folder / "data/a").write_bytes(b"1\r\n")
        add(where, told())
        assert open_pack(where.folder).labels == {"first": EMPTY}
        assert (where.folder / "data/a").read_bytes() == b"1\r\n"

    def test_what_is_no_counterexample_is_bad_usage(self, where: Place, told: Told) -> None:
        with pytest.raises(UsageError, match="pack add: 'abc' is no assertion hash"):
            add(where, told(assertion_hash="abc"))
        assert not where.folder.exists()

    def test_what_could_not_be_read_again_is_not_written(self, where: Place, told: Told) -> None:
        nested: object = 1
        for _ in range(31):
            nested = [nested]
        with pytest.raises(ArtifactError, match="nested deeper than 32"):
            add(where, told(nested))
        assert not where.folder.exists()


def test_check_holds_the_ledger_that_is_named(where: Place, told: Told) -> None:
    pin(where.folder, "", "")
    where.ledger.write_bytes(write_ledger([record("a", pin=EMPTY)]))
    assert check(where, EMPTY, with_ledger=True).worst is Reason.PIN_CURRENT
    add(where, told())
    assert check(where, "", with_ledger=False).worst is Reason.GENERATION_PINNED
    assert check(where, "", with_ledger=True).worst is Reason.PIN_DRIFTED


def test_a_ledger_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    with pytest.raises(ArtifactError, match=r"ledger.json: No such file"):
        ledger_at(path)
    assert ledger_at(path, must_exist=False).lines == ()
    path.write_bytes(b'{"records": [\n{"test_id": "a"}]}')
    with pytest.raises(ArtifactError, match=r"ledger.json:2: .*missing required field"):
        ledger_at(path)


class TestPlace:
    def test_the_defaults_are_the_projects(self, tmp_path: Path) -> None:
        found = place(tmp_path, None)
        assert found.folder == tmp_path / "freezegate-pack"
        assert found.ledger == tmp_path / "flake_freeze.json"

    def test_what_is_named_goes_first(self, tmp_path: Path) -> None:
        found = place(tmp_path, Path("p"), Path("l"))
        assert (found.folder, found.ledger) == (Path("p"), Path("l"))

    @pytest.mark.parametrize(
        ("at", "text", "folder"),
        [
            ("pyproject.toml", 'pack = "cases"', "sub/cases"),
            ("sub/pyproject.toml", 'pack = "cases"', "sub/cases"),
            ("pyproject.toml", 'root = "other"', "other/freezegate-pack"),
        ],
    )
    def test_the_configuration_is_the_folders_else_the_top_levels(
        self, tmp_path: Path, at: str, text: str, folder: str
    ) -> None:
        (tmp_path / ".git").mkdir()
        (tmp_path / "sub").mkdir()
        (tmp_path / at).write_text(f"[tool.freezegate]\n{text}\n")
        found = place(tmp_path / "sub", None)
        assert found.folder == tmp_path / folder
        assert found.ledger == tmp_path / "flake_freeze.json"

    def test_a_configured_pack_behind_a_link_is_refused(self, tmp_path: Path) -> None:
        project = tmp_path / "project"
        project.mkdir()
        (project / "pyproject.toml").write_text('[tool.freezegate]\npack = "a/pack"\n')
        (project / "a").symlink_to(tmp_path)
        with pytest.raises(ArtifactError, match="a/pack: lies behind a link"):
            place(project, None)

    def test_a_project_that_is_not_there_is_bad_usage(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="gone: no such folder"):
            place(tmp_path / "gone", None)


class TestCommitted:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Project:
        return Project(tmp_path / "project")

    def read(self, project: Project, root: str = "", config: Config | None = None) -> FixturePack:
        texts = open_texts(project.at)
        sha = CommitSha(project.git("rev-parse", "HEAD"))
        return committed_pack(texts.store, sha, root, config or Config())

    def test_it_is_the_folders_pack(self, project: Project, told: Told) -> None:
        project.write({"freezegate-pack/data/deep/a": b"1\n"})
        where = place(project.at, None)
        add(where, told())
        project.commit({"other.py": ""})
        project.write({"freezegate-pack/data/deep/a": b"2\n"})
        committed = self.read(project)
        assert committed != open_pack(where.folder)
        assert committed.pinned
        assert committed.pinned.generation == generation(committed)

    def test_a_commit_without_one_has_an_empty_pack(self, project: Project) -> None:
        project.commit({"a.py": "", "freezegate-pack-2/a": ""})
        assert self.read(project) == FixturePack()

    @pytest.mark.parametrize(
        ("root", "config"), [("sub", Config()), ("", Config(root="sub")), ("sub", Config(root="."))]
    )
    def test_it_stands_below_the_root(self, project: Project, root: str, config: Config) -> None:
        at = "" if config.root == "." else "sub/"
        project.commit({f"{at}freezegate-pack/data/a": b"1"})
        assert self.read(project, root, config).data == {"data/a": b"1"}

    @pytest.mark.parametrize("at", ["freezegate-pack/data/a", "freezegate-pack"])
    def test_a_link_is_refused(self, project: Project, at: str) -> None:
        (project.at / at).parent.mkdir(parents=True, exist_ok=True)
        (project.at / at).symlink_to("/etc/hosts")
        project.commit()
        with pytest.raises(ArtifactError, match=rf":{at}: a link, a submodule or a file"):
            self.read(project)

    def test_what_is_wrong_is_told_with_commit_and_path(self, project: Project) -> None:
        sha = project.commit({"freezegate-pack/counterexamples.jsonl": "{}\n"})
        said = f"{sha[:12]}:freezegate-pack/counterexamples.jsonl:1: Object missing required"
        with pytest.raises(ArtifactError, match=said):
            self.read(project)
