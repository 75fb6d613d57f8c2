"""The whole gate against a loop of pytest for each seed and tree, measured in one run.

Prints wall times and their ratio; asserts nothing. `(a)` is the example; `(b)` is a suite with
Hypothesis tests from an sdist, downloaded into a temporary folder with the ordinary client.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from freezegate.shell.example import PARENT_BRANCH, lay_down

COMMAND = str(Path(sys.executable).with_name("freezegate"))
SEEDS = 12
TIMES = 2
#: Small, pure Python, and its sdist carries its Hypothesis tests.
SUITE = "hpack"


def git(at: Path, *words: str) -> None:
    """Run git with an identity of ours."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    subprocess.run(("git", *who, *words), cwd=at, check=True, capture_output=True)


def gate_s(repo: Path, parent: str, patch: str, tests: tuple[str, ...], python: str) -> float:
    """Wall seconds of one gate."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            (COMMAND, "gate", *tests, "--repo", str(repo), "--parent", parent, "--patch", patch,
             "--python", python, "--seeds", str(SEEDS), "--quiet", "--out", f"{folder}/evidence"),
            check=False,
            capture_output=True,
        )  # fmt: skip
        return time.perf_counter() - start


def loop_s(repo: Path, revisions: tuple[str, str], tests: tuple[str, ...], python: str) -> float:
    """Wall seconds of pytest for each seed and tree, two at a time; checkouts do not count."""
    with tempfile.TemporaryDirectory() as folder:
        trees = []
        for number, revision in enumerate(revisions):
            tree = Path(folder) / f"tree{number}"
            subprocess.run(("git", "clone", "-q", str(repo), str(tree)), check=True)
            git(tree, "checkout", "-q", revision)
            trees.append(tree)

        def one(job: tuple[int, Path]) -> None:
            seed, tree = job
            env = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": f"{tree}/src:{tree}"}
            words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
            subprocess.run((python, *words), cwd=tree, env=env, check=False, capture_output=True)

        start = time.perf_counter()
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            list(pool.map(one, [(seed, tree) for seed in range(SEEDS) for tree in trees]))
        return time.perf_counter() - start


def report(name: str, gates: list[float], loops: list[float]) -> None:
    """Print the better of the times, and their ratio."""
    print(f"{name:<28} gate {min(gates):6.1f} s   loop {min(loops):6.1f} s   "
          f"ratio {min(gates) / min(loops):.2f}")  # fmt: skip


def measure(  # noqa: PLR0913, PLR0917 - what is measured, each part once
    name: str, repo: Path, parent: str, patch: str, tests: tuple[str, ...], python: str
) -> None:
    """Measure both ways in turn, so that noise hits both alike."""
    gates, loops = [], []
    for _ in range(TIMES):
        gates.append(gate_s(repo, parent, patch, tests, python))
        loops.append(loop_s(repo, (parent, patch), tests, python))
    report(name, gates, loops)


def fetched(folder: Path) -> tuple[Path, str] | None:
    """Make a repository of two commits of the suite, and an environment; none when offline."""
    words = ("-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d")
    got = subprocess.run(
        (sys.executable, *words, str(folder), SUITE), check=False, capture_output=True
    )
    archives = sorted(folder.glob("*.tar.gz"))
    if got.returncode or not archives:
        return None
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter="data")
    repo = next(path for path in folder.iterdir() if path.is_dir())
    git(repo, "init", "-q", "-b", "main")
    git(repo, "add", "--all", "--force")
    git(repo, "commit", "-q", "-m", "the sdist")
    (repo / "NOTES.txt").write_text("a second commit\n")
    git(repo, "add", "NOTES.txt")
    git(repo, "commit", "-q", "-m", "a note")
    home = folder / "env"
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run((python, "-m", "pip", "install", "-q", "pytest", "hypothesis"), check=True)
    return repo, str(python)


def main() -> None:
    """Measure, and say what could not be."""
    print(f"{os.cpu_count()} cores, {SEEDS} seeds, two trees; the better of {TIMES}")
    with tempfile.TemporaryDirectory() as folder:
        repo = Path(folder) / "orders"
        lay_down(repo)
        measure("example, 4 files", repo, PARENT_BRANCH, "patch/01-refactor",
                ("tests/test_totals.py", "tests/test_discounts.py", "tests/test_shipping.py",
                 "tests/test_stock.py"), sys.executable)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        suite = fetched(Path(folder))
        if suite is None:
            print(f"{SUITE}: the sdist could not be downloaded; not measured")
            return
        repo, python = suite
        measure(f"{SUITE} sdist, Hypothesis", repo, "HEAD~1", "HEAD",
                ("tests/test_encode_decode.py", "tests/test_huffman.py"), python)  # fmt: skip


if __name__ == "__main__":
    main()
