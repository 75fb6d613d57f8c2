import json
from pathlib import Path

import pytest

from freezegate.app.score import judge, score_files, score_text_files
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.reason import Decision, Reason
from freezegate.wire.canonical import digest
from tests.unit.app.stored import Folder, plain, proposed

PROP = "prop.order_total_non_negative"


def laid(folder: Path, files: Folder) -> tuple[Path, Path, Path]:
    """Write what `run` would have written, and the contract."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return folder / "contract.json", folder / "parent.jsonl", folder / "patch.jsonl"


def test_files_give_what_their_evidence_gives(tmp_path: Path) -> None:
    files, evidence = proposed()
    assert score_files(*laid(tmp_path, files)) == evidence
    assert evidence.verdict.decision is Decision.PROPOSE_FREEZE


def test_files_of_both_sides_may_stand_apart_under_any_name(tmp_path: Path) -> None:
    files, evidence = proposed()
    (tmp_path / "there").mkdir()
    renamed = {
        f"there/mine{name.removeprefix('patch')}" if name.startswith("patch.") else name: data
        for name, data in files.items()
        if not name.startswith("tickets/")
    }
    contract, parent, _ = laid(tmp_path, renamed)
    assert score_files(contract, parent, tmp_path / "there" / "mine.jsonl") == evidence


def test_verdict_cites_the_sealed_contract() -> None:
    files, evidence = plain("..", "..")
    sealed = files["contract.json"]
    assert judge(evidence.contract, sealed, evidence.parent, evidence.patch).contract == digest(
        sealed
    )


def test_row_file_without_its_run_facts_is_refused(tmp_path: Path) -> None:
    files, _ = plain("..", "..")
    del files["parent.run.json"]
    with pytest.raises(ArtifactError, match=r"parent\.run\.json: the file is missing"):
        score_files(*laid(tmp_path, files))


def test_row_file_ends_in_jsonl(tmp_path: Path) -> None:
    files, _ = plain("..", "..")
    contract, parent, patch = laid(tmp_path, files)
    with pytest.raises(UsageError, match=r"rows\.txt: a row file ends in \.jsonl"):
        score_files(contract, parent, patch.rename(tmp_path / "rows.txt"))


def test_contract_is_held_to_its_run_hashes(tmp_path: Path) -> None:
    files, _ = plain("..", "..")
    files["contract.json"] = files["contract.json"].replace(
        b'"time_limit_s":60', b'"time_limit_s":61'
    )
    with pytest.raises(ArtifactError, match=r"contract\.json: parent_run is"):
        score_files(*laid(tmp_path, files))


def text_files(folder: Path, parent: str, patch: str, *, names: bool = True) -> list[Path]:
    """Write a contract of few fields, and rows in the notation of marks at seeds 1, 2, ..."""
    seeds = list(range(1, len(parent) + 1))
    properties = [{"id": PROP, "oracle": "total >= 0"}] if names else []
    contract = {
        "contract_version": 1,
        "parent_sha": "abc123",
        "patch_sha": "def456",
        "spec_hash": "spec-9f2c",
        "fixture_closure_hash": "fix-44ab",
        "seeds": seeds,
        "properties": properties,
    }
    paths = [folder / name for name in ("contract.json", "parent.jsonl", "patch.jsonl")]
    paths[0].write_text(json.dumps(contract))
    for path, word in zip(paths[1:], (parent, patch), strict=True):
        rows = (
            {
                "prop": PROP,
                "seed": seed,
                "status": "pass" if mark == "." else "fail",
                "witness": "" if mark == "." else f"AssertionError:{mark}",
            }
            for seed, mark in zip(seeds, word, strict=True)
            if mark != "-"
        )
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return paths


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ("..", "..", Reason.BOTH_PASS),
        (".", "A", Reason.REGRESSION),
        ("A.", "..", Reason.PARENT_FAIL_CLEARED),
        ("A.", "AA", Reason.SHARED_VARIANT_FAIL),
        ("AA", "AA", Reason.UNIFORM_FAIL),
        ("A.", "B.", Reason.WITNESS_MISMATCH),
        ("A-", "A.", Reason.MISSING_SEED),
    ],
)
def test_files_of_few_fields_are_scored_by_the_table(
    tmp_path: Path, parent: str, patch: str, reason: Reason
) -> None:
    contract, before, after = text_files(tmp_path, parent, patch)
    assert score_text_files(contract, before, after, ()).verdict.reason is reason


def test_property_that_the_contract_lacks_is_named(tmp_path: Path) -> None:
    contract, before, after = text_files(tmp_path, ".", ".", names=False)
    scored = score_text_files(contract, before, after, (PROP,))
    assert [result.prop for result in scored.verdict.results] == [PROP]
    with pytest.raises(ArtifactError, match="name each with --property"):
        score_text_files(contract, before, after, ())
