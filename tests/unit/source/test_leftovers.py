import pytest

from freezegate.source.leftovers import refused_files


@pytest.mark.parametrize(
    ("paths", "refused"),
    [
        (["a.py", "a.pyc", "b/c.PYO"], ["a.pyc", "b/c.PYO"]),
        (["a/__pycache__/x.txt", "a/x.txt"], ["a/__pycache__/x.txt"]),
        (["x-1.dist-info/METADATA", "src/y.dist-info/a/b"], None),
        (["x.egg-info/PKG-INFO", "x.egg-info/entry_points.txt"], None),
        (["x.egg-info/PKG-INFO", "x.egg-info/top_level.txt"], []),
        (["a.pth", "src/b.pth", "tests/model.pth"], ["a.pth", "src/b.pth"]),
        (["sitecustomize.py", "src/usercustomize.py"], None),
        (["sitecustomize/__init__.py", "sitecustomize/x.txt"], None),
        (["pkg/__init__.py", "pkg/sitecustomize.py", "pkg/usercustomize/a.py"], []),
        (["sitecustomize.md", "tests/sitecustomize.py", "a/test/usercustomize.py"], []),
        (
            ["a.so", "p/b.cpython-311-x86_64-linux-gnu.so", "p/b.py"],
            ["p/b.cpython-311-x86_64-linux-gnu.so"],
        ),
        (["b.pyd", "b.py", "c.pyd"], ["b.pyd"]),
    ],
)
def test_refused_files(paths: list[str], refused: list[str] | None) -> None:
    assert refused_files(paths) == frozenset(paths if refused is None else refused)
