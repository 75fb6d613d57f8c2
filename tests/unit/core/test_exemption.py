"""The exemption gate: the text's review table, its function, and every condition of the design."""

from datetime import timedelta

import pytest

from freezegate.core.exemption import Facts, admit
from freezegate.model.failure import Changed, Exemption
from freezegate.model.ids import TestId
from freezegate.model.lane import LaneState, TouchedSet
from freezegate.model.reason import Decision, Exit, Reason
from tests.exemptions import (
    BLIP,
    CLOCK,
    DRIFTED,
    FROZEN,
    INPUT,
    NOW,
    ORDER,
    PIN,
    UNINJECTED,
    asked,
    controls,
    facts,
    lane,
    prop,
    replayed,
    reruns,
    touched,
)

GREEN, RED = LaneState.GREEN, LaneState.RED
DAY = timedelta(days=1)
#: The frozen test as a property of the lane.
OWN = prop("stable_keys", test_id=FROZEN)


def reasons(of: Exemption, given: Facts) -> list[Reason]:
    return [finding.reason for finding in admit(of, given, NOW).findings]


def notes(of: Exemption, given: Facts) -> str:
    return "\n".join(finding.note for finding in admit(of, given, NOW).findings)


@pytest.mark.parametrize(
    ("state", "failure_class", "runs", "generation", "reason"),
    [
        # lane, class, what is on record, pin of this run: the text's review table, row by row.
        (GREEN, "order_dependent", ORDER, PIN, Reason.FREEZE_ALLOWED),
        (GREEN, "counterexample", INPUT, PIN, Reason.COUNTEREXAMPLE_FOUND),
        (GREEN, "unknown", (replayed(0),), PIN, Reason.CLASS_NOT_FREEZABLE),
        (RED, "clock_bound", CLOCK, PIN, Reason.LANE_NOT_GREEN),
        (GREEN, "resource_blip", BLIP, DRIFTED, Reason.PIN_DRIFTED),
        (GREEN, "clock_bound", UNINJECTED, PIN, Reason.CLASS_NOT_FREEZABLE),
        # The other rows that allow.
        (GREEN, "clock_bound", CLOCK, PIN, Reason.FREEZE_ALLOWED),
        (GREEN, "resource_blip", BLIP, PIN, Reason.FREEZE_ALLOWED),
    ],
)
def test_the_review_table_of_the_text(
    state: LaneState, failure_class: str, runs: tuple[object, ...], generation: str, reason: Reason
) -> None:
    given = facts(*runs, lane=lane(state=state), generation=generation)  # type: ignore[arg-type] # a column
    assert admit(asked(failure_class), given, NOW).worst is reason


@pytest.mark.parametrize(
    ("of", "reason"),
    [
        # Every deny of the text's function, in its order.
        (asked("counterexample"), Reason.COUNTEREXAMPLE_FOUND),
        (asked(""), Reason.CLASS_NOT_IN_SET),
        (asked("flaky"), Reason.CLASS_NOT_IN_SET),
        (asked("unknown"), Reason.CLASS_NOT_FREEZABLE),
        (asked(lane_green=False), Reason.LANE_NOT_GREEN),
        (asked(generation=DRIFTED), Reason.PIN_DRIFTED),
        (asked(pin=DRIFTED), Reason.PIN_DRIFTED),
        (asked(expires_at=None, zoneless="witness.json:7: no zone"), Reason.EXPIRY_WITHOUT_ZONE),
        (asked(expires_at=NOW), Reason.WINDOW_CLOSED),
        (asked(expires_at=NOW - DAY), Reason.WINDOW_CLOSED),
        (asked(), Reason.FREEZE_ALLOWED),
    ],
)
def test_the_function_of_the_text(of: Exemption, reason: Reason) -> None:
    assert reason in reasons(of, facts())
    assert admit(of, facts(), NOW).worst.decision is (
        Decision.ACCEPT if reason is Reason.FREEZE_ALLOWED else Decision.REJECT
    )


@pytest.mark.parametrize(
    ("of", "given", "reason"),
    [
        # One condition unmet, and nothing else found.
        (asked("counterexample"), facts(*INPUT), Reason.COUNTEREXAMPLE_FOUND),
        (asked(), facts(*ORDER, *INPUT), Reason.COUNTEREXAMPLE_FOUND),
        (asked(), facts(closed=("its input is in the pack",)), Reason.CLOSED_BY_PACK),
        (asked("unknown"), facts(), Reason.CLASS_NOT_FREEZABLE),
        (asked("clock_bound"), facts(), Reason.CLASS_NOT_FREEZABLE),  # another class was found
        (asked(), facts(*CLOCK), Reason.CLASS_NOT_FREEZABLE),
        (asked(), facts(lane=lane(sensitive=("delete_user",))), Reason.SENSITIVE_CHANGE),
        (asked(), facts(incident=True), Reason.INCIDENT_OPEN),
        (asked(), facts(lane=lane(state=LaneState.INCOMPLETE)), Reason.LANE_NOT_GREEN),
        (asked(), facts(lane=lane(prop(fails=1))), Reason.LANE_NOT_GREEN),
        (asked(), facts(lane=lane(prop(passes=0))), Reason.LANE_NOT_GREEN),
        (asked(), facts(lane=lane(prop(executes=()))), Reason.LANE_NOT_GREEN),
        (asked(), facts(lane=None), Reason.LANE_NOT_GREEN),
        (asked(), facts(generation=""), Reason.PIN_IMPOSSIBLE),
        (asked(), facts(lane=lane(generation="")), Reason.PIN_IMPOSSIBLE),
        (asked(), facts(generation=DRIFTED), Reason.PIN_DRIFTED),
        (asked(), facts(lane=lane(generation=DRIFTED)), Reason.PIN_DRIFTED),
        (asked(generation=DRIFTED), facts(), Reason.PIN_DRIFTED),
        (asked(pin="", generation=""), facts(), Reason.PIN_MISSING),
        (asked(pin=""), facts(), Reason.PIN_MISSING),
        (asked(missing=("companion",)), facts(), Reason.FIELD_MISSING),
        (asked(expires_at=None, zoneless="x"), facts(), Reason.EXPIRY_WITHOUT_ZONE),
        (asked(expires_at=NOW), facts(max_days=1), Reason.WINDOW_CLOSED),
        (asked(expires_at=NOW + 8 * DAY), facts(max_days=7), Reason.EXPIRY_BEYOND_CAP),
        (asked(expires_at=NOW + 8 * DAY, max_days=7), facts(), Reason.EXPIRY_BEYOND_CAP),
        (asked(expires_at=NOW + 8 * DAY, max_days=9), facts(max_days=7), Reason.EXPIRY_BEYOND_CAP),
        (asked(expires_at=NOW + 8 * DAY, max_days=7), facts(max_days=9), Reason.EXPIRY_BEYOND_CAP),
        (asked(max_days=-1), facts(max_days=9), Reason.EXPIRY_BEYOND_CAP),
        # And what is met at its edge.
        (asked(expires_at=NOW + 7 * DAY), facts(max_days=7), Reason.FREEZE_ALLOWED),
        (asked(expires_at=NOW + timedelta(microseconds=1)), facts(), Reason.FREEZE_ALLOWED),
        (asked(expires_at=NOW + 30_000 * DAY), facts(), Reason.FREEZE_ALLOWED),
        (asked(generation=""), facts(), Reason.FREEZE_ALLOWED),  # a record claims no run
        (asked(), facts(generation=None), Reason.FREEZE_ALLOWED),  # the lane's and the controls'
        (asked(), facts(lane=lane(touched=TouchedSet())), Reason.FREEZE_ALLOWED),
    ],
)
def test_each_condition_alone(of: Exemption, given: Facts, reason: Reason) -> None:
    assert reasons(of, given) == [reason]


def test_more_functions_than_can_be_listed_are_not_sampled() -> None:
    for count, answer in ((500, Reason.FREEZE_ALLOWED), (501, Reason.TOUCHED_SET_UNLISTABLE)):
        many = tuple(f"lib.py::f{n}" for n in range(count))
        given = facts(lane=lane(prop(executes=many), touched=touched(*many)))
        assert reasons(asked(), given) == [answer]


def test_a_cap_is_exact_to_the_microsecond() -> None:
    late = asked(expires_at=NOW + 7 * DAY + timedelta(microseconds=1))
    assert reasons(late, facts(max_days=7)) == [Reason.EXPIRY_BEYOND_CAP]
    assert "expires 2026-10-19T00:00:00.000001+00:00" in notes(late, facts(max_days=7))
    assert "the cap is 7 days from then" in notes(late, facts(max_days=7))


def test_controls_on_another_generation_than_the_pin_support_nothing() -> None:
    drifted = tuple(reruns(run.changed, run.red, generation=DRIFTED) for run in ORDER)
    given = facts(controls=controls(*drifted, generation=DRIFTED))
    assert reasons(asked(), given) == [Reason.PIN_DRIFTED]
    assert f"{DRIFTED} is that of the controls" in notes(asked(), given)
    given = facts(controls=controls(*drifted))
    assert reasons(asked(), given) == [Reason.CLASS_NOT_FREEZABLE]


def test_every_condition_that_is_not_met_is_told_and_the_strictest_is_the_answer() -> None:
    of = asked("counterexample", pin="", expires_at=NOW - DAY, missing=("pin",), lane_green=False)
    result = admit(of, facts(lane=None, controls=None, incident=True), NOW)
    assert [finding.reason for finding in result.findings] == [
        Reason.COUNTEREXAMPLE_FOUND,
        Reason.INCIDENT_OPEN,
        Reason.LANE_NOT_GREEN,
        Reason.PIN_MISSING,
        Reason.FIELD_MISSING,
        Reason.WINDOW_CLOSED,
    ]
    assert (result.worst, result.gate) == (Reason.COUNTEREXAMPLE_FOUND, "exemption")
    assert {finding.reason.exit for finding in result.findings} == {Exit.REJECT}


def test_no_facts_allow_nothing_whatever_the_record_claims() -> None:
    assert reasons(asked(), Facts()) == [
        Reason.CLASS_NOT_FREEZABLE,
        Reason.LANE_NOT_GREEN,
        Reason.PIN_IMPOSSIBLE,
    ]
    words = notes(asked(), Facts())
    assert "no controls are on record" in words
    assert "no report of the lane is given" in words
    assert "no generation of this run is given" in words


def test_two_empty_generations_are_no_match() -> None:
    given = Facts(lane=lane(generation=""), controls=controls(*ORDER, generation=""), generation="")
    found = reasons(asked(pin="", generation=""), given)
    assert {Reason.PIN_MISSING, Reason.PIN_IMPOSSIBLE} <= set(found)
    words = notes(asked(pin="", generation=""), given)
    assert "the pack, the lane's report, the controls: no generation" in words


def test_the_frozen_test_neither_covers_nor_colours_its_own_lane() -> None:
    alone = reasons(asked(), facts(lane=lane(OWN)))
    assert alone == [Reason.NO_REAL_PROPERTIES, Reason.LANE_NOT_GREEN]
    own = prop("stable_keys", test_id=FROZEN, executes=("lib.py::keys", "lib.py::last"))
    edited = touched("lib.py::keys", "lib.py::last")
    given = facts(lane=lane(own, prop(), touched=edited))
    assert reasons(asked(), given) == [Reason.LANE_NOT_GREEN]
    assert "no property but the frozen test's own executes lib.py::last" in notes(asked(), given)
    red = prop("stable_keys", test_id=FROZEN, fails=3)
    assert reasons(asked(), facts(lane=lane(red, prop()))) == [Reason.FREEZE_ALLOWED]


def test_other_parameters_of_the_frozen_test_are_the_frozen_test() -> None:
    of = asked(test_id=TestId(f"{FROZEN}[1]"))
    given = facts(
        lane=lane(prop("other", test_id=TestId(f"{FROZEN}[2]"))),
        controls=controls(*ORDER, test_id=TestId(f"{FROZEN}[1]")),
    )
    assert set(reasons(of, given)) == {Reason.NO_REAL_PROPERTIES, Reason.LANE_NOT_GREEN}


def test_where_nothing_is_touched_a_property_of_the_project_is_enough() -> None:
    dropped = prop(counts=False, why="it executes no touched function on any seed")
    assert reasons(asked(), facts(lane=lane(dropped, touched=touched()))) == [Reason.FREEZE_ALLOWED]
    own = prop("stable_keys", test_id=FROZEN, counts=False, why="the same")
    given = facts(lane=lane(own, touched=touched()))
    assert reasons(asked(), given) == [Reason.NO_REAL_PROPERTIES]


def test_a_property_that_does_not_count_is_none() -> None:
    given = facts(lane=lane(prop(counts=False, why="vacuous")))
    assert set(reasons(asked(), given)) == {Reason.NO_REAL_PROPERTIES, Reason.LANE_NOT_GREEN}


def test_an_input_that_the_lane_shrank_closes_its_assertion_and_those_of_its_job() -> None:
    shrunk = prop("stable_keys", test_id=FROZEN, shrunk="[0]", fails=1)
    assert reasons(asked(), facts(lane=lane(shrunk, prop()))) == [Reason.CLOSED_BY_PACK]
    param = prop("stable_keys[2]", test_id=TestId(f"{FROZEN}[2]"), shrunk="[0]")
    assert reasons(asked(), facts(lane=lane(param, prop()))) == [Reason.CLOSED_BY_PACK]
    other = prop("length", shrunk="[0]", counts=False, why="it executes nothing that is touched")
    failed = prop("stable_keys", test_id=FROZEN, fails=1)
    beside = prop("beside", test_id=TestId("tests/test_b.py::test_b"))
    given = facts(lane=lane(failed, other, beside))
    assert reasons(asked(), given) == [Reason.CLOSED_BY_PACK]
    assert "the lane shrank an input that breaks length" in notes(asked(), given)
    green = prop("stable_keys", test_id=FROZEN)
    assert reasons(asked(), facts(lane=lane(green, other, beside))) == [Reason.FREEZE_ALLOWED]


def test_controls_of_another_test_support_nothing() -> None:
    given = facts(controls=controls(*ORDER, test_id=TestId("tests/t.py::t")))
    assert reasons(asked(), given) == [Reason.CLASS_NOT_FREEZABLE]
    assert "the controls are of tests/t.py::t" in notes(asked(), given)


def test_the_words_name_what_matched_and_what_is_asked_for() -> None:
    words = notes(
        asked("flaky", missing=("pin", "expiry"), pin="", expires_at=None, test_id=""),
        facts(lane=lane(sensitive=("app.py::login", "app.py::delete")), generation=DRIFTED),
    )
    assert "the change matches app.py::login, app.py::delete" in words
    assert "witness.json:1: add pin, expiry" in words
    assert "witness.json:1: no pin" in words
    assert "'flaky' is none of order_dependent, clock_bound, resource_blip" in words
    assert "no class is none of" in notes(asked(""), facts())
    assert f"the record cites {PIN}, but {DRIFTED} is that of the pack" in notes(
        asked(), facts(generation=DRIFTED)
    )
    assert admit(asked(test_id=""), facts(), NOW).findings[0].subject == "witness"
    allowed = admit(asked(), facts(), NOW).findings[0]
    assert allowed.subject == FROZEN
    assert f"order_dependent on {PIN}: the patch shows: red under varied order" in allowed.note


def test_many_names_are_counted() -> None:
    many = tuple(f"lib.py::f{n}" for n in range(7))
    given = facts(lane=lane(touched=touched(*many)))
    assert notes(asked(), given).endswith(
        "executes lib.py::f0, lib.py::f1, lib.py::f2, lib.py::f3, lib.py::f4 and 2 more"
    )


def test_a_lucky_green_admits_nothing() -> None:
    lucky = (ORDER[0], reruns(Changed.FIXED_ORDER, 0, 1))
    assert reasons(asked(), facts(*lucky)) == [Reason.CLASS_NOT_FREEZABLE]
    assert "lacking: fixed order outlasts luck" in notes(asked(), facts(*lucky))
