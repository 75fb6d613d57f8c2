from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.core.packet import packet_of, row_counts
from freezegate.model.evidence import FileDigest, RowCounts
from freezegate.model.reason import Decision, Reason
from tests.cases import both, contract, digest


def test_the_packet_holds_what_the_four_lines_say_and_the_digests_of_the_files() -> None:
    of = contract("p", "q", length=3)
    parent, patch = both(of, {"p": "A..", "q": "..."}, {"p": "A.A", "q": "..-"})
    verdict = combine(digest("contract"), of, (score(of, parent, patch),))
    files = (FileDigest(name="parent.jsonl", digest=digest("rows")),)
    packet = packet_of(verdict, parent.rows, patch.rows, files)
    assert packet.decision is Decision.REJECT
    assert packet.files == files
    assert packet.contract == digest("contract")
    assert [(each.prop, each.reason) for each in packet.reasons] == [
        ("p", Reason.SHARED_VARIANT_FAIL),
        ("q", Reason.MISSING_SEED),
    ]
    assert packet.parent == RowCounts(passed=5, failed=1, lines=6)
    assert packet.patch == RowCounts(passed=3, failed=2, lines=5)


def test_an_empty_file_has_no_lines() -> None:
    assert row_counts(()) == RowCounts(passed=0, failed=0, lines=0)
