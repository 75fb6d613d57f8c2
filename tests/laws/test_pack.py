"""Laws of the fixture pack: what sinking does to the generation, and what is closed and dropped."""

from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.pack import closed, generation_of, sink, sink_all, stale
from freezegate.model.ids import PropertyId
from freezegate.model.ledger import FreezeRecord
from freezegate.model.pack import Assertion, Counterexample, FixturePack, Pinned
from freezegate.wire.canonical import seal
from freezegate.wire.pack import files_of, read_pack
from tests.ledgers import hashed, ledger, named, record

Sunk = tuple[Counterexample, bytes]
NAMES = ("a", "b", "c")
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.floats(-2, 2)
    | st.text("ae\u0301\n", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("xy"), inner),
    max_leaves=3,
)
examples = st.builds(
    lambda name, arguments, found_on, blob, replays: Counterexample(
        property=PropertyId(name),
        generation=found_on,
        arguments=arguments,
        test_id=named(name),
        assertion_hash=hashed(name),
        blob=blob,
        replays=replays,
    ),
    st.sampled_from(NAMES),
    st.dictionaries(st.sampled_from("xy"), values, max_size=2),
    st.sampled_from(("", "gen-2026-10-12-a")),
    st.sampled_from(("", "AXic")),
    st.booleans(),
)
found = st.tuples(examples, st.binary(min_size=1, max_size=3))
many = st.lists(found, max_size=5)
data = st.dictionaries(
    st.sampled_from(("data/x", "data/y/z")), st.text("a\r\n\0", max_size=3).map(str.encode)
)
packs = st.builds(lambda files, held: sink_all(held, FixturePack(data=files)), data, many)


def generation(pack: FixturePack) -> str:
    return generation_of(files_of(pack))


class TestSink:
    """Spec 2, steps 3 and 6: an input enters once, and a pack that grew is another generation."""

    @given(packs, found)
    def test_sinking_twice_is_sinking_once(self, pack: FixturePack, example: Sunk) -> None:
        once = sink(example[0], pack, example[1])
        assert sink(example[0], once, b"another log") is once

    @given(packs, many.flatmap(lambda held: st.tuples(st.just(held), st.permutations(held))))
    def test_the_order_of_one_job_does_not_matter(
        self, pack: FixturePack, orders: tuple[list[Sunk], list[Sunk]]
    ) -> None:
        one, other = (sink_all(held, pack) for held in orders)
        assert generation(one) == generation(other)

    @given(packs, st.lists(found, max_size=5, unique_by=lambda each: each[0].key()))
    def test_nor_that_of_distinct_inputs_one_by_one(
        self, pack: FixturePack, held: list[Sunk]
    ) -> None:
        forth, back = pack, pack
        for (one, log), (other, others_log) in zip(held, held[::-1], strict=True):
            forth, back = sink(one, forth, log), sink(other, back, others_log)
        assert generation(forth) == generation(back) == generation(sink_all(held, pack))

    @given(packs, found)
    def test_growth_and_nothing_else_changes_the_generation(
        self, pack: FixturePack, example: Sunk
    ) -> None:
        grown = sink(example[0], pack, example[1])
        assert (generation(grown) != generation(pack)) is (grown is not pack)
        assert (grown is not pack) is (len(grown.counterexamples) > len(pack.counterexamples))

    @given(packs)
    def test_labels_writing_and_reading_do_not(self, pack: FixturePack) -> None:
        content = generation(pack)
        pinned = Pinned(generation=content, labels={"first": content})
        files = {**files_of(pack), "pack.json": seal(pinned)}
        read = read_pack(files, "pack")
        assert generation(read) == generation_of(files) == content
        assert (read.counterexamples, read.data, read.logs) == (
            pack.counterexamples,
            pack.data,
            pack.logs,
        )

    @given(data, data)
    def test_another_content_is_another_generation(
        self, one: dict[str, bytes], other: dict[str, bytes]
    ) -> None:
        def plain(files: dict[str, bytes]) -> dict[str, bytes]:
            return {
                path: it if b"\0" in it else it.replace(b"\r\n", b"\n")
                for path, it in files.items()
            }

        assert (generation_of(one) == generation_of(other)) is (plain(one) == plain(other))


failures = st.lists(
    st.sampled_from(NAMES).map(
        lambda name: Assertion(
            property=PropertyId(name), test_id=named(name), assertion_hash=hashed(name)
        )
    ),
    unique_by=lambda each: each.property,
)


class TestClosed:
    """Spec 2, step 3: a counterexample closes its own assertion and its job's."""

    @given(packs, failures, st.lists(examples, max_size=2))
    def test_it_is_what_the_text_says(
        self, pack: FixturePack, failed: list[Assertion], shrunk: list[Counterexample]
    ) -> None:
        names = {each.property for each in failed}
        every = [*pack.counterexamples, *shrunk]
        own = names & {each.property for each in every}
        breaks = {each.property for each in every if each.replays} & names
        whole = breaks or any(each.replays for each in shrunk)
        found = [each.assertion.property for each in closed(pack, failed, shrunk)]
        assert found == [each.property for each in failed if whole or each.property in own]

    @given(packs, failures, found)
    def test_growth_opens_nothing(
        self,
        pack: FixturePack,
        failed: list[Assertion],
        example: Sunk,
    ) -> None:
        before = {each.assertion.property for each in closed(pack, failed)}
        grown = sink(example[0], pack, example[1])
        assert before <= {each.assertion.property for each in closed(grown, failed)}


records = st.builds(
    lambda name, pin: record(name, pin=pin),
    st.sampled_from(NAMES),
    st.sampled_from(("", "first", "gen-" + "0" * 32, "gen-" + "1" * 32)),
)


class TestStale:
    """Spec 2, step 6: every record that cites another generation is dropped, by name."""

    @given(packs, st.lists(records), found)
    def test_a_grown_pack_drops_every_record_that_was_current(
        self,
        pack: FixturePack,
        held: list[FreezeRecord],
        example: Sunk,
    ) -> None:
        before = generation(pack)
        cited = [*held, record("a", pin=before)]
        current = {id(each) for each in cited} - {
            id(each) for each in stale(ledger(*cited), before, pack)
        }
        after = generation(sink(example[0], pack, example[1]))
        dropped = {id(each) for each in stale(ledger(*cited), after, pack)}
        pinned = {id(each) for each in cited if each.pin}
        assert dropped == (pinned - current if after == before else pinned)
