import msgspec
import pytest

from freezegate.core.differential import TELLING_SEEDS, next_step, score
from freezegate.model.contract import Notice, Route, Side
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.reason import Reason
from freezegate.model.run import Cause
from freezegate.model.verdict import Finding, Flag
from tests.cases import both, contract, evidence, found, judged, routed, row


def test_findings_stand_in_the_order_of_the_contract() -> None:
    of = contract("q", "p", length=1, beside=(routed("s", Route.REMOVED), routed("r", Route.ADDED)))
    parent = evidence(of, Side.PARENT, {"p": ".", "q": ".", "s": "."})
    patch = evidence(of, Side.PATCH, {"p": ".", "q": "."}, own={"r": "."})
    result = score(of, parent, patch)
    assert result.gate == "differential"
    assert [each.subject for each in result.findings] == ["q", "p", "s", "r"]


def test_findings_on_the_patch_stand_first_and_on_unknown_properties_last() -> None:
    of = msgspec.structs.replace(contract("p", length=1), collection_errors=("b.py: no x",))
    parent, patch = both(of, {"p": "."}, {"p": "."})
    run = msgspec.structs.replace(patch.run, commit=of.parent_sha)
    strange = row(of, Side.PATCH, "z", 1, ".")
    patch = msgspec.structs.replace(patch, run=run, rows=(*patch.rows, strange))
    assert [(each.subject, each.reason) for each in score(of, parent, patch).findings] == [
        ("patch", Reason.FOREIGN_RUN),
        ("patch", Reason.INCOMPLETE_CONTRACT),
        ("p", Reason.BOTH_PASS),
        ("z", Reason.UNKNOWN_PROPERTY),
    ]


@pytest.mark.parametrize(
    ("parent", "patch", "reason"),
    [
        ("..", "..", Reason.NOT_REPRODUCED),
        ("ss", "ss", Reason.NOT_REPRODUCED),
        ("..", "A.", Reason.REGRESSION),
        ("A.", "A.", Reason.SHARED_VARIANT_FAIL),
        ("A.", "..", Reason.PARENT_FAIL_CLEARED),
    ],
)
def test_a_disputed_property_that_is_green_here_is_not_reproduced(
    parent: str, patch: str, reason: Reason
) -> None:
    of = contract("p", length=2, disputed=("p",))
    assert found(of, *both(of, {"p": parent}, {"p": patch}), "p").reason is reason


def test_only_the_disputed_one_is_not_reproduced() -> None:
    of = contract("p", "q", length=1, disputed=("p",))
    sides = both(of, {"p": ".", "q": "."}, {"p": ".", "q": "."})
    assert found(of, *sides, "q").reason is Reason.BOTH_PASS


@pytest.mark.parametrize(
    ("notices", "edits", "flags", "note"),
    [
        ((), (), (), ""),
        ((Notice(text="x", human_required=True),), (), (), ""),
        ((Notice(text="x", spec_review=True),), (), (Flag.SPEC_REVIEW,), ""),
        ((), ("a.py:1",), (Flag.SPEC_REVIEW,), "the diff edits what is compared: a.py:1"),
        (
            (),
            ("a:1", "b:2", "c:3", "d:4"),
            (Flag.SPEC_REVIEW,),
            "the diff edits what is compared: a:1, b:2, c:3",
        ),
    ],
)
def test_a_cleared_failure_is_reviewed_where_the_diff_edits_what_is_compared(
    notices: tuple[Notice, ...], edits: tuple[str, ...], flags: tuple[Flag, ...], note: str
) -> None:
    of = contract("p", "q", length=2, notices=notices, oracle_edits=edits)
    sides = both(of, {"p": "A.", "q": ".."}, {"p": "..", "q": ".."})
    finding = found(of, *sides, "p")
    assert (finding.reason, finding.flags, finding.note) == (
        Reason.PARENT_FAIL_CLEARED,
        flags,
        note,
    )
    assert found(of, *sides, "q").flags == ()


def test_a_missing_row_names_side_seeds_and_causes() -> None:
    of = contract("p", length=3)
    parent, patch = both(of, {"p": "-.-"}, {"p": ".-."})
    causes = (
        Cause(prop="", seed=Seed(1), text="the process exited 3"),
        Cause(prop="p", seed=Seed(3), text="the process exited 3"),
        Cause(prop="q", seed=Seed(3), text="of another property"),
        Cause(prop="p", seed=Seed(2), text="at another seed"),
    )
    parent = msgspec.structs.replace(parent, run=msgspec.structs.replace(parent.run, causes=causes))
    assert found(of, parent, patch, "p").note == (
        "the parent has no row at seeds 1, 3, the process exited 3; the patch has no row at seed 2"
    )


def step(parent: str, patch: str) -> str:
    of = contract("p", length=len(parent))
    return next_step(of, judged(parent, patch))


def test_a_regression_at_some_seeds_names_the_longer_schedule() -> None:
    advice = Reason.REGRESSION.advice
    assert step("..", "A.") == (
        f"{advice} Red at some seeds only: if the parent may fail too, a new contract with "
        f"--seeds 44, run on both trees, sees a failure of one run in ten with 99 %."
    )
    assert "--seeds 44," in step("." * 22, "A" + "." * 21)
    assert "--seeds 46," in step("." * 23, "A" + "." * 22)
    assert "with 99 %." in step("." * 200, "A" + "." * 199)


def test_other_findings_have_their_reasons_advice() -> None:
    assert step("..", "AA") == Reason.REGRESSION.advice
    assert step("..", "..") == Reason.BOTH_PASS.advice
    assert step("A.", "..") == Reason.PARENT_FAIL_CLEARED.advice
    uncounted = Finding(subject=PropertyId("p"), reason=Reason.REGRESSION)
    assert next_step(contract("p"), uncounted) == Reason.REGRESSION.advice


def test_the_telling_schedule_is_the_shortest_that_sees_one_in_ten_with_99_per_cent() -> None:
    assert 9**TELLING_SEEDS * 100 <= 10**TELLING_SEEDS
    assert 9 ** (TELLING_SEEDS - 1) * 100 > 10 ** (TELLING_SEEDS - 1)
