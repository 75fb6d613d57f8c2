import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from freezegate.cli import main
from freezegate.report import FORMATS
from freezegate.shell.store import write_folder
from tests.e2e.kit import Project
from tests.unit.app.stored import Folder, green, plain, proposed

Capture = pytest.CaptureFixture[str]


def kept(at: Path, files: Folder) -> Path:
    write_folder(at / "evidence", files)
    return at / "evidence"


@pytest.mark.parametrize(
    ("files", "code"), [(plain("..", "..")[0], 0), (plain("..", ".A")[0], 1), (proposed()[0], 5)]
)
def test_verify_exits_as_the_recomputed_decision(
    tmp_path: Path, files: Folder, code: int, capsys: Capture
) -> None:
    assert main(["verify", str(kept(tmp_path, files))]) == code
    out, err = capsys.readouterr()
    assert out.endswith(
        "verified: contract hash, decision, tickets and packet are what the files give\n"
    )
    assert err == ""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_output_of_a_machine_format_is_that_and_nothing_more(
    tmp_path: Path, name: str, capsys: Capture
) -> None:
    folder = kept(tmp_path, proposed()[0])
    assert main(["verify", str(folder), "--format", name]) == 5
    out = capsys.readouterr().out
    assert out.endswith("\n")
    assert (name == "text") is ("verified:" in out)
    if name == "statement":
        assert out == (folder / "statement.json").read_text()
    if name == "json":
        assert json.loads(out)["decision"] == "propose_freeze"


@pytest.mark.parametrize("argv", [("verify", "x"), ("score",), ("gate",)], ids=lambda argv: argv[0])
def test_unknown_format_names_the_formats(argv: tuple[str, ...], capsys: Capture) -> None:
    assert main([*argv, "--format", "pdf"]) == 64
    assert capsys.readouterr().err == (
        "freezegate: --format pdf: not one of text, json, statement, html\n"
    )


def test_changed_evidence_is_bad_input(tmp_path: Path, capsys: Capture) -> None:
    folder = kept(tmp_path, proposed()[0])
    (folder / "notes.txt").touch()
    assert main(["verify", str(folder)]) == 65
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("freezegate: notes.txt: no file of evidence")


def test_every_property_is_listed_when_asked_for(tmp_path: Path, capsys: Capture) -> None:
    folder = kept(tmp_path, green(40)[0])
    assert main(["verify", str(folder)]) == 0
    assert "p39" not in capsys.readouterr().out
    assert main(["verify", str(folder), "--verbose"]) == 0
    assert "p39" in capsys.readouterr().out


def scored(folder: Path) -> list[str]:
    """The options of `score` for the files of a folder."""
    files = {"contract": "contract.json", "parent": "parent.jsonl", "patch": "patch.jsonl"}
    return [word for name, file in files.items() for word in (f"--{name}", str(folder / file))]


def test_score_gives_the_code_of_its_verdict(tmp_path: Path, capsys: Capture) -> None:
    folder = kept(tmp_path, plain("..", ".A")[0])
    assert main(["score", *scored(folder), "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "regression"


def row(status: str, witness: str) -> str:
    return json.dumps({"prop": "p", "seed": 11, "status": status, "witness": witness}) + "\n"


def test_plain_files_are_scored_with_their_property(tmp_path: Path, capsys: Capture) -> None:
    paths = [tmp_path / name for name in ("contract.json", "parent.jsonl", "patch.jsonl")]
    texts = (json.dumps({"seeds": [11]}), row("pass", ""), row("fail", "AssertionError:total"))
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    files = scored(tmp_path)
    assert main(["score", *files, "--plain", "--property", "p"]) == 1
    assert "regression" in capsys.readouterr().out
    assert main(["score", *files, "--property", "p"]) == 64
    assert "--property goes with --plain" in capsys.readouterr().err
    assert main(["score", *files, "--plain"]) == 65


class Screen(io.TextIOWrapper):
    """Standard output as a terminal of some encoding."""

    def isatty(self) -> bool:
        return True


def test_text_that_the_terminal_cannot_write_is_escaped(tmp_path: Path) -> None:
    folder = kept(tmp_path, plain("..", ".A", "größe")[0])
    texts = {}
    for encoding in ("ascii", "utf-8"):
        written = io.BytesIO()
        screen = Screen(written, encoding=encoding)
        with redirect_stdout(screen):
            assert main(["verify", str(folder)]) == 1
        screen.flush()
        texts[encoding] = written.getvalue()
    assert rb"gr\xf6\xdfe" in texts["ascii"]
    assert "größe" in texts["utf-8"].decode("utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A repository whose patch breaks its one test."""
    made = Project(tmp_path / "project")
    test = "from pkg import X\n\ndef test_a():\n    assert X == 1\n"
    made.commit({"pkg/__init__.py": "X = 1\n", "tests/test_a.py": test})
    made.commit({"pkg/__init__.py": "X = 2\n"})
    return made


def test_gate_judges_and_says_where_its_evidence_is(
    project: Project, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "evidence"
    options = ["--parent", "HEAD~1", "--seeds", "1,", "--python", sys.executable]
    argv = ["gate", "tests/test_a.py", "--repo", str(project.at), "--out", str(out), *options]
    assert main(argv) == 1
    said, err = capsys.readouterr()
    assert "regression" in said
    assert said.endswith(f"evidence: {out}\n")
    assert err == ""
    assert main(argv) == 64
    assert "name another with --out" in capsys.readouterr().err
    argv[argv.index(str(out))] = str(tmp_path / "another")
    assert main([*argv, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "regression"


def test_steps_are_verbs_of_their_own(project: Project, tmp_path: Path, capsys: Capture) -> None:
    contract = str(tmp_path / "contract.json")
    where = ["--repo", str(project.at), "--python", sys.executable]
    commits = ["--parent", "HEAD~1", "--seeds", "1,", "--select", "all"]
    assert main(["contract", "--out", contract, *where, *commits]) == 0
    assert capsys.readouterr().out.startswith("sha256:")
    files = [str(tmp_path / f"{side}.jsonl") for side in ("parent", "patch")]
    for side, rows in zip(("parent", "patch"), files, strict=True):
        argv = ["run", "--side", side, "--contract", contract, "--out", rows, *where]
        assert main(argv) == 0
        assert capsys.readouterr().out.startswith(f"{rows}: 1 lines\n")
    assert main(["score", *scored(tmp_path)]) == 1


def test_folder_that_is_no_repository_is_bad_input(tmp_path: Path, capsys: Capture) -> None:
    assert main(["gate", "--repo", str(tmp_path)]) == 65
    assert "git repository" in capsys.readouterr().err


def test_interpreter_that_is_none_is_no_engine(project: Project, capsys: Capture) -> None:
    nothing = str(project.at / "nothing")
    argv = ["gate", "--repo", str(project.at), "--parent", "HEAD~1", "--python", nothing]
    assert main(argv) == 69
    assert "--python EXE" in capsys.readouterr().err


def test_demo_wants_a_folder_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine").touch()
    assert main(["demo", "--at", str(tmp_path)]) == 64
    assert "exists and is not an empty folder" in capsys.readouterr().err
