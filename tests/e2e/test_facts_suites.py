"""Suites as the field has them: asynchronous, generated, shared fixtures, moved and lost files."""

from tests.e2e.kit import Project

ASYNC = """
    [tool.pytest.ini_options]
    asyncio_mode = "strict"
    asyncio_default_fixture_loop_scope = "function"
    """


def test_fact_17_asynchronous_tests_run_with_their_plugin(equipped: Project) -> None:
    equipped.commit(
        {
            "pyproject.toml": ASYNC,
            "lib.py": "async def value():\n    return 1\n",
            "tests/test_it.py": """
                import lib
                import pytest

                @pytest.mark.asyncio
                async def test_awaited():
                    assert await lib.value() == 1
                """,
        }
    )
    equipped.commit({"lib.py": "async def value():\n    return 2\n"})
    judged = equipped.gate("--select", "all")
    assert judged.reasons == {"test_awaited": "regression"}
    assert "asyncio" in judged.contract["plugins"]


def test_generated_tests_and_shared_fixtures_stand_any_order(project: Project) -> None:
    project.commit(
        {
            "lib.py": "LIMIT = 4\n",
            "tests/conftest.py": """
                import pytest

                @pytest.fixture(scope="session")
                def opened():
                    yield []

                @pytest.fixture(scope="module", params=["x", "y"])
                def each(request):
                    return request.param

                def pytest_generate_tests(metafunc):
                    if "number" in metafunc.fixturenames:
                        metafunc.parametrize("number", range(3))
                """,
            "tests/test_one.py": """
                import lib

                def test_generated(number, opened):
                    opened.append(number)
                    assert number < lib.LIMIT

                class TestEach:
                    def test_shared(self, each, opened):
                        assert each in "xy"
                """,
            "tests/test_two.py": "def test_other(opened):\n    assert opened is not None\n",
        }
    )
    project.commit({"lib.py": "LIMIT = 2\n"})
    judged = project.gate("--select", "all", seeds="3")
    assert judged.reasons == {
        "test_generated[0]": "both_pass",
        "test_generated[1]": "both_pass",
        "test_generated[2]": "regression",
        "TestEach::test_shared[x]": "both_pass",
        "TestEach::test_shared[y]": "both_pass",
        "test_other": "both_pass",
    }
    orders = {
        tuple(row["prop"] for row in judged.rows("parent.jsonl") if row["seed"] == seed)
        for seed in judged.contract["seeds"]
    }
    assert len(orders) > 1


def test_fact_6_a_test_that_is_deaf_to_the_schedule_earns_no_ticket(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                import os
                from hypothesis import given, seed, settings, strategies as st

                @seed(7)
                @settings(deadline=None)
                @given(st.integers())
                def test_deaf(x):
                    assert int(os.environ["PYTHONHASHSEED"]) % 2
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="6")
    assert {row["status"] for row in judged.rows("parent.jsonl")} == {"pass", "fail"}
    assert judged.reasons == {"test_deaf": "schedule_vacuous"}


def test_fact_10_a_file_that_one_side_lacks_ends_no_run(project: Project) -> None:
    project.commit(
        {
            "lib.py": "X = 1\n",
            "tests/test_here.py": "import lib\n\ndef test_here():\n    assert lib.X\n",
            "tests/test_gone.py": "def test_gone():\n    pass\n",
        }
    )
    project.commit(
        {
            "lib.py": "X = 2\n",
            "tests/test_gone.py": None,
            "tests/test_new.py": "def test_new():\n    pass\n",
        }
    )
    judged = project.gate("tests/test_here.py", "tests/test_gone.py", "tests/test_new.py")
    assert judged.reasons == {
        "test_here": "both_pass",
        "test_gone": "removed_green",
        "test_new": "added_pass",
    }


def test_fact_21_a_moved_file_is_removed_here_and_added_there(project: Project) -> None:
    text = "import lib\n\ndef test_it():\n    assert lib.X\n"
    project.commit({"lib.py": "X = 1\n", "tests/test_old.py": text})
    project.commit({"tests/test_old.py": None, "tests/unit/test_old.py": text})
    judged = project.gate("--select", "all")
    reasons = {result["prop"]: result["reason"] for result in judged.decision["results"]}
    assert reasons == {
        "tests/test_old.py::test_it": "removed_green",
        "tests/unit/test_old.py::test_it": "added_pass",
    }


def test_fact_3_a_stream_that_hangs_on_the_node_id_follows_the_seed_all_the_same(
    project: Project,
) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/conftest.py": """
                import random
                import pytest

                @pytest.fixture(autouse=True)
                def seeded(request):
                    random.seed(request.node.nodeid)
                """,
            "tests/test_it.py": """
                import random

                def test_it():
                    assert random.random() > 0.4
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="10")
    rows = judged.rows("parent.jsonl")
    assert {row["status"] for row in rows} == {"pass", "fail"}
    assert len({row["draws"] for row in rows}) == 10
    assert judged.reasons == {"test_it": "shared_variant_fail"}
