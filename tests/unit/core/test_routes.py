import msgspec
import pytest

from freezegate.core.routes import Waived, routes
from freezegate.model.contract import Property, Route, Routed
from freezegate.model.ids import PropertyId, TestId
from tests.cases import digest, prop

P = PropertyId("p")
BASE = prop("p")
SPEC = msgspec.structs.replace(BASE, spec_hash=digest("other"))
CLOSURE = msgspec.structs.replace(BASE, fixture_closure_hash=digest("other"))
BOTH = msgspec.structs.replace(SPEC, fixture_closure_hash=digest("other"))
MOVED = msgspec.structs.replace(BASE, test_id=TestId("tests/test_new.py::test_p"))


@pytest.mark.parametrize(
    ("parent", "own", "collected", "route"),
    [
        (BASE, BASE, True, None),
        (BASE, BASE, False, Route.REWRITTEN),  # the composed tree cannot collect it
        (None, BASE, True, Route.ADDED),
        (BASE, None, True, Route.REMOVED),
        (BASE, SPEC, True, Route.REWRITTEN),
        (BASE, SPEC, False, Route.REWRITTEN),  # a rename whose tests were updated in step
        (BASE, CLOSURE, False, Route.REWRITTEN),
        (BASE, CLOSURE, True, Route.FIXTURES_CHANGED),
        (BASE, BOTH, True, Route.REWRITTEN),
        (BASE, MOVED, True, Route.REWRITTEN),
    ],
)
def test_the_table_of_what_a_patch_does_to_a_property(
    parent: Property | None,
    own: Property | None,
    collected: bool,  # noqa: FBT001 - a column
    route: Route | None,
) -> None:
    split = routes(
        {P: parent} if parent else {},
        {P: own} if own else {},
        frozenset({BASE.test_id} if collected else ()),
        {},
    )
    if route is None:
        assert (split.properties, split.routed) == ((BASE,), ())
    else:
        composed = not collected
        assert split.properties == ()
        assert split.routed == (
            Routed(id=P, route=route, parent=parent, patch=own, composed=composed),
        )


def test_waivers_come_along_and_the_order_is_the_parents_then_the_patchs() -> None:
    names = [PropertyId(name) for name in "abcd"]
    parent = {name: prop(name) for name in names[1:3]}
    own = {name: prop(name, " new") for name in (names[3], names[2], names[0])}
    waived = {names[0]: Waived(waivers=("flaky",), mutes=True)}
    split = routes(parent, own, frozenset(), waived)
    assert [each.id for each in split.routed] == ["b", "c", "d", "a"]
    assert (split.routed[-1].waivers, split.routed[-1].mutes) == (("flaky",), True)
    assert (split.routed[0].waivers, split.routed[0].mutes) == ((), False)
