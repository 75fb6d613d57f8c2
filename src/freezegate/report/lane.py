"""The property lane as the page shows it: who covers each touched function, what was dropped."""

import msgspec

from freezegate.model.lane import LaneReport, LaneState, holding


class Touched(msgspec.Struct, frozen=True, kw_only=True):
    """A touched function and the counting properties that execute it."""

    function: str
    covered_by: tuple[str, ...]
    abandoned: bool


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """A property that bears on nothing, and why."""

    prop: str
    why: str


class Lane(msgspec.Struct, frozen=True, kw_only=True):
    """The property lane: its state, every touched function, and what else it found."""

    state: LaneState
    generation: str
    touched: tuple[Touched, ...]
    dropped: tuple[Dropped, ...]
    lists: tuple[tuple[str, tuple[str, ...]], ...]


def lane_view(report: LaneReport) -> Lane:
    """Say who covers each touched function."""
    covering = holding(report.properties, report.candidates)
    touched = report.touched
    return Lane(
        state=report.state,
        generation=report.generation,
        touched=tuple(
            Touched(
                function=function,
                covered_by=tuple(prop.id for prop in covering if function in prop.executes),
                abandoned=function in report.abandoned,
            )
            for function in touched.functions
        ),
        dropped=tuple(
            Dropped(prop=prop.id, why=prop.why) for prop in report.properties if not prop.counts
        ),
        lists=tuple(
            (title, held)
            for title, held in (
                ("changed files that are unaccounted for", touched.unaccounted),
                ("sensitive changes, which get no window", report.sensitive),
                ("removed by the patch", touched.removed),
                ("executed on the parent and on the patch no longer", _gone(report)),
                ("declared data that changed", touched.data),
            )
            if held
        ),
    )


def _gone(report: LaneReport) -> tuple[str, ...]:
    """Give what is abandoned and is no touched function of the patch's."""
    return tuple(name for name in report.abandoned if name not in report.touched.functions)
