from collections.abc import Mapping

import pytest

from freezegate.errors import ArtifactError
from freezegate.source.hints import hints_of, inside


def hints(files: Mapping[str, str], root: str = "") -> list[tuple[str, str]]:
    found = hints_of(lambda path: files[path].encode() if path in files else None, root)
    return [(hint.says.value, hint.text) for hint in found]


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("", []),
        ('project.name = "Google-Cloud.x"', [("name", "Google_Cloud_x"), ("name", "Google")]),
        ("project.name = 3", []),
        ('tool.poetry.name = "a"', [("name", "a")]),
        ('tool.setuptools.package-dir = {"" = "src"}', [("root", "src")]),
        ('tool.setuptools.package-dir = {a = "lib/a", b = "x"}', [("package", "lib/a")]),
        ("tool.setuptools.package-dir = 1", []),
        ('tool.setuptools.packages.find.where = ["src", "."]', [("root", "src"), ("root", "")]),
        ('tool.setuptools.packages = ["a", "a.b"]', [("name", "a")]),
        ('tool.setuptools.py-modules = ["m", 1]', [("name", "m")]),
        (
            'tool.poetry.packages = [{include = "a/**/*.py", from = "x"}, 1]',
            [("root", "x"), ("package", "x/a")],
        ),
        ('tool.poetry.packages = [{include = "a"}]', [("package", "a")]),
        ('tool.poetry.packages = "a"', []),
        ('tool.hatch.build.packages = ["src/a"]', [("package", "src/a")]),
        ('tool.hatch.build.sources = ["src"]', [("root", "src")]),
        ('tool.hatch.build.targets.wheel.packages = ["src/a"]', [("package", "src/a")]),
        ("tool.hatch.build.targets.wheel.packages = 1", []),
        ('tool.hatch.build.targets.wheel.sources = {src = "", x = "y"}', [("root", "src")]),
        ('tool.pdm.package-dir = "src"', [("root", "src")]),
        ('tool.pdm.build.package-dir = "src"', [("root", "src")]),
        ('tool.flit.module.name = "a.b"', [("name", "a")]),
        ('tool.maturin.python-source = "python"', [("root", "python")]),
        ('tool.maturin.module-name = "a._a"', [("name", "a")]),
        (
            'tool.uv.build-backend = {module-root = "", module-name = "a"}',
            [("root", ""), ("name", "a")],
        ),
        ('tool.scikit-build.wheel.packages = ["python/a"]', [("package", "python/a")]),
        ('tool.pdm.package-dir = "../out"', []),
        ('tool.pdm.package-dir = "/out"', []),
    ],
)
def test_pyproject(toml: str, expected: list[tuple[str, str]]) -> None:
    assert hints({"pyproject.toml": toml}) == expected


def test_setup_cfg() -> None:
    text = (
        "[metadata]\nname = my-dist\n"
        "[options]\npackage_dir =\n  = src\n  a = lib/a\npackages = find:\npy_modules = m, n\n"
        "[options.packages.find]\nwhere = src\n"
    )
    assert hints({"setup.cfg": text}) == [
        ("name", "my_dist"),
        ("name", "my"),
        ("root", "src"),
        ("package", "lib/a"),
        ("name", "m"),
        ("name", "n"),
    ]


def test_paths_are_relative_to_the_tree() -> None:
    files = {"sub/pyproject.toml": 'tool.pdm.package-dir = "src"\nproject.name = "a"'}
    assert hints(files, "sub") == [("name", "a"), ("root", "sub/src")]
    assert hints(files) == []


def test_a_broken_file_is_a_fault() -> None:
    with pytest.raises(ArtifactError, match=r"sub/pyproject.toml:1: "):
        hints({"sub/pyproject.toml": "[a\n"}, "sub")


@pytest.mark.parametrize(
    ("root", "path", "expected"),
    [
        ("", ".", ""),
        ("", ".hidden/a", ".hidden/a"),
        ("a", "..", ""),
        ("a", "../..", None),
        ("", "../x", None),
        ("", "..x", "..x"),
        ("a", "/x", None),
    ],
)
def test_inside(root: str, path: str, expected: str | None) -> None:
    assert inside(root, path) == expected
