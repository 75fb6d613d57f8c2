"""Whose tests decide: the patch's product is judged by the parent's tests."""

from tests.e2e.kit import Project

SHOP = {
    "shop/__init__.py": "",
    "shop/price.py": "def total(x):\n    return x\n",
    "tests/test_it.py": """
        from shop.price import total

        def test_one():
            assert total(1) == 1

        def test_two():
            assert total(2) == 2
    """,
}
BROKEN = {"shop/price.py": "def total(x):\n    return -x\n"}
#: Makes every report of a run read passed.
HOOK = """
    import pytest

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item, call):
        out = yield
        out.get_result().outcome = "passed"
"""


def test_a_test_that_the_patch_edits_to_pass_is_reviewed_and_the_others_decide(
    project: Project,
) -> None:
    project.commit(SHOP)
    edited = SHOP["tests/test_it.py"].replace("total(1) == 1", "total(1) == -1")
    project.commit({**BROKEN, "tests/test_it.py": edited})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_one": "rewritten_pass", "test_two": "regression"}
    assert judged.decision["flags"] == ["spec_review", "human_required"]


def test_hooks_and_options_that_the_patch_adds_do_not_run_with_the_parents_tests(
    project: Project,
) -> None:
    project.commit({**SHOP, "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-ra'\n"})
    project.commit(
        {
            **BROKEN,
            # Above no test, so no test stands on it; loaded by nobody all the same.
            "shop/conftest.py": HOOK,
            "pytest_plugin.py": HOOK,
            "pyproject.toml": """
                [tool.pytest.ini_options]
                addopts = ["-p", "pytest_plugin", "--deselect=tests/test_it.py::test_one"]
            """,
        }
    )
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons["test_two"] == "regression"
    assert judged.reasons["test_one"] in {"regression", "removed_green"}
    assert "spec_review" in judged.decision["flags"]


def test_a_conftest_that_rewrites_reports_never_passes_without_a_person(project: Project) -> None:
    project.commit({**SHOP, "pyproject.toml": "[tool.freezegate]\non-review = 'stop'\n"})
    project.commit({**BROKEN, "conftest.py": HOOK})
    judged = project.gate("--select", "all")
    # Every test stands on it now, so none is judged as the parent's: a person is asked.
    assert judged.exit in {1, 5}, judged.err
    assert "spec_review" in judged.decision["flags"]
    assert judged.reasons == dict.fromkeys(("test_one", "test_two"), "fixtures_changed_pass")


def test_a_product_renamed_in_step_with_its_tests_needs_a_person_and_earns_no_ticket(
    project: Project,
) -> None:
    flaky = """

        def test_flaky():
            import os
            assert int(os.environ["FREEZEGATE_SEED"]) % 2
    """
    project.commit({**SHOP, "tests/test_it.py": SHOP["tests/test_it.py"] + flaky})
    moved = {"shop/price.py": None, "shop/money.py": SHOP["shop/price.py"]}
    renamed = SHOP["tests/test_it.py"].replace("shop.price", "shop.money")
    project.commit({**moved, "tests/test_it.py": renamed + flaky})
    judged = project.gate("--select", "all", seeds="3,5")
    assert judged.exit == 5, judged.err
    names = ("test_one", "test_two", "test_flaky")
    assert judged.reasons == dict.fromkeys(names, "rewritten_pass")
    assert judged.decision["flags"] == ["spec_review", "human_required"]
    # Red on some seeds of both sides: it would earn a ticket if it were judged.
    judged = project.gate("--select", "all", seeds="3,4")
    assert judged.exit == 1, judged.err
    assert judged.reasons["test_flaky"] == "rewritten_fail"
    assert not (judged.folder / "tickets").exists()
