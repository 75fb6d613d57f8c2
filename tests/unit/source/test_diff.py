"""What git prints of two trees: by a real git, and what is no such thing."""

import os
import subprocess
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError
from freezegate.source.diff import Diff, FileChange, Hunk, read_diff

NAMES = (
    *("a b.py", "é b/x.py", 'q"uo.py', "tab\there.py", "nl\nx.py", "back\\slash.py"),
    *('"whole".py', '"q/x"', "del\x7f.py", "cr\r.py"),
)
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


def read(status: bytes, patch: bytes = b"") -> Diff:
    return read_diff(status, patch, name_status_origin="S", patch_origin="P")


def test_nothing_differs() -> None:
    diff = read(b"")
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
        (b"M\t\n", "S:1: '' is no path"),
        (b"M\n", "S:1: M has 0 paths, not 1; give the output of"),
        # What the next line holds is no path of this one.
        (b"M\nM\n", "S:1: M has 0 paths, not 1"),
        (b"M\ta.py\nR100\tb.py\nc.py\n", "S:2: R has 1 paths, not 2"),
        (b"M\ta.py\tM\tb.py\n", "S:1: M has 3 paths, not 1"),
        (b"M\0", "S:1: M has 0 paths, not 1"),
        (b"M\0a.py\0R\0", "S:1: R has 0 paths, not 2"),
        (b"M\0/a.py\0", "S:1: '/a.py' is no path"),
        # Another program's line ends and folders; escapes that git does not write.
        (b"M\ta.py\r\n", "S:1: b'a.py\\r' is no name as git prints it; do not change its output"),
        (b"M\ttests\\a.py\n", "S:1: b'tests\\\\a.py' is no name"),
        (b'M\t"a.py\n', "is no name as git prints it"),
        (b'M\t"\n', "is no name as git prints it"),
        (b'M\t"a\\q"\n', "is no name as git prints it"),
        (b'M\t"\\777"\n', "is no name as git prints it"),
        (b'M\t"a"b"\n', "is no name as git prints it"),
        (b'M\t""\n', "S:1: '' is no path"),
    ],
)
def test_what_is_no_status(status: bytes, said: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        read(status)
    assert str(caught.value).startswith(("S:1: ", "S:2: "))
    assert said in str(caught.value)


HUNK = b"@@ -1 +1 @@\n-x\n+y\n"
NAMED = b"--- a/a.py\n+++ b/a.py\n"


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        (b"--- a/b.py\n+++ b/b.py\n" + HUNK, "P:1: b.py: is not listed in S as changed from b.py"),
        (
            b"#\n--- a/c.py\n+++ b/a.py\n" + HUNK,
            "P:2: a.py: is not listed in S as changed from c.py",
        ),
        (b"--- /dev/null\n+++ b/b.py\n@@ -0,0 +1 @@\n+y\n", "P:1: b.py: is not listed in S"),
        (b"--- /dev/null\n+++ /dev/null\n" + HUNK, "P:1: /dev/null: is not listed in S"),
        # Without prefixes, a folder of that name is none.
        (b"--- a.py\n+++ a.py\n" + HUNK, "P:1: 'a.py' does not begin with a/; give the output"),
        (b"--- b/a.py\n+++ b/a.py\n" + HUNK, "P:1: 'b/a.py' does not begin with a/"),
        (b"--- a/a.py\n+++ a/a.py\n" + HUNK, "P:1: 'a/a.py' does not begin with b/"),
        (b"--- a/a.py\n+++ b/../a.py\n" + HUNK, "P:1: '../a.py' is no path"),
        (NAMED.replace(b"\n", b"\r\n") + HUNK, "P:1: b'a/a.py\\r' is no name as git prints it"),
        (b"+++ b/a.py\n" + HUNK, "P:1: no unified diff: 'Target without source"),
        (HUNK, "P:1: no unified diff: 'Unexpected hunk found"),
        (NAMED + b"@@ -1 +1,9 @@\n-x\n+y\n", "P:5: no unified diff: 'Hunk is shorter"),
        # A count that would take the next file's names for lines.
        (
            NAMED + b"@@ -1,2 +1,2 @@\n-x\n+y\ndiff --git a/b b/b\n" + NAMED,
            "P:6: no unified diff: 'Hunk diff line expected",
        ),
        # What is passed over would be a change that nobody sees.
        (NAMED, "P:1: b'--- a/a.py' belongs to no hunk; give the output"),
        (NAMED + HUNK + b"@@ -z +1 @@\n-x\n", "P:6: b'@@ -z +1 @@' belongs to no hunk"),
        (NAMED + b"@@ -1,0 +1,0 @@\n", "P:1: b'--- a/a.py' belongs to no hunk"),
        (NAMED + HUNK + b"-x\n", "P:6: b'-x' belongs to no hunk"),
        (
            b"diff --cc a.py\n" + NAMED + b"@@@ -1 -1 +1 @@@\n--x\n++y\n",
            "P:2: b'--- a/a.py' belongs",
        ),
        (b"hello\n", "P: shows no change of a file; give the output of"),
        ((NAMED + HUNK).decode().encode("utf-16"), "P: shows no change of a file"),
        (b"\x1b[1m--- a/a.py\x1b[m\n", "P: shows no change of a file"),
    ],
)
def test_what_is_no_diff(patch: bytes, said: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        read(b"M\ta.py\n", patch)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("token", "name"),
    [
        (b"plain", "plain"),
        (b'"a\\tb\\"\\\\"', 'a\tb"\\'),
        (b'"\\303\\251"', "é"),
        (b'"\\377"', "\udcff"),
        ("é".encode(), "é"),
    ],
)
def test_names_that_git_quotes(token: bytes, name: str) -> None:
    assert read(b"M\t" + token + b"\n").files == (FileChange("M", name, name),)


def test_with_z_a_name_is_never_unquoted() -> None:
    assert read(b'M\0"x.py"\0').files == (FileChange("M", '"x.py"', '"x.py"'),)


def test_one_path_may_change_and_be_told_once() -> None:
    diff = read(b"C100\ta.py\tb.py\n")
    assert diff.files == (FileChange("C", "a.py", "b.py"),)
    assert diff.moved == {}


@pytest.mark.parametrize(
    "hidden",
    [
        b"Binary files a/a.py and b/a.py differ\n",
        b"GIT binary patch\nliteral 3\nKcmX-+@\n\nliteral 2\nJcmX\n\n",
        b"old mode 100644\nnew mode 100755\n",
    ],
)
def test_a_change_without_lines_is_unseen(hidden: bytes) -> None:
    diff = read(b"M\ta.py\n", b"diff --git a/a.py b/a.py\n" + hidden)
    assert not diff.hunks
    assert diff.unseen == {"a.py"}


def test_a_missing_line_end_and_lines_around_are_read() -> None:
    end = b"\\ No newline at end of file\n"
    diff = read(
        b"M\ta.py\n",
        NAMED + b"@@ -1,2 +1,2 @@ def f():\n x\n-y\n+z\n@@ -9 +9 @@\n-x\n" + end + b"+y\n" + end,
    )
    assert diff.hunks == {"a.py": (Hunk(1, 2, 1, 2), Hunk(9, 1, 9, 1))}
