"""`admit`: sealed files in, a verdict out."""

from pathlib import Path

import msgspec
import pytest

from freezegate.app.admit import Asked, admit_files
from freezegate.app.pack import generation
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.ids import PropertyId
from freezegate.model.pack import PINNED, Counterexample, FixturePack, Pinned
from freezegate.model.reason import Reason
from freezegate.shell.pack import write_pack_folder
from freezegate.wire.canonical import seal
from freezegate.wire.pack import files_of
from tests.e2e.kit import Project
from tests.exemptions import CLOCK, FROZEN, NOW, PIN, WITNESS, controls, lane


@pytest.fixture
def given(tmp_path: Path) -> Asked:
    """All three files, of one run that supports the witness."""
    files = [tmp_path / name for name in ("witness.json", "report.json", "controls.json")]
    files[0].write_bytes(WITNESS)
    files[1].write_bytes(seal(lane()))
    files[2].write_bytes(seal(controls(*CLOCK)))
    return Asked(witness=files[0], report=files[1], controls=files[2])


def changed(given: Asked, **fields: object) -> Asked:
    plain = {name: getattr(given, name) for name in given.__struct_fields__}
    return Asked(**{**plain, **fields})


def worst(given: Asked) -> Reason:
    return admit_files(given, NOW).worst


def test_the_facts_are_read_from_the_files(given: Asked) -> None:
    assert worst(given) is Reason.FREEZE_ALLOWED


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"report": None}, Reason.LANE_NOT_GREEN),
        ({"controls": None}, Reason.CLASS_NOT_FREEZABLE),
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


def packed(tmp_path: Path, *examples: Counterexample) -> tuple[Path, str]:
    """Write a pack of which the witness's pin is a label."""
    folder = tmp_path / "pack"
    pack = FixturePack(counterexamples=examples)
    content = generation(pack)
    pinned = Pinned(generation=content, labels={PIN: content})
    write_pack_folder(folder, {**files_of(pack), PINNED: seal(pinned)})
    return folder, content


def on(given: Asked, content: str) -> None:
    """Seal the facts of a run on another generation."""
    assert given.report is not None
    assert given.controls is not None
    runs = tuple(msgspec.structs.replace(run, generation=content) for run in CLOCK)
    given.report.write_bytes(seal(lane(generation=content)))
    given.controls.write_bytes(seal(controls(*runs, generation=content)))


def test_the_pack_gives_the_generation_and_a_label_means_its_id(
    given: Asked, tmp_path: Path
) -> None:
    folder, content = packed(tmp_path)
    assert worst(changed(given, pack=folder)) is Reason.PIN_DRIFTED
    on(given, content)
    given.witness.write_bytes(WITNESS)
    assert worst(given) is Reason.PIN_DRIFTED
    assert worst(changed(given, pack=folder)) is Reason.FREEZE_ALLOWED


def test_an_input_of_the_pack_closes_the_test_that_it_breaks(given: Asked, tmp_path: Path) -> None:
    example = Counterexample(
        property=PropertyId("keys"), test_id=FROZEN, generation="", arguments={"keys": [1]}
    )
    folder, content = packed(tmp_path, example)
    on(given, content)
    result = admit_files(changed(given, pack=folder), NOW)
    assert [finding.reason for finding in result.findings] == [Reason.CLOSED_BY_PACK]
    assert result.findings[0].note == "the pack holds an input that breaks it (keys)"


def test_the_policy_is_the_parents(given: Asked, tmp_path: Path) -> None:
    project = Project(tmp_path / "repo")
    strict = "[tool.freezegate]\nincident = true\nmax-days = 1\n"
    parent = project.commit({"pyproject.toml": strict})
    project.commit({"pyproject.toml": ""})
    assert given.report is not None
    given.report.write_bytes(seal(lane(parent_sha=parent)))
    assert given.controls is not None
    given.controls.write_bytes(seal(controls(*CLOCK, parent_sha=parent)))
    given.witness.write_bytes(WITNESS.replace(b"10-13T", b"10-14T"))
    result = admit_files(changed(given, repo=project.at, max_days=5), NOW)
    assert {finding.reason for finding in result.findings} == {
        Reason.INCIDENT_OPEN,
        Reason.EXPIRY_BEYOND_CAP,
    }


def test_the_default_cap_is_two_weeks(given: Asked) -> None:
    given.witness.write_bytes(WITNESS.replace(b"10-13T", b"10-26T"))
    assert worst(given) is Reason.FREEZE_ALLOWED
    given.witness.write_bytes(WITNESS.replace(b"10-13T", b"10-27T"))
    assert worst(changed(given, max_days=60)) is Reason.EXPIRY_BEYOND_CAP


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"max_days": -1}, "--max-days -1: give a number of days"),
        ({"repo": Path(), "report": None, "controls": None}, "--repo goes with --report or"),
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
