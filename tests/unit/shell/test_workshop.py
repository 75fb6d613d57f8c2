import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from freezegate.errors import EngineError
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from freezegate.shell.interpreter import Interpreter, candidates, find_interpreter
from freezegate.shell.objects import private_store
from freezegate.shell.trees import TREE_NAME, remove_tree
from freezegate.shell.workshop import Workshop, workshop
from tests.e2e.kit import Project

PYTHON = Path(sys.executable)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[tuple[Workshop, Path]]:
    """A workshop, and a tree of one file written in it."""
    project = Project(tmp_path / "project")
    sha = CommitSha(project.commit({"d/a.py": "1\n"}))
    with (
        private_store(Repository.open(project.at), (sha,)) as store,
        workshop(store) as made,
    ):
        yield made, made.write("a", store.listing(sha))


def test_every_slot_is_a_copy_of_its_own_and_goes_again(shop: tuple[Workshop, Path]) -> None:
    made, master = shop
    with made.slot(master) as one, made.slot(master) as two:
        assert one.tree.name == two.tree.name == master.name == TREE_NAME
        assert len(str(one.tree)) == len(str(two.tree)) == len(str(master))
        (one.tree / "d/a.py").write_text("changed")
        assert (two.tree / "d/a.py").read_text() == "1\n"
        assert (master / "d/a.py").read_text() == "1\n"
        for folder in (one.scratch, one.home, one.temporary):
            assert list(folder.iterdir()) == []
        (one.tree / "locked").mkdir()
        (one.tree / "locked").chmod(0)
    assert not one.tree.parent.exists()
    assert not two.tree.parent.exists()


def test_prepare_runs_in_the_tree_with_the_projects_interpreter(
    shop: tuple[Workshop, Path],
) -> None:
    made, master = shop
    command = "python -c \"open('built', 'w').write('x')\""
    made.prepare(master, command, python=PYTHON, keep=(), timeout_s=30.0)
    assert (master / "built").read_text() == "x"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("python -c \"import sys; sys.exit('no compiler')\"", "no compiler"),
        ("/nothing/of/this/name", "cannot be started: No such file"),
    ],
)
def test_a_prepare_that_fails_says_what_it_said(
    shop: tuple[Workshop, Path], command: str, said: str
) -> None:
    made, master = shop
    with pytest.raises(EngineError, match=said):
        made.prepare(master, command, python=PYTHON, keep=(), timeout_s=30.0)


def test_removing_what_is_gone_is_fine(tmp_path: Path) -> None:
    remove_tree(tmp_path / "absent")


def test_an_interpreter_with_pytest_is_probed(tmp_path: Path) -> None:
    found = find_interpreter(PYTHON, tmp_path, tmp_path)
    assert isinstance(found, Interpreter)
    assert found.pytest_major >= 8
    assert found.environment.python.startswith("CPython 3.")
    assert found.environment.hypothesis
    assert "hypothesispytest" in {name for name, _, _ in found.plugins}
    assert "pytest" in found.modules
    assert "pytest" in found.foreign(())
    assert "pytest" not in found.foreign(("pytest",))


def test_what_has_no_pytest_is_named_with_what_was_tried(tmp_path: Path) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(EngineError, match=r"tried .*python \(it does not run\); name the project"):
        find_interpreter(broken, tmp_path, tmp_path)
    with pytest.raises(EngineError, match="No such file"):
        find_interpreter(tmp_path / "absent", tmp_path, tmp_path)


def test_the_active_environment_comes_before_the_repositorys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("active", "top/.venv"):
        (tmp_path / folder / "bin").mkdir(parents=True)
        (tmp_path / folder / "bin/python").touch()
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    found = candidates(None, tmp_path / "top")
    assert found[:2] == (tmp_path / "active/bin/python", tmp_path / "top/.venv/bin/python")
    assert found[-1] == PYTHON
    assert candidates(Path("named"), tmp_path) == (Path.cwd() / "named",)
