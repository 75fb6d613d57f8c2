import msgspec
import pytest

from freezegate.app.rows import first_error, seed_facts
from freezegate.model.claim import (
    Answer,
    CollectError,
    Failure,
    Frame,
    Notes,
    Origin,
    Outcome,
    RaisedLeaf,
    Ran,
)
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.row import Phase, Row, Status
from freezegate.model.run import Cause, Malformed, Muted, MuteKind, OutsideOrigin, Site
from tests.cases import digest
from tests.fakes import ended, ran
from tests.unit.app.made import seen

A, B, C = (f"tests/test_a.py::test_{letter}" for letter in "abc")
SOURCE = {"tests/test_a.py": "def test_a():\n    assert f(2) == 3\n"}
SEED = Seed(7)


def test_pass_is_a_row_with_all_that_was_claimed() -> None:
    claim = msgspec.structs.replace(ran(A), effects=("subprocess:git",), phase=Phase.TEARDOWN)
    facts = seed_facts(seen(A), SEED, (ended(claim),))
    assert facts.seed == SEED
    assert facts.rows == (
        Row(
            run=digest("run"),
            prop=PropertyId("test_a"),
            seed=SEED,
            status=Status.PASS,
            effects=("subprocess:git",),
            draws="random:1",
            phase=Phase.TEARDOWN,
            duration_s=0.5,
        ),
    )
    assert facts.rows[0].origin == "tree"
    beside = (facts.muted, facts.causes, facts.malformed, facts.origins, facts.sites)
    assert beside == ((),) * 5


def test_what_instruments_saw_is_kept_of_what_was_asked_for() -> None:
    notes = Notes(lacks=("shrink",), answers=(Answer(status_code=200, body_bytes=0),))
    asked, other = (msgspec.structs.replace(ran(test), notes=notes) for test in (A, B))
    facts = seed_facts(seen(A, C), SEED, (ended(asked, other), ended(ran(C))))
    assert facts.noted == ((A, notes),)


def test_unexpected_pass_that_is_not_strict_is_a_pass() -> None:
    claim = msgspec.structs.replace(ran(A), outcome=Outcome.XPASSED)
    assert seed_facts(seen(A), SEED, (ended(claim),)).rows[0].status is Status.PASS


def test_fail_has_a_witness_of_the_statement_in_our_own_copy() -> None:
    facts = seed_facts(seen(A, files=SOURCE), SEED, (ended(ran(A, "A")),))
    (row,), (site,) = facts.rows, facts.sites
    assert row.status is Status.FAIL
    assert row.witness.startswith("test_a|builtins.ValueError|test_a:test_a:")
    assert row.witness.endswith(";A")
    assert site == Site(
        witness=row.witness,
        place="tests/test_a.py:2",
        statement="assert f(2) == 3",
        message="A",
    )


def test_statement_enters_the_witness_and_the_line_number_does_not() -> None:
    moved = {"tests/test_a.py": "\n" + SOURCE["tests/test_a.py"]}
    other = {"tests/test_a.py": "def test_a():\n    assert f(2) == 4\n"}
    claim = ran(A, "A")
    assert claim.failure is not None
    (leaf,) = claim.failure.leaves
    frame = msgspec.structs.replace(leaf.frames[0], line=3)
    later = msgspec.structs.replace(
        claim, failure=Failure(leaves=(msgspec.structs.replace(leaf, frames=(frame,)),))
    )
    first, same, third = (
        seed_facts(seen(A, files=files), SEED, (ended(each),)).rows[0].witness
        for files, each in ((SOURCE, claim), (moved, later), (other, claim))
    )
    assert first == same != third


def test_frame_of_generated_code_has_no_statement_and_shows_its_type() -> None:
    frames = (
        Frame(path="tests/test_a.py", line=2, module="test_a", qualname="test_a"),
        Frame(path="<string>", line=1, module="made", qualname="f"),
    )
    leaf = RaisedLeaf(type="builtins.KeyError", message="k", frames=frames)
    claim = msgspec.structs.replace(ran(A, "A"), failure=Failure(leaves=(leaf,)))
    facts = seed_facts(seen(A, files=SOURCE), SEED, (ended(claim),))
    assert facts.sites[0].place == "<string>:1"
    assert facts.sites[0].statement == "builtins.KeyError"


def test_failure_in_the_product_is_placed_in_the_test_as_well() -> None:
    frames = (
        Frame(path="tests/test_a.py", line=2, module="test_a", qualname="test_a"),
        Frame(path="pkg/core.py", line=1, module="pkg.core", qualname="f"),
    )
    leaf = RaisedLeaf(type="builtins.KeyError", message="k", frames=frames)
    claim = msgspec.structs.replace(ran(A, "A"), failure=Failure(leaves=(leaf,)))
    (row,) = seed_facts(seen(A, files=SOURCE), SEED, (ended(claim),)).rows
    assert "|pkg.core:f:" in row.witness
    assert ",test_a:test_a:" in row.witness


def test_leaf_without_frames_has_a_site_without_a_place() -> None:
    leaf = RaisedLeaf(type="builtins.OSError", message="gone")
    claim = msgspec.structs.replace(ran(A, "A"), failure=Failure(leaves=(leaf,)))
    (site,) = seed_facts(seen(A), SEED, (ended(claim),)).sites
    assert (site.place, site.statement, site.message) == ("", "builtins.OSError", "gone")


def test_leaves_of_a_group_have_one_witness_and_a_site_each() -> None:
    leaves = tuple(RaisedLeaf(type=f"builtins.{name}", message="") for name in ("OSError", "Err"))
    claim = msgspec.structs.replace(ran(A, "A"), failure=Failure(leaves=leaves))
    facts = seed_facts(seen(A), SEED, (ended(claim),))
    assert [site.statement for site in facts.sites] == ["builtins.OSError", "builtins.Err"]
    assert {site.witness for site in facts.sites} == {facts.rows[0].witness}


def test_fail_that_tells_nothing_of_itself_is_still_a_fail() -> None:
    claim = msgspec.structs.replace(ran(A, "A"), failure=None)
    facts = seed_facts(seen(A), SEED, (ended(claim),))
    assert facts.rows[0].status is Status.FAIL
    assert facts.sites == ()


def test_phase_of_a_failure_enters_its_witness() -> None:
    setup = msgspec.structs.replace(ran(A, "A"), phase=Phase.SETUP)
    call, early = (
        seed_facts(seen(A), SEED, (ended(claim),)).rows[0].witness for claim in (ran(A, "A"), setup)
    )
    assert call != early


def test_pass_with_a_failure_in_its_claim_has_neither_witness_nor_site() -> None:
    claim = msgspec.structs.replace(ran(A, "A"), outcome=Outcome.PASSED)
    facts = seed_facts(seen(A), SEED, (ended(claim),))
    assert facts.rows[0].witness == ""
    assert facts.sites == ()


@pytest.mark.parametrize(("cell", "kind"), [("s", MuteKind.SKIP), ("x", MuteKind.XFAIL)])
def test_muted_property_has_no_row(cell: str, kind: MuteKind) -> None:
    facts = seed_facts(seen(A), SEED, (ended(ran(A, cell)),))
    assert facts.rows == ()
    assert facts.muted == (Muted(prop=PropertyId("test_a"), seed=SEED, kind=kind, reason="why"),)


def test_what_was_not_asked_for_has_no_row_of_any_kind() -> None:
    claims = tuple(ran(B, cell) for cell in ".Asx")
    facts = seed_facts(seen(A), SEED, (ended(*claims, ran(A)),))
    assert [row.prop for row in facts.rows] == ["test_a"]
    assert (facts.muted, facts.sites) == ((), ())


def test_shown_texts_are_capped() -> None:
    skip = msgspec.structs.replace(ran(A, "s"), reason="r" * 301)
    leaf = RaisedLeaf(type="builtins.OSError", message="m" * 301)
    fail = msgspec.structs.replace(ran(B, "A"), failure=Failure(leaves=(leaf,)))
    gone = ended(skip, fail, running=C, how="exited", stderr="w" * 301)
    facts = seed_facts(seen(A, B, C), SEED, (gone,))
    assert facts.muted[0].reason == "r" * 300
    assert facts.sites[0].message == "m" * 300
    assert facts.causes[0].text == f"the process exited; it last said: {'w' * 300}"


def test_property_that_outlives_its_limit_fails() -> None:
    late = ended(ran(A), running=B, how="outlived its time limit", timed_out=True)
    facts = seed_facts(seen(A, B), SEED, (late,))
    assert [(row.prop, row.status) for row in facts.rows] == [
        ("test_a", Status.PASS),
        ("test_b", Status.FAIL),
    ]
    assert "Timeout" in facts.rows[1].witness
    assert facts.rows[1].phase is Phase.CALL
    assert facts.causes == (
        Cause(prop="test_b", seed=SEED, text="the process outlived its time limit"),
    )


def test_crash_by_signal_fails_with_that_signal() -> None:
    crashed = ended(running=A, how="was killed by SIGSEGV", signal="SIGSEGV")
    (row,) = seed_facts(seen(A), SEED, (crashed,)).rows
    assert "SIGSEGV" in row.witness
    assert row.run == digest("run")


def test_kill_by_others_gives_no_row_and_a_cause() -> None:
    killed = ended(running=A, how="was killed by SIGKILL", signal="SIGKILL")
    facts = seed_facts(seen(A), SEED, (killed,))
    assert facts.rows == ()
    assert facts.causes == (
        Cause(prop="test_a", seed=SEED, text="the process was killed by SIGKILL"),
    )


def test_property_that_ends_the_process_gives_no_row_and_its_last_words() -> None:
    gone = ended(running=A, how="exited with status 0 before its end", stderr="one\n  two \n\n")
    facts = seed_facts(seen(A), SEED, (gone,))
    assert facts.rows == ()
    assert facts.causes[0].text == (
        "the process exited with status 0 before its end; it last said: two"
    )


def test_property_that_ends_the_session_without_a_word_has_a_cause() -> None:
    facts = seed_facts(seen(A), SEED, (ended(running=A),))
    assert facts.rows == ()
    assert facts.causes == (
        Cause(prop="test_a", seed=SEED, text="the process ended its session early"),
    )


def test_what_ends_the_session_is_the_cause_for_the_property_that_ran() -> None:
    exit_ = CollectError(path="", text="Exit: enough")
    facts = seed_facts(seen(A, B), SEED, (ended(exit_, running=A),))
    assert {cause.prop for cause in facts.causes} == {"test_a"}
    assert facts.causes[-1].text == "the session: Exit: enough"


def test_process_that_ends_in_something_unknown_has_a_cause_for_all() -> None:
    crashed = ended(running=B, how="was killed by SIGSEGV", signal="SIGSEGV")
    facts = seed_facts(seen(A), SEED, (crashed,))
    assert facts.rows == ()
    assert facts.causes[0].prop == ""


def test_process_that_ends_well_has_no_cause() -> None:
    assert seed_facts(seen(A), SEED, (ended(ran(A), stderr="noise"),)).causes == ()


def test_malformed_claims_are_kept() -> None:
    facts = seed_facts(seen(A), SEED, (ended(malformed="runner:3: no claim"), ended()))
    assert facts.malformed == (Malformed(seed=SEED, text="runner:3: no claim"),)


def test_origin_outside_the_tree_stands_in_every_row_of_its_process() -> None:
    elsewhere = Origin(package="pkg", path="/elsewhere/pkg")
    facts = seed_facts(seen(A, B, C), SEED, (ended(ran(A), elsewhere, ran(B)), ended(ran(C))))
    assert [row.origin for row in facts.rows] == ["/elsewhere/pkg", "/elsewhere/pkg", "tree"]
    assert facts.origins == (OutsideOrigin(package="pkg", path="/elsewhere/pkg"),)


def test_processes_of_one_seed_are_read_together_in_order() -> None:
    first = ended(ran(A), running=B, how="was killed by SIGABRT", signal="SIGABRT")
    facts = seed_facts(seen(A, B, C), SEED, (first, ended(ran(C))))
    assert [row.prop for row in facts.rows] == ["test_a", "test_b", "test_c"]
    assert len(facts.causes) == 1


def test_collection_errors_are_causes_for_all() -> None:
    errors = (
        CollectError(path="tests/test_a.py", text="trace\nE   ImportError: no b\n"),
        CollectError(path="", text=""),
    )
    facts = seed_facts(seen(A), SEED, (ended(*errors),))
    assert [cause.text for cause in facts.causes] == [
        "tests/test_a.py: ImportError: no b",
        "the session: could not be collected",
    ]
    assert {cause.prop for cause in facts.causes} == {""}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("E   first\nE   last\nafter", "last"),
        ("import file mismatch:\nimported module\nHINT: remove it", "import file mismatch"),
        ("usage: pytest\nboot.py: error: unrecognized: --x\n  inifile: None", "boot.py: error: "),
        ("one\n two  \n\n", "two"),
        (" \n", "could not be collected"),
        ("E " + "x" * 400, "x" * 300),
    ],
)
def test_line_of_an_error_that_says_what_it_was(text: str, first: str) -> None:
    assert first_error(text).startswith(first)
    assert len(first_error(text)) <= 300


def test_later_claims_of_one_test_are_all_kept() -> None:
    twice: tuple[Ran, ...] = (ran(A), ran(A, "A"))
    facts = seed_facts(seen(A), SEED, (ended(*twice),))
    assert [row.status for row in facts.rows] == [Status.PASS, Status.FAIL]
