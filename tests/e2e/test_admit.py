"""The exemption gate by the installed command: the text's example and its own command line."""

import json
import subprocess
from pathlib import Path

import pytest

from freezegate.wire.canonical import seal
from tests.e2e.kit import COMMAND
from tests.exemptions import CLOCK, INPUT, TEXT, UNINJECTED, WITNESS, controls, lane

NOW = "2026-10-12T00:00:00+00:00"


def admit(at: Path, witness: bytes, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the text's command line: `--witness witness.json --now ...`."""
    (at / "witness.json").write_bytes(witness)
    argv = [str(COMMAND), "admit", "--witness", "witness.json", "--now", NOW, *words]
    return subprocess.run(argv, cwd=at, capture_output=True, text=True, check=False)


@pytest.fixture
def sealed(tmp_path: Path) -> tuple[str, ...]:
    """The facts of a run, as options."""
    (tmp_path / "report.json").write_bytes(seal(lane()))
    (tmp_path / "controls.json").write_bytes(seal(controls(*CLOCK)))
    return "--report", "report.json", "--controls", "controls.json"


def test_the_text_s_example_is_denied_though_it_says_green(tmp_path: Path) -> None:
    done = admit(tmp_path, TEXT)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("counterexample_found  tests/test_order.py::test_stable_keys")


def test_a_counterexample_is_denied_beside_a_green_lane(
    tmp_path: Path, sealed: tuple[str, ...]
) -> None:
    (tmp_path / "controls.json").write_bytes(seal(controls(*INPUT)))
    done = admit(tmp_path, TEXT, *sealed, "--format", "json")
    whole = json.loads(done.stdout)
    assert (done.returncode, len(whole["findings"])) == (1, 1), done.stderr
    assert whole["reason"] == "counterexample_found"


def test_one_that_holds_is_allowed_and_one_control_less_is_not(
    tmp_path: Path, sealed: tuple[str, ...]
) -> None:
    done = admit(tmp_path, WITNESS, *sealed)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "controls.json").write_bytes(seal(controls(*UNINJECTED)))
    done = admit(tmp_path, WITNESS, *sealed)
    assert done.returncode == 1
    assert "relabelled unknown, lacking: clock injected" in " ".join(done.stdout.split())


def test_a_flag_in_quotes_is_no_flag(tmp_path: Path, sealed: tuple[str, ...]) -> None:
    done = admit(tmp_path, WITNESS.replace(b" true", b' "false"'), *sealed)
    assert (done.returncode, done.stdout) == (65, "")
    assert "witness.json:4: Expected `bool`, got `str`" in done.stderr
