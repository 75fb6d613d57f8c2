"""The user's repository is read and never written: `.git` is the same, byte for byte."""

import os
import stat
import subprocess
from pathlib import Path

from tests.e2e.kit import Project

#: What a file or folder is, without the time at which it was last read.
Seen = tuple[int, int, bytes]


def seen(folder: Path) -> dict[str, Seen]:
    """Every file and folder below (and the folder itself): mode, time of change, content."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        facts = path.lstat()
        content = b""
        if stat.S_ISREG(facts.st_mode):
            content = path.read_bytes()
        elif stat.S_ISLNK(facts.st_mode):
            content = os.fsencode(path.readlink())
        found[str(path.relative_to(folder))] = (facts.st_mode, facts.st_mtime_ns, content)
    return found


def differences(before: dict[str, Seen], after: dict[str, Seen]) -> list[str]:
    """The names of what was added, removed or changed."""
    return sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )


def test_no_verb_touches_the_git_folder_or_the_work_tree(project: Project) -> None:
    ran = project.at.parent / "something-of-the-repository-ran"
    project.commit(
        {
            "shop.py": "PRICE = 1\n",
            "tests/test_it.py": "import shop\n\ndef test_it():\n    assert shop.PRICE == 1\n",
        }
    )
    project.commit({"shop.py": "PRICE = 2\n"})
    project.write({"shop.py": "PRICE = 3\n"})
    project.git("stash", "-q")
    project.write({"staged.py": "X = 1\n"})
    project.git("add", "staged.py")
    project.write({"untracked.py": "Y = 1\n", "shop.py": "PRICE = 4\n", "model.bin": "real"})
    diff = project.at.parent / "agent.patch"
    diff.write_text(project.git("diff") + "\n")
    # The index holds times that are no longer the files': a `git status` would rewrite it.
    os.utime(project.at / "staged.py", (1_700_000_000, 1_700_000_000))
    # Programs that git starts for a repository that asks for them.
    project.write({".gitattributes": "*.bin filter=ours\n"})
    project.git("config", "filter.ours.clean", f"touch '{ran}'; cat")
    project.git("config", "filter.ours.required", "true")
    project.git("config", "core.fsmonitor", f"touch '{ran}'; false")
    project.git("config", "gc.auto", "1")
    hooks = project.at / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction"):
        (hooks / hook).write_text(f"#!/bin/sh\ntouch '{ran}'\n")
        (hooks / hook).chmod(0o755)

    before = seen(project.at)
    assert ".git/index" in before
    assert ".git/refs/stash" in before

    contract = project.at.parent / "contract.json"
    common = ("--select", "all", "--seeds", "1", "--parent", "HEAD~1")
    calls: tuple[tuple[str, ...], ...] = (
        ("gate", *common, "--out", str(project.at.parent / "one")),
        ("gate", *common, "--out", str(project.at.parent / "two"), "--worktree"),
        (
            "gate", "--select", "all", "--seeds", "1", "--parent", "HEAD",
            "--out", str(project.at.parent / "three"), "--diff", str(diff),
        ),
        ("contract", *common, "--out", str(contract)),
        (
            "run", "--side", "patch", "--contract", str(contract),
            "--out", str(project.at.parent / "patch.jsonl"),
        ),
        ("manifest",),
        ("manifest", "--source"),
        ("classify", "--parent", "HEAD~1"),
        ("classify", "--parent", "HEAD~1", "--source", "--worktree"),
        ("check", "--parent", "HEAD~1"),
        ("canary", "--parent", "HEAD~1"),
    )  # fmt: skip
    for call in calls:
        done = project.run(*call)
        assert done.returncode in {0, 1}, done.stderr
        assert differences(before, seen(project.at)) == [], call
    assert not ran.exists()
    # That which is compared would have shown: git itself, asked for the state, writes its index.
    subprocess.run(("git", "-c", "core.fsmonitor=false", "status"), cwd=project.at, check=True)
    assert differences(before, seen(project.at)) != []


def test_a_clean_tree_is_looked_at_and_left_alone(project: Project) -> None:
    project.commit({"tests/test_it.py": "def test_it():\n    pass\n"})
    # The index holds times that are no longer the files': a plain `git status` would rewrite it.
    os.utime(project.at / "tests/test_it.py", (1_700_000_000, 1_700_000_000))
    listing = project.at.parent / "listing.txt"
    listing.write_text("tests/test_it.py::test_it\n\n1 test collected in 0.01s\n")
    before = seen(project.at)
    done = project.run("manifest", "--collect", str(listing), "--tree", ".")
    assert done.returncode == 0, done.stderr
    assert differences(before, seen(project.at)) == []


def test_without_a_named_folder_only_the_evidence_is_added(project: Project) -> None:
    project.commit({"tests/test_it.py": "def test_it():\n    pass\n"})
    project.commit()
    before = seen(project.at)
    done = project.run("gate", "--select", "all", "--seeds", "1", "--parent", "HEAD~1")
    assert done.returncode == 0, done.stderr
    changed = [name for name in differences(before, seen(project.at)) if name != "."]
    assert changed
    assert all(name.split("/")[0] == ".freezegate" for name in changed)
