"""The user's repository asked, and the private store filled from it."""

import os
import subprocess
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError, GitError
from freezegate.model.ids import CommitSha
from freezegate.model.tree import Entry
from freezegate.shell.git import Repository
from freezegate.shell.objects import private_store
from freezegate.shell.trees import listing_digest, refuse, write_tree
from tests.e2e.kit import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


def state(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Every file below a folder: content, mode, time of change."""
    return {
        str(path.relative_to(folder)): (
            path.read_bytes() if path.is_file() else b"",
            path.stat().st_mode,
            path.stat().st_mtime_ns,
        )
        for path in sorted(folder.rglob("*"))
    }


def test_commits_branches_and_merge_bases_are_found(project: Project) -> None:
    first = project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "-b", "topic")
    second = project.commit({"a.py": "2\n"})
    repository = Repository.open(project.at)
    assert repository.resolve("HEAD") == second
    assert repository.default_branch() == "main"
    assert repository.merge_base(CommitSha(second), CommitSha(first)) == first
    assert repository.parents(CommitSha(second)) == (first,)
    assert repository.parents(CommitSha(first)) == ()
    assert not repository.is_shallow()
    assert repository.top == project.at.resolve()


def test_the_remotes_default_branch_comes_before_local_ones(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.git("branch", "trunk")
    clone = project.at.parent / "clone"
    project.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    project.git("clone", "-q", str(project.at), str(clone))
    assert Repository.open(clone).default_branch() == "origin/trunk"


@pytest.mark.parametrize("revision", ["nothing", "--help", "HEAD:a.py", ""])
def test_what_is_no_commit_is_refused_by_name(project: Project, revision: str) -> None:
    project.commit({"a.py": "1\n"})
    with pytest.raises(GitError, match="no such commit here"):
        Repository.open(project.at).resolve(revision)


def test_what_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not a git repository"):
        Repository.open(tmp_path)
    with pytest.raises(GitError, match="no such folder; name the project's with --repo"):
        Repository.open(tmp_path / "absent")


def test_unrelated_commits_have_no_control(project: Project) -> None:
    first = project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "--orphan", "other")
    second = project.commit({"a.py": "2\n"})
    with pytest.raises(GitError, match="no common ancestor here: without a parent"):
        Repository.open(project.at).merge_base(CommitSha(first), CommitSha(second))


def test_without_a_branch_to_merge_into_the_option_is_named(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.git("branch", "-m", "topic")
    with pytest.raises(GitError, match="name the parent with --parent REV"):
        Repository.open(project.at).default_branch()


def test_bare_repositories_and_linked_worktrees_open(project: Project) -> None:
    sha = project.commit({"a.py": "1\n"})
    bare = project.at.parent / "bare"
    project.git("clone", "-q", "--bare", str(project.at), str(bare))
    assert Repository.open(bare).top is None
    assert Repository.open(bare).resolve("HEAD") == sha
    linked = project.at.parent / "linked"
    project.git("worktree", "add", "-q", str(linked), "--detach")
    assert Repository.open(linked).top == linked.resolve()


def test_git_variables_of_a_hook_are_not_followed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = project.commit({"a.py": "1\n"})
    monkeypatch.setenv("GIT_DIR", "/nothing")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nothing")
    assert Repository.open(project.at).resolve("HEAD") == sha


def test_a_listing_is_gits_own_and_blobs_come_back(project: Project) -> None:
    files: dict[str, str | bytes | None] = {"a.py": "1\n", "d/b.bin": b"\0\1", "d.x/c": "", "ü": ""}
    sha = project.commit(files)
    listed = project.git("ls-tree", "-r", "-z", sha).split("\0")
    with private_store(Repository.open(project.at), (CommitSha(sha),)) as store:
        listing = store.listing(CommitSha(sha))
        assert {f"{e.mode} blob {e.blob}\t{path}" for path, e in listing.items()} == set(
            filter(None, listed)
        )
        assert store.read(listing["d/b.bin"].blob) == b"\0\1"
        with pytest.raises(GitError, match="is missing; fetch it"):
            store.read("0" * 40)


def test_replaced_objects_and_configured_programs_take_no_part(project: Project) -> None:
    marker = project.at.parent / "ran"
    first = project.commit({"a.py": "1\n", ".gitattributes": "*.py filter=f diff=f\n"})
    second = project.commit({"a.py": "2\n"})
    project.git("replace", first, second)
    for name in ("core.fsmonitor", "filter.f.smudge", "filter.f.clean", "diff.f.textconv"):
        project.git("config", name, f"touch {marker}")
    hook = project.at / ".git/hooks/post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
    hook.chmod(0o755)
    before = state(project.at / ".git")
    repository = Repository.open(project.at)
    with private_store(repository, (CommitSha(first), CommitSha(second))) as store:
        listing = store.listing(CommitSha(first))
        assert store.read(listing["a.py"].blob) == b"1\n"
        write_tree(store, listing, project.at.parent / "tree")
    assert not marker.exists()
    assert (project.at.parent / "tree/a.py").read_text() == "1\n"
    assert state(project.at / ".git") == before


def test_a_damaged_object_is_refused(project: Project) -> None:
    sha = project.commit({"a.py": "1\n"})
    blob = project.git("rev-parse", f"{sha}:a.py")
    other = project.git("hash-object", "-w", "--stdin", stdin="other\n")
    folder = project.at / ".git/objects"
    target = folder / blob[:2] / blob[2:]
    target.chmod(0o644)
    target.write_bytes((folder / other[:2] / other[2:]).read_bytes())
    with (
        pytest.raises(GitError),
        private_store(Repository.open(project.at), (CommitSha(sha),)) as store,
    ):
        store.read(blob)


def test_the_same_diff_gives_the_same_commit_and_a_bad_one_its_name(project: Project) -> None:
    parent = CommitSha(project.commit({"a.py": "1\n", "b.py": "b\n"}))
    project.write({"a.py": "2\n", "new.bin": b"\0\1\2"})
    project.git("add", "--all")
    diff = project.git("diff", "--cached", "--binary").encode() + b"\n\n"
    with private_store(Repository.open(project.at), (parent,)) as store:
        made = store.commit_of_diff(parent, diff, origin="x.patch")
        assert store.commit_of_diff(parent, diff, origin="x.patch") == made
        listing = store.listing(made)
        assert store.read(listing["a.py"].blob) == b"2\n"
        assert store.read(listing["new.bin"].blob) == b"\0\1\2"
        empty = store.commit_of_diff(parent, b"", origin="x.patch")
        assert store.listing(empty) == store.listing(parent)
        with pytest.raises(ArtifactError, match=r"x\.patch: does not apply to"):
            store.commit_of_diff(parent, diff.replace(b"-1", b"-9"), origin="x.patch")
        with pytest.raises(ArtifactError, match="corrupt binary patch at line 17"):
            store.commit_of_diff(parent, diff.rstrip() + b"\n", origin="x.patch")


def test_the_uncommitted_state_is_taken_and_the_index_left(project: Project) -> None:
    head = project.commit(
        {".gitignore": "ignored\n", "a.py": "1\n", "gone.py": "", "same.py": "s\n", "run.sh": ""}
    )
    project.write({"a.py": "2\n", "gone.py": None, "new.py": "n\n", "ignored": "", "private": ""})
    (project.at / "run.sh").chmod(0o755)
    (project.at / "link").symlink_to("a.py")
    (project.at / ".git/info").mkdir(exist_ok=True)
    (project.at / ".git/info/exclude").write_text("private\n")
    before = state(project.at / ".git")
    repository = Repository.open(project.at)
    with private_store(repository, (CommitSha(head),)) as store:
        made = store.commit_of_worktree(repository, CommitSha(head))
        listing = store.listing(made)
        assert sorted(listing) == [".gitignore", "a.py", "link", "new.py", "run.sh", "same.py"]
        assert store.read(listing["a.py"].blob) == b"2\n"
        assert listing["run.sh"].mode == "100755"
        assert listing["link"].mode == "120000"
    assert state(project.at / ".git") == before


def test_a_bare_repository_has_no_uncommitted_state(project: Project) -> None:
    sha = project.commit({"a.py": ""})
    bare = project.at.parent / "bare"
    project.git("clone", "-q", "--bare", str(project.at), str(bare))
    repository = Repository.open(bare)
    with (
        private_store(repository, (CommitSha(sha),)) as store,
        pytest.raises(GitError, match="a bare repository has no uncommitted state"),
    ):
        store.commit_of_worktree(repository, CommitSha(sha))


@pytest.mark.skipif(os.name != "posix", reason="object formats of this git")
def test_sha256_repositories_are_read(tmp_path: Path) -> None:
    at = tmp_path / "long"
    subprocess.run(("git", "init", "-q", "--object-format=sha256", str(at)), check=True)
    project = Project(at)
    sha = project.commit({"a/b.py": "1\n"})
    assert len(sha) == 64
    with private_store(Repository.open(at), (CommitSha(sha),)) as store:
        assert store.read(store.listing(CommitSha(sha))["a/b.py"].blob) == b"1\n"


def entry(mode: str = "100644", blob: str = "0" * 40) -> Entry:
    return Entry(mode=mode, blob=blob)


@pytest.mark.parametrize(
    ("paths", "mode", "fault"),
    [
        (("lib",), "160000", "a submodule"),
        ((".git/config",), "100644", "takes for .git"),
        (("a/.GIT",), "100644", "takes for .git"),
        ((".git ",), "100644", "takes for .git"),
        ((".git.",), "100644", "takes for .git"),
        ((".g\u200cit",), "100644", "takes for .git"),
        (("git~1/x",), "100644", "takes for .git"),
        (("a\nb",), "100644", "a control character in a file name; rename"),
        (("a/../b",), "100644", "leaves the tree"),
        (("/a",), "100644", "leaves the tree"),
        (("a", "A"), "100644", "in case or Unicode form alone"),
        (("\u00e9", "e\u0301"), "100644", "in case or Unicode form alone"),
        (("a",), "100666", "a file of mode 100666"),
    ],
)
def test_what_no_tree_may_hold_is_refused_by_name(
    project: Project, paths: tuple[str, ...], mode: str, fault: str
) -> None:
    sha = CommitSha(project.commit({"x": ""}))
    with (
        private_store(Repository.open(project.at), (sha,)) as store,
        pytest.raises(GitError, match=fault) as refused,
    ):
        refuse(store, {path: entry(mode) for path in paths}, commit=sha)
    assert repr(paths[-1]) in str(refused.value)


@pytest.mark.parametrize(
    ("at", "target", "refused"),
    [
        ("link", "a.py", False),
        ("d/link", "../a.py", False),
        ("link", "/etc/passwd", True),
        ("link", "../outside", True),
        ("d/link", "../../outside", True),
    ],
)
def test_links_that_lead_out_are_refused(
    project: Project, at: str, target: str, *, refused: bool
) -> None:
    project.write({"a.py": "1\n"})
    (project.at / at).parent.mkdir(exist_ok=True)
    (project.at / at).symlink_to(target)
    sha = CommitSha(project.commit())
    with private_store(Repository.open(project.at), (sha,)) as store:
        listing = store.listing(sha)
        if refused:
            with pytest.raises(GitError, match="a link that leads out, to"):
                refuse(store, listing, commit=sha)
        else:
            refuse(store, listing, commit=sha)
            write_tree(store, listing, project.at.parent / "tree")
            assert (project.at.parent / "tree" / at).read_text() == "1\n"


def test_a_link_that_leads_out_by_way_of_another_is_refused(project: Project) -> None:
    project.write({"d/e/a.py": "1\n"})
    (project.at / "d/e/up").symlink_to("../..")
    (project.at / "out").symlink_to("d/e/up/../a.py")
    sha = CommitSha(project.commit())
    with private_store(Repository.open(project.at), (sha,)) as store:
        listing = store.listing(sha)
        refuse(store, listing, commit=sha)
        with pytest.raises(GitError, match="leads out of the tree by way of another"):
            write_tree(store, listing, project.at.parent / "tree")


def test_a_digest_does_not_hang_on_the_order_of_a_listing() -> None:
    one, two = entry(blob="1" * 40), entry(blob="2" * 40)
    assert listing_digest({"a": one, "b": two}) == listing_digest({"b": two, "a": one})
    assert listing_digest({"a": one}) != listing_digest({"a": two})
    assert listing_digest({"a": one}) != listing_digest({"b": one})
