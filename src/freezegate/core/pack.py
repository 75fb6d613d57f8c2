"""What a fixture pack decides (spec 2, steps 2, 3 and 6): its generation, what an input closes.

A counterexample enters the pack once and closes freezes; a pack that grew is another generation,
and a record that cites the one before is dropped by name.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from freezegate.model.ledger import FreezeRecord, Ledger
from freezegate.model.manifest import digits_of
from freezegate.model.pack import (
    GENERATION_DIGITS,
    GENERATION_PREFIX,
    PINNED,
    Assertion,
    Closed,
    Counterexample,
    FixturePack,
)
from freezegate.model.reason import Reason
from freezegate.model.verdict import Finding, GateResult

#: Hashed ahead of the files, so that no other list of files gives the same id.
_HEAD: Final = "freezegate pack 1"
#: 64 bits of an input's digest tell the logs of one pack apart.
_LOG_DIGITS: Final = 16

_OWN: Final = "the pack holds an input that breaks it"
_UNREPLAYED: Final = "an input was shrunk for it that does not replay"
_SAME_JOB: Final = "it failed in one job with an assertion that an input breaks"


def generation_of(files: Mapping[str, bytes]) -> str:
    """Derive the generation id from a pack's files, by path; `pack.json` itself is left out.

    It is `gen-` and the start of a sha256 over one line a file, sorted by path, as `sha256sum`
    prints it. Line ends of text (what holds no NUL) are taken as newlines and paths in Unicode's
    form NFC; modes and times are not looked at. So it is the same on every machine.
    """
    names = {unicodedata.normalize("NFC", path): path for path in files if path != PINNED}
    lines = (f"{_file_digest(files[names[name]])}  {name}" for name in sorted(names))
    digest = hashlib.sha256("\n".join((_HEAD, *lines)).encode()).hexdigest()
    return GENERATION_PREFIX + digest[:GENERATION_DIGITS]


def _file_digest(data: bytes) -> str:
    text = data if b"\0" in data else data.replace(b"\r\n", b"\n")
    return hashlib.sha256(text).hexdigest()


def sink(example: Counterexample, pack: FixturePack, log: bytes = b"") -> FixturePack:
    """Add a counterexample, with the raw failure log of one that does not replay.

    The same input of the same property is not sunk twice, whatever else differs: the pack that
    holds it is returned as it is.

    Raises:
        ValueError: it does not replay, and there is no log to keep.
    """
    return sink_all([(example, log)], pack)


def sink_all(examples: Iterable[tuple[Counterexample, bytes]], pack: FixturePack) -> FixturePack:
    """Add what one job shrank, each with its log, in an order of its own.

    Where the job found one input twice, the finding that replays is the one that stays; so the
    order in which its workers end does not matter.

    Raises:
        ValueError: as `sink`.
    """
    held = {each.key(): each for each in pack.counterexamples}
    logs = dict(pack.logs)
    for example, log in sorted(examples, key=lambda each: (not each[0].replays, repr(each))):
        key = example.key()
        if key not in held:
            held[key] = example if example.replays else _logged(example, log)
            logs |= {held[key].log: log} if held[key].log else {}
    if len(held) == len(pack.counterexamples):
        return pack
    grown = tuple(held[key] for key in sorted(held))
    return msgspec.structs.replace(pack, counterexamples=grown, logs=logs)


def _logged(example: Counterexample, log: bytes) -> Counterexample:
    """Name the log of an input that does not replay after the input."""
    if not log:
        message = f"{example.property!a}: an input that does not replay is kept with its log"
        raise ValueError(message)
    digest = hashlib.sha256(example.key().encode()).hexdigest()
    return msgspec.structs.replace(example, log=f"{digest[:_LOG_DIGITS]}.log")


def closed(
    pack: FixturePack, failures: Iterable[Assertion], shrunk: Iterable[Counterexample] = ()
) -> tuple[Closed, ...]:
    """Name the assertions, of those that failed in one job, that no freeze may cover.

    An input closes its own assertion: that of its property, its test or its assertion hash, each
    alone, so that neither a rename nor a rewrite opens it again. One that replays closes every
    other assertion that failed in the job as well, when its own failed there or the job shrank it
    (`shrunk`, sunk or not). What is no longer to count has to leave the pack, by a person's hand.
    """
    failed, found = tuple(failures), tuple(shrunk)
    # Written last, an input that replays hides one of the same assertion that does not.
    ordered = sorted((*pack.counterexamples, *found), key=lambda each: each.replays)
    own = {name: each for each in ordered for name in _names(each)}
    hits = [_hit(own, assertion) for assertion in failed]
    wide = next((each for each in (*found, *filter(None, hits)) if each.replays), None)
    pairs = zip(failed, hits, strict=True)
    return tuple(
        Closed(assertion=assertion, by=by.property, why=_why(hit))
        for assertion, hit in pairs
        if (by := hit or wide)
    )


def _why(hit: Counterexample | None) -> str:
    """Say what closes an assertion: an input of its own, or else the job's."""
    if hit is None:
        return _SAME_JOB
    return _OWN if hit.replays else _UNREPLAYED


def _names(each: Counterexample | Assertion) -> tuple[tuple[str, str], ...]:
    """Give all that an assertion is known by."""
    known = {
        "property": each.property,
        "test": each.test_id,
        "hash": digits_of(each.assertion_hash),
    }
    return tuple((kind, name) for kind, name in known.items() if name)


def _hit(
    own: Mapping[tuple[str, str], Counterexample], assertion: Assertion
) -> Counterexample | None:
    found = (own[name] for name in _names(assertion) if name in own)
    return max(found, key=lambda each: each.replays, default=None)


def stale(ledger: Ledger, generation: str, pack: FixturePack) -> tuple[FreezeRecord, ...]:
    """Give the records that cite another generation, in the ledger's order.

    A label of the pack is an alias: what it names is compared. A record that cites none is not
    among them.
    """
    return tuple(
        record for record in ledger.records if record.pin and pack.meant(record.pin) != generation
    )


def check_pack(pack: FixturePack, content: str, cited: str, ledger: Ledger) -> GateResult:
    """Hold `pack.json`, a generation that was cited, and every record to the pack's content.

    Args:
        pack: the pack.
        content: the generation that its content gives.
        cited: a generation or label that must come out, or empty.
        ledger: the records; each of them can be read.
    """
    pins = [(PINNED, pack.pinned.generation if pack.pinned else "")]
    if cited:
        pins.append((cited, pack.meant(cited)))
    return GateResult(
        gate="pack",
        findings=(
            *(_pinned(name, pin, content) for name, pin in pins),
            *(_record(record, pack.meant(record.pin), content) for record in ledger.records),
        ),
    )


def _pinned(subject: str, pin: str, content: str) -> Finding:
    if pin == content:
        return Finding(subject=subject, reason=Reason.GENERATION_PINNED, note=content)
    note = f"the content gives {content}, and {pin or 'nothing'} was pinned"
    return Finding(subject=subject, reason=Reason.GENERATION_DRIFTED, note=note)


def _record(record: FreezeRecord, pin: str, content: str) -> Finding:
    """Judge one record by the generation that its pin means."""
    if not pin:
        return Finding(subject=record.test_id, reason=Reason.PIN_MISSING)
    if pin != content:
        note = f"the record cites {record.pin}, and the content gives {content}"
        return Finding(subject=record.test_id, reason=Reason.PIN_DRIFTED, note=note)
    return Finding(subject=record.test_id, reason=Reason.PIN_CURRENT, note=record.pin)
