"""A record made of a gate's ticket freezes that very failure in the suite, and no other one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kit import Project, lean_interpreter

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:asyncio")
SUITE: dict[str, str | bytes | None] = {
    ".gitignore": ".venv/\n__pycache__/\n",
    "pytest.ini": "[pytest]\nmarkers =\n    property: one under judgement\npythonpath = src\n",
    "src/shop/__init__.py": """
        def total(odd):
            if odd:
                raise ValueError(f"no total at {id(object())} for {odd}")
            return 1
    """,
    "tests/conftest.py": """
        import pytest

        @pytest.fixture
        def ready(odd):
            assert not odd, "not ready"
            yield

        @pytest.fixture
        def swept(odd):
            yield
            assert not odd, "not swept"

        @pytest.fixture
        def odd():
            import os
            return int(os.environ.get("FREEZEGATE_SEED", "0")) % 2
    """,
    "tests/data/goods.csv": "a,1\n",
    "tests/test_shop.py": """
        import os
        import unittest
        from pathlib import Path

        import pytest
        from hypothesis import given, strategies as st

        import shop

        ODD = int(os.environ.get("FREEZEGATE_SEED", "0")) % 2
        OTHER = os.environ.get("OTHER")

        def check(odd):
            assert odd == 0

        def test_plain(odd):
            assert not OTHER
            assert odd == 0

        def test_helper(odd):
            assert not OTHER
            check(odd)

        def test_product(odd):
            assert not OTHER
            shop.total(odd)

        def test_setup(ready):
            assert not OTHER

        def test_teardown(swept):
            assert not OTHER

        def test_both(swept, odd):
            assert not odd and not OTHER

        def test_reads(odd):
            assert (Path(__file__).parent / "data" / "goods.csv").read_text()
            assert not OTHER
            pytest.fail("by hand") if odd else None

        @pytest.mark.parametrize("each", ["x y", "z"])
        def test_each(each, odd):
            assert not OTHER
            assert each and not odd

        @pytest.mark.property(id="sums", oracle="adds up")
        def test_marked(odd):
            assert not OTHER
            assert odd == 0, f"odd at {object()}"

        @given(st.integers())
        def test_drawn(x):
            assert not OTHER
            assert x < 10 or not ODD

        def test_group(odd):
            assert not OTHER
            if odd:
                raise ExceptionGroup("g", [KeyError("a"), TypeError("b")])

        class TestUnit(unittest.TestCase):
            def test_equal(self):
                assert not OTHER
                self.assertEqual(ODD, 0)
    """,
}


class Ledgered:
    """A repository, and a ledger of what its gate called a ticket."""

    def __init__(self, project: Project) -> None:
        self.at = project.at
        project.commit(SUITE)
        project.commit({"README.md": "edited\n"})
        judged = project.gate("--select", "all", seeds="2,3,4,5")
        assert judged.exit == 5, judged.out + judged.err
        folder = judged.folder / "tickets"
        self.tickets = [json.loads(each.read_text()) for each in sorted(folder.iterdir())]
        done = project.run("manifest", "--rev", "HEAD~1", "--python", str(project.python))
        assert done.returncode == 0, done.stderr
        hashes = json.loads(done.stdout)["assertion_hashes"]
        self.records = [_record(ticket, hashes) for ticket in self.tickets]
        # As in a developer's checkout: an environment inside, leftovers, and lines that moved.
        (self.at / ".venv").mkdir()
        (self.at / ".venv" / "pyvenv.cfg").touch()
        product = self.at / "src" / "shop" / "__init__.py"
        product.write_text(f"ADDED = 1\n{product.read_text()}")

    def pytest(self, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
        """Run the suite with the ledger."""
        ledger = self.at.parent / "ledger.json"
        ledger.write_text(json.dumps({"records": self.records}))
        plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
        return subprocess.run(
            (*PYTEST, f"--freeze-ledger={ledger}", *words),
            cwd=self.at,
            env={**plain, "PYTHONDONTWRITEBYTECODE": "1", **env},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


def _record(ticket: dict[str, Any], hashes: dict[str, str]) -> dict[str, str]:
    """What a person makes of a ticket."""
    (witness,) = ticket["witness"]
    return {
        "test_id": ticket["test_id"],
        "parent_sha": ticket["parent_sha"],
        "assertion_hash": hashes[ticket["test_id"]],
        "expires_at": "2099-01-01T00:00:00Z",
        "witness": witness,
        "evidence": ticket["contract"],
    }


@pytest.fixture(scope="module")
def ledgered(tmp_path_factory: pytest.TempPathFactory) -> Ledgered:
    lean = lean_interpreter(tmp_path_factory.mktemp("lean") / "venv")
    return Ledgered(Project(tmp_path_factory.mktemp("suite") / "project", lean))


def test_every_failure_of_a_ticket_is_frozen(ledgered: Ledgered) -> None:
    assert len(ledgered.records) == 13
    done = ledgered.pytest(FREEZEGATE_SEED="3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "13 frozen" in done.stdout
    assert "failed" not in done.stdout


def test_workers_freeze_the_same_failures(ledgered: Ledgered) -> None:
    done = ledgered.pytest("-n2", FREEZEGATE_SEED="3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "13 frozen" in done.stdout


def test_a_different_failure_of_each_test_is_red(ledgered: Ledgered) -> None:
    done = ledgered.pytest(FREEZEGATE_SEED="2", OTHER="1")
    assert done.returncode == 1
    assert "13 failed" in done.stdout
    assert "frozen by" in done.stdout
    assert done.stdout.count("NOT EXCUSED") == 13
    assert not any(line.startswith("FROZEN") for line in done.stdout.splitlines())


def test_tests_that_pass_are_passes(ledgered: Ledgered) -> None:
    done = ledgered.pytest(FREEZEGATE_SEED="2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "13 passed" in done.stdout
    assert done.stdout.count("may be prunable") == 13


def test_an_edit_of_what_a_test_stands_on_is_refused(ledgered: Ledgered) -> None:
    goods = ledgered.at / "tests" / "data" / "goods.csv"
    before = goods.read_bytes()
    goods.write_bytes(b"a,2\n")
    try:
        done = ledgered.pytest("tests/test_shop.py::test_reads", FREEZEGATE_SEED="3")
    finally:
        goods.write_bytes(before)
    assert done.returncode == 4
    assert "test_reads: its assertion hash is sha256:" in done.stderr


def test_the_ledger_of_the_text_is_refused_by_its_line(project: Project, tmp_path: Path) -> None:
    """The sample of the specification: an abbreviated commit and no hash."""
    project.write({"tests/test_bounds.py": "def test_lower_bound_holds():\n    pass\n"})
    ledger = tmp_path / "flake_freeze.json"
    ledger.write_text(
        json.dumps(
            {
                "records": [
                    {
                        "test_id": "tests/properties/test_bounds.py::test_lower_bound_holds",
                        "parent_sha": "abc123",
                        "assertion_hash": "<sha256 of the assertion body on the parent>",
                        "expires_at": "2026-10-17T00:00:00Z",
                    }
                ]
            },
            indent=2,
        )
    )
    done = subprocess.run(
        (*PYTEST, "-q", str(project.at / "tests")),
        env={**os.environ, "FLAKE_FREEZE": str(ledger)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 4
    assert f"ERROR: {ledger}:3: 'abc123' is not a full commit id" in done.stderr
