import json

import msgspec
import pytest

from freezegate.model.contract import Route
from freezegate.model.evidence import Evidence
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Counts, Flag
from freezegate.report.statement import Attested, Predicate, Statement, render, statement
from tests.unit.report.golden import SAMPLES
from tests.unit.report.samples import PATCH, Drawn, Extra, evidence, ticket

NAME = "tests/test_a.py::test_a"
GREEN = Drawn(name=NAME, parent="..", patch="..")


def predicate(*drawn: Drawn, extra: Extra | None = None) -> Predicate:
    return statement(evidence(drawn, extra or Extra(), count=2)).predicate


def test_the_statement_has_the_form_of_in_toto() -> None:
    said = json.loads(render(SAMPLES["accept"]))
    assert list(said) == ["_type", "subject", "predicateType", "predicate"]
    assert said["_type"] == "https://in-toto.io/Statement/v1"
    assert said["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    assert said["subject"] == [{"digest": {"gitCommit": PATCH}}]
    assert list(said["predicate"]) == [
        "result",
        "configuration",
        "passedTests",
        "warnedTests",
        "failedTests",
    ]


def test_the_files_are_named_by_their_digests() -> None:
    held = SAMPLES["accept"]
    named = {one.name: one.digest["sha256"] for one in statement(held).predicate.configuration}
    digests = {one.name: one.digest for one in held.packet.files}
    digests["contract.json"] = held.packet.contract
    assert {name: f"sha256:{value}" for name, value in named.items()} == digests
    assert list(named) == sorted(named)


@pytest.mark.parametrize("reason", list(Reason), ids=str)
def test_only_an_accept_passes_and_a_freeze_warns(reason: Reason) -> None:
    words = {
        Decision.ACCEPT: Attested.PASSED,
        Decision.PROPOSE_FREEZE: Attested.WARNED,
        Decision.REJECT: Attested.FAILED,
    }
    assert (
        predicate(msgspec.structs.replace(GREEN, reason=reason)).result is (words[reason.decision])
    )


def test_a_flagged_accept_warns() -> None:
    said = predicate(msgspec.structs.replace(GREEN, flags=(Flag.SPEC_REVIEW,)))
    assert (said.result, said.warned_tests, said.passed_tests) == (Attested.WARNED, (NAME,), ())


def with_flags(held: Evidence) -> Evidence:
    verdict = msgspec.structs.replace(held.verdict, flags=(Flag.HUMAN_REQUIRED,))
    return msgspec.structs.replace(held, verdict=verdict)


def test_an_accept_that_is_flagged_as_a_whole_warns() -> None:
    held = with_flags(evidence((GREEN,), count=2))
    assert statement(held).predicate.result is Attested.WARNED


def test_an_accept_beside_a_ticket_warns() -> None:
    counts = Counts(both_pass=1, parent_only=0, patch_only=0, both_fail=1)
    extra = Extra(tickets=(ticket(NAME, "A", counts),))
    assert predicate(GREEN, extra=extra).result is Attested.WARNED


def test_properties_stand_in_the_list_of_their_decision() -> None:
    said = predicate(
        Drawn(name="a", parent="..", patch=".."),
        Drawn(name="b", parent="A.", patch="A.", reason=Reason.SHARED_VARIANT_FAIL),
        Drawn(name="c", parent="..", patch="A.", reason=Reason.REGRESSION),
        Drawn(name="d", own="..", route=Route.ADDED, reason=Reason.ADDED_PASS),
    )
    assert said.passed_tests == ("a", "d")
    assert said.warned_tests == ("b",)
    assert said.failed_tests == ("c",)
    assert said.result is Attested.FAILED


@pytest.mark.parametrize(
    "idle",
    [
        Drawn(name="a", parent="ss", patch="ss", reason=Reason.MUTED_ON_PARENT),
        Drawn(name="a", reason=Reason.NOT_JUDGED),
        Drawn(name="a", parent="..", route=Route.REMOVED, reason=Reason.REMOVED_GREEN),
        Drawn(name="a", parent="..", patch=".-"),
    ],
    ids=lambda drawn: str(drawn.reason),
)
def test_what_did_not_run_green_on_the_patch_is_not_called_passed(idle: Drawn) -> None:
    said = predicate(idle, GREEN)
    assert said.passed_tests == (NAME,)
    assert said.warned_tests + said.failed_tests == ()


def test_a_finding_that_is_no_property_is_not_called_passed() -> None:
    held = evidence((GREEN,), count=2)
    about = msgspec.structs.replace(held.verdict.results[0], prop="patch")
    verdict = msgspec.structs.replace(held.verdict, results=(about,))
    assert statement(msgspec.structs.replace(held, verdict=verdict)).predicate.passed_tests == ()


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_what_is_written_is_read_back(sample: Evidence) -> None:
    assert msgspec.json.decode(render(sample), type=Statement) == statement(sample)
