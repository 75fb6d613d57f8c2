import pytest

from freezegate.source.hints import Hint, Says
from freezegate.source.packages import Folders, top_level


def names(
    paths: str,
    *hints: Hint,
    root: str = "",
    search: tuple[str, ...] = (),
    declared: dict[str, str] | None = None,
) -> dict[str, str]:
    found = top_level(
        Folders(paths.split()), hints, root=root, search=search, declared=declared or {}
    )
    return {each.name: each.folder for each in found}


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ("pkg/__init__.py pkg/a.py", {"pkg": ""}),
        ("src/pkg/__init__.py", {"pkg": "src"}),
        ("lib/pkg/__init__.py", {"pkg": "lib"}),
        ("python/pkg/__init__.py", {"pkg": "python"}),
        ("pkg/__init__.pyx", {"pkg": ""}),
        ("pkg/__init__.pyi pkg/a.txt", {}),
        # The first root wins; a root that is a package is none.
        ("src/pkg/__init__.py pkg/__init__.py", {"pkg": "src"}),
        ("src/__init__.py src/pkg/__init__.py", {"src": ""}),
        # Single files.
        ("mod.py src/other.py", {"other": "src", "mod": ""}),
        (
            "fast.pyx quick.cpython-311-x86_64-linux-gnu.so win.pyd",
            {"fast": "", "quick": "", "win": ""},
        ),
        ("lib/script.py python/script.py", {}),
        ("setup.py conftest.py noxfile.py fabfile.py tasks.py __init__.py my-script.py a.txt", {}),
        ("tasks/__init__.py", {"tasks": ""}),
        # Namespaces: under src, not beside the project, and never what is no name.
        ("src/ns/part/mod.py", {"ns": "src"}),
        ("src/docs/conf.py src/data/a.txt src/my-pkg/a.py", {}),
        ("ns/part/__init__.py docs/conf.py lib/ns/mod.py", {}),
        # Test packages are served, with or without a file that says so.
        ("tests/__init__.py tests/test_a.py", {"tests": ""}),
        ("test/test_a.py", {"test": ""}),
    ],
)
def test_told_from_paths(paths: str, expected: dict[str, str]) -> None:
    assert names(paths) == expected


@pytest.mark.parametrize(
    ("paths", "hint", "expected"),
    [
        ("ns/part/mod.py", Hint(Says.NAME, "ns"), {"ns": ""}),
        ("x/ns/part/mod.py x/mod.py", Hint(Says.ROOT, "x"), {"ns": "x", "mod": "x"}),
        ("x/ns/mod.py", Hint(Says.PACKAGE, "x/ns"), {"ns": "x"}),
        ("x/my-ns/mod.py", Hint(Says.PACKAGE, "x/my-ns"), {}),
        ("x/a.txt", Hint(Says.PACKAGE, "x"), {}),
        ("a.py", Hint(Says.ROOT, ""), {"a": ""}),
    ],
)
def test_told_from_hints(paths: str, hint: Hint, expected: dict[str, str]) -> None:
    assert names(paths, hint) == expected


def test_the_search_path_counts_as_named() -> None:
    assert names("x/ns/mod.py x/mod.py", search=("x", "")) == {"ns": "x", "mod": "x"}


def test_a_project_below_the_top() -> None:
    paths = "sub/src/pkg/__init__.py sub/mod.py other/__init__.py"
    assert names(paths, root="sub") == {"pkg": "sub/src", "mod": "sub"}


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"pkg": "."}, {"pkg": ""}),
        ({"pkg": "src/"}, {"pkg": "src"}),
        ({"pkg.test": "x/pkg"}, {"pkg": "x"}),
        ({"pkg": "../out"}, {"pkg": ""}),
    ],
)
def test_what_is_declared_wins(declared: dict[str, str], expected: dict[str, str]) -> None:
    assert names("lib/pkg/__init__.py", declared=declared) == expected


def test_folders() -> None:
    folders = Folders(["a/b/c/x.py", "a/b/__init__.py", "a/b/c/__init__.py", "a/d/y.txt", "z.py"])
    assert folders.inner == {"": ["a"], "a": ["b", "d"], "a/b": ["c"]}
    assert folders.python == {"a", "a/b", "a/b/c"}
    assert folders.package_root("a/b/c") == "a"
    assert folders.package_root("a/d") == "a/d"
    assert Folders(["__init__.py"]).package_root("") == ""
