"""A mutant as a unified diff: what is read, and each refusal with its line."""

import re

import pytest

from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit
from freezegate.source.mutant_diff import MAX_DIFF_BYTES, mutant_of_diff

TEST = "tests/test_a.py::test_a"
HEAD = f"# test: {TEST}\n# about: no lower bound\n"
DIFF = """\
--- a/pkg/a.py
+++ b/pkg/a.py
@@ -2,3 +2,3 @@ def f(n):
 one
-two
+TWO
 three
"""
GIT = "diff --git a/pkg/a.py b/pkg/a.py\nindex 1234567..89abcde 100644\n"


@pytest.mark.parametrize(
    "diff", [DIFF, GIT + DIFF, DIFF.replace("a/pkg", "pkg").replace("b/pkg", "pkg")]
)
def test_a_diff_is_read(diff: str) -> None:
    mutant = mutant_of_diff((HEAD + diff).encode(), origin="m.diff")
    assert (mutant.name, mutant.test, mutant.about) == ("m.diff", TEST, "no lower bound")
    (edit,) = mutant.edits
    assert (edit.path, edit.at) == ("pkg/a.py", 2)
    assert (edit.before, edit.after) == ("one\ntwo\nthree\n", "one\nTWO\nthree\n")
    assert edit.line == 2 + diff.count("\n", 0, diff.index(" one")) + 1


def test_a_hunk_is_an_edit_and_files_may_be_several() -> None:
    more = "@@ -9,0 +10 @@\n+ten\n--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-x\n+y\n"
    edits = mutant_of_diff((HEAD + DIFF + more).encode(), origin="m").edits
    assert [(each.path, each.at, each.before, each.after) for each in edits[1:]] == [
        ("pkg/a.py", 10, "", "ten\n"),
        ("b.py", 1, "x\n", "y\n"),
    ]


NONE = "\\ No newline at end of file\n"


@pytest.mark.parametrize(
    ("lines", "before", "after"),
    [
        (f"-x\n{NONE}+y\n{NONE}", "x", "y"),
        (f"-x\n{NONE}+y\n", "x", "y\n"),
        (f"-x\n+y\n{NONE}", "x\n", "y"),
    ],
)
def test_a_last_line_may_have_no_newline(lines: str, before: str, after: str) -> None:
    text = f"{HEAD}--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n{lines}"
    (edit,) = mutant_of_diff(text.encode(), origin="m").edits
    assert (edit.before, edit.after) == (before, after)


def test_a_common_last_line_may_have_no_newline() -> None:
    text = f"{HEAD}--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n{NONE}"
    (edit,) = mutant_of_diff(text.encode(), origin="m").edits
    assert (edit.before, edit.after) == ("x\nz", "y\nz")


def test_line_ends_of_the_file_stand_in_the_diff() -> None:
    text = f"{HEAD}--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\r\n+y\r\n"
    (edit,) = mutant_of_diff(text.encode(), origin="m").edits
    assert (edit.before, edit.after) == ("x\r\n", "y\r\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DIFF, "m.diff:1: no test is named; write the line `# test: <node id>` once"),
        (f"{DIFF}# test: {TEST}\n", "m.diff:1: no test is named"),
        (f"{HEAD}# test: x.py::y\n{DIFF}", "m.diff:3: a second `# test:` line"),
        (f"{HEAD}# about: more\n{DIFF}", "m.diff:3: a second `# about:` line"),
        (HEAD, "m.diff:1: it edits nothing"),
        (f"# test: tests/test_a.py\n{DIFF}", "m.diff:1: 'tests/test_a.py' names no test of its"),
        (f"{HEAD}--- a/../a.py\n+++ b/../a.py\n@@ -1 +1 @@\n-x\n+y\n", "m.diff:6: '../a.py' is no"),
        (f"{HEAD}--- /a.py\n+++ /a.py\n@@ -1 +1 @@\n-x\n+y\n", "m.diff:6: '/a.py' is no path in"),
        (
            f"{HEAD}--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n x\n",
            "m.diff:6: before and after are equal",
        ),
        (f"{HEAD}--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+x\n", "m.diff:4: 'a.py' is made or"),
        (f"{HEAD}--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", "m.diff:4: 'a.py' is made or"),
        (f"{HEAD}--- a/a.py\n+++ b/b.py\n@@ -1 +1 @@\n-x\n+y\n", "m.diff:4: 'b.py' is renamed"),
        (f"{HEAD}Binary files a/a.bin and b/a.bin differ\n", "m.diff:3: 'a.bin' is binary"),
        (f"{HEAD}--- a/a.py\n+++ b/a.py\n", "m.diff:4: 'a.py' has no hunk; give a plain diff"),
        (f"{HEAD}--- a/a.py\n+++ b/a.py\n@@ -1,9 +1 @@\n-x\n", "m.diff:1: no unified diff: "),
        (f"{HEAD}@@ -1 +1 @@\n-x\n+y\n", "m.diff:1: no unified diff: "),
        (
            f"{HEAD}diff --git a/a.py b/b.py\nrename from a.py\nrename to b.py\n",
            "m.diff:3: 'b.py' is renamed",
        ),
    ],
)
def test_what_is_refused_and_where(text: str, said: str) -> None:
    with pytest.raises(ArtifactError, match=f"^{re.escape(said)}"):
        mutant_of_diff(text.encode(), origin="m.diff")


def test_bytes_that_are_no_text_are_refused_at_their_line() -> None:
    with pytest.raises(ArtifactError, match=r"^m\.diff:2: byte 0xff is not UTF-8; save the file"):
        mutant_of_diff(b"# a\n\xff\n", origin="m.diff")
    with pytest.raises(ArtifactError, match=r"^m\.diff:1: 262145 bytes are more than"):
        mutant_of_diff(b"#" * (MAX_DIFF_BYTES + 1), origin="m.diff")


def test_an_edit_has_the_line_of_its_hunk() -> None:
    assert mutant_of_diff((HEAD + DIFF).encode(), origin="m").edits == (
        Edit(path="pkg/a.py", before="one\ntwo\nthree\n", after="one\nTWO\nthree\n", line=6, at=2),
    )
