import msgspec
import pytest

from freezegate.core.pairs import Questions, open_questions
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.run import SideEvidence
from freezegate.model.verdict import Counts, Finding
from tests.cases import Words, alike, apart, both, contract, evidence, found

Attempts = dict[int, str]

_PATCH_GAP = "the patch's extension has no row at seed 3"


def asks(of: Contract, parent: SideEvidence, patch: SideEvidence) -> Questions:
    return open_questions(of, parent, patch)


def extended(parent: str, patch: str, more: tuple[str, str] | None, length: int) -> Finding:
    """Judge `p` with an extension of `length` seeds, of which `more` are the rows of both sides."""
    of = contract("p", length=len(parent), extension=length)
    before, after = more or ("-" * length, "-" * length)
    sides = (
        evidence(of, Side.PARENT, {"p": parent}, extension={"p": before}),
        evidence(of, Side.PATCH, {"p": patch}, extension={"p": after}),
    )
    return found(of, *sides, "p")


@pytest.mark.parametrize(
    ("parent", "patch", "more", "reason"),
    [
        ("A..", "A..", None, Reason.SHARED_VARIANT_FAIL),  # nowhere worse: nothing is asked
        ("AA.", "A..", None, Reason.SHARED_VARIANT_FAIL),
        ("A..", ".A.", None, Reason.INCOMPLETE_CONTRACT),
        ("A..", "AA.", ("..", ".."), Reason.SHARED_VARIANT_FAIL),
        ("A..", "AA.", ("A.", ".A"), Reason.SHARED_VARIANT_FAIL),
        ("A..", "AA.", (".-", ".."), Reason.MISSING_SEED),
        ("A..", "AA.", ("--", ".."), Reason.MISSING_SEED),
        ("A..", "AA.", ("..", ".-"), Reason.MISSING_SEED),
        ("A..", "AA.", ("..", ".B"), Reason.WITNESS_MISMATCH),
        ("A..", "AA.", ("B.", ".B"), Reason.SHARED_VARIANT_FAIL),
        ("A..", "AA.", ("B.", ".A"), Reason.SHARED_VARIANT_FAIL),
        ("A..", "A..", ("..", "BB"), Reason.SHARED_VARIANT_FAIL),  # not asked for, so not judged
        ("A..", "AAA", ("....." + ".", "AAAAAA"), Reason.WORSENED),
        ("A..", "AA.", ("......", "AAAAA."), Reason.SHARED_VARIANT_FAIL),
    ],
)
def test_the_table_of_the_extension(
    parent: str, patch: str, more: tuple[str, str] | None, reason: Reason
) -> None:
    assert extended(parent, patch, more, len(more[0]) if more else 2).reason is reason


@pytest.mark.parametrize(
    ("parent", "patch", "paired", "reason"),
    [
        ("A.......", "AAAAAAAA", True, Reason.WORSENED),  # 7 to 0
        ("A...........", "AAAAAAAA....", True, Reason.WORSENED),  # 7 to 0, green beside it
        ("A.......", "AAAAAAA.", True, Reason.SHARED_VARIANT_FAIL),  # 6 to 0
        ("AA..........", "A.AAAAAAAAAA", True, Reason.WORSENED),  # 10 to 1
        ("AA..........", "A.AAAAAAAAA.", True, Reason.SHARED_VARIANT_FAIL),  # 9 to 1
        ("A.......", "AAAAAAAA", False, Reason.WORSENED),  # 1 and 8 of 8
        ("A.......", "AAAAAA..", False, Reason.SHARED_VARIANT_FAIL),  # 1 and 6 of 8
        ("A...........", "AAAAAAAA....", False, Reason.WORSENED),  # 1 and 8 of 12
        ("A...........", "AAAAAAA.....", False, Reason.SHARED_VARIANT_FAIL),  # 1 and 7 of 12
        ("AAAAAAAA....", "........AAAA", False, Reason.SHARED_VARIANT_FAIL),
    ],
)
def test_the_table_of_worse(
    parent: str,
    patch: str,
    paired: bool,  # noqa: FBT001 - a column
    reason: Reason,
) -> None:
    of = contract("p", length=len(parent))
    draws = alike if paired else apart
    sides = (
        evidence(of, Side.PARENT, {"p": parent}, draws=draws),
        evidence(of, Side.PATCH, {"p": patch}, draws=draws),
    )
    finding = found(of, *sides, "p")
    assert finding.reason is reason
    assert "red on the patch alone at seed" in finding.note


def test_a_paired_schedule_is_not_judged_by_counts() -> None:
    # 18 to 6 by pairs is no worse than chance allows; 20 and 32 of 44 by counts is.
    of = contract("p", length=44)
    parent = "A" * 14 + "A" * 6 + "." * 18 + "." * 6
    patch = "A" * 14 + "." * 6 + "A" * 18 + "." * 6

    def judge(draws_apart_at: int) -> Reason:
        def draws(side: Side, seed: int) -> str:
            return apart(side, seed) if seed == draws_apart_at else alike(side, seed)

        sides = (
            evidence(of, Side.PARENT, {"p": parent}, draws=draws),
            evidence(of, Side.PATCH, {"p": patch}, draws=draws),
        )
        return found(of, *sides, "p").reason

    assert judge(0) is Reason.SHARED_VARIANT_FAIL
    assert judge(44) is Reason.WORSENED


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ("...", "AAA", Reason.SEED_REGRESSION),
        ("A", ".", Reason.SHARED_VARIANT_FAIL),
        (".", ".", Reason.SHARED_VARIANT_FAIL),
        ("A", "A", Reason.SHARED_VARIANT_FAIL),
        (".A", "AA", Reason.SHARED_VARIANT_FAIL),
        ("..", "A.", Reason.SHARED_VARIANT_FAIL),
        ("..A", "AAA", Reason.SHARED_VARIANT_FAIL),
        (".A.", "AAA", Reason.SHARED_VARIANT_FAIL),  # what comes after the break is not judged
        (".A-", "AA-", Reason.SHARED_VARIANT_FAIL),
        (".", "B", Reason.INCOMPLETE_CONTRACT),
        ("..", "AA", Reason.INCOMPLETE_CONTRACT),
        ("", "", Reason.INCOMPLETE_CONTRACT),
        ("-", "A", Reason.MISSING_SEED),
        (".", "-", Reason.MISSING_SEED),
        (".-", "AA", Reason.MISSING_SEED),
        ("-..", "-AA", Reason.MISSING_SEED),
        ("A", "-", Reason.MISSING_SEED),  # a missing row clears nothing
    ],
)
def test_the_table_of_confirmations(parent: str, patch: str, reason: Reason) -> None:
    of = contract("p", length=2, confirmations=3)
    sides = (
        evidence(of, Side.PARENT, {"p": "A."}, confirmations={"p": {2: parent}}),
        evidence(of, Side.PATCH, {"p": "AA"}, confirmations={"p": {2: patch}}),
    )
    assert found(of, *sides, "p").reason is reason


def test_one_confirmed_seed_is_enough_and_one_cleared_is_not() -> None:
    of = contract("p", length=3, confirmations=1)

    def judge(parent: Attempts, patch: Attempts) -> Reason:
        sides = (
            evidence(of, Side.PARENT, {"p": "A.."}, confirmations={"p": parent}),
            evidence(of, Side.PATCH, {"p": "AAA"}, confirmations={"p": patch}),
        )
        return found(of, *sides, "p").reason

    assert judge({2: "A", 3: "."}, {2: "A", 3: "A"}) is Reason.SEED_REGRESSION
    assert judge({3: "."}, {3: "A"}) is Reason.SEED_REGRESSION
    assert judge({2: "A"}, {2: "A"}) is Reason.INCOMPLETE_CONTRACT
    assert judge({2: "A", 3: "A"}, {2: "A", 3: "A"}) is Reason.SHARED_VARIANT_FAIL


def test_seeds_that_do_not_pair_are_not_confirmed() -> None:
    of = contract("p", length=2, confirmations=3)
    sides = (
        evidence(of, Side.PARENT, {"p": "A."}, draws=apart),
        evidence(of, Side.PATCH, {"p": "AA"}, draws=apart),
    )
    assert found(of, *sides, "p").reason is Reason.SHARED_VARIANT_FAIL
    assert asks(of, *sides) == Questions()


def test_a_ticket_carries_the_counts_of_schedule_and_extension_and_where_it_is_worse() -> None:
    finding = extended("A..", "AA.", ("A.", ".A"), 2)
    assert finding.counts == Counts(both_pass=1, parent_only=1, patch_only=2, both_fail=1)
    assert finding.note == "red on the patch alone at seeds 2, 5"
    assert extended("AA.", "A..", None, 2).note == "nowhere worse"


@pytest.mark.parametrize(
    ("parent", "patch", "reason", "note"),
    [
        (
            {"extension": {"p": ".-"}},
            {"extension": {"p": "-."}},
            Reason.MISSING_SEED,
            f"the parent's extension has no row at seed 4; {_PATCH_GAP}",
        ),
        (
            {"extension": {"p": ".."}},
            {"extension": {"p": ".B"}},
            Reason.WITNESS_MISMATCH,
            "the extension shows a failure that the parent has not: p|ValueError|B",
        ),
        (
            {},
            {},
            Reason.INCOMPLETE_CONTRACT,
            "red on the patch alone at seed 2; the extension did not run",
        ),
        (
            {"extension": {"p": ".."}},
            {"extension": {"p": ".."}},
            Reason.INCOMPLETE_CONTRACT,
            "seed 2 was not rerun as often as the contract asks",
        ),
        (
            {"extension": {"p": ".."}, "confirmations": {"p": {2: "."}}},
            {"extension": {"p": ".."}, "confirmations": {"p": {2: "-"}}},
            Reason.MISSING_SEED,
            "a rerun of seed 2 has no row",
        ),
        (
            {"extension": {"p": ".."}, "confirmations": {"p": {2: ".."}}},
            {"extension": {"p": ".."}, "confirmations": {"p": {2: "AA"}}},
            Reason.SEED_REGRESSION,
            "all 2 reruns of seed 2 agree",
        ),
    ],
)
def test_notes_name_what_is_worse_or_open(
    parent: dict[str, Words], patch: dict[str, Words], reason: Reason, note: str
) -> None:
    of = contract("p", length=2, extension=2, confirmations=2)
    finding = found(
        of,
        evidence(of, Side.PARENT, {"p": "A."}, **parent),  # type: ignore[arg-type] # one table
        evidence(of, Side.PATCH, {"p": "AA"}, **patch),  # type: ignore[arg-type] # one table
        "p",
    )
    assert (finding.reason, finding.note) == (reason, note)


P, Q = PropertyId("p"), PropertyId("q")


def test_only_would_be_tickets_that_are_worse_somewhere_ask_for_the_extension() -> None:
    of = contract(*"pqrstuv", length=2, extension=2, confirmations=2)
    parent = {"p": "A.", "q": "A.", "r": "..", "s": "AA", "t": "A-", "u": "A.", "v": "s."}
    patch = {"p": ".A", "q": "A.", "r": ".A", "s": "AA", "t": "AA", "u": "BA", "v": "A."}
    assert asks(of, *both(of, parent, patch)) == Questions(extend=(P,))


def test_without_an_extension_the_confirmations_are_asked_for_at_once() -> None:
    of = contract("p", "q", length=3, confirmations=2)
    sides = both(of, {"p": "A..", "q": "A.."}, {"p": ".AA", "q": "A.A"})
    assert asks(of, *sides) == Questions(confirm=((Seed(2), (P,)), (Seed(3), (P, Q))))
    unconfirmed = contract("p", length=2)
    assert asks(unconfirmed, *both(unconfirmed, {"p": "A."}, {"p": ".A"})) == Questions()


@pytest.mark.parametrize(
    ("parent", "patch", "open_"),
    [
        ("", "", True),
        (".", "A", True),
        ("..", "AA", False),
        (".A", "AA", False),
        (".", "-", False),
        ("-", "A", False),
    ],
)
def test_the_next_attempt_is_asked_for_until_the_pattern_breaks(
    parent: str,
    patch: str,
    open_: bool,  # noqa: FBT001 - a column
) -> None:
    of = contract("p", length=2, extension=1, confirmations=2)
    sides = (
        evidence(
            of, Side.PARENT, {"p": "A."}, extension={"p": "."}, confirmations={"p": {2: parent}}
        ),
        evidence(
            of, Side.PATCH, {"p": "AA"}, extension={"p": "."}, confirmations={"p": {2: patch}}
        ),
    )
    assert asks(of, *sides) == Questions(confirm=((Seed(2), (P,)),) if open_ else ())


def test_seeds_of_the_extension_are_confirmed_too_in_the_order_of_the_schedule() -> None:
    of = contract("p", length=2, extension=2, confirmations=1)
    sides = (
        evidence(of, Side.PARENT, {"p": "A."}, extension={"p": ".."}),
        evidence(of, Side.PATCH, {"p": "AA"}, extension={"p": ".A"}),
    )
    assert asks(of, *sides) == Questions(confirm=((Seed(2), (P,)), (Seed(4), (P,))))


def test_an_extension_that_ran_with_a_gap_is_not_asked_for_again() -> None:
    of = contract("p", "q", length=2, extension=2, confirmations=1)
    sides = (
        evidence(of, Side.PARENT, {"p": "A.", "q": ".."}, extension={"q": ".."}),
        evidence(of, Side.PATCH, {"p": "AA", "q": ".."}),
    )
    assert asks(of, *sides) == Questions()


def test_what_is_worsened_already_is_not_confirmed() -> None:
    of = contract("p", length=8, confirmations=1)
    assert asks(of, *both(of, {"p": "A......."}, {"p": "AAAAAAAA"})) == Questions()


def test_evidence_that_fails_its_checks_is_asked_nothing() -> None:
    of = contract("p", length=2, extension=2)
    parent, patch = both(of, {"p": "A."}, {"p": "AA"})
    assert asks(of, parent, patch).extend == (P,)
    twice = msgspec.structs.replace(patch, rows=(*patch.rows, patch.rows[-1]))
    assert asks(of, parent, twice) == Questions()


def test_an_empty_schedule_is_asked_nothing() -> None:
    of = contract("p", length=0, extension=2)
    assert asks(of, *both(of, {"p": ""}, {"p": ""})) == Questions()
