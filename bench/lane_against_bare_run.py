"""What the property lane costs over the bare run of the same properties, in one run.

Bare: the runner on the same trees, seeds and properties with nothing listened to. Prints medians of
five and their ratio; asserts nothing.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("freezegate"))
RUNS, PROPERTIES, SEEDS = 5, 40, 12

SHOP = """
def total(prices, factor={factor}):
    result = 0
    for each in prices:
        result += scaled(each, factor)
    return result // {factor}


def scaled(value, factor):
    return value * factor
"""
TEST = """
@given(st.lists(st.integers()))
def test_total_{at}(prices):
    assert shop.total(prices) == sum(prices)

"""


def git(at: Path, *words: str) -> None:
    """Run git with an identity of ours."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    subprocess.run(("git", *who, *words), cwd=at, check=True, capture_output=True)


def lay_down(at: Path) -> None:
    """Commit a shop with its properties, then a patch of both functions."""
    git(at, "init", "-q", "-b", "main")
    (at / "tests").mkdir()
    head = "import shop\nfrom hypothesis import given, strategies as st\n\n"
    body = "".join(TEST.format(at=at_) for at_ in range(PROPERTIES))
    (at / "tests" / "test_shop.py").write_text(head + body, encoding="utf-8")
    for factor in (2, 3):
        (at / "shop.py").write_text(SHOP.format(factor=factor), encoding="utf-8")
        git(at, "add", "-A")
        git(at, "commit", "-qm", f"factor {factor}")


def timed(at: Path, *words: str) -> float:
    """Wall time of one command, in seconds."""
    start = time.perf_counter()
    subprocess.run((COMMAND, *words, "--quiet"), cwd=at, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Time a contract (the lane collects and hashes as it does), a bare run, and the lane."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        at = folder / "shop"
        at.mkdir()
        lay_down(at)
        judged = ("--parent", "HEAD~1", "--seeds", str(SEEDS))
        contract = str(folder / "contract.json")
        timed(at, "contract", *judged, "--out", contract)
        rows: dict[str, list[float]] = {"contract": [], "bare run": [], "lane": []}
        for number in range(RUNS):
            out = str(folder / f"{number}.jsonl")
            rows["contract"].append(timed(at, "contract", *judged, "--out", f"{out}.json"))
            run = ("run", "--side", "patch", "--contract", contract, "--out", out)
            rows["bare run"].append(timed(at, *run))
            rows["lane"].append(timed(at, "lane", *judged))
        for what, times in rows.items():
            spread = max(times) - min(times)
            print(f"{what:<10} {statistics.median(times):6.2f} s  spread {spread:.2f} s")
        drafted, bare, lane = (statistics.median(times) for times in rows.values())
        print(f"lane / bare run of the same {PROPERTIES} properties: {lane / bare:.2f}")
        print(f"lane / contract and bare run: {lane / (drafted + bare):.2f}")


if __name__ == "__main__":
    main()
