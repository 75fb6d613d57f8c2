import pytest

from freezegate.model.reason import Reason
from freezegate.model.verdict import Flag
from tests.cases import judged


@pytest.mark.parametrize(
    ("parent", "patch", "reason", "note", "flags"),
    [
        ("ss", "ss", Reason.MUTED_ON_PARENT, "", ()),
        ("..", ".s", Reason.MUTED_ON_PATCH, "muted on the patch at seed 2", ()),
        ("A.", "sx", Reason.MUTED_ON_PATCH, "muted on the patch at seeds 1, 2", ()),
        (".s", "sx", Reason.MUTED_ON_PATCH, "muted on the patch at seed 1", ()),
        ("ss", "..", Reason.UNMUTED_PASS, "", (Flag.SPEC_REVIEW,)),
        ("ss", "A.", Reason.UNMUTED_FAIL, "", ()),
        ("s.", "..", Reason.MISSING_SEED, "muted at some seeds, so rows are missing", ()),
    ],
)
def test_notes_and_flags_of_mutes(
    parent: str, patch: str, reason: Reason, note: str, flags: tuple[Flag, ...]
) -> None:
    finding = judged(parent, patch)
    assert (finding.reason, finding.note, finding.flags) == (reason, note, flags)
