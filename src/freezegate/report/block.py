"""One finding as a person sees it: its seeds as marks, and beneath them what is known."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from freezegate.model.verdict import Result
from freezegate.report.gaps import Gap
from freezegate.report.marks import Letter, Picture, Place, Track
from freezegate.report.pen import Pen, Style
from freezegate.report.words import counts_in_words, many, seeds_in_words

_INDENT: Final = "    "

#: The longest of the labels that every block has; track labels may be longer.
_LABEL: Final = len("counts")

#: One witness class is one statement on each side; more means that its lines moved between seeds.
_MOST_PLACES: Final = 3

_RED_MARKS: Final = re.compile(r"[A-Z#?]+")


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A finding with all that is shown of it; `next_step` is empty where its reason says it all."""

    result: Result
    picture: Picture
    gaps: tuple[Gap, ...]
    next_step: str


def block(pen: Pen, shown: Block) -> list[str]:
    """Give the lines of one finding."""
    result = shown.result
    labels = max((_LABEL, *(len(named(track.side)) for track in shown.picture.tracks)))
    lines = [pen.line("  ", result.prop, Style.BOLD)]
    lines += _tracks(pen, shown.picture.tracks, labels)
    for letter in shown.picture.letters:
        lines += _letter(pen, letter, labels)
    for gap in shown.gaps:
        lines += pen.paragraph(_head(gap.mark, labels), gap_in_words(gap))
    for label, text in _told(shown):
        lines += pen.paragraph(_head(label, labels), text)
    return lines


def named(side: str) -> str:
    """Give a side's name as it is printed."""
    return side.replace("_", " ")


def gap_in_words(gap: Gap) -> str:
    """Say where rows are missing and why."""
    return f"{named(gap.side)}, {seeds_in_words(gap.seeds)}: {gap.text}"


def _told(shown: Block) -> Iterator[tuple[str, str]]:
    """Give what is said about a finding in words, with its label."""
    result = shown.result
    if result.counts is not None:
        yield "counts", counts_in_words(result.counts)
    if result.flags:
        yield "flags", ", ".join(result.flags)
    if result.note:
        yield "note", result.note
    if shown.next_step:
        yield "next", shown.next_step


def _head(label: str, labels: int) -> str:
    """Give the beginning of a line, up to the column where text starts."""
    return f"{_INDENT}{label:<{labels}}  "


def _tracks(pen: Pen, tracks: tuple[Track, ...], labels: int) -> Iterator[str]:
    """Give the marks, the sides below one another, in pieces where they are wider than a line."""
    room = pen.columns - len(_head("", labels))
    longest = max((len(track.marks) for track in tracks), default=0)
    for start in range(0, longest, room):
        for track in tracks:
            if marks := track.marks[start : start + room]:
                red = _RED_MARKS.sub(lambda found: pen.paint(found[0], Style.RED), marks)
                yield _head(named(track.side), labels) + red


def _letter(pen: Pen, letter: Letter, labels: int) -> list[str]:
    """Say what a letter stands for, where it failed and at which seeds."""
    below = _head("", labels)
    everywhere = {red.side.partition("_")[0] for red in letter.red}
    lines = []
    for place in letter.places[:_MOST_PLACES]:
        lines.append(pen.line(below, _where(place, everywhere)))
        if place.message:
            lines.append(pen.line(f"{below}  ", place.message, Style.DIM))
    if left_out := len(letter.places) - _MOST_PLACES:
        lines += [f"{below}and {many(left_out, 'more place')}"] if left_out > 0 else []
    if not letter.places:
        lines.append(pen.line(below, letter.witness.partition("|")[2] or letter.witness))
    red = "; ".join(f"{named(one.side)} at {seeds_in_words(one.seeds)}" for one in letter.red)
    lines += pen.paragraph(below, f"red: {red}")
    return [_head(letter.mark, labels) + lines[0].removeprefix(below), *lines[1:]]


def _where(place: Place, everywhere: set[str]) -> str:
    """Give a failing statement, with its side where it did not fail so on every red side."""
    side = "" if set(place.sides) == everywhere else f"{' and '.join(place.sides)}: "
    return f"{side}{place.place}  {place.statement}"
