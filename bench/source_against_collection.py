"""Manifests and classification from source against pytest's own collection, on a large suite.

Prints wall and CPU seconds and ratios of one run; asserts nothing. The suite comes from an sdist,
downloaded into a temporary folder with the ordinary client.
"""

import os
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from collections.abc import Mapping
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("freezegate"))
#: More than 12,000 test functions, collected by pytest, pure Python.
SUITE = "sympy==1.13.3"
NEEDS = ("pytest", "hypothesis", "mpmath")
EDITED = "sympy/core/tests/test_expr.py"


def timed(argv: tuple[str, ...], cwd: Path, env: Mapping[str, str]) -> tuple[float, float, str]:
    """Wall and CPU seconds of a command, children included, and the last line that it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        argv, cwd=cwd, env={**os.environ, **env}, check=False, capture_output=True, text=True
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, (done.stdout.strip().splitlines() or [done.stderr.strip()])[-1]


def git(at: Path, *words: str) -> None:
    """Run git with an identity of ours."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    subprocess.run(("git", *who, *words), cwd=at, check=True, capture_output=True)


def lay_down(folder: Path) -> tuple[Path, str]:
    """Download the suite, commit it, and make an environment that can collect it."""
    pip = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:")
    subprocess.run((*pip, SUITE, "-d", str(folder)), check=True, capture_output=True)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (repo,) = folder.glob("*/pyproject.toml")
    at = repo.parent
    git(at, "init", "-q")
    git(at, "add", "-A")
    git(at, "commit", "-qm", "one")
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / "bin" / "python")
    subprocess.run((python, "-m", "pip", "install", "-q", *NEEDS), check=True, capture_output=True)
    return at, python


def main() -> None:
    """Collect, measure from source, edit one file, measure and classify again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        at, python = lay_down(folder)
        collect = (
            python,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-p",
            "no:cacheprovider",
            "sympy",
        )
        bytecode = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
        cache = {"XDG_CACHE_HOME": str(folder / "cache")}
        manifest = (COMMAND, "manifest", "--source", "--out", str(folder / "manifest.json"))
        rows = {
            "pytest --collect-only, fresh checkout": timed(collect, at, bytecode),
            "pytest --collect-only, with bytecode": timed(collect, at, bytecode),
            "manifest --source, nothing kept": timed(manifest, at, cache),
            "manifest --source, all kept": timed(manifest, at, cache),
        }
        edited = at / EDITED
        edited.write_text(edited.read_text(encoding="utf-8").replace("assert ", "assert 1 and ", 1))
        git(at, "commit", "-qam", "two")
        classify = (
            COMMAND,
            "classify",
            "--source",
            "--parent",
            "HEAD~1",
            "--out",
            f"{name}/c.json",
        )
        rows["manifest --source, one file edited"] = timed(manifest, at, cache)
        rows["classify --source, one file edited"] = timed(classify, at, cache)
        whole = next(iter(rows.values()))[0]
        for what, (wall, cpu, said) in rows.items():
            print(f"{what:<40} {wall:7.2f} s wall  {cpu:7.2f} s CPU  {wall / whole:7.1%}  {said}")


if __name__ == "__main__":
    main()
