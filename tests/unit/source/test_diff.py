"""What git prints of two trees: by a real git, and what is no such thing."""

import os
import subprocess
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError
from freezegate.source.diff import FileChange, Hunk, read_diff, unquoted

NAMES = ("a b.py", "é b/x.py", 'q"uo.py', "tab\there.py", "nl\nx.py", "back\\slash.py")
#: Lines that look like a diff's own, that end otherwise, that Python would split.
CONTENT = b"x = 1\r\n-- a/evil\n\x0cz\xe2\x80\xa8 = 3\ndiff --git a/p b/q\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    at = tmp_path_factory.mktemp("repository")

    def git(*words: str) -> None:
        identity = {
            f"GIT_{who}_{what}": "x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        off = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(("git", *words), cwd=at, check=True, env={**os.environ, **identity, **off})

    git("init", "-q")
    for name in (*NAMES, "mode.py", "gone.py", "was.py"):
        (at / name).parent.mkdir(exist_ok=True)
        (at / name).write_bytes(CONTENT)
    (at / "was.py").write_bytes(CONTENT * 2)
    (at / "kind.py").write_bytes(CONTENT)
    git("add", "-A")
    git("commit", "-qm", "one")
    for name in NAMES:
        (at / name).write_bytes(CONTENT + b"++ more\nno end")
    (at / "mode.py").chmod(0o755)
    (at / "gone.py").unlink()
    (at / "was.py").rename(at / "now é.py")
    (at / "kind.py").unlink()
    (at / "kind.py").symlink_to("mode.py")
    (at / "new.py").write_bytes(b"y\n")
    git("add", "-A")
    git("commit", "-qm", "two")
    return at


def printed(repository: Path, *words: str) -> bytes:
    done = subprocess.run(
        ("git", "diff", *words, "HEAD~1", "HEAD"), cwd=repository, check=True, capture_output=True
    )
    return done.stdout


@pytest.mark.parametrize("zero", [True, False])
@pytest.mark.parametrize("quoted", ["true", "false"])
def test_a_real_git_is_read_whatever_the_names(
    repository: Path, quoted: str, *, zero: bool
) -> None:
    subprocess.run(("git", "config", "core.quotePath", quoted), cwd=repository, check=True)
    diff = read_diff(
        printed(repository, "--name-status", *(["-z"] if zero else [])),
        printed(repository, "-U0"),
        name_status_origin="S",
        patch_origin="P",
    )
    assert {(each.status, each.before, each.after) for each in diff.files} == {
        *(("M", name, name) for name in (*NAMES, "mode.py")),
        ("D", "gone.py", "gone.py"),
        ("A", "new.py", "new.py"),
        ("R", "was.py", "now é.py"),
        ("T", "kind.py", "kind.py"),
    }
    for name in NAMES:
        assert diff.hunks[name] == (Hunk(4, 0, 5, 2),)
    assert diff.hunks["gone.py"] == (Hunk(1, 4, 0, 0),)
    assert diff.moved == {"now é.py": "was.py"}
    assert diff.unseen == {"mode.py"}


def test_nothing_differs() -> None:
    diff = read_diff(b"", b"", name_status_origin="S", patch_origin="P")
    assert (diff.files, diff.hunks, diff.unseen) == ((), {}, frozenset())


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (b"X\ta.py\n", "S:1: b'X' is no status"),
        (b"M\ta.py\nfoo\n", "S:2: b'foo' is no status"),
        (b"M a.py\n", "S:1: b'M a.py' is no status"),
        (b"M\t/etc/passwd\n", "S:1: '/etc/passwd' is no path inside a repository"),
        (b"M\t../a.py\n", "S:1: '../a.py' is no path inside a repository"),
        (b"M\ta//b.py\n", "'a//b.py' is no path"),
        (b"M\n", "S:1: '' is no path"),
        (b"R100\ta.py\n", "S:1: '' is no path"),
        (b"M\0", "S:1: '' is no path"),
        (b"M\0a.py\0R\0", "S:1: '' is no path"),
    ],
)
def test_what_is_no_status(status: bytes, said: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        read_diff(status, b"", name_status_origin="S", patch_origin="P")
    assert str(caught.value).startswith(("S:1: ", "S:2: "))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        (b"--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-x\n+y\n", "P: b.py: is not listed in S"),
        (b"--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x\n+y\n", "P: 'a.py' does not begin with b/"),
        (b"--- a/a.py\n+++ b/../a.py\n@@ -1 +1 @@\n-x\n+y\n", "P: '../a.py' is no path"),
        (b"+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n", "P: no unified diff"),
        (b"--- a/a.py\n+++ b/a.py\n@@ -1 +1,9 @@\n-x\n+y\n", "P: no unified diff"),
    ],
)
def test_what_is_no_diff(patch: bytes, said: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        read_diff(b"M\ta.py\n", patch, name_status_origin="S", patch_origin="P")
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("token", "name"),
    [
        (b"plain", b"plain"),
        (b'"', b'"'),
        (b'"a\\tb\\"\\\\"', b'a\tb"\\'),
        (b'"\\303\\251"', "é".encode()),
        (b'""', b""),
    ],
)
def test_names_that_git_quotes(token: bytes, name: bytes) -> None:
    assert unquoted(token) == name


def test_one_path_may_change_and_be_told_once() -> None:
    diff = read_diff(b"C100\ta.py\tb.py\n", b"", name_status_origin="S", patch_origin="P")
    assert diff.files == (FileChange("C", "a.py", "b.py"),)
    assert diff.moved == {}
