"""Identities, each its own type, and the checks that make them valid.

The checks raise `ValueError`; a struct calls them in `__post_init__`, so that
`wire` can add the address.
"""

import re
import unicodedata
from typing import Final, NewType

CommitSha = NewType("CommitSha", str)
"""A full object id of a commit: 40 or 64 lower-case hexadecimal digits."""

Digest = NewType("Digest", str)
"""`sha256:` and 64 lower-case hexadecimal digits."""

PropertyId = NewType("PropertyId", str)
"""The marker's id of a property, else its pytest node id."""

TestId = NewType("TestId", str)
"""A pytest node id, with `/` between folders, relative to the tree."""

Seed = NewType("Seed", int)
"""A non-negative integer below 2**63; libraries get it modulo 2**32."""

MAX_SEED: Final = 2**63 - 1

#: Longer ids are refused: the longest seen in the field is below 1 KiB, and a row has 64 KiB.
MAX_ID_CHARS: Final = 8 * 1024

_COMMIT: Final = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}\Z")
#: Categories that no id may hold: control, surrogate, and the format characters that turn text
#: around (TRUST.md section 4). Other format characters occur in real parametrised ids.
_BIDIRECTIONAL: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def check_commit(text: str) -> None:
    """Refuse what is not a full commit id."""
    if not _COMMIT.match(text):
        message = f"{text!r} is not a full commit id of 40 or 64 hexadecimal digits"
        raise ValueError(message)


def check_digest(text: str) -> None:
    """Refuse what is not `sha256:` and 64 digits."""
    if not _DIGEST.match(text):
        message = f"{text!r} is not a digest of the form sha256:<64 hexadecimal digits>"
        raise ValueError(message)


def check_id(text: str) -> None:
    """Refuse an id that is empty, too long, or holds a control or text-turning character."""
    if not text:
        message = "an id is empty"
        raise ValueError(message)
    if len(text) > MAX_ID_CHARS:
        message = f"an id has {len(text)} characters, more than {MAX_ID_CHARS}"
        raise ValueError(message)
    if text.isascii() and text.isprintable():  # nearly every id is, and this is much quicker
        return
    for character in text:
        if character in _BIDIRECTIONAL or unicodedata.category(character) in {"Cc", "Cs"}:
            message = f"the id {text!a} holds the character {character!a}"
            raise ValueError(message)


def visible(text: str) -> str:
    """Escape what no id may hold, as the runner does to an id that a suite leaves raw."""
    return "".join(
        each.encode("unicode_escape").decode("ascii")
        if each in _BIDIRECTIONAL or unicodedata.category(each) == "Cc"
        else each
        for each in text
    )


def check_schedule(seeds: tuple[Seed, ...]) -> None:
    """Refuse a seed out of range and a seed that stands twice."""
    for seed in seeds:
        if not 0 <= seed <= MAX_SEED:
            message = f"seed {seed} is outside 0 to 2**63 - 1"
            raise ValueError(message)
    if len(set(seeds)) != len(seeds):
        twice = sorted({seed for seed in seeds if seeds.count(seed) > 1})
        message = f"a seed stands twice in the schedule: {', '.join(map(str, twice))}"
        raise ValueError(message)


def check_distinct(what: str, names: tuple[str, ...]) -> None:
    """Refuse a collection in which a name stands twice."""
    if len(set(names)) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        message = f"{what} stands twice: {', '.join(map(ascii, twice))}"
        raise ValueError(message)
