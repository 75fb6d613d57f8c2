import pytest

from freezegate.report.grid import PIECE, grids, red_count, track_in_words
from freezegate.report.marks import LEGEND, Track


def track(side: str, marks: str) -> Track:
    return Track(side=side, marks=marks)


def test_parent_stands_above_patch_and_the_extension_beneath_both() -> None:
    schedule, extension = grids(
        (
            track("parent", "A."),
            track("patch", ".."),
            track("parent_extension", "..."),
            track("patch_extension", "..."),
        )
    )
    assert (schedule.title, schedule.sides) == ("", ("parent", "patch"))
    assert (extension.title, extension.sides) == ("extension", ("parent", "patch"))


def test_nothing_is_drawn_of_nothing() -> None:
    assert grids(()) == ()
    assert grids((track("parent", ""),))[0].pieces == ()


def test_a_long_schedule_is_broken_into_pieces_with_both_sides_in_each() -> None:
    (grid,) = grids((track("parent", "." * 30), track("patch", "." * 30)))
    assert [piece.width // 14 for piece in grid.pieces] == [PIECE, PIECE, 6]
    assert {piece.height for piece in grid.pieces} == {32}


def test_each_kind_is_one_path_and_each_seed_has_its_place() -> None:
    (grid,) = grids((track("parent", "..-"), track("patch", ".A.")))
    (piece,) = grid.pieces
    assert {stroke.style: stroke.path for stroke in piece.strokes} == {
        "pass": "M7 8h0M21 8h0M7 24h0M35 24h0",
        "fail": "M21 24m-6 0h12",
        "gone": "M35 8m-3 0h6",
    }
    (letters,) = piece.letters
    assert (letters.style, letters.text, letters.across, letters.down) == ("in", "A", "21", "28")


@pytest.mark.parametrize(
    ("marks", "styles", "letters"),
    [
        (".", {"pass"}, {}),
        ("ABZ#", {"fail"}, {"in": "ABZ#"}),
        ("-", {"gone"}, {}),
        ("sx", {"muted"}, {"out": "sx"}),
        ("?", {"several"}, {"in": "?"}),
        ("A?s", {"fail", "several", "muted"}, {"in": "A?", "out": "s"}),
    ],
)
def test_every_mark_has_a_shape(marks: str, styles: set[str], letters: dict[str, str]) -> None:
    (piece,) = grids((track("parent", marks),))[0].pieces
    assert {stroke.style for stroke in piece.strokes} == styles
    assert {held.style: held.text for held in piece.letters} == letters


def test_shapes_differ_where_their_meaning_does() -> None:
    told = [mark.strip()[0] for mark in LEGEND.split(",")]
    drawn = {
        (piece.strokes[0].path, tuple(held.text for held in piece.letters))
        for mark in told
        for piece in grids((track("parent", mark),))[0].pieces
    }
    assert len(drawn) == len(told) == 6


@pytest.mark.parametrize(
    ("side", "marks", "words"),
    [
        ("parent", "....", "parent: all 4 green"),
        ("patch", "..AB.A", "patch: 3 green, 3 red (A 2, B 1)"),
        ("patch_own", ".-", "patch own: 1 green, 1 without a row"),
        ("parent_extension", "ss?", "parent extension: 1 with several rows, 2 skipped"),
        ("parent", "x-", "parent: 1 without a row, 1 expected to fail"),
        ("patch", "", "patch: no seed"),
    ],
)
def test_a_side_is_one_sentence(side: str, marks: str, words: str) -> None:
    assert track_in_words(track(side, marks)) == words


def test_red_seeds_of_all_schedules_of_a_side_count() -> None:
    tracks = (
        track("parent", "A.-?"),
        track("patch", "AB#."),
        track("patch_own", "A..."),
        track("patch_extension", "A.."),
    )
    assert red_count(tracks, "parent") == 1
    assert red_count(tracks, "patch") == 5
