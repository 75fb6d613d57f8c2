"""A session that cannot be held says why, and ends."""

import sys
from pathlib import Path

import pytest

from freezegate.runner.session import Heard
from tests.unit.runner.start import start, tree_of

GOOD = {"tests/test_a.py": "def test_a(): pass"}


def shadowed(folder: Path, text: str) -> dict[str, str]:
    """Give an environment in which pytest is this text."""
    site = tree_of(folder / "env", {"pytest.py": text})
    return {"PYTHONPATH": str(site)}


def test_no_pytest_is_told(tmp_path: Path) -> None:
    env = shadowed(tmp_path, "raise ImportError('there is none')")

    answer = start(tree_of(tmp_path, GOOD), env=env)

    assert answer.hello.pytest == ""
    assert answer.errors[""].startswith("pytest cannot be imported")
    assert "there is none" in answer.errors[""]
    assert answer.end is not None
    assert (answer.end.count, answer.end.exit, answer.code) == (0, -1, 0)


def test_an_old_pytest_is_told(tmp_path: Path) -> None:
    env = shadowed(tmp_path, "__version__ = '6.2.5'")

    answer = start(tree_of(tmp_path, GOOD), env=env)

    assert answer.errors == {"": "pytest 6.2.5 is too old; freezegate needs 7.0 or newer"}


def test_a_tree_that_breaks_what_pytest_stands_on_is_told(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {**GOOD, "pluggy/__init__.py": "raise SystemExit('broken')"})

    answer = start(tree, served={"pluggy": ""})

    assert "broken" in answer.errors[""]
    assert answer.end is not None
    assert answer.end.exit == -1


def test_a_pytest_without_the_known_seam_is_refused(tmp_path: Path) -> None:
    # pytest's own file, told to have lost the attribute that its hook looks through.
    text = """
        import _pytest.assertion.rewrite as rewrite
        del rewrite.AssertionRewritingHook._find_spec
    """
    env = {"PYTHONPATH": str(tree_of(tmp_path / "env", {"sitecustomize.py": text}))}

    answer = start(tree_of(tmp_path, GOOD), env=env)

    assert "cannot tell whose code runs" in answer.errors[""]
    assert not answer.rows


def test_an_unknown_option_is_told_with_pytests_own_words(tmp_path: Path) -> None:
    answer = start(tree_of(tmp_path, GOOD), ini="addopts = --no-such-option\n")

    assert answer.errors[""].startswith("pytest ended with exit code 4")
    assert "--no-such-option" in answer.errors[""]
    assert answer.end is not None
    assert answer.end.exit == 4


def test_a_broken_conftest_is_told(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {**GOOD, "tests/conftest.py": "import nowhere_to_be_found"})

    answer = start(tree, paths=["tests"])

    assert "nowhere_to_be_found" in "".join(answer.errors.values())
    assert not answer.rows


@pytest.mark.parametrize(
    ("conftest", "said"),
    [
        ("def pytest_ignore_collect(path, no_such_argument): pass", "'no_such_argument'"),
        ("import sys; sys.exit('not here')", "SystemExit: not here"),
    ],
)
def test_what_comes_out_of_pytest_is_told(tmp_path: Path, conftest: str, said: str) -> None:
    answer = start(tree_of(tmp_path, {**GOOD, "conftest.py": conftest}))

    assert said in answer.errors[""]
    assert answer.end is not None
    assert not answer.rows


def test_a_path_that_is_missing_does_not_stop_the_others(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {"part/tests/test_a.py": "def test_a(): pass"})

    answer = start(
        tree, root="part", paths=["tests/gone.py", "tests/test_a.py"], test_folders=["part/tests"]
    )

    assert answer.outcomes() == {"test_a": "passed"}
    assert answer.errors == {"part/tests/gone.py": "there is no such file in this tree"}


def test_where_every_path_is_missing_nothing_runs(tmp_path: Path) -> None:
    answer = start(tree_of(tmp_path, GOOD), paths=["tests/gone.py"])

    assert not answer.started
    assert list(answer.errors) == ["tests/gone.py"]
    assert answer.end is not None
    assert answer.end.exit == -1


def test_a_file_named_like_an_option_is_a_file(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path, {"--exitfirst.py": "def test_a(): pass", "@x.py": "def test_b(): pass"}
    )

    answer = start(
        tree, paths=["--exitfirst.py", "@x.py"], test_folders=[""], ini="python_files = *.py\n"
    )

    assert answer.outcomes() == {"test_a": "passed", "test_b": "passed"}


def test_testpaths_of_the_configuration_are_collected(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {**GOOD, "other/test_b.py": "def test_b(): pass"})

    answer = start(tree, collect=True, ini="testpaths = tests\n")

    assert list(answer.items) == ["tests/test_a.py::test_a"]


def test_a_conftest_above_the_root_takes_no_part(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "conftest.py": "raise RuntimeError('outer')",
            "part/tests/test_a.py": "def test_a(): pass",
        },
    )

    answer = start(tree, root="part", test_folders=["part/tests"])

    assert answer.outcomes() == {"test_a": "passed"}


def test_what_is_heard_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    stream = sys.stderr
    with Heard() as heard:
        sys.stderr.write("x" * 100_000 + "end")
        sys.stderr.flush()

    assert sys.stderr is stream
    assert heard.text().endswith("xend")
    assert len(heard.text()) == 16 * 1024
    assert capsys.readouterr().err.endswith("xend")
