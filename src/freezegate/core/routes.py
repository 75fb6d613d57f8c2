"""Which properties the contract judges, and the route of every other one (DESIGN.md section 4)."""

from collections.abc import Mapping

import msgspec

from freezegate.model.contract import Property, Route, Routed
from freezegate.model.ids import PropertyId, TestId


class Waived(msgspec.Struct, frozen=True, kw_only=True):
    """What the patch adds with one of its tests that would mute it."""

    waivers: tuple[str, ...] = ()
    mutes: bool = False


class Routes(msgspec.Struct, frozen=True, kw_only=True):
    """The contract's set, and what stands beside it."""

    properties: tuple[Property, ...]
    routed: tuple[Routed, ...]


def routes(
    parent: Mapping[PropertyId, Property],
    own: Mapping[PropertyId, Property],
    composed: frozenset[TestId],
    waived: Mapping[PropertyId, Waived],
) -> Routes:
    """Split all properties of both commits by what the patch does to them.

    Args:
        parent: the parent's properties, measured on its own tree, in the order of collection.
        own: the patch's, measured on its own, uncomposed tree.
        composed: the test ids that the composed tree collects.
        waived: the waiver channels that the patch adds, by property.
    """
    judged = tuple(
        prop for name, prop in parent.items() if _is_judged(prop, own.get(name), composed)
    )
    taken = {prop.id for prop in judged}
    routed = tuple(
        _routed(name, parent.get(name), own.get(name), composed, waived.get(name, Waived()))
        for name in dict.fromkeys((*parent, *own))
        if name not in taken
    )
    return Routes(properties=judged, routed=routed)


def _is_judged(parent: Property, own: Property | None, composed: frozenset[TestId]) -> bool:
    """Both commits have it with the same spec and closure, and the composed tree collects it."""
    return (
        own is not None
        and own.test_id == parent.test_id
        and own.spec_hash == parent.spec_hash
        and own.fixture_closure_hash == parent.fixture_closure_hash
        and parent.test_id in composed
    )


def _route(parent: Property | None, own: Property | None, *, uncollected: bool) -> Route:
    """Name the route of a property that is not judged."""
    if parent is None:
        return Route.ADDED
    if own is None:
        return Route.REMOVED
    same_spec = own.spec_hash == parent.spec_hash and own.test_id == parent.test_id
    same_closure = own.fixture_closure_hash == parent.fixture_closure_hash
    if same_spec and not same_closure and not uncollected:
        return Route.FIXTURES_CHANGED
    return Route.REWRITTEN


def _routed(
    name: PropertyId,
    parent: Property | None,
    own: Property | None,
    composed: frozenset[TestId],
    waived: Waived,
) -> Routed:
    """Put a property beside the contract; what the composed tree alone cannot collect is told."""
    uncollected = parent is not None and own is not None and parent.test_id not in composed
    return Routed(
        id=name,
        route=_route(parent, own, uncollected=uncollected),
        parent=parent,
        patch=own,
        waivers=waived.waivers,
        mutes=waived.mutes,
        composed=uncollected,
    )
