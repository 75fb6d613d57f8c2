import pytest

from freezegate.app.evidence import is_ticket, read_evidence, read_side, side_files, ticket_id
from freezegate.errors import ArtifactError
from freezegate.model.contract import Side
from freezegate.model.reason import Decision
from freezegate.wire.canonical import digest, seal
from tests.unit.app.stored import plain, proposed

ALWAYS = {
    "contract.json",
    "decision.json",
    "packet.json",
    "parent.jsonl",
    "parent.run.json",
    "patch.jsonl",
    "patch.run.json",
    "statement.json",
}


def test_folder_holds_what_there_is_and_nothing_more() -> None:
    files, evidence = plain("..", "..")
    assert set(files) == ALWAYS
    assert evidence.verdict.decision is Decision.ACCEPT
    assert (evidence.tickets, evidence.ticket_ids) == ((), ())


def test_later_rows_own_rows_and_tickets_have_files_of_their_own() -> None:
    files, evidence = proposed()
    assert evidence.verdict.decision is Decision.PROPOSE_FREEZE
    (name,) = evidence.ticket_ids
    assert set(files) - ALWAYS == {
        "parent.confirmations.jsonl",
        "parent.extension.jsonl",
        "patch.confirmations.jsonl",
        "patch.extension.jsonl",
        "patch.own.jsonl",
        "patch.own.run.json",
        f"tickets/{name}.json",
    }


@pytest.mark.parametrize("make", [proposed, lambda: plain("..", ".A"), lambda: plain("", "")])
def test_what_is_written_is_what_is_read(make: object) -> None:
    assert callable(make)
    files, evidence = make()
    assert read_evidence(files) == (files["contract.json"], evidence)


def test_packet_digests_every_file_but_itself_and_the_statement() -> None:
    files, evidence = proposed()
    assert {each.name: each.digest for each in evidence.packet.files} == {
        name: digest(data)
        for name, data in files.items()
        if name not in {"packet.json", "statement.json"}
    }


def test_ticket_is_named_by_its_content() -> None:
    files, evidence = proposed()
    (ticket,) = evidence.tickets
    assert ticket_id(ticket) == digest(seal(ticket))[7:19]
    assert [name for name in files if is_ticket(name)] == [f"tickets/{ticket_id(ticket)}.json"]


@pytest.mark.parametrize(
    "name",
    ["contract.json", "decision.json", "packet.json", "parent.jsonl", "patch.run.json"],
)
def test_missing_file_is_named(name: str) -> None:
    files, _ = proposed()
    del files[name]
    with pytest.raises(ArtifactError) as caught:
        read_evidence(files)
    assert str(caught.value) == (
        f"{name}: the file is missing; without it nothing can be judged or audited"
    )


def test_file_that_is_not_canonical_is_named() -> None:
    files, _ = proposed()
    files["patch.own.run.json"] += b" "
    with pytest.raises(ArtifactError, match=r"^patch\.own\.run\.json"):
        read_evidence(files)


def test_contract_is_held_to_its_run_hashes() -> None:
    files, _ = plain("..", "..")
    files["contract.json"] = files["contract.json"].replace(
        b'"time_limit_s":60', b'"time_limit_s":61'
    )
    with pytest.raises(ArtifactError, match=r"^contract\.json: parent_run is"):
        read_evidence(files)


def test_side_can_be_read_under_another_name() -> None:
    _, evidence = proposed()
    files = {
        name.replace("patch", "mine", 1): data
        for name, data in side_files(Side.PATCH, evidence.patch).items()
    }
    assert read_side(Side.PATCH, files, stem="mine") == evidence.patch
    with pytest.raises(ArtifactError, match=r"^patch\.run\.json: the file is missing"):
        read_side(Side.PATCH, files)
