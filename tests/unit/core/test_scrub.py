import re

import pytest

from freezegate.core.scrub import MAX_MESSAGE_CHARS, MAX_WORDS, QUOTES, RULES, Rule, scrub


@pytest.mark.parametrize(
    ("message", "scrubbed"),
    [
        ("total is negative", "total is negative"),
        ("no key 'abc' here", "no key <quoted> here"),
        ('no key "a b" here', "no key <quoted> here"),
        ("run `ls -l` first", "run <quoted> first"),
        ("it isn't and can't be", "it isn't and can't be"),
        ("unclosed 'abc def", "unclosed <quoted>"),
        ("since 2026-03-01 only", "since <time> only"),
        ("at 2026-03-01T11:12:13.5Z sharp", "at <time> sharp"),
        ("at 2026-03-01 11:12:13+01:00 sharp", "at <time> sharp"),
        ("at 2026-03-01 11:12:13 +0100 UTC", "at <time> <number> UTC"),
        ("at 11:12:13+0100 sharp", "at <time> sharp"),
        ("at 11:12 sharp", "at <time> sharp"),
        ("at 1:12:13,123 PM sharp", "at <time> sharp"),
        ("on Mon, Jan 5", "on <time> <time> <number>"),
        ("on Wednesday it failed", "on <time> it failed"),
        ("May fail", "May fail"),
        ("took 12 ms", "took <duration>"),
        ("took 1.25s today", "took <duration> today"),
        ("took 3 minutes", "took <duration>"),
        ("object at 0x7f0a1b2c3d4e", "object at <address>"),
        ("cannot open /tmp/pytest-1/x.txt now", "cannot open <path> now"),
        ("cannot open C:\\temp\\x now", "cannot open <path> now"),
        ("id 6f9619ff-8b86-d011-b42d-00cf4fc964ff", "id <id>"),
        ("commit deadbeefcafe", "commit <id>"),
        ("commit 0000000e00", "commit <id>"),
        ("number 1234567890", "number <number>"),
        ("node test_7 failed", "node <id> failed"),
        ("order a1b2c3", "order <id>"),
        ("expected 5, got -6.25e-7", "expected <number> got <number>"),
        ("1e5 and 1_000.5", "<number> and <number>"),
        ("is nan or -inf", "is <number> or <number>"),
        ("keys {'a': {1, 2}} differ", "keys {} differ"),
        ("f(x) is not [1, (2)]", "f() is not []"),
        ("unclosed (1, 2", "unclosed"),
        ("odd ) closer", "odd ) closer"),
        ("crossed ([)] end", "crossed"),
        ("größer als null", "grer als null"),
        ("two\n  lines\t\x00here", "two lines \x00here"),
        ("", ""),
    ],
)
def test_what_is_volatile_is_collapsed(message: str, scrubbed: str) -> None:
    assert scrub(message) == scrubbed


def test_only_the_first_words_are_kept() -> None:
    words = [*"abcdefghijklmnop"]
    assert scrub(" ".join(words)) == " ".join(words[:MAX_WORDS])


@pytest.mark.parametrize(
    "hostile",
    [
        "'" * 20_000,
        '"a' * 10_000,
        "`" + "a" * 20_000,
        "(" * 20_000,
        "([{" * 7_000,
        "1" * 20_000,
        "1." * 10_000 + "x",
        "1:" * 10_000,
        "a" * 20_000,
        "a1" * 10_000,
        "a," * 10_000,
        "0x" * 10_000,
        "f" * 20_000 + "!",
        "-" * 20_000,
        "<time>" * 4_000,
        "\\" * 20_000,
        "é" * 20_000,
    ],
)
def test_no_more_than_the_prefix_is_read(hostile: str) -> None:
    assert scrub(hostile) == scrub(hostile[:MAX_MESSAGE_CHARS])


@pytest.mark.parametrize("rule", [*QUOTES, *RULES], ids=lambda rule: rule.name)
def test_the_work_of_every_rule_is_linear_by_its_form(rule: Rule) -> None:
    assert is_linear(rule.pattern.pattern)


@pytest.mark.parametrize(
    "pattern", [r"\d+x", r"(?:a++)++", r"\d++x", r"(?<!a)(?:ab){2,}", r"[ab]*"]
)
def test_a_form_that_may_read_its_text_more_than_once_is_told(pattern: str) -> None:
    assert not is_linear(pattern)


def is_linear(pattern: str) -> bool:
    """No repeat gives anything back, none repeats a group, none begins inside what it repeats."""
    plain = re.sub(r"\\[^\w]|\[[^\]]*\]", "C", pattern)
    plain = plain.replace("?+", "?")
    repeats = re.findall(r"(?:[*+]|\{\d+,\})\+?", plain)
    possessive = all(repeat.endswith("+") and len(repeat) > 1 for repeat in repeats)
    flat = not re.search(r"\)(?:[*+]|\{\d+,\})", plain)
    return possessive and flat and (not repeats or plain.startswith(("(?<!", "(?<=")))


def test_rules_have_names_of_their_own() -> None:
    names = [rule.name for rule in (*QUOTES, *RULES)]
    assert len(set(names)) == len(names)
