import json
from pathlib import Path

import pytest
import typer

from freezegate.cli import canary
from freezegate.cli.main import main
from tests.e2e.kit import Project

Capture = pytest.CaptureFixture[str]

MUTANT = (
    'test = "tests/test_a.py::test_a"\nfile = "shop.py"\nbefore = "LIMIT = 0"\nafter = "LIMIT = 1"'
)


@pytest.fixture
def verbs() -> typer.Typer:
    """The verbs as the command line has them."""
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    app.add_typer(canary.commands, name="canary")
    app.command()(canary.apply_mutant)
    return app


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """One commit, without a mutant."""
    made = Project(tmp_path / "project")
    made.commit({"shop.py": "LIMIT = 0\n", "tests/test_a.py": "def test_a():\n    pass\n"})
    return made


def test_canary_exits_and_stores_what_it_printed(
    project: Project, verbs: typer.Typer, capsys: Capture
) -> None:
    out = project.at.parent / "canary.json"
    words = ["canary", "--repo", str(project.at), "--parent", "HEAD", "--out", str(out)]
    assert main([*words, "--format", "json"], verbs) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "canary_inconclusive"
    assert json.loads(out.read_text())["parent_sha"] == project.git("rev-parse", "HEAD")
    assert main(words, verbs) == 1
    assert "without one nothing may be frozen" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("canary", "--format", "html"), "--format html: not one of text, json"),
        (
            ("canary", "draft", "--for", "tests/test_a.py::test_a", "--pick", "2"),
            "--pick goes with",
        ),
        (("canary", "draft"), "Missing option '--for'"),
        (("canary", "draft", "--for", "a.py::b", "--limit", "0"), "--limit"),
        (("apply-mutant", "--mutant", "m.toml", "--workdir", "/gone"), "/gone: no such folder"),
    ],
)
def test_what_cannot_be_meant_is_bad_usage(
    verbs: typer.Typer, words: tuple[str, ...], said: str, capsys: Capture
) -> None:
    assert main(words, verbs) == 64
    assert said in capsys.readouterr().err


def test_draft_stands_below_canary_and_runs_no_canary(
    project: Project, verbs: typer.Typer, capsys: Capture
) -> None:
    words = ["canary", "draft", "--repo", str(project.at), "--for", "tests/test_gone.py::test_a"]
    assert main(words, verbs) == 64
    out, err = capsys.readouterr()
    assert (out, "has no such file" in err) == ("", True)


def test_apply_mutant_prints_what_it_changed_and_nothing_that_moves_a_cursor(
    tmp_path: Path, verbs: typer.Typer, capsys: Capture
) -> None:
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy/shop.py").write_text("LIMIT = 0\n\x1b = 1\n")
    (tmp_path / "m.toml").write_text(MUTANT)
    words = ["apply-mutant", "--mutant", str(tmp_path / "m.toml"), "--workdir"]
    assert main([*words, str(tmp_path / "copy")], verbs) == 65
    (tmp_path / "copy/shop.py").write_text("LIMIT = 0\n# \x1b\n")
    assert main([*words, str(tmp_path / "copy")], verbs) == 0
    assert capsys.readouterr().out == (
        "--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n-LIMIT = 0\n+LIMIT = 1\n # \\x1b\n"
    )
