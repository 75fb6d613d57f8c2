import pytest
from msgspec.structs import replace

from freezegate.model.contract import Contract, Property, Route, Routed, Side
from freezegate.model.ids import CommitSha, Digest, PropertyId, Seed, TestId


def test_a_property_has_ids_and_digests(prop: Property) -> None:
    with pytest.raises(ValueError, match="an id is empty"):
        replace(prop, id=PropertyId(""))
    with pytest.raises(ValueError, match="holds the character"):
        replace(prop, test_id=TestId("a\nb"))
    with pytest.raises(ValueError, match="'x' is not a digest"):
        replace(prop, spec_hash=Digest("x"))
    with pytest.raises(ValueError, match="'y' is not a digest"):
        replace(prop, fixture_closure_hash=Digest("y"))


@pytest.mark.parametrize(
    ("route", "on_parent", "on_patch"),
    [
        (Route.ADDED, False, True),
        (Route.REWRITTEN, True, True),
        (Route.FIXTURES_CHANGED, True, True),
        (Route.REMOVED, True, False),
    ],
)
def test_a_route_says_which_commits_have_the_property(
    prop: Property, route: Route, *, on_parent: bool, on_patch: bool
) -> None:
    routed = Routed(
        id=prop.id,
        route=route,
        parent=prop if on_parent else None,
        patch=prop if on_patch else None,
    )
    assert (routed.parent is not None, routed.patch is not None) == (on_parent, on_patch)
    with pytest.raises(ValueError, match="a property without a parent is added, and only that"):
        replace(routed, parent=None if on_parent else prop)
    with pytest.raises(ValueError, match="a property without a patch is removed, and only that"):
        replace(routed, patch=None if on_patch else prop)


def test_a_routed_property_has_an_id(prop: Property) -> None:
    with pytest.raises(ValueError, match="an id is empty"):
        Routed(id=PropertyId(""), route=Route.ADDED, patch=prop)


def test_a_contract_has_commits(contract: Contract) -> None:
    with pytest.raises(ValueError, match="'abc123' is not a full commit id"):
        replace(contract, parent_sha=CommitSha("abc123"))
    with pytest.raises(ValueError, match="'def456' is not a full commit id"):
        replace(contract, patch_sha=CommitSha("def456"))


@pytest.mark.parametrize(
    "field",
    [
        "spec_hash",
        "fixture_closure_hash",
        "parent_tree",
        "patch_tree",
        "patch_own_tree",
        "parent_run",
        "patch_run",
    ],
)
def test_a_contract_has_digests(contract: Contract, field: str) -> None:
    with pytest.raises(ValueError, match="'spec-9f2c' is not a digest"):
        replace(contract, **{field: Digest("spec-9f2c")})


def test_a_seed_stands_once_in_schedule_and_extension_together(contract: Contract) -> None:
    with pytest.raises(ValueError, match="a seed stands twice in the schedule: 29"):
        replace(contract, extension=(Seed(29),))


def test_a_property_stands_once_in_judged_and_routed_together(
    contract: Contract, prop: Property
) -> None:
    added = Routed(id=prop.id, route=Route.ADDED, patch=prop)
    with pytest.raises(ValueError, match=r"a property stands twice: 'prop\.total'"):
        replace(contract, routed=(added,))


def test_the_numbers_of_a_contract_are_in_range(contract: Contract) -> None:
    least = replace(contract, confirmations=0, time_limit_s=1)
    assert (least.confirmations, least.time_limit_s) == (0, 1)
    message = "confirmations are zero or more, time_limit_s one or more"
    with pytest.raises(ValueError, match=message):
        replace(contract, confirmations=-1)
    with pytest.raises(ValueError, match=message):
        replace(contract, time_limit_s=0)


def test_the_parents_list_and_the_patchs_own(contract: Contract, prop: Property) -> None:
    def named(name: str) -> Property:
        return replace(prop, id=PropertyId(name))

    added = Routed(id=PropertyId("added"), route=Route.ADDED, patch=named("added"))
    removed = Routed(id=PropertyId("removed"), route=Route.REMOVED, parent=named("removed"))
    changed = Routed(
        id=PropertyId("changed"),
        route=Route.REWRITTEN,
        parent=named("changed"),
        patch=named("changed"),
    )
    whole = replace(contract, routed=(added, removed, changed))
    assert [one.id for one in whole.selected] == ["prop.total", "removed", "changed"]
    assert [one.id for one in whole.own] == ["added", "changed"]
    listed = whole.run_spec(Side.PARENT).properties
    assert [one.id for one in listed] == ["changed", "prop.total", "removed"]


def test_a_run_spec_is_of_its_side(contract: Contract) -> None:
    parent, patch = contract.run_spec(Side.PARENT), contract.run_spec(Side.PATCH)
    assert (parent.side, parent.commit, parent.tree) == (
        Side.PARENT,
        contract.parent_sha,
        contract.parent_tree,
    )
    assert replace(parent, side=Side.PATCH, commit=patch.commit, tree=patch.tree) == patch
    assert (patch.commit, patch.tree) == (contract.patch_sha, contract.patch_tree)
    assert contract.run_hash(Side.PARENT) == contract.parent_run
    assert contract.run_hash(Side.PATCH) == contract.patch_run


def test_nothing_of_the_patch_enters_the_parents_run_spec(
    contract: Contract, prop: Property
) -> None:
    other = replace(
        contract,
        patch_sha=CommitSha("c" * 40),
        patch_tree=contract.parent_tree,
        patch_own_tree=contract.parent_tree,
        routed=(
            Routed(id=PropertyId("n"), route=Route.ADDED, patch=replace(prop, id=PropertyId("n"))),
        ),
    )
    assert other.run_spec(Side.PARENT) == contract.run_spec(Side.PARENT)
    assert other.run_spec(Side.PATCH) != contract.run_spec(Side.PATCH)
