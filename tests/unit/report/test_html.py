"""The page as a parser reads it: hostile text stays text, and nothing is fetched."""

import base64
import hashlib
import re

import msgspec
import pytest

from freezegate.model.contract import Notice, Side
from freezegate.model.evidence import Evidence
from freezegate.model.reason import Decision, Exit, Reason
from freezegate.model.verdict import Counts, Flag
from freezegate.report.encode import terminal_safe
from freezegate.report.html import render
from tests.unit.report.golden import NEXT_STEPS, SAMPLES, TOTAL, site
from tests.unit.report.markup import VOID, Element, Markup
from tests.unit.report.samples import Drawn, Extra, evidence, ticket

EACH = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)

#: What an id may hold (`check_id` refuses control and text-turning characters).
HOSTILE_IDS = (
    "</script><img src=x onerror=alert(1)>",
    "</style></title></textarea><svg/onload=alert(1)>",
    "<!--",
    "]]><![CDATA[",
    "\"' onmouseover='alert(1)",
    "&lt;b&gt;&amp;#60;",
    "{{ 7 * 7 }}{% for x in y %}",
    "\u200b\u2028\u2029\ufeff",
    "שלום::test_עברית",
    "e" + "\u0301" * 40,
    "x" * 3000,
)

#: What a note, a message or a reason may hold besides.
HOSTILE_TEXT = (*HOSTILE_IDS, "\x00\x1b[2J\r\n", "\u202eevil\u2066", "\ud800", "::error::forged")


def laced(name: str, text: str) -> Evidence:
    """Give evidence that holds the text wherever the patch can put some."""
    counts = Counts(both_pass=0, parent_only=0, patch_only=1, both_fail=0)
    drawn = Drawn(
        name=name, parent=".", patch="A", reason=Reason.REGRESSION, note=text, counts=counts
    )
    place = msgspec.structs.replace(site(name, "A", 1, text), place=text, message=text)
    extra = Extra(
        sites={Side.PATCH: (place,)},
        notices=(Notice(text=text),),
        collection_errors=(text,),
        tickets=(ticket(name, "A", counts, why=text),),
        ticket_ids=(text,),
    )
    return evidence((drawn,), extra, count=1)


def policy(page: Markup) -> str:
    (held,) = (
        meta.attributes["content"]
        for meta in page.named("meta")
        if meta.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert held is not None
    return held


def section(page: Markup, title: str) -> Element:
    (held,) = (
        heading.above
        for heading in page.named("h2")
        if heading.text == title and heading.above is not None
    )
    return held


@EACH
def test_the_verdict_stands_first_with_its_reason_in_a_sentence(sample: Evidence) -> None:
    page = Markup(render(sample))
    (heading,) = page.named("h1")
    assert heading.text.split() == [sample.verdict.decision, sample.verdict.reason]
    (advice,) = page.by_class("advice")
    assert advice.text == sample.verdict.reason.advice
    assert f"exit {int(sample.verdict.exit)}" in page.by_class("facts")[0].text


@EACH
def test_every_finding_is_one_row_with_its_seeds_in_words_and_shapes(sample: Evidence) -> None:
    page = Markup(render(sample))
    bodies = page.named("tbody")
    heads = [element.text for element in page.named("th") if element.attributes["scope"] == "row"]
    assert len(bodies) == len(sample.verdict.results)
    assert sorted(heads) == sorted(result.prop for result in sample.verdict.results)
    for body in bodies:
        drawn = [element for element in page.by_class("seeds") if within(element, body)]
        said = [element.text for element in page.by_class("vh") if within(element, body)]
        assert drawn
        assert all(element.attributes["aria-hidden"] == "true" for element in drawn)
        (words,) = said
        assert re.match(r"(parent|patch|patch own): ", words)


def within(element: Element, body: Element) -> bool:
    above = element.above
    while above is not None and above is not body:
        above = above.above
    return above is body


@EACH
def test_an_accept_that_does_not_exit_0_says_that_a_person_is_asked(sample: Evidence) -> None:
    asked = [element.text for element in Markup(render(sample)).by_class("asks")]
    stopped = sample.verdict.decision is Decision.ACCEPT and sample.verdict.exit is not Exit.ACCEPT
    assert stopped is (sample is SAMPLES["flagged"])
    assert asked == (["A person has to look at it first: it exits 5, not 0."] if stopped else [])


def test_the_extension_unfolds_with_both_sides_beneath_one_another() -> None:
    page = Markup(render(SAMPLES["worsened"]))
    (further,) = page.by_class("further")
    assert further.text.strip().startswith("extension")
    sides = [element for element in page.by_class("sides") if within(element, further)]
    assert [element.text for element in sides] == ["parentpatch"]
    assert len([element for element in page.by_class("seeds") if within(element, further)]) == 3


@EACH
def test_the_four_lines_stand_whole(sample: Evidence) -> None:
    lines = Markup(render(sample)).by_id("four-lines").text.split("\n")
    assert [line.partition(":")[0] for line in lines] == ["contract", "decision", "reasons", "rows"]
    assert sample.packet.contract in lines[0]


@EACH
def test_what_the_schedule_can_miss_is_told(sample: Evidence) -> None:
    told = section(Markup(render(sample)), "What this schedule can miss").text
    assert "What 12 seeds can miss: a failure of 1 run in 3 with 0.77 %" in told
    assert "never a flake rate" in told


def test_counts_are_told_two_by_two_and_in_words() -> None:
    page = Markup(render(SAMPLES["shared"]))
    told = [element.text for element in page.by_class("counts")]
    assert "38  1\n 2  3" in told
    assert page.by_class("told")[0].text == (
        "44 seeds: 38 green on both sides, 2 red on the parent alone, 1 red on the patch alone, "
        "3 red on both sides"
    )


def test_the_next_step_that_was_given_is_on_the_page() -> None:
    steps = NEXT_STEPS["regression"]
    assert steps[TOTAL] in Markup(render(SAMPLES["regression"], next_steps=steps)).top.text


def test_the_page_is_the_same_whatever_the_terminal() -> None:
    sample = SAMPLES["shared"]
    assert render(sample, width=40, colour=True, verbose=True) == render(sample)


@EACH
def test_nothing_is_fetched_and_nothing_but_our_own_runs(sample: Evidence) -> None:
    text = render(sample)
    page = Markup(text)
    (style,), (script,) = page.named("style"), page.named("script")
    assert policy(page) == (
        f"default-src 'none'; style-src {source(style)}; script-src {source(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    for element in page.elements:
        assert not {"src", "srcset", "action", "style", "background"} & set(element.attributes)
        assert not any(name.startswith("on") for name in element.attributes)
        assert (element.attributes.get("href") or "#").startswith(("#", "data:,"))
    assert "@import" not in text
    assert "url(" not in text
    assert "//" not in re.sub(r"^ *//.*|; // .*", "", text, flags=re.MULTILINE)


def source(element: Element) -> str:
    digest = hashlib.sha256(element.text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@EACH
def test_ids_are_distinct_and_what_is_named_is_there(sample: Evidence) -> None:
    page = Markup(render(sample))
    held = [
        str(element.attributes["id"]) for element in page.elements if "id" in element.attributes
    ]
    assert len(set(held)) == len(held)
    named = [
        str(element.attributes[name])
        for element in page.elements
        for name in ("aria-labelledby", "for")
        if name in element.attributes
    ]
    linked = [str(link.attributes["href"])[1:] for link in page.named("a")]
    assert {word for names in (*named, *linked) for word in names.split()} <= set(held)


@pytest.mark.parametrize("name", HOSTILE_IDS)
def test_a_hostile_id_adds_no_element_and_no_attribute(name: str) -> None:
    page, plain = Markup(render(laced(name, "note"))), Markup(render(laced("id", "note")))
    longer = len(terminal_safe(name)) > 200
    assert page.shape == plain.shape or longer
    assert not page.comments or "<!--" not in name
    assert terminal_safe(name) in page.top.text
    for element in page.elements:
        assert all(value is None or name not in value for value in element.attributes.values())


@pytest.mark.parametrize("text", HOSTILE_TEXT)
def test_hostile_text_adds_no_element_and_no_attribute(text: str) -> None:
    page, plain = Markup(render(laced("id", text))), Markup(render(laced("id", "note")))
    messages = sum("message" in (one.attributes.get("class") or "") for one in page.elements)
    lines = len([line for line in text.split("\n") if line])
    assert messages == lines
    added = ["br", "code"] * (lines - 1)
    assert sorted(page.shape) == sorted([*plain.shape, *added])
    assert page.top.text.count(terminal_safe(text)) >= 5
    for element in page.elements:
        assert all(value is None or text not in value for value in element.attributes.values())


def test_a_long_id_is_shortened_in_its_row_and_whole_beneath_it() -> None:
    name = "tests/test_long.py::test_" + "x" * 3000
    page = Markup(render(laced(name, "note")))
    (head,) = (element for element in page.named("th") if element.attributes["scope"] == "row")
    assert len(head.text) == 200
    assert head.text.startswith("tests/test_long.py::test_xxx")
    assert name in [element.text for element in page.named("code")]


def test_every_line_of_a_message_stands_on_its_own() -> None:
    page = Markup(render(laced("id", "assert 1 == 2\n + where 1 = f()")))
    assert [element.text for element in page.by_class("message")] == [
        "assert 1 == 2",
        " + where 1 = f()",
    ]


def test_flags_notices_and_routes_are_told() -> None:
    page = Markup(render(SAMPLES["flagged"]))
    assert "flagged spec_review" in page.by_class("facts")[0].text
    assert "4 beside the contract" in page.by_class("facts")[0].text
    whole = section(page, "About the whole run").text
    assert "the patch edits tests/conftest.py" in whole
    assert "spec_review" in whole


def test_a_notice_that_wants_a_person_says_so() -> None:
    notice = Notice(text="the patch edits the gate's configuration", human_required=True)
    held = evidence((Drawn(name="p", parent=".", patch="."),), Extra(notices=(notice,)), count=1)
    assert Flag.HUMAN_REQUIRED in section(Markup(render(held)), "About the whole run").text


def test_what_concerns_every_property_stands_above_the_findings() -> None:
    page = Markup(render(SAMPLES["incomplete"]))
    told = section(page, "About the whole run").text
    assert "patch, seeds 29, 47: ImportError: cannot import name 'vat' from 'tax'" in told
    assert page.titles.index("About the whole run") < page.titles.index("Findings")


def test_a_void_element_has_no_end() -> None:
    assert {"br", "meta"} <= VOID
    with pytest.raises(AssertionError, match="is not closed"):
        Markup("<p>")
    with pytest.raises(AssertionError, match="closes"):
        Markup("<p></b>")
