"""Writes claims to the supervisor: one JSON object a line, whole lines only."""

from __future__ import annotations

import json
import os
from typing import Any

#: The supervisor ends a process whose line is longer than 64 KiB; escapes make six bytes of one.
MAX_LINE_BYTES = 60 * 1024
#: Only these may be cut to fit: ids and what a test stands on are sent whole or not at all.
_CUT = frozenset({"failure", "reason", "text", "effects", "oracle"})
#: Characters of a text and members of a list that are left, step by step, until the line fits.
_STEPS = ((4096, 64), (1024, 32), (256, 16), (64, 8), (0, 4))


class Emitter:
    """Writes from the process that made it; a fork of a test that falls through stays silent."""

    def __init__(self, descriptor: int) -> None:
        """Write to an open descriptor."""
        self._descriptor = descriptor
        self._process = os.getpid()
        self.count = 0

    def send(self, kind: str, **fields: Any) -> None:
        """Send one claim. A supervisor that is gone is no business of the tests."""
        if os.getpid() != self._process:
            return
        data = _line({"kind": kind, **fields})
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            return

    def send_counted(self, kind: str, **fields: Any) -> None:
        """Send an item or a row: what the end record counts."""
        if os.getpid() == self._process:
            self.count += 1
        self.send(kind, **fields)


def clean(text: str) -> str:
    """Escape what the supervisor refuses in a string: halves of surrogate pairs, and NUL."""
    plain = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return plain.replace("\0", "\\x00")


def _line(claim: Any) -> bytes:
    """Encode a claim; free text is cut where it would make the line too long."""
    claim = _cleaned(claim)
    data = _encoded(claim)
    for chars, members in _STEPS:
        if len(data) <= MAX_LINE_BYTES:
            break
        cut = {key: _shortened(claim[key], chars, members) for key in claim if key in _CUT}
        data = _encoded({**claim, **cut})
    return data


def _encoded(claim: Any) -> bytes:
    """Encode as ASCII, so that no text of a test can break a line."""
    return json.dumps(claim, sort_keys=True, ensure_ascii=True).encode("ascii") + b"\n"


def _cleaned(value: Any) -> Any:
    """Clean every string of a claim."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, (list, tuple)):
        return [_cleaned(each) for each in value]
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    return value


def _shortened(value: Any, chars: int, members: int) -> Any:
    """Shorten texts and lists; of a list both ends are kept, for frames are told by them."""
    if isinstance(value, str):
        return value[:chars]
    if isinstance(value, list):
        head, tail = value[: members // 2], value[members // 2 :][-(members - members // 2) :]
        return [_shortened(each, chars, members) for each in head + tail]
    if isinstance(value, dict):
        kept = ("type", "path", "module", "qualname")
        return {
            key: each if key in kept else _shortened(each, chars, members)
            for key, each in value.items()
        }
    return value
