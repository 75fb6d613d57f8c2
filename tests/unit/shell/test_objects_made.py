"""Commits that the store makes: of a diff, and of the uncommitted state."""

import os
import shutil
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError, GitError
from freezegate.model.ids import CommitSha
from freezegate.model.tree import Entry
from freezegate.shell.git import Repository
from freezegate.shell.objects import private_store
from tests.e2e.kit import Project
from tests.unit.shell.repositories import cloned, loose, opened, state

#: Older than any index: git takes such a file for unmodified without reading it.
LONG_AGO = 1_700_000_000


def applied(project: Project, diff: bytes) -> dict[str, tuple[str, bytes]]:
    """Mode and content of each file after a diff on HEAD."""
    repository, head = opened(project)
    with private_store(repository, (head,)) as store:
        listing = store.listing(store.commit_of_diff(head, diff, origin="x.patch"))
        return {path: (e.mode, store.read(e.blob)) for path, e in listing.items()}


def test_the_same_diff_gives_the_same_commit_everywhere(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    diff = b"--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-1\n+2\n"
    made = set()
    for at in (project.at, cloned(project)):
        repository = Repository.open(at)
        head = repository.resolve("HEAD")
        with private_store(repository, (head,)) as store:
            made |= {store.commit_of_diff(head, diff, origin=name) for name in ("x", "y")}
            other = store.commit_of_diff(head, diff.replace(b"+2", b"+3"), origin="x")
            assert store.listing(other) != store.listing(next(iter(made)))
    # The same on every machine and at every time.
    assert made == {"1460834d3d30f3c764444deffaeb48bb00bbb866"}


def test_a_diff_makes_what_git_made_it_of(project: Project) -> None:
    project.commit({"a.py": "1\n", "old.py": "o\n" * 9, "gone.py": "g\n", "run.sh": "r\n"})
    project.write({"a.py": "2\nno newline", "gone.py": None, "new/bin": bytes(range(256)) * 9})
    (project.at / "run.sh").chmod(0o755)
    (project.at / "old.py").rename(project.at / "moved.py")
    (project.at / "link").symlink_to("a.py")
    project.git("add", "--all")
    diff = project.git("diff", "--cached", "--binary", "-M").encode() + b"\n\n"
    assert b"rename to moved.py" in diff
    assert applied(project, diff) == {
        "a.py": ("100644", b"2\nno newline"),
        "link": ("120000", b"a.py"),
        "moved.py": ("100644", b"o\n" * 9),
        "new/bin": ("100644", bytes(range(256)) * 9),
        "run.sh": ("100755", b"r\n"),
    }


@pytest.mark.parametrize("diff", [b"", b"\n \n"])
def test_an_empty_diff_changes_nothing(project: Project, diff: bytes) -> None:
    project.commit({"a.py": "1\n"})
    assert applied(project, diff) == {"a.py": ("100644", b"1\n")}


@pytest.mark.parametrize(
    ("diff", "said"),
    [
        (b"--- a/a.py\n+++ b/a.py\n@@ -2 +2 @@\n-x\n+y\n", "patch failed: a.py:2; a.py: patch doe"),
        (b"--- a/no.py\n+++ b/no.py\n@@ -1 +1 @@\n-x\n+y\n", "no.py: does not exist in index"),
        (b"--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+y\n", "a.py: already exists in index"),
        (b"--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n 1\n", "corrupt patch at line 5"),
        (b"--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+y\n", "invalid path '../x'"),
        (b"--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+y\n", "invalid path '.git/config'"),
        (b"no diff at all\n", "No valid patches in input"),
    ],
)
def test_a_diff_that_does_not_apply_names_its_file_and_the_place(
    project: Project, diff: bytes, said: str
) -> None:
    parent = project.commit({"a.py": "1\n2\n3\n"})
    with pytest.raises(ArtifactError) as refused:
        applied(project, diff)
    assert str(refused.value).startswith(f"x.patch: does not apply to {parent[:12]}: {said}")
    assert str(refused.value).endswith("; name its parent with --parent REV")


def test_a_binary_diff_without_its_end_is_refused(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.write({"a.py": "2\n", "new.bin": b"\0\1\2"})
    project.git("add", "--all")
    # Without the empty line behind it the hunk is damaged, and git 2.39 only drops its file.
    diff = project.git("diff", "--cached", "--binary").encode() + b"\n"
    with pytest.raises(ArtifactError, match=r"x\.patch: does not apply .*patch at line \d+"):
        applied(project, diff)


def taken(project: Project, at: Path | None = None) -> dict[str, Entry]:
    """What is made of the uncommitted state, whose every blob must be there to read."""
    repository = Repository.open(at or project.at)
    head = repository.resolve("HEAD")
    before = state(repository.git_folder)
    with private_store(repository, (head,)) as store:
        listing = store.listing(store.commit_of_worktree(repository, head))
        store.read_many(entry.blob for entry in listing.values())
    assert state(repository.git_folder) == before
    return listing


def contents(project: Project, at: Path | None = None) -> dict[str, str]:
    """The same, as names and the ids that git gives to their contents."""
    return {path: entry.blob for path, entry in taken(project, at).items()}


def ids(project: Project, files: dict[str, str]) -> dict[str, str]:
    """What git says of these contents."""
    return {
        name: project.git("hash-object", "--stdin", "--no-filters", stdin=text)
        for name, text in files.items()
    }


def test_the_uncommitted_state_is_what_stands_in_the_work_tree(project: Project) -> None:
    project.commit({"a.py": "1\n", "gone.py": "", "same.py": "s\n", "run.sh": "", "d/x.py": ""})
    project.write({"a.py": "2\n", "gone.py": None, "new/n.py": "n\n"})
    (project.at / "run.sh").chmod(0o755)
    (project.at / "link").symlink_to("a.py")
    shutil.rmtree(project.at / "d")
    (project.at / "d").write_text("a file now\n")
    os.mkfifo(project.at / "pipe")
    listing = taken(project)
    assert {path: entry.blob for path, entry in listing.items() if path != "link"} == ids(
        project,
        {"a.py": "2\n", "d": "a file now\n", "new/n.py": "n\n", "run.sh": "", "same.py": "s\n"},
    )
    assert (listing["run.sh"].mode, listing["link"].mode) == ("100755", "120000")


def test_nothing_changed_gives_the_tree_of_head(project: Project) -> None:
    project.commit({"a.py": "1\n", "d/b.py": "2\n"})
    repository, head = opened(project)
    with private_store(repository, (head,)) as store:
        made = store.commit_of_worktree(repository, head)
        assert made == store.commit_of_worktree(repository, head) != head
        assert store.listing(made) == store.listing(head)


@pytest.mark.parametrize("old", [False, True])
def test_what_is_staged_and_not_committed_is_taken(project: Project, *, old: bool) -> None:
    project.commit({"a.py": "1\n"})
    project.write({"a.py": "2\n", "new.py": "n\n", "only-named.py": "o\n"})
    if old:
        for name in ("a.py", "new.py"):
            os.utime(project.at / name, (LONG_AGO, LONG_AGO))
    project.git("add", "a.py", "new.py")
    project.git("add", "-N", "only-named.py")
    expected = {"a.py": "2\n", "new.py": "n\n", "only-named.py": "o\n"}
    assert contents(project) == ids(project, expected)


def test_what_was_staged_and_changed_since_is_not_missed(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.write({"a.py": "staged\n"})
    project.git("add", "a.py")
    loose(project, project.git("rev-parse", ":a.py")).unlink()
    project.write({"a.py": "changed since\n"})
    assert contents(project) == ids(project, {"a.py": "changed since\n"})


def test_ignored_files_are_those_that_the_user_ignores(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = project.at.parent / "home"
    (home / "settings/git").mkdir(parents=True)
    (home / ".config/git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    project.commit({".gitignore": "by-tree\n", "sub/.gitignore": "by-folder\n", "tracked": ""})
    (project.at / ".git/info").mkdir(exist_ok=True)
    (project.at / ".git/info/exclude").write_text("by-exclude\n")
    (home / ".config/git/ignore").write_text("by-default")
    (home / "settings/git/ignore").write_text("by-xdg\ntracked\n")
    (home / "mine").write_text("by-setting\n")
    kinds = ("tree", "exclude", "default", "xdg", "setting")
    project.write({f"by-{kind}": "x" for kind in kinds} | {"sub/by-folder": "", "by-none": ""})

    def left_out() -> set[str]:
        every = {f"by-{kind}" for kind in kinds} | {"by-none", "sub/by-folder", "tracked"}
        return every - set(taken(project))

    always = {"by-tree", "by-exclude", "sub/by-folder"}
    assert left_out() == always | {"by-default"}
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "settings"))
    assert left_out() == always | {"by-xdg"}
    (home / ".gitconfig").write_text("[core]\n\texcludesFile = ~/mine\n")
    assert left_out() == always | {"by-setting"}


def test_what_a_filter_made_of_an_unmodified_file_stays_as_committed(project: Project) -> None:
    project.write({".gitattributes": "*.bin filter=f\n", "model.bin": "real", "other.bin": "real"})
    for name in ("model.bin", "other.bin"):
        os.utime(project.at / name, (LONG_AGO, LONG_AGO))
    project.git("config", "filter.f.clean", "echo pointer")
    project.commit()
    # A filter is a program: once a file is modified, it is taken as it stands.
    project.write({"other.bin": "modified"})
    found = contents(project)
    expected = {"model.bin": "pointer\n", "other.bin": "modified"}
    assert {name: found[name] for name in expected} == ids(project, expected)


def test_a_pointer_that_is_only_staged_stays_a_pointer(project: Project) -> None:
    project.commit({".gitattributes": "*.bin filter=f\n"})
    project.write({"model.bin": "real"})
    os.utime(project.at / "model.bin", (LONG_AGO, LONG_AGO))
    project.git("config", "filter.f.clean", "echo pointer")
    project.git("add", "model.bin")
    assert contents(project)["model.bin"] == ids(project, {"": "pointer\n"})[""]


def test_line_ends_and_modes_follow_the_users_settings(project: Project) -> None:
    project.commit({"run.sh": ""})
    project.git("config", "core.autocrlf", "input")
    project.git("config", "core.fileMode", "false")
    project.write({"new.txt": "one\r\ntwo\r\n"})
    (project.at / "run.sh").chmod(0o755)
    listing = taken(project)
    assert listing["new.txt"].blob == ids(project, {"": "one\ntwo\n"})[""]
    assert listing["run.sh"].mode == "100644"


def test_a_linked_worktree_has_an_index_of_its_own(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    linked = project.at.parent / "linked"
    project.git("worktree", "add", "-q", str(linked), "--detach")
    (project.at / ".git/info").mkdir(exist_ok=True)
    (project.at / ".git/info/exclude").write_text("private\n")
    project.write({"a.py": "main's\n"})
    (linked / "a.py").write_text("linked\n")
    (linked / "private").write_text("x")
    assert contents(project, linked) == ids(project, {"a.py": "linked\n"})


def test_a_submodule_is_taken_on_its_own(project: Project) -> None:
    inner = Project(project.at.parent / "inner")
    inner.commit({"a.py": "1\n"})
    project.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.at), "sub")
    project.write({"sub/new.py": "2\n"})
    assert contents(project, project.at / "sub") == ids(project, {"a.py": "1\n", "new.py": "2\n"})


@pytest.mark.parametrize("kind", ["--split-index", "--untracked-cache", "--index-version=4"])
def test_every_form_of_an_index_is_read(project: Project, kind: str) -> None:
    project.commit({"a.py": "1\n", "d/b.py": "2\n"})
    project.git("update-index", *kind.split("="))
    project.git("status")
    project.write({"a.py": "3\n", "new.py": "4\n"})
    expected = {"a.py": "3\n", "d/b.py": "2\n", "new.py": "4\n"}
    assert contents(project) == ids(project, expected)


@pytest.mark.parametrize("form", ["--no-sparse-index", "--sparse-index"])
def test_what_a_sparse_checkout_leaves_out_is_not_deleted(project: Project, form: str) -> None:
    project.commit({"a/x.py": "1\n", "b/c/y.py": "2\n"})
    project.git("sparse-checkout", "set", "--cone", form, "a")
    assert not (project.at / "b").exists()
    project.write({"a/x.py": "3\n"})
    assert contents(project) == ids(project, {"a/x.py": "3\n", "b/c/y.py": "2\n"})


def test_without_an_index_head_stands_for_it(project: Project) -> None:
    project.commit({"a.py": "1\n", "gone.py": ""})
    project.write({"gone.py": None, "new.py": "2\n"})
    (project.at / ".git/index").unlink()
    assert contents(project) == ids(project, {"a.py": "1\n", "new.py": "2\n"})


def test_a_merge_under_way_is_taken_as_it_stands(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "-b", "topic")
    project.commit({"a.py": "2\n"})
    project.git("checkout", "-q", "main")
    project.commit({"a.py": "3\n"})
    project.git("merge", "-q", "-s", "ours", "--no-commit", "topic")
    project.git("update-index", "--index-info", stdin=unmerged(project))
    project.write({"a.py": "<<<<<<<\n"})
    assert contents(project) == ids(project, {"a.py": "<<<<<<<\n"})


def unmerged(project: Project) -> str:
    """Index entries of a file that two sides changed."""
    base, ours, theirs = (
        project.git("rev-parse", f"{name}:a.py") for name in ("main~1", "main", "topic")
    )
    stages = enumerate((base, ours, theirs), 1)
    return f"0 {'0' * 40}\ta.py\n" + "".join(f"100644 {oid} {n}\ta.py\n" for n, oid in stages)


def test_a_bare_repository_has_no_uncommitted_state(project: Project) -> None:
    sha = CommitSha(project.commit({"a.py": ""}))
    repository = Repository.open(cloned(project, "--bare"))
    with (
        private_store(repository, (sha,)) as store,
        pytest.raises(GitError, match="clone: a bare repository has no uncommitted state"),
    ):
        store.commit_of_worktree(repository, sha)


def test_what_git_cannot_take_is_told(project: Project) -> None:
    project.commit({"a.py": ""})
    Project(project.at / "inner")  # a repository without a commit
    with pytest.raises(GitError, match=r"the uncommitted state cannot be taken: .*inner"):
        taken(project)
