"""The evidence whose reports are kept under `tests/golden/`, byte for byte.

After a change that is meant, write the files anew from the root of the repository, and read what
changed before it is committed:

    python -m tests.unit.report.golden
"""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from freezegate.model.contract import Notice, OnReview, Route, Side
from freezegate.model.evidence import Evidence
from freezegate.model.ids import Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Cause, Site
from freezegate.model.verdict import Counts, Flag
from freezegate.report import FORMATS
from tests.unit.report.samples import Drawn, Extra, evidence, ticket, witness

FOLDER = Path(__file__).parents[2] / "golden" / "report"

TOTAL = "tests/test_orders.py::test_total_is_never_negative"
ROUNDING = "tests/test_orders.py::test_rounding[EUR-0.005]"
CACHE = "tests/test_cache.py::TestEviction::test_oldest_goes_first"


def site(name: str, letter: str, line: int, statement: str, message: str = "") -> Site:
    """Say where a letter of a sample failed."""
    return Site(
        witness=witness(name, letter),
        place=f"orders/total.py:{line}",
        statement=statement,
        message=message,
    )


def accept() -> Evidence:
    """Forty properties, all green, and a failure that the patch clears."""
    green = tuple(
        Drawn(name=f"tests/test_tax.py::test_rate[{number}]", parent="." * 12, patch="." * 12)
        for number in range(40)
    )
    cleared = Drawn(
        name=CACHE,
        parent="..A...A.....",
        patch="............",
        reason=Reason.PARENT_FAIL_CLEARED,
        counts=Counts(both_pass=10, parent_only=2, patch_only=0, both_fail=0),
    )
    sites = (site(CACHE, "A", 40, "assert cache.keys() == kept", "assert ['b'] == ['a']"),)
    return evidence((*green, cleared), Extra(sites={Side.PARENT: sites}))


def regression() -> Evidence:
    """One property that the patch breaks at four seeds beside one that it leaves alone."""
    broken = Drawn(
        name=TOTAL,
        parent="............",
        patch="..A..AB.A...",
        reason=Reason.REGRESSION,
        counts=Counts(both_pass=8, parent_only=0, patch_only=4, both_fail=0),
        note="the parent is green at every seed, the patch red at 4 of 12",
    )
    sites = (
        site(TOTAL, "A", 14, "assert total >= 0", "assert -3 >= 0"),
        site(TOTAL, "B", 9, "return prices[sku]", "KeyError"),
    )
    kept = Drawn(name=ROUNDING, parent="............", patch="............")
    return evidence((kept, broken), Extra(sites={Side.PATCH: sites}))


def shared() -> Evidence:
    """A flake that both sides share, with its ticket."""
    counts = Counts(both_pass=38, parent_only=2, patch_only=1, both_fail=3)
    flake = Drawn(
        name=CACHE,
        parent="A....A..A...",
        patch="A....A..AA..",
        parent_extension="....A...........A...............",
        patch_extension="................................",
        reason=Reason.SHARED_VARIANT_FAIL,
        counts=counts,
        note="the patch is red at 1 seed where the parent is green",
    )
    held = ticket(
        CACHE, "A", counts, why="no control explains the failure (unknown)", note=flake.note
    )
    sides = {
        Side.PARENT: (site(CACHE, "A", 40, "assert cache.keys() == kept"),),
        Side.PATCH: (site(CACHE, "A", 44, "assert cache.keys() == kept"),),
    }
    extra = Extra(sites=sides, tickets=(held,), ticket_ids=("5f0c9a1b2d3e",))
    kept = Drawn(name=TOTAL, parent="............", patch="............")
    return evidence((flake, kept), extra)


def worsened() -> Evidence:
    """A shared flake that the patch makes worse."""
    flake = Drawn(
        name=CACHE,
        parent="A.....A.....",
        patch="A.AA.AAAAA.A",
        parent_extension="..A.........A.......A...........",
        patch_extension="AAAA.AAAAAAAAAA.AAAAAAAAAAA.AAAA",
        reason=Reason.WORSENED,
        counts=Counts(both_pass=7, parent_only=0, patch_only=32, both_fail=5),
        note="red at 37 of 44 seeds on the patch and at 5 of 44 on the parent",
    )
    both = (site(CACHE, "A", 40, "assert cache.keys() == kept", "assert ['b'] == ['a']"),)
    return evidence((flake,), Extra(sites={Side.PARENT: both, Side.PATCH: both}))


def mismatch() -> Evidence:
    """Both sides fail, each in its own way."""
    mixed = Drawn(
        name=TOTAL,
        parent="A..A..A.....",
        patch="A..B..B.....",
        reason=Reason.WITNESS_MISMATCH,
        counts=Counts(both_pass=9, parent_only=0, patch_only=0, both_fail=3),
    )
    both = site(TOTAL, "A", 14, "assert total >= 0", "assert -3 >= 0")
    new = site(TOTAL, "B", 9, "return prices[sku]", "KeyError")
    return evidence((mixed,), Extra(sites={Side.PARENT: (both,), Side.PATCH: (both, new)}))


def flagged() -> Evidence:
    """An accept that asks for spec review, with a property on every route."""
    review = (Flag.SPEC_REVIEW,)
    dots = "." * 12
    drawn = (
        Drawn(name=TOTAL, parent=dots, patch=dots),
        Drawn(name="tests/test_vat.py::test_new", own=dots, route=Route.ADDED),
        Drawn(name=ROUNDING, parent="A.A.........", own=dots, route=Route.REWRITTEN),
        Drawn(name=CACHE, parent=dots, own=dots, route=Route.FIXTURES_CHANGED),
        Drawn(name="tests/test_old.py::test_gone", parent=dots, route=Route.REMOVED),
    )
    reasons = (
        (Reason.BOTH_PASS, ()),
        (Reason.ADDED_PASS, ()),
        (Reason.REWRITTEN_PASS, review),
        (Reason.FIXTURES_CHANGED_PASS, review),
        (Reason.REMOVED_GREEN, review),
    )
    judged = tuple(
        msgspec.structs.replace(one, reason=reason, flags=flags)
        for one, (reason, flags) in zip(drawn, reasons, strict=True)
    )
    notice = Notice(text="the patch edits tests/conftest.py", spec_review=True)
    return evidence(judged, Extra(notices=(notice,), on_review=OnReview.STOP))


def incomplete() -> Evidence:
    """The patch cannot be imported at two seeds, and dies in one property at a third."""
    whole = tuple(
        Cause(prop="", seed=Seed(seed), text="ImportError: cannot import name 'vat' from 'tax'")
        for seed in (29, 47)
    )
    died = Cause(prop=TOTAL, seed=Seed(83), text="killed by signal 11 (SIGSEGV)")
    lost = Drawn(
        name=TOTAL,
        parent="............",
        patch=".--.-.......",
        reason=Reason.MISSING_SEED,
        note="seeds 29, 47, 83 have no row on the patch",
    )
    skipped = Drawn(
        name=ROUNDING,
        parent="s" * 12,
        patch="s--sssssssss",
        reason=Reason.MISSING_SEED,
    )
    return evidence((lost, skipped), Extra(causes={Side.PATCH: (*whole, died)}))


SAMPLES: Mapping[str, Evidence] = {
    sample.__name__: sample()
    for sample in (accept, regression, shared, worsened, mismatch, flagged, incomplete)
}

NEXT_STEPS: Mapping[str, Mapping[str, str]] = {
    "regression": {
        TOTAL: f"{Reason.REGRESSION.advice} Red at some seeds only: --seeds 44 would tell more.",
    },
}


def _bare(page: str) -> str:
    """Leave out what is the same in every page: its style, its script and their digests."""
    page = re.sub(r"<(style|script)>.*?</\1>", r"<\1></\1>", page, flags=re.DOTALL)
    return re.sub(r"'sha256-[A-Za-z0-9+/=]+'", "'sha256-'", page)


def reports() -> dict[str, str]:
    """Render every sample in every format, by the name of its file."""
    return {
        f"{name}.{form}": _bare(reporter.render(sample, next_steps=NEXT_STEPS.get(name, {})))
        for name, sample in SAMPLES.items()
        for form, reporter in FORMATS.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file_name, text in reports().items():
        (FOLDER / file_name).write_bytes(text.encode())
