import pytest

from freezegate.source.inert import is_inert


@pytest.mark.parametrize(
    ("path", "inert"),
    [("docs/a.png", True), ("src/docs/a.png", False), ("x.pyi", True), ("setup.py", False),
     ("LICENSE", True), ("pyproject.toml", False), ("docs/conf.py", True)],
)  # fmt: skip
def test_documentation_is_inert(path: str, inert: bool) -> None:  # noqa: FBT001 - a column
    assert is_inert(path) is inert
    assert is_inert("tools/x.cfg", ("tools/*",))
