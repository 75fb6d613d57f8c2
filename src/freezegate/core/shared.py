"""Both sides fail: what makes it other than a shared, varying failure (DESIGN.md section 4)."""

from collections.abc import Callable
from typing import Final

from freezegate.core.case import Case
from freezegate.core.draws import drew_one_schedule, saw_one_example
from freezegate.core.measured import same_environment
from freezegate.core.notes import site_in_words
from freezegate.core.witness import witness_is_of_setup, witness_is_unstable
from freezegate.model.reason import Reason
from freezegate.model.row import Row
from freezegate.model.verdict import Finding

#: What a property reached that a shared outage or another process could make fail.
_UNHERMETIC: Final = ("network:", "write:")


def unlike(case: Case) -> Finding | None:
    """Give what stands against a shared, varying failure; `None` for a would-be ticket."""
    same = case.before.witnesses == case.after.witnesses
    split = case.before.splits or case.after.splits
    match same, split:
        case False, _:
            return _mismatch(case)
        case True, False:
            return _uniform(case)
        case _:
            return _refused(case)


def _mismatch(case: Case) -> Finding:
    """Two failures: say where the one that only the patch has arose."""
    new = sorted(case.after.witnesses - case.before.witnesses)
    sites = (site_in_words((case.sides.patch.run,), witness) for witness in new)
    return case.finding(Reason.WITNESS_MISMATCH, next((site for site in sites if site), ""))


def _uniform(case: Case) -> Finding:
    """Red everywhere: a stable miss, or an error in setup that is the environment's."""
    witnesses = sorted(case.before.witnesses)
    site = site_in_words((case.sides.patch.run, case.sides.parent.run), witnesses[0])
    if len(witnesses) == 1 and witness_is_of_setup(witnesses[0]):
        return case.finding(Reason.ENVIRONMENT_FAILURE, site)
    return case.finding(Reason.UNIFORM_FAIL, site)


def _refused(case: Case) -> Finding | None:
    """Give the strictest reason for which no ticket may be written."""
    told = ((reason, tell(case)) for reason, tell in REFUSALS)
    return next((case.finding(reason, note) for reason, note in told if note), None)


def _environment(case: Case) -> str:
    """Both sides ran in one environment, the contract's."""
    return "" if same_environment(case.sides) else "the environments or isolation grades differ"


def _witness(case: Case) -> str:
    """The failure reduces to a stable class."""
    unstable = sorted(filter(witness_is_unstable, case.before.witnesses))
    return f"compares an image or a snapshot: {unstable[0]}" if unstable else ""


def _schedule(case: Case) -> str:
    """The seeds of each side differ in what they drew, where Hypothesis draws."""
    sides = (("the parent", case.before.held), ("the patch", case.after.held))
    told = ((name, _one_draw(tuple(row.draws for row in rows))) for name, rows in sides)
    return ", ".join(f"{what} on {name}" for name, what in told if what)


def _one_draw(draws: tuple[str, ...]) -> str:
    """Say in which way a Hypothesis property drew the same examples on all of its seeds."""
    if not drew_one_schedule(draws):
        return ""
    if saw_one_example(draws):
        return "the simplest example alone, which every seed draws first,"
    return "one set of examples"


def _hermetic(case: Case) -> str:
    """No row of it, of whatever file, reached outside."""
    effects = {effect for row in _all_rows(case) for effect in row.effects}
    return ", ".join(sorted(effect for effect in effects if effect.startswith(_UNHERMETIC)))


def _all_rows(case: Case) -> tuple[Row, ...]:
    """All rows of the property on both sides."""
    found: list[Row] = [*case.before.held, *case.after.held]
    for side in (case.sides.before, case.sides.after):
        found += side.extended(case.prop, case.contract.extension).held
        found += (row for (prop, _, _), row in side.confirmations.items() if prop == case.prop)
    return tuple(found)


def _outage(case: Case) -> str:
    """Few enough properties fail on the parent."""
    return "more than a fifth of the contract fails on the parent" if case.sides.outage else ""


#: THE table of what stands against a ticket, strictest first. Each says what it found, or nothing.
REFUSALS: Final[tuple[tuple[Reason, Callable[[Case], str]], ...]] = (
    (Reason.ENVIRONMENT_DIFFERS, _environment),
    (Reason.UNSTABLE_WITNESS, _witness),
    (Reason.SCHEDULE_VACUOUS, _schedule),
    (Reason.NOT_HERMETIC, _hermetic),
    (Reason.MASS_FAILURE, _outage),
)
