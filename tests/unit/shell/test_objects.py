"""The private store: what is fetched, that every id is computed again, that nothing is run."""

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore, private_store
from freezegate.shell.trees import write_tree
from tests.e2e.kit import Project
from tests.unit.shell.repositories import cloned, opened, program, put_in_place_of, state

Files = dict[str, str | bytes | None]


def listed(project: Project, commit: str) -> set[str]:
    """What git itself lists of a commit."""
    return set(filter(None, project.git("ls-tree", "-r", "-z", commit).split("\0")))


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_a_listing_is_gits_own_and_blobs_come_back(tmp_path: Path, algorithm: str) -> None:
    at = tmp_path / "project"
    subprocess.run(("git", "init", "-q", f"--object-format={algorithm}", str(at)), check=True)
    project = Project(at)
    # git sorts a folder as if its name ended in a slash: `d-`, `d.x`, `d/`, `d0`.
    files: Files = {name: name for name in ("a.py", "d-", "d.x/c", "d/b/e", "d0", "ü", "a b")}
    project.write({**files, "empty": "", "d/b.bin": b"\0\r\n\xff"})
    (project.at / "run.sh").touch(0o755)
    (project.at / "link").symlink_to("a.py")
    sha = CommitSha(project.commit())
    with private_store(Repository.open(at), (sha,)) as store:
        listing = store.listing(sha)
        assert {f"{e.mode} blob {e.blob}\t{p}" for p, e in listing.items()} == listed(project, sha)
        assert {entry.mode for entry in listing.values()} == {"100644", "100755", "120000"}
        assert store.read(listing["d/b.bin"].blob) == b"\0\r\n\xff"
        assert store.read(listing["empty"].blob) == b""
        blobs = [listing[name].blob for name in files] * 2
        assert store.read_many(blobs) == {listing[name].blob: name.encode() for name in files}
        assert store.read_many(()) == {}
        with pytest.raises(GitError, match=r"object 0{40,} is missing; fetch it into the repo"):
            store.read("0" * len(sha))
        with pytest.raises(GitError, match=f"object {sha} is missing"):
            store.read(sha)


def test_the_store_is_gone_afterwards_whatever_happens(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.commit({"a.py": "1\n"})
    repository, head = opened(project)
    temporary = project.at.parent / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))

    def interrupted() -> None:
        with private_store(repository, (head,)):
            assert len(list(temporary.iterdir())) == 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with pytest.raises(GitError), private_store(repository, (CommitSha("1" * 40),)):
        raise AssertionError
    assert list(temporary.iterdir()) == []


def test_only_the_commits_that_were_named_are_fetched(project: Project) -> None:
    old = project.commit({"a.py": "old\n"})
    project.commit({"a.py": "new\n"})
    repository, head = opened(project)
    with private_store(repository, (head, head)) as store:
        assert store.read(store.listing(head)["a.py"].blob) == b"new\n"
        with pytest.raises(GitError):
            store.listing(CommitSha(old))


@pytest.mark.parametrize("damaged", ["blob", "folder", "tree", "commit"])
def test_an_object_that_was_tampered_with_is_refused(project: Project, damaged: str) -> None:
    before = project.commit({"d/a.py": "good\n", "b.py": "b\n"})
    after = project.commit({"d/a.py": "bad\n"})
    path = {"blob": ":d/a.py", "folder": ":d", "tree": "^{tree}", "commit": ""}[damaged]
    one, other = (project.git("rev-parse", f"{sha}{path}") for sha in (before, after))
    put_in_place_of(project, one, other)
    with (
        pytest.raises(GitError),
        private_store(Repository.open(project.at), (CommitSha(before),)) as store,
    ):
        store.read_many(entry.blob for entry in store.listing(CommitSha(before)).values())


def test_ids_are_computed_again_where_git_does_not(project: Project) -> None:
    before = CommitSha(project.commit({"d/a.py": "good\n", "b.py": "b\n"}))
    after = project.commit({"d/a.py": "bad\n"})
    store = ObjectStore(project.at / ".git", "sha1")
    blob, other = (project.git("rev-parse", f"{sha}:d/a.py") for sha in (before, after))
    put_in_place_of(project, blob, other)
    with pytest.raises(GitError, match=f"object {blob} is not what its id says"):
        store.read(blob)
    put_in_place_of(
        project,
        project.git("rev-parse", f"{before}:d"),
        project.git("rev-parse", f"{after}:d"),
    )
    with pytest.raises(GitError, match=f"{before[:12]}: the folder 'd' is not what its id says"):
        store.listing(before)


def raw_commit(project: Project, *entries: bytes) -> CommitSha:
    """A commit of a tree that `git add` would not make."""
    done = subprocess.run(
        ("git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"),
        cwd=project.at,
        input=b"".join(entries),
        capture_output=True,
        check=True,
    )
    return CommitSha(project.git("commit-tree", done.stdout.decode().strip(), "-m", "raw"))


def test_a_name_that_stands_twice_is_refused(project: Project) -> None:
    one, two = (bytes.fromhex(project.git("hash-object", "-w", "--stdin", stdin=t)) for t in "12")
    folder = bytes.fromhex(project.git("mktree", stdin=f"100644 blob {one.hex()}\tb\n"))
    file = b"100644 a\0"
    for entries in (
        (file + one, file + two),
        (file + one, b"40000 a\0" + folder),
        (b"40000 a\0" + folder, b"40000 a\0" + folder),
    ):
        sha = raw_commit(project, *entries)
        with (
            private_store(Repository.open(project.at), (sha,)) as store,
            pytest.raises(GitError, match=rf"{sha[:12]}:'a(/b)?': stands twice in its folder"),
        ):
            store.listing(sha)


def test_a_name_that_is_no_utf8_is_refused(project: Project) -> None:
    blob = bytes.fromhex(project.git("hash-object", "-w", "--stdin", stdin="x"))
    sha = raw_commit(project, b"100644 caf\xe9.py\0" + blob)
    with (
        private_store(Repository.open(project.at), (sha,)) as store,
        pytest.raises(GitError, match=r"the file name b'caf\\xe9.py' is not UTF-8; rename it"),
    ):
        store.listing(sha)


def test_objects_in_packs_alternates_and_odd_places_are_found(project: Project) -> None:
    project.commit({"a.py": "1\n"})
    project.git("gc", "-q")
    odd = project.at.parent / 'it\'s a "place" $(exit 1); é'
    subprocess.run(("git", "clone", "-q", "--shared", str(project.at), str(odd)), check=True)
    repository = Repository.open(odd)
    with private_store(repository, (repository.resolve("HEAD"),)) as store:
        assert store.read(store.listing(repository.resolve("HEAD"))["a.py"].blob) == b"1\n"


def test_a_partial_clone_names_what_brings_its_blobs(project: Project) -> None:
    project.git("config", "uploadpack.allowFilter", "true")
    project.commit({"a.py": "1\n", "notes.txt": "one\n"})
    first = project.git("rev-parse", "HEAD")
    project.commit({"notes.txt": "2\n"})
    partial = Repository.open(cloned(project, "--filter=blob:none"))
    step = "this is a partial clone: bring its missing objects with `git fetch --refetch --no-fil"
    with pytest.raises(GitError, match=step), private_store(partial, (CommitSha(first),)):
        raise AssertionError
    whole = Repository.open(cloned(project, name="whole"))
    with (
        pytest.raises(GitError, match="the commits cannot be read whole") as refused,
        private_store(whole, (CommitSha("1" * 40),)),
    ):
        raise AssertionError
    assert "a partial clone" not in str(refused.value)


#: Settings that start a program, as far as a repository's own file may hold them.
PROGRAMS = (
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.alternateRefsCommand",
    "core.gitProxy",
    "uploadpack.packObjectsHook",
    "diff.external",
    "diff.f.textconv",
    "diff.f.command",
    "filter.f.clean",
    "filter.f.smudge",
    "filter.f.process",
    "merge.f.driver",
    "credential.helper",
    "gpg.program",
    "alias.fetch",
    "remote.origin.uploadpack",
)
HOOKS = ("post-checkout", "post-index-change", "pre-commit", "reference-transaction", "post-commit")


@pytest.fixture
def armed(project: Project) -> Iterator[Project]:
    """A repository whose every setting, hook and attribute would leave a mark; none must."""
    beside = project.at.parent
    marker = beside / "ran"
    # An alternate store: git may run a command to learn of its refs.
    project.commit({"a.py": "1\n", "b.py": "2\n", ".gitattributes": "* filter=f diff=f merge=f\n"})
    project.commit({"a.py": "3\n"})
    alternate = cloned(project, "--bare", name="alternate")
    info = project.at / ".git/objects/info"
    info.mkdir(exist_ok=True)
    (info / "alternates").write_text(f"{alternate}/objects\n")
    for name in HOOKS:
        program(project.at / ".git/hooks" / name, marker)
    hooks = program(beside / "hooks/post-checkout", marker)
    project.git("config", "core.hooksPath", str(Path(hooks).parent))
    for name in PROGRAMS:
        project.git("config", name, program(beside / "programs" / name, marker))
    # The mark can be left at all: git's own commands run these programs.
    subprocess.run(("git", "status"), cwd=project.at, capture_output=True, check=False)
    assert marker.exists()
    marker.unlink()
    yield project
    assert not marker.exists()


def test_no_program_that_the_repository_names_is_run(armed: Project) -> None:
    before = state(armed.at / ".git")
    repository, head = opened(armed)
    parent = repository.resolve("HEAD~1")
    diff = b"--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-2\n+4\n"
    with private_store(repository, (parent, head)) as store:
        write_tree(store, store.listing(parent), armed.at.parent / "tree")
        store.commit_of_diff(parent, diff, origin="x.patch")
        armed.write({"a.py": "5\n", "new.py": "6\n"})
        store.commit_of_worktree(repository, head)
    assert (armed.at.parent / "tree/a.py").read_text() == "1\n"
    assert state(armed.at / ".git") == before


def test_replaced_objects_are_not_served(project: Project) -> None:
    first = CommitSha(project.commit({"a.py": "1\n"}))
    second = CommitSha(project.commit({"a.py": "2\n"}))
    named = [f"{sha}{path}" for path in ("", "^{tree}", ":a.py") for sha in (first, second)]
    every = project.git("rev-parse", *named).split()
    for one, other in zip(every[::2], every[1::2], strict=True):
        project.git("replace", one, other)
    assert project.git("show", f"{first}:a.py") == "2"
    with private_store(Repository.open(project.at), (first,)) as store:
        listing = store.listing(first)
        assert store.read(listing["a.py"].blob) == b"1\n"
        assert listing["a.py"].blob == hashlib.sha1(b"blob 2\0" + b"1\n").hexdigest()  # noqa: S324 - git's


def test_variables_of_a_hook_are_not_followed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.commit({"a.py": "1\n"})
    other = Project(project.at.parent / "other")
    other.commit({"b.py": "2\n"})
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(other.at / ".git"))
    before = state(other.at)
    repository, head = opened(project)
    with private_store(repository, (head,)) as store:
        assert list(store.listing(head)) == ["a.py"]
        assert list(store.listing(store.commit_of_worktree(repository, head))) == ["a.py"]
    assert state(other.at) == before


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)
def test_a_repository_of_another_owner_is_fetched_where_the_user_trusts_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.commit({"a.py": "1\n"})
    home = project.at.parent / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    # The entries go through a shell on the way to the other end.
    odd = f'"/x\' y; touch {project.at.parent}/ran; #"'
    (home / ".gitconfig").write_text(f"[safe]\n\tdirectory = *\n\tdirectory = {odd}\n")
    for path in (project.at, project.at / ".git"):
        os.chown(path, 65534, 65534)
    repository, head = opened(project)
    with private_store(repository, (head,)) as store:
        assert list(store.listing(head)) == ["a.py"]
    assert not (project.at.parent / "ran").exists()
