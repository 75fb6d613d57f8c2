"""Trees written out and made ready: the parent's, the composed one, the patch's own."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from freezegate.app.bench import Stand
from freezegate.app.case import Case
from freezegate.app.commit import Commit
from freezegate.app.measure import Station
from freezegate.app.rows import Seen
from freezegate.model.contract import Contract, Property, Side
from freezegate.model.ids import TestId
from freezegate.model.run import Measured
from freezegate.model.tree import Entry
from freezegate.shell.trees import listing_digest
from freezegate.source.pytest_config import plugin_off
from freezegate.source.site import Sites


class Stands(msgspec.Struct, frozen=True, kw_only=True):
    """Where pytest is started; `own` is `None` where the patch's own tree is the composed one."""

    parent: Stand
    composed: Stand
    own: Stand | None


class Sources(Mapping[str, bytes]):
    """The files of a listing, read when they are asked for."""

    def __init__(self, listing: Mapping[str, Entry], read: Callable[[str], bytes]) -> None:
        """Read blobs of `listing` by `read`."""
        self._listing = listing
        self._read = read

    def __getitem__(self, path: str) -> bytes:
        """Read one file."""
        return self._read(self._listing[path].blob)

    def __iter__(self) -> Iterator[str]:
        """Give the paths."""
        return iter(self._listing)

    def __len__(self) -> int:
        """Count the files."""
        return len(self._listing)


def plugins_of(case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the installed pytest plugins that are loaded, and those that are switched off."""
    on: list[str] = []
    off: list[str] = []
    for name, module, _ in case.interpreter.plugins:
        (off if plugin_off(name, module) else on).append(name)
    return tuple(dict.fromkeys(on)), tuple(dict.fromkeys(off))


def stands_of(case: Case, paths: Callable[[Mapping[str, Entry]], tuple[str, ...]]) -> Stands:
    """Write the trees, run `prepare` in each, and say how pytest is started there.

    Args:
        case: the case.
        paths: which files and folders to collect of a listing; none means the configuration's.
    """
    parent = _stand(case, "a", Side.PARENT, case.parent.listing, case.parent, paths)
    composed = _stand(case, "b", Side.PATCH, case.composed.listing, case.parent, paths)
    own = None
    if case.composed.listing != case.patch.listing or case.parent.found != case.patch.found:
        own = _stand(case, "c", Side.PATCH, case.patch.listing, case.patch, paths)
    return Stands(parent=parent, composed=composed, own=own)


def parent_stand(case: Case) -> Stand:
    """Write the parent's tree alone, to collect all of it."""
    return _stand(case, "a", Side.PARENT, case.parent.listing, case.parent, lambda _: ())


def patch_stand(case: Case) -> Stand:
    """Write the patch's own tree alone, to collect all of it under its own configuration."""
    return _stand(case, "c", Side.PATCH, case.patch.listing, case.patch, lambda _: ())


def _stand(  # noqa: PLR0913, PLR0917 - each fact once
    case: Case,
    label: str,
    side: Side,
    listing: Mapping[str, Entry],
    tests: Commit,
    paths: Callable[[Mapping[str, Entry]], tuple[str, ...]],
) -> Stand:
    """Write one tree; `tests` is the commit whose tests and configuration run in it."""
    master = case.workshop.write(label, listing)
    if case.config.prepare:
        case.workshop.prepare(
            master,
            case.config.prepare,
            python=case.interpreter.executable,
            keep=case.config.environment,
            timeout_s=case.config.prepare_limit_s,
        )
    plugins, _ = plugins_of(case)
    served = case.parent.layout.served if side is Side.PARENT else case.served
    return Stand(
        side=side,
        master=master,
        root=case.root,
        config=tests.found,
        served=dict(served),
        test_folders=tests.layout.test_roots,
        plugins=plugins,
        paths=paths(listing),
        label=label,
    )


def with_tests(stand: Stand, tests: Iterable[TestId], order: tuple[TestId, ...]) -> Stand:
    """Give a stand the ids that it runs, and by them the files that it collects."""
    select = tuple(dict.fromkeys((*tests, *order)))
    files = tuple(dict.fromkeys(name.split("::", 1)[0] for name in select))
    return msgspec.structs.replace(stand, select=select, paths=files, order=order)


def stations_of(
    case: Case, stands: Stands, contract: Contract, own: tuple[Property, ...]
) -> tuple[Station, Station]:
    """Make both sides ready to run under the contract.

    Args:
        case: the case.
        stands: where pytest is started.
        contract: the contract, with its run hashes.
        own: all properties of the patch as measured on its own tree.
    """
    tests = tuple(prop.test_id for prop in contract.selected)
    parent = Station(
        side=Side.PARENT,
        stand=with_tests(stands.parent, tests, contract.order),
        seen=_seen(case, case.parent, case.parent.listing, contract, contract.selected),
        measured=_measured(contract.selected),
        environment=case.interpreter.environment,
    )
    shared = {prop.id: prop for prop in contract.properties}
    measured = tuple(prop for prop in own if prop.id in shared)
    patch = Station(
        side=Side.PATCH,
        # The composed tree has the parent's tests: the same list, so that a seed gives one order.
        stand=with_tests(stands.composed, tests, contract.order),
        seen=_seen(case, case.parent, case.composed.listing, contract, contract.selected),
        measured=_measured(measured),
        environment=case.interpreter.environment,
    )
    return parent, _with_own(case, stands, contract, patch)


def _with_own(case: Case, stands: Stands, contract: Contract, patch: Station) -> Station:
    """Add the pass of the patch's own tests, where anything is routed there."""
    props = tuple(routed.patch for routed in contract.own if routed.patch is not None)
    if not props:
        return patch
    stand = stands.own or stands.composed
    own = with_tests(stand, (prop.test_id for prop in props), contract.order)
    return msgspec.structs.replace(
        patch,
        own=msgspec.structs.replace(own, label="own"),
        own_seen=_seen(case, case.patch, case.patch.listing, contract, props),
        own_tree=listing_digest(case.patch.listing),
    )


def _seen(
    case: Case,
    tests: Commit,
    listing: Mapping[str, Entry],
    contract: Contract,
    props: tuple[Property, ...],
) -> Seen:
    """How rows from a tree are read: by sources that never were in its reach."""
    side = Side.PARENT if listing is case.parent.listing else Side.PATCH
    return Seen(
        run=contract.run_hash(side),
        properties={prop.test_id: prop.id for prop in props},
        sites=Sites(Sources(listing, case.read_blob)),
        is_test=tests.layout.is_test,
    )


def _measured(props: tuple[Property, ...]) -> tuple[Measured, ...]:
    """State hashes as they were measured."""
    return tuple(
        Measured(
            id=prop.id,
            spec_hash=prop.spec_hash,
            fixture_closure_hash=prop.fixture_closure_hash,
        )
        for prop in props
    )
