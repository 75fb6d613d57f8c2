from pathlib import Path

import pytest

from freezegate.app.canary_mutants import given_mutants, ground_of, mutant_of, parents_mutants
from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId
from tests.unit.app.made import case

TOML = """\
test = "tests/test_a.py::test_a"
file = "shop.py"
before = "LIMIT = 0"
after = "LIMIT = 1"
"""
DIFF = (
    "# test: tests/test_a.py::test_a\n"
    "--- a/shop.py\n+++ b/shop.py\n@@ -1 +1 @@\n-LIMIT = 0\n+LIMIT = 1\n"
)


@pytest.mark.parametrize(("name", "text"), [("m.toml", TOML), ("m.diff", DIFF), ("m.patch", DIFF)])
def test_the_ending_says_how_a_mutant_is_written(name: str, text: str) -> None:
    mutant = mutant_of(name, text.encode())
    assert (mutant.name, mutant.test) == (name, "tests/test_a.py::test_a")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("m.py", r"^m\.py:1: a mutant in Python would have to be executed, .* NAME\.toml, or"),
        ("m.json", r"^m\.json:1: no mutant ends in '\.json'; known are \.toml, \.diff, \.patch"),
        ("m", "^m:1: no mutant ends in ''"),
    ],
)
def test_nothing_of_a_mutant_is_executed(name: str, said: str) -> None:
    with pytest.raises(ArtifactError, match=said):
        mutant_of(name, TOML.encode())


def test_mutants_are_the_parents_sorted_and_notes_may_stand_beside_them() -> None:
    files = {"mutants/b.toml": TOML, "mutants/deep/a.diff": DIFF, "shop.py": "LIMIT = 0\n"}
    beside = {"mutants/README.md": "", "mutants/.keep": "", "mutants.toml": ""}
    of = case(files | beside, {"mutants/c.toml": TOML})
    assert [each.name for each in parents_mutants(of)] == ["mutants/b.toml", "mutants/deep/a.diff"]


def test_a_project_in_a_folder_has_its_own() -> None:
    of = case({"mutants/b.toml": TOML, "pkg/mutants/a.toml": TOML}, {}, root="pkg")
    assert [each.name for each in parents_mutants(of)] == ["pkg/mutants/a.toml"]


def test_files_are_read_where_they_are_given(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(TOML)
    (mutant,) = given_mutants((tmp_path / "m.toml",))
    assert mutant.name == str(tmp_path / "m.toml")
    with pytest.raises(ArtifactError, match="No such file"):
        given_mutants((tmp_path / "gone.toml",))


def test_what_is_a_test_the_parents_layout_says() -> None:
    parent = {"pyproject.toml": "", "checks/test_a.py": "X = 1\n", "flake_freeze.json": "{}\n"}
    ground = ground_of(of := case(parent, parent), of.patch)
    for path in ("checks/test_a.py", "flake_freeze.json"):
        edit = Edit(path=path, before="X", after="Y", line=1)
        mutant = Mutant(name="m", test=TestId("checks/test_a.py::test_a"), edits=(edit,))
        with pytest.raises(ArtifactError, match="a mutant may not edit tests"):
            ground.mutated(mutant)
