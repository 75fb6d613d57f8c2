"""Which names stand for authentication, authorization or deletion, and what rules add."""

import pytest

from freezegate.source.sensitive import WORDS, Rules, sensitive

#: A name, and the words of the table that it holds; empty where it gets its window.
NAMES = [
    # authentication
    ("auth", "auth"), ("Auth", "auth"), ("AUTH_BACKENDS", "auth"), ("auth0", "auth"),
    ("oauth", "oauth"), ("oauth2", "oauth"), ("OAuth2Client", "auth"),
    ("HTTPAuthToken", "auth token"),
    ("authn_middleware", "authn"), ("authenticate", "authenticate"),
    ("is_authenticated", "authenticated"), ("unauthenticated", "unauthenticated"),
    ("BearerAuthentication", "authentication"), ("Authenticator.check", "authenticator"),
    ("login", "login"), ("loginUser", "login"), ("log_in", "log in"), ("logIn", "log in"),
    ("is_logged_in", "logged in"), ("sign-in", "sign in"), ("SignOut", "sign out"),
    ("logout", "logout"), ("password", "password"), ("reset_passwords", "passwords"),
    ("passwd", "passwd"), ("client_secret", "secret"), ("load_creds", "creds"),
    ("Credentials.<class>", "credentials"), ("session", "session"), ("Session.by_id", "session"),
    ("sessions.open", "sessions"), ("token", "token"), ("next_token", "token"),
    ("TokenStore.get", "token"), ("jwt_decode", "jwt"), ("decodeJWT", "jwt"),
    # authorization
    ("authorize", "authorize"), ("authorise", "authorise"), ("authorization", "authorization"),
    ("authz", "authz"), ("Unauthorized.<class>", "unauthorized"), ("has_permission", "permission"),
    ("PermissionsMixin", "permissions"), ("acl", "acl"), ("getACLs", "acls"), ("ACLsOf", "acls"),
    # deletion
    ("delete", "delete"), ("Cart.delete_line", "delete"), ("deleteUser", "delete"),
    ("DELETE", "delete"), ("bulk_deletes", "deletes"), ("is_deleted", "deleted"),
    ("Deletion", "deletion"), ("delete_by_id", "delete"), ("delete_on_commit", "delete"),
    ("delete2", "delete"), ("drop", "drop"), ("drop_table", "drop"), ("dropping", "dropping"),
    ("purge", "purge"), ("cache.purge_all", "purge"), ("purged", "purged"),
    ("deleted.by", "deleted"), ("f.<locals>.delete", "delete"), ("delete#2", "delete"),
    ("delete.<locals>.<lambda 1>", "delete"), ("<module>.DROP_FIRST", "drop"),
    ("set_deleted_at_then_purge", "purge"),
    # neither
    ("author", ""), ("authors_of", ""), ("authority", ""), ("authentic", ""), ("tokenize", ""),
    ("tokenizer", ""), ("Tokenizer.next", ""), ("sessionmaker", ""), ("obsession", ""),
    ("deleted_at", ""), ("deletedAt", ""), ("deleted_on", ""), ("deleted_by_id", ""),
    ("add_deleted_at_index", ""), ("authorized_at", ""), ("dropdown", ""), ("drop_down", ""),
    ("DropDownMenu", ""), ("backdrop", ""), ("dropout", ""), ("dropna", ""), ("remove", ""),
    ("remove_user", ""), ("clear", ""), ("discard", ""), ("destroy", ""), ("role", ""),
    ("permit", ""), ("pwd", ""), ("__del__", ""), ("__delitem__", ""), ("log.in", ""),
    ("blog_in", ""), ("log_error", ""), ("sign", ""), ("passenger", ""), ("secretary", ""),
    ("undelete", ""), ("prédelete", ""), ("userIDs", ""), ("<module>", ""), ("<lambda 1>", ""),
    ("", ""),
]  # fmt: skip


def quoted(sentences: tuple[str, ...]) -> list[str]:
    return sorted(sentence.split('"')[1] for sentence in sentences)


def expected(words: str) -> list[str]:
    """The words that are named, of which some hold a space."""
    return [words] if words in WORDS else words.split()


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_a_symbol_is_sensitive_by_the_whole_words_of_its_name(name: str, words: str) -> None:
    assert quoted(sensitive((), (f"src/a.py::{name}",))) == expected(words)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src/shop/auth.py", "auth"), ("auth/views.py", "auth"), ("src/user_login/x/y.py", "login"),
        ("src/login.tokens.json", "login tokens"), ("db/drop-old.sql", "drop"),
        ("src/deleteUser.py", "delete"), ("deleted/by.py", "deleted"),
        ("migrations/0012_add_deleted_at.py", ""), ("src/author.py", ""), ("src/tokenizer.py", ""),
        ("log/in.py", ""), ("src/cart.py", ""), ("py", ""),
    ],
)  # fmt: skip
def test_a_path_is_sensitive_by_the_words_of_each_of_its_parts(path: str, words: str) -> None:
    assert quoted(sensitive((path,), ())) == expected(words)


def test_a_sentence_says_where_what_and_for_what_it_stands() -> None:
    assert sensitive(("src/shop/auth.py",), ("src/shop/cart.py::Cart.delete_line",)) == (
        'src/shop/auth.py: "auth" stands for authentication',
        'src/shop/cart.py::Cart.delete_line: "delete" stands for deletion',
    )
    assert sensitive((), ("a.py::acl",)) == ('a.py::acl: "acl" stands for authorization',)


def test_a_symbol_is_not_told_by_its_path() -> None:
    assert sensitive((), ("src/auth.py::cart",)) == ()
    assert sensitive((), ("src/auth.py::cart",), Rules(symbols=("auth", "src*"))) == ()


def test_a_symbol_without_a_path_is_told_by_its_name() -> None:
    assert sensitive((), ("purge",)) == ('purge: "purge" stands for deletion',)


def test_nothing_changed_is_not_sensitive() -> None:
    assert sensitive((), (), Rules(paths=("*",), symbols=("*",))) == ()


def test_sentences_are_sorted_and_each_stands_once() -> None:
    paths = ("b/token.py", "a/drop_then_drop.py", "b/token.py")
    symbols = ("b/x.py::purge", "a/x.py::token", "b/x.py::purge")
    once = (
        'a/drop_then_drop.py: "drop" stands for deletion',
        'a/x.py::token: "token" stands for authentication',
        'b/token.py: "token" stands for authentication',
        'b/x.py::purge: "purge" stands for deletion',
    )
    assert sensitive(paths, symbols) == once
    assert sensitive(reversed(paths), reversed(symbols), Rules(paths=("no",) * 2)) == once


@pytest.mark.parametrize(
    ("glob", "named"),
    [("src/billing/*", True), ("src/billing/cart.py", True), ("*.py", True), ("src/*", True),
     ("billing/*", False), ("cart.py", False), ("SRC/*", False), ("src", False), ("", False)],
)  # fmt: skip
def test_a_rule_of_paths_is_a_glob_of_the_whole_path(glob: str, named: bool) -> None:  # noqa: FBT001 - a column
    sentence = f'src/billing/cart.py: "{glob}" is named in sensitive-paths'
    found = sensitive(("src/billing/cart.py",), ("src/billing/cart.py::f",), Rules(paths=(glob,)))
    assert found == ((sentence,) if named else ())


@pytest.mark.parametrize(
    ("rule", "name", "named"),
    [
        # words, compared as the table's are
        ("charge", "Cart.charge_card", True), ("CHARGE", "Cart.chargeCard", True),
        ("charge", "Cart.recharge", False), ("charge_card", "chargeCardNow", True),
        ("charge_card", "charge_big_card", False), ("charge_card", "Charge.card", False),
        ("Cart.charge", "shop.Cart.charge_card", True), ("Cart.charge", "Cart.x.charge", False),
        ("x509", "load_x509_chain", True), ("x509", "point_x", False), ("x509", "x500", False),
        ("deleted_at", "set_deleted_at", True), ("dropdown", "DropDown", False),
        # what Python, or the touched set, puts into a name is no word of it
        ("lambda", "f.<locals>.<lambda 1>", False), ("2", "f#2", False),
        # no word at all
        ("", "f", False), ("_", "f_g", False), (".", "f.g", False),
        # globs of the whole qualified name
        ("Cart.*", "Cart.charge", True), ("cart.*", "Cart.charge", False),
        ("*charge", "Cart.recharge", True), ("charge?", "Cart.charge1", False),
        ("[CD]art.f", "Cart.f", True), ("*.<class>", "Cart.<class>", True),
        ("<module>.MAX*", "<module>.MAX_CHARGE", True),
    ],
)  # fmt: skip
def test_a_rule_of_symbols_is_words_or_a_glob(rule: str, name: str, named: bool) -> None:  # noqa: FBT001 - a column
    found = sensitive(("src/charge.py",), (f"a.py::{name}",), Rules(symbols=(rule,)))
    sentence = f'a.py::{name}: "{rule}" is named in sensitive-symbols'
    assert found == ((sentence,) if named else ())


def test_a_rule_stands_beside_the_table() -> None:
    assert sensitive(("auth.py",), ("a.py::drop",), Rules(paths=("auth*",), symbols=("drop",))) == (
        'a.py::drop: "drop" is named in sensitive-symbols',
        'a.py::drop: "drop" stands for deletion',
        'auth.py: "auth" stands for authentication',
        'auth.py: "auth*" is named in sensitive-paths',
    )


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_table_is_found_as_it_is_written(word: str) -> None:
    assert word in quoted(sensitive((), (f"a.py::{word.replace(' ', '_')}",)))


def test_the_table_speaks_of_what_the_specification_names_and_nothing_else() -> None:
    assert set(WORDS.values()) == {"authentication", "authorization", "deletion"}
