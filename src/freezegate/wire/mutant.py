"""A canary mutant as TOML: `file`, `before`, `after`, `test`, and `about` if one likes.

Nothing in a mutant is executed: it is text, and says which text stands in place of which.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Final

import msgspec

from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId
from freezegate.wire.refusal import Refusal, located, member, text_flaw, text_of

#: A mutant is a few lines.
MAX_MUTANT_BYTES: Final = 256 * 1024

_AT: Final = re.compile(r" \(at (?:line (?P<line>[0-9]+), column [0-9]+|end of document)\)\Z")
_KEY: Final = re.compile(r"""[ \t]*\[*[ \t]*["']?(?P<key>[^\s"'=.\]]+)""")


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of a mutant's file."""

    file: str
    before: str
    after: str
    test: str
    about: str = ""


_STEP: Final = f"the keys are {', '.join(_File.__struct_fields__)}"
_ONCE: Final = "each key stands once, with its text in quotes"


def read_mutant(data: bytes, *, origin: str) -> Mutant:
    """Read a mutant written as TOML.

    Raises:
        ArtifactError: no TOML, an unknown, missing or repeated key, a value of another type, a path
            that is absolute or climbs, an id that is none, or nothing that changes; the message
            names file, line and key.
    """
    try:
        text = text_of(data, limit_bytes=MAX_MUTANT_BYTES)
        return _mutant(_toml(text), _lines_of(text), origin)
    except Refusal as refusal:
        raise refusal.fault(origin) from refusal


def write_mutant(mutant: Mutant) -> bytes:
    """Write a mutant of one edit as TOML, which `read_mutant` reads back.

    Raises:
        ValueError: it has several edits, or one that is tied to a line.
    """
    (edit,) = mutant.edits
    if edit.at:
        message = f"{mutant.name}: an edit that is tied to line {edit.at} has no form in TOML"
        raise ValueError(message)
    about = {"about": mutant.about} if mutant.about else {}
    rest = {"test": mutant.test, "file": edit.path, "before": edit.before, "after": edit.after}
    return "".join(f"{key} = {_quoted(text)}\n" for key, text in (about | rest).items()).encode()


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        what = "nested too deep"
        raise Refusal(what, line=1, step=_STEP) from error
    except ValueError as error:
        found = _AT.search(str(error))
        what = f"no TOML: {str(error)[: found.start() if found else None]}"
        last = text.count("\n") + 1
        line = int(found["line"] or last) if found else 1
        raise Refusal(
            what, line=line, step="each key stands once, with its text in quotes"
        ) from error


def _mutant(document: Mapping[str, object], lines: Mapping[str, int], origin: str) -> Mutant:
    """Convert a document, strictly."""
    try:
        file = msgspec.convert(document, type=_File, strict=True)
    except msgspec.ValidationError as error:
        raise located(str(error), lines, step=_STEP) from error
    for key in _File.__struct_fields__:
        flaw = text_flaw(getattr(file, key))
        if flaw:
            raise _refusal(key, flaw, lines)
    if not file.before:
        key = "before"
        raise _refusal(key, "an empty text stands everywhere", lines)
    return _built(file, lines, origin)


def _built(file: _File, lines: Mapping[str, int], origin: str) -> Mutant:
    """Build the value, each check with the line of its key."""
    key = "file" if file.before != file.after else "after"
    try:
        edit = Edit(
            path=file.file, before=file.before, after=file.after, line=lines[member("$", "before")]
        )
        key = "test"
        return Mutant(name=origin, test=TestId(file.test), edits=(edit,), about=file.about)
    except ValueError as error:
        raise _refusal(key, str(error), lines) from error


def _refusal(key: str, what: str, lines: Mapping[str, int]) -> Refusal:
    path = member("$", key)
    return Refusal(what, line=lines.get(path, 1), path=path, step=_STEP)


def _lines_of(text: str) -> dict[str, int]:
    """Find the line of each key: one that looks like it, with whole TOML before it."""
    lines = {"$": 1}
    rows = text.split("\n")
    for number, row in enumerate(rows):
        found = _KEY.match(row)
        if found and _is_toml("\n".join(rows[:number])):
            lines.setdefault(member("$", found["key"]), number + 1)
    return lines


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def _quoted(text: str) -> str:
    """Write a basic string, on lines of its own where the text has several."""
    lines = ["".join(map(_escaped, line)) for line in text.split("\n")]
    return f'"{lines[0]}"' if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def _escaped(letter: str) -> str:
    """Escape what TOML wants escaped; a carriage return too, for its own line end is a newline."""
    if letter in '"\\':
        return f"\\{letter}"
    if (letter < " " and letter != "\t") or letter == "\x7f":
        return f"\\u{ord(letter):04x}"
    return letter
