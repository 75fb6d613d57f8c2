from pathlib import Path

import pytest

from freezegate.suite import doors


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = (
        "a.py",
        "tests/test_a.py",
        "tests/__pycache__/test_a.pyc",
        ".git/config",
        "venv/pyvenv.cfg",
        "venv/lib/site.py",
        ".cache/CACHEDIR.TAG",
        ".cache/x",
        "nested/.git",
        "nested/b.py",
        "env/conda-meta/history",
        "node_modules/c.py",
        ".hidden/d.py",
    )
    for name in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "linked").symlink_to("tests")
    return tmp_path


def test_paths_are_those_that_a_commit_may_hold(tree: Path) -> None:
    assert doors.paths_of(tree) == {
        ".hidden/d.py": False,
        "a.py": False,
        "link.py": True,
        "linked": True,
        "tests/test_a.py": False,
    }


def test_content_is_what_git_stores(tree: Path) -> None:
    assert doors.content(tree, "tests/test_a.py") == b"tests/test_a.py"
    assert doors.content(tree, "linked") == b"tests"
    assert doors.content(tree, "gone.py") == b""


def test_the_option_wins_over_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.json").write_bytes(b"a")
    (tmp_path / "b.json").write_bytes(b"b")
    monkeypatch.delenv(doors.VARIABLE, raising=False)
    assert doors.given(None, tmp_path) is None
    monkeypatch.setenv(doors.VARIABLE, "b.json")
    assert doors.given(None, tmp_path) == ("b.json", str(tmp_path / "b.json"), b"b", "")
    assert doors.given("a.json", tmp_path) == ("a.json", str(tmp_path / "a.json"), b"a", "")
    assert doors.given("", tmp_path) is None
    monkeypatch.setenv(doors.VARIABLE, "")
    assert doors.given(None, tmp_path) is None


@pytest.mark.parametrize("option", ["gone.json", None])
def test_a_ledger_that_is_not_there_is_a_fault_with_its_source(
    option: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(doors.VARIABLE, "gone.json")
    found = doors.given(option, tmp_path)
    source = "--freeze-ledger" if option else "FLAKE_FREEZE"
    assert found is not None
    assert found.fault == (
        f"gone.json: No such file or directory; {source} names the ledger: give a file that is "
        "there, or none"
    )


def test_the_top_is_the_repository_else_the_ledgers_folder_else_the_rootdir(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project" / "part"
    root.mkdir(parents=True)
    inside, outside = tmp_path / "project" / "l.json", tmp_path / "other" / "l.json"
    assert doors.top_of(root, outside) == root
    assert doors.top_of(root, inside) == tmp_path / "project"
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    assert doors.top_of(root, inside) == tmp_path


def test_the_time_has_an_offset() -> None:
    assert doors.now().utcoffset() is not None


def test_a_file_exists_or_not(tree: Path) -> None:
    assert doors.exists(tree / "a.py")
    assert not doors.exists(tree / "b.py")
