"""What is volatile in a message, as a table of rules (DESIGN.md section 4, "Witness").

Every rule reads its text once: unbounded repeats are possessive, none is nested in another, and
none may begin in the middle of what it repeats. With the bound on the prefix this keeps the work
linear, whatever a tree sends.
"""

import re
from typing import Final

import msgspec

#: A message is judged by its beginning; 4 KiB hold the words that name a failure.
MAX_MESSAGE_CHARS: Final = 4 * 1024
#: What a message says first is what failed; later words are often values in prose.
MAX_WORDS: Final = 12

_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_OPENING: Final = {closing: opening for opening, closing in _CLOSING.items()}


class Rule(msgspec.Struct, frozen=True):
    """What is volatile, how it is recognised, and what stands in its place."""

    name: str
    pattern: re.Pattern[str]
    replacement: str


#: Quoted text goes before brackets are counted, since it may hold one of a pair.
QUOTES: Final = (
    Rule("quoted", re.compile(r"(?<!\w)'[^']*+(?:'|\Z)"), "<quoted>"),
    Rule("double quoted", re.compile(r'(?<!\w)"[^"]*+(?:"|\Z)'), "<quoted>"),
    Rule("code", re.compile(r"(?<!\w)`[^`]*+(?:`|\Z)"), "<quoted>"),
)

#: THE table of what else is volatile. Rows apply in order, each to what the one before left.
RULES: Final = (
    Rule("date", re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)"), "<time>"),
    Rule("clock", re.compile(r"(?<![\d:])\d\d?:\d\d(?::\d\d)?(?:[.,]\d++)?+(?![\d:])"), "<time>"),
    Rule("zone", re.compile(r"(?<=<time>)(?:Z|[+-](?:\d{4}|<time>)| ?[AaPp][Mm]\b| UTC\b)"), ""),
    Rule("date and clock", re.compile(r"<time>[T ,]?<time>"), "<time>"),
    Rule("weekday", re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b,?"), "<time>"),
    Rule(
        "month",
        re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?= \d)"),
        "<time>",
    ),
    Rule("path", re.compile(r"(?<!\S)[^\s/\\]*+[/\\]\S*+"), "<path>"),
    Rule("address", re.compile(r"(?<!\w)0[xX][0-9a-fA-F]++"), "<address>"),
    Rule(
        "uuid",
        re.compile(r"(?<!\w)[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?!\w)"),
        "<id>",
    ),
    Rule(
        "duration",
        re.compile(
            r"(?<![\w.])\d++(?:\.\d++)?+ ?"
            r"(?:[num]?s|secs?|seconds?|mins?|minutes?|h|hours?|days?)\b"
        ),
        "<duration>",
    ),
    Rule("hexadecimal", re.compile(r"(?<![\w.])(?=\d*+[a-fA-F])[0-9a-fA-F]{8,}+(?!\w)"), "<id>"),
    Rule("not finite", re.compile(r"(?<!\w)[-+]?(?:nan|inf|infinity)\b"), "<number>"),
    Rule(
        "number",
        re.compile(r"(?<![\w.,])[-+]?\.?\d[\d.,_]*+(?:[eE][-+]?\d++)?+(?!\w)"),
        "<number>",
    ),
    Rule("id", re.compile(r"(?<!\w)[A-Za-z_]*+\d[\w.,]*+"), "<id>"),
)


def scrub(message: str) -> str:
    """Return the first words of a message, freed of what differs between two runs.

    Times, durations, addresses, paths, ids, numbers, quoted text and the contents of brackets are
    collapsed, other than ASCII is dropped.
    """
    text = message[:MAX_MESSAGE_CHARS].encode("ascii", "ignore").decode("ascii")
    text = _replaced(_without_contents(_replaced(text, QUOTES)), RULES)
    return " ".join(text.split()[:MAX_WORDS])


def _replaced(text: str, rules: tuple[Rule, ...]) -> str:
    """Apply rules one after another."""
    for rule in rules:
        text = rule.pattern.sub(rule.replacement, text)
    return text


def _without_contents(text: str) -> str:
    """Empty all brackets in one pass; one that the prefix cuts off is empty to the end."""
    kept: list[str] = []
    awaited: list[str] = []
    for character in text:
        if awaited and character == awaited[-1]:
            awaited.pop()
            if not awaited:
                kept.append(_OPENING[character] + character)
        elif character in _CLOSING:
            awaited.append(_CLOSING[character])
        elif not awaited:
            kept.append(character)
    return "".join(kept)
