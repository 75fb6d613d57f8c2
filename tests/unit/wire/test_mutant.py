"""A mutant as TOML: each refusal with file, line and key."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId
from freezegate.wire.mutant import MAX_MUTANT_BYTES, read_mutant, write_mutant

TEST = TestId("tests/test_a.py::test_a")
KEYS = {
    "about": '"no lower bound"',
    "test": f'"{TEST}"',
    "file": '"pkg/a.py"',
    "before": '"if n < 0:"',
    "after": '"if False:"',
}


def written(**changes: str) -> bytes:
    """The keys in their order, one a line; an empty text leaves one out."""
    keys = KEYS | changes
    return "".join(f"{key} = {text}\n" for key, text in keys.items() if text).encode()


def test_a_mutant_is_read() -> None:
    assert read_mutant(written(), origin="m.toml") == Mutant(
        name="m.toml",
        test=TEST,
        edits=(Edit(path="pkg/a.py", before="if n < 0:", after="if False:", line=4),),
        about="no lower bound",
    )


def test_what_is_replaced_may_become_nothing_and_about_is_left_to_choice() -> None:
    mutant = read_mutant(written(after='""', about=""), origin="m.toml")
    assert (mutant.edits[0].after, mutant.about, mutant.edits[0].line) == ("", "", 3)


def test_a_key_is_not_found_inside_a_text() -> None:
    data = written(about='"""\nbefore = 1\n"""')
    assert read_mutant(data, origin="m.toml").edits[0].line == 6


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (written(extra="1"), "m.toml:6: Object contains unknown field `extra` - at `$`; the keys"),
        (written() + b"[more]\nx = 1\n", "m.toml:6: Object contains unknown field `more`"),
        (written(test=""), "m.toml:1: Object missing required field `test` - at `$`; the keys are"),
        (written(before="5"), "m.toml:4: Expected `str`, got `int` - at `$.before`"),
        (written(after='["x"]'), "m.toml:5: Expected `str`, got `array` - at `$.after`"),
        (
            written() + b'after = "x"\n',
            "m.toml:6: no TOML: Cannot overwrite a value - at `$`; each key",
        ),
        (written(file='"a'), "m.toml:3: no TOML: "),
        (written() + b'x = "', "m.toml:6: no TOML: "),
        (b"a = " + b"[" * 5000, "m.toml:1: nested too deep"),
        (written(file='"/pkg/a.py"'), "m.toml:3: '/pkg/a.py' is no path in the tree"),
        (written(file='"../a.py"'), "m.toml:3: '../a.py' is no path in the tree"),
        (written(before='""'), "m.toml:4: an empty text stands everywhere - at `$.before`"),
        (written(after='"if n < 0:"'), "m.toml:5: before and after are equal in 'pkg/a.py'"),
        (written(test='"tests/test_a.py"'), "m.toml:2: 'tests/test_a.py' names no test"),
        (written(test='"../t.py::test_a"'), "m.toml:2: '../t.py::test_a' is no node id"),
        (written(about='"\\u0000"'), "m.toml:1: the text holds '\\x00'"),
        (b"\xff", "m.toml:1: byte 0xff is not UTF-8"),
        (b"#" * (MAX_MUTANT_BYTES + 1), "m.toml:1: 262145 bytes are more than"),
    ],
)
def test_what_is_refused_and_where(data: bytes, said: str) -> None:
    with pytest.raises(ArtifactError, match=f"^{re.escape(said)}"):
        read_mutant(data, origin="m.toml")


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


@given(before=TEXT, after=TEXT, about=TEXT)
def test_what_is_written_is_read_back(before: str, after: str, about: str) -> None:
    before = f"{before}x"
    edit = Edit(path="pkg/a.py", before=before, after=f"{after}y", line=1)
    mutant = Mutant(name="m", test=TEST, edits=(edit,), about=about)
    read = read_mutant(write_mutant(mutant), origin="m")
    assert (read.test, read.about, read.edits[0].path) == (TEST, about, "pkg/a.py")
    assert (read.edits[0].before, read.edits[0].after) == (before, f"{after}y")


def test_an_edit_tied_to_a_line_has_no_form_in_toml() -> None:
    edit = Edit(path="pkg/a.py", before="x", after="y", line=1, at=7)
    with pytest.raises(ValueError, match="m: an edit that is tied to line 7 has no form in TOML"):
        write_mutant(Mutant(name="m", test=TEST, edits=(edit,)))
