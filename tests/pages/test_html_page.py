"""The HTML report as a person meets it: in a browser, on paper, by keyboard, by screen reader."""

import importlib.resources
import re
from typing import Any

import pytest

from freezegate.model.evidence import Evidence
from freezegate.model.reason import Reason
from freezegate.model.verdict import Counts
from freezegate.report.html import render
from freezegate.report.page import page
from tests.pages.conftest import Open, Opened
from tests.unit.report.golden import SAMPLES
from tests.unit.report.lanes import AT, lane, ledger
from tests.unit.report.samples import Drawn, evidence
from tests.unit.report.test_html import HOSTILE_IDS, laced

pytestmark = pytest.mark.pages

#: The specification's figure for a thousand properties of twelve seeds.
OPEN_WITHIN_MS = 2000

KINDS = (
    Drawn(name="red", parent="............", patch="..A..AB.A..A", reason=Reason.REGRESSION,
          counts=Counts(both_pass=7, parent_only=0, patch_only=5, both_fail=0)),
    Drawn(name="shared", parent="A....A..A...", patch="A....A..AA..",
          reason=Reason.SHARED_VARIANT_FAIL,
          counts=Counts(both_pass=8, parent_only=0, patch_only=1, both_fail=3)),
    Drawn(name="cleared", parent="A....A..A...", patch="............",
          reason=Reason.PARENT_FAIL_CLEARED,
          counts=Counts(both_pass=9, parent_only=3, patch_only=0, both_fail=0)),
    Drawn(name="green", parent="............", patch="............",
          counts=Counts(both_pass=12, parent_only=0, patch_only=0, both_fail=0)),
)  # fmt: skip


def many(count: int) -> Evidence:
    """Give that many properties, one in ten of them red somewhere."""
    drawn = []
    for at in range(count):
        kind = KINDS[at // 10 % 3] if at % 10 == 0 else KINDS[3]
        drawn.append(
            Drawn(
                name=f"tests/test_{at % 37}.py::TestOrders::test_{kind.name}[{at}]",
                parent=kind.parent,
                patch=kind.patch,
                reason=kind.reason,
                counts=kind.counts,
            )
        )
    return evidence(tuple(drawn))


def whole() -> str:
    """Give a page that has every section."""
    return page(SAMPLES["shared"], next_steps={}, lane=lane(), ledger=ledger(), at=AT)


PAGES = {name: render(sample) for name, sample in SAMPLES.items()} | {
    "whole": whole(),
    "hostile": render(laced(HOSTILE_IDS[0], HOSTILE_IDS[1])),
    "long": render(laced(HOSTILE_IDS[-1], HOSTILE_IDS[-1])),
}
EACH = pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)


def heads(held: Opened) -> list[str]:
    """Give the properties that are shown, from top to bottom."""
    shown = held.page.locator("#table tbody:not([hidden]) th").all_text_contents()
    return [text.rpartition("::")[2] for text in shown]


def test_a_thousand_properties_open_and_sort_in_two_seconds(opened: Open) -> None:
    text = render(many(1000))

    def took() -> float:
        held = opened(text)
        took_ms: float = held.page.evaluate(
            """() => {
                document.querySelector('th[data-by="prop"] button').click();
                document.querySelector("#table tbody th").getBoundingClientRect();
                return performance.now();
            }"""
        )
        assert held.page.locator("#table tbody").count() == 1000
        assert held.page.locator("th[aria-sort]").get_attribute("data-by") == "prop"
        return took_ms

    # The best of three: the machine has other work, and the page is asked what it can do.
    assert min(took() for _ in range(3)) < OPEN_WITHIN_MS


@EACH
def test_a_page_logs_nothing_asks_for_nothing_and_fits_a_telephone(opened: Open, text: str) -> None:
    held = opened(text, width=400)
    held.page.locator("#fold").click()
    wide, room = held.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= room
    held.assert_quiet()


@EACH
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(opened: Open, text: str, scheme: str) -> None:
    held = opened(text, color_scheme=scheme)
    held.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert faults(held) == []


def test_axe_finds_no_fault_on_a_telephone(opened: Open) -> None:
    assert faults(opened(whole(), width=400)) == []


def faults(held: Opened) -> list[tuple[str, str]]:
    """Give what axe-core finds wrong, with the first element of each."""
    source = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js")
    held.page.evaluate(source.read_text("utf-8"))
    found: list[dict[str, Any]] = held.page.evaluate(
        "axe.run({resultTypes: ['violations']}).then((found) => found.violations)"
    )
    return [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


def test_filters_narrow_by_text_decision_and_reason(opened: Open) -> None:
    held = opened(render(many(40)))
    shown = held.page.locator("#shown")
    assert shown.text_content() == "40 of 40 shown"
    held.page.get_by_label("Decision").select_option("reject")
    assert heads(held) == ["test_red[0]", "test_red[30]"]
    assert shown.text_content() == "2 of 40 shown"
    held.page.get_by_label("Text").fill("TEST_30 orders")
    assert heads(held) == ["test_red[30]"]
    held.page.get_by_label("Reason").select_option("both_pass")
    assert heads(held) == []
    assert held.page.locator("#none").is_visible()
    held.page.get_by_label("Text").fill("")
    held.page.get_by_label("Decision").select_option("any")
    assert shown.text_content() == "36 of 40 shown"
    assert not held.page.locator("#none").is_visible()


def test_headers_sort_by_keyboard_and_say_so(opened: Open) -> None:
    held = opened(render(many(31)))
    assert heads(held)[:4] == ["test_red[0]", "test_red[30]", "test_shared[10]", "test_cleared[20]"]
    held.page.get_by_role("button", name="Property").focus()
    held.page.keyboard.press("Enter")
    assert sorted_by(held) == [("prop", "ascending")]
    names = held.page.locator("#table tbody th").all_text_contents()
    assert [int(name.split("test_")[1].split(".")[0]) for name in names] == list(range(31))
    held.page.keyboard.press("Enter")
    assert sorted_by(held) == [("prop", "descending")]
    assert heads(held)[0] == "test_red[30]"
    held.page.get_by_role("button", name="Seeds").press("Space")
    assert sorted_by(held) == [("red", "descending")]
    assert heads(held)[:4] == ["test_red[0]", "test_red[30]", "test_shared[10]", "test_cleared[20]"]
    held.page.get_by_role("button", name="Reason").click()
    held.page.get_by_role("button", name="Reason").click()
    assert sorted_by(held) == [("reason", "ascending")]
    assert heads(held)[-1] == "test_red[30]"


def sorted_by(held: Opened) -> list[tuple[str, str]]:
    """Give the headers that say that they sort."""
    found: list[list[str]] = held.page.evaluate(
        "[...document.querySelectorAll('[aria-sort]')]"
        ".map((head) => [head.dataset.by, head.getAttribute('aria-sort')])"
    )
    return [(by, way) for by, way in found]


def test_the_first_stop_of_the_keyboard_skips_to_the_findings(opened: Open) -> None:
    held = opened(render(many(10)))
    held.page.keyboard.press("Tab")
    assert held.page.evaluate("document.activeElement.className") == "skip"
    held.page.keyboard.press("Enter")
    held.page.keyboard.press("Tab")
    assert held.page.evaluate("document.activeElement.id") == "text"


def test_one_button_unfolds_and_folds_all(opened: Open) -> None:
    held = opened(render(SAMPLES["regression"]))
    button = held.page.locator("#fold")
    assert button.text_content() == "Fold all"
    button.click()
    assert held.page.locator("#table details[open]").count() == 0
    assert button.text_content() == "Unfold all"
    held.page.locator("#table summary").first.click()
    # A browser tells of a fold in its own time.
    held.page.locator("#fold").filter(has_text=re.compile("^Fold all$")).wait_for()


def test_the_four_lines_are_copied(opened: Open) -> None:
    held = opened(whole(), permissions=["clipboard-read", "clipboard-write"])
    held.page.get_by_role("button", name="Copy the four lines").click()
    held.page.locator("#copied", has_text="copied").wait_for()
    assert held.page.evaluate("navigator.clipboard.readText()") == lines(held)


def test_without_leave_to_write_the_four_lines_are_selected(opened: Open) -> None:
    held = opened(whole())
    # What a browser does to a page that a server without TLS hands out.
    held.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    held.page.get_by_role("button", name="Copy the four lines").click()
    held.page.locator("#copied:not(:empty)").wait_for()
    assert held.page.evaluate("getSelection().toString()") == lines(held)


def lines(held: Opened) -> str:
    """Give the four lines as they stand."""
    text: str | None = held.page.locator("#four-lines").text_content()
    assert text is not None
    assert text.count("\n") == 3
    return text


@pytest.mark.parametrize("scripts", [True, False])
def test_paper_shows_what_is_folded_and_what_a_filter_hides(opened: Open, scripts: bool) -> None:  # noqa: FBT001 - pytest names it
    held = opened(render(many(30)), java_script_enabled=scripts)
    if scripts:
        held.page.get_by_label("Text").fill("nothing fits this")
        assert not held.page.locator("#table tbody").first.is_visible()
    held.page.emulate_media(media="print")
    assert held.page.locator("#table tbody").count() == 30
    for body in held.page.locator("#table tbody").all():
        assert body.is_visible()
    places = held.page.locator(".failure, dl").all()
    assert len(places) == 5
    for place in places:
        assert place.is_visible()
    assert not held.page.locator("#bar").is_visible()


def test_everything_can_be_read_without_scripts(opened: Open) -> None:
    held = opened(render(many(30)), java_script_enabled=False)
    assert len(heads(held)) == 30
    assert not held.page.locator("#bar").is_visible()
    assert not held.page.locator("#copy").is_visible()
    fold = held.page.locator("#table details").first
    assert fold.get_attribute("open") is not None
    fold.locator("summary").click()
    assert not fold.locator(".failure").first.is_visible()


def test_a_screen_reader_hears_one_sentence_for_the_seeds_of_a_property(opened: Open) -> None:
    held = opened(render(many(1)))
    row = held.page.get_by_role("row").nth(1)
    cells = row.get_by_role("cell").all()
    assert row.get_by_role("rowheader").text_content() == (
        "tests/test_0.py::TestOrders::test_red[0]"
    )
    tree = cells[1].aria_snapshot()
    assert "parent: all 12 green; patch: 7 green, 5 red (A 4, B 1)" in tree
    assert "12 seeds: 7 green on both sides, 5 red on the patch alone" in cells[2].aria_snapshot()
    assert held.page.get_by_role("columnheader").count() == 4


def test_hostile_text_does_nothing(opened: Open) -> None:
    for name in HOSTILE_IDS:
        held = opened(render(laced(name, name)))
        assert held.page.locator("img, svg[onload], script").count() == 1
        held.assert_quiet()
