import msgspec

from freezegate.model.contract import Route, Side
from freezegate.model.evidence import Evidence
from freezegate.model.ids import Seed
from freezegate.model.reason import Decision, Reason
from freezegate.model.run import Cause
from freezegate.model.verdict import Flag
from freezegate.report.cards import Card, cards
from tests.unit.report.golden import CACHE, SAMPLES, TOTAL
from tests.unit.report.samples import Drawn, Extra, evidence, seeds, witness


def only(held: Evidence) -> Card:
    (card,) = cards(held, {})
    return card


def test_the_strictest_finding_stands_first_and_equals_in_the_order_of_the_contract() -> None:
    drawn = (
        Drawn(name="b", parent=".", patch="."),
        Drawn(name="red", parent=".", patch="A", reason=Reason.REGRESSION),
        Drawn(name="a", parent=".", patch="."),
    )
    assert [card.prop for card in cards(evidence(drawn, count=1), {})] == ["red", "b", "a"]


def test_both_sides_of_a_witness_class_are_told_beside_one_another() -> None:
    card = only(SAMPLES["worsened"])
    (failure,) = card.failures
    parent, patch = failure.halves
    assert failure.mark == "A"
    assert failure.witness == witness(CACHE, "A").partition("|")[2]
    assert (parent.side, patch.side) == ("parent", "patch")
    first, further = seeds(12), seeds(32, first=100_003)
    assert parent.reds == (
        f"seeds {first[0]}, {first[6]}",
        f"extension seeds {further[2]}, {further[12]}, {further[20]}",
    )
    assert patch.reds[1].startswith("extension seeds 100003, ")
    assert patch.reds[1].endswith("and 25 more")
    for half in failure.halves:
        (place,) = half.places
        assert place.statement == "assert cache.keys() == kept"


def test_a_side_that_does_not_fail_so_has_no_seed_and_no_statement() -> None:
    card = only(SAMPLES["mismatch"])
    old, new = card.failures
    assert [bool(half.reds) for half in old.halves] == [True, True]
    parent, patch = new.halves
    assert (parent.reds, parent.places) == ((), ())
    assert [place.statement for place in patch.places] == ["return prices[sku]"]


def test_red_seeds_are_counted_by_side() -> None:
    card = only(SAMPLES["worsened"])
    assert (card.red_parent, card.red_patch) == (5, 38)


def test_the_preview_is_the_first_failing_statement() -> None:
    card = cards(SAMPLES["regression"], {})[0]
    assert (card.preview_mark, card.preview) == ("A", "assert total >= 0")


def test_a_failure_without_a_place_is_told_by_its_witness_class() -> None:
    red = Drawn(name=TOTAL, parent=".", patch="A", reason=Reason.REGRESSION)
    card = only(evidence((red,), count=1))
    assert card.preview == "builtins.AssertionError|orders.total:compute:A"
    assert card.failures[0].halves[1].places == ()


def test_a_witness_class_of_one_part_is_told_whole() -> None:
    red = Drawn(name=TOTAL, parent=".", patch="A", reason=Reason.REGRESSION)
    held = evidence((red,), count=1)
    (row,) = held.patch.rows
    rows = (msgspec.structs.replace(row, witness="Timeout"),)
    side = msgspec.structs.replace(held.patch, rows=rows)
    assert only(msgspec.structs.replace(held, patch=side)).failures[0].witness == "Timeout"


def test_what_is_missing_comes_before_the_note() -> None:
    lost = Drawn(
        name=TOTAL, parent="..", patch=".-", reason=Reason.MISSING_SEED, note="a seed has no row"
    )
    cause = Cause(prop=TOTAL, seed=Seed(29), text="killed by signal 11 (SIGSEGV)")
    card = only(evidence((lost,), Extra(causes={Side.PATCH: (cause,)}), count=2))
    assert (card.preview_mark, card.preview) == ("", "killed by signal 11 (SIGSEGV)")
    assert card.gaps == ("patch, seed 29: killed by signal 11 (SIGSEGV)",)
    assert card.note == "a seed has no row"


def test_a_note_is_shown_where_nothing_failed() -> None:
    noted = Drawn(name=TOTAL, parent=".", patch=".", note="looked at")
    assert only(evidence((noted,), count=1)).preview == "looked at"


def test_nothing_unfolds_where_the_reason_says_it_all() -> None:
    plain = only(evidence((Drawn(name=TOTAL, parent=".", patch="."),), count=1))
    assert plain.preview == ""
    flagged = Drawn(name=TOTAL, parent=".", patch=".", flags=(Flag.SPEC_REVIEW,))
    assert only(evidence((flagged,), count=1)).preview == Reason.BOTH_PASS.advice
    longer = Drawn(name=TOTAL, parent=".", patch=".", patch_extension="." * 32)
    assert only(evidence((longer,), count=1)).preview == Reason.BOTH_PASS.advice


def test_the_next_step_that_was_given_is_told() -> None:
    (first, *_) = cards(SAMPLES["regression"], {TOTAL: "Run it with --seeds 44."})
    assert first.next_step == "Run it with --seeds 44."
    (first, *_) = cards(SAMPLES["regression"], {})
    assert first.next_step == Reason.REGRESSION.advice


def test_every_property_tells_its_oracle_wherever_it_stands() -> None:
    shown = cards(SAMPLES["flagged"], {})
    assert len(shown) == 5
    assert {card.oracle for card in shown} == {"total >= 0"}
    assert Route.REMOVED in {routed.route for routed in SAMPLES["flagged"].contract.routed}


def test_a_finding_about_the_patch_has_no_seeds() -> None:
    held = SAMPLES["worsened"]
    result = msgspec.structs.replace(held.verdict.results[0], prop="patch", counts=None)
    verdict = msgspec.structs.replace(held.verdict, results=(result,))
    card = only(msgspec.structs.replace(held, verdict=verdict))
    assert (card.grids, card.failures, card.oracle, card.counts_in_words) == ((), (), "", "")


def test_all_but_an_accept_ask_for_something() -> None:
    asking = {card.decision: card.asks for sample in SAMPLES.values() for card in cards(sample, {})}
    assert asking == {
        Decision.ACCEPT: False,
        Decision.PROPOSE_FREEZE: True,
        Decision.REJECT: True,
    }


def test_statements_that_moved_stand_on_their_own_side() -> None:
    card = cards(SAMPLES["shared"], {})[0]
    assert [[place.place for place in half.places] for half in card.failures[0].halves] == [
        ["orders/total.py:40"],
        ["orders/total.py:44"],
    ]
