"""The tracer, started as it is used: by path, in another interpreter's process."""

import json
import subprocess
import sys
from pathlib import Path

import freezegate.app

SCRIPT = Path(freezegate.app.__file__).with_name("canary_trace.py")
FILES = {
    "case.py": "def value(n):\n    if n:\n        return 1\n    return 2\n\n\ndef idle():\n    9\n",
    "test_it.py": (
        "import threading\n\nimport case\n\n\ndef test_it():\n    assert case.value(1) == 1\n\n\n"
        "def test_thread():\n    one = threading.Thread(target=case.value, args=(0,))\n"
        "    one.start()\n    one.join()\n"
    ),
}


def traced(tmp_path: Path, *words: str) -> dict[str, list[int]]:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name, text in FILES.items():
        (tree / name).write_text(text)
    out = tmp_path / "lines.json"
    done = subprocess.run(
        (sys.executable, str(SCRIPT), str(out), str(tree), "-q", "-p", "no:cacheprovider", *words),
        cwd=tree,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, list[int]] = json.loads(out.read_text())
    return found


def test_lines_that_the_test_executes_are_noted_and_no_others(tmp_path: Path) -> None:
    # `case` is the tree's, though a module of that name stands beside the script.
    assert traced(tmp_path, "test_it.py::test_it") == {"case.py": [2, 3], "test_it.py": [7]}


def test_threads_of_the_test_are_followed(tmp_path: Path) -> None:
    assert traced(tmp_path, "test_it.py::test_thread")["case.py"] == [2, 4]
