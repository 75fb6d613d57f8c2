import msgspec
import pytest

from freezegate.core.pack import check_pack, closed, generation_of, sink, sink_all, stale
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.pack import Assertion, Counterexample, FixturePack, Pinned
from freezegate.model.reason import Reason
from tests.ledgers import hashed, ledger, named, record

NOW_GEN = "gen-" + "a" * 32
OLD_GEN = "gen-" + "b" * 32


def example(name: str, value: object = 1, **fields: object) -> Counterexample:
    """An input that breaks the property `name`."""
    plain = Counterexample(
        property=PropertyId(name),
        generation=NOW_GEN,
        arguments={"x": value},
        test_id=named(name),
        assertion_hash=hashed(name),
    )
    return msgspec.structs.replace(plain, **fields)


def assertion(name: str, **fields: object) -> Assertion:
    plain = Assertion(property=PropertyId(name), test_id=named(name), assertion_hash=hashed(name))
    return msgspec.structs.replace(plain, **fields)


class TestGeneration:
    def test_it_is_known_for_good(self) -> None:
        """These ids stand in users' ledgers: no later version may give others."""
        assert generation_of({}) == "gen-8bbe6f91d5e5026e9060abf0c538f8c9"
        files = {"counterexamples.jsonl": b"{}\n", "data/a.txt": b"one\n"}
        assert generation_of(files) == "gen-95726b470d7d9b6f8f06526581931dc4"

    @pytest.mark.parametrize(
        "files",
        [
            {"data/a": b"one\r\ntwo\r\n", "data/\u00e9": b"\0\r\n"},
            {"data/e\u0301": b"\0\r\n", "data/a": b"one\ntwo\n"},
            {"data/a": b"one\ntwo\n", "data/\u00e9": b"\0\r\n", "pack.json": b"anything"},
        ],
    )
    def test_it_is_the_same_on_every_machine(self, files: dict[str, bytes]) -> None:
        plain = {"data/a": b"one\ntwo\n", "data/\u00e9": b"\0\r\n"}
        assert generation_of(files) == generation_of(plain)

    @pytest.mark.parametrize(
        "files",
        [
            {},
            {"data/a": b"one"},
            {"data/b": b"one\n"},
            {"data/a": b"one\n", "data/b": b""},
            {"data/a": b"one\n\0"},
            {"data/a": b"one\r"},
        ],
    )
    def test_another_content_is_another_generation(self, files: dict[str, bytes]) -> None:
        assert generation_of(files) != generation_of({"data/a": b"one\n"})

    def test_line_ends_of_binary_files_are_content(self) -> None:
        assert generation_of({"data/a": b"\0\r\n"}) != generation_of({"data/a": b"\0\n"})


class TestSink:
    def test_the_same_input_is_not_sunk_twice_whatever_else_differs(self) -> None:
        pack = sink(example("a"), FixturePack())
        again = example("a", generation=OLD_GEN, blob="AXic", witness="w", replays=False)
        assert sink(again, pack, b"log") is pack

    def test_another_input_or_another_property_is(self) -> None:
        pack = sink(example("a"), FixturePack())
        assert len(sink(example("a", 2), pack).counterexamples) == 2
        assert len(sink(example("b"), pack).counterexamples) == 2

    def test_what_does_not_replay_keeps_its_raw_log(self) -> None:
        pack = sink(example("a", replays=False), FixturePack(logs={"b.log": b"B"}), b"raw")
        name = pack.counterexamples[0].log
        assert pack.logs == {"b.log": b"B", name: b"raw"}
        assert not pack.counterexamples[0].replays

    def test_and_is_refused_without_one(self) -> None:
        with pytest.raises(ValueError, match="'a': an input that does not replay is kept with"):
            sink(example("a", replays=False), FixturePack())

    def test_of_one_jobs_findings_the_one_that_replays_stays(self) -> None:
        found = [(example("a", replays=False), b"raw"), (example("a"), b"")]
        for order in (found, found[::-1]):
            pack = sink_all(order, FixturePack())
            assert [each.replays for each in pack.counterexamples] == [True]
            assert pack.logs == {}


class TestClosed:
    @pytest.mark.parametrize(
        ("failed", "why"),
        [
            (assertion("a"), "the pack holds an input that breaks it"),
            (
                assertion("a", property=PropertyId("renamed"), test_id=TestId("t.py::renamed")),
                "the pack holds an input that breaks it",
            ),
            (assertion("a", assertion_hash=""), "the pack holds an input that breaks it"),
            (
                assertion("a", property=PropertyId("b"), assertion_hash="0" * 64),
                "the pack holds an input that breaks it",
            ),
            (
                assertion("a", assertion_hash=hashed("a").removeprefix("sha256:")),
                "the pack holds an input that breaks it",
            ),
        ],
    )
    def test_an_input_closes_its_own_assertion(self, failed: Assertion, why: str) -> None:
        pack = sink(example("a"), FixturePack())
        assert [(each.assertion, each.why) for each in closed(pack, [failed])] == [(failed, why)]

    def test_and_every_other_that_failed_in_the_same_job(self) -> None:
        pack = sink(example("a"), FixturePack())
        found = closed(pack, [assertion("b"), assertion("a")])
        assert [(each.assertion.property, each.by) for each in found] == [("b", "a"), ("a", "a")]
        assert found[0].why == "it failed in one job with an assertion that an input breaks"

    def test_but_not_one_of_a_job_where_its_own_did_not_fail(self) -> None:
        assert closed(sink(example("a"), FixturePack()), [assertion("b")]) == ()

    def test_unless_that_job_shrank_it(self) -> None:
        found = closed(FixturePack(), [assertion("b")], [example("a")])
        assert [(each.assertion.property, each.by) for each in found] == [("b", "a")]

    def test_one_that_does_not_replay_closes_its_own_alone(self) -> None:
        pack = sink(example("a", replays=False), FixturePack(), b"raw")
        found = closed(pack, [assertion("a"), assertion("b")])
        assert [each.assertion.property for each in found] == ["a"]
        assert found[0].why == "an input was shrunk for it that does not replay"
        shrunk = [example("a", 2, replays=False, log="a.log")]
        assert [
            each.by for each in closed(FixturePack(), [assertion("a"), assertion("b")], shrunk)
        ] == ["a"]

    @pytest.mark.parametrize("value", [1, 2])
    def test_one_that_replays_now_outdoes_one_that_did_not(self, value: int) -> None:
        pack = sink(example("a", replays=False), FixturePack(), b"raw")
        found = closed(pack, [assertion("a"), assertion("b")], [example("a", value)])
        assert [each.assertion.property for each in found] == ["a", "b"]

    def test_one_that_replays_counts_by_whatever_name_it_is_known(self) -> None:
        broken = example("a", replays=False)
        pack = sink(broken, sink(example("b", assertion_hash=hashed("a")), FixturePack()), b"raw")
        found = closed(pack, [assertion("a"), assertion("c")])
        assert [each.by for each in found] == ["b", "b"]

    def test_nothing_is_closed_by_an_unknown_hash(self) -> None:
        pack = sink(example("a", assertion_hash="", test_id=""), FixturePack())
        assert closed(pack, [assertion("b", assertion_hash="")]) == ()


PINNED = FixturePack(pinned=Pinned(generation=NOW_GEN, labels={"now": NOW_GEN, "old": OLD_GEN}))


def test_records_that_cite_another_generation_are_stale_each_by_name() -> None:
    held = ledger(
        record("a", pin=OLD_GEN),
        record("b", pin=NOW_GEN),
        record("c", pin="old"),
        record("d", pin="now"),
        record("e", pin="gen-2026-10-12-a"),
        record("f"),
    )
    assert [each.test_id for each in stale(held, NOW_GEN, PINNED)] == [
        named("a"),
        named("c"),
        named("e"),
    ]


@pytest.mark.parametrize(
    ("pack", "cited", "reasons"),
    [
        (PINNED, "", [Reason.GENERATION_PINNED]),
        (PINNED, NOW_GEN, [Reason.GENERATION_PINNED, Reason.GENERATION_PINNED]),
        (PINNED, "now", [Reason.GENERATION_PINNED, Reason.GENERATION_PINNED]),
        (PINNED, "old", [Reason.GENERATION_PINNED, Reason.GENERATION_DRIFTED]),
        (FixturePack(), "", [Reason.GENERATION_DRIFTED]),
        (FixturePack(), NOW_GEN, [Reason.GENERATION_DRIFTED, Reason.GENERATION_PINNED]),
        (
            FixturePack(pinned=Pinned(generation=OLD_GEN)),
            NOW_GEN,
            [Reason.GENERATION_DRIFTED, Reason.GENERATION_PINNED],
        ),
    ],
)
def test_pins_are_held_to_the_content(pack: FixturePack, cited: str, reasons: list[Reason]) -> None:
    result = check_pack(pack, NOW_GEN, cited, ledger())
    assert [each.reason for each in result.findings] == reasons


@pytest.mark.parametrize(
    ("pin", "reason", "note"),
    [
        (NOW_GEN, Reason.PIN_CURRENT, NOW_GEN),
        ("now", Reason.PIN_CURRENT, "now"),
        ("old", Reason.PIN_DRIFTED, f"the record cites old, and the content gives {NOW_GEN}"),
        ("", Reason.PIN_MISSING, ""),
    ],
)
def test_every_record_is_held_to_the_content(pin: str, reason: Reason, note: str) -> None:
    result = check_pack(PINNED, NOW_GEN, "", ledger(record("a", pin=pin)))
    found = result.findings[-1]
    assert (found.subject, found.reason, found.note) == (named("a"), reason, note)
    assert bool(result.worst.exit) is (reason is not Reason.PIN_CURRENT)
