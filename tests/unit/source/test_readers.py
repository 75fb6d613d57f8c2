from collections.abc import Mapping

import pytest

from freezegate.model.lane import Place
from freezegate.source.readers import Names, Readers, Tree

SERVED = {"shop": "src"}
HOME = "src/shop/limits.py"


def found(files: Mapping[str, str], *name: str) -> list[tuple[str, int]]:
    texts = {path: text.encode() for path, text in {HOME: "LIMIT = 1\n", **files}.items()}
    return [(place.path, place.line) for place in readers(texts, (name,))]


def readers(texts: Mapping[str, bytes], names: Names) -> tuple[Place, ...]:
    def search(words: frozenset[str]) -> dict[str, frozenset[str]]:
        return {
            word: frozenset(path for path, text in texts.items() if word.encode() in text)
            for word in words
        }

    return Readers(Tree(texts, texts.__getitem__, SERVED), search).of(HOME, names)


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("from shop.limits import LIMIT\ndef f(): return LIMIT\n", True),
        ("from shop.limits import LIMIT as most\ndef f(): return most\n", True),
        ("from .limits import LIMIT\ndef f(): return LIMIT\n", True),
        ("import shop.limits\ndef f(): return shop.limits.LIMIT\n", True),
        ("import shop.limits as l\ndef f(): return l.LIMIT + 1\n", True),
        ("from . import limits\ndef f(): return limits.LIMIT\n", True),
        ("from .limits import *\ndef f(): return LIMIT\n", True),
        ("from .limits import LIMIT\nf = lambda: LIMIT\n", True),
        ("from .limits import LIMIT\ndef f(x=LIMIT): return x\n", True),
        ("from .limits import LIMIT\ndef f(LIMIT): return LIMIT\n", False),
        ("from .limits import LIMIT\ndef f():\n    LIMIT = 2\n    return LIMIT\n", False),
        ("from .limits import OTHER\ndef f(): return LIMIT\n", False),
        ("LIMIT = 2\ndef f(): return LIMIT\n", False),
        ("from elsewhere import LIMIT\ndef f(): return LIMIT\n", False),
        ("from .limits import LIMIT\nLATER = LIMIT\n", False),  # no function runs it
        ("def f(:\n", False),
    ],
)
def test_name_is_followed_through_imports(text: str, reads: bool) -> None:  # noqa: FBT001 - a column
    assert bool(found({"src/shop/other.py": text}, "LIMIT")) is reads


def test_outer_local_is_no_read_of_the_inner_function() -> None:
    inner = "    def g():\n        return LIMIT\n    return g\n"
    text = f"from .limits import LIMIT\ndef f(LIMIT):\n{inner}"
    assert found({"src/shop/other.py": text}, "LIMIT") == []
    assert found(
        {HOME: "def f():\n    def g():\n        return LIMIT\n    return g\n"}, "LIMIT"
    ) == [(HOME, 2)]


def test_names_have_to_follow_in_whole() -> None:
    text = "from .limits import Order\ndef f(): return Order.Line()\ndef g(): return Order()\n"
    assert found({"src/shop/other.py": text}, "Order", "Line") == [("src/shop/other.py", 2)]


def test_packages_hand_a_name_on_and_not_for_ever() -> None:
    files = {"src/shop/__init__.py": "from .limits import LIMIT\n"}
    user = {"src/shop/user.py": "import shop\ndef f(): return shop.LIMIT\n"}
    assert found({**files, **user}, "LIMIT") == [("src/shop/user.py", 2)]
    chain = {
        f"src/shop/m{at}.py": f"from .m{at + 1} import LIMIT\ndef f(): return LIMIT\n"
        for at in range(8)
    }
    last = {"src/shop/m8.py": "from .limits import LIMIT\n"}
    near = [path for path, _ in found({**chain, **last}, "LIMIT")]
    assert near == [f"src/shop/m{at}.py" for at in range(4, 8)]


@pytest.mark.parametrize("source", [b"def f(:\n", b"x = " + b"-" * 5000 + b"1\n", b"\0"])
def test_what_cannot_be_taken_apart_has_nothing_in_it(source: bytes) -> None:
    tree = Tree(("a.py",), lambda _: source, {})
    assert tree.file("a.py").units == ()
    assert [unit.name for unit in tree.file("absent.py").units] == ["<module>"]
    for path in ("a.py", "absent.py"):
        assert not tree.file(path).links
        assert tree.leads_to(path, ()) == tree.loads(path) == frozenset()


def test_a_file_that_is_known_is_not_taken_apart_again() -> None:
    tree = Tree(("a.py",), lambda _: b"def f(): return 1\n", {})
    tree.know("a.py", b"import os\n", ())
    assert tree.file("a.py").units == ()
    assert set(tree.file("a.py").links) == {"os"}
    assert tree.loads("a.py") is tree.loads("a.py")


def test_files_that_will_be_asked_for_are_read_at_once() -> None:
    asked: list[frozenset[str]] = []
    tree = Tree(("a.py", "b.csv"), lambda _: b"", {}, asked.append)
    tree.preload(["a.py", "b.csv", "absent.py"])
    assert asked == [frozenset({"a.py"})]


def test_place_is_that_of_the_definition_and_not_of_its_decorator() -> None:
    texts = {HOME: b"LIMIT = 1\n@cache\ndef f(): return LIMIT\n"}
    assert readers(texts, (("LIMIT",),)) == (Place(path=HOME, line=3, column=0),)
