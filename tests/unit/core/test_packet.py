from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.core.packet import four_lines, packet_of, row_counts
from freezegate.model.evidence import FileDigest, RowCounts
from freezegate.model.reason import Decision
from tests.cases import both, contract, digest


def test_the_packet_holds_the_four_lines_and_the_digests_of_the_files() -> None:
    of = contract("p", "q", length=3)
    parent, patch = both(of, {"p": "A..", "q": "..."}, {"p": "A.A", "q": "..-"})
    verdict = combine(digest("contract"), of, (score(of, parent, patch),))
    files = (FileDigest(name="parent.jsonl", digest=digest("rows")),)
    packet = packet_of(verdict, parent.rows, patch.rows, files)
    assert packet.decision is Decision.REJECT
    assert packet.files == files
    assert four_lines(packet) == (
        ("contract", digest("contract")),
        ("decision", "reject"),
        ("reasons", "p shared_variant_fail, q missing_seed"),
        ("rows", "parent 5 pass, 1 fail, 6 lines; patch 3 pass, 2 fail, 5 lines"),
    )


def test_an_empty_file_has_no_lines() -> None:
    assert row_counts(()) == RowCounts(passed=0, failed=0, lines=0)
