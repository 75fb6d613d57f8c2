"""Valid values that each test changes in one place."""

import pytest

from freezegate.model.contract import Contract, Isolation, Mode, OnReview, Property, Side, Vary
from freezegate.model.environment import Environment
from freezegate.model.ids import CommitSha, Digest, PropertyId, Seed, TestId
from freezegate.model.reason import Decision, Reason
from freezegate.model.run import Measured, Run
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Counts, Verdict

DIGEST = Digest(f"sha256:{'0f' * 32}")


@pytest.fixture
def digest() -> Digest:
    return DIGEST


@pytest.fixture
def prop() -> Property:
    return Property(
        id=PropertyId("prop.total"),
        test_id=TestId("tests/test_orders.py::test_total"),
        oracle="total >= 0",
        spec_hash=DIGEST,
        fixture_closure_hash=DIGEST,
    )


@pytest.fixture
def environment() -> Environment:
    return Environment(
        python="3.11.7", platform="linux", pytest="9.2.0", hypothesis="", distributions=DIGEST
    )


@pytest.fixture
def contract(prop: Property, environment: Environment) -> Contract:
    return Contract(
        contract_version=1,
        parent_sha=CommitSha("a" * 40),
        patch_sha=CommitSha("b" * 40),
        spec_hash=DIGEST,
        fixture_closure_hash=DIGEST,
        seeds=(Seed(11), Seed(29)),
        extension=(Seed(47),),
        confirmations=8,
        properties=(prop,),
        routed=(),
        order=(),
        disputed=(),
        not_judged=(),
        notices=(),
        oracle_edits=(),
        unstable_ids=(),
        collection_errors=(),
        named=False,
        on_review=OnReview.PASS,
        vary=tuple(Vary),
        mode=Mode.FRESH,
        isolation=Isolation.PROCESS,
        time_limit_s=60,
        options=(),
        options_off=(),
        plugins=(),
        plugins_off=(),
        environment=environment,
        parent_tree=Digest(f"sha256:{'1' * 64}"),
        patch_tree=Digest(f"sha256:{'2' * 64}"),
        patch_own_tree=Digest(f"sha256:{'3' * 64}"),
        parent_run=Digest(f"sha256:{'4' * 64}"),
        patch_run=Digest(f"sha256:{'5' * 64}"),
    )


@pytest.fixture
def run(digest: Digest, environment: Environment) -> Run:
    return Run(
        side=Side.PARENT,
        run=digest,
        commit=CommitSha("a" * 40),
        tree=digest,
        seeds=(Seed(11),),
        measured=(
            Measured(id=PropertyId("prop.total"), spec_hash=digest, fixture_closure_hash=digest),
        ),
        environment=environment,
        isolation=Isolation.PROCESS,
    )


@pytest.fixture
def ticket(digest: Digest) -> Ticket:
    return Ticket(
        ticket_version=1,
        contract=digest,
        prop=PropertyId("prop.total"),
        test_id=TestId("tests/test_orders.py::test_total"),
        parent_sha=CommitSha("a" * 40),
        spec_hash=digest,
        fixture_closure_hash=digest,
        witness=("AssertionError:total",),
        counts=Counts(both_pass=0, parent_only=0, patch_only=1, both_fail=1),
        note="",
        admissible=True,
        why="",
    )


@pytest.fixture
def verdict(digest: Digest) -> Verdict:
    return Verdict(
        verdict_version=1,
        contract=digest,
        decision=Decision.ACCEPT,
        reason=Reason.BOTH_PASS,
        flags=(),
        on_review=OnReview.PASS,
        results=(),
    )
