import msgspec
import pytest

from freezegate.model.contract import Contract, Side
from freezegate.model.reason import Reason
from freezegate.model.row import ConfirmationRow
from freezegate.model.run import SideEvidence, Site
from freezegate.model.verdict import Counts
from tests.cases import (
    ENVIRONMENT,
    both,
    contract,
    digest,
    evidence,
    found,
    judged,
    row,
    with_rows,
)

SETUP = "p|ConnectionError|setup@-"
UNSTABLE = "p|AssertionError|unstable@t:f:1"


def ticket(of: Contract) -> tuple[SideEvidence, SideEvidence]:
    """Both sides of a would-be ticket."""
    return both(of, {"p": "A."}, {"p": "A."})


def with_run(side: SideEvidence, **changes: object) -> SideEvidence:
    return msgspec.structs.replace(side, run=msgspec.structs.replace(side.run, **changes))


def with_sites(side: SideEvidence, *sites: Site) -> SideEvidence:
    return with_run(side, sites=sites)


def test_counts_are_given_where_every_cell_is_a_row() -> None:
    assert judged(".AA...AAAA", "...AAAAAAA").counts == Counts(
        both_pass=1, parent_only=2, patch_only=3, both_fail=4
    )
    assert judged("A-", "A.").counts is None
    assert judged("..", "s.").counts is None


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("field", ["environment", "isolation"])
def test_no_ticket_where_environments_differ(side: Side, field: str) -> None:
    of = contract("p", length=2)
    parent, patch = ticket(of)
    other = {"environment": msgspec.structs.replace(ENVIRONMENT, python="3.12.1")}.get(field, "")
    changed = with_run(parent if side is Side.PARENT else patch, **{field: other})
    sides = (changed, patch) if side is Side.PARENT else (parent, changed)
    assert found(of, *sides, "p").reason is Reason.ENVIRONMENT_DIFFERS


def test_the_environment_is_the_contracts() -> None:
    of = contract("p", length=2)
    other = msgspec.structs.replace(ENVIRONMENT, distributions=digest("other"))
    parent, patch = (with_run(side, environment=other) for side in ticket(of))
    assert found(of, parent, patch, "p").reason is Reason.ENVIRONMENT_DIFFERS
    green = both(of, {"p": ".."}, {"p": ".."})
    assert found(of, with_run(green[0], environment=other), green[1], "p").reason is (
        Reason.BOTH_PASS
    )


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("network:192.0.2.1:443", Reason.NOT_HERMETIC),
        ("write:/etc/hosts", Reason.NOT_HERMETIC),
        ("subprocess:git", Reason.SHARED_VARIANT_FAIL),
        ("clock", Reason.SHARED_VARIANT_FAIL),
    ],
)
@pytest.mark.parametrize("side", list(Side))
def test_no_ticket_for_what_reaches_outside(effect: str, reason: Reason, side: Side) -> None:
    of = contract("p", "q", length=2)
    parent, patch = both(of, {"p": "A.", "q": ".."}, {"p": "A.", "q": ".."})
    reaching = with_rows(
        parent if side is Side.PARENT else patch,
        lambda each: (
            msgspec.structs.replace(each, effects=(effect,))
            if (each.prop, each.seed) == ("p", 2)
            else each
        ),
    )
    sides = (reaching, patch) if side is Side.PARENT else (parent, reaching)
    finding = found(of, *sides, "p")
    assert finding.reason is reason
    assert (effect in finding.note) is (reason is Reason.NOT_HERMETIC)
    assert found(of, *sides, "q").reason is Reason.BOTH_PASS


def test_effects_count_in_later_files_and_only_the_propertys_own() -> None:
    of = contract("p", "q", length=2, extension=1, confirmations=1)
    parent, patch = both(of, {"p": "A.", "q": ".."}, {"p": "A.", "q": ".."})

    def reaching(name: str, seed: int) -> ConfirmationRow:
        plain = row(of, Side.PATCH, name, seed, ".")
        return ConfirmationRow(
            attempt=1, row=msgspec.structs.replace(plain, effects=("network:192.0.2.1:80",))
        )

    def judge(**later: object) -> Reason:
        return found(of, parent, msgspec.structs.replace(patch, **later), "p").reason

    assert judge(extension=(reaching("p", 3).row,)) is Reason.NOT_HERMETIC
    assert judge(extension=(reaching("q", 3).row,)) is Reason.SHARED_VARIANT_FAIL
    assert judge(confirmations=(reaching("p", 1),)) is Reason.NOT_HERMETIC
    assert judge(confirmations=(reaching("q", 1),)) is Reason.SHARED_VARIANT_FAIL


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ("hypothesis:a.b", "hypothesis:a.b", Reason.SCHEDULE_VACUOUS),
        ("hypothesis:a.b", "", Reason.SCHEDULE_VACUOUS),
        ("", "hypothesis:a.b", Reason.SCHEDULE_VACUOUS),
        ("random:1", "random:1", Reason.SHARED_VARIANT_FAIL),
        ("hypothesis:?", "hypothesis:?", Reason.SHARED_VARIANT_FAIL),
    ],
)
def test_no_ticket_where_all_seeds_drew_the_same_examples(
    parent: str, patch: str, reason: Reason
) -> None:
    of = contract("p", length=3)
    sides = (
        evidence(of, Side.PARENT, {"p": "A.."}, draws=lambda _side, _seed: parent),
        evidence(of, Side.PATCH, {"p": "A.."}, draws=lambda _side, _seed: patch),
    )
    assert found(of, *sides, "p").reason is reason


def test_a_first_example_that_is_red_everywhere_is_said_to_be_the_simplest() -> None:
    of = contract("p", length=2)
    drawn = {1: "hypothesis:a", 2: "hypothesis:a.b"}
    sides = (
        evidence(of, Side.PARENT, {"p": "A."}, draws=lambda _side, seed: drawn[seed]),
        evidence(of, Side.PATCH, {"p": "A."}, draws=lambda _side, _seed: ""),
    )
    finding = found(of, *sides, "p")
    assert (finding.reason, finding.note) == (
        Reason.SCHEDULE_VACUOUS,
        "the simplest example alone, which every seed draws first, on the parent",
    )


def test_no_ticket_for_a_comparison_of_images() -> None:
    of = contract("p", length=2)
    sides = both(of, {"p": [UNSTABLE, "."]}, {"p": [UNSTABLE, "."]})
    finding = found(of, *sides, "p")
    assert (finding.reason, finding.note) == (
        Reason.UNSTABLE_WITNESS,
        f"compares an image or a snapshot: {UNSTABLE}",
    )


@pytest.mark.parametrize(
    ("properties", "red", "named", "reason"),
    [
        (20, 5, False, Reason.MASS_FAILURE),
        (20, 4, False, Reason.SHARED_VARIANT_FAIL),  # a fifth, not more
        (19, 19, False, Reason.SHARED_VARIANT_FAIL),
        (20, 20, True, Reason.SHARED_VARIANT_FAIL),
        (25, 6, False, Reason.MASS_FAILURE),
        (25, 5, False, Reason.SHARED_VARIANT_FAIL),
    ],
)
def test_no_ticket_in_an_outage(
    properties: int,
    red: int,
    named: bool,  # noqa: FBT001 - a column
    reason: Reason,
) -> None:
    names = ["p", *(f"q{place}" for place in range(properties - 1))]
    of = contract(*names, length=2, named=named)
    words = {name: "A." if place < red else ".." for place, name in enumerate(names)}
    finding = found(of, *both(of, words, words), "p")
    assert finding.reason is reason


def test_the_strictest_of_what_stands_against_a_ticket_is_named() -> None:
    of = contract("p", length=2)
    parent, patch = (
        with_rows(
            evidence(of, side, {"p": [UNSTABLE, "."]}, draws=lambda _side, _seed: "hypothesis:a"),
            lambda each: msgspec.structs.replace(each, effects=("network:192.0.2.1:80",)),
        )
        for side in Side
    )
    assert found(of, parent, patch, "p").reason is Reason.UNSTABLE_WITNESS


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ([SETUP, SETUP], [SETUP, SETUP], Reason.ENVIRONMENT_FAILURE),
        (["A", "A"], ["A", "A"], Reason.UNIFORM_FAIL),
        ([SETUP, "A"], [SETUP, "A"], Reason.UNIFORM_FAIL),
        ([SETUP, "."], [SETUP, "."], Reason.SHARED_VARIANT_FAIL),
        ([SETUP, SETUP], ["A", "A"], Reason.WITNESS_MISMATCH),
    ],
)
def test_an_error_in_setup_everywhere_is_the_environments(
    parent: list[str], patch: list[str], reason: Reason
) -> None:
    of = contract("p", length=2)
    assert found(of, *both(of, {"p": parent}, {"p": patch}), "p").reason is reason


def site(witness: str, place: str = "tests/conftest.py:7", message: str = "no locale") -> Site:
    return Site(witness=witness, place=place, statement="setlocale(x)", message=message)


def test_the_note_of_a_uniform_failure_names_its_site() -> None:
    of = contract("p", length=1)
    parent, patch = both(of, {"p": [SETUP]}, {"p": [SETUP]})
    with_site = with_sites(parent, site("other"), site(SETUP))
    told = "tests/conftest.py:7: setlocale(x): no locale"
    assert found(of, with_site, patch, "p").note == told
    assert found(of, parent, with_sites(patch, site(SETUP)), "p").note == told
    bare = with_sites(patch, site(SETUP, place="", message=""))
    assert found(of, parent, bare, "p").note == "setlocale(x)"
    assert found(of, parent, patch, "p").note == ""


def test_the_note_of_a_new_failure_names_the_site_of_the_new_one() -> None:
    of = contract("p", length=2)
    parent, patch = both(of, {"p": "A."}, {"p": "AB"})
    known, new = site("p|ValueError|A"), site("p|ValueError|B", place="src/new.py:1")
    finding = found(of, parent, with_sites(patch, known, new), "p")
    assert finding.note == "src/new.py:1: setlocale(x): no locale"
    assert found(of, parent, patch, "p").note == ""
