import pytest

from freezegate.errors import ArtifactError
from freezegate.source.junit import (
    MAX_JUNIT_BYTES,
    JunitCase,
    Matched,
    TestRef,
    match_cases,
    red_tests,
)

pytest_plugins = ["pytester"]

#: The inner pytest needs none of this environment's plugins.
QUICK = ("--disable-plugin-autoload", "-p", "no:cacheprovider")
COLLECTED = (
    "test_green",
    "test_red",
    "test_skipped",
    "test_many[a::b]",
    "test_many[c[d]]",
    "test_many[\\x1b]",
    "TestOuter::TestInner::test_in",
    "test_both",
    "test_strict",
)
SUITE = """
def test_green(): pass
def test_red(): assert False
import pytest
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.parametrize("x", ["a::b", "c[d]", "\\x1b"])
def test_many(x): assert x == "a::b"
class TestOuter:
    class TestInner:
        def test_in(self): assert 0
@pytest.fixture
def broken(): yield; assert 0
def test_both(broken): assert 0
@pytest.mark.xfail(strict=True)
def test_strict(): pass
"""


def names(cases: tuple[JunitCase, ...]) -> list[tuple[str, str, bool]]:
    return [(case.classname, case.name, case.red) for case in cases]


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_what_pytest_writes_is_matched_to_what_it_collects(
    family: str, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(**{"unit/test_a": SUITE})
    pytester.runpytest_subprocess(*QUICK, "--junitxml=out.xml", "-o", f"junit_family={family}")
    ids = tuple(f"unit/test_a.py::{name}" for name in COLLECTED)
    cases = red_tests((pytester.path / "out.xml").read_bytes(), origin="out.xml").cases
    assert {case.file for case in cases} == ({"unit/test_a.py"} if family == "xunit1" else {""})
    red = (
        "test_red",
        "test_many[c[d]]",
        "test_many[\\x1b]",
        "TestOuter::TestInner::test_in",
        "test_both",
        "test_strict",
    )
    matched = match_cases(cases, [TestRef(test_id=name) for name in ids], origin="out.xml")
    assert matched.order == ids
    assert matched.red == tuple(f"unit/test_a.py::{name}" for name in red)


def test_a_file_that_ci_could_not_collect_is_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_a="import nothing_of_this_name")
    pytester.runpytest_subprocess(*QUICK, "--junitxml=out.xml")
    cases = red_tests((pytester.path / "out.xml").read_bytes(), origin="out.xml").cases
    with pytest.raises(ArtifactError, match=r"out.xml:1: 'test_a' could not be collected in CI; "):
        match_cases(cases, [], origin="out.xml")


def test_suites_nest_and_only_a_cases_own_elements_colour_it() -> None:
    data = (
        b"<testsuites><testsuite><error/><testsuite>\n"
        b"<testcase classname='a' name='g' file='b\\a.py'><system-out/></testcase>\n"
        b"<testcase classname='a' name='s'><skipped/><properties><error/></properties></testcase>"
        b"\n<testcase name='f'><failure>&lt;!DOCTYPE</failure></testcase>"
        b"<testcase classname='a' name='e'><error/></testcase>"
        b"</testsuite></testsuite></testsuites>"
    )
    cases = red_tests(data, origin="j.xml").cases
    assert names(cases) == [
        ("a", "g", False),
        ("a", "s", False),
        ("", "f", True),
        ("a", "e", True),
    ]
    assert [case.line for case in cases] == [2, 3, 4, 4]
    assert cases[0].file == "b/a.py"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", r"j.xml:1: no XML: no element found; give the file"),
        (b"<testsuite>\n<a></b></testsuite>", r"j.xml:2: no XML: mismatched tag; "),
        (b"<html/>", r"j.xml:1: the outermost element is 'html', not testsuites or testsuite"),
        (b"<testsuite>\n<testcase/></testsuite>", r"j.xml:2: a testcase without a name"),
        (b"\n<!DOCTYPE a [<!ENTITY b 'c'>]><testsuite/>", r"j.xml:2: a document type"),
        ("<!DOCTYPE a><testsuite/>".encode("utf-16"), r"j.xml:1: a document type"),
        (b"<?xml version='1.0' encoding='no-such'?><a/>", r"j.xml.*; give the file .*"),
        (b"<?xml version='1.0' encoding='utf-7'?><testsuite/>", r"j.xml.*; give the file .*"),
        (b" " * (MAX_JUNIT_BYTES + 1), r"j.xml: 134217729 bytes, more than 134217728; "),
    ],
)
def test_refusals_have_an_address_and_a_next_step(data: bytes, told: str) -> None:
    with pytest.raises(ArtifactError, match=told):
        red_tests(data, origin="j.xml")


def case(
    classname: str, name: str, *, red: bool = True, file: str = "", line: int = 1
) -> JunitCase:
    return JunitCase(classname=classname, name=name, file=file, line=line, red=red)


def match(cases: list[JunitCase], *ids: str) -> Matched:
    return match_cases(cases, [TestRef(test_id=name) for name in ids], origin="j.xml")


@pytest.mark.parametrize(
    ("test_id", "classname", "name"),
    [
        ("test_a.py::test_b", "test_a", "test_b"),
        ("a/test_b.py::C::test_d", "a.test_b.C", "test_d"),
        ("a.py::b[x::y/z.py]", "a", "b[x::y/z.py]"),
        ("a.py::b[\x1b\x7f\ufffe]", "a", "b[#x1B#x7F#xFFFE]"),
        ("a/b.md::b.md", "a.b.md", "b.md"),
        ("a/b.yaml", "", "a.b.yaml"),
    ],
)
def test_addresses(test_id: str, classname: str, name: str) -> None:
    assert match([case(classname, name)], test_id).red == (test_id,)


def test_each_id_stands_once_and_is_red_when_any_of_its_cases_is() -> None:
    cases = [case("a", "x", red=False), case("a", "y"), case("a", "x"), case("a", "y", red=False)]
    assert match(cases, "a.py::y", "a.py::x") == Matched(
        order=("a.py::x", "a.py::y"), red=("a.py::x", "a.py::y")
    )


def test_green_cases_without_a_test_are_left_out() -> None:
    assert match([case("a", "gone", red=False)], "a.py::b") == Matched(order=(), red=())


TWO = ("a/b.py::C::d", "a/b/C.py::d")


def test_the_file_decides_among_several() -> None:
    assert match([case("a.b.C", "d", file="a/b/C.py")], *TWO).red == ("a/b/C.py::d",)


@pytest.mark.parametrize("file", ["", "elsewhere.py"])
def test_an_ambiguous_red_case_is_a_fault(file: str) -> None:
    told = r"j.xml:1: 'a.b.C::d' may be any of a/b.py::C::d, a/b/C.py::d; name the id"
    with pytest.raises(ArtifactError, match=told):
        match([case("a.b.C", "d", file=file)], *TWO)


def test_lost_red_cases_are_named_some_of_them() -> None:
    cases = [case("a", f"t{number}", line=number) for number in range(1, 8)]
    with pytest.raises(ArtifactError) as fault:
        match(cases)
    lines = str(fault.value).split("\n")
    assert lines[0] == (
        "j.xml:1: 'a::t1' is not collected here; name its id on the command line if it has another"
    )
    assert len(lines) == 6
    assert lines[-1] == "and 2 more"
