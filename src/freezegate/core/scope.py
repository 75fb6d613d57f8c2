"""The scope gate: which test ids a line of the ledger may name (spec 3; DESIGN.md section 5).

Eligible are the parent's ids less those that the patch added, renamed or rewrote. Each line is
judged, whatever the others are: a gap in one is no pass for the rest.
"""

from datetime import datetime
from typing import Final

import msgspec

from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord, Ledger, Line
from freezegate.model.manifest import ChangeKind, Manifest, PatchTests, base_of, digits_of
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, GateResult

GATE: Final = "scope"
#: Subjects where no test id is one.
LEDGER: Final = "ledger"
MANIFEST: Final = "manifest"

#: What a line that names an id of each kind comes to.
_BLOCKED: Final = {
    ChangeKind.ADDED: Reason.FREEZE_OF_ADDED,
    ChangeKind.RENAMED_TO: Reason.FREEZE_OF_RENAMED,
    ChangeKind.REWRITTEN: Reason.FREEZE_OF_REWRITTEN,
}


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What lines are held to.

    `ancestors` are the commit ids that a record may name: the parent, and those of its ancestors
    that were asked about; `None` where no commit is known to compare with. `before` is the parent's
    own ledger, `None` where it is not known.
    """

    manifest: Manifest
    patch: PatchTests
    ancestors: frozenset[str] | None
    before: Ledger | None


def eligible_ids(manifest: Manifest, patch: PatchTests) -> frozenset[TestId]:
    """Return the parent's ids that the patch left untouched."""
    return frozenset(
        test_id for test_id in manifest.test_ids if patch.of(test_id) is ChangeKind.UNTOUCHED
    )


def check_scope(ledger: Ledger, scope: Scope, now: datetime) -> GateResult:
    """Judge every line of a ledger at a time (with an offset); findings stand in its order."""
    if not ledger.lines:
        nothing = Finding(subject=LEDGER, reason=Reason.LEDGER_EMPTY)
        return GateResult(gate=GATE, findings=(nothing,))
    twice = _named_twice(ledger)
    found = tuple(_finding(line, scope, now, second=line.test_id in twice) for line in ledger.lines)
    return GateResult(gate=GATE, findings=found)


def no_manifest(flaw: str) -> GateResult:
    """Say that there is no manifest, so that no line is in scope; `flaw` says why."""
    finding = Finding(subject=MANIFEST, reason=Reason.MALFORMED_MANIFEST, note=flaw)
    return GateResult(gate=GATE, findings=(finding,))


def _finding(line: Line, scope: Scope, now: datetime, *, second: bool) -> Finding:
    """Give the gravest reason of one line, and in words what it rests on."""
    kind = scope.patch.of(TestId(line.test_id))
    conditions = (
        (kind not in _BLOCKED, _BLOCKED.get(kind, Reason.FREEZE_ELIGIBLE)),
        (line.record is not None and not second, Reason.MALFORMED_RECORD),
        *(_conditions(line.record, scope, now) if line.record else ()),
    )
    unmet = (reason for holds, reason in conditions if not holds)
    reason = max(unmet, key=lambda each: each.strictness, default=Reason.FREEZE_ELIGIBLE)
    return Finding(
        subject=line.test_id or f"{LEDGER} line {line.number}",
        reason=reason,
        note="; ".join(filter(None, (*_words(line, reason, scope, second=second),))),
    )


def _conditions(
    record: FreezeRecord, scope: Scope, now: datetime
) -> tuple[tuple[bool, Reason], ...]:
    """Hold a record to the text's table; a row each."""
    frozen = scope.manifest.assertion_hashes.get(record.test_id)
    known = scope.ancestors is None or record.parent_sha in scope.ancestors
    return (
        (record.expires_at > now, Reason.FREEZE_EXPIRED),
        (_lapsed(record, scope, now) is None, Reason.FREEZE_COPIED_FORWARD),
        (known, Reason.FOREIGN_PARENT),
        (frozen is not None, Reason.UNKNOWN_TEST_ID),
        (
            frozen is None or digits_of(frozen) == digits_of(record.assertion_hash),
            Reason.ASSERTION_HASH_MISMATCH,
        ),
    )


def _lapsed(record: FreezeRecord, scope: Scope, now: datetime) -> FreezeRecord | None:
    """Find the lapsed record of the parent's ledger that this one carries on.

    The same test on the same evidence with a later date: nothing was measured in between.
    """
    before = scope.before.records if scope.before else ()
    return next(
        (
            old
            for old in before
            if old.expires_at <= now < record.expires_at
            and old.test_id == record.test_id
            and digits_of(old.assertion_hash) == digits_of(record.assertion_hash)
            and old.evidence == record.evidence
        ),
        None,
    )


def _named_twice(ledger: Ledger) -> frozenset[str]:
    """Give the ids that more than one line names: of two waivers, one would be unlooked-for."""
    names = [line.test_id for line in ledger.lines if line.test_id]
    return frozenset(name for name in names if names.count(name) > 1)


def _words(line: Line, reason: Reason, scope: Scope, *, second: bool) -> tuple[str, ...]:
    """Say where the line stands, what the patch did to it and to its test, and what is wrong."""
    record = line.record
    test_id = TestId(line.test_id)
    why = scope.patch.why.get(test_id) or scope.patch.why.get(base_of(test_id), "")
    return (
        f"line {line.number}",
        _marked(line, scope),
        why if reason in _BLOCKED.values() else "",
        f"{line.test_id} stands on more than one line" if second else "",
        line.flaw,
        f"expires {record.expires_at.isoformat()}" if record else "",
    )


def _marked(line: Line, scope: Scope) -> str:
    """Mark a line that the parent's ledger does not hold as it is."""
    if scope.before is None or line.record is None or line.record in scope.before.records:
        return ""
    old = {each.test_id for each in scope.before.lines}
    return f"the patch {'alters' if line.test_id in old else 'adds'} this line"
