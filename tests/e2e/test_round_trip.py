"""A flake's freeze from end to end on the example: by hand, and each refusal as commits go on."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord
from freezegate.shell.example import PARENT_BRANCH, lay_down
from freezegate.wire.ledger import write_ledger
from freezegate.wire.times import parse_time
from tests.e2e.kit import Project

FLAKY = "tests/test_references.py::test_references_of_a_batch_are_distinct"
TESTS, MOVED = "tests/test_references.py", "tests/test_batches.py"
PRODUCT = "src/orders/references.py"
#: A patch that leaves the flake as it was.
CARD = "patch/12-beside-the-flake"
NOW = "2026-11-01T00:00:00Z"
#: The suite reads the clock itself: a date far off.
LATER = "2099-01-01T00:00:00Z"


#: pytest with plain `random` seeded: the flake draws from it, so a seed has one colour.
SEEDED = "import random, sys, pytest; random.seed(sys.argv[1]); sys.exit(pytest.main(sys.argv[2:]))"


def suite(
    orders: Project, seed: int, ledger: str = "flake_freeze.json"
) -> "subprocess.CompletedProcess[str]":
    """Run the flaky test's file, and one that is green, with the ledger."""
    files = [name for name in (TESTS, MOVED, "tests/test_totals.py") if (orders.at / name).exists()]
    return subprocess.run(
        (sys.executable, "-c", SEEDED, str(seed), "-q", "-p", "no:cacheprovider", "--color=no",
         "--freeze-ledger", ledger, *files),
        cwd=orders.at, capture_output=True, text=True, check=False,
    )  # fmt: skip


def colours(orders: Project) -> tuple[int, int]:
    """A seed under which the suite is green, and one under which it is red."""
    (orders.at / "flake_freeze.json").write_bytes(write_ledger(()))
    found: dict[int, int] = {}
    for seed in range(40):
        found.setdefault(suite(orders, seed).returncode, seed)
        if {0, 1} <= found.keys():
            return found[0], found[1]
    message = f"the flake showed one colour only: {found}"
    raise AssertionError(message)


def check(orders: Project, *words: str) -> tuple[int, str]:
    """What `check` says of HEAD against its parent, at a time in the record's life."""
    python = ("--python", sys.executable, "--format", "json")
    done = orders.run("check", "--parent", "HEAD~1", *python, *(words or ("--now", NOW)))
    assert done.returncode < 64, done.stderr
    return done.returncode, json.loads(done.stdout)["reason"]


class Frozen(NamedTuple):
    """The example with its flake frozen by hand, and a seed of either colour."""

    orders: Project
    record: FreezeRecord
    green: int
    red: int


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Frozen:
    """The witness from a ticket of the gate, the hash from the manifest, the rest by hand."""
    at = tmp_path_factory.mktemp("round") / "orders"
    lay_down(at)
    orders = Project(at, made=True)
    orders.git("checkout", "-q", PARENT_BRANCH)
    judged = orders.gate(TESTS, "--patch", CARD, parent=PARENT_BRANCH, seeds="")
    assert judged.exit == 5, judged.err
    (ticket,) = [json.loads(path.read_text()) for path in (judged.folder / "tickets").iterdir()]
    assert ticket["test_id"] == FLAKY
    (witness,) = ticket["witness"]
    green, red = colours(orders)
    manifest = json.loads(orders.run("manifest", "--python", sys.executable).stdout)
    record = FreezeRecord(
        test_id=TestId(FLAKY),
        parent_sha=manifest["parent_sha"],
        assertion_hash=manifest["assertion_hashes"][FLAKY],
        expires_at=parse_time(LATER),
        witness=witness,
    )
    orders.commit({"flake_freeze.json": write_ledger([record])})
    orders.commit({"NOTES.md": "the patch\n"})
    return Frozen(orders, record, green, red)


@pytest.fixture
def frozen(made: Frozen, tmp_path: Path) -> Frozen:
    """A copy for each test."""
    shutil.copytree(made.orders.at, tmp_path / "orders", symlinks=True)
    return made._replace(orders=Project(tmp_path / "orders", made=True))


def test_the_failure_that_was_frozen_is_shown_and_no_other_is(frozen: Frozen) -> None:
    orders = frozen.orders
    assert check(orders) == (0, "freeze_eligible")
    shown = suite(orders, frozen.red)
    assert shown.returncode == 0, shown.stdout
    assert "1 frozen" in shown.stdout
    assert f"FROZEN {FLAKY}" in shown.stdout
    passed = suite(orders, frozen.green)
    assert passed.returncode == 0
    assert "1 frozen" not in passed.stdout

    broken = (orders.at / PRODUCT).read_text() + "\n\ndef references(*_):\n    return {}['x']\n"
    orders.write({PRODUCT: broken})
    other = suite(orders, frozen.red)
    assert other.returncode == 1, other.stdout
    assert "KeyError" in other.stdout


def test_a_test_that_is_edited_is_refused_in_its_patch_and_afterwards(frozen: Frozen) -> None:
    orders = frozen.orders
    tests = (orders.at / TESTS).read_text()
    orders.commit({TESTS: tests.replace("== len(batch)", ">= len(batch) - 1")})
    assert check(orders) == (2, "freeze_of_rewritten")
    refused = suite(orders, frozen.red)
    assert refused.returncode == pytest.ExitCode.USAGE_ERROR
    assert FLAKY in refused.stderr
    orders.commit({"NOTES.md": "another\n"})
    assert check(orders) == (3, "assertion_hash_mismatch")


def test_a_test_that_moves_gets_a_new_id_and_the_old_one_is_unknown(frozen: Frozen) -> None:
    orders = frozen.orders
    moved = altered(frozen.record, FLAKY.replace(TESTS, MOVED))
    orders.git("mv", TESTS, MOVED)
    orders.commit({"flake_freeze.json": write_ledger([moved])})
    assert check(orders) == (2, "freeze_of_renamed")
    orders.commit({"flake_freeze.json": write_ledger([frozen.record])})
    assert check(orders) == (3, "unknown_test_id")
    unknown = suite(orders, frozen.red)
    assert unknown.returncode == pytest.ExitCode.USAGE_ERROR
    assert FLAKY in unknown.stderr


def test_its_time_ends(frozen: Frozen) -> None:
    orders = frozen.orders
    assert check(orders, "--now", LATER) == (4, "freeze_expired")
    lapsed = altered(frozen.record, FLAKY, "2020-01-01T00:00:00Z")
    orders.write({"old.json": write_ledger([lapsed])})
    late = suite(orders, frozen.red, "old.json")
    assert late.returncode == pytest.ExitCode.USAGE_ERROR
    assert "2020-01-01" in late.stderr


def altered(record: FreezeRecord, test_id: str, expires: str = LATER) -> FreezeRecord:
    """The record under another id or until another time."""
    return msgspec.structs.replace(record, test_id=TestId(test_id), expires_at=parse_time(expires))
