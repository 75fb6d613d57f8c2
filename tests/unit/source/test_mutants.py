"""A mutant applied to text: whole, or refused with file, line and reason."""

import re
from textwrap import dedent

import pytest

from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.model.ids import TestId
from freezegate.source.mutants import Ground

SHOP = b"""\
LIMIT = 0


def total(prices):
    if any(price < LIMIT for price in prices):
        raise ValueError(LIMIT)
    return sum(prices)
"""
FILES = {
    "shop.py": SHOP,
    "dos.py": SHOP.replace(b"\n", b"\r\n"),
    "new.py": b"match x:\n    case 1:\n        y = :\n",
    "rates.txt": b"one\ntwo\n",
    "bytes.py": b"# coding: latin-1\nA = '\xe9'\nB = 1\n",
    "pyproject.toml": b"x = 1\n",
    "packages/setup.cfg": b"x = 1\n",
    "tests/test_a.py": b"x = 1\n",
    "flake_freeze.json": b"{}\n",
}
GROUND = Ground(FILES.get, lambda path: path.startswith("tests/"), ("flake_freeze.json",))


def edit(before: str, after: str, path: str = "shop.py", at: int = 0, line: int = 4) -> Edit:
    return Edit(path=path, before=before, after=after, line=line, at=at)


def mutant(*edits: Edit) -> Mutant:
    return Mutant(name="m.toml", test=TestId("tests/test_a.py::test_a"), edits=edits)


def mutated(*edits: Edit) -> dict[str, bytes]:
    return GROUND.mutated(mutant(*edits))


def test_one_text_takes_the_place_of_another() -> None:
    assert mutated(edit("price < LIMIT", "price < -9")) == {
        "shop.py": SHOP.replace(b"price < LIMIT", b"price < -9")
    }


def test_a_text_may_be_tied_to_a_line() -> None:
    made = mutated(edit("    return sum(prices)\n", "    return 0\n", at=7))
    assert made == {"shop.py": SHOP.replace(b"sum(prices)", b"0")}


def test_several_edits_of_several_files_name_places_of_the_file_as_it_is() -> None:
    made = mutated(
        edit("sum(prices)", "LIMIT + 1", line=9),
        edit("LIMIT = 0", "LIMIT = 1"),
        edit("two", "three", "rates.txt"),
    )
    shop = SHOP.replace(b"sum(prices)", b"LIMIT + 1").replace(b"LIMIT = 0", b"LIMIT = 1")
    assert made == {"shop.py": shop, "rates.txt": b"one\nthree\n"}


def test_line_ends_are_the_files_own() -> None:
    made = mutated(edit("LIMIT = 0\n\n", "LIMIT = 1\n\n", "dos.py"))
    assert made["dos.py"] == FILES["dos.py"].replace(b"LIMIT = 0", b"LIMIT = 1")
    again = mutated(edit("LIMIT = 0\r\n", "LIMIT = 1\r\n", "dos.py"))
    assert again == made


def test_text_of_another_encoding_stays_as_it_is() -> None:
    assert mutated(edit("B = 1", "B = 2", "bytes.py"))["bytes.py"].endswith(b"'\xe9'\nB = 2\n")


CODE = "mutate production code alone"
HERE = "write the mutant again, against this commit"


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        (
            (edit("x", "y", "tests/test_a.py"),),
            f"tests/test_a.py: a mutant may not edit .*; {CODE}",
        ),
        ((edit("x", "y", "pyproject.toml"),), "pyproject.toml: a mutant may not edit tests"),
        ((edit("x", "y", "packages/setup.cfg"),), "packages/setup.cfg: a mutant may not edit"),
        ((edit("{}", "[]", "flake_freeze.json"),), "flake_freeze.json: a mutant may not edit"),
        ((edit("x", "y", "gone.py"),), f"gone.py: there is no such file in the tree; {HERE}"),
        ((edit("gone", "y"),), f"shop.py: `before` stands in no place of the file; {HERE}"),
        (
            (edit("LIMIT", "y"),),
            "shop.py: `before` stands in two places of the file, lines 1 and 5; take in more",
        ),
        ((edit("LIMIT = 0\n", "X\n", at=2),), "shop.py: line 2 of the file is not what the diff"),
        ((edit("LIMIT = 0\n", "X\n", at=99),), "shop.py: line 99 of the file is not what the"),
        (
            (edit("sum(prices)", "0"), edit("return sum", "return max", line=8)),
            "shop.py: it overlaps the edit before it",
        ),
        ((edit("sum(prices)", "sum(("),), "shop.py: the result does not parse as Python; mend"),
        ((edit("1", "2", "new.py"),), "new.py: the file cannot be parsed here, .*; run freezegate"),
        ((edit("LIMIT = 0\n", "LIMIT = 0  # no\n"),), "shop.py: the result means the same"),
        ((edit("one\ntwo\n", "\n", "rates.txt"),), "rates.txt: nothing of the file is left; break"),
        (
            (edit(SHOP[SHOP.index(b"    if") :].decode(), "    pass\n"),),
            "shop.py: the whole body of total is gone, and such a canary does not serve; break one",
        ),
    ],
)
def test_what_is_refused_and_where(edits: tuple[Edit, ...], said: str) -> None:
    with pytest.raises(ArtifactError, match=f"^m.toml:4: {said}"):
        mutated(*edits)


WORKS = """\
    class Shop:
        '''Sells.'''

        rate = 1

        def price(self, n):
            '''Doc.'''
            if n < 0:
                raise ValueError
            return n * self.rate

        if True:
            async def load(self):
                await self.rate

    def free():
        return Shop()
"""
PRICE = """\
            if n < 0:
                raise ValueError
            return n * self.rate
"""


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (PRICE, "            pass\n", "Shop.price"),
        (PRICE, "            ...\n", "Shop.price"),
        (PRICE, "            return\n", "Shop.price"),
        (PRICE, "            return None\n", "Shop.price"),
        (PRICE, "            raise NotImplementedError\n", "Shop.price"),
        (PRICE, "            raise\n" + PRICE, "Shop.price"),
        (PRICE, "            '''More.'''\n            return\n" + PRICE, "Shop.price"),
        (PRICE, "", "Shop.price"),
        (
            "        def price(self, n):\n            '''Doc.'''\n" + PRICE,
            "",
            "Shop.price",
        ),
        ("def price", "def cost", "Shop.price"),
        ("await self.rate", "pass", "Shop.load"),
        ("return Shop()", "return", "free"),
        # What breaks one thing and leaves the rest is what a canary is for.
        (PRICE, "            return n * self.rate\n", ""),
        ("if n < 0", "if False", ""),
        ("raise ValueError", "pass", ""),
        ("return Shop()", "return 0", ""),
        ("rate = 1", "rate = 2", ""),
    ],
)
def test_a_mutant_that_deletes_a_whole_body_does_not_serve(
    before: str, after: str, lost: str
) -> None:
    # Dedented here, so that the table shows what stands in the file.
    files = {"a.py": dedent(WORKS).encode()}
    ground = Ground(files.get, lambda _: False)
    cut = 4 if before.startswith("        ") else 0
    texts = [re.sub(rf"(?m)^ {{{cut}}}", "", text) for text in (before, after)]
    of = mutant(edit(texts[0], texts[1], "a.py"))
    if not lost:
        assert ground.mutated(of)["a.py"]
        return
    with pytest.raises(ArtifactError, match=f"the whole body of {lost} is gone|does not parse"):
        ground.mutated(of)


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ("def f():\n    a()\n\ndef f():\n    b()\n", "def f():\n    a()\n", "f"),
        ("def f():\n    pass\n", "X = 1\n", "f"),
        ("def f():\n    pass\n", "def f():\n    raise X\n", ""),
        ("class A:\n    x = 1\n", "class A:\n    pass\n", "A"),
        ("X = 1\n", "pass\n", "the module"),
        ("'''Doc.'''\n", "pass\n", ""),
    ],
)
def test_bodies_are_compared_by_name(old: str, new: str, lost: str) -> None:
    ground = Ground({"a.py": old.encode()}.get, lambda _: False)
    of = mutant(Edit(path="a.py", before=old, after=new, line=1))
    if not lost:
        assert ground.mutated(of) == {"a.py": new.encode()}
        return
    with pytest.raises(ArtifactError, match=f"the whole body of {lost} is gone"):
        ground.mutated(of)
