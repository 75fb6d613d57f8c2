"""Tests that CI reported red, by the JUnit files that pytest itself writes (DESIGN.md section 4).

A red test of CI that is green here is never accepted for that: somebody saw it red.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.kit import Judged, Project

SUITE: dict[str, str | bytes | None] = {
    "lib.py": "X = 1\nSEEN = []\n",
    "tests/test_it.py": """
        import os
        import lib
        import pytest

        IN_CI = "IN_CI" in os.environ

        def test_green():
            assert lib.X

        def test_red_in_ci():
            assert not IN_CI

        @pytest.mark.parametrize("x", ["a b", "é", "a::b", "[x]", "<&>", "\\x1b"])
        def test_each(x):
            assert not IN_CI or x == "a b"

        class TestOuter:
            class TestInner:
                def test_deep(self):
                    assert not IN_CI

        @pytest.fixture
        def database():
            assert not IN_CI

        def test_setup(database):
            pass

        @pytest.mark.skipif(not IN_CI, reason="runs in CI alone")
        def test_of_ci():
            assert not IN_CI

        def test_flaky():
            assert not IN_CI and int(os.environ["FREEZEGATE_SEED"]) % 2

        def test_subtests(subtests):
            for number in range(3):
                with subtests.test(number=number):
                    assert not IN_CI or number != 1
        """,
}


def ci(project: Project, *words: str) -> Path:
    """Run the suite as CI does and give the JUnit file."""
    report = project.at.parent / "junit.xml"
    subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}",
         *words),
        cwd=project.at,
        env={
            "PYTHONPATH": ".", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
            "IN_CI": "1", "FREEZEGATE_SEED": "1", "CI": "1",
        },
        capture_output=True,
        check=False,
    )  # fmt: skip
    return report


def disputed(project: Project, report: Path, seeds: str = "2") -> Judged:
    return project.gate("--disputed", str(report), seeds=seeds)


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_red_in_ci_and_green_here_is_not_reproduced(project: Project, family: str) -> None:
    project.commit(SUITE)
    project.commit({"lib.py": "X = 2\nSEEN = []\n"})
    judged = disputed(project, ci(project, "-o", f"junit_family={family}"), seeds="3,4")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {
        **dict.fromkeys(
            (
                "test_red_in_ci", "test_each[\\xe9]", "test_each[a::b]", "test_each[[x]]",
                "test_each[<&>]", "test_each[\\x1b]", "TestOuter::TestInner::test_deep",
                "test_setup", "test_of_ci", "test_subtests",
            ),
            "not_reproduced",
        ),
        "test_flaky": "shared_variant_fail",
    }  # fmt: skip
    assert len(judged.contract["disputed"]) == 11
    assert "red in CI, muted here on both sides" in judged.notes
    # What ran before the last red one runs here as well, in CI's order, and is not judged.
    assert judged.contract["order"][0] == "tests/test_it.py::test_green"


ORDER = """
    import lib

    def test_third():
        assert len(lib.SEEN) < lib.LIMIT

    def test_second():
        pass

    def test_first():
        lib.SEEN.append(1)
    """


def test_a_red_that_only_cis_order_brings_is_brought_again(project: Project) -> None:
    project.commit({"lib.py": "SEEN = []\nLIMIT = 2\n", "tests/test_it.py": ORDER})
    project.commit({"lib.py": "SEEN = []\nLIMIT = 1\n"})
    report = ci(project, *(f"tests/test_it.py::test_{n}" for n in ("first", "second", "third")))
    # Alone it is green on both sides.
    assert project.gate("tests/test_it.py::test_third").reasons == {"test_third": "both_pass"}
    judged = disputed(project, report)
    assert judged.reasons == {"test_third": "regression"}
    assert judged.rows("patch.jsonl")[0]["status"] == "fail"
    project.commit({"lib.py": "SEEN = []\nLIMIT = 1\n\n"})
    shared = disputed(project, report)
    # The first seed has CI's order, the second one of its own, which may bring it as well.
    assert shared.rows("parent.jsonl")[0]["status"] == "fail"
    assert shared.reasons["test_third"] in {"uniform_fail", "shared_variant_fail"}
    assert shared.exit in {1, 5}


def test_a_disputed_test_that_the_patch_changes_or_drops_is_not_accepted(project: Project) -> None:
    project.commit(SUITE)
    text = str(SUITE["tests/test_it.py"])
    changed = text.replace("assert not IN_CI and int", "assert not IN_CI and 0 * int", 1)
    added = "\n        def test_added():\n            assert not IN_CI\n"
    project.commit({"tests/test_it.py": changed + added})
    judged = disputed(project, ci(project, "-k", "flaky or added or of_ci"), seeds="3,4")
    assert judged.exit == 1, judged.err
    assert judged.reasons["test_added"] == "not_reproduced"
    assert judged.reasons["test_of_ci"] == "not_reproduced"
    assert judged.reasons["test_flaky"] == "rewritten_fail"


def test_a_name_that_means_several_tests_or_none_is_bad_input(project: Project) -> None:
    report = project.at.parent / "red.xml"
    project.commit(
        {
            "lib.py": "",
            "pytest.ini": """
                [pytest]
                python_files = *test_*.py
                addopts = --import-mode=importlib
                """,
            "tests/a/test_it.py": "def test_one():\n    pass\n",
            "tests/a.test_it.py": "def test_one():\n    pass\n",
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    case = '<testcase classname="{}" name="{}"{}><failure message="m">t</failure></testcase>'

    def judged(*cases: str) -> Judged:
        body = "\n".join(cases)
        report.write_text(f"<testsuites><testsuite>\n{body}\n</testsuite></testsuites>")
        return disputed(project, report)

    several = judged(case.format("tests.a.test_it", "test_one", ""))
    assert several.exit == 65
    assert "red.xml:2: 'tests.a.test_it::test_one' may be any of" in several.err
    named = judged(case.format("tests.a.test_it", "test_one", ' file="tests/a/test_it.py"'))
    assert named.reasons == {"test_one": "not_reproduced"}
    assert named.contract["disputed"] == ["tests/a/test_it.py::test_one"]
    unknown = judged(case.format("tests.test_gone", "test_one", ""))
    assert unknown.exit == 65
    assert "'tests.test_gone::test_one' is not collected here" in unknown.err
    uncollected = judged(case.format("", "tests.test_broken", ""))
    assert uncollected.exit == 65
    assert "could not be collected in CI" in uncollected.err


@pytest.mark.parametrize(
    ("content", "exit_code", "said"),
    [
        ("", 65, "no XML"),
        ("<html></html>", 65, "the outermost element is 'html'"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite>&a;</testsuite>", 65, "a document type"),
        ("<testsuite><testcase classname='tests.test_it' name='test_green'>", 65, "no XML"),
        (
            "<testsuite><testcase classname='tests.test_it' name='test_green'/></testsuite>",
            64,
            "no test of it is red",
        ),
    ],
)
def test_a_file_that_is_no_report_of_a_red_test_is_refused(
    project: Project, content: str, exit_code: int, said: str
) -> None:
    project.commit(SUITE)
    project.commit({"lib.py": "X = 2\nSEEN = []\n"})
    report = project.at.parent / "bad.xml"
    report.write_text(content)
    judged = disputed(project, report)
    assert judged.exit == exit_code
    assert said in judged.err
    assert str(report) in judged.err
