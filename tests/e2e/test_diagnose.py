"""`diagnose` by the installed command, on real tests. Seeds are chosen so that few reruns tell.

`SPY` names a folder outside the trees, handed to the tests, in which they leave what they saw.
"""

import importlib.metadata
import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from freezegate.core.orders import ahead, shuffled
from freezegate.model.failure import Controls
from freezegate.model.ids import Seed, TestId
from freezegate.shell.store import read_file
from freezegate.source.schedule import hash_seed
from freezegate.wire.canonical import unseal
from tests.e2e.kit import Project, lean_interpreter

CONFIG = "[tool.freezegate]\nextension = 0\nenvironment = ['SPY']\n"
VICTIM, POLLUTER = TestId("tests/test_a.py::test_it"), TestId("tests/test_z.py::test_leaves")
CLEAN = TestId("tests/test_z.py::test_leaves_nothing")


class Diagnosis:
    """What one call of the command gave."""

    def __init__(self, done: "subprocess.CompletedProcess[str]", out: Path) -> None:
        self.exit = done.returncode
        self.text = " ".join(done.stdout.split())
        self.err = done.stderr
        self.controls = out

    @property
    def counts(self) -> dict[str, list[int]]:
        """Red runs and runs of the patch, by what was changed, from the sealed controls."""
        sealed, _ = unseal(read_file(self.controls), Controls, origin="controls.json")
        found: dict[str, list[int]] = {}
        for run in sealed.runs:
            if run.side == "patch":
                total = found.setdefault(str(run.changed), [0, 0])
                total[0] += run.red
                total[1] += run.runs
        return found


def diagnosed(project: Project, seeds: str, *words: str, spy: Path | None = None) -> Diagnosis:
    """Diagnose the victim at HEAD against the commit before it."""
    out = project.at.parent / "controls.json"
    options = ("--parent", "HEAD~1", "--seeds", seeds, "--python", str(project.python))
    env = {"SPY": str(spy)} if spy else {}
    done = project.run("diagnose", VICTIM, *options, "--out", str(out), "--quiet", *words, env=env)
    return Diagnosis(done, out)


def patched(project: Project, files: dict[str, str]) -> None:
    """Commit a parent with these tests, and a patch that touches none of them."""
    project.commit({"pyproject.toml": CONFIG, "lib.py": "STATE = []\n", **files})
    project.commit({"lib.py": "STATE = []\nX = 1\n"})


def five_of_six(wanted: "list[bool]") -> str:
    """Choose the first seeds of which five are wanted and one is not, as an option."""
    chosen = [*[at for at, each in enumerate(wanted) if each][:5], wanted.index(False)]
    return ",".join(map(str, sorted(chosen)))


def test_an_order_dependent_test_is_told_with_the_test_that_pollutes_it(project: Project) -> None:
    patched(
        project,
        {
            "tests/test_a.py": "import lib\n\ndef test_it():\n    assert not lib.STATE\n",
            "tests/test_z.py": """
                import lib

                def test_leaves_nothing():
                    pass

                def test_leaves():
                    lib.STATE.append(1)
                """,
        },
    )
    among = (VICTIM, CLEAN, POLLUTER)
    orders = [ahead(shuffled(among, Seed(seed)), VICTIM) for seed in range(60)]
    done = diagnosed(project, five_of_six([POLLUTER in before for before in orders]))
    assert done.exit == 0, done.err
    assert "order_dependent: may be frozen for a short time" in done.text
    assert f"polluter {POLLUTER}" in done.text
    assert "the order was varied over 3 tests" in done.text
    assert "pip install time-machine" in done.text
    counts = done.counts
    assert counts["varied_order"] == [3, 3]
    assert counts["alone"] == [0, 6]
    assert counts["fixed_order"][0] == 0
    assert counts["fixed_order"][1] >= 9
    assert counts["behind_predecessors"] == [3, 3]


def test_a_test_that_follows_the_hash_seed_is_order_dependent_without_a_polluter(
    project: Project,
) -> None:
    patched(
        project,
        {"tests/test_a.py": "def test_it():\n    assert hash('a') % 2 == hash('b') % 2\n"},
    )
    code = "print(hash('a') % 2 == hash('b') % 2)"
    green = [
        subprocess.run(
            (str(project.python), "-c", code),
            env={"PYTHONHASHSEED": str(hash_seed(Seed(seed)))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        == "True\n"
        for seed in range(30)
    ]
    done = diagnosed(project, five_of_six([not each for each in green]), "--format", "json")
    assert done.exit == 0, done.err
    (one,) = json.loads(done.text)["diagnosed"]
    assert one["failure_class"] == "order_dependent"
    assert one["polluters"] == []
    assert any("it follows the hash seed" in each for each in one["found"])


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lean interpreter that can inject a clock."""
    python = lean_interpreter(tmp_path_factory.mktemp("timed") / "venv")
    site = next(python.parents[1].glob("lib/python*/site-packages"))
    held = importlib.metadata.distribution("time-machine")
    for top in {file.parts[0] for file in held.files or ()} - {"__pycache__"}:
        (site / top).symlink_to(Path(str(held.locate_file(top))))
    return python


def test_a_date_that_passed_is_clock_bound(tmp_path: Path, timed: Path) -> None:
    project = Project(tmp_path / "project", timed)
    # Every date of the past year will do; the calm instant of a year ago lies ahead of it.
    turned = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=40)
    test = f"""
        from datetime import datetime

        def test_it():
            assert datetime.utcnow() < datetime.fromisoformat("{turned.isoformat()}")
        """
    patched(project, {"tests/test_a.py": test})
    done = diagnosed(project, "1,2,3,4,5")
    assert done.exit == 0, done.err
    assert "clock_bound: may be frozen for a short time" in done.text
    assert "the clock turns it red: " in done.text
    counts = done.counts
    assert counts["clock_on_boundary"][0] == counts["clock_on_boundary"][1] >= 5
    assert counts["clock_away"][0] == 0


BLIP = """
    import http.server
    import os
    import threading
    import urllib.request
    from pathlib import Path
    import lib

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            seen = Path(os.environ["SPY"], lib.SIDE + os.environ["FREEZEGATE_SEED"])
            body = b"whole" if seen.exists() else b""
            seen.touch()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    def test_it():
        with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.handle_request, daemon=True).start()
            url = "http://127.0.0.1:%d/" % server.server_port
            assert urllib.request.urlopen(url, timeout=30).read() == b"whole"
    """


def test_an_empty_body_and_then_a_whole_one_is_a_blip(project: Project, tmp_path: Path) -> None:
    project.commit({"pyproject.toml": CONFIG, "lib.py": "SIDE = 'a'\n", "tests/test_a.py": BLIP})
    project.commit({"lib.py": "SIDE = 'b'\n"})
    spy = tmp_path / "spy"
    spy.mkdir()
    done = diagnosed(project, "1,2,3", spy=spy)
    assert done.exit == 0, done.err
    assert "resource_blip: may be frozen for a short time" in done.text
    sealed: dict[str, Any] = json.loads(done.controls.read_text())
    recorded = [run for run in sealed["runs"] if run["changed"] == "upstream_recorded"]
    assert [(call["status_code"], call["body_bytes"]) for call in recorded[1]["calls"][:4]] == [
        *[(200, 0)] * 3, (200, 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "said"),
    [
        # It follows the generators' seed: red at the second one, whatever else is fixed.
        (
            {
                "tests/test_a.py": """
                    from random import random

                    def test_it():
                        assert random() < 0.5
                    """
            },
            "red alone and in a fixed order as well: neither order nor hash seed",
        ),
        (
            {
                "lib.py": "STATE = []\nX = 0\n",
                "tests/test_a.py": "import lib\n\ndef test_it():\n    assert lib.X == 0\n",
            },
            "this is what the patch did",
        ),
    ],
    ids=["the generators' seed", "the patch's own"],
)
def test_what_no_control_explains_stays_unknown(
    project: Project, files: dict[str, str], said: str
) -> None:
    patched(project, files)
    done = diagnosed(project, "1,2,3")
    assert done.exit == 1, done.err
    assert said in done.text
    assert "unknown: may not be frozen" in done.text


def test_an_input_that_breaks_both_sides_is_shrunk_and_replayed(project: Project) -> None:
    patched(
        project,
        {
            "tests/test_a.py": """
                from hypothesis import given, strategies as st

                @given(st.integers())
                def test_it(number):
                    assert number < 100
                """
        },
    )
    done = diagnosed(project, "3,4")
    assert done.exit == 1, done.err
    assert "an input that breaks it was shrunk: number=100" in done.text
    assert "it is not in the fixture pack yet" in done.text
    assert done.counts["input_replayed"] == [2, 2]
