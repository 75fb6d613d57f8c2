import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freezegate.model.contract import Notice, OnReview, Route, Side
from freezegate.model.evidence import Evidence
from freezegate.model.ids import Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Cause, Malformed, Site
from freezegate.model.verdict import Counts, Flag, Result
from freezegate.report.columns import width_of
from freezegate.report.four_lines import NAMED_REASONS
from freezegate.report.terminal import SHOWN_PLAIN, render
from tests.unit.report.golden import SAMPLES
from tests.unit.report.samples import Drawn, Extra, evidence, ticket, witness

NAME = "tests/test_a.py::test_a"
ANSI = re.compile(r"\x1b\[\d*m")


def green(count: int) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(name=f"tests/test_g.py::test_g[{number}]", parent=".", patch=".")
        for number in range(count)
    )


def red(name: str = NAME, reason: Reason = Reason.REGRESSION) -> Drawn:
    return Drawn(name=name, parent=".", patch="A", reason=reason)


def one(drawn: Drawn, extra: Extra | None = None) -> str:
    return render(evidence((drawn,), extra or Extra(), count=1))


def test_the_first_line_is_the_decision_its_reason_and_the_exit_code() -> None:
    assert one(red()).splitlines()[:2] == [
        "reject: regression (exit 1)",
        Reason.REGRESSION.advice,
    ]


def test_a_flagged_accept_says_so_in_the_first_line() -> None:
    drawn = Drawn(name=NAME, parent=".", patch=".", flags=(Flag.SPEC_REVIEW, Flag.HUMAN_REQUIRED))
    text = one(drawn, Extra(on_review=OnReview.STOP))
    first = "accept: both_pass, flagged spec_review, human_required (exit 5)"
    assert text.splitlines()[0] == first


def test_both_commits_and_the_size_of_the_contract_are_named() -> None:
    added = Drawn(name="b", own=".", route=Route.ADDED, reason=Reason.ADDED_PASS)
    assert (
        "parent 111111111111, patch 222222222222: 1 property x 1 seed, 1 beside the contract, "
        "isolation process"
    ) in " ".join(render(evidence((*green(1), added), count=1)).split())


@pytest.mark.parametrize("count", [SHOWN_PLAIN, SHOWN_PLAIN + 1])
def test_few_green_properties_are_shown_and_many_are_counted(count: int) -> None:
    text = render(evidence(green(count), count=1))
    folded = count > SHOWN_PLAIN
    assert (f"\n{count} properties green on both sides\n" in text) is folded
    assert ("test_g[0]\n    parent" in text) is not folded


def test_green_properties_beside_others_are_counted_as_more() -> None:
    text = render(evidence((*green(38), red()), count=1))
    assert "\n+ 38 more properties green on both sides\n" in text


def test_verbose_shows_every_property() -> None:
    text = render(evidence((*green(38), red()), count=1), verbose=True)
    assert text.count("    parent  .") == 39
    assert "more properties" not in text


@pytest.mark.parametrize(
    "telling",
    [
        Drawn(name=NAME, note="reused rows"),
        Drawn(name=NAME, flags=(Flag.SPEC_REVIEW,)),
        Drawn(name=NAME, reason=Reason.PARENT_FAIL_CLEARED),
    ],
)
def test_a_property_of_which_there_is_something_to_say_is_always_shown(telling: Drawn) -> None:
    text = render(evidence((*green(38), telling), count=1))
    assert f"\n  {NAME}\n" in text


def test_the_strictest_finding_comes_first_and_equals_keep_their_order() -> None:
    drawn = (
        red("a", Reason.UNIFORM_FAIL),
        red("b", Reason.SHARED_VARIANT_FAIL),
        red("c"),
        red("d", Reason.UNIFORM_FAIL),
    )
    text = render(evidence(drawn, count=1))
    assert re.findall(r"^  (\w)$", text, re.MULTILINE) == ["c", "a", "d", "b"]
    assert "\nreject: uniform_fail, 2 findings\n" in text


def test_advice_is_given_once_for_each_reason() -> None:
    drawn = (red("a"), red("b"), red("c", Reason.UNIFORM_FAIL), red("d", Reason.UNIFORM_FAIL))
    text = render(evidence(drawn, count=1))
    for reason in (Reason.REGRESSION, Reason.UNIFORM_FAIL):
        assert text.count(reason.advice) == 1


def test_a_next_step_is_printed_where_it_says_more_than_the_advice() -> None:
    held = evidence((red("a"), red("b"), red("c"), red("d")), count=1)
    steps = {
        "a": Reason.REGRESSION.advice,
        "b": f"{Reason.REGRESSION.advice} Judge with --seeds 44.",
        "c": "look at the clock",
        "d": Reason.WRONG_TREE.advice,
    }
    text = render(held, next_steps=steps)
    assert re.findall(r"^    next    (.*)$", text, re.MULTILINE) == [
        "Judge with --seeds 44.",
        "look at the clock",
    ]


def test_a_finding_of_no_property_has_no_marks() -> None:
    about = Result(
        prop="patch",
        decision=Reason.WRONG_TREE.decision,
        reason=Reason.WRONG_TREE,
        note="orders came from an installed copy",
    )
    text = render(evidence((), Extra(findings=(about,)), count=1))
    assert "\n  patch\n    note    orders came from an installed copy\n" in text


def test_marks_wider_than_a_line_are_shown_in_pieces_side_below_side() -> None:
    held = evidence((Drawn(name=NAME, parent="." * 70, patch="." * 69 + "A"),), count=70)
    lines = render(held, width=40, verbose=True).splitlines()
    marked = [line[4:] for line in lines if line.startswith(("    parent", "    patch"))]
    assert marked == [
        f"parent  {'.' * 28}",
        f"patch   {'.' * 28}",
        f"parent  {'.' * 28}",
        f"patch   {'.' * 28}",
        f"parent  {'.' * 14}",
        f"patch   {'.' * 13}A",
    ]


def sited(places: int, message: str = "") -> str:
    sites = tuple(
        Site(
            witness=witness(NAME, "A"),
            place=f"a.py:{number}",
            statement="assert x",
            message=message,
        )
        for number in range(places)
    )
    return one(red(), Extra(sites={Side.PATCH: sites}))


def test_a_letter_names_its_statement_message_and_seeds() -> None:
    assert (
        "    A       a.py:0  assert x\n"
        "              assert 3 == 4\n"
        "            red: patch at seed 11\n"
    ) in sited(1, "assert 3 == 4")


@pytest.mark.parametrize(
    ("places", "more"), [(3, None), (4, "and 1 more place"), (6, "and 3 more places")]
)
def test_many_places_of_one_letter_are_counted(places: int, more: str | None) -> None:
    text = sited(places)
    assert text.count("assert x") == 3
    assert re.findall(r"^ +(and .*)$", text, re.MULTILINE) == ([more] if more else [])


def test_a_letter_without_a_statement_shows_its_witness_class_without_the_property() -> None:
    assert "    A       builtins.AssertionError|orders.total:compute:A\n" in one(red())


def test_a_witness_class_of_one_part_is_shown_whole() -> None:
    held = evidence((red(),), count=1)
    bare = tuple(msgspec.structs.replace(row, witness="total") for row in held.patch.rows)
    patch = msgspec.structs.replace(held.patch, rows=bare)
    assert "    A       total\n" in render(msgspec.structs.replace(held, patch=patch))


def test_what_concerns_whole_runs_is_told_once_above_the_findings() -> None:
    extra = Extra(
        causes={Side.PATCH: (Cause(prop="", seed=Seed(11), text="ImportError: vat"),)},
        malformed={Side.PARENT: (Malformed(seed=Seed(11), text="hello"),)},
        collection_errors=("tests/test_b.py: SyntaxError",),
        notices=(
            Notice(text="conftest.py is edited", spec_review=True, human_required=True),
            Notice(text="a file is large"),
        ),
    )
    text = render(evidence((red("a"), red("b")), extra, count=1))
    assert (
        "\n\nno row  parent, seed 11: what was sent is no row: hello"
        "\nno row  patch, seed 11: ImportError: vat"
        "\nnot collected  tests/test_b.py: SyntaxError"
        "\nnotice  conftest.py is edited (spec_review, human_required)"
        "\nnotice  a file is large\n\nreject"
    ) in text


def test_tickets_say_whether_they_could_be_approved() -> None:
    counts = Counts(both_pass=0, parent_only=0, patch_only=0, both_fail=1)
    tickets = (ticket("b", "A", counts), ticket("a", "A", counts, why="no control explains it"))
    drawn = red(reason=Reason.SHARED_VARIANT_FAIL)
    named = one(drawn, Extra(tickets=tickets, ticket_ids=("111", "222")))
    assert (
        "ticket  222  a\n        not admissible: no control explains it\n"
        "ticket  111  b\n        admissible\n"
    ) in named
    assert "ticket  a\n" in one(drawn, Extra(tickets=tickets))


def test_the_report_ends_with_the_four_lines_of_the_packet() -> None:
    held = evidence((red(),), count=1)
    assert render(held).splitlines()[-4:] == [
        f"contract  {held.packet.contract}",
        "decision  reject",
        f"reasons   regression  {NAME}",
        "rows      parent 1 pass, 0 fail, 1 line; patch 0 pass, 1 fail, 1 line",
    ]


@pytest.mark.parametrize("count", [NAMED_REASONS, NAMED_REASONS + 1])
def test_many_reason_codes_are_counted(count: int) -> None:
    text = render(evidence((*green(count - 1), red()), count=1))
    counted = f"\nreasons   regression 1, both_pass {count - 1}\n"
    assert (counted in text) is (count > NAMED_REASONS)
    assert (f"          regression  {NAME}\n" in text) is (count <= NAMED_REASONS)


def test_a_packet_without_reasons_says_none() -> None:
    held = evidence((red(),), count=1)
    bare = msgspec.structs.replace(held.packet, reasons=())
    assert "\nreasons   none\n" in render(msgspec.structs.replace(held, packet=bare))


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_colour_adds_nothing_but_colour(sample: Evidence) -> None:
    coloured = render(sample, colour=True)
    assert coloured != render(sample)
    assert ANSI.sub("", coloured) == render(sample)


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("width", [1, 40, 41, 60, 80, 100, 200])
def test_no_line_but_the_hash_is_wider_than_the_terminal(sample: Evidence, width: int) -> None:
    for line in render(sample, width=width).splitlines():
        assert width_of(line) <= max(width, 40) or line.startswith("contract  sha256:")


NASTY = st.one_of(
    st.text(st.characters(exclude_categories=[]), max_size=60),
    st.sampled_from(
        [
            "::error::x " * 9,
            "a" * 300 + "::error::" + "b" * 300,
            "##[group]",
            "\r\x1b[2Kaccept: both_pass (exit 0)",
            "x\naccept: both_pass (exit 0)",
            "\x1b" * 10_000,
            "\u6771" * 500,
        ]
    ),
)


@given(note=NASTY, statement=NASTY, cause=NASTY, step=NASTY, width=st.integers(40, 120))
@settings(max_examples=60, deadline=None)
def test_hostile_text_forges_no_line(
    note: str, statement: str, cause: str, step: str, width: int
) -> None:
    site = Site(witness=witness(NAME, "A"), place=statement, statement=statement, message=note)
    extra = Extra(
        sites={Side.PATCH: (site,)},
        causes={
            Side.PATCH: (
                Cause(prop="", seed=Seed(11), text=cause),
                Cause(prop=NAME, seed=Seed(11), text=cause),
            )
        },
        collection_errors=(cause,),
        notices=(Notice(text=note),),
    )
    drawn = msgspec.structs.replace(red(), note=note)
    text = render(evidence((drawn,), extra, count=1), width=width, next_steps={NAME: step})
    first, *rest = text.split("\n")
    assert first == "reject: regression (exit 1)"
    for line in rest:
        assert line.isprintable()
        assert not line.lstrip().startswith("::")
        assert not line.startswith("accept")
        assert "##[" not in line
        assert width_of(line) <= width or line.startswith("contract  sha256:")


def test_an_id_of_eight_thousand_characters_keeps_its_ends() -> None:
    text = one(red("tests/test_a.py::test_a[" + "x" * 8_000 + "-last]"))
    assert re.search(r"^  tests/test_a\.py::test_a\[x+\.\.\.x+-last\]$", text, re.MULTILINE)


def test_wide_and_combining_characters_keep_to_the_width() -> None:
    wide = "tests/test_a.py::test[" + "\u6771\u4eac" * 60 + "e\u0301" * 60 + "]"
    for line in one(red(wide)).splitlines():
        assert width_of(line) <= 100


def test_the_schedule_says_what_it_can_miss() -> None:
    assert "\nwhat 12 seeds can miss: a failure of 1 run in 3 with 0.77 %" in render(
        evidence((Drawn(name=NAME, parent="." * 12, patch="." * 12),))
    )
