"""Outcomes as pytest has them in the field (FIELD.md 8, 9, 11, 12, 13): one repository, two runs.

`lib.BAD` is false on the parent and true on the patch; each property breaks in a way of its own.
"""

from pathlib import Path

import pytest

from tests.e2e.kit import Judged, Project

PROPERTIES = '''
import os, signal, socket, time, unittest
import lib, pytest
from hypothesis import assume, given, settings, strategies as st

class TestUnit(unittest.TestCase):
    def test_subtests_of_unittest(self):
        for number in range(2):
            with self.subTest(number=number):
                self.assertTrue(number or not lib.BAD)

def test_failed_subtest(subtests):
    with subtests.test("a"):
        assert not lib.BAD

@pytest.fixture
def breaks_afterwards():
    yield
    assert not lib.BAD

def test_failed_teardown(breaks_afterwards):
    pass

@pytest.mark.xfail(strict=True)
def test_strict_xpass():
    assert lib.BAD

@pytest.mark.xfail
def test_standing_xfail():
    assert False

@pytest.mark.skip(reason="standing")
def test_standing_skip():
    pass

def test_skipped_by_the_product():
    if lib.BAD:
        pytest.skip("the product says so")

@pytest.fixture
def database():
    raise RuntimeError("database is missing")

def test_without_its_database(database):
    pass

def test_exits():
    if lib.BAD:
        os._exit(0)

def test_crashes():
    if lib.BAD:
        os.kill(os.getpid(), signal.SIGSEGV)

def test_hangs():
    if lib.BAD:
        time.sleep(60)

def test_group():
    if lib.BAD:
        raise ExceptionGroup("several", [ValueError("1"), KeyError("x")])

def test_prints_a_lot():
    if lib.BAD:
        for _ in range(20):
            print("x" * 1_000_000)

@settings(deadline=None)
@given(st.integers())
def test_hypothesis(x):
    assert not lib.BAD or x < 1000

@settings(deadline=600)
@given(st.integers())
def test_deadline(x):
    if lib.BAD:
        time.sleep(0.9)

@settings(deadline=None)
@given(st.integers())
def test_health_check(x):
    assume(not lib.BAD)

@pytest.mark.parametrize("x", ["a b", "a::b", "[x]", "é", "\\n", "x" * 300, ""])
def test_any_id(x):
    assert not lib.BAD or x != "é"

def test_reaches_out():
    peer = socket.socket()
    peer.settimeout(0.05)
    try:
        peer.connect(("192.0.2.1", 9))
    except OSError:
        pass

def test_docstring():
    """
    >>> 1 + 1
    3
    """
'''


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    project = Project(tmp_path_factory.mktemp("outcomes") / "project")
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\ntime-limit-s = 6\n[tool.pytest.ini_options]\n",
            "lib.py": "BAD = False\n",
            "tests/test_all.py": PROPERTIES,
        }
    )
    project.commit({"lib.py": "BAD = True\n"})
    return project.gate("--select", "all", seeds="2")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("TestUnit::test_subtests_of_unittest", "regression"),
        ("test_failed_subtest", "regression"),
        ("test_failed_teardown", "regression"),
        ("test_strict_xpass", "unmuted_fail"),
        ("test_standing_xfail", "muted_on_parent"),
        ("test_standing_skip", "muted_on_parent"),
        ("test_skipped_by_the_product", "muted_on_patch"),
        ("test_without_its_database", "environment_failure"),
        ("test_exits", "missing_seed"),
        ("test_crashes", "regression"),
        ("test_hangs", "regression"),
        ("test_group", "regression"),
        ("test_prints_a_lot", "both_pass"),
        ("test_hypothesis", "regression"),
        ("test_deadline", "regression"),
        ("test_health_check", "regression"),
        ("test_any_id[a b]", "both_pass"),
        ("test_any_id[a::b]", "both_pass"),
        ("test_any_id[[x]]", "both_pass"),
        ("test_any_id[\\xe9]", "regression"),
        ("test_any_id[]", "both_pass"),
        ("test_reaches_out", "both_pass"),
        ("test_docstring", "both_pass"),
    ],
)
def test_facts_8_to_13_every_outcome_has_its_reason(judged: Judged, name: str, reason: str) -> None:
    assert judged.reasons[name] == reason


def test_one_reject_rejects_the_patch(judged: Judged) -> None:
    assert judged.exit == 1
    assert judged.decision["decision"] == "reject"
    assert judged.decision["reason"] == "regression"


def test_fact_13_what_is_missing_is_named(judged: Judged) -> None:
    assert "database is missing" in judged.notes


def test_fact_9_a_process_that_ended_early_is_named_as_the_cause(judged: Judged) -> None:
    assert "the process exited with status 0 before its end" in judged.notes


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("test_hangs", "|Timeout|"),
        ("test_crashes", "|SIGSEGV|"),
        ("test_deadline", "|hypothesis.errors.DeadlineExceeded|"),
        ("test_health_check", "|hypothesis.errors.FailedHealthCheck|"),
        ("test_group", "|builtins.KeyError+builtins.ValueError|"),
        ("test_failed_teardown", "|teardown@"),
        ("test_strict_xpass", "|pytest.XPassStrict|"),
    ],
)
def test_fact_12_a_witness_names_what_happened_and_nothing_volatile(
    judged: Judged, name: str, part: str
) -> None:
    rows = judged.rows("patch.jsonl")
    witnesses = {row["witness"] for row in rows if row["prop"].endswith(f"::{name}")}
    assert len(witnesses) == 1
    assert part in witnesses.pop()


def test_the_rest_of_a_seed_still_runs_behind_a_crash_and_a_hang(judged: Judged) -> None:
    rows = judged.rows("patch.jsonl")
    for seed in judged.contract["seeds"]:
        ran = [row["prop"] for row in rows if row["seed"] == seed]
        assert len(ran) == len(set(ran)) == 21


def test_what_a_property_reached_stands_in_its_row(judged: Judged) -> None:
    effects = {effect for row in judged.rows("parent.jsonl") for effect in row.get("effects", ())}
    assert effects == {"network:192.0.2.1:9"}


def test_no_output_of_the_tests_reaches_the_report(judged: Judged) -> None:
    assert "x" * 1000 not in judged.out


def test_the_evidence_verifies(judged: Judged, tmp_path: Path) -> None:
    project = Project(tmp_path / "anywhere")
    assert project.run("verify", str(judged.folder)).returncode == 1
