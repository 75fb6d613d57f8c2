"""Collection, disputes and identity (FIELD.md 9, 10, 19 to 23), and what a patch may try there."""

import subprocess
import sys

import pytest

from tests.e2e.kit import Project

ONE: dict[str, str | bytes | None] = {
    "lib.py": "X = 1\n",
    "tests/test_it.py": "import lib\n\ndef test_one():\n    assert lib.X == 1\n",
}


def test_fact_19_an_id_that_does_not_stay_is_refused_by_name(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                import pytest

                @pytest.mark.parametrize("x", [1], ids=[str(hash("x"))])
                def test_by_hash(x):
                    pass

                @pytest.mark.parametrize("x", [10, 10])
                def test_same_parameter_twice(x):
                    pass

                def test_steady():
                    pass
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert "unstable_id" in judged.reasons.values()
    assert all("test_by_hash[" in name for name in judged.contract["unstable_ids"])
    assert project.gate("tests/test_it.py::test_steady").exit == 0
    same = project.gate("tests/test_it.py::test_same_parameter_twice")
    assert same.reasons == {
        "test_same_parameter_twice[10_0]": "both_pass",
        "test_same_parameter_twice[10_1]": "both_pass",
    }


def test_fact_23_a_parent_that_cannot_be_imported_is_no_control(project: Project) -> None:
    project.commit({**ONE, "lib.py": "import nothing_of_this_name\n"})
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "No module named 'nothing_of_this_name'" in judged.notes


def test_fact_9_a_patch_whose_tests_cannot_be_collected_is_rejected(project: Project) -> None:
    project.commit(ONE)
    project.commit({"lib.py": "import nothing_of_this_name\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "nothing_of_this_name" in judged.notes


def test_a_file_that_no_side_can_collect_is_told_and_blocks_nobody(project: Project) -> None:
    project.commit({**ONE, "tests/test_other.py": "import nothing_of_this_name\n"})
    project.commit({"lib.py": "X = 1\nY = 2\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 0
    assert any("tests/test_other.py" in notice["text"] for notice in judged.contract["notices"])


def test_a_file_that_skips_itself_on_the_patch_alone_is_not_accepted(project: Project) -> None:
    project.commit(
        {
            "shop/__init__.py": "",
            "shop/optional.py": "X = 1\n",
            "tests/test_it.py": """
                import pytest

                optional = pytest.importorskip("shop.optional", exc_type=ImportError)

                def test_it():
                    assert optional.X
                """,
            "tests/test_other.py": "def test_other():\n    pass\n",
        }
    )
    project.commit({"shop/optional.py": "import nothing_of_this_name\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "the whole file is skipped" in judged.notes


def test_a_deselected_test_is_judged_all_the_same(project: Project) -> None:
    project.commit({**ONE, "pytest.ini": "[pytest]\naddopts = -q\n"})
    project.commit(
        {
            "lib.py": "X = 2\n",
            "pytest.ini": "[pytest]\naddopts = --deselect tests/test_it.py::test_one\n",
        }
    )
    judged = project.gate("--select", "all")
    assert judged.reasons == {"test_one": "regression"}
    assert "human_required" in judged.decision["flags"]


def test_a_hook_that_drops_every_test_removes_none(project: Project) -> None:
    project.commit(ONE)
    hook = "def pytest_collection_modifyitems(items):\n    items.clear()\n"
    project.commit({"lib.py": "X = 2\n", "conftest.py": hook})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert judged.reasons["test_one"] == "missing_seed"


def test_a_hook_that_drops_one_failing_parameter_merges_nothing(project: Project) -> None:
    tests = """
        import lib
        import pytest

        @pytest.mark.parametrize("n", [1, 2])
        def test_it(n):
            assert n < lib.LIMIT
        """
    project.commit({"lib.py": "LIMIT = 3\n", "tests/test_it.py": tests})
    hook = (
        "def pytest_collection_modifyitems(items):\n"
        "    items[:] = [item for item in items if '[2]' not in item.nodeid]\n"
    )
    project.commit({"lib.py": "LIMIT = 2\n", "conftest.py": hook})
    judged = project.gate("--select", "all")
    assert judged.exit == 5
    assert "human_required" in judged.decision["flags"]
    assert "as the parent has it, it fails on the patch" in judged.notes


def test_parameters_that_the_product_no_longer_gives_are_missing(project: Project) -> None:
    project.commit(
        {
            "lib.py": "NAMES = ['a', 'b']\n",
            "tests/test_it.py": """
                import lib
                import pytest

                @pytest.mark.parametrize("name", lib.NAMES)
                def test_it(name):
                    assert name
                """,
        }
    )
    project.commit({"lib.py": "NAMES = ['a']\n"})
    judged = project.gate("--select", "all")
    assert judged.reasons == {"test_it[a]": "both_pass", "test_it[b]": "missing_seed"}


@pytest.mark.parametrize(
    ("mute", "reason"),
    [
        ("@pytest.mark.xfail", "self_issued_waiver"),
        ("@pytest.mark.skip", "self_issued_waiver"),
        ("@pytest.mark.flaky(reruns=3)", "self_issued_waiver"),
        ("@pytest.mark.usefixtures()", "added_pass"),
    ],
)
def test_a_patch_does_not_waive_its_own_tests(project: Project, mute: str, reason: str) -> None:
    project.commit(ONE)
    added = f"import pytest\n\n{mute}\ndef test_new():\n    pass\n"
    project.commit({"tests/test_new.py": added})
    assert project.gate("--select", "all").reasons["test_new"] == reason


def test_fact_20_and_22_what_a_patch_changes_of_a_test_has_its_route(project: Project) -> None:
    project.commit(
        {
            "lib.py": "X = 1\n",
            "tests/conftest.py": """
                import pytest

                @pytest.fixture
                def limit():
                    return 5
                """,
            "tests/mixin.py": """
                class Mixin:
                    def test_inherited(self):
                        assert 1 < 2
                """,
            "tests/test_it.py": """
                import lib
                import pytest
                from mixin import Mixin

                CONSTANT = 3

                class TestMixed(Mixin):
                    pass

                def test_constant():
                    assert CONSTANT

                def test_fixture(limit):
                    assert limit > lib.X

                @pytest.mark.parametrize("n", [1, 2])
                def test_list(n):
                    assert n

                def test_weak():
                    assert lib.X == 1

                def test_same():
                    assert lib.X
                """,
        }
    )
    before = (project.at / "tests/test_it.py").read_text()
    after = (
        before.replace("CONSTANT = 3", "CONSTANT = 4")
        .replace("[1, 2]", "[1, 3]")
        .replace("assert lib.X == 1", "assert lib.X == 1 or True")
    )
    conftest = (project.at / "tests/conftest.py").read_text()
    mixin = (project.at / "tests/mixin.py").read_text()
    project.commit(
        {
            "lib.py": "X = 2\n",
            "tests/test_it.py": after,
            "tests/conftest.py": conftest.replace("5", "6"),
            "tests/mixin.py": mixin.replace("1 < 2", "1 < 3"),
        }
    )
    judged = project.gate("--select", "all")
    assert judged.reasons == {
        "TestMixed::test_inherited": "rewritten_pass",
        "test_constant": "rewritten_pass",
        "test_fixture": "fixtures_changed_pass",
        "test_list[1]": "rewritten_pass",
        "test_list[2]": "removed_green",
        "test_list[3]": "added_pass",
        "test_weak": "rewritten_pass",
        "test_same": "both_pass",
    }
    results = {result["prop"].split("::")[-1]: result for result in judged.decision["results"]}
    assert results["test_weak"]["flags"] == ["spec_review", "human_required"]
    assert "as the parent has it, it fails on the patch" in results["test_weak"]["note"]
    assert results["test_constant"]["flags"] == ["spec_review"]


def test_a_property_is_called_by_its_marker_with_its_parameters(project: Project) -> None:
    marked = """
        import lib
        import pytest

        @pytest.mark.property(id="prop.x", oracle="x is positive")
        @pytest.mark.parametrize("x", [1, 2])
        def test_it(x):
            assert x * lib.X > 0

        def test_unmarked():
            pass
        """
    project.commit({"lib.py": "X = 1\n", "tests/test_it.py": marked})
    project.commit({"lib.py": "X = 2\n"})
    judged = project.gate()
    assert judged.reasons == {"prop.x[1]": "both_pass", "prop.x[2]": "both_pass"}
    assert {prop["oracle"] for prop in judged.contract["properties"]} == {"x is positive"}
    twice = marked.replace(
        "def test_unmarked", '@pytest.mark.property(id="prop.x[1]")\n        def test_unmarked'
    )
    project.commit({"tests/test_it.py": twice})
    refused = project.gate()
    assert refused.exit == 64
    assert "the property id 'prop.x[1]' stands at" in refused.err


def ci_red(project: Project) -> None:
    """Write `red.xml` beside the project as pytest writes it in CI, in definition order."""
    subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml=../red.xml"),
        cwd=project.at,
        env={"PYTHONPATH": ".", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    )


def test_a_red_that_only_its_predecessors_bring_is_never_accepted(project: Project) -> None:
    tests = """
        import lib

        def test_a():
            lib.SEEN.append(1)

        def test_b():
            pass

        def test_c():
            assert len(lib.SEEN) < lib.LIMIT
        """
    project.commit({"lib.py": "SEEN = []\nLIMIT = 2\n", "tests/test_it.py": tests})
    project.commit({"lib.py": "SEEN = []\nLIMIT = 1\n"})
    ci_red(project)
    assert project.gate("--disputed", "../red.xml", seeds="4").reasons == {"test_c": "regression"}
    project.commit({"lib.py": "SEEN = []\nLIMIT = 1\nX = 1\n"})
    shared = project.gate("--disputed", "../red.xml", seeds="6")
    assert shared.reasons["test_c"] in {"shared_variant_fail", "uniform_fail"}
    assert shared.exit in {1, 5}
    project.commit({"lib.py": "SEEN = []\nLIMIT = 3\n"})
    project.commit({"lib.py": "SEEN = []\nLIMIT = 3\nX = 1\n"})
    gone = project.gate("--disputed", "../red.xml")
    assert (gone.exit, gone.reasons) == (1, {"test_c": "not_reproduced"})


def test_mass_failure_on_the_parent_is_an_outage(project: Project) -> None:
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nextension = 2\n",
            "lib.py": "",
            "tests/test_it.py": """
                import random
                import pytest

                @pytest.mark.parametrize("n", range(20))
                def test_many(n):
                    assert n > 6 or random.random() > 0.5
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="8")
    assert judged.reasons["test_many[0]"] == "mass_failure"
    assert judged.exit == 1
    named = project.gate("tests/test_it.py", seeds="8")
    assert named.reasons["test_many[0]"] == "shared_variant_fail"


def test_a_flake_that_reaches_out_earns_no_ticket(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                import random
                import socket

                def test_it():
                    peer = socket.socket()
                    peer.settimeout(0.02)
                    try:
                        peer.connect(("192.0.2.1", 9))
                    except OSError:
                        pass
                    assert random.random() > 0.5
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    assert project.gate("--select", "all", seeds="8").reasons == {"test_it": "not_hermetic"}


@pytest.mark.parametrize(
    ("until", "reason"),
    [("2099-01-01T00:00:00Z", "not_judged"), ("2020-01-01T00:00:00Z", "environment_failure")],
)
def test_fact_13_an_id_is_left_out_until_its_date(
    project: Project, until: str, reason: str
) -> None:
    project.commit(
        {
            **ONE,
            "pyproject.toml": f"""
                [[tool.freezegate.not-judged]]
                test_id = "tests/test_locale.py"
                reason = "no such locale here"
                until = "{until}"
                """,
            "tests/test_locale.py": """
                import pytest

                @pytest.fixture
                def locale():
                    raise LookupError("de_DE is not installed")

                def test_locale(locale):
                    pass
                """,
        }
    )
    project.commit({"lib.py": "X = 1\nY = 1\n"})
    reasons = project.gate("--select", "all").reasons
    found = {value for name, value in reasons.items() if "locale" in name}
    assert found == {reason}
