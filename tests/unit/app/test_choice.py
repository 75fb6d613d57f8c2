from collections.abc import Iterable
from pathlib import Path

import pytest

from freezegate.app.case import Case
from freezegate.app.choice import choose, collect_paths, named_files
from freezegate.app.collect import Collected, Collections
from freezegate.app.options import Options
from freezegate.core.selection import Select
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.claim import Item
from tests.unit.app.made import case, item

A, B, C = (item(f"tests/test_a.py::test_{letter}", marked=letter == "a") for letter in "abc")
FILES = {"tests/test_a.py": "", "tests/sub/test_b.py": "", "pkg/__init__.py": ""}


def collections(
    parent: Iterable[Item], own: Iterable[Item], *, errors: dict[str, str] | None = None
) -> Collections:
    first, last = (
        Collected(items=tuple(items), errors=broken, unstable=(), constants="")
        for items, broken in ((parent, {}), (own, errors or {}))
    )
    return Collections(parent=first, composed=first, own=last)


def asked(
    *tests: str, select: Select = Select.AUTO, disputed: Path | None = None, root: str = ""
) -> Case:
    options = Options(repo=Path(), tests=tests, select=select, disputed=disputed)
    prefix = f"{root}/" if root else ""
    parent = {f"{prefix}{path}": text for path, text in FILES.items()}
    patch = {**parent, f"{prefix}tests/test_new.py": ""}
    return case(parent, patch, options=options, root=root)


@pytest.mark.parametrize(
    ("tests", "paths"),
    [
        ((), ()),
        (("tests/test_a.py",), ("tests/test_a.py",)),
        (("./tests/test_a.py::test_a[1]", "tests/test_a.py"), ("tests/test_a.py",)),
        (("tests/",), ("tests",)),
        (("tests/sub", "tests/test_a.py"), ("tests/sub", "tests/test_a.py")),
        (("tests/test_a.py", "prop.total"), ()),
        (("tests/test_new.py", "tests/test_a.py"), ("tests/test_a.py",)),
        (("tests/test_new.py",), ()),
    ],
)
@pytest.mark.parametrize("root", ["", "sub/project"])
def test_paths_to_collect(tests: tuple[str, ...], paths: tuple[str, ...], root: str) -> None:
    given = asked(*tests, root=root)
    assert collect_paths(given, given.parent.listing) == paths


def test_paths_that_the_patch_adds_are_collected_there() -> None:
    given = asked("tests/test_new.py")
    assert collect_paths(given, given.patch.listing) == ("tests/test_new.py",)


def test_files_that_are_asked_for_are_those_of_names_relative_to_the_tree() -> None:
    names = ("./tests/test_a.py::test_a[1/2]", "tests/sub/", "tests/test_new.py")
    files = {"tests/test_a.py", "tests/sub", "tests/test_new.py"}
    assert named_files(asked(*names)) == files
    assert named_files(asked(*names, root="part")) == {f"part/{name}" for name in files}


def test_disputed_tests_want_a_whole_collection(tmp_path: Path) -> None:
    given = asked("tests/test_a.py", disputed=tmp_path / "junit.xml")
    assert collect_paths(given, given.parent.listing) == ()


def test_named_tests_are_chosen_whatever_they_are() -> None:
    choice = choose(asked("tests/test_a.py::test_b"), collections([A, B], [A, B, C]))
    assert (choice.parent, choice.own) == ((B,), (B,))
    assert (choice.order, choice.disputed) == ((), ())


def test_selection_takes_those_that_are_marked() -> None:
    choice = choose(asked(), collections([A, B], [A, B, C]))
    assert (choice.parent, choice.own) == ((A,), (A,))
    choice = choose(asked(select=Select.ALL), collections([A, B], [A, B, C]))
    assert (choice.parent, choice.own) == ((A, B), (A, B, C))


def test_test_that_drops_its_mark_is_chosen_on_both_sides() -> None:
    bare = item(A.test_id)
    choice = choose(asked(), collections([A, B], [bare, B]))
    assert (choice.parent, choice.own) == ((A,), (bare,))
    choice = choose(asked(), collections([bare, B], [A, B]))
    assert (choice.parent, choice.own) == ((bare,), (A,))


def test_test_that_moves_with_its_id_is_chosen_on_both_sides() -> None:
    before = item("tests/test_a.py::test_a", marker_id="prop", marked=True)
    after = item("tests/test_z.py::test_z", marker_id="prop")
    choice = choose(asked(), collections([before], [after]))
    assert (choice.parent, choice.own) == ((before,), (after,))


def test_name_that_means_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match=r"tests/test_a.py::test_x: no test of either commit"):
        choose(asked("tests/test_a.py::test_x"), collections([A], [A]))


def test_name_may_mean_a_test_of_either_commit() -> None:
    choice = choose(asked("tests/test_a.py::test_c"), collections([A], [A, C]))
    assert (choice.parent, choice.own) == ((), (C,))


def test_selection_that_takes_nothing_is_refused_with_what_to_do() -> None:
    with pytest.raises(UsageError, match="--select auto: of 2 collected tests none") as caught:
        choose(asked(), collections([B, C], [B]))
    assert "--select all" in str(caught.value)


def test_what_could_not_be_collected_is_no_fault_of_the_names() -> None:
    broken = collections([B], [], errors={"tests/test_a.py": "no"})
    assert choose(asked(), broken).parent == ()
    assert choose(asked("tests/test_x.py"), broken).own == ()


@pytest.mark.parametrize("side", ["parent", "own"])
def test_two_tests_of_one_id_are_refused(side: str) -> None:
    twice = [item(f"tests/test_a.py::test_{each}", marker_id="prop", marked=True) for each in "ab"]
    given = collections(twice, [A]) if side == "parent" else collections([A], twice)
    with pytest.raises(UsageError, match="the property id 'prop' stands at"):
        choose(asked(select=Select.ALL), given)


def junit(folder: Path, *cases: tuple[str, bool]) -> Path:
    """Write what CI saw: names of tests, and whether each was red."""
    lines = "".join(
        f'<testcase classname="tests.test_a" name="{name}">{"<failure/>" if red else ""}</testcase>'
        for name, red in cases
    )
    path = folder / "junit.xml"
    path.write_text(f"<testsuite>{lines}</testsuite>")
    return path


def test_disputed_tests_come_with_what_ran_before_them(tmp_path: Path) -> None:
    path = junit(tmp_path, ("test_c", False), ("test_b", True), ("test_a", False))
    choice = choose(asked(disputed=path), collections([A, B, C], [A, B]))
    assert (choice.parent, choice.own) == ((B,), (B,))
    assert choice.order == (C.test_id, B.test_id)
    assert choice.disputed == (B.test_id,)


def test_order_holds_what_the_parent_has(tmp_path: Path) -> None:
    path = junit(tmp_path, ("test_c", False), ("test_a", True), ("test_b", True))
    choice = choose(asked(disputed=path), collections([A, B], [A, B, C]))
    assert choice.order == (A.test_id, B.test_id)
    assert choice.disputed == (A.test_id, B.test_id)


def test_disputed_test_of_the_patch_alone_is_chosen_there(tmp_path: Path) -> None:
    path = junit(tmp_path, ("test_c", True))
    choice = choose(asked(disputed=path), collections([A], [A, C]))
    assert (choice.parent, choice.own, choice.order) == ((), (C,), ())


def test_file_without_a_red_test_disputes_nothing(tmp_path: Path) -> None:
    path = junit(tmp_path, ("test_a", False))
    with pytest.raises(UsageError, match=r"junit.xml: no test of it is red; there is nothing"):
        choose(asked(disputed=path), collections([A], [A]))


def test_red_test_that_is_not_collected_is_refused(tmp_path: Path) -> None:
    path = junit(tmp_path, ("test_z", True))
    with pytest.raises(ArtifactError, match=r"junit.xml:1:"):
        choose(asked(disputed=path), collections([A], [A]))
