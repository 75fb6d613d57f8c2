"""The canary with a ledger that holds records: the suite must still see the defect.

Here the suite loads the ledger by freezegate's own pytest plugin, from our own interpreter.
"""

import importlib.metadata
import json

import pytest

from tests.e2e.kit import Project
from tests.e2e.test_canary import DROP, SHOP, TEST, Files, Ran

FROZEN = "tests/test_bounds.py::test_label"

#: Of these tests alone: without the plugin no ledger is loaded, and they would show nothing.
with_plugin = pytest.mark.skipif(
    not importlib.metadata.entry_points(group="pytest11", name="freezegate"),
    reason="this installation has no pytest plugin",
)


def ledger(project: Project, test: str = FROZEN, expires: str = "2099-01-01T00:00:00Z") -> str:
    """A ledger of one record of a test of HEAD, with the hash that the manifest has."""
    listed = project.run("manifest", "--source")
    assert listed.returncode == 0, listed.stderr
    record = {
        "test_id": test,
        "parent_sha": project.git("rev-parse", "HEAD"),
        "assertion_hash": json.loads(listed.stdout)["assertion_hashes"][test],
        "expires_at": expires,
    }
    return json.dumps({"records": [record]}) + "\n"


def frozen(project: Project, files: Files, *words: str, expires: str = "") -> Ran:
    """Commit the shop with files, then a ledger, and run the canaries of that commit on it."""
    project.commit(SHOP | DROP | files)
    text = ledger(project, expires=expires) if expires else ledger(project)
    project.commit({"flake_freeze.json": text})
    return Ran(project, "--parent", "HEAD", *words)


def test_without_the_plugin_no_ledger_is_loaded_so_nothing_is_shown(project: Project) -> None:
    ran = frozen(project, {})
    assert ran.exit == 1
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_inconclusive"}
    assert "no plugin that loads it; run `pip install freezegate` there" in ran.note
    assert ran.exits == [None, None]


def test_frozen_target_shows_nothing(project: Project) -> None:
    project.commit(SHOP | DROP)
    project.commit({"flake_freeze.json": ledger(project, TEST)})
    ran = Ran(project, "--parent", "HEAD")
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_inconclusive"}
    assert "the ledger freezes the named test" in ran.note
    assert ran.stored["ledger"].startswith("sha256:")


@with_plugin
def test_killed_beside_a_loaded_ledger(equipped: Project) -> None:
    ran = frozen(equipped, {})
    assert ran.exit == 0, ran.out + ran.err
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_killed"}
    assert ran.exits == [1, 1]


MUTES = """
    import json
    import os

    import pytest


    def records():
        path = os.environ.get("FLAKE_FREEZE", "")
        return json.load(open(path))["records"] if path else []


    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item):
        report = (yield).get_result()
        if records() and report.failed:
            report.outcome = "passed"
"""


@with_plugin
def test_runner_that_mutes_everything_beside_a_ledger_lets_the_mutant_survive(
    equipped: Project,
) -> None:
    ran = frozen(equipped, {"conftest.py": MUTES})
    assert ran.exit == 1
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_survived"}
    assert ran.exits == [0, 0]


@with_plugin
def test_ledger_that_the_suite_refuses_is_no_result(equipped: Project) -> None:
    ran = frozen(equipped, {}, expires="2026-01-01T00:00:00Z")
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_inconclusive"}
    assert "without the mutant pytest exited 4" in ran.note


@with_plugin
def test_ledger_may_be_given_beside_the_tree(equipped: Project) -> None:
    equipped.commit(SHOP | DROP | {"conftest.py": MUTES})
    ran = Ran(equipped, "--parent", "HEAD")
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_killed"}
    given = equipped.at.parent / "given.json"
    given.write_text(ledger(equipped))
    ran = Ran(equipped, "--parent", "HEAD", "--ledger", str(given))
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_survived"}
