"""Sentences for the notes of findings: they name the side, the seeds and the cause."""

from collections.abc import Iterable
from typing import Final

from freezegate.model.ids import Seed
from freezegate.model.run import Run

#: More seeds than these tell a reader nothing; the rows hold them all.
_SEEDS_NAMED: Final = 5
#: A run that died has one cause; more than these repeat it.
_CAUSES_NAMED: Final = 2


def seeds_in_words(seeds: tuple[Seed, ...]) -> str:
    """Name the first few seeds and say how many more there are."""
    named = ", ".join(map(str, seeds[:_SEEDS_NAMED]))
    more = f" and {len(seeds) - _SEEDS_NAMED} more" if len(seeds) > _SEEDS_NAMED else ""
    return f"{'seed' if len(seeds) == 1 else 'seeds'} {named}{more}"


def missing_in_words(gaps: Iterable[tuple[str, tuple[Seed, ...], Run | None]], prop: str) -> str:
    """Say which side lacks a row at which seeds, and why where the run facts know it.

    Args:
        gaps: for each pass its name, the seeds without a row, and its run facts if they speak of
            these seeds.
        prop: the property.
    """
    told = (
        f"{name} has no row at {seeds_in_words(seeds)}{_because(run, prop, seeds)}"
        for name, seeds, run in gaps
        if seeds
    )
    return "; ".join(told)


def site_in_words(runs: Iterable[Run], witness: str) -> str:
    """Say where a witness class arose and what was said there, if a run knows it."""
    for run in runs:
        for site in run.sites:
            if site.witness == witness:
                parts = (site.place, site.statement, site.message)
                return ": ".join(part for part in parts if part)
    return ""


def _because(run: Run | None, prop: str, seeds: tuple[Seed, ...]) -> str:
    """Give the causes that the run facts name for these seeds, each once."""
    if run is None:
        return ""
    causes = dict.fromkeys(
        cause.text for cause in run.causes if cause.prop in {"", prop} and cause.seed in seeds
    )
    return "".join(f", {text}" for text in [*causes][:_CAUSES_NAMED])
