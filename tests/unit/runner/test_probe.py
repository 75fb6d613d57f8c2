import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from freezegate.shell.interpreter import RUNNER, Interpreter, find_interpreter
from tests.unit.runner.start import PYTHON, tree_of


@pytest.fixture
def probed(tmp_path: Path) -> dict[str, Any]:
    site = tree_of(
        tmp_path,
        {
            "alpha-1.5.dist-info/METADATA": "Name: alpha\nVersion: 1.5\n",
            "alpha-1.5.dist-info/entry_points.txt": "[pytest11]\nalpha = alpha_pkg.plugin\n",
            "alpha-1.5.dist-info/RECORD": (
                "alpha_pkg/__init__.py,,\n__pycache__/x.pyc,,\nalpha_one.py,,\n"
                "alpha_two.cpython-311-x86_64-linux-gnu.so,,\n../../bin/alpha,,\nnotes.txt,,\n"
            ),
            # Newer versions list only files that are there.
            "alpha_pkg/__init__.py": "",
            "__pycache__/x.pyc": "",
            "alpha_one.py": "",
            "alpha_two.cpython-311-x86_64-linux-gnu.so": "",
            "notes.txt": "",
            "nameless-1.dist-info/METADATA": "Version: 1\n",
            "legacy-2.dist-info/METADATA": "Name: legacy\nVersion: 2\n",
            "legacy-2.dist-info/top_level.txt": "legacy_pkg\n",
        },
    )
    done = subprocess.run(
        (PYTHON, "-s", "-B", str(RUNNER / "probe.py")),
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(site)},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_an_interpreter_says_what_it_has(probed: dict[str, Any]) -> None:
    assert {"alpha==1.5", "legacy==2"} <= set(probed["distributions"])
    assert probed["distributions"] == sorted(probed["distributions"])
    assert ["alpha", "alpha_pkg.plugin", "alpha"] in probed["plugins"]
    assert {"alpha_pkg", "alpha_one", "alpha_two", "legacy_pkg", "pytest"} <= set(probed["modules"])
    assert not {"__pycache__", "bin", "notes"} & set(probed["modules"])
    assert probed["pytest"]
    assert probed["python"].count(".") == 2
    assert set(probed) == {
        "python",
        "platform",
        "implementation",
        "pytest",
        "hypothesis",
        "distributions",
        "plugins",
        "modules",
    }


def test_the_supervisor_reads_it(tmp_path: Path) -> None:
    found = find_interpreter(Path(PYTHON), tmp_path, tmp_path)

    assert isinstance(found, Interpreter)
    assert found.pytest_major >= 7
