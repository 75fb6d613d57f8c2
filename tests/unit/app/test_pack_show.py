import json

from freezegate.app.pack import Sunk, generation
from freezegate.app.pack_show import shown_pack, shown_sunk
from freezegate.core.pack import sink
from freezegate.model.ids import PropertyId
from freezegate.model.pack import Counterexample, FixturePack, Pinned
from tests.ledgers import record

GEN = "gen-" + "0" * 32


def example(name: str, **fields: object) -> Counterexample:
    return Counterexample(
        property=PropertyId(name),
        generation="",
        arguments={"x": "\x1b[31m"},
        **fields,  # type: ignore[arg-type]
    )


PACK = sink(
    example("b", replays=False),
    FixturePack(counterexamples=(example("a"),), data={"data/a": b"1\n"}),
    b"raw",
)


def test_text_shows_each_input_and_the_generation_last() -> None:
    text = shown_pack(PACK, "text", colour=False, width=80)
    assert text.splitlines() == [
        "a",
        '    {"x":"\\u001b[31m"}',
        "    found on no generation; replays",
        "b",
        '    {"x":"\\u001b[31m"}',
        f"    found on no generation; does not replay, see logs/{PACK.counterexamples[1].log}",
        "sha256:4355a46b19d3  data/a",
        f"sha256:d7439bee2477  logs/{PACK.counterexamples[1].log}",
        f"{generation(PACK)}  counterexamples: 2, files: 2",
        "pinned is nothing; pin anew with `freezegate pack pin`",
    ]


def test_a_pack_that_is_pinned_shows_its_labels_and_no_next_step() -> None:
    content = generation(FixturePack())
    pack = FixturePack(pinned=Pinned(generation=content, labels={"first": content}))
    assert shown_pack(pack, "text", colour=False, width=80).splitlines() == [
        f"label  first = {content}",
        f"{content}  counterexamples: 0, files: 0",
    ]


def test_json_holds_all_of_it() -> None:
    shown = json.loads(shown_pack(PACK, "json", colour=True, width=40))
    assert (shown["generation"], shown["pinned"], shown["labels"]) == (generation(PACK), "", {})
    assert [each["property"] for each in shown["counterexamples"]] == ["a", "b"]
    assert shown["files"]["data/a"].startswith("sha256:4355a46b")


def test_what_was_sunk_begins_with_the_generation_and_names_what_it_drops() -> None:
    sunk = Sunk(generation=GEN, is_new=True, dropped=(record("a", pin="gen-old"),))
    assert shown_sunk(sunk, "l.json", colour=False, width=100).splitlines() == [
        GEN,
        "dropped  tests/properties/test_bounds.py::test_a",
        "    cites gen-old",
        "l.json is not edited: delete these records, and run the lane on the new pin.",
    ]


def test_what_was_there_already_is_said() -> None:
    sunk = Sunk(generation=GEN, is_new=False, dropped=())
    assert shown_sunk(sunk, "l.json", colour=False, width=100).splitlines() == [
        GEN,
        "the pack holds this input of this property already; nothing was written",
    ]
