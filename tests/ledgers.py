"""Ledgers, manifests and classifications in few words, for the tests of the scope gate."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from freezegate.core.scope import Scope
from freezegate.model.ids import TestId
from freezegate.model.ledger import FreezeRecord, Ledger, Line
from freezegate.model.manifest import Manifest, PatchTests

NOW = datetime(2026, 10, 10, tzinfo=UTC)
PARENT = "a" * 40


def named(name: str) -> TestId:
    return TestId(f"tests/properties/test_bounds.py::test_{name}")


def hashed(name: str) -> str:
    return f"sha256:{hashlib.sha256(name.encode()).hexdigest()}"


def manifest(names: Iterable[str], **fields: object) -> Manifest:
    ids = {named(name): hashed(name) for name in names}
    whole = Manifest(test_ids=tuple(ids), assertion_hashes=ids, parent_sha=PARENT)
    return msgspec.structs.replace(whole, **fields)


def record(name: str, **fields: object) -> FreezeRecord:
    plain = FreezeRecord(
        test_id=named(name),
        parent_sha=PARENT,
        assertion_hash=hashed(name),
        expires_at=NOW + timedelta(days=7),
    )
    return msgspec.structs.replace(plain, **fields)


def ledger(*records: FreezeRecord | str) -> Ledger:
    """A record a line; a word stands for a line of that id that cannot be read."""
    return Ledger(
        lines=tuple(
            Line(number=number, test_id=each.test_id, record=each)
            if isinstance(each, FreezeRecord)
            else Line(number=number, test_id=each, record=None, flaw=f"L:{number}: flawed")
            for number, each in enumerate(records, 2)
        )
    )


def scope(
    names: Iterable[str],
    *,
    before: Ledger | None = None,
    ancestors: Iterable[str] | None = (PARENT,),
    **changes: Iterable[str],
) -> Scope:
    """`added`, `renamed_to` and `rewritten` name tests of the patch."""
    return Scope(
        manifest=manifest(names),
        patch=msgspec.structs.replace(
            PatchTests(), **{kind: tuple(map(named, tests)) for kind, tests in changes.items()}
        ),
        ancestors=None if ancestors is None else frozenset(ancestors),
        before=before,
    )
