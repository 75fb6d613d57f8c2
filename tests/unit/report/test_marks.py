from string import ascii_uppercase

import msgspec
import pytest

from freezegate.model.contract import Route, Side
from freezegate.model.evidence import Evidence
from freezegate.model.run import MuteKind, Site
from freezegate.report.marks import MUTED, Picture, Red, Track, passes, pictures
from tests.unit.report.samples import Drawn, Extra, evidence, rows, seeds, witness

NAME = "tests/test_a.py::test_a"


def tracks(picture: Picture) -> dict[str, str]:
    return {track.side: track.marks for track in picture.tracks}


@pytest.mark.parametrize(
    ("parent", "patch"),
    [
        ("............", "............"),
        ("A...A.......", "A.B........."),
        ("-sx.........", "............"),
        ("............", "A...BA--...."),
        ("------------", "------------"),
    ],
)
def test_rows_are_shown_as_they_were_drawn(parent: str, patch: str) -> None:
    drawn = pictures(evidence((Drawn(name=NAME, parent=parent, patch=patch),)))
    assert tracks(drawn[NAME]) == {"parent": parent, "patch": patch}


def test_letters_go_by_appearance_the_parent_first() -> None:
    drawn = pictures(evidence((Drawn(name=NAME, parent=".Z..........", patch="YZ.........."),)))
    assert tracks(drawn[NAME]) == {"parent": ".A..........", "patch": "BA.........."}
    assert [(one.mark, one.witness) for one in drawn[NAME].letters] == [
        ("A", witness(NAME, "Z")),
        ("B", witness(NAME, "Y")),
    ]


def test_a_letter_names_its_seeds_on_each_track() -> None:
    drawn = pictures(evidence((Drawn(name=NAME, parent="A...........", patch=".AA........."),)))
    schedule = seeds(12)
    assert drawn[NAME].letters[0].red == (
        Red(side="parent", seeds=schedule[:1]),
        Red(side="patch", seeds=schedule[1:3]),
    )


def test_letters_belong_to_their_property() -> None:
    held = evidence(
        (
            Drawn(name="a", parent="C..........."),
            Drawn(name="b", parent=".D.........."),
        )
    )
    drawn = pictures(held)
    assert tracks(drawn["a"])["parent"] == "A..........."
    assert tracks(drawn["b"])["parent"] == ".A.........."


def test_the_twenty_seventh_witness_class_and_those_after_it_share_a_mark() -> None:
    every = ascii_uppercase + "abc"
    drawn = pictures(evidence((Drawn(name=NAME, parent=every),), count=len(every)))
    assert tracks(drawn[NAME])["parent"] == f"{ascii_uppercase}###"


def test_several_rows_of_one_seed_are_not_passed_off_as_one() -> None:
    held = evidence((Drawn(name=NAME, parent="............", patch="A..........."),))
    again = rows(Side.PATCH, NAME, ".", seeds(1))
    patch = msgspec.structs.replace(held.patch, rows=held.patch.rows + again)
    drawn = pictures(msgspec.structs.replace(held, patch=patch))
    assert tracks(drawn[NAME])["patch"] == "?..........."
    assert drawn[NAME].letters[0].red[0].seeds == seeds(1)


@pytest.mark.parametrize(
    ("route", "sides"),
    [
        (Route.ADDED, ["patch_own"]),
        (Route.REMOVED, ["parent"]),
        (Route.REWRITTEN, ["parent", "patch_own"]),
        (Route.FIXTURES_CHANGED, ["parent", "patch_own"]),
    ],
)
def test_a_routed_property_shows_the_sides_that_have_it(route: Route, sides: list[str]) -> None:
    held = evidence((Drawn(name=NAME, parent=".", patch=".", own=".", route=route),), count=1)
    assert [track.side for track in pictures(held)[NAME].tracks] == sides


def test_extensions_stand_where_a_property_was_extended() -> None:
    held = evidence(
        (
            Drawn(name="a", parent="A", patch="A", parent_extension="A.", patch_extension=".."),
            Drawn(name="b", parent=".", patch="."),
        ),
        count=1,
    )
    drawn = pictures(held)
    assert tracks(drawn["a"]) == {
        "parent": "A",
        "patch": "A",
        "parent_extension": "A." + "-" * 30,
        "patch_extension": ".." + "-" * 30,
    }
    assert tracks(drawn["b"]) == {"parent": ".", "patch": "."}


def test_every_pass_has_a_name_of_its_own() -> None:
    held = evidence(
        (
            Drawn(name="a", parent="A", patch="A", parent_extension="A", patch_extension="A"),
            Drawn(name="b", own=".", route=Route.ADDED),
        ),
        count=1,
    )
    assert [one.side for one in passes(held)] == [
        "parent",
        "patch",
        "patch_own",
        "parent_extension",
        "patch_extension",
    ]


def site(line: int) -> Site:
    return Site(witness=witness(NAME, "A"), place=f"a.py:{line}", statement="x", message="m")


def with_sites(parent: tuple[Site, ...], patch: tuple[Site, ...]) -> Evidence:
    return evidence(
        (Drawn(name=NAME, parent="A", patch="A"),),
        Extra(sites={Side.PARENT: parent, Side.PATCH: patch}),
        count=1,
    )


def test_a_statement_that_both_sides_share_is_named_once() -> None:
    (letter,) = pictures(with_sites((site(1),), (site(1), site(2))))[NAME].letters
    assert [(place.sides, place.place) for place in letter.places] == [
        (("parent", "patch"), "a.py:1"),
        (("patch",), "a.py:2"),
    ]


@pytest.mark.parametrize(
    ("marks", "green"), [("..", True), ("", False), (".A", False), (".-", False), ("ss", False)]
)
def test_green_is_a_pass_on_every_seed(marks: str, green: bool) -> None:  # noqa: FBT001 - parametrised
    assert Track(side="patch", marks=marks).green is green


def test_every_kind_of_mute_has_a_mark() -> None:
    assert set(MUTED) == set(MuteKind)
    assert len(set(MUTED.values())) == len(MuteKind)
