import msgspec
import pytest

from freezegate.errors import ArtifactError
from freezegate.model.claim import Claim, Started
from freezegate.model.ids import Seed
from freezegate.model.row import Row
from freezegate.wire.canonical import seal, seal_lines
from freezegate.wire.decode import MAX_LINE_BYTES, decode, decode_line, decode_lines

RUN = f'"run": "sha256:{"0f" * 32}"'


class Nest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document with one of everything that can be wrong."""

    flag: bool = False
    share: float = 0.0
    count: int = 0
    name: str = ""
    inner: "Nest | None" = None
    items: tuple["Nest", ...] = ()
    table: dict[str, int] = {}


def refusal(data: bytes) -> str:
    with pytest.raises(ArtifactError) as fault:
        decode(data, Nest, origin="nest.json")
    return str(fault.value)


def test_a_document_may_stand_on_any_number_of_lines(row: Row) -> None:
    spread = msgspec.json.format(seal(row), indent=2)
    assert decode(spread, Row, origin="row.json") == row


@pytest.mark.parametrize(
    ("data", "message"),
    [
        # types
        (b'{\n"count": 1.0}', "nest.json:2: Expected `int`, got `float` - at `$.count`"),
        (b'{"count": 1e2}', "nest.json:1: Expected `int`, got `float` - at `$.count`"),
        (b'{"count": true}', "nest.json:1: Expected `int`, got `bool` - at `$.count`"),
        (b'{"count": "1"}', "nest.json:1: Expected `int`, got `str` - at `$.count`"),
        (b'{"count": null}', "nest.json:1: Expected `int`, got `null` - at `$.count`"),
        (b'{"flag": 0}', "nest.json:1: Expected `bool`, got `int` - at `$.flag`"),
        (b'{"name":\n7}', "nest.json:1: Expected `str`, got `int` - at `$.name`"),
        (b"[]", "nest.json:1: Expected `object`, got `array` - at `$`"),
        (
            b'{"items": [\n{},\n{"inner":\n{"flag": 1}}]}',
            "nest.json:4: Expected `bool`, got `int` - at `$.items[1].inner.flag`",
        ),
        (
            b'{\n"table": {\n"a": 1,\n"b": "x"}}',
            "nest.json:2: Expected `int`, got `str` - at `$.table[...]`",
        ),
        # keys
        (b'{"flag": true,\n"flg": 1}', "nest.json:2: Object contains unknown field `flg` - at `$`"),
        (
            b'{"inner": {\n"count": 1,\n"name": "",\n"count": 1}}',
            "nest.json:4: the key `count` stands twice, first on line 2 - at `$.inner.count`",
        ),
        (
            b'{"count": 1, "\\u0063ount": 2}',
            "nest.json:1: the key `count` stands twice, first on line 1 - at `$.count`",
        ),
        (
            b'{"table": {"a": 1, "a": 1}}',
            "nest.json:1: the key `a` stands twice, first on line 1 - at `$.table.a`",
        ),
        # numbers
        (b'{"share": NaN}', "nest.json:1: NaN is no JSON value - at `$.share`"),
        (b'{"share": -Infinity}', "nest.json:1: -Infinity is no JSON value - at `$.share`"),
        (b'{"share": 1e400}', "nest.json:1: Number out of range - at `$.share`"),
        (
            b'{"count": 9223372036854775808}',
            "nest.json:1: 9223372036854775808 is outside the integers of 64 bits - at `$.count`",
        ),
        (
            b'{"count": -9223372036854775809}',
            "nest.json:1: -9223372036854775809 is outside the integers of 64 bits - at `$.count`",
        ),
        (
            b'{"share": ' + b"9" * 5000 + b"}",
            f"nest.json:1: {'9' * 200} is outside the integers of 64 bits - at `$.share`",
        ),
        (b'{"count": 01}', "nest.json:1: no JSON: invalid number - at `$`"),
        # text
        (
            b'{"name": "\\u0000"}',
            "nest.json:1: the text holds '\\x00', which no file of ours may hold - at `$.name`",
        ),
        (
            b'{"name": "\\ud83d!"}',
            "nest.json:1: the text holds '\\ud83d', which no file of ours may hold - at `$.name`",
        ),
        (
            b'{"name":\n"\xff"}',
            "nest.json:2: byte 0xff is not UTF-8 - at `$`; save the file as UTF-8",
        ),
        (
            b'{"name": "\xed\xa0\x80"}',
            "nest.json:1: byte 0xed is not UTF-8 - at `$`; save the file as UTF-8",
        ),
        (
            b"\xef\xbb\xbf{}",
            (
                "nest.json:1: a byte order mark stands before the text - at `$`; save the file as "
                "UTF-8 without it"
            ),
        ),
        (
            b'{"name": "\\q"}',
            "nest.json:1: no JSON: invalid escape character in string - at `$`",
        ),
        (b'{"name": "a\nb"}', "nest.json:1: '\"' starts no whole JSON value - at `$.name`"),
        # shape
        (b"", "nest.json:1: no JSON: ends before the JSON value is whole - at `$`"),
        (b'{"flag":\n', "nest.json:1: no JSON: ends before the JSON value is whole - at `$`"),
        (b'{"count": 1}\n}', "nest.json:2: no JSON: trailing characters - at `$`"),
        (b'{"count": 1}\n{}', "nest.json:2: no JSON: trailing characters - at `$`"),
        (b'{"count"\n: 1 "flag": true}', "nest.json:2: no JSON: expected ',' or '}' - at `$`"),
        (b"{,}", "nest.json:1: no JSON: object keys must be strings - at `$`"),
        (b"{} # end", "nest.json:1: '#' starts no whole JSON value - at `$`"),
    ],
)
def test_what_is_refused_and_how(data: bytes, message: str) -> None:
    assert refusal(data) == message


@pytest.mark.parametrize("seed", [-(2**63), 2**63 - 1])
def test_the_ends_of_64_bits_are_taken(seed: int) -> None:
    assert decode(b'{"count": %d}' % seed, Nest, origin="nest.json").count == seed


def test_escapes_and_pairs_of_surrogates_are_taken() -> None:
    data = b'{"name": "\\ud83d\\ude00\\n\\/", "share": 1, "flag": true, "inner": null}'
    assert decode(data, Nest, origin="nest.json") == Nest(name="\U0001f600\n/", share=1, flag=True)


def test_32_levels_are_taken_and_33_are_refused() -> None:
    within = b'{"inner":' * 31 + b"{}" + b"}" * 31
    assert seal(decode(within, Nest, origin="nest.json")).count(b"inner") == 32
    beyond = b'{"inner":' * 32 + b"{}" + b"}" * 32
    assert refusal(beyond).startswith("nest.json:1: nested deeper than 32 - at `$.inner.inner.")


@pytest.mark.parametrize("opening", [b"[", b'{"inner":'])
def test_no_depth_ends_in_a_recursion(opening: bytes) -> None:
    assert "nested deeper than 32" in refusal(opening * 100_000)


def test_a_document_over_its_limit_is_refused_unread() -> None:
    with pytest.raises(ArtifactError, match=r"^f:1: 3 bytes are more than the 2 that are read"):
        decode(b"{ }", Nest, origin="f", limit_bytes=2)
    assert decode(b"{}", Nest, origin="f", limit_bytes=2) == Nest()


def test_a_message_moves_no_cursor_and_fills_one_screen() -> None:
    message = refusal(b'{"\\u001b[2J\\u202e": 1}')
    assert r"unknown field `\x1b[2J\u202e`" in message
    message = refusal(b'{"' + b"k" * 100_000 + b'": 1}')
    assert message.endswith("kkk... - at `$`")
    assert len(message) < 700


def test_a_status_has_one_spelling_and_a_fail_a_witness() -> None:
    line = f'{{{RUN}, "prop": "p", "seed": 1, "status": "Fail"}}'
    with pytest.raises(
        ArtifactError, match=r"^parent\.jsonl:14: Invalid enum value 'Fail' - at `\$\.status`$"
    ):
        decode_line(line.encode(), Row, origin="parent.jsonl", number=14)
    line = f'{{{RUN}, "prop": "p", "seed": 1, "status": "fail"}}'
    with pytest.raises(ArtifactError, match=r"^r:2: a fail carries a witness class .* - at `\$`$"):
        decode_line(line.encode(), Row, origin="r", number=2)
    with pytest.raises(ArtifactError, match=r"^r:1: 'x' is not a digest"):
        decode(b'{"run": "x", "prop": "p", "seed": 1, "status": "pass"}', Row, origin="r")


def test_lines_are_values(row: Row) -> None:
    rows = (row, msgspec.structs.replace(row, seed=Seed(29)))
    assert decode_lines(seal_lines(rows), Row, origin="parent.jsonl") == rows
    assert decode_lines(b"", Row, origin="parent.jsonl") == ()


def test_a_torn_last_line_is_refused(row: Row) -> None:
    data = seal_lines((row, row))[:-1]
    with pytest.raises(ArtifactError, match=r"^r:2: the last line ends without a newline.*again$"):
        decode_lines(data, Row, origin="r")


@pytest.mark.parametrize("blank", [b"\n", b"  \n", b"\r\n"])
def test_a_blank_line_is_refused(row: Row, blank: bytes) -> None:
    with pytest.raises(ArtifactError, match=r"^r:2: a blank line - at `\$`; write one JSON value"):
        decode_lines(seal(row) + blank + seal(row), Row, origin="r")


def test_a_line_is_one_line(row: Row) -> None:
    data = seal(row).replace(b",", b",\n", 1)
    with pytest.raises(ArtifactError, match=r"^r:7: more than one line"):
        decode_line(data, Row, origin="r", number=7)


def test_a_line_over_64_kib_is_refused(row: Row) -> None:
    room = MAX_LINE_BYTES - len(seal(row).rstrip())
    fits = seal(row).rstrip() + b" " * room
    assert decode_lines(fits + b"\n", Row, origin="r") == (row,)
    with pytest.raises(ArtifactError, match=r"^r:1: 65537 bytes are more than the 65536"):
        decode_lines(fits + b" \n", Row, origin="r")


def test_a_line_may_be_one_of_several_types() -> None:
    line = b'{"kind": "start", "test_id": "tests/test_a.py::test_b"}'
    claim: Claim = decode_line(line, Claim, origin="runner", number=1)
    assert claim == Started(test_id="tests/test_a.py::test_b")
    with pytest.raises(ArtifactError, match=r"^runner:3: Invalid value 'stop' - at `\$\.kind`$"):
        decode_line(b'{"kind": "stop"}', Claim, origin="runner", number=3)
