"""The verb `diagnose`, without the installed command: exit codes and what is printed."""

import json
from pathlib import Path

import pytest

from freezegate.cli.main import main
from tests.e2e.kit import Project

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path / "project")
    made.commit({"lib.py": "", "tests/test_a.py": "import lib\n\ndef test_a():\n    assert lib\n"})
    made.commit({"lib.py": "X = 1\n"})
    return made


def test_what_is_not_reproduced_exits_1_with_its_controls_written(
    project: Project, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "c.json"
    words = ["diagnose", "tests/test_a.py::test_a", "--repo", str(project.at), "--parent", "HEAD~1"]
    words += ["--python", str(project.python), "--seeds", "1", "--quiet"]
    assert main([*words, "--out", str(out)]) == 1
    shown, err = capsys.readouterr()
    assert "not reproduced: green at all of the 1 seeds" in " ".join(shown.split())
    assert shown.endswith(f"{out}: the controls of tests/test_a.py::test_a\n")
    assert err == ""
    assert json.loads(out.read_text())["runs"] == []
    assert main([*words, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["diagnosed"][0]["failure_class"] == "unknown"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--among", "some"), 64, "Invalid value for '--among'"),
        (("--format", "html"), 64, "--format html: not one of text, json"),
        (("--repo", "nowhere"), 65, "nowhere: no such folder"),
    ],
)
def test_a_fault_is_no_verdict(
    words: tuple[str, ...], code: int, said: str, capsys: Capture
) -> None:
    assert main(["diagnose", *words]) == code
    out, err = capsys.readouterr()
    assert (out, said in err) == ("", True)
