"""What the patch does beside its properties: waiver channels, names that shadow, oracle edits."""

from collections.abc import Iterable, Mapping
from typing import Final

from freezegate.app.case import Case
from freezegate.app.collect import Collections
from freezegate.app.commit import Commit
from freezegate.core.routes import Waived
from freezegate.core.selection import property_id
from freezegate.model.claim import Item
from freezegate.model.contract import Notice, Property, Side
from freezegate.model.ids import PropertyId
from freezegate.source.capabilities import added_waivers
from freezegate.source.review import edits_oracle
from freezegate.source.waivers import Mute, Muting, Waiver, added

#: Marks that pytest reports of a test, wherever they were put on it.
_MARKS: Final = {"skip": Mute.SKIP, "xfail": Mute.XFAIL, "flaky": Mute.RERUN}


def oracle_edits_of(case: Case) -> tuple[str, ...]:
    """The places where the diff edits a comparison, a bound or a fixture."""
    changed = _changed(case)
    return edits_oracle(
        case.parent.sources(changed.__contains__), case.patch.sources(changed.__contains__)
    )


def _changed(case: Case) -> frozenset[str]:
    """The files that differ between the commits."""
    parent, patch = case.parent.listing, case.patch.listing
    return frozenset(
        path for path in parent.keys() | patch.keys() if parent.get(path) != patch.get(path)
    )


def notices_of(case: Case, collections: Collections) -> tuple[Notice, ...]:
    """What a reader must know of the patch that no property says."""
    shadowing = tuple(
        Notice(
            text=f"the patch adds the top-level name {name!r}, which is taken; it takes no part",
            human_required=True,
        )
        for name in case.shadowing
    )
    told = (*shadowing, *channels_of(case))
    if "local" not in {collections.parent.constants, collections.composed.constants}:
        return told
    paired = Notice(
        text="this Hypothesis draws constants of local modules: its inputs do not pair by seed"
    )
    return (*told, paired)


def channels_of(case: Case) -> tuple[Notice, ...]:
    """The waiver channels that the patch adds, in tests, configuration and the files of CI."""
    changed = _changed(case)
    channels = added_waivers(_contents(case.parent, changed), _contents(case.patch, changed))
    return tuple(
        Notice(
            text=f"waiver channel: {channel.path}:{channel.line}: {channel.what}: {channel.where}",
            spec_review=True,
            human_required=not channel.path.endswith(".py"),
        )
        for channel in channels
    )


def _contents(commit: Commit, paths: Iterable[str]) -> dict[str, bytes]:
    """Read those of the files that a commit has."""
    return {path: commit.read(path) for path in sorted(paths) if path in commit.listing}


def waived_of(
    case: Case, items: Iterable[Item], parent: Mapping[PropertyId, Property]
) -> dict[PropertyId, Waived]:
    """What mutes each test of the patch: all of it on an added one, else what the patch adds."""
    muting: dict[tuple[Side, str], Muting] = {}

    def of(commit: Commit, path: str) -> tuple[Waiver, ...]:
        key = commit.side, path
        if key not in muting:
            muting[key] = Muting(commit.read(path) if path in commit.listing else b"")
        return muting[key].waivers

    return {
        property_id(item): (
            _issued(item, of(case.patch, item.path))
            if property_id(item) not in parent
            else _added(item, of(case.parent, item.path), of(case.patch, item.path))
        )
        for item in items
    }


def _on(item: Item, waivers: Iterable[Waiver]) -> tuple[Waiver, ...]:
    """The waivers that stand on a test: its own, its classes', its module's."""
    return tuple(
        waiver
        for waiver in waivers
        if not waiver.scope
        or item.qualname == waiver.scope
        or item.qualname.startswith(f"{waiver.scope}.")
        or item.class_name == waiver.scope
    )


def _issued(item: Item, waivers: Iterable[Waiver]) -> Waived:
    """What mutes a test that the patch adds; a rerun is a mute, and so is a mark from elsewhere."""
    standing = _on(item, waivers)
    seen = {waiver.kind for waiver in standing}
    marks = tuple(mark for mark, kind in _MARKS.items() if mark in item.marks and kind not in seen)
    return Waived(
        waivers=(
            *(waiver.sentence for waiver in standing),
            *(f"the mark {mark} stands on {item.qualname}" for mark in marks),
        ),
        mutes=bool(marks)
        or any(waiver.always or waiver.kind is not Mute.SKIP for waiver in standing),
    )


def _added(item: Item, parent: Iterable[Waiver], patch: Iterable[Waiver]) -> Waived:
    """What the patch adds to a test of the parent's."""
    new = added(_on(item, parent), _on(item, patch))
    return Waived(
        waivers=tuple(waiver.sentence for waiver in new),
        mutes=any(waiver.mutes for waiver in new),
    )
