"""Marks as shapes: the seeds of a property in pieces of vector paths, and in one sentence.

A seed is told by its shape, not by its colour alone: a dot passed, a square with a letter failed
with that witness class, a dash has no row, an outlined square was muted, a diamond has several
rows. All seeds of one kind are one path, so that a page of thousands of properties stays small.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from string import ascii_uppercase
from typing import Final

import msgspec

from freezegate.report.block import named
from freezegate.report.marks import Track

#: So many seeds stay together where a long schedule is broken into lines: the default schedule.
PIECE: Final = 12

#: From one seed to the next, and from one side to the one below, in pixels.
_ACROSS: Final = 14
_DOWN: Final = 16


#: What the sides of the further schedule end in (`report.marks`).
_EXTENSION: Final = "_extension"


class Shape(Enum):
    """How the marks of one kind are drawn, and what they are called.

    A row holds the marks, the style of the path, the path around a seed's middle, the style of the
    letter inside it (empty for none), and the words that count such seeds.
    """

    PASS = (".", "pass", "h0", "", "green")
    FAIL = (f"{ascii_uppercase}#", "fail", "m-6 0h12", "in", "red")
    SEVERAL = ("?", "several", "m0-7l7 7l-7 7l-7-7z", "in", "with several rows")
    NO_ROW = ("-", "gone", "m-3 0h6", "", "without a row")
    SKIPPED = ("s", "muted", "m-5.5-5.5h11v11h-11z", "out", "skipped")
    XFAILED = ("x", "muted", "m-5.5-5.5h11v11h-11z", "out", "expected to fail")

    def __init__(self, marks: str, style: str, path: str, letter: str, words: str) -> None:
        """Name the columns."""
        self.marks = marks
        self.style = style
        self.path = path
        self.letter = letter
        self.words = words


_SHAPE_OF: Final = {mark: shape for shape in Shape for mark in shape.marks}


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """All seeds of a piece that look alike, as one path."""

    style: str
    path: str


class Letters(msgspec.Struct, frozen=True, kw_only=True):
    """The letters of a piece that look alike, each at its place."""

    style: str
    across: str
    down: str
    text: str


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """Up to `PIECE` seeds of tracks that share a schedule, one side above the other."""

    width: int
    height: int
    strokes: tuple[Stroke, ...]
    letters: tuple[Letters, ...]


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """The tracks of one schedule: the names of their sides from top to bottom, and the pieces.

    `title` is empty for the schedule that every property runs.
    """

    title: str
    sides: tuple[str, ...]
    pieces: tuple[Piece, ...]


class _Seed(msgspec.Struct, frozen=True, kw_only=True):
    """A mark and the middle of its place."""

    mark: str
    across: int
    down: int


def grids(tracks: Sequence[Track]) -> tuple[Grid, ...]:
    """Give the schedule's grid, and the extension's where there is one."""
    longer = [track for track in tracks if track.side.endswith(_EXTENSION)]
    first = [track for track in tracks if track not in longer]
    titled = (("", first), (named(_EXTENSION).strip(), longer))
    return tuple(_grid(title, held) for title, held in titled if held)


def track_in_words(track: Track) -> str:
    """Say what one side did, for those who do not see the shapes."""
    side = named(track.side)
    if track.green:
        return f"{side}: all {len(track.marks)} green"
    counted = Counter(_SHAPE_OF[mark] for mark in track.marks)
    told = [
        f"{counted[shape]} {shape.words}{_by_letter(shape, track.marks)}"
        for shape in Shape
        if counted[shape]
    ]
    return f"{side}: {', '.join(told) or 'no seed'}"


def red_count(tracks: Iterable[Track], side: str) -> int:
    """Count the seeds of a side's tracks that are red."""
    mine = (track.marks for track in tracks if track.side.partition("_")[0] == side)
    return sum(_SHAPE_OF[mark] is Shape.FAIL for marks in mine for mark in marks)


def _by_letter(shape: Shape, marks: str) -> str:
    """Say how often each witness class shows."""
    if shape is not Shape.FAIL:
        return ""
    counted = Counter(mark for mark in marks if mark in shape.marks)
    return f" ({', '.join(f'{mark} {count}' for mark, count in sorted(counted.items()))})"


def _grid(title: str, tracks: Sequence[Track]) -> Grid:
    """Break tracks into pieces."""
    longest = max(len(track.marks) for track in tracks)
    return Grid(
        title=title,
        sides=tuple(named(track.side.removesuffix(_EXTENSION)) for track in tracks),
        pieces=tuple(
            _piece([track.marks[start : start + PIECE] for track in tracks])
            for start in range(0, longest, PIECE)
        ),
    )


def _piece(marks: Sequence[str]) -> Piece:
    """Draw one piece of each track."""
    seeds = tuple(_seeds(marks))
    return Piece(
        width=_ACROSS * max(map(len, marks)),
        height=_DOWN * len(marks),
        strokes=tuple(_strokes(seeds)),
        letters=tuple(_letters(seeds)),
    )


def _seeds(marks: Sequence[str]) -> Iterator[_Seed]:
    """Give each mark its place."""
    for down, side in enumerate(marks):
        for across, mark in enumerate(side):
            yield _Seed(
                mark=mark,
                across=_ACROSS * across + _ACROSS // 2,
                down=_DOWN * down + _DOWN // 2,
            )


def _strokes(seeds: Sequence[_Seed]) -> Iterator[Stroke]:
    """Give one path for each style that occurs."""
    for style in dict.fromkeys(shape.style for shape in Shape):
        path = "".join(
            f"M{seed.across} {seed.down}{shape.path}"
            for seed in seeds
            if (shape := _SHAPE_OF[seed.mark]).style == style
        )
        if path:
            yield Stroke(style=style, path=path)


def _letters(seeds: Sequence[_Seed]) -> Iterator[Letters]:
    """Give the letters of each style that occurs."""
    for style in dict.fromkeys(shape.letter for shape in Shape if shape.letter):
        held = [seed for seed in seeds if _SHAPE_OF[seed.mark].letter == style]
        if held:
            yield Letters(
                style=style,
                across=" ".join(str(seed.across) for seed in held),
                # A letter stands on its line, four pixels below the middle of the shape.
                down=" ".join(str(seed.down + 4) for seed in held),
                text="".join(seed.mark for seed in held),
            )
