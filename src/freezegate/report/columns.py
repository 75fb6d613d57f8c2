"""Text in columns: how wide it is, how to shorten it, how to break it into lines."""

import unicodedata
from itertools import accumulate, dropwhile
from typing import Final

#: Shown in place of what is left out. Three plain dots, for terminals that know no others.
GAP: Final = "..."


def width_of(text: str) -> int:
    """Count terminal columns: two for an East Asian wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def shorten(text: str, columns: int) -> str:
    """Leave out the middle of text that is wider than `columns`; both ends of an id tell it."""
    if width_of(text) <= columns:
        return text
    room = columns - len(GAP)
    if room < 1:
        return GAP[: max(columns, 0)]
    tail = reversed(_fitting(text[::-1], room - room // 2))
    whole = dropwhile(lambda character: not _columns(character), tail)
    return "".join((*_fitting(text, room // 2), GAP, *whole))


def wrap(text: str, columns: int) -> list[str]:
    """Break at spaces into lines of at most `columns`; a word that is wider is shortened.

    A line begins with the beginning of a word, so that no part of a word starts a line.
    """
    lines: list[str] = []
    for word in (shorten(word, columns) for word in text.split()):
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= columns:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _columns(character: str) -> int:
    """Give the columns of one character that shows."""
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _fitting(text: str, columns: int) -> list[str]:
    """Take characters from the start as long as they fit."""
    totals = accumulate(_columns(character) for character in text)
    return [character for character, total in zip(text, totals, strict=True) if total <= columns]
