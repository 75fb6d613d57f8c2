from pathlib import Path

import msgspec
import pytest

from freezegate.app.case import Case, open_case
from freezegate.app.options import Options
from freezegate.app.stands import Sources, plugins_of, stands_of, with_tests
from freezegate.errors import EngineError
from freezegate.model.ids import TestId
from freezegate.model.tree import Entry
from tests.e2e.kit import Project
from tests.unit.app.made import case, interpreter, master, stand


def test_sources_are_read_when_they_are_asked_for() -> None:
    read: list[str] = []

    def blob(name: str) -> bytes:
        read.append(name)
        return name.encode()

    sources = Sources({path: Entry(mode="100644", blob=f"<{path}>") for path in "ab"}, blob)
    assert (list(sources), len(sources), "a" in sources, "c" in sources) == (
        ["a", "b"],
        2,
        True,
        False,
    )
    assert sources["b"] == b"<b>"
    assert "<b>" in read


def test_plugins_that_rerun_or_reorder_are_off() -> None:
    named = interpreter(
        plugins=(
            ("asyncio", "pytest_asyncio.plugin", "pytest-asyncio"),
            ("rerunfailures", "pytest_rerunfailures", "pytest-rerunfailures"),
            ("asyncio", "pytest_asyncio.plugin", "pytest-asyncio"),
        )
    )
    assert plugins_of(case({}, {}, python=named)) == (("asyncio",), ("rerunfailures",))


def test_stand_collects_the_files_of_what_it_runs(tmp_path: Path) -> None:
    order = (TestId("tests/test_z.py::test_z"), TestId("tests/test_a.py::test_a"))
    tests = (TestId("tests/test_a.py::test_a"), TestId("tests/test_a.py::test_b[x::y]"))
    made = with_tests(stand(master(tmp_path)), tests, order)
    assert made.select == (*tests, order[0])
    assert made.paths == ("tests/test_a.py", "tests/test_z.py")
    assert made.order == order


def project(tmp_path: Path, config: str = "") -> Project:
    made = Project(tmp_path / "project")
    made.commit({"pyproject.toml": config, "tests/test_a.py": "def test_a(): pass\n"})
    return made


def written(given: Case) -> dict[str, tuple[str, ...]]:
    """The Python files of each written tree, by its letter."""
    stands = stands_of(given, lambda listing: tuple(sorted(listing)))
    return {
        each.label: tuple(
            sorted(path.relative_to(each.master).as_posix() for path in each.master.rglob("*.py"))
        )
        for each in (stands.parent, stands.composed, stands.own)
        if each is not None
    }


def test_patch_of_product_and_tests_has_a_tree_of_its_own(tmp_path: Path) -> None:
    made = project(tmp_path)
    made.commit({"pkg/__init__.py": "", "tests/test_b.py": "def test_b(): pass\n"})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        assert written(given) == {
            "a": ("tests/test_a.py",),
            "b": ("pkg/__init__.py", "tests/test_a.py"),
            "c": ("pkg/__init__.py", "tests/test_a.py", "tests/test_b.py"),
        }


def test_patch_of_the_product_alone_has_none(tmp_path: Path) -> None:
    made = project(tmp_path)
    made.commit({"pkg/__init__.py": ""})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        assert set(written(given)) == {"a", "b"}


def test_patch_that_configures_pytest_anew_has_one(tmp_path: Path) -> None:
    made = project(tmp_path)
    made.commit({"pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-k x"\n'})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        assert set(written(given)) == {"a", "b", "c"}


def test_stands_run_the_parents_configuration_and_serve_their_own_product(tmp_path: Path) -> None:
    made = project(tmp_path, '[tool.pytest.ini_options]\naddopts = "-ra"\n')
    made.commit({"pyproject.toml": "", "src/pkg/__init__.py": "", "tests/test_b.py": ""})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        stands = stands_of(given, lambda _: ())
    assert stands.own is not None
    assert stands.parent.config == stands.composed.config != stands.own.config
    assert stands.parent.served == {"tests": ""}
    assert stands.composed.served == stands.own.served == {"pkg": "src", "tests": ""}


def test_each_tree_is_prepared(tmp_path: Path) -> None:
    script = "open('made_' + __import__('os').getcwd()[-17:-16] + '.py', 'w').close()\n"
    made = project(tmp_path, "[tool.freezegate]\nprepare = 'python build.py'\n")
    made.commit({"build.py": script})
    made.commit({"pkg/__init__.py": ""})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        assert all(
            any(file.startswith("made_") for file in files) for files in written(given).values()
        )


def test_prepare_that_fails_is_no_engine(tmp_path: Path) -> None:
    made = project(tmp_path, "[tool.freezegate]\nprepare = 'python nothing.py'\n")
    made.commit({"pkg/__init__.py": ""})
    with (
        open_case(Options(repo=made.at, parent="HEAD~1")) as given,
        pytest.raises(EngineError, match="failed in a fresh tree"),
    ):
        stands_of(given, lambda _: ())


def test_stands_differ_in_their_letters_alone(tmp_path: Path) -> None:
    made = project(tmp_path)
    made.commit({"pkg/__init__.py": ""})
    with open_case(Options(repo=made.at, parent="HEAD~1")) as given:
        stands = stands_of(given, lambda _: ())
    parent, composed = str(stands.parent.master), str(stands.composed.master)
    assert len(parent) == len(composed)
    assert parent.replace("/a/", "/b/") == composed
    assert msgspec.structs.replace(stands.parent, select=()) == stands.parent
