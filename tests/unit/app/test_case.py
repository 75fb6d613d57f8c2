from pathlib import Path
from typing import Any

import pytest

from freezegate.app.case import Case, open_case
from freezegate.app.options import Options
from freezegate.errors import GitError, UsageError
from freezegate.model.config import Config
from tests.e2e.kit import Project
from tests.unit.app.made import case

CONFIG = "[tool.freezegate]\nseeds = 3\n"


def opened(at: Path, **options: Any) -> Case:  # noqa: ANN401 - any option
    with open_case(Options(repo=at, **options)) as given:
        return given


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Three commits on the default branch."""
    made = Project(tmp_path / "project")
    made.commit({"pyproject.toml": CONFIG, "tests/test_a.py": "def test_a(): pass\n"})
    made.commit({"pkg/__init__.py": ""})
    made.commit({"pkg/more.py": ""})
    return made


def test_commits_are_those_that_are_named(project: Project) -> None:
    given = opened(project.at, parent="HEAD~2", patch="HEAD~1")
    assert given.parent.sha == project.git("rev-parse", "HEAD~2")
    assert given.patch.sha == project.git("rev-parse", "HEAD~1")
    assert set(given.patch.listing) - set(given.parent.listing) == {"pkg/__init__.py"}
    assert given.parent.tree != given.patch.tree == given.composed_tree
    assert given.served == {"pkg": "", "tests": ""}


def test_parent_unless_named_is_the_merge_base_with_the_target(project: Project) -> None:
    base = project.git("rev-parse", "HEAD~1")
    project.git("checkout", "-q", "-b", "topic", base)
    project.commit({"pkg/topic.py": ""})
    given = opened(project.at)
    assert given.parent.sha == base
    assert given.patch.sha == project.git("rev-parse", "topic")


def test_commit_that_is_merged_already_is_nothing_to_judge(project: Project) -> None:
    with pytest.raises(UsageError, match=r"HEAD is already part of .*; name the parent"):
        opened(project.at)
    with pytest.raises(UsageError, match="HEAD~1 is already part of"):
        opened(project.at, patch="HEAD~1")


@pytest.mark.parametrize(
    "both",
    [
        {"patch": "HEAD", "diff": Path("a.diff")},
        {"patch": "HEAD", "worktree": True},
        {"diff": Path("a.diff"), "worktree": True},
    ],
)
def test_only_one_thing_is_judged(project: Project, both: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="exclude one another; give one"):
        opened(project.at, **both)


def test_worktree_is_judged_against_the_commit_it_stands_on(project: Project) -> None:
    project.write({"pkg/new.py": "X = 1\n", "pkg/more.py": None})
    with open_case(Options(repo=project.at, worktree=True)) as given:
        assert given.patch.read("pkg/new.py") == b"X = 1\n"
    assert given.parent.sha == project.git("rev-parse", "HEAD")
    assert set(given.parent.listing) ^ set(given.patch.listing) == {"pkg/new.py", "pkg/more.py"}
    assert project.git("rev-parse", "HEAD") == given.parent.sha


@pytest.mark.parametrize(("parent", "wanted"), [("", "HEAD"), ("HEAD~1", "HEAD~1")])
def test_diff_is_applied_to_the_parent(
    project: Project, tmp_path: Path, parent: str, wanted: str
) -> None:
    diff = tmp_path / "a.diff"
    diff.write_text(
        "--- a/tests/test_a.py\n+++ b/tests/test_a.py\n"
        "@@ -1 +1 @@\n-def test_a(): pass\n+def test_b(): pass\n"
    )
    with open_case(Options(repo=project.at, diff=diff, parent=parent)) as given:
        assert given.patch.read("tests/test_a.py") == b"def test_b(): pass\n"
    assert given.parent.sha == project.git("rev-parse", wanted)
    assert given.composed.listing == given.parent.listing


def test_configuration_is_the_parents(project: Project) -> None:
    project.commit({"pyproject.toml": "[tool.freezegate]\nseeds = 1\n"})
    assert opened(project.at, parent="HEAD~1").config == Config(seeds=3)
    assert opened(project.at, parent="HEAD", patch="HEAD").config == Config(seeds=1)


def test_project_without_configuration_has_the_defaults(tmp_path: Path) -> None:
    project = Project(tmp_path / "bare")
    project.commit({"a.py": ""})
    project.commit({"b.py": ""})
    given = opened(project.at, parent="HEAD~1")
    assert given.config == Config()
    assert given.root == ""


def test_project_may_be_a_folder_of_the_repository(tmp_path: Path) -> None:
    project = Project(tmp_path / "whole")
    project.commit({"pyproject.toml": CONFIG, "sub/pytest.ini": "[pytest]\npythonpath = lib\n"})
    project.commit({"sub/pyproject.toml": "[tool.freezegate]\nseeds = 5\n"})
    project.commit({"sub/lib/x.py": ""})
    given = opened(project.at / "sub", parent="HEAD~1")
    assert given.root == "sub"
    assert given.parent.found.words("pythonpath") == ("lib",)
    assert given.config == Config(seeds=5)
    # The first commit has none of its own there: the top level's holds.
    assert opened(project.at / "sub", parent="HEAD~2", patch="HEAD~1").config == Config(seeds=3)


def test_configured_root_goes_before_the_folder(tmp_path: Path) -> None:
    project = Project(tmp_path / "whole")
    project.commit({"pyproject.toml": '[tool.freezegate]\nroot = "sub"\n', "sub/a.py": ""})
    project.commit({"sub/b.py": ""})
    assert opened(project.at, parent="HEAD~1").root == "sub"


def test_repository_without_a_worktree_is_judged_at_its_top(project: Project) -> None:
    bare = project.at.parent / "bare.git"
    project.git("clone", "-q", "--bare", str(project.at), str(bare))
    assert opened(bare, parent="HEAD~1").root == ""


def test_leftovers_of_the_patch_are_no_part_of_a_commit(project: Project) -> None:
    project.commit({"pkg/__pycache__/more.cpython-311.pyc": b"\0", "pkg/last.py": ""})
    given = opened(project.at, parent="HEAD~1")
    assert set(given.patch.listing) - set(given.parent.listing) == {"pkg/last.py"}


def test_folder_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError):
        opened(tmp_path)


def test_sources_are_the_python_files_that_are_wanted() -> None:
    given = case({"a.py": "1", "b.py": "2", "c.txt": "3"}, {})
    assert given.parent.sources(lambda path: path != "b.py") == {"a.py": b"1"}
