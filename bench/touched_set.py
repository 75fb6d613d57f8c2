"""What telling the touched set of a large patch costs: 50 files of 2,000 edited in one commit.

Prints seconds, medians of five, beside the start of the command and `git diff` of the same commits;
asserts nothing.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("freezegate"))
FILES, EDITED, FUNCTIONS, RUNS = 2000, 50, 12, 5

FUNCTION = '''
def work_{at}(value, factor={at}):
    """Scale a value."""
    if value is None:
        return LIMIT
    return [helper(each) * factor for each in range(value) if each < LIMIT]
'''


def text(file: int, *, edited: bool) -> str:
    """Write one module: imports, a constant, functions; an edit touches three of them and LIMIT."""
    other = (file * 7 + 1) % FILES
    head = f"import os\nfrom shop.part_{other % 40}.mod_{other} import work_0 as helper\n"
    limit = f"LIMIT = {file + edited}\n"
    body = "".join(FUNCTION.format(at=at) for at in range(FUNCTIONS))
    return head + limit + (body.replace("each < LIMIT", "each <= LIMIT", 3) if edited else body)


def git(at: Path, *words: str) -> None:
    """Run git with an identity of ours."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    subprocess.run(("git", *who, *words), cwd=at, check=True, capture_output=True)


def lay_down(at: Path) -> None:
    """Commit the tree, then the patch."""
    git(at, "init", "-q")
    for edited in (False, True):
        for file in range(FILES):
            path = at / "src" / "shop" / f"part_{file % 40}" / f"mod_{file}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(file, edited=edited and file < EDITED), encoding="utf-8")
        git(at, "add", "-A")
        git(at, "commit", "-qm", "edited" if edited else "one")


def median(at: Path, *argv: str) -> float:
    """Take the median wall time of a command, in seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(argv, cwd=at, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Lay the repository down and time the three commands."""
    with tempfile.TemporaryDirectory() as name:
        at = Path(name)
        lay_down(at)
        rows = {
            "freezegate --version": median(at, COMMAND, "--version"),
            "git diff HEAD~1": median(at, "git", "diff", "HEAD~1"),
            f"lane --touched, {EDITED} of {FILES} files": median(
                at, COMMAND, "lane", "--touched", "--parent", "HEAD~1"
            ),
        }
        for what, seconds in rows.items():
            print(f"{what:<40} {seconds:6.2f} s")


if __name__ == "__main__":
    main()
