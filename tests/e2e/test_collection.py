"""What may go wrong before anything runs (FIELD.md 9, 10, 17, 19 and 23)."""

import pytest

from tests.e2e.kit import Project

LIB: dict[str, str | bytes | None] = {"lib.py": "X = 1\n"}
OK = "import lib\n\ndef test_ok():\n    assert lib.X == 1\n"


def test_fact_10_and_19_ids_of_any_characters_are_collected_run_and_named(project: Project) -> None:
    project.commit(
        {
            **LIB,
            "pyproject.toml": """
                [tool.pytest.ini_options]
                disable_test_id_escaping_and_forfeit_all_rights_to_community_support = true
                """,
            "tests/test_ü and b.py": """
                import lib
                import pytest

                IDS = [
                    "é", "a b", "a::b", "[", "]", "\\\\", "\\n", "\\x1b[31m", "-k", "@file",
                    "x" * 5000, "日本", "\\u202e", "a/b.py::test_x[y]",
                    "'\\"", "\\t", "%s", "{}", "é",
                ]

                @pytest.mark.parametrize("x", IDS, ids=[name + "!" for name in IDS])
                def test_any(x):
                    assert lib.X == 1 or "b" not in x

                @pytest.mark.parametrize("x", [1, 1, 1], ids=["a", "a", "a_0"])
                def test_twice(x):
                    assert lib.X

                class TestÄ:
                    def test_ö(self):
                        assert lib.X == 1
                """,
        }
    )
    project.commit({"lib.py": "X = 2\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    red = sorted(name for name, reason in judged.reasons.items() if reason == "regression")
    assert red == [
        "TestÄ::test_ö",
        "test_any[a b!]",
        "test_any[a/b.py::test_x[y]!]",
        "test_any[a::b!]",
    ]
    assert list(judged.reasons.values()).count("both_pass") == 19 - 3 + 3
    one = project.gate("tests/test_ü and b.py::test_any[日本!]", "tests/test_ü and b.py::TestÄ")
    assert one.reasons == {"test_any[日本!]": "both_pass", "TestÄ::test_ö": "regression"}


def test_fact_19_ids_with_addresses_times_and_chance_are_named(project: Project) -> None:
    project.commit(
        {
            **LIB,
            "tests/test_it.py": """
                import time
                import uuid
                import pytest

                @pytest.mark.parametrize("x", [0], ids=[repr(object())])
                def test_address(x):
                    pass

                @pytest.mark.parametrize("x", [str(time.time_ns())])
                def test_time(x):
                    pass

                @pytest.mark.parametrize("x", [0], ids=[str(uuid.uuid4())])
                def test_chance(x):
                    pass

                @pytest.mark.parametrize("x", list({"a", "b", "c", "d", "e", "f", "g"}))
                def test_set_order_is_no_other_set(x):
                    pass
                """,
            "tests/test_ok.py": OK,
        }
    )
    project.commit({"lib.py": "X = 1\nY = 1\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    unstable = {name.partition("[")[0] for name in judged.contract["unstable_ids"]}
    assert {"tests/test_it.py::test_time", "tests/test_it.py::test_chance"} <= unstable
    assert not [name for name in unstable if name.endswith("other_set")]
    assert judged.reasons["test_ok"] == "both_pass"
    assert judged.reasons["test_set_order_is_no_other_set[a]"] == "both_pass"


@pytest.mark.parametrize("side", ["parent", "patch", "both"])
def test_fact_9_a_conftest_that_cannot_be_imported_is_no_test_result(
    project: Project, side: str
) -> None:
    bad = "import nothing_of_this_name\n"
    good = "import os\n"
    project.commit(
        {
            **LIB,
            "tests/test_ok.py": OK,
            "tests/conftest.py": good if side == "patch" else bad,
        }
    )
    project.commit({"lib.py": "X = 1\n\n", "tests/conftest.py": good if side == "parent" else bad})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "No module named 'nothing_of_this_name'" in judged.notes
    assert judged.decision["reason"] == "incomplete_contract"


def test_fact_9_why_there_was_no_session_is_told(
    project: Project,
) -> None:
    hook = "def pytest_ignore_collect(path, config, no_such_argument):\n    return False\n"
    project.commit({**LIB, "tests/test_ok.py": OK, "conftest.py": hook})
    project.commit({"lib.py": "X = 2\n"})
    judged = project.gate("--select", "all")
    assert (judged.exit, judged.reasons["patch"]) == (1, "incomplete_contract"), judged.err
    assert "no_such_argument" in judged.notes
    hook = "import sys\n\nsys.exit('not here')\n"
    project.commit({"conftest.py": hook})
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all")
    assert (judged.exit, judged.reasons["patch"]) == (1, "incomplete_contract"), judged.err
    assert "SystemExit: not here" in judged.notes
    project.commit({"conftest.py": None, "pytest.ini": "[pytest]\naddopts = --no-such-option\n"})
    project.commit({"lib.py": "X = 2\n"})
    judged = project.gate("--select", "all")
    assert (judged.exit, judged.reasons["patch"]) == (1, "incomplete_contract"), judged.err
    assert "--no-such-option" in judged.notes


def test_a_test_file_that_the_patch_breaks_is_told_and_nothing_of_it_is_accepted(
    project: Project,
) -> None:
    project.commit({**LIB, "tests/test_ok.py": OK, "tests/test_other.py": OK})
    project.commit({"tests/test_ok.py": "import lib\n\ndef test_ok(:\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "tests/test_ok.py" in judged.notes
    other = {result["prop"]: result["reason"] for result in judged.decision["results"]}
    assert other == {"patch": "incomplete_contract", "tests/test_other.py::test_ok": "both_pass"}


def test_fact_10_paths_that_one_side_lacks_and_same_base_names_end_no_run(
    project: Project,
) -> None:
    project.commit(
        {
            **LIB,
            "pytest.ini": "[pytest]\naddopts = --import-mode=importlib\n",
            "tests/a/test_same.py": OK,
            "tests/b/test_same.py": OK,
            "tests/b/test_gone.py": OK,
        }
    )
    project.commit({"lib.py": "X = 2\n", "tests/b/test_gone.py": None, "tests/a/test_new.py": OK})
    judged = project.gate("tests/a", "tests/b/test_same.py", "tests/b/test_gone.py")
    reasons = {result["prop"]: result["reason"] for result in judged.decision["results"]}
    assert reasons == {
        "tests/a/test_same.py::test_ok": "regression",
        "tests/b/test_same.py::test_ok": "regression",
        "tests/b/test_gone.py::test_ok": "removed_green",
        "tests/a/test_new.py::test_ok": "added_fail",
    }


def test_a_file_that_no_side_can_collect_is_told_unless_it_was_asked_for(project: Project) -> None:
    project.commit({**LIB, "tests/a/test_same.py": OK, "tests/b/test_same.py": OK})
    project.commit({"lib.py": "X = 1\nY = 1\n"})
    whole = project.gate("tests")
    assert (whole.exit, whole.reasons) == (0, {"test_ok": "both_pass"})
    told = " ".join(notice["text"] for notice in whole.contract["notices"])
    assert "tests/b/test_same.py cannot be collected on the parent" in told
    assert "import file mismatch" in told
    asked = project.gate("tests/a", "tests/b/test_same.py::test_ok")
    assert asked.exit == 1
    assert asked.reasons == {"patch": "incomplete_contract", "test_ok": "both_pass"}
    assert "parent: tests/b/test_same.py: import file mismatch" in asked.notes


def test_fact_17_warnings_are_errors_and_the_plugins_bring_none_of_their_own(
    equipped: Project,
) -> None:
    equipped.commit(
        {
            **LIB,
            "pyproject.toml": """
                [tool.pytest.ini_options]
                filterwarnings = ["error"]
                xfail_strict = true
                addopts = ["--strict-markers", "--strict-config", "-n2", "--cov=lib", "-x"]
                asyncio_mode = "auto"
                asyncio_default_fixture_loop_scope = "function"
                """,
            "tests/test_it.py": """
                import asyncio
                import warnings
                import lib
                import pytest
                from hypothesis import given, settings, strategies as st

                @settings(deadline=None)
                @given(st.integers())
                def test_drawn(x):
                    assert lib.X == 1

                async def test_awaited():
                    await asyncio.sleep(0)
                    if lib.X == 2:
                        warnings.warn("an error here", UserWarning)

                @pytest.mark.xfail
                def test_strict_by_configuration():
                    assert lib.X == 2
                """,
        }
    )
    equipped.commit({"lib.py": "X = 2\n"})
    judged = equipped.gate("--select", "all")
    assert judged.reasons == {
        "test_drawn": "regression",
        "test_awaited": "regression",
        "test_strict_by_configuration": "unmuted_fail",
    }
    off = " ".join(judged.contract["options_off"])
    assert all(option in off for option in ("-n2", "--cov=lib", "-x"))


def test_fact_23_an_old_parent_and_a_patch_that_mends_it_are_not_taken_for_progress(
    project: Project,
) -> None:
    broken = "import lib\nfrom lib import MISSING\n\ndef test_ok():\n    assert lib.X\n"
    project.commit({**LIB, "tests/test_ok.py": broken, "tests/test_other.py": OK})
    project.commit({"lib.py": "X = 1\nMISSING = 1\n"})
    judged = project.gate("--select", "all")
    # The file that only the patch can collect holds new tests, for the parent has none of them.
    reasons = {result["prop"]: result["reason"] for result in judged.decision["results"]}
    assert reasons == {
        "tests/test_ok.py::test_ok": "added_pass",
        "tests/test_other.py::test_ok": "both_pass",
    }
    told = " ".join(notice["text"] for notice in judged.contract["notices"])
    assert "tests/test_ok.py cannot be collected on the parent" in told
    assert "MISSING" in told


def test_an_id_that_no_evidence_can_hold_is_bad_input_and_no_defect(project: Project) -> None:
    endless = """
        import pytest

        @pytest.mark.parametrize("x", [0], ids=["x" * 9000])
        def test_endless(x):
            pass

        @pytest.mark.property(id="a\\nb")
        def test_marked():
            pass
        """
    project.commit({**LIB, "tests/test_it.py": endless})
    project.commit({"lib.py": "X = 2\n"})
    for name, what in (("test_endless", "characters, more than"), ("test_marked", "'\\n'")):
        judged = project.gate(f"tests/test_it.py::{name}")
        assert judged.exit == 64
        assert f"tests/test_it.py: {name}: " in judged.err
        assert what in judged.err
