"""Probes and traps, in the runner: what is loaded is the test's own file, so each runs there."""

import ast
from pathlib import Path

import pytest

from freezegate.model.claim import Outcome
from freezegate.model.lane import Place
from freezegate.model.plan import Instruments, Trap
from freezegate.model.row import Phase
from freezegate.runner.probes import Poison, Replaced, probed
from tests.unit.runner.start import Answer, start, tree_of

SHOP = '''"""A shop."""
from __future__ import annotations
import functools

LIMIT = 3

def total(prices):
    """Add up."""
    return sum(prices)

def numbers(count):
    for each in range(count):
        yield each

async def later(value):
    return value

double = lambda value: value * 2

class Cart:
    kind = "cart"

    def __init__(self):
        self.items = []

    @functools.wraps(total)
    def add(self, item):
        self.items.append(item)

    def has(self, item):
        return item in self.items

def read():
    with open(__file__.replace("shop.py", "prices.csv")) as file:
        return file.read()
'''
TESTS = """
    import asyncio
    import pytest
    import shop

    @pytest.fixture
    def cart():
        cart = shop.Cart()
        cart.add(1)
        return cart

    @pytest.fixture
    def used(cart):
        assert cart.items == [1]

    def test_total():
        assert shop.total([1, 2]) == 3

    def test_calls_and_says_nothing():
        print(shop.total([1, 2]))
        assert 1 == 1

    def test_swallows():
        with pytest.raises(Exception):
            shop.total(1)

    def test_generator():
        assert list(shop.numbers(2)) == [0, 1]

    def test_coroutine():
        assert asyncio.run(shop.later(2)) == 2

    def test_lambda():
        assert shop.double(2) == 4

    def test_method(cart):
        assert cart.has(1)

    def test_what_a_fixture_did(cart):
        assert cart.items == [1]

    def test_used_by_a_fixture_alone(used):
        assert 1 == 1

    def test_file():
        assert shop.read() == "1"

    def test_nothing():
        assert shop.LIMIT == 3
    """


def place(words: str) -> Place:
    """Find a definition of the shop by how it begins."""
    line = next(at for at, text in enumerate(SHOP.splitlines(), 1) if words in text)
    return Place(path="shop.py", line=line, column=SHOP.splitlines()[line - 1].index(words))


PLACES = (
    *map(place, ("def total", "def numbers", "async def", "lambda", "class", "def __init__")),
    *map(place, ("def add", "def has")),
    Place(path="shop.py", line=0, column=0),
)
NAMES = ("total", "numbers", "later", "double", "Cart", "__init__", "add", "has", "shop")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"tests/test_it.py": TESTS, "prices.csv": "1"}
    made = tree_of(tmp_path_factory.mktemp("probes"), files)
    (made / "shop.py").write_text(SHOP, encoding="utf-8")
    return made


def ran(tree: Path, trap: Trap) -> Answer:
    wanted = Instruments(probes=PLACES, files=("prices.csv",), trap=trap)
    return start(tree, instruments=wanted, served={"shop": ""})


@pytest.fixture(scope="module")
def plain(tree: Path) -> Answer:
    return ran(tree, Trap.NONE)


@pytest.fixture(scope="module")
def raised(tree: Path) -> Answer:
    return ran(tree, Trap.RAISE)


@pytest.fixture(scope="module")
def hollow(tree: Path) -> Answer:
    return ran(tree, Trap.HOLLOW)


@pytest.mark.parametrize(
    ("test", "executed"),
    [
        ("test_total", {"total"}),
        ("test_calls_and_says_nothing", {"total"}),
        ("test_generator", {"numbers"}),
        ("test_coroutine", {"later"}),
        ("test_lambda", {"double"}),
        ("test_method", {"__init__", "add", "has"}),
        ("test_what_a_fixture_did", {"__init__", "add"}),
        ("test_nothing", set()),
    ],
)
def test_what_a_property_executes_is_told(plain: Answer, test: str, executed: set[str]) -> None:
    row = plain.rows[test]
    assert row.outcome is Outcome.PASSED
    assert row.notes is not None
    assert {NAMES[number] for number in row.notes.executed or ()} == executed
    assert row.notes.opened == ()


def test_a_watched_file_that_is_opened_is_told(plain: Answer) -> None:
    notes = plain.rows["test_file"].notes
    assert notes is not None
    assert notes.opened == (0,)


@pytest.mark.parametrize(
    ("test", "by_raise", "by_hollow"),
    [
        ("test_total", "call", "call"),
        ("test_calls_and_says_nothing", "call", ""),
        ("test_swallows", "", "call"),
        ("test_generator", "call", "call"),
        ("test_coroutine", "call", "call"),
        ("test_lambda", "call", "call"),
        ("test_method", "call", "call"),
        ("test_what_a_fixture_did", "", "call"),
        ("test_used_by_a_fixture_alone", "", "setup"),
        ("test_file", "call", "call"),
        ("test_nothing", "", ""),
    ],
)
def test_where_a_property_is_red_when_touched_code_is_taken_away(
    raised: Answer, hollow: Answer, test: str, by_raise: str, by_hollow: str
) -> None:
    for answer, where in ((raised, by_raise), (hollow, by_hollow)):
        row = answer.rows[test]
        assert (row.outcome is Outcome.FAILED) is bool(where), row
        assert row.phase == (where or Phase.CALL)


def test_a_failure_stands_on_the_line_on_which_it_stands_without_probes(tree: Path) -> None:
    broken = SHOP.replace("return sum(prices)", "return sum(prices) + None")
    (tree / "shop.py").write_text(broken, encoding="utf-8")
    try:
        rows = [
            start(
                tree,
                instruments=wanted,
                served={"shop": ""},
                select=("tests/test_it.py::test_total",),
            ).rows
            for wanted in (Instruments(), Instruments(probes=PLACES))
        ]
    finally:
        (tree / "shop.py").write_text(SHOP, encoding="utf-8")
    assert rows[0]["test_total"].failure is not None
    assert rows[0]["test_total"].failure == rows[1]["test_total"].failure


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ('"""Text."""\nfrom __future__ import annotations\nX = 1\n', 2),
        ("X = 1\n", 0),
        ('"""Text."""\n', 1),
    ],
)
def test_a_probe_stands_behind_what_has_to_stand_first(source: str, where: int) -> None:
    tree = probed(ast.parse(source), {(0, 0): 7})
    assert "__freezegate_probe__(7)" in ast.unparse(tree.body[where])
    compile(tree, "a.py", "exec")


def test_nothing_can_be_made_of_a_result_that_was_taken_away() -> None:
    poison = Poison()
    for use in (
        bool, len, list, int, hash, lambda it: it == 1, lambda it: it + 1, lambda it: 1 + it,
        lambda it: it.name, lambda it: it[0], lambda it: it(), lambda it: 1 in it,
        lambda it: isinstance(it, int),
    ):  # fmt: skip
        with pytest.raises(Replaced, match="the result of touched code was used"):
            use(poison)
    assert str(poison) == repr(poison) == f"{poison}"
