from pathlib import Path

import pytest

from freezegate.app.demo import Shown, demo, table
from freezegate.app.gate import Judged
from freezegate.errors import UsageError
from freezegate.model.contract import Side
from freezegate.model.evidence import Evidence
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Flag
from freezegate.shell.example import Scenario
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words
from tests.unit.app.stored import plain, proposed

HISTORY = """
author = "A <a@example.invalid>"

[[commits]]
message = "All"
at = 1741600800
adds = ["pkg/__init__.py", "tests/test_a.py"]
"""
CARD = """
title = "Breaks it"
lesson = "It is broken."
tests = ["tests/test_a.py"]
expect = "reject"

[expect_reasons]
"tests/test_a.py::test_a" = "regression"
"""
DIFF = """\
diff --git a/pkg/__init__.py b/pkg/__init__.py
--- a/pkg/__init__.py
+++ b/pkg/__init__.py
@@ -1 +1 @@
-X = 1
+X = 2
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """An example of one patch."""
    folder = tmp_path / "source"
    for name, text in {
        "history.toml": HISTORY,
        "base/pkg/__init__.py": "X = 1\n",
        "base/tests/test_a.py": "def test_a():\n    assert 1\n",
        "patches/01-breaks.toml": CARD,
        "patches/01-breaks.diff": DIFF,
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_each_patch_is_judged_and_its_evidence_kept(source: Path, tmp_path: Path) -> None:
    progress = RecordingProgress()

    def red(label: str, _test_id: str, _seed: int) -> str:
        return "A" if label == "b" else "."

    at = tmp_path / "demo"
    (shown,) = demo(at, None, progress, source=source, engine=FakeEngine(Suite(red)))
    assert not shown.is_surprise
    assert shown.judged.folder == at / "evidence" / "01-breaks"
    assert shown.judged.evidence.verdict.reason is Reason.REGRESSION
    assert progress.phases == ["01-breaks: Breaks it"]
    assert progress.done == progress.expected == dict.fromkeys(Side, 12)


def test_verdict_that_the_card_does_not_say_is_a_surprise(source: Path, tmp_path: Path) -> None:
    engine = FakeEngine(Suite(from_words({})))
    (shown,) = demo(tmp_path / "demo", None, RecordingProgress(), source=source, engine=engine)
    assert shown.is_surprise
    assert "<- not what the example's card says" in table((shown,))


def test_occupied_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(UsageError, match="exists and is not an empty folder"):
        demo(tmp_path, None, RecordingProgress())


def line(
    evidence: Evidence,
    expect: Decision,
    *,
    reasons: dict[str, Reason] | None = None,
    flags: tuple[Flag, ...] = (),
) -> Shown:
    scenario = Scenario(
        name="07-name",
        title="",
        lesson="",
        branch="",
        tests=(),
        expect=expect,
        expect_reasons=reasons or {},
        expect_flags=flags,
    )
    judged = Judged(evidence=evidence, folder=Path("at/evidence/07-name"))
    return Shown(scenario=scenario, judged=judged)


def test_card_is_held_to_decision_reasons_and_flags() -> None:
    _, evidence = plain("..", ".A")
    assert not line(evidence, Decision.REJECT, reasons={"p": Reason.REGRESSION}).is_surprise
    assert line(evidence, Decision.ACCEPT).is_surprise
    assert line(evidence, Decision.REJECT, reasons={"p": Reason.WORSENED}).is_surprise
    assert line(evidence, Decision.REJECT, flags=(Flag.SPEC_REVIEW,)).is_surprise


def test_table_tells_what_led_to_the_decision() -> None:
    _, red = plain("..", ".A")
    _, ticket = proposed()
    text = table((line(red, Decision.REJECT), line(ticket, Decision.PROPOSE_FREEZE)))
    head, first, second, _, where, read = text.splitlines()
    assert head.split() == ["patch", "decision", "reasons"]
    assert first.split() == ["07-name", "reject", "regression"]
    assert second.split()[:3] == ["07-name", "propose_freeze", "shared_variant_fail"]
    assert second.endswith("+spec_review")
    assert where == "evidence: at/evidence/<patch>"
    assert read == "read one: freezegate verify at/evidence/07-name"


def test_table_of_an_accept_names_every_reason() -> None:
    _, green = plain("..", "..")
    assert "both_pass" in table((line(green, Decision.ACCEPT),))


def test_empty_table_points_nowhere() -> None:
    assert "verify" not in table(())
