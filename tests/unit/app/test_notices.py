import pytest

from freezegate.app.collect import Collected, Collections
from freezegate.app.notices import channels_of, notices_of, oracle_edits_of, waived_of
from freezegate.core.routes import Waived
from freezegate.model.contract import Notice
from freezegate.model.ids import PropertyId
from tests.cases import prop
from tests.unit.app.made import case, interpreter, item

FILE = "tests/test_a.py"
BARE = "import pytest\n\ndef test_a():\n    assert 1 < 2\n"
BASE = {FILE: BARE, "pkg/__init__.py": ""}


def collected(constants: str = "") -> Collected:
    return Collected(items=(), errors={}, unstable=(), constants=constants)


def collections(parent: str = "", composed: str = "", own: str = "") -> Collections:
    return Collections(parent=collected(parent), composed=collected(composed), own=collected(own))


def test_patch_that_adds_nothing_gives_no_notice() -> None:
    assert notices_of(case(BASE, BASE), collections()) == ()


def test_name_that_is_taken_is_told_and_takes_no_part() -> None:
    taken = interpreter(modules={"requests": ("requests",)})
    given = case(BASE, {**BASE, "requests/__init__.py": ""}, python=taken)
    assert notices_of(given, collections()) == (
        Notice(
            text="the patch adds the top-level name 'requests', which is taken; it takes no part",
            human_required=True,
        ),
    )
    assert "requests" not in given.served


def test_channel_in_a_test_wants_spec_review() -> None:
    text = BARE.replace("def test_a", "@pytest.mark.skip\ndef test_a")
    (notice,) = channels_of(case(BASE, {**BASE, FILE: text}))
    assert notice.text.startswith(f"waiver channel: {FILE}:3: skips a test: ")
    assert (notice.spec_review, notice.human_required) == (True, False)


def test_channel_beside_the_tests_wants_a_person() -> None:
    files = {**BASE, "tox.ini": "[testenv]\ncommands = pytest --reruns 3\n"}
    (notice,) = channels_of(case(BASE, files))
    assert notice.text == (
        "waiver channel: tox.ini:2: reruns failures: commands = pytest --reruns 3"
    )
    assert (notice.spec_review, notice.human_required) == (True, True)


def test_channel_that_the_parent_has_is_not_added() -> None:
    files = {**BASE, "tox.ini": "[testenv]\ncommands = pytest --reruns 3\n"}
    assert channels_of(case(files, {**files, "pkg/__init__.py": "X = 1\n"})) == ()
    assert channels_of(case(files, BASE)) == ()


@pytest.mark.parametrize(
    ("parent", "composed", "own", "told"),
    [("", "", "", 0), ("local", "", "", 1), ("", "local", "", 1), ("", "", "local", 0)],
)
def test_local_constants_are_told(parent: str, composed: str, own: str, told: int) -> None:
    found = notices_of(case(BASE, BASE), collections(parent, composed, own))
    assert len(found) == told
    assert all("do not pair by seed" in notice.text for notice in found)
    assert not any(notice.spec_review or notice.human_required for notice in found)


def test_edits_of_what_is_compared_are_named() -> None:
    given = case(BASE, {**BASE, FILE: BARE.replace("1 < 2", "1 < 3")})
    edits = oracle_edits_of(given)
    assert edits
    assert all(edit.startswith(FILE) for edit in edits)
    assert oracle_edits_of(case(BASE, {**BASE, "notes.txt": "1 < 3"})) == ()


def waived(  # noqa: PLR0913 - both texts, and what pytest reports
    before: str,
    after: str,
    *,
    marks: tuple[str, ...] = (),
    class_name: str = "",
    is_new: bool = True,
    qualname: str = "test_a",
) -> Waived:
    """What mutes `test_a`, which stands on the parent unless it is new."""
    parent = {**BASE, FILE: before}
    test = item(f"{FILE}::{qualname.replace('.', '::')}", marks=marks, class_name=class_name)
    known = {} if is_new else {PropertyId(test.test_id): prop(test.test_id)}
    given = case(parent, {**parent, FILE: after})
    (found,) = waived_of(given, (test,), known).values()
    return found


def marked(mark: str) -> str:
    return BARE.replace("def test_a", f"@pytest.mark.{mark}\ndef test_a")


@pytest.mark.parametrize(
    ("mark", "mutes"),
    [
        ("skip", True),
        ("skip(reason='later')", True),
        ("skipif(True, reason='x')", True),
        ("skipif(sys.platform == 'win32', reason='x')", False),
        ("xfail", True),
        ("xfail(sys.platform == 'win32')", True),
        ("flaky(reruns=3)", True),
    ],
)
def test_added_test_with_what_mutes_it(mark: str, *, mutes: bool) -> None:
    name = mark.partition("(")[0]
    found = waived("", "import sys\n" + marked(mark), marks=(name,))
    assert len(found.waivers) == 1
    assert name in found.waivers[0]
    assert found.mutes is mutes


def test_added_test_without_any_is_not_waived() -> None:
    assert waived("", BARE) == Waived()


@pytest.mark.parametrize("mark", ["skip", "xfail", "flaky"])
def test_mark_that_another_file_puts_on_an_added_test_mutes_it(mark: str) -> None:
    found = waived("", BARE, marks=(mark,))
    assert found == Waived(waivers=(f"the mark {mark} stands on test_a",), mutes=True)


def test_condition_that_another_file_puts_on_a_test_is_judged_by_its_runs() -> None:
    assert waived("", BARE, marks=("skipif", "property")) == Waived()


def test_mark_of_one_kind_does_not_hide_that_of_another() -> None:
    found = waived("", marked("skipif(len('a') > 9, reason='x')"), marks=("skipif", "xfail"))
    assert len(found.waivers) == 2
    assert found.mutes


@pytest.mark.parametrize(
    ("text", "qualname", "class_name"),
    [
        ("import pytest\npytestmark = pytest.mark.skip\ndef test_a(): pass\n", "test_a", ""),
        (
            "import pytest\n@pytest.mark.skip\nclass C:\n    def test_a(self): pass\n",
            "C.test_a",
            "C",
        ),
        (
            (
                "import pytest\nclass B:\n    def test_a(self): pass\n"
                "@pytest.mark.skip\nclass C(B): pass\n"
            ),
            "B.test_a",
            "C",
        ),
    ],
)
def test_module_and_class_mute_what_stands_in_them(
    text: str, qualname: str, class_name: str
) -> None:
    assert waived("", text, qualname=qualname, class_name=class_name).mutes


def test_mark_of_a_neighbour_mutes_nothing_here() -> None:
    text = BARE + "\n@pytest.mark.skip\ndef test_ab(): pass\n"
    assert waived("", text) == Waived()


def test_only_what_the_patch_adds_to_a_parents_test_counts() -> None:
    skip, xfail = marked("skip"), marked("xfail")
    assert waived(skip, skip, is_new=False, marks=("skip",)) == Waived()
    assert waived(BARE, skip, is_new=False).mutes
    both = skip.replace("@pytest.mark.skip", "@pytest.mark.skip\n@pytest.mark.xfail")
    found = waived(skip, both, is_new=False)
    assert len(found.waivers) == 1
    assert "xfail" in found.waivers[0]
    assert waived(xfail, BARE, is_new=False) == Waived()


def test_condition_on_a_parents_test_is_listed_and_does_not_mute() -> None:
    found = waived(BARE, marked("skipif(len('a') > 9, reason='x')"), is_new=False)
    assert len(found.waivers) == 1
    assert not found.mutes


def test_test_that_moves_to_a_new_file_is_compared_with_nothing() -> None:
    test = item("tests/test_new.py::test_a", marker_id="prop")
    given = case(BASE, {**BASE, "tests/test_new.py": marked("skip")})
    known = {PropertyId("prop"): prop("prop")}
    assert waived_of(given, (test,), known)[PropertyId("prop")].mutes
