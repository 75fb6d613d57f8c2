from collections.abc import Iterable
from pathlib import Path

import pytest

from freezegate.app.canary import _files, _hindrance, _plan, unmutated
from freezegate.app.canary_mutants import given_mutants
from freezegate.app.canary_run import Ran
from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId
from freezegate.model.ledger import Ledger, Line
from freezegate.source.junit import JunitCase
from tests.unit.app.made import case

TEST = TestId("tests/test_a.py::test_a[1]")
FILES = {"shop.py": "LIMIT = 0\n", "tests/test_a.py": "", "tests/test_b.py": ""}


def ledger(*names: str) -> Ledger:
    lines = (Line(number=n, test_id=name, record=None) for n, name in enumerate(names, 2))
    return Ledger(lines=tuple(lines))


@pytest.mark.parametrize(
    ("frozen", "said"),
    [
        ([], ""),
        ([""], ""),
        (["tests/test_b.py::test_a[1]"], ""),
        (["tests/test_a.py::test_a[1]"], "the ledger freezes the named test"),
        (["tests/test_a.py::test_a"], "the ledger freezes the named test"),
        # Another parameter of one test: near enough to show nothing.
        (["tests/test_a.py::test_a[2]"], "the ledger freezes the named test"),
    ],
)
def test_a_frozen_target_shows_nothing(frozen: Iterable[str], said: str) -> None:
    found = _hindrance(case(FILES, FILES), ledger(*frozen), TEST)
    assert found.startswith(said) if said else not found


def test_a_target_must_be_in_the_patch() -> None:
    of = case(FILES, {"shop.py": "LIMIT = 0\n"})
    assert _hindrance(of, ledger(), TEST) == (
        "the patch has no file tests/test_a.py; name a test that it has"
    )


def mutant(before: str = "LIMIT = 0", test: str = TEST) -> Mutant:
    edit = Edit(path="shop.py", before=before, after="LIMIT = 9", line=3)
    return Mutant(name="m", test=TestId(test), edits=(edit,))


def test_a_mutant_that_fits_the_parent_alone_is_not_run() -> None:
    of = case(FILES, FILES | {"shop.py": "LIMIT = 1\n"})
    plan = _plan(of, ledger(), mutant(), given=False)
    assert plan.why_not.startswith("the patch changed what the mutant stands on (m:3: shop.py:")
    with pytest.raises(ArtifactError, match="`before` stands in no place"):
        _plan(of, ledger(), mutant(), given=True)
    with pytest.raises(ArtifactError, match="`before` stands in no place"):
        _plan(of, ledger(), mutant("LIMIT = 7"), given=False)


def test_files_that_mutants_and_ledger_name_are_run() -> None:
    of = case(FILES, FILES)
    plan = _plan(of, ledger(), mutant(), given=True)
    assert plan.edits == {"shop.py": b"LIMIT = 9\n"}
    frozen = ledger("tests/test_b.py::test_b", "tests/test_gone.py::test_a", "")
    assert _files(of, frozen, [plan]) == ("tests/test_a.py", "tests/test_b.py")


def red(name: str) -> Ran:
    case_ = JunitCase(classname="tests.test_a", name=name, file="", line=1, red=True)
    return Ran(exit=1, cases=(case_,))


def test_what_is_red_without_the_mutant_in_one_workspace_says_nothing_in_either() -> None:
    runs = unmutated((red("test_b"), red("test_c")), TEST, "")
    assert [run.red for run in runs] == [("tests.test_a::test_b", "tests.test_a::test_c")] * 2


def test_the_mutants_of_this_project_apply_to_it() -> None:
    top = Path(__file__).parents[3]
    mutants = given_mutants(sorted((top / "mutants").glob("*.toml")))
    assert len(mutants) >= 3
    for each in mutants:
        (edit,) = each.edits
        assert (top / edit.path).read_text(encoding="utf-8").count(edit.before) == 1, each.name
        assert each.test.split("::")[1] in (top / each.test.split("::")[0]).read_text("utf-8")
