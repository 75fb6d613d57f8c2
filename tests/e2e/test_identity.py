"""What is the same test on two commits, and what a patch makes of one (FIELD.md 19 to 22)."""

from textwrap import dedent

from tests.e2e.kit import Judged, Project


def by_id(judged: Judged) -> dict[str, str]:
    """The reason of each subject, by its whole id."""
    return {result["prop"]: result["reason"] for result in judged.decision["results"]}


def flags_of(judged: Judged, name: str) -> list[str]:
    """The flags of one property, by the end of its id."""
    (found,) = [each for each in judged.decision["results"] if each["prop"].endswith(f"::{name}")]
    return list(found.get("flags", []))


TESTS = """
    import lib
    import pytest
    from hypothesis import given, settings, strategies as st
    from helpers import CASES, helper, unused

    def test_untouched():
        assert lib.X

    def test_comment():
        # as it was
        assert lib.X == (1)

    @settings(deadline=None, max_examples=10)
    @given(st.integers(0, 5))
    def test_decorator(x):
        assert x >= 0

    def test_helper():
        assert helper(lib.X)

    @pytest.mark.parametrize("case", CASES)
    def test_list_in_another_module(case):
        assert case

    def test_number(number):
        assert number

    class TestBase:
        LIMIT = 3

        def test_of_the_class(self):
            assert self.LIMIT >= lib.X
    """
DATA = """
    from pathlib import Path
    import pytest

    HERE = Path(__file__).parent

    @pytest.mark.parametrize("path", sorted(HERE.glob("data/*.txt")), ids=lambda path: path.name)
    def test_data(path):
        assert path.read_text()
    """
HELPERS = """
    CASES = ["a", "b"]

    def helper(x):
        return x > 0

    def unused(x):
        return x
    """
CONFTEST = """
    import pytest

    @pytest.fixture(params=[1, 2])
    def number(request):
        return request.param
    """


def test_facts_20_and_22_what_changes_around_a_test_changes_it(project: Project) -> None:
    project.commit(
        {
            "lib.py": "X = 1\n",
            "tests/test_it.py": TESTS,
            "tests/helpers.py": HELPERS,
            "tests/conftest.py": CONFTEST,
            "tests/data/one case.txt": "1",
            "tests/data/two.txt": "2",
            "tests/data/input.py": "this is ( no Python\n",
            "tests/test_data.py": DATA,
        }
    )
    project.commit(
        {
            "tests/test_it.py": dedent(TESTS)
            .replace("# as it was", "# with\n    # more words")
            .replace("(1)", "1")
            .replace("max_examples=10", "max_examples=1")
            .replace("LIMIT = 3", "LIMIT = 4")
            .replace("\n", "\r\n")
            .encode(),
            "tests/helpers.py": HELPERS.replace("> 0", "> -1")
            .replace("return x\n", "return -x\n")
            .replace('"b"', '"c"'),
            "tests/conftest.py": CONFTEST.replace("[1, 2]", "[1, 3]"),
            "tests/data/two.txt": "3",
            "tests/data/three.txt": "3",
            "tests/data/input.py": "neither is ) this\n",
        }
    )
    judged = project.gate("tests")
    # Parameters that a fixture no longer gives may have been dropped: a person looks.
    assert judged.exit == 5, judged.err
    assert {name: judged.reasons[name] for name in judged.reasons if "[" not in name} == {
        "test_untouched": "both_pass",
        "test_comment": "both_pass",
        "test_decorator": "rewritten_pass",
        "test_helper": "rewritten_pass",
        "TestBase::test_of_the_class": "rewritten_pass",
    }
    lists = {name: judged.reasons[name] for name in judged.reasons if "another_module" in name}
    assert lists == {
        "test_list_in_another_module[a]": "rewritten_pass",
        "test_list_in_another_module[b]": "removed_green",
        "test_list_in_another_module[c]": "added_pass",
    }
    numbers = {name: judged.reasons[name] for name in judged.reasons if "number" in name}
    assert numbers == {
        "test_number[1]": "fixtures_changed_pass",
        "test_number[2]": "removed_green",
        "test_number[3]": "added_pass",
    }
    data = {name: judged.reasons[name] for name in judged.reasons if "data" in name}
    assert data == {
        "test_data[one case.txt]": "fixtures_changed_pass",
        "test_data[two.txt]": "fixtures_changed_pass",
        "test_data[three.txt]": "added_pass",
    }
    assert judged.decision["flags"] == ["spec_review", "human_required"]


def test_fact_20_a_profile_in_conftest_and_the_pytest_section_are_what_tests_stand_on(
    equipped: Project,
) -> None:
    profile = """
        from hypothesis import settings

        settings.register_profile("ours", max_examples={}, deadline=None)
        settings.load_profile("ours")
        """
    section = """
        [tool.pytest.ini_options]
        asyncio_default_fixture_loop_scope = "function"
        filterwarnings = {}
        markers = ["{}"]
        """
    equipped.commit(
        {
            "lib.py": "X = 1\n",
            "pyproject.toml": section.format(["error"], "x"),
            "tests/drawn/conftest.py": profile.format(20),
            "tests/drawn/test_drawn.py": """
                from hypothesis import given, strategies as st

                @given(st.integers())
                def test_drawn(x):
                    pass
                """,
            "tests/test_it.py": "def test_it():\n    pass\n",
        }
    )
    equipped.commit({"tests/drawn/conftest.py": profile.format(1)})
    judged = equipped.gate("--select", "all")
    assert judged.reasons == {"test_drawn": "fixtures_changed_pass", "test_it": "both_pass"}
    equipped.commit({"pyproject.toml": section.format(["ignore"], "x")})
    judged = equipped.gate("--select", "all")
    assert set(judged.reasons.values()) == {"fixtures_changed_pass"}
    assert judged.decision["flags"] == ["spec_review"]
    equipped.commit({"pyproject.toml": section.format(["ignore"], "y")})
    assert set(equipped.gate("--select", "all").reasons.values()) == {"both_pass"}


def test_fact_20_an_edited_polluter_is_reviewed_and_its_victims_judged_as_the_parent_has_them(
    project: Project,
) -> None:
    tests = """
        import lib

        def test_a_polluter():
            lib.SEEN.append({})

        def test_b_victim():
            assert 5 not in lib.SEEN
        """
    project.commit({"lib.py": "SEEN = []\n", "tests/test_it.py": tests.format(1)})
    project.commit({"tests/test_it.py": tests.format(5)})
    judged = project.gate("--select", "all", seeds="4")
    assert judged.reasons == {"test_a_polluter": "rewritten_pass", "test_b_victim": "both_pass"}
    assert flags_of(judged, "test_a_polluter") == ["spec_review"]


def test_fact_21_moves_of_files_of_helpers_and_of_marked_tests(project: Project) -> None:
    marked = """
        import lib
        import pytest

        @pytest.mark.property(id="prop.stays")
        @pytest.mark.parametrize("x", [1, 2])
        def test_marked(x):
            assert lib.X

        def test_plain():
            assert lib.X
        """
    helped = """
        from helpers import check

        def test_helped():
            check()
        """
    check = "import lib\n\ndef check():\n    assert lib.X\n"
    project.commit(
        {
            "lib.py": "X = 1\n",
            "tests/test_old.py": marked,
            "tests/test_helped.py": helped,
            "tests/helpers.py": check,
        }
    )
    project.commit(
        {
            "tests/test_old.py": None,
            "tests/deep/er/test_new.py": marked,
            "tests/helpers.py": None,
            "tests/test_helpers.py": check,
            "tests/test_helped.py": helped.replace("helpers", "test_helpers"),
        }
    )
    judged = project.gate("--select", "all")
    assert judged.exit == 0, judged.out
    assert by_id(judged) == {
        # Named by its marker, it is the same property in another file; by its path it is not.
        "prop.stays[1]": "rewritten_pass",
        "prop.stays[2]": "rewritten_pass",
        "tests/test_old.py::test_plain": "removed_green",
        "tests/deep/er/test_new.py::test_plain": "added_pass",
        "tests/test_helped.py::test_helped": "rewritten_pass",
    }
    assert judged.decision["flags"] == ["spec_review"]


def test_fact_22_how_a_red_test_of_the_parent_may_go_away(project: Project) -> None:
    tests = """
        import lib

        def test_deleted():
            assert lib.X == 2

        def test_weakened():
            assert lib.X == 2

        def test_cleared():
            assert lib.at_least(2)

        def test_muted():
            assert lib.X == 2

        def test_muted_by_its_class():
            assert lib.X == 2
        """
    head, deleted, *rest = tests.split("\n\n")
    project.commit(
        {
            "lib.py": "X = 1\n\ndef at_least(n):\n    return X >= n\n",
            "tests/test_it.py": tests,
        }
    )
    assert "test_deleted" in deleted
    patched = "\n\n".join([head, *rest])
    patched = (
        patched.replace("assert lib.X == 2", "assert lib.X == 2 or lib.X", 1)
        .replace("def test_muted()", "@pytest.mark.xfail\n        def test_muted()")
        .replace("import lib", "import lib\n        import pytest")
    )
    many = "\n".join(f"def test_red_{n}():\n    assert 0\n" for n in range(20))
    project.commit(
        {
            "lib.py": "X = 1\n\ndef at_least(n):\n    return X >= n - 1\n",
            "tests/test_it.py": patched,
            "tests/test_red.py": many,
        }
    )
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    red = {name: judged.reasons.pop(name) for name in [*judged.reasons] if "red" in name}
    assert judged.decision["reason"] in judged.reasons.values()
    assert judged.reasons["test_deleted"] == "removed_red"
    assert judged.reasons["test_weakened"] == "rewritten_pass"
    assert "spec_review" in flags_of(judged, "test_weakened")
    assert judged.reasons["test_cleared"] == "parent_fail_cleared"
    assert flags_of(judged, "test_cleared") == ["spec_review"]
    assert judged.reasons["test_muted"] == "muted_on_patch"
    assert judged.reasons["test_muted_by_its_class"] == "uniform_fail"
    added = {result["prop"]: result["reason"] for result in judged.decision["results"]}
    assert sum(reason == "added_fail" for reason in added.values()) == 20
    assert red


ADDED = {
    "module": (
        "pytestmark = pytest.mark.skip\n\ndef test_new():\n    pass\n",
        "self_issued_waiver",
    ),
    "strict": (
        "@pytest.mark.xfail(strict=True)\ndef test_new():\n    assert 0\n",
        "self_issued_waiver",
    ),
    "if_true": (
        "@pytest.mark.skipif(True, reason='x')\ndef test_new():\n    pass\n",
        "self_issued_waiver",
    ),
    "call": ("def test_new():\n    pytest.skip('later')\n", "self_issued_waiver"),
    "fixture": ("def test_new(muting):\n    pass\n", "self_issued_waiver"),
    "alias": ("@muted\ndef test_new():\n    assert 0\n", "self_issued_waiver"),
    "retry": ("@pytest.mark.flaky(reruns=2)\ndef test_new():\n    pass\n", "self_issued_waiver"),
    "import": ("def test_new():\n    pytest.importorskip('json')\n", "added_pass"),
    "red": ("def test_new():\n    assert 0\n", "added_fail"),
}
HEAD = """
import pytest

muted = pytest.mark.xfail

@pytest.fixture
def muting():
    pytest.skip("so")

"""


def test_fact_22_no_added_test_comes_with_what_mutes_it(project: Project) -> None:
    project.commit({"lib.py": "X = 1\n", "tests/test_it.py": "def test_it():\n    pass\n"})
    project.commit({f"tests/test_{name}.py": HEAD + text for name, (text, _) in ADDED.items()})
    reasons = by_id(project.gate("--select", "all"))
    assert reasons == {
        "tests/test_it.py::test_it": "both_pass",
        **{f"tests/test_{name}.py::test_new": reason for name, (_, reason) in ADDED.items()},
    }
