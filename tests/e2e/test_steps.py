"""The steps of a judgement as commands of their own, and the specification's worked examples."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kit import Project

SUITE: dict[str, str | bytes | None] = {
    "shop.py": "LIMIT = 0\n",
    "tests/test_it.py": """
        import os

        import shop

        def test_green():
            pass

        def test_flaky():
            # Red on seed 3 alone; on the patch on seed 5 as well.
            assert int(os.environ["FREEZEGATE_SEED"]) not in (3, shop.LIMIT)
    """,
}
WORSE: dict[str, str | bytes | None] = {
    "shop.py": "LIMIT = 5\n",
    "tests/test_added.py": "def test_added():\n    pass\n",
}


def judged_by_steps(project: Project, score: Path) -> dict[str, Any]:
    """The decision that `score` prints of the files in a folder."""
    done = project.run(
        "score", "--format", "json", "--contract", str(score / "contract.json"),
        "--parent", str(score / "parent.jsonl"), "--patch", str(score / "patch.jsonl"),
    )  # fmt: skip
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_contract_run_and_score_give_what_gate_gives(project: Project) -> None:
    project.commit(
        {**SUITE, "pyproject.toml": "[tool.freezegate]\nextension = 3\nconfirmations = 2\n"}
    )
    project.commit(WORSE)
    gate = project.gate("--select", "all", seeds="3,5", parent="HEAD~1")
    assert gate.exit == 1, gate.err
    assert gate.reasons == {
        "test_green": "both_pass",
        "test_flaky": "seed_regression",
        "test_added": "added_pass",
    }

    steps = project.at.parent / "steps"
    common = ("--contract", str(steps / "contract.json"))
    parent = ("run", "--side", "parent", *common, "--out", str(steps / "parent.jsonl"))
    patch = ("run", "--side", "patch", *common, "--out", str(steps / "patch.jsonl"))
    done = project.run(
        "contract", "--select", "all", "--seeds", "3,5", "--parent", "HEAD~1",
        "--out", str(steps / "contract.json"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == gate.decision["contract"]
    sealed = (gate.folder / "contract.json").read_bytes()
    assert (steps / "contract.json").read_bytes() == sealed

    # What runs afterwards is told by the contract, not by what HEAD has become.
    project.commit({"shop.py": "raise RuntimeError\n"})
    for words in (parent, patch):
        done = project.run(*words)
        assert done.returncode == 0, done.stderr
    # Step by step the pairs ask for more, and until they have it nothing is waived.
    scored = judged_by_steps(project, steps)
    assert (scored["decision"], scored["reason"]) == ("reject", "incomplete_contract")
    assert "the extension did not run" in json.dumps(scored)
    for words in (parent, patch):
        assert project.run(*words, "--stage", "extension").returncode == 0
    scored = judged_by_steps(project, steps)
    assert (scored["decision"], scored["reason"]) == ("reject", "incomplete_contract")
    assert "seed 5 was not rerun as often as the contract asks" in json.dumps(scored)
    for words in (parent, patch):
        done = project.run(*words, "--stage", "confirmations", "--seed", "5")
        assert done.returncode == 0, done.stderr
    scored = judged_by_steps(project, steps)
    assert scored["contract"] == gate.decision["contract"]
    assert (scored["decision"], scored["reason"]) == ("reject", "seed_regression")

    # The same files beside a contract of which they are not the run.
    other = json.loads(sealed)
    assert other["confirmations"] == 2
    (steps / "contract.json").write_text(json.dumps(other | {"seeds": [3, 7]}))
    done = project.run(
        "score", "--contract", str(steps / "contract.json"),
        "--parent", str(steps / "parent.jsonl"), "--patch", str(steps / "patch.jsonl"),
    )  # fmt: skip
    assert done.returncode == 65
    assert "it is never edited" in done.stderr


def test_run_refuses_a_contract_that_the_repository_does_not_give(project: Project) -> None:
    project.commit(SUITE)
    project.commit(WORSE)
    at = project.at.parent / "contract.json"
    words = ("--select", "all", "--seeds", "3", "--parent", "HEAD~1", "--out", str(at))
    assert project.run("contract", *words).returncode == 0
    other = Project(project.at.parent / "other")
    other.commit({"a.py": "X = 1\n"})
    run = ("run", "--side", "parent", "--contract", str(at), "--out", str(at.parent / "p.jsonl"))
    done = other.run(*run)
    assert done.returncode == 65
    assert "no such commit here" in done.stderr
    assert not (at.parent / "p.jsonl").exists()


def test_run_takes_an_uncommitted_patch_again_and_refuses_another(project: Project) -> None:
    project.commit(SUITE)
    diffs = []
    for limit in (5, 6):
        project.write({"shop.py": f"LIMIT = {limit}\n"})
        diff = project.at.parent / f"{limit}.patch"
        diff.write_text(project.git("diff") + "\n")
        diffs.append(str(diff))
    project.git("checkout", "-q", ".")
    at = project.at.parent / "contract.json"
    words = ("contract", "--select", "all", "--seeds", "5,", "--diff", diffs[0], "--out", str(at))
    assert project.run(*words).returncode == 0
    rows = at.with_name("patch.jsonl")
    run = ("run", "--side", "patch", "--contract", str(at), "--out", str(rows))
    done = project.run(*run, "--diff", diffs[1])
    assert done.returncode == 65
    assert "contract.json: patch_sha is " in done.stderr
    assert not rows.exists()
    done = project.run(*run, "--diff", diffs[0])
    assert done.returncode == 0, done.stderr
    assert '"status":"fail"' in rows.read_text()


def line(seed: int, status: str) -> str:
    """One row as the specification writes it."""
    witness = "AssertionError:total" if status == "fail" else ""
    name = "prop.order_total_non_negative"
    return json.dumps({"prop": name, "seed": seed, "status": status, "witness": witness}) + "\n"


@pytest.mark.parametrize(
    ("parent", "patch", "exit_code", "decision", "reason"),
    [
        # The two worked examples of the specification's first text.
        ({11: "pass"}, {11: "fail"}, 1, "reject", "regression"),
        (
            {11: "fail", 29: "pass"},
            {11: "fail", 29: "fail"},
            5,
            "propose_freeze",
            "shared_variant_fail",
        ),
        # What its text says beside them.
        ({11: "fail"}, {11: "fail"}, 1, "reject", "uniform_fail"),
        ({11: "fail", 29: "pass"}, {11: "pass", 29: "pass"}, 0, "accept", "parent_fail_cleared"),
        ({11: "pass", 29: "pass"}, {11: "pass"}, 1, "reject", "missing_seed"),
    ],
)
def test_score_plain_on_the_specifications_files(  # noqa: PLR0913, PLR0917 - a table's columns
    project: Project,
    parent: Mapping[int, str],
    patch: Mapping[int, str],
    exit_code: int,
    decision: str,
    reason: str,
) -> None:
    project.write(
        {
            "parent.jsonl": "".join(line(*row) for row in parent.items()),
            "patch.jsonl": "".join(line(*row) for row in patch.items()),
            "differential-contract.json": json.dumps({"seeds": list(parent)}) + "\n",
        }
    )
    done = project.run(
        "score", "--contract", "differential-contract.json", "--plain",
        "--parent", "parent.jsonl", "--patch", "patch.jsonl",
        "--property", "prop.order_total_non_negative", "--format", "json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (exit_code, "")
    scored = json.loads(done.stdout)
    assert (scored["decision"], scored["reason"]) == (decision, reason)


def test_score_plain_reads_the_specifications_contract(project: Project) -> None:
    project.write(
        {
            "parent.jsonl": "".join(line(seed, "pass") for seed in (11, 29, 47)),
            "patch.jsonl": "".join(line(seed, "pass") for seed in (11, 29, 47)),
            "differential-contract.yaml": """
                contract_version: 1
                parent_sha: "abc123"
                patch_sha: "def456"
                spec_hash: "spec-9f2c"
                fixture_closure_hash: "fix-44ab"
                seeds: [11, 29, 47]
                properties:
                  - id: prop.order_total_non_negative
                    oracle: "total >= 0"
            """,
        }
    )
    words = (
        "score", "--contract", "differential-contract.yaml",
        "--parent", "parent.jsonl", "--patch", "patch.jsonl",
    )  # fmt: skip
    done = project.run(*words, "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    # Without --plain it is a contract that lacks nearly everything.
    done = project.run(*words)
    assert done.returncode == 65
    assert "differential-contract.yaml:" in done.stderr
