"""The verdict as an in-toto Statement v1 with the `test-result` predicate.

A freeze is WARNED and never PASSED. What did not run green on the patch (muted, not judged,
removed) stands in none of the three lists: what was not run is not called passed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal, Unpack

import msgspec

from freezegate.model.evidence import Evidence
from freezegate.model.ids import CommitSha, Digest
from freezegate.model.reason import Decision
from freezegate.model.verdict import Result
from freezegate.report.encode import json_text
from freezegate.report.look import Look
from freezegate.report.marks import Picture, pictures

#: The file whose digest is the contract hash.
_CONTRACT_FILE: Final = "contract.json"


class Attested(StrEnum):
    """The three words of the predicate, mildest first."""

    PASSED = "PASSED"
    WARNED = "WARNED"
    FAILED = "FAILED"


class CommitDigest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A commit, named by its object id."""

    git_commit: CommitSha


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What was judged: the patch."""

    digest: CommitDigest


class Descriptor(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the evidence folder."""

    name: str
    digest: dict[str, str]


class Predicate(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What came of it, by property."""

    result: Attested
    configuration: tuple[Descriptor, ...]
    passed_tests: tuple[str, ...]
    warned_tests: tuple[str, ...]
    failed_tests: tuple[str, ...]


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """An in-toto Statement v1; to be signed by whoever vouches for the run."""

    type_: Literal["https://in-toto.io/Statement/v1"] = msgspec.field(
        name="_type", default="https://in-toto.io/Statement/v1"
    )
    subject: tuple[Subject, ...]
    predicate_type: Literal["https://in-toto.io/attestation/test-result/v0.1"] = msgspec.field(
        name="predicateType", default="https://in-toto.io/attestation/test-result/v0.1"
    )
    predicate: Predicate


def render(evidence: Evidence, **_look: Unpack[Look]) -> str:
    """Give the statement as JSON."""
    return json_text(statement(evidence))


def statement(evidence: Evidence) -> Statement:
    """Attest the verdict on the patch commit."""
    drawn = pictures(evidence)
    by_word: dict[Attested, list[str]] = {word: [] for word in Attested}
    for result in evidence.verdict.results:
        word = _attested(result)
        if word is not Attested.PASSED or _ran_green(result.prop, drawn):
            by_word[word].append(result.prop)
    return Statement(
        subject=(Subject(digest=CommitDigest(git_commit=evidence.contract.patch_sha)),),
        predicate=Predicate(
            result=_whole(evidence),
            configuration=_configuration(evidence),
            passed_tests=tuple(by_word[Attested.PASSED]),
            warned_tests=tuple(by_word[Attested.WARNED]),
            failed_tests=tuple(by_word[Attested.FAILED]),
        ),
    )


def _attested(result: Result) -> Attested:
    """Give the word for one finding."""
    if result.decision is Decision.REJECT:
        return Attested.FAILED
    if result.decision is Decision.PROPOSE_FREEZE or result.flags:
        return Attested.WARNED
    return Attested.PASSED


def _whole(evidence: Evidence) -> Attested:
    """Give the word for the patch: passed is an accept of which nothing else is to be said."""
    verdict = evidence.verdict
    if verdict.decision is Decision.REJECT:
        return Attested.FAILED
    words = {_attested(result) for result in verdict.results}
    plain = verdict.decision is Decision.ACCEPT and words <= {Attested.PASSED}
    if plain and not verdict.flags and not evidence.tickets:
        return Attested.PASSED
    return Attested.WARNED


def _ran_green(prop: str, drawn: Mapping[str, Picture]) -> bool:
    """Tell whether every seed of the patch has a row, and passed."""
    tracks = drawn.get(prop, Picture()).tracks
    patch = [track for track in tracks if track.side in {"patch", "patch_own"}]
    return bool(patch) and all(track.green for track in patch)


def _configuration(evidence: Evidence) -> tuple[Descriptor, ...]:
    """Name the contract and every file of the evidence by its digest."""
    digests: dict[str, Digest] = {_CONTRACT_FILE: evidence.packet.contract}
    digests |= {file.name: file.digest for file in evidence.packet.files}
    return tuple(
        Descriptor(name=name, digest=dict([digest.split(":", 1)]))
        for name, digest in sorted(digests.items())
    )
