import msgspec
import pytest

from freezegate.model.contract import Route, Routed, Side
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Cause
from freezegate.model.verdict import Finding, Flag
from tests.cases import contract, evidence, found, routed

REVIEW, HUMAN = Flag.SPEC_REVIEW, Flag.HUMAN_REQUIRED


def judge(beside: Routed, parent: str, own: str) -> Finding:
    of = contract(length=2, beside=(beside,))
    before = evidence(of, Side.PARENT, {"r": parent} if parent else {})
    after = evidence(of, Side.PATCH, {}, own={"r": own} if own else {})
    return found(of, before, after, "r")


@pytest.mark.parametrize(
    ("beside", "parent", "own", "flags"),
    [
        (routed("r", Route.ADDED), "", "..", ()),
        (routed("r", Route.ADDED, waivers=("flaky",)), "", "..", (REVIEW,)),
        (routed("r", Route.REWRITTEN), "..", "..", (REVIEW,)),
        (routed("r", Route.REWRITTEN, composed=True), "..", "..", (REVIEW, HUMAN)),
        (routed("r", Route.FIXTURES_CHANGED), "..", "..", (REVIEW,)),
        (routed("r", Route.REMOVED), "..", "", (REVIEW,)),
        (routed("r", Route.REWRITTEN), "ss", "ss", (REVIEW,)),
    ],
)
def test_flags_of_the_routes(
    beside: Routed, parent: str, own: str, flags: tuple[Flag, ...]
) -> None:
    assert judge(beside, parent, own).flags == flags


@pytest.mark.parametrize(
    ("beside", "parent", "own", "note"),
    [
        (routed("r", Route.ADDED), "", "..", ""),
        (
            routed("r", Route.ADDED, waivers=("flaky", "rerun option")),
            "",
            "..",
            "the patch adds flaky, rerun option",
        ),
        (routed("r", Route.ADDED), "", ".-", "the patch's own pass has no row at seed 2"),
        (routed("r", Route.REMOVED), "--", "", "the parent has no row at seeds 1, 2"),
    ],
)
def test_notes_of_the_routes(beside: Routed, parent: str, own: str, note: str) -> None:
    assert judge(beside, parent, own).note == note


def test_a_gap_in_the_own_pass_names_that_passs_cause() -> None:
    of = contract(length=1, beside=(routed("r", Route.ADDED),))
    parent = evidence(of, Side.PARENT, {})
    patch = evidence(of, Side.PATCH, {}, own={"r": "-"})
    assert patch.own_run is not None
    cause = Cause(prop="r", seed=Seed(1), text="the process exited 2")
    own_run = msgspec.structs.replace(patch.own_run, causes=(cause,))
    finding = found(of, parent, msgspec.structs.replace(patch, own_run=own_run), "r")
    assert (finding.reason, finding.note) == (
        Reason.MISSING_SEED,
        "the patch's own pass has no row at seed 1, the process exited 2",
    )


def test_rows_of_a_routed_property_on_the_composed_tree_decide_nothing() -> None:
    of = contract(length=1, beside=(routed("r", Route.REWRITTEN),))
    parent = evidence(of, Side.PARENT, {"r": "."})
    patch = evidence(of, Side.PATCH, {"r": "A"}, own={"r": "."})
    assert found(of, parent, patch, "r").reason is Reason.REWRITTEN_PASS


@pytest.mark.parametrize(
    ("route", "parent", "own", "reason"),
    [
        (Route.ADDED, "", "..", Reason.NOT_REPRODUCED),
        (Route.REWRITTEN, "..", "..", Reason.NOT_REPRODUCED),
        (Route.FIXTURES_CHANGED, "A.", "..", Reason.NOT_REPRODUCED),
        (Route.ADDED, "", ".A", Reason.ADDED_FAIL),
        (Route.REMOVED, "..", "", Reason.REMOVED_GREEN),
    ],
)
def test_what_ci_had_red_is_not_accepted_for_being_green_here(
    route: Route, parent: str, own: str, reason: Reason
) -> None:
    of = msgspec.structs.replace(
        contract(length=2, beside=(routed("r", route),)), disputed=(PropertyId("r"),)
    )
    before = evidence(of, Side.PARENT, {"r": parent} if parent else {})
    after = evidence(of, Side.PATCH, {}, own={"r": own} if own else {})
    assert found(of, before, after, "r").reason is reason


@pytest.mark.parametrize(
    ("route", "parent", "composed", "flags", "note"),
    [
        (Route.REWRITTEN, "..", ".A", (REVIEW, HUMAN), "at seed 2"),
        (Route.FIXTURES_CHANGED, "..", "AA", (REVIEW, HUMAN), "at seeds 1, 2"),
        (Route.REMOVED, "..", "A.", (REVIEW, HUMAN), "at seed 1"),
        (Route.REWRITTEN, "..", "..", (REVIEW,), ""),
        (Route.REWRITTEN, "..", "--", (REVIEW,), ""),
        (Route.REWRITTEN, "A.", "AA", (REVIEW,), ""),
        (Route.REWRITTEN, "ss", "AA", (REVIEW,), ""),
    ],
)
def test_a_person_is_asked_when_the_parents_version_fails_on_the_patch(
    route: Route, parent: str, composed: str, flags: tuple[Flag, ...], note: str
) -> None:
    of = contract(length=2, beside=(routed("r", route),))
    before = evidence(of, Side.PARENT, {"r": parent})
    own = {} if route is Route.REMOVED else {"r": "ss" if parent == "ss" else ".."}
    after = evidence(of, Side.PATCH, {"r": composed}, own=own)
    finding = found(of, before, after, "r")
    assert finding.flags == flags
    told = "as the parent has it, it fails on the patch"
    assert (told in finding.note) is bool(note)
    assert note in finding.note
