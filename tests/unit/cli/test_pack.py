import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from freezegate.cli import pack
from freezegate.cli.main import main
from freezegate.wire.ledger import write_ledger
from tests.ledgers import named, record

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`freezegate pack ...` in an empty project, with an input at hand."""
    monkeypatch.delenv("FIXTURE_GENERATION", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "input.json").write_text('{"x": [1]}')
    verbs = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    verbs.add_typer(pack.commands, name="pack")
    verbs.command()(lambda: 0)

    def called(*words: str) -> tuple[int, str, str]:
        code = main(["pack", *words], verbs)
        said = capsys.readouterr()
        return code, said.out, said.err

    return called


ADD = ("add", "--property", "a", "--arguments", "input.json")


def test_the_four_verbs_work_together(run: Run, tmp_path: Path) -> None:
    code, first, _ = run("pin", "--label", "first")
    assert (code, first.count("\n")) == (0, 1)
    (tmp_path / "flake_freeze.json").write_bytes(
        write_ledger([record("a", pin=first.strip()), record("b", pin="first")])
    )
    assert run("check", "--generation", "first", "--freeze", "flake_freeze.json")[0] == 0
    code, out, _ = run(*ADD, "--test", "tests/t.py::a", "--blob", "AXic", "--witness", "w")
    second = out.splitlines()[0]
    assert code == 0
    assert second != first.strip()
    assert named("a") in out
    assert named("b") in out
    assert run("check") == (0, run("check")[1], "")
    code, out, _ = run("check", "--freeze", "flake_freeze.json", "--format", "json")
    assert code == 1
    assert [each["reason"] for each in json.loads(out)["findings"]] == [
        "generation_pinned",
        "pin_drifted",
        "pin_drifted",
    ]
    held = json.loads(run("list", "--format", "json")[1])
    assert held["generation"] == held["pinned"] == second
    assert held["counterexamples"][0]["arguments"] == {"x": [1]}
    assert "found on" in run("list")[1]


def test_the_variable_is_the_jobs_generation(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    generation = run("pin")[1].strip()
    monkeypatch.setenv("FIXTURE_GENERATION", generation)
    assert run("pin")[:2] == (0, f"{generation}\n")
    run(*ADD)
    code, out, err = run("pin")
    assert (code, out) == (64, "")
    assert f"is {generation}" in err
    assert run("check")[0] == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("add", "--arguments", "input.json"), 64, "Missing option '--property'"),
        (("add", "--property", "a", "--arguments", "gone.json"), 65, "gone.json: No such file"),
        ((*ADD, "--freeze", "input.json"), 65, "input.json:1: "),
        (("list", "--format", "html"), 64, "--format html: not one of text, json"),
        (("check", "--repo", "gone"), 64, "gone: no such folder"),
        (("check", "--pack", "input.json"), 65, "input.json: neither a file nor a folder"),
        ((), 64, "Missing command"),
    ],
)
def test_what_cannot_be_done_is_a_fault(
    run: Run, words: tuple[str, ...], code: int, said: str
) -> None:
    found = run(*words)
    assert found[0] == code
    assert said in found[2]
