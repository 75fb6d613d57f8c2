"""A user's suite in pytester's folder, ledgers for it, and what its failures are called."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from freezegate.core.witness import LocatedFrame, LocatedLeaf, witness_class
from freezegate.model.claim import Item
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase
from freezegate.source.site import statement_at
from freezegate.suite import doors
from freezegate.suite.checkout import Checkout, Disk

LEDGER = "flake_freeze.json"
PARENT = "a" * 40
ASSERTION = "builtins.AssertionError"


def checkout(pytester: pytest.Pytester) -> Checkout:
    top = pytester.path
    return Checkout(
        Disk(
            paths=doors.paths_of(top),
            read=lambda path: doors.content(top, path),
            root="",
            pytest_major=9,
        )
    )


def record(pytester: pytest.Pytester, test_id: str, **fields: str) -> dict[str, str]:
    """A record that fits its test."""
    path, *names = test_id.partition("[")[0].split("::")
    item = Item(test_id=test_id, path=path, source_path=path, qualname=".".join(names))
    plain = {
        "test_id": test_id,
        "parent_sha": PARENT,
        "assertion_hash": checkout(pytester).assertion_hash(item),
        "expires_at": "2099-01-01T00:00:00Z",
    }
    return {**plain, **fields}


def write(pytester: pytest.Pytester, records: Iterable[dict[str, Any]]) -> str:
    """Write a ledger, a record a line from line 2, and give pytest's option for it."""
    lines = ",\n".join(json.dumps(each) for each in records)
    (pytester.path / LEDGER).write_text(f'{{"records": [\n{lines}\n]}}\n')
    return f"--freeze-ledger={LEDGER}"


def leaf(  # noqa: PLR0913 - what a failure is
    pytester: pytest.Pytester,
    file: str,
    qualname: str,
    text: str,
    *,
    kind: str = ASSERTION,
    message: str = "",
) -> LocatedLeaf:
    """A failure at the line that holds a text; of a plain assertion, unless it says something."""
    source = (pytester.path / file).read_bytes()
    line = next(n for n, each in enumerate(source.splitlines(), 1) if text.encode() in each)
    statement = statement_at(source, line)
    assert statement is not None
    frame = LocatedFrame(
        path=file,
        module=file.rpartition("/")[2].removesuffix(".py"),
        qualname=qualname,
        statement=statement.canonical,
        is_test=True,
    )
    return LocatedLeaf(type=kind, message=message, frames=(frame,), plain_assert=not message)


def witness(test_id: str, *leaves: LocatedLeaf, phase: Phase = Phase.CALL, prop: str = "") -> str:
    """What the gate calls a failure."""
    return witness_class(PropertyId(prop or test_id), leaves, phase=phase)


def frozen(pytester: pytest.Pytester, test_id: str, text: str) -> dict[str, str]:
    """A record of a test whose plain assertion, the line that holds a text, fails."""
    file, *names = test_id.split("::")
    return record(
        pytester,
        test_id,
        witness=witness(test_id, leaf(pytester, file, ".".join(names), text)),
    )


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Run pytest here, without the plugin that warns of its own setting."""
    return pytester.runpytest_inprocess("-p", "no:asyncio", "-p", "no:hypothesispytest", *words)


def errors(result: pytest.RunResult) -> list[str]:
    """What pytest refused."""
    lines = [*result.stdout.lines, *result.stderr.lines]
    return [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
