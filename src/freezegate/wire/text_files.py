"""The adapter for the files of the specification's first text: few fields, rows without a run.

The text's contract may lack everything but its seeds, and its hashes are labels such as `abc123`.
What it lacks is filled here, and nothing that it says is ignored: an unknown key is refused.

A label that is no commit id or digest becomes one by sha256 of the label, so that equal labels
stay equal and others differ; an absent field has its own name for a label. The text knows neither
extension nor confirmations, so there are none.
"""

import re
from typing import Final, Literal

import msgspec

from freezegate.errors import ArtifactError
from freezegate.model.contract import (
    DEFAULT_TIME_LIMIT_S,
    Contract,
    Isolation,
    Mode,
    OnReview,
    Property,
    Side,
)
from freezegate.model.environment import Environment
from freezegate.model.ids import (
    CommitSha,
    Digest,
    PropertyId,
    Seed,
    TestId,
    check_distinct,
    check_id,
    check_schedule,
)
from freezegate.model.row import Row, Status
from freezegate.wire.canonical import digest
from freezegate.wire.contract import decode_json_or_yaml, with_run_hashes
from freezegate.wire.decode import decode_lines
from freezegate.wire.refusal import Refusal

_COMMIT: Final = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}\Z")


class TextProperty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A property as the text writes it."""

    id: str
    oracle: str = ""

    def __post_init__(self) -> None:
        """The id is one."""
        check_id(self.id)


class TextContract(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A contract as the text writes it."""

    seeds: tuple[Seed, ...]
    contract_version: Literal[1] = 1
    parent_sha: str = "parent_sha"
    patch_sha: str = "patch_sha"
    spec_hash: str = "spec_hash"
    fixture_closure_hash: str = "fixture_closure_hash"
    properties: tuple[TextProperty, ...] = ()

    def __post_init__(self) -> None:
        """The schedule is one, and no property stands twice."""
        check_schedule(self.seeds)
        check_distinct("a property", tuple(prop.id for prop in self.properties))


class TextRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row as the text writes it; an empty witness on a pass means none."""

    prop: PropertyId
    seed: Seed
    status: Status
    witness: str = ""


def read_text_contract(data: bytes, *, origin: str, properties: tuple[str, ...]) -> Contract:
    """Read the text's contract, JSON or YAML; `properties` name those of a file that has none.

    Raises:
        ArtifactError: it is no such contract, strictly, or nobody named a property.
    """
    text = decode_json_or_yaml(data, TextContract, origin=origin)
    named = text.properties or _named(properties)
    if not named:
        message = (
            f"{origin}:1: no properties - at `$.properties`; list them there, each with `id` and "
            "`oracle`, or name each with --property"
        )
        raise ArtifactError(message)
    return with_run_hashes(_contract(text, named))


def _named(properties: tuple[str, ...]) -> tuple[TextProperty, ...]:
    """Make properties of the names on the command line."""
    try:
        check_distinct("a property", properties)
        return tuple(TextProperty(id=name) for name in properties)
    except ValueError as error:
        message = f"--property: {error}"
        raise ArtifactError(message) from error


def read_text_rows(data: bytes, *, origin: str, contract: Contract, side: Side) -> tuple[Row, ...]:
    """Read the text's rows as rows of one side's run.

    Raises:
        ArtifactError: a line is no such row, strictly.
    """
    run = contract.run_hash(side)
    texts = decode_lines(data, TextRow, origin=origin)
    return tuple(_row(text, run, origin, number) for number, text in enumerate(texts, 1))


def _row(text: TextRow, run: Digest, origin: str, number: int) -> Row:
    try:
        return Row(
            run=run, prop=text.prop, seed=text.seed, status=text.status, witness=text.witness
        )
    except ValueError as error:
        raise Refusal(str(error), line=number).fault(origin) from error


def _commit(label: str) -> CommitSha:
    """Take a commit id as it is, and make one of 64 digits of another label."""
    made = digest(label.encode()).removeprefix("sha256:")
    return CommitSha(label if _COMMIT.match(label) else made)


def _digest(label: str) -> Digest:
    """Take a digest as it is, and make one of another label."""
    return Digest(label) if _DIGEST.match(label) else digest(label.encode())


def _contract(text: TextContract, named: tuple[TextProperty, ...]) -> Contract:
    """Fill in what the text's contract lacks."""
    spec, closure = _digest(text.spec_hash), _digest(text.fixture_closure_hash)
    unknown = digest(b"")
    return Contract(
        contract_version=text.contract_version,
        parent_sha=_commit(text.parent_sha),
        patch_sha=_commit(text.patch_sha),
        spec_hash=spec,
        fixture_closure_hash=closure,
        seeds=text.seeds,
        extension=(),
        confirmations=0,
        properties=tuple(
            Property(
                id=PropertyId(prop.id),
                test_id=TestId(prop.id),
                oracle=prop.oracle,
                spec_hash=spec,
                fixture_closure_hash=closure,
            )
            for prop in named
        ),
        routed=(),
        order=(),
        disputed=(),
        not_judged=(),
        notices=(),
        oracle_edits=(),
        unstable_ids=(),
        collection_errors=(),
        named=True,
        on_review=OnReview.PASS,
        vary=(),
        mode=Mode.FRESH,
        isolation=Isolation.PROCESS,
        time_limit_s=DEFAULT_TIME_LIMIT_S,
        options=(),
        options_off=(),
        plugins=(),
        plugins_off=(),
        environment=Environment(
            python="", platform="", pytest="", hypothesis="", distributions=unknown
        ),
        parent_tree=_digest(f"tree of {text.parent_sha}"),
        patch_tree=_digest(f"tree of {text.patch_sha}"),
        patch_own_tree=_digest(f"tree of {text.patch_sha}"),
        parent_run=unknown,
        patch_run=unknown,
    )
