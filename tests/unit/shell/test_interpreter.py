import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from freezegate.errors import EngineError
from freezegate.shell.interpreter import Interpreter, candidates, find_interpreter

PYTHON = Path(sys.executable)


def fake(at: Path, script: str) -> Path:
    """A program in an interpreter's place."""
    at.parent.mkdir(parents=True, exist_ok=True)
    at.write_text(f"#!/bin/sh\n{script}\n")
    at.chmod(0o755)
    return at


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Interpreter:
    """The interpreter that runs these tests, probed once."""
    folder = tmp_path_factory.mktemp("probed")
    return find_interpreter(PYTHON, folder, folder)


def test_an_interpreter_with_pytest_is_probed(probed: Interpreter) -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    assert probed.executable == PYTHON
    assert probed.environment.python == f"CPython {version}"
    assert probed.environment.pytest == pytest.__version__
    assert probed.environment.hypothesis
    assert probed.pytest_major == int(pytest.__version__.split(".", maxsplit=1)[0])
    assert "hypothesispytest" in {name for name, _, _ in probed.plugins}


def test_names_are_foreign_unless_the_project_brings_them(probed: Interpreter) -> None:
    shared = msgspec.structs.replace(
        probed, modules={"shop": ("shop",), "shop_x": ("shop",), "ns": ("shop", "other"), "o": ()}
    )
    assert shared.foreign(()) == {"shop", "shop_x", "ns"}
    assert shared.foreign(("shop",)) == {"ns"}
    assert "pytest" in probed.foreign(("shop",))


def test_the_same_distributions_have_the_same_digest(probed: Interpreter, tmp_path: Path) -> None:
    again = find_interpreter(PYTHON, tmp_path, tmp_path)
    assert again == probed


def test_our_own_variables_do_not_reach_the_probe(
    probed: Interpreter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pytest.py").write_text("raise RuntimeError")
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert find_interpreter(PYTHON, tmp_path, tmp_path) == probed


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 1", "it does not run"),
        ("kill -9 $$", "it does not run"),
        ("echo hello", "it prints something else than the answer that it was asked for"),
        ("exit 0", "it prints something else than the answer that it was asked for"),
    ],
)
def test_what_is_no_interpreter_is_named_with_what_is_wrong(
    tmp_path: Path, script: str, why: str
) -> None:
    python = fake(tmp_path / "python", script)
    with pytest.raises(EngineError) as fault:
        find_interpreter(python, tmp_path, tmp_path)
    assert str(fault.value) == (
        f"no interpreter with pytest: tried {python} ({why}); "
        "name the project's own with --python EXE"
    )


def test_one_that_is_not_there_or_may_not_run_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    for name, why in (("absent", "No such file or directory"), ("plain", "Permission denied")):
        with pytest.raises(EngineError, match=rf"tried .*{name} \({why}\); name the project's"):
            find_interpreter(tmp_path / name, tmp_path, tmp_path)


def test_an_interpreter_without_pytest_is_told_so(tmp_path: Path) -> None:
    subprocess.run((PYTHON, "-m", "venv", "--without-pip", tmp_path / "bare"), check=True)
    with pytest.raises(EngineError, match=r"bare/bin/python \(it has no pytest\); name the"):
        find_interpreter(tmp_path / "bare/bin/python", tmp_path, tmp_path)


def test_the_next_one_is_tried_and_every_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    fake(tmp_path / "active/bin/python", "exit 1")
    fake(tmp_path / "top/.venv/bin/python", "echo hello")
    found = find_interpreter(None, tmp_path / "top", tmp_path)
    assert found.executable == PYTHON


def test_the_active_environment_comes_before_the_repositorys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    active, own = (tmp_path / folder / "bin/python" for folder in ("active", "top/.venv"))
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert candidates(None, tmp_path / "top") == (PYTHON,)
    for path in (active, own):
        fake(path, "")
    assert candidates(None, tmp_path / "top") == (active, own, PYTHON)
    monkeypatch.delenv("VIRTUAL_ENV")
    assert candidates(None, tmp_path / "top") == (own, PYTHON)


def test_the_one_that_was_named_is_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    fake(tmp_path / "bin/python", "")
    assert candidates(Path("named"), tmp_path) == (Path.cwd() / "named",)
