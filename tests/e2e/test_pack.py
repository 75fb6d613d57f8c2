"""`freezegate pack`, as installed, on a real repository."""

import json
from pathlib import Path

import pytest

from freezegate.wire.ledger import write_ledger
from tests.e2e.kit import Project
from tests.ledgers import named, record


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that keeps its pack in `tests/pack`, one input at hand."""
    made = Project(tmp_path / "project")
    made.commit(
        {
            "pyproject.toml": '[tool.freezegate]\npack = "tests/pack"\n',
            "tests/pack/data/prices.json": "[1, 2]\n",
            "tests/pack/counterexamples.jsonl": (
                '{"predicate": "tests/t.py::test_a", "generation": "gen-2026-10-12-a", '
                '"payload": {"prices": [-1]}}\n'
            ),
        }
    )
    made.write({"input.json": '{"prices": [], "limit": {"repr": "Decimal(\'0.1\')"}}'})
    return made


def test_a_pack_from_pin_to_dropped_records(project: Project) -> None:
    first = project.run("pack", "pin", "--label", "gen-2026-10-12-a")
    assert (first.returncode, first.stderr) == (0, "")
    pin = first.stdout.strip()
    project.write({"flake_freeze.json": write_ledger([record("a", pin=pin)])})
    env = {"FIXTURE_GENERATION": "gen-2026-10-12-a"}
    kept = project.run("pack", "check", "--freeze", "flake_freeze.json", env=env)
    assert kept.returncode == 0, kept.stdout

    added = project.run("pack", "add", "--property", "bounds", "--arguments", "input.json")
    assert added.returncode == 0, added.stderr
    assert added.stdout.startswith("gen-")
    assert f"dropped  {named('a')}" in added.stdout
    assert "is not edited" in added.stdout

    judged = project.run("pack", "check", "--freeze", "flake_freeze.json", "--format", "json")
    assert judged.returncode == 1
    found = json.loads(judged.stdout)
    assert (found["reason"], found["findings"][1]["subject"]) == ("pin_drifted", named("a"))
    refused = project.run("pack", "pin", env=env)
    assert (refused.returncode, refused.stdout) == (64, "")
    assert "unset it and pin anew" in refused.stderr
    listed = json.loads(project.run("pack", "list", "--format", "json").stdout)
    assert [each["property"] for each in listed["counterexamples"]] == [
        "bounds",
        "tests/t.py::test_a",
    ]


def test_a_checkout_with_other_line_ends_and_modes_is_the_same_generation(
    project: Project,
) -> None:
    pin = project.run("pack", "pin").stdout
    for path in (project.at / "tests/pack").rglob("*.json*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        path.chmod(0o755)
    assert project.run("pack", "pin").stdout == pin
    assert project.run("pack", "check").returncode == 0


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"counterexamples.jsonl": "{}\n"}, "counterexamples.jsonl:1: Object missing required"),
        ({"counterexamples.jsonl": "{}"}, "counterexamples.jsonl:1: the last line ends without"),
        ({"pack.json": "[]"}, "pack.json:1: Expected `object`"),
        ({"notes.txt": ""}, "notes.txt:1: no file of a pack"),
    ],
)
@pytest.mark.parametrize("verb", ["pin", "list", "check"])
def test_a_bad_file_exits_65_and_nothing_is_written(
    project: Project, files: dict[str, str], said: str, verb: str
) -> None:
    project.write({f"tests/pack/{name}": text for name, text in files.items()})
    before = project.git("status", "--porcelain")
    done = project.run("pack", verb)
    assert (done.returncode, done.stdout) == (65, "")
    assert said in done.stderr
    assert project.git("status", "--porcelain") == before


def test_a_link_in_a_pack_exits_65(project: Project) -> None:
    (project.at / "tests/pack/data/link").symlink_to("/etc/hosts")
    done = project.run("pack", "check")
    assert done.returncode == 65
    assert "data/link: a link" in done.stderr
