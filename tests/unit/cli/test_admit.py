"""The verb `admit`, without the installed command: exit codes and what is printed."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import typer

from freezegate.cli.admit import admit
from freezegate.cli.main import main
from freezegate.wire.canonical import seal
from tests.exemptions import CLOCK, WITNESS, controls, lane

Run = Callable[..., tuple[int, str, str]]
NOW = "2026-10-12T00:00:00+00:00"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`freezegate admit` on a witness and the sealed facts of a run that supports it."""
    monkeypatch.chdir(tmp_path)
    Path("witness.json").write_bytes(WITNESS)
    Path("report.json").write_bytes(seal(lane()))
    Path("controls.json").write_bytes(seal(controls(*CLOCK)))
    verbs = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    verbs.command()(admit)
    verbs.command("other")(lambda: 0)

    def called(*words: str, now: str = NOW) -> tuple[int, str, str]:
        code = main(["admit", "--witness", "witness.json", "--now", now, *words], verbs)
        said = capsys.readouterr()
        return code, said.out, said.err

    return called


FACTS = ("--report", "report.json", "--controls", "controls.json")


def test_an_exemption_that_holds_exits_0_and_is_no_pass(run: Run) -> None:
    code, out, err = run(*FACTS)
    assert (code, err) == (0, "")
    assert "freeze_allowed" in out
    assert "may not say that the test passed" in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "now", "reason"),
    [
        ((), NOW, "class_not_freezable"),
        ((*FACTS, "--incident"), NOW, "incident_open"),
        ((*FACTS, "--pack", "none"), NOW, "pin_drifted"),
        ((*FACTS, "--max-days", "1"), "2026-10-11T00:00:00Z", "expiry_beyond_cap"),
        (FACTS, "2026-10-13T00:00:00Z", "window_closed"),
    ],
)
def test_a_denial_exits_1(run: Run, words: tuple[str, ...], now: str, reason: str) -> None:
    code, out, _ = run(*words, "--format", "json", now=now)
    whole = json.loads(out)
    assert (code, whole["exit"], whole["reason"], whole["gate"]) == (1, 1, reason, "exemption")
    assert "may not say" not in run(*words, now=now)[1]


@pytest.mark.parametrize(
    ("words", "now", "code", "said"),
    [
        (("--max-days", "-1"), NOW, 64, "--max-days -1"),
        ((), "2026-10-12", 64, "--now '2026-10-12' is not a time"),
        (("--format", "xml"), NOW, 64, "--format xml"),
        (("--green",), NOW, 64, "--green"),  # no fact is a flag
        (("--report", "none.json"), NOW, 65, "none.json"),
        (("--controls", "report.json"), NOW, 65, "report.json:1"),
    ],
)
def test_a_fault_is_no_verdict(
    run: Run, words: tuple[str, ...], now: str, code: int, said: str
) -> None:
    got, out, err = run(*words, now=now)
    assert (got, out) == (code, "")
    assert said in err


def test_without_a_time_the_clock_is_asked(run: Run) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d")
    Path("witness.json").write_bytes(WITNESS.replace(b"2026-10-13", tomorrow.encode()))
    assert run(*FACTS, now="")[0] == 0
    Path("witness.json").write_bytes(WITNESS.replace(b"2026-10-13", b"2020-01-01"))
    assert run(*FACTS, now="")[0] == 1
