from pathlib import Path

import pytest

from freezegate.app.canary_apply import _write, apply_mutant
from freezegate.errors import ArtifactError, UsageError

MUTANT = (
    'test = "tests/test_a.py::test_a"\nfile = "{}"\nbefore = "LIMIT = 0"\nafter = "LIMIT = 1"\n'
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a tree, with what a checkout may hold beside it."""
    at = tmp_path / "copy"
    for folder in ("tests", "venv/lib", ".hidden"):
        (at / folder).mkdir(parents=True)
    (at / "venv/pyvenv.cfg").touch()
    (tmp_path / "outside.py").write_text("LIMIT = 0\n")
    (at / "linked.py").symlink_to(tmp_path / "outside.py")
    for name in ("shop.py", "tests/test_a.py", "venv/lib/shop.py", ".hidden/a.py"):
        (at / name).write_text("LIMIT = 0\n")
    return at


def applied(copy: Path, file: str) -> str:
    mutant = copy.parent / "m.toml"
    mutant.write_text(MUTANT.format(file))
    return apply_mutant(mutant, copy)


def test_the_change_is_made_and_shown(copy: Path) -> None:
    assert applied(copy, "shop.py") == (
        "--- a/shop.py\n+++ b/shop.py\n@@ -1 +1 @@\n-LIMIT = 0\n+LIMIT = 1\n"
    )
    assert (copy / "shop.py").read_text() == "LIMIT = 1\n"


@pytest.mark.parametrize("file", ["linked.py", "venv/lib/shop.py", ".hidden/a.py", "gone.py"])
def test_links_environments_and_hidden_folders_are_no_part_of_the_tree(
    copy: Path, file: str
) -> None:
    with pytest.raises(ArtifactError, match=r"m\.toml:3: .*: there is no such file in the tree"):
        applied(copy, file)
    assert (copy.parent / "outside.py").read_text() == "LIMIT = 0\n"


def test_tests_of_the_copy_are_left_alone_and_its_configuration_counts(copy: Path) -> None:
    with pytest.raises(ArtifactError, match="a mutant may not edit tests"):
        applied(copy, "tests/test_a.py")
    (copy / "pyproject.toml").write_text('[tool.freezegate]\ntest-folders = ["checks"]\n')
    (copy / "checks").mkdir()
    (copy / "checks/rates.py").write_text("LIMIT = 0\n")
    with pytest.raises(ArtifactError, match="a mutant may not edit tests"):
        applied(copy, "checks/rates.py")


def test_there_must_be_a_copy(copy: Path) -> None:
    with pytest.raises(UsageError, match="no such folder; apply it to a copy: `git worktree add"):
        apply_mutant(copy / "m.toml", copy / "gone")


@pytest.mark.parametrize(
    ("content", "taken"),
    [
        ("gitdir: /x/.git/worktrees/copy\n", True),
        ("gitdir: ../.git/modules/copy\n", False),
        (None, False),
    ],
)
def test_only_a_linked_work_tree_may_have_a_git_file(
    copy: Path,
    content: str | None,
    taken: bool,  # noqa: FBT001 - a column
) -> None:
    if content is None:
        (copy / ".git").mkdir()
    else:
        (copy / ".git").write_text(content)
    if taken:
        assert applied(copy, "shop.py")
        return
    with pytest.raises(UsageError, match="is a repository's own work tree"):
        applied(copy, "shop.py")


def test_what_was_written_is_put_back_when_the_next_file_fails(copy: Path) -> None:
    before = {"shop.py": b"LIMIT = 0\n", "gone/a.py": b""}
    with pytest.raises(OSError, match="gone"):
        _write(copy, before, {"shop.py": b"LIMIT = 1\n", "gone/a.py": b"x"})
    assert (copy / "shop.py").read_bytes() == b"LIMIT = 0\n"
