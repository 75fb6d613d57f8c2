from collections.abc import Mapping

import pytest

from freezegate.model.config import Config
from freezegate.model.tree import Entry
from freezegate.source.layout import Layout, layout_of, served_on_patch
from freezegate.source.pytest_found import FoundConfig, Value


def layout(  # noqa: PLR0913 - what a layout is told from
    paths: str,
    *,
    config: Config | None = None,
    pytest_: Mapping[str, Value] | None = None,
    files: Mapping[str, str] | None = None,
    root: str = "",
    links: str = "",
) -> Layout:
    contents = files or {}
    listing = {path: Entry(mode="100644", blob="b") for path in (*paths.split(), *contents)}
    listing |= {path: Entry(mode="120000", blob="b") for path in links.split()}
    return layout_of(
        listing,
        lambda path: contents[path].encode() if path in contents else None,
        config=config or Config(),
        found=FoundConfig(root=root, values=dict(pytest_ or {})),
        root=root,
    )


PRODUCT = "src/pkg/__init__.py"


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("conftest.py", True),
        ("src/pkg/conftest.py", True),
        ("test_a.py", True),
        ("src/pkg/a_test.py", True),
        ("pytest.ini", True),
        ("sub/tox.ini", True),
        (".pytest.toml", True),
        ("tests/data/a.json", True),
        ("src/pkg/tests/helper.py", True),
        ("deep/test/x", True),
        ("pyproject.toml", False),
        ("setup.cfg", False),
        ("test_a.txt", False),
        ("tests", False),
        ("src/pkg/testing.py", False),
        ("src/pkg/a.py", False),
        ("contests/a.py", False),
    ],
)
def test_what_is_the_tests(path: str, is_test: bool) -> None:  # noqa: FBT001 - a column
    assert layout(PRODUCT).is_test(path) is is_test


@pytest.mark.parametrize(
    ("pytest_", "path", "is_test"),
    [
        # testpaths count, but never the product.
        ({"testpaths": "checks"}, "checks/data.json", True),
        ({"testpaths": "checks/*"}, "checks/a/data.json", True),
        ({"testpaths": "."}, "a/b.py", False),
        ({"testpaths": "/abs ../out"}, "a/b.py", False),
        ({"testpaths": "src"}, "src/pkg/a.py", False),
        ({"testpaths": "src/pkg"}, "src/pkg/a.py", False),
        ({"testpaths": "src/pkg/part"}, "src/pkg/part/a.py", False),
        ({"testpaths": "src/pkg/testsuite"}, "src/pkg/testsuite/a.txt", True),
        ({"testpaths": "testing"}, "testing/a.txt", True),
        # Patterns; one that takes every file tells nothing by itself.
        ({"python_files": "check_*.py"}, "check_a.py", True),
        ({"python_files": "check_*.py"}, "test_a.py", False),
        ({"python_files": "unit/*.py"}, "a/unit/b.py", True),
        ({"python_files": "unit/*.py"}, "a/b.py", False),
        ({"python_files": "*.py"}, "src/pkg/a.py", False),
        ({"python_files": "*.py"}, "tests/a.py", True),
    ],
)
def test_what_configuration_adds(
    pytest_: dict[str, Value],
    path: str,
    is_test: bool,  # noqa: FBT001 - a column
) -> None:
    assert layout(f"{PRODUCT} testing/__init__.py", pytest_=pytest_).is_test(path) is is_test


def test_a_product_called_after_tests_stays_one_when_a_build_file_names_it() -> None:
    found = layout(
        "testtools/__init__.py",
        files={"pyproject.toml": 'project.name = "testtools"'},
        pytest_={"testpaths": "testtools"},
    )
    assert not found.is_test("testtools/a.py")
    assert found.is_test("testtools/tests/a.txt")


def test_the_gates_own_configuration_decides() -> None:
    config = Config(test_folders=("checks/**", "e2e*/"), packages={"pkg.test": "pkg"})
    found = layout("pkg/__init__.py pkg/test/__init__.py", config=config)
    assert found.is_test("checks/a.txt")
    assert found.is_test("e2e-slow/a.txt")
    assert not found.is_test("pkg/test/client.py")
    assert found.is_test("pkg/test/tests/a.py")
    assert found.served == {"pkg": ""}


@pytest.mark.parametrize(
    ("paths", "served", "shadows"),
    [
        ("src/pkg/__init__.py tests/test_a.py", {"pkg": "src", "tests": ""}, ()),
        ("test_a.py helper.py", {"helper": ""}, ()),
        ("json.py logging/__init__.py a.py", {"a": ""}, ("json", "logging")),
        ("pytest.py _pytest/__init__.py hypothesis.py", {}, ("_pytest", "hypothesis", "pytest")),
    ],
)
def test_what_is_served(paths: str, served: dict[str, str], shadows: tuple[str, ...]) -> None:
    found = layout(paths)
    assert found.served == served
    assert found.shadows == shadows


def test_broad_patterns_make_no_product_file_a_test_module() -> None:
    assert layout("mod.py", pytest_={"python_files": "*.py"}).served == {"mod": ""}


def test_a_project_that_pytest_stands_on_is_served_when_it_is_declared() -> None:
    config = Config(packages={"hypothesis": "src"})
    found = layout("src/hypothesis/__init__.py", config=config)
    assert (found.served, found.shadows) == ({"hypothesis": "src"}, ())


def test_links_are_no_packages() -> None:
    assert layout("", links="pkg/__init__.py").served == {}


@pytest.mark.parametrize(
    ("paths", "pytest_", "roots"),
    [
        ("tests/test_a.py tests/unit/test_b.py tests/helper.py", {}, ("tests", "tests/unit")),
        ("tests/__init__.py tests/test_a.py", {}, ()),
        ("tests/__init__.py tests/test_a.py conftest.py", {}, ("",)),
        ("src/pkg/__init__.py src/pkg/tests/test_a.py", {}, ("src/pkg/tests",)),
        ("src/pkg/__init__.py src/pkg/test_a.py", {}, ()),
        ("tests/a/__init__.py tests/a/test_a.py", {}, ("tests",)),
        ("tests/data/a.py tests/test_a.txt", {}, ()),
        ("tests/help/a.py src/pkg/__init__.py", {"pythonpath": "tests/help src"}, ("tests/help",)),
    ],
)
def test_where_test_modules_are_imported_from(
    paths: str, pytest_: dict[str, Value], roots: tuple[str, ...]
) -> None:
    assert layout(paths, pytest_=pytest_).test_roots == roots


def test_a_rootdir_below_the_top() -> None:
    found = layout(
        "sub/pkg/__init__.py sub/checks/test_a.py",
        root="sub",
        pytest_={"testpaths": ". .. checks"},
    )
    assert found.testpaths == ("sub/checks",)
    assert found.served == {"pkg": "sub"}
    assert found.test_roots == ("sub/checks",)


@pytest.mark.parametrize(
    ("parent", "patch", "served", "shadowing"),
    [
        # The same, moved, gone.
        ("a/__init__.py", "a/__init__.py", {"a": ""}, ()),
        ("a/__init__.py", "src/a/__init__.py", {"a": "src"}, ()),
        ("a/__init__.py", "x.txt", {"a": ""}, ()),
        # The tests are the parent's wherever the patch puts a package of that name.
        ("tests/__init__.py", "src/tests/__init__.py", {"tests": ""}, ()),
        # Added: free, installed, of the standard library.
        ("", "new.py", {"new": ""}, ()),
        ("", "requests.py", {}, ("requests",)),
        ("", "json.py", {}, ("json",)),
        # What the parent has already is no news.
        ("json.py requests.py", "json.py requests.py", {"requests": ""}, ()),
    ],
)
def test_what_the_patch_serves(
    parent: str, patch: str, served: dict[str, str], shadowing: tuple[str, ...]
) -> None:
    found = served_on_patch(layout(parent), layout(patch), frozenset({"requests"}))
    assert found == (served, shadowing)
