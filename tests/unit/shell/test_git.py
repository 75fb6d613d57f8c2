"""Questions to real repositories, and that none of them leaves a trace."""

import os
import struct
from pathlib import Path

import pytest

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository, ask, said
from freezegate.shell.process import Exited
from tests.e2e.kit import Project
from tests.unit.shell.repositories import cloned, opened, program, state

NOBODY = 65534


def test_commits_branches_and_merge_bases_are_found(project: Project) -> None:
    root = project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "-b", "topic")
    topic = project.commit({"a.py": "2\n"})
    project.git("checkout", "-q", "main")
    main = project.commit({"b.py": "1\n"})
    repository = Repository.open(project.at)
    assert repository.default_branch() == "main"
    assert repository.merge_base(CommitSha(topic), CommitSha(main)) == root
    assert repository.parents(CommitSha(topic)) == (root,)
    assert repository.parents(CommitSha(root)) == ()
    assert not repository.is_shallow()
    project.git("merge", "-q", "topic", "-m", "a merge")
    assert repository.parents(repository.resolve("HEAD")) == (main, topic)


@pytest.mark.parametrize("revision", ["HEAD", "topic", "v1", "main@{0}", "{sha}", "{short}"])
def test_whatever_names_a_commit_gives_its_full_id(project: Project, revision: str) -> None:
    sha = project.commit({"a.py": "1\n"})
    project.git("branch", "topic")
    project.git("tag", "-a", "v1", "-m", "an annotated tag")
    named = revision.format(sha=sha, short=sha[:8]) if "sh" in revision else revision
    assert Repository.open(project.at).resolve(named) == sha


@pytest.mark.parametrize(
    "revision", ["nothing", "--help", "--all", "HEAD:a.py", "HEAD^{tree}", "", "a b", "0" * 40]
)
def test_what_is_no_commit_is_refused_by_name(project: Project, revision: str) -> None:
    project.commit({"a.py": "1\n"})
    with pytest.raises(GitError, match="no such commit here; fetch it, or name another") as refused:
        Repository.open(project.at).resolve(revision)
    assert str(refused.value).startswith(revision)


@pytest.mark.parametrize(
    ("refs", "named"),
    [
        (("remotes/origin/trunk", "remotes/origin/main", "heads/main"), "origin/trunk"),
        (("remotes/origin/main", "remotes/origin/master", "heads/main"), "origin/main"),
        (("remotes/origin/master", "heads/main", "heads/master"), "origin/master"),
        (("heads/main", "heads/master"), "main"),
        (("heads/master",), "master"),
    ],
)
def test_the_branch_to_merge_into_is_the_remotes_then_our_own(
    project: Project, refs: tuple[str, ...], named: str
) -> None:
    project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "--detach")
    project.git("branch", "-D", "main")
    for ref in refs:
        project.git("update-ref", f"refs/{ref}", "HEAD")
    if "remotes/origin/trunk" in refs:
        project.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert Repository.open(project.at).default_branch() == named


def test_without_a_branch_to_merge_into_the_option_is_named(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.git("branch", "-m", "topic")
    with pytest.raises(GitError, match="name the parent with --parent REV"):
        Repository.open(project.at).default_branch()


def test_unrelated_commits_have_no_control(project: Project) -> None:
    first = project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "--orphan", "other")
    second = project.commit({"a.py": "2\n"})
    with pytest.raises(GitError, match=r"no common ancestor here: .* --parent REV") as refused:
        Repository.open(project.at).merge_base(CommitSha(first), CommitSha(second))
    assert "shallow" not in str(refused.value)


def test_a_shallow_clone_names_the_command_that_deepens_it(project: Project) -> None:
    root = project.commit({"a.py": "1\n"})
    project.git("checkout", "-q", "-b", "topic")
    topic = CommitSha(project.commit({"a.py": "2\n"}))
    project.git("checkout", "-q", "main")
    main = CommitSha(project.commit({"b.py": "1\n"}))
    shallow = Repository.open(cloned(project, "--depth=1", "--no-single-branch"))
    assert shallow.is_shallow()
    assert shallow.parents(main) == ()
    step = r"shallow: run `git fetch --unshallow` .*`git fetch --deepen=50`.*`fetch-depth: 0`"
    with pytest.raises(GitError, match=step):
        shallow.resolve(root)
    with pytest.raises(GitError, match=step):
        shallow.merge_base(main, topic)


def test_what_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"not a git repository.*run freezegate inside a git"):
        Repository.open(tmp_path)
    with pytest.raises(GitError, match="no such folder; name the project's with --repo"):
        Repository.open(tmp_path / "absent")
    (tmp_path / "file").touch()
    with pytest.raises(GitError, match="no such folder"):
        Repository.open(tmp_path / "file")


def test_it_is_found_from_a_folder_below_its_top(project: Project) -> None:
    project.commit({"a/b/c.py": "1\n"})
    repository = Repository.open(project.at / "a/b")
    assert (repository.folder, repository.top) == (project.at / "a/b", project.at)
    assert repository.git_folder == project.at / ".git"


def test_a_bare_repository_has_no_work_tree(project: Project) -> None:
    sha = project.commit({"a.py": "1\n"})
    bare = cloned(project, "--bare")
    assert (Repository.open(bare).top, Repository.open(bare).git_folder) == (None, bare)
    assert Repository.open(bare).resolve("main") == sha


def test_linked_worktrees_open(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    linked = Project(project.at.parent / "linked folder")
    project.git("worktree", "add", "-q", "-f", str(linked.at / "x"), "--detach")
    sha = Project(linked.at / "x").commit({"a.py": "2\n"})
    repository = Repository.open(linked.at / "x")
    assert repository.top == linked.at / "x"
    assert repository.resolve("HEAD") == sha != repository.resolve("main")


def test_the_git_file_of_a_submodule_is_followed(project: Project) -> None:
    inner = Project(project.at.parent / "inner")
    sha = inner.commit({"a.py": "1\n"})
    project.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.at), "sub")
    assert (project.at / "sub/.git").is_file()
    repository = Repository.open(project.at / "sub")
    assert repository.top == project.at / "sub"
    assert repository.git_folder == project.at / ".git/modules/sub"
    assert repository.resolve("HEAD") == sha


def test_no_question_leaves_a_trace(project: Project) -> None:
    first = CommitSha(project.commit({"a.py": "1\n"}))
    second = CommitSha(project.commit({"a.py": "2\n"}))
    # What tempts git to write: a stale index, and settings that refresh caches of its own.
    os.utime(project.at / "a.py")
    for name in ("core.untrackedCache", "fetch.writeCommitGraph", "gc.writeCommitGraph"):
        project.git("config", name, "true")
    project.git("config", "gc.auto", "1")
    marker = project.at.parent / "ran"
    project.git("config", "core.fsmonitor", program(project.at.parent / "monitor", marker))
    before = state(project.at)
    repository = Repository.open(project.at)
    repository.resolve("HEAD~1")
    repository.default_branch()
    repository.merge_base(first, second)
    repository.parents(second)
    repository.is_shallow()
    repository.setting("core.bare")
    repository.git("status", "--porcelain")
    assert state(project.at) == before
    assert not marker.exists()
    project.git("status")
    assert marker.exists()


def test_variables_of_a_hook_are_not_followed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = project.commit({"a.py": "1\n"})
    other = Project(project.at.parent / "other")
    other.commit({"b.py": "2\n"})
    monkeypatch.setenv("GIT_DIR", str(other.at / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.at))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(other.at / ".git/objects"))
    monkeypatch.setenv("GIT_NAMESPACE", "other")
    repository = Repository.open(project.at)
    assert (repository.top, repository.resolve("HEAD")) == (project.at, sha)


def test_replaced_commits_answer_for_themselves(project: Project) -> None:
    root = project.commit({"a.py": "1\n"})
    second = project.commit({"a.py": "2\n"})
    third = CommitSha(project.commit({"a.py": "3\n"}))
    project.git("replace", "--graft", third, root)
    assert project.git("rev-parse", f"{third}~1") == root
    assert Repository.open(project.at).parents(third) == (second,)
    assert Repository.open(project.at).resolve("HEAD~1") == second


def test_grafts_do_not_change_a_parent(project: Project) -> None:
    root = project.commit({"a.py": "1\n"})
    second = project.commit({"a.py": "2\n"})
    third = CommitSha(project.commit({"a.py": "3\n"}))
    (project.at / ".git/info").mkdir(exist_ok=True)
    (project.at / ".git/info/grafts").write_text(f"{third} {root}\n")
    assert project.git("rev-parse", f"{third}~1") == root
    assert Repository.open(project.at).parents(third) == (second,)
    assert Repository.open(project.at).resolve("HEAD~1") == second


def forge_graph(project: Project, commit: str) -> None:
    """Let the commit-graph say that a commit has no parent."""
    project.git("commit-graph", "write", "--reachable")
    path = project.at / ".git/objects/info/commit-graph"
    path.chmod(0o644)
    graph = bytearray(path.read_bytes())
    chunks = {
        bytes(graph[at : at + 4]): struct.unpack(">Q", graph[at + 4 : at + 12])[0]
        for at in range(8, 8 + 12 * graph[6], 12)
    }
    ids = sorted(project.git("rev-list", "--all").split())
    record = chunks[b"CDAT"] + 36 * ids.index(commit)
    graph[record + 20 : record + 24] = struct.pack(">I", 0x70000000)
    path.write_bytes(graph)


def test_a_forged_commit_graph_is_not_believed(project: Project) -> None:
    root = CommitSha(project.commit({"a.py": "1\n"}))
    second = CommitSha(project.commit({"a.py": "2\n"}))
    forge_graph(project, second)
    assert project.git("rev-list", "--parents", "--max-count=1", second) == second
    repository, head = opened(project)
    assert repository.parents(head) == (root,)
    assert repository.merge_base(head, root) == root


def test_settings_are_read_as_the_users_own_git_reads_them(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = project.at.parent / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[core]\n\teol = lf\n\tautocrlf = input\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    project.git("config", "core.autocrlf", "false")
    repository = Repository.open(project.at)
    assert repository.setting("core.eol") == "lf"
    assert repository.setting("core.autocrlf") == "false"
    assert repository.setting("core.excludesFile") == ""
    # But no setting of theirs has a say in an answer.
    assert repository.git("config", "--get", "core.eol").stdout == b""


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)
def test_a_repository_of_another_owner_opens_where_the_user_trusts_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = project.commit({"a.py": "1\n"})
    home = project.at.parent / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for path in (project.at, project.at / ".git"):
        os.chown(path, NOBODY, NOBODY)
    with pytest.raises(GitError, match=r"safe\.directory|dubious ownership"):
        Repository.open(project.at)
    (home / ".gitconfig").write_text(f"[safe]\n\tdirectory = {project.at}\n")
    assert Repository.open(project.at).resolve("HEAD") == sha


def test_git_that_does_not_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"git -c did not end by itself within 0 s in "):
        ask(("-c", "alias.wait=!sleep 60", "wait"), cwd=tmp_path, timeout_s=0.3)


def test_a_machine_without_git_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GitError, match=r"git is not on the path, or .*absent does not exist"):
        ask(("version",), cwd=tmp_path / "absent")
    (tmp_path / "git").write_text("not a program")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git"):
        ask(("version",), cwd=tmp_path)


def test_the_last_line_of_standard_error_is_what_git_said() -> None:
    assert said(Exited(code=128, stderr=b"hint: x\nfatal: a reason\n")) == "a reason"
    assert said(Exited(code=3)) == "exit status 3"
