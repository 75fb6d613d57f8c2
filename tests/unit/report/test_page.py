"""What the page shows when it is given more than the evidence, and what is left out without."""

from datetime import datetime

import msgspec
import pytest

from freezegate.model.lane import LaneReport, LaneState, TouchedSet
from freezegate.model.ledger import Ledger
from freezegate.model.reason import Reason
from freezegate.model.verdict import Counts
from freezegate.report.html import render
from freezegate.report.page import page
from tests.unit.report.golden import SAMPLES
from tests.unit.report.lanes import AT, COMPUTE, RATE, lane, ledger
from tests.unit.report.markup import Element, Markup
from tests.unit.report.samples import Drawn, Extra, evidence, ticket

LANE_TITLE = "Touched functions, and who covers them"


def shown(
    *,
    lane: LaneReport | None = None,
    ledger: Ledger | None = None,
    at: datetime | None = None,
) -> Markup:
    return Markup(page(SAMPLES["shared"], next_steps={}, lane=lane, ledger=ledger, at=at))


def section(read: Markup, title: str) -> Element:
    (held,) = (heading.above for heading in read.named("h2") if heading.text == title)
    assert held is not None
    return held


def rows_of(read: Markup, title: str) -> dict[str, str]:
    """Give the rows of a section's table, by what stands at their head."""
    head = [
        element
        for element in read.named("th")
        if element.attributes["scope"] == "row" and title in titles_above(element)
    ]
    rows = [element.above for element in head if element.above is not None]
    return {
        one.text: row.text.replace(one.text, "", 1) for one, row in zip(head, rows, strict=True)
    }


def titles_above(element: Element) -> list[str]:
    held: list[str] = []
    above = element.above
    while above is not None:
        held += [
            piece.text
            for piece in above.pieces
            if isinstance(piece, Element) and piece.name == "h2"
        ]
        above = above.above
    return held


def test_a_section_stands_only_where_there_is_something_to_show() -> None:
    assert shown().titles == [
        "The four lines",
        "Findings",
        "Tickets",
        "What this schedule can miss",
        "What was run",
    ]
    assert shown(lane=lane(), ledger=ledger(), at=AT).titles == [
        "The four lines",
        "Findings",
        "Tickets",
        LANE_TITLE,
        "The ledger",
        "What this schedule can miss",
        "What was run",
    ]


def test_render_shows_what_the_evidence_holds() -> None:
    assert render(SAMPLES["shared"]) == page(SAMPLES["shared"], next_steps={})


def test_the_lane_names_who_covers_each_touched_function() -> None:
    read = shown(lane=lane())
    rows = rows_of(read, LANE_TITLE)
    assert "tests/test_orders.py::test_total" in rows[COMPUTE]
    assert "tests/test_orders.py::test_sum" in rows[COMPUTE]
    assert "none" in rows[RATE]
    assert "executed on the parent, on the patch no longer" in rows[RATE]
    told = section(read, LANE_TITLE).text
    assert "The lane is incomplete, on fixture generation gen-2026-11-30-a." in told
    assert "changed files that are unaccounted for" in told
    assert "dropped from the lane: 1 property" in told
    assert "tests/test_tax.py::test_constant: stays green when what it runs raises" in told


def test_a_lane_without_anything_touched_says_so() -> None:
    empty = msgspec.structs.replace(
        lane(),
        touched=TouchedSet(),
        properties=(),
        uncovered=(),
        abandoned=(),
        generation="",
        state=LaneState.GREEN,
    )
    told = section(shown(lane=empty), LANE_TITLE).text
    assert "The lane is green, on no pinned fixture generation." in told
    assert "The patch touches no function." in told
    assert "dropped" not in told


def test_the_ledger_tells_days_left_and_never_says_passed() -> None:
    read = shown(ledger=ledger(), at=AT)
    rows = rows_of(read, "The ledger")
    assert "5 days left" in rows["tests/test_frozen.py::test_1"]
    assert "kim@example.org" in rows["tests/test_frozen.py::test_1"]
    assert "lapsed 2 days ago" in rows["tests/test_frozen.py::test_2"]
    assert "by nobody named" in rows["tests/test_frozen.py::test_2"]
    assert "cannot be read line 3: expires_at is missing" in rows["no test is named"]
    told = section(read, "The ledger").text
    assert "A frozen test has not passed" in told
    assert "Days are counted from 2026-11-30T12:00:00+00:00." in told


def test_without_a_time_the_ledger_tells_expiries_alone() -> None:
    told = section(shown(ledger=ledger()), "The ledger").text
    assert "2026-12-05T15:00:00Z" in told
    assert "left" not in told
    assert "counted from" not in told


def test_an_empty_ledger_waives_nothing() -> None:
    told = section(shown(ledger=Ledger(), at=AT), "The ledger").text
    assert "The ledger is empty: nothing is waived." in told


@pytest.mark.parametrize(("count", "unfolded"), [(20, 20), (21, 0)])
def test_findings_that_ask_for_something_are_unfolded_unless_they_are_many(
    count: int, unfolded: int
) -> None:
    red = tuple(
        Drawn(name=f"red{at}", parent=".", patch="A", reason=Reason.REGRESSION)
        for at in range(count)
    )
    cleared = Drawn(name="p", parent="A", patch=".", reason=Reason.PARENT_FAIL_CLEARED)
    read = Markup(render(evidence((*red, cleared), count=1)))
    held = read.named("details")
    assert sum("open" in element.attributes for element in held) == unfolded


def test_a_ticket_says_whether_it_could_be_admitted() -> None:
    counts = Counts(both_pass=1, parent_only=0, patch_only=0, both_fail=1)
    extra = Extra(tickets=(ticket("a", "A", counts), ticket("b", "A", counts, why="unknown")))
    flake = Drawn(name="a", parent="A.", patch="A.", reason=Reason.SHARED_VARIANT_FAIL)
    told = section(Markup(render(evidence((flake,), extra, count=2))), "Tickets").text
    assert "ticket a: admissible" in told
    assert "ticket b: not admissible: unknown" in told
    assert "A ticket has no force" in told


def test_what_was_run_names_options_plugins_and_every_file_with_its_digest() -> None:
    sample = SAMPLES["shared"]
    contract = msgspec.structs.replace(
        sample.contract,
        options=("--strict-markers",),
        options_off=("--reruns=3",),
        plugins=("asyncio",),
        plugins_off=("rerunfailures",),
        vary=(),
        environment=msgspec.structs.replace(sample.contract.environment, hypothesis=""),
    )
    read = Markup(render(msgspec.structs.replace(sample, contract=contract)))
    told = section(read, "What was run").text
    for text in (
        "--strict-markers",
        "--reruns=3",
        "asyncio",
        "rerunfailures",
        "a seed setsnothing",
    ):
        assert text in told.replace("\n", "")
    assert "Hypothesis" not in told
    for file in sample.packet.files:
        assert file.name in told
        assert file.digest in told


def test_evidence_without_a_finding_is_a_page_still() -> None:
    sample = SAMPLES["shared"]
    verdict = msgspec.structs.replace(sample.verdict, results=())
    read = Markup(render(msgspec.structs.replace(sample, verdict=verdict)))
    assert "Findings" in read.titles
    assert read.named("tbody") == []
