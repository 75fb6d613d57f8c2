from pathlib import Path

import msgspec
import pytest

from freezegate.app.verify import verify, verify_files
from freezegate.errors import ArtifactError
from freezegate.model.reason import Decision, Reason
from freezegate.shell.store import write_folder
from freezegate.wire.canonical import digest, seal
from tests.unit.app.stored import Folder, plain, proposed

WHOLE, EVIDENCE = proposed()
(TICKET,) = (name for name in WHOLE if name.startswith("tickets/"))


def refusal(files: Folder) -> str:
    with pytest.raises(ArtifactError) as caught:
        verify_files(files)
    return str(caught.value)


def test_whole_folder_gives_its_evidence(tmp_path: Path) -> None:
    write_folder(tmp_path / "evidence", WHOLE)
    assert verify(tmp_path / "evidence") == EVIDENCE


@pytest.mark.parametrize(
    ("parent", "patch"), [("..", ".A"), ("A.", ".."), ("A.", "B."), ("--", ".."), ("AA", "AA")]
)
def test_any_decision_verifies(parent: str, patch: str) -> None:
    files, evidence = plain(parent, patch)
    assert verify_files(files) == evidence


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_missing_file_is_refused(name: str) -> None:
    files = {**WHOLE}
    del files[name]
    assert refusal(files).startswith(f"{name}: the file is missing")


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_file_with_a_byte_more_is_refused_by_its_name(name: str) -> None:
    assert refusal({**WHOLE, name: WHOLE[name] + b" "}).startswith(name)


@pytest.mark.parametrize("name", sorted(name for name in WHOLE if name.endswith(".jsonl")))
def test_row_file_without_its_last_line_is_refused(name: str) -> None:
    cut = b"".join(WHOLE[name].splitlines(keepends=True)[:-1])
    message = refusal({**WHOLE, name: cut})
    assert message.startswith(name)
    assert message.endswith("this folder was changed after it was written")


def test_row_that_decides_nothing_is_bound_by_the_packet() -> None:
    _, evidence = plain("..", "..")
    files, _ = plain("..", "..")
    rows = evidence.parent.rows
    slower = (msgspec.structs.replace(rows[0], duration_s=9.0), *rows[1:])
    files["parent.jsonl"] = b"".join(seal(row) for row in slower)
    assert refusal(files) == (
        "parent.jsonl: is not the file that the packet digests; this folder was changed after it "
        "was written"
    )


def test_decision_that_the_rows_do_not_give_is_refused() -> None:
    files, evidence = plain("..", ".A")
    accept = msgspec.structs.replace(
        evidence.verdict, decision=Decision.ACCEPT, reason=Reason.BOTH_PASS
    )
    files["decision.json"] = seal(accept)
    assert refusal(files).startswith("decision.json: differs from what the rows give")


def test_decision_forged_with_its_packet_is_refused() -> None:
    files, _ = plain("..", ".A")
    green, _ = plain("..", "..")
    forged = {**files, **{name: green[name] for name in ("decision.json", "packet.json")}}
    assert refusal(forged).startswith("patch.jsonl: is not the file that the packet digests")
    _, evidence = plain("..", ".A")
    packet = msgspec.structs.replace(
        evidence.packet,
        files=tuple(
            msgspec.structs.replace(each, digest=digest(forged[each.name]))
            for each in evidence.packet.files
        ),
    )
    forged["packet.json"] = seal(packet)
    assert refusal(forged).startswith("decision.json: differs from what the rows give")


def test_row_files_of_another_contract_do_not_carry_its_decision() -> None:
    files, _ = plain("..", ".A")
    other, _ = plain("...", "...")
    assert refusal({**files, "patch.jsonl": other["patch.jsonl"]}).startswith("patch.jsonl: ")


def test_forged_ticket_is_refused() -> None:
    files, _ = plain("..", ".A")
    forged = {**files, TICKET: WHOLE[TICKET]}
    assert refusal(forged) == (
        f"{TICKET}: a ticket that the rows do not support; this folder was changed after it was "
        "written"
    )


def test_edited_ticket_is_refused_under_its_old_name() -> None:
    (ticket,) = EVIDENCE.tickets
    better = seal(msgspec.structs.replace(ticket, admissible=True, why=""))
    assert refusal({**WHOLE, TICKET: better}).startswith(f"{TICKET}: differs from what the rows")


def test_missing_ticket_is_called_for() -> None:
    files = {name: data for name, data in WHOLE.items() if name != TICKET}
    assert refusal(files) == (
        f"{TICKET}: the file is missing, though the others call for it; this evidence is not whole"
    )


def test_file_that_does_not_belong_is_refused() -> None:
    assert refusal({**WHOLE, "notes.txt": b""}) == (
        "notes.txt: no file of evidence; this folder was changed after it was written"
    )


def test_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="no such folder of evidence"):
        verify(tmp_path / "nothing")
