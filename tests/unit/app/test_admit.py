"""`admit`: sealed files in, a verdict out."""

from pathlib import Path

import pytest

from freezegate.app.admit import Asked, admit_files
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.reason import Reason
from freezegate.wire.canonical import seal
from tests.exemptions import CLOCK, DRIFTED, NOW, PIN, WITNESS, controls, lane


@pytest.fixture
def given(tmp_path: Path) -> Asked:
    """All three files, of one run that supports the witness."""
    files = [tmp_path / name for name in ("witness.json", "report.json", "controls.json")]
    files[0].write_bytes(WITNESS)
    files[1].write_bytes(seal(lane()))
    files[2].write_bytes(seal(controls(*CLOCK)))
    return Asked(witness=files[0], report=files[1], controls=files[2], generation=PIN)


def changed(given: Asked, **fields: object) -> Asked:
    plain = {name: getattr(given, name) for name in given.__struct_fields__}
    return Asked(**{**plain, **fields})


def worst(given: Asked) -> Reason:
    return admit_files(given, NOW).worst


def test_the_facts_are_read_from_the_files(given: Asked) -> None:
    assert worst(given) is Reason.FREEZE_ALLOWED
    assert worst(changed(given, generation="")) is Reason.FREEZE_ALLOWED


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"report": None}, Reason.LANE_NOT_GREEN),
        ({"controls": None}, Reason.CLASS_NOT_FREEZABLE),
        ({"generation": DRIFTED}, Reason.PIN_DRIFTED),
        ({"incident": True}, Reason.INCIDENT_OPEN),
    ],
)
def test_each_fact_is_needed(given: Asked, fields: dict[str, object], reason: Reason) -> None:
    result = admit_files(changed(given, **fields), NOW)
    assert [finding.reason for finding in result.findings] == [reason]


def test_the_cap_is_handed_on(given: Asked) -> None:
    assert worst(changed(given, max_days=1)) is Reason.FREEZE_ALLOWED
    given.witness.write_bytes(WITNESS.replace(b"10-13T", b"10-14T"))
    assert worst(changed(given, max_days=1)) is Reason.EXPIRY_BEYOND_CAP


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"max_days": -1}, "--max-days -1: give a number of days"),
        ({"generation": "a\nb"}, "--generation: .*; give the fixture pack's generation"),
    ],
)
def test_options_that_mean_nothing(given: Asked, fields: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        admit_files(changed(given, **fields), NOW)


@pytest.mark.parametrize("side", ["parent_sha", "patch_sha"])
def test_facts_of_two_patches_are_facts_of_neither(given: Asked, side: str) -> None:
    assert given.controls is not None
    given.controls.write_bytes(seal(controls(*CLOCK, **{side: "c" * 40})))
    with pytest.raises(UsageError, match=f"{side} [ab]+ and --controls of c+; give files of one"):
        admit_files(given, NOW)


@pytest.mark.parametrize("name", ["report", "controls"])
def test_facts_are_sealed(given: Asked, name: str) -> None:
    path: Path = getattr(given, name)
    path.write_bytes(path.read_bytes().replace(b",", b", ", 1))
    with pytest.raises(ArtifactError, match="not in canonical form"):
        admit_files(given, NOW)
    path.unlink()
    with pytest.raises(ArtifactError, match=path.name):
        admit_files(given, NOW)


def test_a_record_is_no_report(given: Asked) -> None:
    with pytest.raises(ArtifactError, match=r"witness\.json:2: .*unknown field `assertion_id`"):
        admit_files(changed(given, report=given.witness), NOW)
