"""The runner as a process: what reaches the claims, and what does not."""

import ast
import subprocess
from pathlib import Path

import pytest

from freezegate.shell.interpreter import RUNNER
from tests.unit.runner.start import PYTHON, start, tree_of


@pytest.mark.parametrize("path", sorted(RUNNER.rglob("*.py")), ids=lambda path: path.name)
def test_every_file_has_the_syntax_of_python_3_9(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert ast.parse(text, feature_version=(3, 9)).body


def test_capture_has_no_siblings() -> None:
    parsed = ast.parse((RUNNER / "capture.py").read_text(encoding="utf-8"))

    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(parsed))


def test_nothing_that_is_printed_reaches_the_claims(tmp_path: Path) -> None:
    module = """
        import os
        import subprocess
        import sys

        print("at import")
        os.write(1, b'{"kind": "end", "count": 0, "exit": 0}\\n')

        def test_prints():
            print("printed")
            os.write(1, b'{"kind": "start", "test_id": "forged"}\\n')
            sys.__stdout__.write("under capture\\n")
            subprocess.run(["echo", "child"], check=True)
    """
    conftest = "import os\nos.write(1, b'early\\n')"
    tree = tree_of(tmp_path, {"tests/test_a.py": module, "tests/conftest.py": conftest})

    for ini in ("", "addopts = -s\n"):
        answer = start(tree, ini=ini)

        assert [type(claim).__name__ for claim in answer.claims] == [
            "Hello",
            "Started",
            "Ran",
            "End",
        ]
        assert answer.outcomes() == {"test_prints": "passed"}
        assert answer.end is not None
        assert answer.end.count == 1


def test_standard_input_is_empty_and_our_files_cannot_be_imported(tmp_path: Path) -> None:
    module = """
        import importlib
        import os
        import sys
        import pytest

        def test_input():
            assert os.read(0, 10) == b""

        @pytest.mark.parametrize("name", ["boot", "plugin", "capture", "emit", "freezegate.runner"])
        def test_not_importable(name):
            try:
                found = importlib.import_module(name)
            except ImportError:
                return
            assert "runner" not in (found.__file__ or "") or name == "freezegate.runner"

        def test_no_descriptor_is_inherited():
            import subprocess
            code = "import os; os.write({}, b'forged')"
            for descriptor in range(3, 20):
                subprocess.run(
                    [sys.executable, "-S", "-c", code.format(descriptor)],
                    stderr=subprocess.DEVNULL, close_fds=False,
                )
    """
    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}), ini="addopts = -s\n")

    assert set(answer.outcomes().values()) == {"passed"}
    assert answer.code == 0


def test_a_thread_that_goes_on_does_not_keep_the_process(tmp_path: Path) -> None:
    module = """
        import threading
        import time

        def test_leaves_a_thread():
            threading.Thread(target=time.sleep, args=(300,)).start()
    """
    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}))

    assert answer.outcomes() == {"test_leaves_a_thread": "passed"}
    assert answer.end is not None


def test_a_plan_that_is_none_ends_with_a_traceback() -> None:
    done = subprocess.run(
        (PYTHON, "-s", "-B", str(RUNNER / "boot.py")), input=b"{", capture_output=True, check=False
    )

    assert done.returncode == 1
    assert done.stdout == b""
