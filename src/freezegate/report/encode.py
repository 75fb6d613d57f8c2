"""The one encoder for each output: hostile text can be shown, and forges nothing.

Test ids, messages and notes are written by the patch under judgement (TRUST.md section 3).
"""

import re
import unicodedata
from typing import Final

import msgspec

#: Letters and marks that Python calls printable and that show as nothing: two ids that differ only
#: by one of them would read alike.
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)

#: Written text stacks two or three marks on a letter; a tower of them paints over other lines.
_MARKS_IN_A_ROW: Final = 3

#: GitHub takes a line that begins so, leading spaces aside, for a command. Node ids hold `::` in
#: the middle, where it is harmless.
_COMMAND_AT_START: Final = re.compile(r"(?<![^ ])::")

#: GitHub's older commands, Azure's and TeamCity's are found anywhere in a line.
_COMMAND_ANYWHERE: Final = re.compile(r"##(?=\[|vso\[|teamcity\[)")


def terminal_safe(text: str) -> str:
    r"""Give text for one line of a terminal or a CI log.

    Control, format, text-turning and invisible characters, lone surrogates and line ends are shown
    as escapes such as `\x1b`; so is the first character of what a CI system would obey.
    Backslashes stay as they are, since pytest's own ids hold them.
    """
    shown = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        tower = marks > _MARKS_IN_A_ROW
        shown.append(_escaped(character) if tower or _is_hidden(character) else character)
    broken = _COMMAND_AT_START.sub(r"\\x3a:", "".join(shown))
    return _COMMAND_ANYWHERE.sub(r"#\\x23", broken)


def json_text(value: msgspec.Struct) -> str:
    r"""Give a value as JSON for people and machines: two spaces a level, one final newline.

    What a terminal or a CI log would obey stands as `\uXXXX`, which a reader of JSON gives back as
    it was; a lone surrogate, which JSON in UTF-8 cannot hold, is shown as its escape.
    """
    plain = _without_surrogates(msgspec.to_builtins(value))
    text = msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()
    kept = "".join(
        character if character == "\n" or not _is_hidden(character) else _json_escaped(character)
        for character in text
    )
    return _COMMAND_ANYWHERE.sub(r"#\\u0023", kept) + "\n"


def _is_hidden(character: str) -> bool:
    """Tell what must not reach a terminal as it is."""
    return not character.isprintable() or character in _INVISIBLE


def _escaped(character: str) -> str:
    """Write a character as Python would."""
    return character.encode("unicode_escape").decode("ascii")


def _json_escaped(character: str) -> str:
    """Write a character as JSON would, in two halves where it has more than 16 bits."""
    wide = character.encode("utf-16-be").hex()
    return "".join(f"\\u{wide[at : at + 4]}" for at in range(0, len(wide), 4))


def _without_surrogates(value: object) -> object:
    """Give the value with each lone surrogate shown as its escape."""
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {
                _without_surrogates(name): _without_surrogates(held) for name, held in value.items()
            }
        case list() | tuple():
            return [_without_surrogates(held) for held in value]
        case _:
            return value
