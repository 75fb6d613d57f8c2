from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from freezegate.app.collect import Collections, collect, problems, unstable
from freezegate.errors import EngineError
from freezegate.model.claim import Claim, CollectError
from freezegate.model.contract import Side
from freezegate.shell.engine.base import Ended, Job
from tests.fakes import FakeEngine, ended, hello, label_of
from tests.unit.app.made import bench, item, master, stand

A, B = item("tests/test_a.py::test_a"), item("tests/test_b.py::test_b")
BROKEN = CollectError(path="tests/test_b.py", text="E   ImportError: no b")
ALONE = CollectError(path="tests/test_a.py", text="E   NameError: a")
SESSION = CollectError(path="", text="E   INTERNALERROR")

Scripted = Mapping[str, Sequence[Claim | Ended]]
Give = Callable[..., Collections]


def answered(scripted: Scripted) -> FakeEngine:
    """Answer the collection of each tree by its claims; under the other hash seed by more."""

    def answer(job: Job) -> Ended:
        claims = scripted[label_of(job.plan)]
        first = job.env["PYTHONHASHSEED"] == "1"
        whole = [each for each in claims if isinstance(each, Ended)]
        if whole:
            return whole[0 if first else -1]
        return ended(hello(), *(each for each in claims if not isinstance(each, Ended)))

    return FakeEngine(answer)


@pytest.fixture
def give(tmp_path: Path) -> Give:
    def collected(engine: FakeEngine, *, own: bool = True) -> Collections:
        stands = [
            stand(master(tmp_path, letter), side=side)
            for letter, side in (("a", Side.PARENT), ("b", Side.PATCH), ("c", Side.PATCH))
        ]
        return collect(bench(tmp_path, engine), stands[0], stands[1], stands[2] if own else None)

    return collected


def test_own_trees_are_collected_twice_and_the_composed_one_once(give: Give) -> None:
    engine = answered({"a": [A, B], "b": [A], "c": [B]})
    collections = give(engine)
    assert [label_of(job.plan) for job in engine.jobs] == ["a", "a", "b", "c", "c"]
    assert collections.parent.items == (A, B)
    assert collections.composed.items == (A,)
    assert collections.own.items == (B,)
    assert collections.parent.unstable == ()


def test_composed_tree_that_is_the_patchs_own_is_collected_twice(give: Give) -> None:
    engine = answered({"a": [A], "b": [B]})
    collections = give(engine, own=False)
    assert [label_of(job.plan) for job in engine.jobs] == ["a", "a", "b", "b"]
    assert collections.own is collections.composed


def test_runner_that_did_not_start_is_no_engine(give: Give) -> None:
    dead = ended(how="exited with status 1 before its end", stderr="  no module named pytest\n")
    with pytest.raises(EngineError) as caught:
        give(answered({"a": [A], "b": [dead], "c": [A]}))
    assert str(caught.value) == (
        "the runner did not start: exited with status 1 before its end\nno module named pytest"
    )


def test_runner_that_sends_something_else_is_no_engine(give: Give) -> None:
    with pytest.raises(EngineError, match="did not start: runner:1: no claim"):
        give(answered({"a": [ended(malformed="runner:1: no claim")], "b": [A], "c": [A]}))


def test_ids_that_differ_between_two_collections_are_unstable(give: Give) -> None:
    one, two = (item(f"tests/test_a.py::test_a[{name}]") for name in "12")
    flips = [ended(hello(), one, B), ended(hello(), two, B)]
    collections = give(answered({"a": flips, "b": [A], "c": [one, B]}))
    assert collections.parent.unstable == (one.test_id, two.test_id)
    assert unstable(collections, (one,)) == (one.test_id, two.test_id)
    assert unstable(collections, (A,)) == (one.test_id, two.test_id)
    assert unstable(collections, (B,)) == ()


def test_unstable_ids_of_the_patch_count_as_well(give: Give) -> None:
    flips = [ended(hello(), A), ended(hello(), B)]
    collections = give(answered({"a": [A], "b": [A], "c": flips}))
    assert unstable(collections, (A,)) == (A.test_id,)


def test_constants_of_the_first_hello_are_kept(give: Give) -> None:
    local = ended(hello("local"), A)
    collections = give(answered({"a": [A], "b": [local], "c": [A]}))
    assert (collections.parent.constants, collections.composed.constants) == ("", "local")


def test_error_of_the_patch_alone_makes_the_contract_incomplete(give: Give) -> None:
    found = problems(give(answered({"a": [A, B], "b": [A, B], "c": [A, BROKEN]})))
    assert found.incomplete == ("patch: tests/test_b.py: ImportError: no b",)
    assert found.told == ()


def test_error_of_the_parent_alone_is_told(give: Give) -> None:
    found = problems(give(answered({"a": [A, BROKEN], "b": [A], "c": [A, B]})))
    assert found.incomplete == ()
    (told,) = found.told
    assert told == (
        "tests/test_b.py cannot be collected on the parent, so nothing of it is judged: "
        "ImportError: no b"
    )


def test_error_of_both_is_told_once(give: Give) -> None:
    found = problems(give(answered({"a": [A, BROKEN], "b": [A, BROKEN], "c": [A, BROKEN]})))
    assert found.incomplete == ()
    assert len(found.told) == 1


def test_error_of_both_in_a_file_that_was_asked_for_is_not_only_told(give: Give) -> None:
    collections = give(answered({"a": [A, BROKEN], "b": [A, BROKEN], "c": [A, BROKEN]}))
    found = problems(collections, {"tests/test_b.py"})
    assert found.incomplete == ("parent: tests/test_b.py: ImportError: no b",)
    assert found.told == ()


def test_parent_that_collects_nothing_gives_no_control(give: Give) -> None:
    found = problems(give(answered({"a": [BROKEN, SESSION], "b": [A], "c": [A, ALONE]})))
    assert found.incomplete == (
        "patch: tests/test_a.py: NameError: a",
        "parent: tests/test_b.py: ImportError: no b",
        "parent: the session: INTERNALERROR",
    )
    assert found.told == ()


def test_session_that_breaks_with_the_parents_tests_alone_is_incomplete(give: Give) -> None:
    found = problems(give(answered({"a": [A], "b": [A, SESSION, BROKEN], "c": [A]})))
    # A file that the composed tree alone cannot collect has a route of its own: rewritten.
    assert found.incomplete == ("patch with the parent's tests: the session: INTERNALERROR",)


def test_session_that_breaks_on_the_patchs_own_tree_too_is_told_of_once(give: Give) -> None:
    found = problems(give(answered({"a": [A], "b": [SESSION], "c": [SESSION]})))
    assert found.incomplete == ("patch: the session: INTERNALERROR",)


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        (ended(hello(), A, how="was killed by SIGSEGV"), "was killed by SIGSEGV"),
        (ended(hello(), A, malformed="runner:2: no claim"), "runner:2: no claim"),
    ],
)
def test_collection_that_ends_early_is_an_error_of_the_session(
    give: Give, gone: Ended, text: str
) -> None:
    found = problems(give(answered({"a": [A], "b": [A], "c": [ended(hello(), A), gone]})))
    assert found.incomplete == (f"patch: the session: {text}",)


def test_first_text_of_an_error_stays(give: Give) -> None:
    again = CollectError(path="", text="E   another")
    early = ended(hello(), A, SESSION, again, how="was killed by SIGSEGV")
    found = problems(give(answered({"a": [A], "b": [A], "c": [early]})))
    assert found.incomplete == ("patch: the session: INTERNALERROR",)
