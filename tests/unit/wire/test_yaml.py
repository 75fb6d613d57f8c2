import msgspec
import pytest

from freezegate.errors import ArtifactError
from freezegate.wire.yaml import MAX_YAML_BYTES, decode_yaml


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document of each type that a plain scalar can have."""

    flag: bool | None = None
    count: int = 0
    share: float = 0.0
    text: str = ""
    items: tuple["Page", ...] = ()
    table: dict[str, str] = {}


def read(text: str | bytes) -> Page:
    data = text.encode() if isinstance(text, str) else text
    return decode_yaml(data, Page, origin="page.yaml")


def refusal(text: str | bytes) -> str:
    with pytest.raises(ArtifactError) as fault:
        read(text)
    return str(fault.value)


def test_what_a_person_writes_is_read() -> None:
    text = """\
---
# a comment
flag: true
count: -12
share: 0.25
text: |
  two
  lines
items:
  - text: total >= 0
    flag: null
  - {text: 'no', table: {"on": "011", a/b.py: "2026-01-01"}}
  - text: "\\u00e9\\U0001f600"
    items: []
...
"""
    assert read(text) == Page(
        flag=True,
        count=-12,
        share=0.25,
        text="two\nlines\n",
        items=(
            Page(text="total >= 0"),
            Page(text="no", table={"on": "011", "a/b.py": "2026-01-01"}),
            Page(text="é\U0001f600"),
        ),
    )


@pytest.mark.parametrize(
    "scalar",
    [
        *("011", "0o11", "0x1f", "0b11", "11:29", "1_000", "+1", "-0", "00", ".5", "1.", "+.5"),
        *("1234e5", "1e3", "1.5e3", "1.5e+3", "6.02E23", ".inf", "-.inf", "+.INF", ".NaN"),
        *("y", "N", "yes", "No", "ON", "off", "True", "FALSE", "Null", "NULL", "~", "=", "<<"),
        *("2026-01-01", "2026-1-1", "2026-01-01T00:00:00Z", "2026-01-01 00:00:00", "1e"),
    ],
)
def test_what_two_loaders_read_differently_must_be_quoted(scalar: str) -> None:
    message = f"`{scalar}` reads differently under different loaders"
    assert refusal(f"flag: true\ntext: {scalar}\n") == (
        f"page.yaml:2: {message} - at `$.text`; put it in quotes"
    )
    assert refusal(f"{scalar}: x\n") == f"page.yaml:1: {message} - at `$`; put it in quotes"
    assert read(f"text: '{scalar}'\n").text == scalar
    assert read(f'text: "{scalar}"\n').text == scalar


def test_nothing_written_is_in_doubt_too() -> None:
    assert "`` reads differently" in refusal("text:\n")


@pytest.mark.parametrize(
    "scalar", ["total >= 0", "12 apples", "a1", "-x", "yes sir", "1.2.3 or 4", "http://x", "é"]
)
def test_what_all_loaders_read_as_text_needs_no_quotes(scalar: str) -> None:
    assert read(f"text: {scalar}\n").text == scalar


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # what makes one place depend on another, or on a loader
        ("text: !!str x", "page.yaml:1: the tag tag:yaml.org,2002:str - at `$.text`; delete it"),
        ("text: ! x", "page.yaml:1: the tag ! - at `$.text`; delete it"),
        ("items: !!seq []", "1: the tag tag:yaml.org,2002:seq - at `$.items`; delete it"),
        ("!!map {}", "page.yaml:1: the tag tag:yaml.org,2002:map - at `$`; delete it"),
        ("!!str text: x", "page.yaml:1: the tag tag:yaml.org,2002:str - at `$`; delete it"),
        ("text: &a x", "page.yaml:1: the anchor &a - at `$.text`; delete it"),
        ("items: &a []", "page.yaml:1: the anchor &a - at `$.items`; delete it"),
        ("text: x\nitems: *a", "2: an alias (*) - at `$.items`; write the value out"),
        ("*a : x", "page.yaml:1: an alias (*) - at `$`; write the value out"),
        ("%YAML 1.1\n---\n{}", "1: a directive - at `$`; delete the line that starts with %"),
        ("%TAG ! x:\n---\n{}", "1: a directive - at `$`; delete the line that starts with %"),
        # documents
        ("", "page.yaml:1: no document - at `$`"),
        ("# nothing\n", "page.yaml:2: no document - at `$`"),
        ("text: x\n---\ntext: y", "2: a second document - at `$`; give one file for each"),
        # keys
        (
            "items:\n- text: x\n  text: x",
            "page.yaml:3: the key `text` stands twice, first on line 2 - at `$.items[0].text`",
        ),
        ("text: x\n'text': y", "2: the key `text` stands twice, first on line 1 - at `$.text`"),
        ("1: x", "page.yaml:1: the key 1 is no text - at `$`; put it in quotes"),
        ("table: {null: x}", "1: the key null is no text - at `$.table`; put it in quotes"),
        ("? [a]\n: x", "page.yaml:1: a key that is no text - at `$`"),
        ("text: x\ntxt: z", "page.yaml:2: Object contains unknown field `txt` - at `$`"),
        # types
        ("count: 1.0", "page.yaml:1: Expected `int`, got `float` - at `$.count`"),
        ("count: true", "page.yaml:1: Expected `int`, got `bool` - at `$.count`"),
        ("count: '1'", "page.yaml:1: Expected `int`, got `str` - at `$.count`"),
        ("items:\n- text: x\n- text: 1", "3: Expected `str`, got `int` - at `$.items[1].text`"),
        ("- a", "page.yaml:1: Expected `object`, got `array` - at `$`"),
        (
            "count: 9223372036854775808",
            "1: 9223372036854775808 is outside the integers of 64 bits - at `$.count`",
        ),
        # text
        ('text: "\\0"', "1: the text holds '\\x00', which no file of ours may hold - at `$.text`"),
        ('text: "\\ud800"', "1: the text holds '\\ud800', which no file of ours may hold"),
        ('"\\0": x', "1: the text holds '\\x00', which no file of ours may hold - at `$`"),
        (
            "flag: true\ntext: a\u2028b",
            "2: the text holds '\\u2028', a line end to some loaders only - at `$`; write it as an",
        ),
        (b"text: \xff", "page.yaml:1: byte 0xff is not UTF-8 - at `$`; save the file as UTF-8"),
        (b"\xef\xbb\xbftext: x", "page.yaml:1: a byte order mark stands before the text"),
        # no YAML
        ("flag: true\ntext: [", "2: no YAML: expected the node content, but found '<stream end>'"),
        ("flag: true\ntext: \x01", "2: no YAML: special characters are not allowed - at `$`"),
        ('text: "\\UFFFFFFFF"', "page.yaml:1: no YAML: Python int too large to convert to C int"),
        ("%YAML 1." + "9" * 5000 + "\n--- {}", "page.yaml:1: no YAML: Exceeds the limit"),
        ("a: b: c", "page.yaml:1: no YAML: mapping values are not allowed here - at `$`"),
        ("@x", "page.yaml:1: no YAML: found character '@' that cannot start any token - at `$`"),
    ],
)
def test_what_is_refused_and_how(text: str | bytes, message: str) -> None:
    assert message in refusal(text)


def test_32_levels_are_taken_and_33_are_refused() -> None:
    within = "{items: [" * 16 + "]}" * 16
    assert read(within).items[0].items[0].text == ""
    beyond = "{items: [" * 16 + "{}" + "]}" * 16
    assert "nested deeper than 32 - at `$.items[0].items[0]" in refusal(beyond)
    assert "nested deeper than 32" in refusal("[" * 100_000)


def test_a_long_document_is_refused_unread() -> None:
    assert f"more than the {MAX_YAML_BYTES} that are read" in refusal("#" * (MAX_YAML_BYTES + 1))
