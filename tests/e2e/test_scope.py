"""The scope gate by the installed command: manifest, classify, check, on real commits."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord
from freezegate.wire.ledger import write_ledger
from freezegate.wire.times import parse_time
from tests.e2e.kit import Project

BOUNDS = """
    import pytest
    from lib import floor

    @pytest.mark.parametrize("n", [1, 2])
    def test_floor(n):
        assert floor(n) >= 0

    def test_lower():
        assert floor(0) == 0

    def test_upper(limit):
        assert floor(9) <= limit
    """
SUITE: Mapping[str, str | bytes | None] = {
    "lib.py": "def floor(n):\n    return max(n, 0)\n",
    "tests/conftest.py": """
        import pytest
        @pytest.fixture
        def limit():
            return 9
        """,
    "tests/test_bounds.py": BOUNDS,
}
NOW = "2026-10-10T00:00:00Z"
LOWER = "tests/test_bounds.py::test_lower"


def said(done: "subprocess.CompletedProcess[str]") -> dict[str, object]:
    """What was printed, as JSON."""
    whole: dict[str, object] = json.loads(done.stdout)
    return whole


def frozen(project: Project, manifest: Path, *records: Mapping[str, str]) -> Path:
    """Write a ledger; each record has the manifest's hash and parent unless it says otherwise."""
    whole = json.loads(manifest.read_text())
    made = [
        FreezeRecord(
            test_id=TestId(given["test_id"]),
            parent_sha=given.get("parent_sha", whole["parent_sha"]),
            assertion_hash=given.get(
                "assertion_hash", whole["assertion_hashes"].get(given["test_id"], "0" * 64)
            ),
            expires_at=parse_time(given.get("expires_at", "2026-10-17T00:00:00Z")),
        )
        for given in records
    ]
    path = project.at.parent / "flake_freeze.json"
    path.write_bytes(write_ledger(made))
    return path


def files(project: Project) -> tuple[Path, Path]:
    """The manifest of the parent and the classification of the patch, as files."""
    manifest, patch = (project.at.parent / name for name in ("manifest.json", "patch.json"))
    python = ("--python", str(project.python))
    for words in (
        ("manifest", "--rev", "HEAD~1", "--out", str(manifest), *python),
        ("classify", "--parent", "HEAD~1", "--out", str(patch), *python),
    ):
        done = project.run(*words)
        assert done.returncode == 0, done.stderr
    return manifest, patch


def check(project: Project, ledger: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    manifest, patch = (project.at.parent / name for name in ("manifest.json", "patch.json"))
    given = ("--manifest", str(manifest), "--patch-tests", str(patch), "--freeze", str(ledger))
    return project.run("check", *given, "--now", NOW, "--format", "json", *words)


@pytest.fixture
def patched(project: Project) -> Project:
    """A patch that adds a test and a parameter, rewrites one, moves a file."""
    project.commit({**SUITE, "tests/test_old.py": "def test_moved():\n    assert 7 > 3\n"})
    project.commit(
        {
            "tests/test_bounds.py": BOUNDS.replace("[1, 2]", "[1, 2, 3]").replace(
                "<= limit", "< 99"
            )
            + "\n    def test_new():\n        assert floor(1)\n",
            "tests/test_old.py": None,
            "tests/test_new_place.py": "def test_moved():\n    assert 7 > 3\n",
        }
    )
    return project


def test_both_tables_of_the_text_row_by_row(patched: Project) -> None:
    manifest, patch = files(patched)
    whole = json.loads(manifest.read_text())
    assert whole["parent_sha"] == patched.git("rev-parse", "HEAD~1")
    assert whole["test_ids"] == sorted(whole["assertion_hashes"])
    changes = json.loads(patch.read_text())
    assert changes["added"] == [
        "tests/test_bounds.py::test_floor[3]",
        "tests/test_bounds.py::test_new",
    ]
    assert changes["renamed_to"] == ["tests/test_new_place.py::test_moved"]
    assert changes["rewritten"] == [
        "tests/test_bounds.py::test_floor[1]",
        "tests/test_bounds.py::test_floor[2]",
        "tests/test_bounds.py::test_upper",
    ]
    assert changes["untouched"] == [LOWER]
    rows = (
        ({"test_id": LOWER}, 0, "freeze_eligible"),
        ({"test_id": "tests/test_bounds.py::test_new"}, 2, "freeze_of_added"),
        ({"test_id": "tests/test_bounds.py::test_floor[3]"}, 2, "freeze_of_added"),
        ({"test_id": "tests/test_new_place.py::test_moved"}, 2, "freeze_of_renamed"),
        ({"test_id": "tests/test_bounds.py::test_upper"}, 2, "freeze_of_rewritten"),
        ({"test_id": LOWER, "assertion_hash": "0" * 64}, 3, "assertion_hash_mismatch"),
        ({"test_id": "tests/test_bounds.py::test_none"}, 3, "unknown_test_id"),
        ({"test_id": LOWER, "parent_sha": "b" * 40}, 3, "foreign_parent"),
        ({"test_id": LOWER, "expires_at": NOW}, 4, "freeze_expired"),
    )
    for record, code, reason in rows:
        done = check(patched, frozen(patched, manifest, record))
        assert (done.returncode, said(done)["reason"]) == (code, reason), (record, done.stderr)
    several = frozen(patched, manifest, rows[8][0], rows[1][0], rows[6][0])
    done = check(patched, several)
    assert done.returncode == 2
    found = said(done)["findings"]
    assert isinstance(found, list)
    assert {each["reason"] for each in found} == {
        "freeze_expired",
        "freeze_of_added",
        "unknown_test_id",
    }


def test_all_is_derived_from_the_repository(patched: Project) -> None:
    manifest, _ = files(patched)
    before = patched.git("status", "--porcelain", "--ignored")
    python = ("--python", str(patched.python))
    asked = ("check", "--parent", "HEAD~1", "--now", NOW, *python)
    done = patched.run(*asked)
    assert done.returncode == 0, done.stderr
    assert "ledger_empty" in done.stdout
    assert "says nothing of the patch's correctness" in " ".join(done.stdout.split())
    ledger = frozen(patched, manifest, {"test_id": "tests/test_bounds.py::test_new"})
    done = patched.run(*asked, "--freeze", str(ledger))
    assert done.returncode == 2, done.stderr
    assert "Delete the freeze line and rerun." in done.stdout
    assert patched.git("status", "--porcelain", "--ignored") == before

    root = patched.git("rev-parse", "HEAD~1")
    held = frozen(patched, manifest, {"test_id": LOWER}).read_bytes()
    patched.commit({"flake_freeze.json": held})
    patched.commit({"lib.py": "def floor(n):\n    return max(0, n)\n"})
    done = patched.run(*asked, "--format", "json")
    assert (done.returncode, said(done)["reason"]) == (0, "freeze_eligible"), done.stderr
    assert "this line" not in done.stdout  # the parent has it as well, of its own ancestor
    assert root != patched.git("rev-parse", "HEAD~1")
    later = held.replace(b"2026-10-17", b"2026-11-17")
    patched.commit({"flake_freeze.json": later})
    done = patched.run(*asked, "--format", "json")
    assert "the patch alters this line" in done.stdout
    lapsed = ("check", "--parent", "HEAD~1", "--now", "2026-10-20T00:00:00Z", *python)
    done = patched.run(*lapsed, "--format", "json")
    assert (done.returncode, said(done)["reason"]) == (4, "freeze_copied_forward"), done.stderr


def test_a_manifest_that_does_not_stay_is_none(project: Project) -> None:
    unstable = """
        import pytest
        class Plain:
            pass
        @pytest.mark.parametrize("it", sorted([Plain(), 1], key=str), ids=repr)
        def test_it(it):
            pass
        """
    reaching = """
        import socket
        peer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        peer.connect(("192.0.2.1", 80))
        def test_a():
            pass
        """
    dated = """
        import pytest, time
        @pytest.mark.parametrize("at", [time.strftime("%Y-%m-%d")])
        def test_it(at):
            pass
        """
    for text, words in (
        (
            unstable,
            (
                "two collections differ in",
                "test_it[<test_it.Plain object at",
                "give each parameter",
            ),
        ),
        (reaching, ("collection reaches the network: 'network:192.0.2.1:80'", "without it")),
        (dated, ("the day of this collection stands in", "test_it[", "stable id")),
        ("import nothing_here\n", ("no test could be collected", "nothing_here")),
    ):
        project.commit({"tests/test_it.py": text})
        done = project.run("manifest", "--python", str(project.python))
        assert done.returncode == 65, done.stdout
        assert done.stdout == ""
        for word in words:
            assert word in done.stderr


def test_a_listing_of_pytests_own_needs_a_clean_tree(project: Project) -> None:
    project.commit({**SUITE, ".gitignore": "__pycache__\n"})
    listing = project.at.parent / "listing.txt"
    done = subprocess.run(
        (str(project.python), "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"),
        cwd=project.at, capture_output=True, check=True, env={"PYTHONPATH": "."},
    )  # fmt: skip
    listing.write_bytes(done.stdout)
    tree = ("manifest", "--collect", str(listing), "--tree", ".")
    out = project.at.parent / "listed.json"
    done_text = project.run(*tree, "--out", str(out))
    assert done_text.returncode == 0, done_text.stderr
    own = project.run("manifest", "--python", str(project.python))
    listed, whole = json.loads(out.read_text()), said(own)
    assert listed["assertion_hashes"] == whole["assertion_hashes"]
    source = said(project.run("manifest", "--source"))
    assert source["test_ids"] == [
        "tests/test_bounds.py::test_floor",
        LOWER,
        "tests/test_bounds.py::test_upper",
    ]
    assert source["assertion_hashes"][LOWER] == listed["assertion_hashes"][LOWER]  # type: ignore[index] # a table

    project.write({"tests/test_more.py": "def test_more():\n    pass\n"})
    refused = project.run(*tree)
    assert refused.returncode == 65
    assert "?? tests/test_more.py" in refused.stderr
    assert "a baseline from a dirty tree is none" in refused.stderr
    project.write({"tests/test_more.py": None, "lib.py": "def floor(n):\n    return 1\n"})
    assert "lib.py" in project.run(*tree).stderr


@pytest.mark.parametrize(
    ("words", "said_"),
    [
        (("check", "--now", "2026-10-10T00:00:00"), "--now"),
        (("check", "--manifest", "m.json"), "go together"),
        (("check", "--format", "xml"), "not one of text, json"),
        (("manifest", "--collect", "x.txt"), "--collect goes with --tree"),
        (("classify", "--name-status", "x"), "--name-status goes with --patch FILE"),
    ],
)
def test_bad_usage_is_64(project: Project, words: tuple[str, ...], said_: str) -> None:
    project.commit(SUITE)
    done = project.run(*words)
    assert done.returncode == 64, done.stdout
    assert said_ in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_files_name_file_and_line(patched: Project) -> None:
    manifest, patch = files(patched)
    good = frozen(patched, manifest, {"test_id": LOWER})
    at = patched.at.parent
    twice = manifest.read_text().replace('{"assertion', '{"parent_sha":"","assertion', 1)
    (at / "twice.json").write_text(twice)
    words = ("check", "--patch-tests", str(patch), "--freeze", str(good), "--now", NOW)
    done = patched.run(*words, "--manifest", str(at / "twice.json"))
    assert done.returncode == 3
    assert "malformed_manifest" in done.stdout
    assert "twice.json:1: the key `parent_sha` stands twice" in " ".join(done.stdout.split())

    good.write_text(good.read_text().replace('"expires_at"', '"expires"'))
    done = check(patched, good)
    assert (done.returncode, said(done)["reason"]) == (3, "malformed_record")
    assert "flake_freeze.json:2: Object contains unknown field `expires`" in done.stdout
    (at / "patch.json").write_text('{"added": [5]}')
    done = check(patched, good)
    assert done.returncode == 65
    assert "patch.json:1: Expected `str`, got `int` - at `$.added[0]`" in done.stderr
    assert patched.run("check", "--manifest", "none.json", "--patch-tests", str(patch),
                       "--freeze", str(good)).returncode == 65  # fmt: skip


def test_the_texts_own_diff_files(patched: Project) -> None:
    at = patched.at.parent
    for name, words in (("ns.txt", ("--name-status",)), ("d.patch", ("-U0",))):
        (at / name).write_text(patched.git("diff", *words, "HEAD~1...HEAD", "--", "tests") + "\n")
    asked = ("classify", "--parent", "HEAD~1", "--name-status", str(at / "ns.txt"))
    done = patched.run(*asked, "--patch", str(at / "d.patch"))
    assert done.returncode == 0, done.stderr
    found = said(done)
    assert found["added"] == ["tests/test_bounds.py::test_new"]
    assert found["rewritten"] == [
        "tests/test_bounds.py::test_floor",
        "tests/test_bounds.py::test_upper",
    ]
    assert found["renamed_to"] == ["tests/test_new_place.py::test_moved"]
    own = said(patched.run("classify", "--parent", "HEAD~1", "--source"))
    assert {**own, "why": None} == {**found, "why": None}
    (at / "ns.txt").write_text("M\tlib.py\n")
    done = patched.run(*asked, "--patch", str(at / "d.patch"))
    assert done.returncode == 65
    assert "is not listed in" in done.stderr


def test_the_patch_may_be_a_diff_or_the_work_tree(patched: Project) -> None:
    diff = patched.at.parent / "d.patch"
    diff.write_text(patched.git("diff", "HEAD~1", "HEAD") + "\n")
    by_commit = said(patched.run("classify", "--source", "--parent", "HEAD~1"))
    by_diff = said(patched.run("classify", "--source", "--parent", "HEAD~1", "--diff", str(diff)))
    assert {**by_diff, "patch_sha": ""} == {**by_commit, "patch_sha": ""}
    patched.write({"tests/test_bounds.py": BOUNDS})
    by_tree = said(patched.run("classify", "--source", "--parent", "HEAD~1", "--worktree"))
    assert by_tree["rewritten"] == []
