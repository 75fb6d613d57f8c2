import msgspec
import pytest

from freezegate.core.differential import score
from freezegate.model.contract import Contract, Route, Side
from freezegate.model.ids import CommitSha, Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Malformed, Measured, SideEvidence
from tests.cases import both, contract, digest, evidence, found, prop, routed

GREEN = {"p": "..", "q": ".."}


def of_two() -> Contract:
    return contract("p", "q", length=2)


def reasons(of: Contract, side: Side, changed: SideEvidence) -> dict[str, tuple[Reason, str]]:
    parent, patch = both(of, GREEN, GREEN)
    sides = (changed, patch) if side is Side.PARENT else (parent, changed)
    return {each.subject: (each.reason, each.note) for each in score(of, *sides).findings}


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(
    ("field", "stated", "name", "reason"),
    [
        ("run", digest("other"), "run hash", Reason.FOREIGN_RUN),
        ("commit", CommitSha("c" * 40), "commit", Reason.FOREIGN_RUN),
        ("tree", digest("other"), "tree", Reason.FOREIGN_RUN),
        ("seeds", (Seed(1),), "schedule", Reason.SCHEDULE_MISMATCH),
        ("seeds", (Seed(1), Seed(2), Seed(3)), "schedule", Reason.SCHEDULE_MISMATCH),
        ("seeds", (Seed(2), Seed(1)), "schedule", Reason.SCHEDULE_MISMATCH),
        ("seeds", (), "schedule", Reason.SCHEDULE_MISMATCH),
    ],
)
def test_the_table_of_run_facts(
    side: Side, field: str, stated: object, name: str, reason: Reason
) -> None:
    of = of_two()
    good = evidence(of, side, GREEN)
    run = msgspec.structs.replace(good.run, **{field: stated})
    told = reasons(of, side, msgspec.structs.replace(good, run=run))
    assert told["patch"] == (
        reason,
        f"the {side}'s run facts state another {name} than the contract's",
    )


def test_the_facts_of_one_side_do_not_serve_the_other() -> None:
    of = of_two()
    parent, patch = both(of, GREEN, GREEN)
    turned = score(of, patch, parent).findings
    assert {each.reason for each in turned} == {Reason.FOREIGN_RUN}
    side = msgspec.structs.replace(parent.run, side=Side.PATCH)
    told = reasons(of, Side.PARENT, msgspec.structs.replace(parent, run=side))
    assert told["patch"][1] == "the parent's run facts state another side than the contract's"


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("spec_hash", Reason.SPEC_MISMATCH),
        ("fixture_closure_hash", Reason.FIXTURE_MISMATCH),
    ],
)
def test_hashes_are_compared_as_measured(side: Side, field: str, reason: Reason) -> None:
    of = of_two()
    good = evidence(of, side, GREEN)
    first, *rest = good.run.measured
    other = msgspec.structs.replace(first, **{field: digest("other")})
    run = msgspec.structs.replace(good.run, measured=(other, *rest))
    told = reasons(of, side, msgspec.structs.replace(good, run=run))
    assert told["p"] == (reason, f"as measured on the {side}")
    assert told["q"][0] is Reason.BOTH_PASS


@pytest.mark.parametrize("side", list(Side))
def test_of_two_measurements_neither_may_differ(side: Side) -> None:
    of = of_two()
    good = evidence(of, side, GREEN)
    other = msgspec.structs.replace(good.run.measured[0], spec_hash=digest("other"))
    for measured in ((other, *good.run.measured), (*good.run.measured, other)):
        run = msgspec.structs.replace(good.run, measured=measured)
        told = reasons(of, side, msgspec.structs.replace(good, run=run))
        assert told["p"][0] is Reason.SPEC_MISMATCH


@pytest.mark.parametrize("side", list(Side))
def test_what_was_not_measured_is_incomplete(side: Side) -> None:
    of = of_two()
    good = evidence(of, side, GREEN)
    run = msgspec.structs.replace(good.run, measured=good.run.measured[1:])
    told = reasons(of, side, msgspec.structs.replace(good, run=run))
    assert told["p"] == (
        Reason.INCOMPLETE_CONTRACT,
        f"the hashes were not measured on the {side}",
    )
    assert told["q"][0] is Reason.BOTH_PASS


def test_what_stands_beside_is_measured_on_the_parent_and_compared_where_the_patch_has_it() -> None:
    of = contract("p", length=1, beside=(routed("r", Route.REWRITTEN),))
    parent = evidence(of, Side.PARENT, {"p": ".", "r": "."})
    patch = evidence(of, Side.PATCH, {"p": "."}, own={"r": "."})
    assert found(of, parent, patch, "r").reason is Reason.REWRITTEN_PASS
    bare = msgspec.structs.replace(parent.run, measured=parent.run.measured[:1])
    unmeasured = msgspec.structs.replace(parent, run=bare)
    assert found(of, unmeasured, patch, "r").reason is Reason.INCOMPLETE_CONTRACT
    for version, reason in (
        (" rewritten", Reason.REWRITTEN_PASS),
        ("", Reason.SPEC_MISMATCH),
    ):
        each = prop("r", version)
        measured = Measured(
            id=each.id,
            spec_hash=each.spec_hash,
            fixture_closure_hash=each.fixture_closure_hash,
        )
        run = msgspec.structs.replace(patch.run, measured=(*patch.run.measured, measured))
        changed = msgspec.structs.replace(patch, run=run)
        assert found(of, parent, changed, "r").reason is reason


@pytest.mark.parametrize("side", list(Side))
def test_what_is_no_claim_is_named_each_time(side: Side) -> None:
    of = of_two()
    good = evidence(of, side, GREEN)
    bad = (Malformed(seed=Seed(1), text="{"), Malformed(seed=Seed(2), text="flood"))
    changed = msgspec.structs.replace(good, run=msgspec.structs.replace(good.run, malformed=bad))
    parent, patch = both(of, GREEN, GREEN)
    sides = (changed, patch) if side is Side.PARENT else (parent, changed)
    told = [
        each.note
        for each in score(of, *sides).findings
        if (each.subject, each.reason) == ("patch", Reason.MALFORMED_ROW)
    ]
    assert told == [f"the {side} sent at seed 1: {{", f"the {side} sent at seed 2: flood"]


def test_the_patchs_own_tests_must_have_run_in_their_own_tree() -> None:
    of = contract("p", length=1, beside=(routed("r", Route.ADDED),))
    parent = evidence(of, Side.PARENT, {"p": "."})
    patch = evidence(of, Side.PATCH, {"p": "."}, own={"r": "."})
    assert patch.own_run is not None
    assert score(of, parent, patch).worst is Reason.ADDED_PASS
    absent = msgspec.structs.replace(patch, own_run=None)
    assert found(of, parent, absent, "patch").note == (
        "the patch's own tests did not run, r among them"
    )
    assert score(of, parent, absent).worst is Reason.INCOMPLETE_CONTRACT
    composed = msgspec.structs.replace(patch.own_run, tree=of.patch_tree)
    changed = msgspec.structs.replace(patch, own_run=composed)
    assert found(of, parent, changed, "patch").reason is Reason.FOREIGN_RUN
    short = msgspec.structs.replace(patch.own_run, seeds=())
    changed = msgspec.structs.replace(patch, own_run=short)
    assert found(of, parent, changed, "patch").reason is Reason.SCHEDULE_MISMATCH


def test_no_own_pass_is_asked_for_where_nothing_is_routed_there() -> None:
    of = contract("p", length=1, beside=(routed("r", Route.REMOVED),))
    parent = evidence(of, Side.PARENT, {"p": ".", "r": "."})
    patch = evidence(of, Side.PATCH, {"p": "."})
    assert patch.own_run is None
    assert score(of, parent, patch).worst is Reason.REMOVED_GREEN
