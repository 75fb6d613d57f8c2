import re

import pytest

from freezegate.errors import ArtifactError
from freezegate.model.ids import PropertyId
from freezegate.model.pack import Counterexample, FixturePack, Pinned
from freezegate.wire import pack as module
from freezegate.wire.canonical import seal
from freezegate.wire.pack import files_of, read_arguments, read_pack

GEN = "gen-" + "0" * 32
ONE = Counterexample(property=PropertyId("a"), generation=GEN, arguments={"x": 1, "y": "\u00e9"})
TWO = Counterexample(
    property=PropertyId("b"), generation=GEN, arguments={}, replays=False, log="b.log"
)
PACK = FixturePack(
    counterexamples=(ONE, TWO),
    data={"data/prices.json": b"[1]\n"},
    logs={"b.log": b"E   assert 1\n"},
    pinned=Pinned(generation=GEN, labels={"now": GEN}),
)
FILES = {**files_of(PACK), "pack.json": seal(PACK.pinned)}
TEXTS_ROW = (
    b'{"predicate": "a", "generation": "gen-2026-10-12-a", "payload": {"x": [1, null, 0.5]}}\n'
)


def test_what_is_written_is_read_again() -> None:
    assert read_pack(FILES, "pack") == PACK
    assert FILES["counterexamples.jsonl"].splitlines()[0] == (
        b'{"arguments":{"x":1,"y":"\xc3\xa9"},"assertion_hash":"","blob":"","generation":"'
        + GEN.encode()
        + b'","hypothesis":"","log":"","property":"a","replays":true,"test_id":"","witness":""}'
    )


def test_no_files_are_a_pack_without_an_input() -> None:
    assert read_pack({}, "pack") == FixturePack()
    assert files_of(FixturePack()) == {"counterexamples.jsonl": b""}


def test_order_spelling_and_line_ends_mean_nothing() -> None:
    first, second = FILES["counterexamples.jsonl"].splitlines()
    other = b"\r\n".join((second.replace(b",", b" , "), first, b""))
    read = read_pack({**FILES, "counterexamples.jsonl": other}, "pack")
    assert read == PACK
    assert files_of(read) == files_of(PACK)


def test_the_texts_own_row_is_read() -> None:
    pack = read_pack({"counterexamples.jsonl": TEXTS_ROW}, "pack")
    assert pack.counterexamples == (
        Counterexample(
            property=PropertyId("a"),
            generation="gen-2026-10-12-a",
            arguments={"x": [1, None, 0.5]},
        ),
    )


LINE = seal(ONE)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"notes.md": b""}, "pack/notes.md:1: no file of a pack; it holds counterexamples.jsonl"),
        ({"pack.json.bak": b""}, "pack/pack.json.bak:1: no file of a pack"),
        ({"counterexamples.jsonl": LINE[:-1]}, "pack/counterexamples.jsonl:1: the last line ends"),
        ({"counterexamples.jsonl": LINE + b"\n"}, "pack/counterexamples.jsonl:2: a blank line"),
        (
            {"counterexamples.jsonl": LINE + LINE.replace(b'"blob":""', b'"blob":"AA"')},
            "pack/counterexamples.jsonl:2: the same input of 'a' as on line 1",
        ),
        (
            {"counterexamples.jsonl": LINE + b'{"property": "a", "property": "a"}\n'},
            "pack/counterexamples.jsonl:2: the key `property` stands twice",
        ),
        (
            {"counterexamples.jsonl": LINE + b'{"property": "a", "generation": ""}\n'},
            "pack/counterexamples.jsonl:2: Object missing required field `arguments`",
        ),
        (
            {"counterexamples.jsonl": LINE.replace(b'"replays":true', b'"replays":"true"')},
            "pack/counterexamples.jsonl:1: Expected `bool`, got `str` - at `$.replays`",
        ),
        (
            {"counterexamples.jsonl": LINE.replace(b'"log"', b'"logs"')},
            "Object contains unknown field `logs`",
        ),
        (
            {"counterexamples.jsonl": LINE + TEXTS_ROW.replace(b"}}", b'}, "test": "a"}')},
            "pack/counterexamples.jsonl:2: Object contains unknown field `test`",
        ),
        (
            {"counterexamples.jsonl": LINE + TEXTS_ROW.replace(b'"a"', b'""')},
            "pack/counterexamples.jsonl:2: an id is empty",
        ),
        ({"counterexamples.jsonl": b"[]\n"}, "Expected `object`, got `array`"),
        (
            {"counterexamples.jsonl": FILES["counterexamples.jsonl"]},
            "pack:1: 'b': an input that does not replay keeps its raw log, and logs/b.log is not",
        ),
        ({"data/A": b"", "data/a": b""}, "pack:1: a file, letter case aside, stands twice"),
        ({"pack.json": b"{}"}, "pack/pack.json:1: Object missing required field `generation`"),
        (
            {"pack.json": b'{"generation": "gen-2026-10-12-a"}'},
            "pack/pack.json:1: 'gen-2026-10-12-a' is no generation id",
        ),
    ],
)
def test_a_pack_that_is_none_is_refused_with_its_place(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(ArtifactError, match=re.escape(said)):
        read_pack(files, "pack")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[1]", "args.json:1: Expected `object`, got `array`"),
        (b'{"x": NaN}', "args.json:1: NaN is no JSON value - at `$.x`"),
        (b'{\n"x": 9223372036854775808}', "args.json:2: 9223372036854775808 is outside"),
        (b"", "args.json:1: no JSON"),
    ],
)
def test_arguments_that_are_none_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(ArtifactError, match=re.escape(said)):
        read_arguments(data, "args.json")


def test_an_input_too_large_to_be_read_again_is_not_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_EXAMPLE_BYTES", len(LINE) - 1)
    with pytest.raises(ArtifactError, match=f"an input of {len(LINE)} bytes is larger"):
        files_of(FixturePack(counterexamples=(ONE,)))
    monkeypatch.setattr(module, "MAX_EXAMPLE_BYTES", len(LINE))
    files = files_of(FixturePack(counterexamples=(ONE,)))
    assert read_pack(files, "pack").counterexamples == (ONE,)
