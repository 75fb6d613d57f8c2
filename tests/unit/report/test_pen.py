import pytest

from freezegate.report.pen import MAX_LINES, MIN_WIDTH, Pen, Style


@pytest.mark.parametrize(("width", "columns"), [(-1, MIN_WIDTH), (40, 40), (41, 41), (300, 300)])
def test_a_width_that_is_too_small_is_taken_as_the_least(width: int, columns: int) -> None:
    assert Pen(width=width).columns == columns


def test_colour_only_where_it_is_asked_for() -> None:
    assert Pen().paint("x", Style.RED) == "x"
    assert Pen(colour=True).paint("x", Style.RED) == "\x1b[31mx\x1b[0m"
    assert Pen(colour=True).paint("x", Style.PLAIN) == "x"


def test_a_line_shows_hostile_text_as_it_is_written() -> None:
    assert Pen().line("a  ", "\x1b[31m") == r"a  \x1b[31m"


def test_a_line_is_shortened_to_what_its_head_leaves() -> None:
    assert Pen(width=40).line("head  ", "x" * 100) == "head  " + "x" * 15 + "..." + "x" * 16


def test_a_paragraph_stands_below_the_end_of_its_head() -> None:
    assert Pen(width=40).paragraph("note  ", "one " * 16) == [
        "note  one one one one one one one one",
        "      one one one one one one one one",
    ]
    assert Pen().paragraph("note  ", "") == []


def test_a_long_paragraph_is_cut_in_its_middle() -> None:
    lines = Pen(width=40).paragraph("", f"first {'word ' * 400}last")
    assert len(lines) <= MAX_LINES + 1
    assert (lines[0][:5], lines[-1][-4:]) == ("first", "last")
