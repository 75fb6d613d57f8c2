"""A canary stays red while the suite's plugin has loaded a ledger (spec 3, section 4)."""

import json

from tests.e2e.kit import Project


def test_the_plugin_loads_the_ledger_in_both_workspaces(equipped: Project) -> None:
    equipped.commit(
        {
            "shop.py": """
                def total(prices):
                    if any(price < 0 for price in prices):
                        raise ValueError("a price is below zero")
                    return sum(prices)
            """,
            "tests/test_bounds.py": """
                import pytest

                import shop

                def test_lower_bound_holds():
                    with pytest.raises(ValueError):
                        shop.total([1, -1])

                def test_frozen():
                    assert shop.total([1]) == 2
            """,
            "mutants/drop_lower_bound.toml": (
                'about = "no lower bound"\n'
                'test = "tests/test_bounds.py::test_lower_bound_holds"\nfile = "shop.py"\n'
                'before = "if any(price < 0"\nafter = "if any(price < -9"\n'
            ),
        }
    )
    judged = equipped.gate("--select", "all", parent="HEAD", seeds="1,2")
    rows = judged.rows("parent.jsonl")
    (witness,) = {row["witness"] for row in rows if row["status"] == "fail"}
    manifest = json.loads(equipped.run("manifest", "--python", str(equipped.python)).stdout)
    frozen = "tests/test_bounds.py::test_frozen"
    record = {
        "test_id": frozen,
        "parent_sha": manifest["parent_sha"],
        "assertion_hash": manifest["assertion_hashes"][frozen],
        "expires_at": "2099-01-01T00:00:00Z",
        "witness": witness,
    }
    equipped.commit({"flake_freeze.json": json.dumps({"records": [record]})})
    report = equipped.at.parent / "canary.json"
    words = ("canary", "--parent", "HEAD", "--out", str(report), "--python", str(equipped.python))
    done = equipped.run(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    (canary,) = json.loads(report.read_text())["canaries"]
    assert canary["reason"] == "canary_killed"
    # Without the mutant the frozen failure alone is left, and the suite is green.
    assert [each["baseline"]["exit"] for each in canary["workspaces"]] == [0, 0]
    assert [each["mutated"]["exit"] for each in canary["workspaces"]] == [1, 1]
