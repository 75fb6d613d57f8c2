from collections.abc import Callable

import msgspec
import pytest

from freezegate.core.differential import score
from freezegate.model.contract import Contract, Route, Side
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.row import ConfirmationRow, Row
from freezegate.model.run import Muted, MuteKind, OutsideOrigin, SideEvidence
from freezegate.model.verdict import Finding
from tests.cases import both, contract, digest, evidence, found, routed, row, run

Rows = tuple[Row, ...]


def base() -> Contract:
    return contract(
        "p", "q", length=3, extension=2, confirmations=2, beside=(routed("r", Route.ADDED),)
    )


def whole(of: Contract, side: Side) -> SideEvidence:
    """Evidence with every file, and nothing wrong in it."""
    return evidence(
        of,
        side,
        {"p": "...", "q": "..."},
        extension={"p": "..", "q": ".."},
        confirmations={"p": {2: ".."}, "q": {5: "."}},
        own={"r": "..."} if side is Side.PATCH else None,
    )


def findings(of: Contract, side: Side, changed: SideEvidence) -> dict[str, Finding]:
    other = whole(of, Side.PATCH if side is Side.PARENT else Side.PARENT)
    sides = (changed, other) if side is Side.PARENT else (other, changed)
    return {each.subject: each for each in score(of, *sides).findings}


@pytest.mark.parametrize("side", list(Side))
def test_whole_evidence_has_nothing_against_it(side: Side) -> None:
    of = base()
    told = findings(of, side, whole(of, side))
    assert {subject: each.reason for subject, each in told.items()} == {
        "p": Reason.BOTH_PASS,
        "q": Reason.BOTH_PASS,
        "r": Reason.ADDED_PASS,
    }


FILES: dict[str, Callable[[SideEvidence, Rows], SideEvidence]] = {
    "rows": lambda side, more: msgspec.structs.replace(side, rows=side.rows + more),
    "extension": lambda side, more: msgspec.structs.replace(side, extension=side.extension + more),
    "confirmations": lambda side, more: msgspec.structs.replace(
        side,
        confirmations=side.confirmations
        + tuple(ConfirmationRow(attempt=1, row=each) for each in more),
    ),
}
SCHEDULED = {"rows": 3, "extension": 5, "confirmations": 5}
FOREIGN = {"rows": 4, "extension": 3, "confirmations": 6}


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", list(FILES))
def test_the_table_of_rows(side: Side, name: str) -> None:
    of = base()
    scheduled, foreign = SCHEDULED[name], FOREIGN[name]
    added = {
        Reason.UNSCHEDULED_SEED: row(of, side, "q", foreign, "."),
        Reason.DUPLICATE_ROW: row(of, side, "q", scheduled, "."),
        Reason.FOREIGN_RUN: msgspec.structs.replace(
            row(of, side, "q", scheduled, "."), run=digest("other")
        ),
        Reason.UNKNOWN_PROPERTY: row(of, side, "z", scheduled, "."),
    }
    for reason, more in added.items():
        told = findings(of, side, FILES[name](whole(of, side), (more,)))
        subject = str(more.prop)
        assert told[subject].reason is reason
        assert told[subject].note.startswith(f"the {side}'s ")
        assert told[subject].note.endswith(f", seed {more.seed}")
        assert told["p"].reason is Reason.BOTH_PASS


@pytest.mark.parametrize("cell", [".", "A"])
def test_even_an_equal_second_row_is_a_reject(cell: str) -> None:
    of = contract("p", length=2)
    parent, patch = both(of, {"p": "A."}, {"p": f"{cell}."})
    twice = msgspec.structs.replace(patch, rows=(*patch.rows, patch.rows[-1]))
    assert found(of, parent, twice, "p").reason is Reason.DUPLICATE_ROW


@pytest.mark.parametrize(
    ("order", "ordered"),
    [
        ("p1 q1 p2 q2 p3 q3", True),
        ("q1 p1 p2 q2 q3 p3", True),  # within a seed any order: the seed varies it
        ("p1 p2 q1 q2 p3 q3", False),
        ("p2 q2 p1 q1 p3 q3", False),
        ("p1 q1 p3 q3 p2 q2", False),
        ("p3 p2 p1 q1 q2 q3", False),
    ],
)
def test_rows_stand_in_the_order_of_the_schedule(
    order: str,
    ordered: bool,  # noqa: FBT001 - a column
) -> None:
    of = contract("p", "q", length=3)
    _, patch = both(of, {}, {"p": "...", "q": "..."})
    parent = msgspec.structs.replace(
        patch,
        run=run(of, Side.PARENT, {}),
        rows=tuple(row(of, Side.PARENT, at[0], int(at[1]), ".") for at in order.split()),
    )
    reasons = {each.reason for each in score(of, parent, patch).findings}
    assert (Reason.ROW_OUT_OF_ORDER not in reasons) is ordered
    assert (reasons == {Reason.BOTH_PASS}) is ordered


def test_the_extension_and_the_own_pass_stand_in_order_too() -> None:
    of = base()
    parent = whole(of, Side.PARENT)
    turned = msgspec.structs.replace(parent, extension=parent.extension[::-1])
    assert findings(of, Side.PARENT, turned)["p"].reason is Reason.ROW_OUT_OF_ORDER
    patch = whole(of, Side.PATCH)
    turned = msgspec.structs.replace(patch, own=patch.own[::-1])
    assert findings(of, Side.PATCH, turned)["r"].reason is Reason.ROW_OUT_OF_ORDER


def test_confirmations_may_stand_in_any_order_and_number_to_the_contracts() -> None:
    of = base()
    parent = whole(of, Side.PARENT)
    turned = msgspec.structs.replace(parent, confirmations=parent.confirmations[::-1])
    assert findings(of, Side.PARENT, turned)["p"].reason is Reason.BOTH_PASS
    third = ConfirmationRow(attempt=3, row=row(of, Side.PARENT, "p", 2, "."))
    more = msgspec.structs.replace(parent, confirmations=(*parent.confirmations, third))
    assert findings(of, Side.PARENT, more)["p"].reason is Reason.UNSCHEDULED_SEED


@pytest.mark.parametrize(
    ("side", "prop", "seed", "reason"),
    [
        (Side.PATCH, "r", 3, Reason.DUPLICATE_ROW),
        (Side.PATCH, "r", 4, Reason.UNSCHEDULED_SEED),
        (Side.PATCH, "p", 3, Reason.UNKNOWN_PROPERTY),
        (Side.PARENT, "r", 3, Reason.UNKNOWN_PROPERTY),  # the parent has no own pass
    ],
)
def test_own_rows_name_what_is_routed_there(
    side: Side, prop: str, seed: int, reason: Reason
) -> None:
    of = base()
    good = whole(of, side)
    changed = msgspec.structs.replace(good, own=(*good.own, row(of, side, prop, seed, ".")))
    assert findings(of, side, changed)[prop].reason is reason


def test_rows_of_what_stands_beside_the_contract_belong_where_the_parent_has_it() -> None:
    of = contract("p", length=1, beside=(routed("r", Route.REMOVED), routed("s", Route.ADDED)))
    words = {"p": ".", "r": "."}
    parent = evidence(of, Side.PARENT, words)
    patch = evidence(of, Side.PATCH, words, own={"s": "."})
    assert found(of, parent, patch, "r").reason is Reason.REMOVED_GREEN
    added = evidence(of, Side.PARENT, words | {"s": "."})
    assert found(of, added, patch, "s").reason is Reason.UNKNOWN_PROPERTY


@pytest.mark.parametrize(
    ("prop", "seed", "reason"),
    [
        ("p", 1, Reason.DUPLICATE_ROW),  # a row and a mute for one cell
        ("p", 4, Reason.UNSCHEDULED_SEED),
        ("z", 1, Reason.UNKNOWN_PROPERTY),
    ],
)
def test_a_mute_stands_in_for_one_row(prop: str, seed: int, reason: Reason) -> None:
    of = base()
    good = whole(of, Side.PATCH)
    mute = Muted(prop=PropertyId(prop), seed=Seed(seed), kind=MuteKind.SKIP, reason="")
    changed = msgspec.structs.replace(good, run=msgspec.structs.replace(good.run, muted=(mute,)))
    assert findings(of, Side.PATCH, changed)[prop].reason is reason


def test_two_mutes_for_one_cell_are_a_duplicate() -> None:
    of = contract("p", length=1)
    parent, patch = both(of, {"p": "s"}, {"p": "s"})
    twice = msgspec.structs.replace(patch.run, muted=patch.run.muted * 2)
    changed = msgspec.structs.replace(patch, run=twice)
    assert found(of, parent, changed, "p").reason is Reason.DUPLICATE_ROW


def test_a_row_of_another_run_is_no_row_of_this_contract() -> None:
    of = contract("p", length=2)
    parent, patch = both(of, {"p": "A."}, {"p": "A."})
    stale = tuple(msgspec.structs.replace(each, run=digest("old")) for each in parent.rows)
    finding = found(of, msgspec.structs.replace(parent, rows=stale), patch, "p")
    assert (finding.reason, finding.note) == (
        Reason.FOREIGN_RUN,
        "the parent's rows, seed 1",
    )


def test_of_several_findings_on_one_property_the_strictest_stands() -> None:
    of = contract("p", length=2)
    parent, patch = both(of, {"p": ".."}, {"p": ".."})
    more = (row(of, Side.PATCH, "p", 9, "."), row(of, Side.PATCH, "p", 2, "."))
    changed = msgspec.structs.replace(patch, rows=patch.rows + more)
    assert found(of, parent, changed, "p").reason is Reason.DUPLICATE_ROW
    changed = msgspec.structs.replace(patch, rows=patch.rows + more[::-1])
    assert found(of, parent, changed, "p").reason is Reason.DUPLICATE_ROW


ORIGIN = OutsideOrigin(package="orders", path="/site-packages/orders")
REMEDY = "remove that install or checkout from the interpreter's path and run again"


def wrong_trees(of: Contract, side: Side, changed: SideEvidence) -> list[str]:
    other = whole(of, Side.PATCH if side is Side.PARENT else Side.PARENT)
    sides = (changed, other) if side is Side.PARENT else (other, changed)
    return [
        each.note
        for each in score(of, *sides).findings
        if (each.subject, each.reason) == ("patch", Reason.WRONG_TREE)
    ]


@pytest.mark.parametrize("side", list(Side))
def test_code_from_outside_the_tree_voids_the_run(side: Side) -> None:
    of = base()
    good = whole(of, side)
    named = msgspec.structs.replace(
        good, run=msgspec.structs.replace(good.run, origins=(ORIGIN, ORIGIN))
    )
    told = [f"the {side} ran orders from /site-packages/orders; {REMEDY}"]
    assert wrong_trees(of, side, named) == told
    assert wrong_trees(of, side, good) == []
    both_say_so = msgspec.structs.replace(named, rows=elsewhere(named.rows))
    assert wrong_trees(of, side, both_say_so) == told


def elsewhere(rows: Rows) -> Rows:
    return tuple(msgspec.structs.replace(each, origin=ORIGIN.path) for each in rows)


def test_an_origin_counts_in_every_file_of_rows_and_in_the_own_pass() -> None:
    of = base()
    good = whole(of, Side.PATCH)
    assert good.own_run is not None
    confirmed = tuple(
        msgspec.structs.replace(each, row=elsewhere((each.row,))[0]) for each in good.confirmations
    )
    changed = (
        msgspec.structs.replace(good, rows=elsewhere(good.rows)),
        msgspec.structs.replace(good, extension=elsewhere(good.extension)),
        msgspec.structs.replace(good, own=elsewhere(good.own)),
        msgspec.structs.replace(good, confirmations=confirmed),
    )
    for each in changed:
        assert wrong_trees(of, Side.PATCH, each) == [
            f"the patch ran code from /site-packages/orders; {REMEDY}"
        ]
    own_run = msgspec.structs.replace(good.own_run, origins=(ORIGIN,))
    assert wrong_trees(of, Side.PATCH, msgspec.structs.replace(good, own_run=own_run)) == [
        f"the patch ran orders from /site-packages/orders; {REMEDY}"
    ]
