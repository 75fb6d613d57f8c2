"""Changes that get no window: those of authentication, authorization or deletion (spec 2).

Told by name alone, of files and of functions. A name is taken apart into its words, and each is
compared whole: `HTTPAuthToken` holds "auth" and "token", `tokenizer` neither.
"""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Final

import msgspec

#: THE table: what gets no window, and the words that stand for it, in lower case; where there is a
#: space, two words side by side.
#:
#: Left out is what mostly means something else, for a needless block costs the reader's trust, and
#: `sensitive-symbols` adds it where it does not: `remove`, `clear`, `discard` and `destroy` (every
#: container and every window has them), `role` (of an element, a message, an actor), `permit` (a
#: semaphore's), `author` and `authority` (of a book, of a URL), `pwd` (the working folder).
_TABLE: Final = {
    "authentication": (
        *("auth", "authn", "oauth", "jwt", "mfa", "oidc", "otp", "saml", "sso", "totp"),
        *("authenticate", "authenticates", "authenticated", "authenticating"),
        *("authentication", "authenticator", "authenticators", "unauthenticated"),
        *("login", "logins", "logon", "logout", "signin", "signout"),
        *("log in", "logged in", "log out", "logged out"),
        *("sign in", "signed in", "sign out", "signed out"),
        *("password", "passwords", "passwd", "passphrase", "passphrases"),
        *("credential", "credentials", "creds", "secret", "secrets"),
        *("session", "sessions", "token", "tokens"),
    ),
    "authorization": (
        *("authz", "acl", "acls", "rbac", "permission", "permissions"),
        *("authorize", "authorizes", "authorized", "authorizing"),
        *("authorization", "authorizations", "authorizer", "authorizers", "unauthorized"),
        *("authorise", "authorises", "authorised", "authorising"),
        *("authorisation", "authorisations", "authoriser", "authorisers", "unauthorised"),
    ),
    "deletion": (
        *("delete", "deletes", "deleted", "deleting", "deleter", "deletable"),
        *("deletion", "deletions"),
        *("drop", "drops", "dropped", "dropping"),
        *("purge", "purges", "purged", "purging"),
    ),
}
WORDS: Final = {word: meaning for meaning, words in _TABLE.items() for word in words}

#: What was done, before one of these, names a fact and no act: `deleted_at` is a column's name. The
#: verb stays an act: `delete_by_id` deletes.
_FACT_BEFORE: Final = ("at", "on", "by")
_DONE: Final = tuple(word for word in WORDS if word.endswith("ed"))
#: Where a word of the table does not stand for its meaning: in a fact, and in a `DropDown`, which
#: is another spelling of `dropdown`.
_HARMLESS: Final = re.compile(
    rf" (?:{'|'.join(_DONE)})(?= (?:{'|'.join(_FACT_BEFORE)}) )| drop(?= downs? )"
)

#: What a touched function's name holds that nobody wrote: `<locals>`, `<lambda 1>`, `#2`.
_MADE: Final = re.compile(r"<[^>]*>|#\d+")
_RUN: Final = re.compile(r"[./]|\d+|[^\W\d_]+")
#: Between the words of `deleteUser` and of `HTTPAuth`; `ACLs` is one word.
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])")
_GLOB: Final = frozenset("*?[")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What the parent's configuration adds: globs of paths, and words or globs of symbols."""

    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


_NO_RULES: Final = Rules()


def sensitive(
    paths: Iterable[str], symbols: Iterable[str], rules: Rules = _NO_RULES
) -> tuple[str, ...]:
    """Say what of a change gets no window.

    Args:
        paths: the changed product files.
        symbols: the touched functions, as `path::qualified.name`. Their path is not looked at.
        rules: what counts beside the table. The table's exceptions do not bind them.

    Returns:
        A sentence for each match, sorted, each once.
    """
    found = {sentence for path in paths for sentence in _of_path(path, rules.paths)}
    found |= {sentence for symbol in symbols for sentence in _of_symbol(symbol, rules.symbols)}
    return tuple(sorted(found))


def _of_path(path: str, globs: Iterable[str]) -> Iterator[str]:
    yield from _of_table(path, _spelt(path.removesuffix(".py")))
    for glob in globs:
        if fnmatchcase(path, glob):
            yield f'{path}: "{glob}" is named in sensitive-paths'


def _of_symbol(symbol: str, rules: Iterable[str]) -> Iterator[str]:
    name = symbol.rpartition("::")[2]
    spelt = _spelt(_MADE.sub("", name))
    yield from _of_table(symbol, spelt)
    for rule in rules:
        if _names(rule, name, spelt):
            yield f'{symbol}: "{rule}" is named in sensitive-symbols'


def _names(rule: str, name: str, spelt: str) -> bool:
    """Tell whether a rule names a symbol; one without a single letter or number names none."""
    if _GLOB & set(rule):
        return fnmatchcase(name, rule)
    return any(map(str.isalnum, rule)) and _spelt(rule) in spelt


def _of_table(subject: str, spelt: str) -> Iterator[str]:
    told = _HARMLESS.sub("", spelt)
    for word, meaning in WORDS.items():
        if f" {word} " in told:
            yield f'{subject}: "{word}" stands for {meaning}'


def _spelt(name: str) -> str:
    """Write a name as its words, in lower case, a space around each.

    Numbers, dots and slashes are words too: what stands on both sides of one is not side by side.
    """
    words = [word.lower() for run in _RUN.findall(name) for word in _HUMP.split(run)]
    return f" {' '.join(words)} "
