"""Worse is not shared (DESIGN.md section 4): both sides ran the same seeds, so seeds make pairs.

A would-be ticket that is red somewhere on the patch alone is asked more: first the extension, then,
for each pair that is green on the parent and red on the patch, whole-seed reruns of both.
"""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from freezegate.core.case import Case, case_of, counts_of, sides_of
from freezegate.core.cells import Cells
from freezegate.core.checks import evidence_findings
from freezegate.core.confirm import Standing, standing
from freezegate.core.draws import drew_alike
from freezegate.core.exact import ALPHA, fisher_test, sign_test
from freezegate.core.notes import missing_in_words, seeds_in_words
from freezegate.core.shared import unlike
from freezegate.model.contract import Contract
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.row import Row, Status
from freezegate.model.run import SideEvidence
from freezegate.model.verdict import Counts, Finding


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Both rows of one seed."""

    seed: Seed
    before: Row
    after: Row

    @property
    def drew_alike(self) -> bool:
        """Both had the same input, so that what differs is the patch or chance."""
        return drew_alike(self.before.draws, self.after.draws)

    @property
    def patch_only(self) -> bool:
        """Green on the parent, red on the patch."""
        return self.before.status is Status.PASS and self.after.status is Status.FAIL

    @property
    def parent_only(self) -> bool:
        """Red on the parent, green on the patch."""
        return self.before.status is Status.FAIL and self.after.status is Status.PASS


class Pairs(msgspec.Struct, frozen=True, kw_only=True):
    """A would-be ticket, its pairs of the schedule and, where they were asked for, the extension.

    `before` and `after` are its cells on the extension: without seeds where none is asked for.
    """

    case: Case
    pairs: tuple[Pair, ...]
    before: Cells
    after: Cells

    @property
    def patch_only(self) -> tuple[Seed, ...]:
        """The seeds that are red on the patch alone."""
        return tuple(pair.seed for pair in self.pairs if pair.patch_only)

    @property
    def counts(self) -> Counts:
        """All pairs by what both sides did."""
        before = tuple(pair.before for pair in self.pairs)
        return counts_of(before, tuple(pair.after for pair in self.pairs))

    def at(self, wanted: Standing) -> tuple[Seed, ...]:
        """Give the seeds to confirm that stand so; none where the contract confirms nothing."""
        if not self.case.contract.confirmations:
            return ()
        suspects = (pair.seed for pair in self.pairs if pair.patch_only and pair.drew_alike)
        return tuple(
            seed for seed in suspects if standing(self.case.sides, self.case.prop, seed) is wanted
        )


class Questions(msgspec.Struct, frozen=True, kw_only=True):
    """What must run before the evidence can be scored.

    `extend` are the properties for whose sake the extension runs, on both sides. `confirm` are the
    seeds that need their next whole rerun on both sides, each with the properties that ask. What
    left no row of any property on either side is asked again: who gets one answer twice stops, and
    the score is `incomplete_contract`.
    """

    extend: tuple[PropertyId, ...] = ()
    confirm: tuple[tuple[Seed, tuple[PropertyId, ...]], ...] = ()


def judge_pairs(case: Case) -> Finding:
    """Judge a would-be ticket by its pairs."""
    pairs = pairs_of(case)
    told = ((reason, tell(pairs)) for reason, tell in WORSE)
    shared = (Reason.SHARED_VARIANT_FAIL, _where_worse(pairs))
    reason, note = next(((reason, note) for reason, note in told if note), shared)
    return Finding(subject=case.prop, reason=reason, note=note, counts=pairs.counts)


def open_questions(contract: Contract, parent: SideEvidence, patch: SideEvidence) -> Questions:
    """Say what the pairs leave open; evidence that fails its checks is asked nothing."""
    sides = sides_of(contract, parent, patch)
    if not contract.seeds or evidence_findings(sides):
        return Questions()
    cases = (case_of(sides, prop.id) for prop in contract.properties)
    asked = [pairs_of(case) for case in cases if _is_would_be(case)]
    open_: dict[Seed, list[PropertyId]] = {}
    for pairs in asked:
        for seed in _asked_of(pairs):
            open_.setdefault(seed, []).append(pairs.case.prop)
    whole = contract.seeds + contract.extension
    return Questions(
        extend=tuple(pairs.case.prop for pairs in asked if _unextended(pairs)),
        confirm=tuple((seed, tuple(open_[seed])) for seed in whole if seed in open_),
    )


def pairs_of(case: Case) -> Pairs:
    """Pair the rows of a would-be ticket; the extension's too where it is asked for and whole."""
    pairs = _paired(case.before, case.after)
    worse = any(pair.patch_only for pair in pairs)
    seeds = case.contract.extension if worse else ()
    before = case.sides.before.extended(case.prop, seeds)
    after = case.sides.after.extended(case.prop, seeds)
    if not before.missing and not after.missing:
        pairs += _paired(before, after)
    return Pairs(case=case, pairs=pairs, before=before, after=after)


def is_worse(pairs: Iterable[Pair]) -> bool:
    """Tell whether the patch fails more often: by pairs, and by counts where some do not pair."""
    every = tuple(pairs)
    alike = [pair for pair in every if pair.drew_alike]
    more, fewer = sum(p.patch_only for p in alike), sum(p.parent_only for p in alike)
    if sign_test(more, fewer) < ALPHA:
        return True
    parent_fails = sum(pair.before.status is Status.FAIL for pair in every)
    patch_fails = sum(pair.after.status is Status.FAIL for pair in every)
    unpaired = len(alike) < len(every)
    return unpaired and fisher_test(parent_fails, patch_fails, len(every)) < ALPHA


def _paired(before: Cells, after: Cells) -> tuple[Pair, ...]:
    """Pair whole cells seed by seed."""
    cells = zip(before.seeds, before.held, after.held, strict=True)
    return tuple(Pair(seed=seed, before=b, after=a) for seed, b, a in cells)


def _is_would_be(case: Case) -> bool:
    """Tell whether only the pairs stand between a property and a ticket."""
    whole = len(case.before.held) == len(case.after.held) == len(case.contract.seeds)
    return whole and case.before.fails and case.after.fails and unlike(case) is None


def _asked_of(pairs: Pairs) -> tuple[Seed, ...]:
    """Give the seeds whose next rerun decides something that nothing else has decided."""
    first = next((tell for _, tell in WORSE if tell(pairs)), None)
    return pairs.at(Standing.OPEN) if first is _unconfirmed else ()


def _unextended(pairs: Pairs) -> str:
    """The extension is asked for and did not run."""
    sides = pairs.case.sides
    if not pairs.before.seeds or sides.before.extension or sides.after.extension:
        return ""
    return (
        f"red on the patch alone at {seeds_in_words(pairs.patch_only)}; the extension did not run"
    )


def _extension_gaps(pairs: Pairs) -> str:
    """The extension ran and some row of it is missing."""
    gaps = (
        ("the parent's extension", pairs.before.missing, None),
        ("the patch's extension", pairs.after.missing, None),
    )
    return missing_in_words(gaps, pairs.case.prop)


def _new_in_extension(pairs: Pairs) -> str:
    """The extension brings a failure of the patch that the parent shows nowhere."""
    known = pairs.case.before.witnesses | pairs.before.witnesses
    new = sorted(pairs.after.witnesses - known)
    return f"the extension shows a failure that the parent has not: {new[0]}" if new else ""


def _fails_more(pairs: Pairs) -> str:
    """The patch fails more often than chance lets it."""
    return _where_worse(pairs) if is_worse(pairs.pairs) else ""


def _confirmed(pairs: Pairs) -> str:
    """At some seed every rerun was green on the parent and red on the patch."""
    seeds = pairs.at(Standing.CONFIRMED)
    attempts = pairs.case.contract.confirmations
    return f"all {attempts} reruns of {seeds_in_words(seeds)} agree" if seeds else ""


def _confirmation_gaps(pairs: Pairs) -> str:
    """A rerun has no row on a side."""
    seeds = pairs.at(Standing.MISSING)
    return f"a rerun of {seeds_in_words(seeds)} has no row" if seeds else ""


def _unconfirmed(pairs: Pairs) -> str:
    """A rerun that decides did not run."""
    seeds = pairs.at(Standing.OPEN)
    return f"{seeds_in_words(seeds)} was not rerun as often as the contract asks" if seeds else ""


def _where_worse(pairs: Pairs) -> str:
    """Say where the patch did worse."""
    seeds = pairs.patch_only
    return f"red on the patch alone at {seeds_in_words(seeds)}" if seeds else "nowhere worse"


#: THE table of what makes a shared failure worse or leaves that open; the first that holds.
#: Each says what it found, or nothing.
WORSE: Final[tuple[tuple[Reason, Callable[[Pairs], str]], ...]] = (
    (Reason.INCOMPLETE_CONTRACT, _unextended),
    (Reason.MISSING_SEED, _extension_gaps),
    (Reason.WITNESS_MISMATCH, _new_in_extension),
    (Reason.WORSENED, _fails_more),
    (Reason.SEED_REGRESSION, _confirmed),
    (Reason.MISSING_SEED, _confirmation_gaps),
    (Reason.INCOMPLETE_CONTRACT, _unconfirmed),
)
