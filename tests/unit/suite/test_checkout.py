import hashlib

import pytest

from freezegate.core.witness import LocatedFrame
from freezegate.errors import ArtifactError
from freezegate.model.claim import Frame, Item, RaisedLeaf
from freezegate.source.closure import Suite
from freezegate.source.site import statement_at
from freezegate.suite.checkout import Checkout, Disk

TEST = b"def test_a():\n    assert open('x.csv') == 1\n"
FILES = {
    "tests/test_a.py": TEST,
    "tests/x.csv": b"1,2",
    "lib.py": b"def f():\n    return 1\n",
    "tests/__pycache__/test_a.pyc": b"code",
    "data/y.bin": b"y",
}
ITEM = Item(
    test_id="tests/test_a.py::test_a",
    path="tests/test_a.py",
    source_path="tests/test_a.py",
    qualname="test_a",
)


def checkout(files: dict[str, bytes], *, root: str = "", wide: bool = False) -> Checkout:
    links = dict.fromkeys(files, False)
    disk = Disk(paths=links, read=files.__getitem__, root=root, pytest_major=9, wide=wide)
    return Checkout(disk)


@pytest.mark.parametrize("wide", [False, True])
def test_the_hash_is_the_one_over_gits_ids(*, wide: bool) -> None:
    framed = b"blob 3\x001,2"
    name = hashlib.sha256(framed) if wide else hashlib.sha1(framed, usedforsecurity=False)
    files = {"tests/test_a.py": TEST, "tests/x.csv": name.hexdigest().encode()}
    suite = Suite(files=files, test_folders=("tests",), served={"lib": ""})
    assert checkout(FILES, wide=wide).assertion_hash(ITEM) == suite.assertion_hash(ITEM)


def test_the_hash_follows_the_test_and_the_data_that_it_names() -> None:
    plain = checkout(FILES).assertion_hash(ITEM)
    assert checkout({**FILES, "lib.py": b""}).assertion_hash(ITEM) == plain
    assert checkout({**FILES, "tests/x.csv": b"1,3"}).assertion_hash(ITEM) != plain
    weaker = TEST.replace(b"== 1", b"== 2")
    assert checkout({**FILES, "tests/test_a.py": weaker}).assertion_hash(ITEM) != plain


def test_declared_data_enters_the_hash() -> None:
    declared = {**FILES, "pyproject.toml": b"[tool.freezegate]\ndata = ['data/*']\n"}
    plain = checkout(declared).assertion_hash(ITEM)
    assert checkout({**declared, "data/y.bin": b"z"}).assertion_hash(ITEM) != plain
    assert checkout({**FILES, "data/y.bin": b"z"}).assertion_hash(ITEM) == (
        checkout(FILES).assertion_hash(ITEM)
    )


def test_the_configuration_is_the_rootdirs_else_the_top_levels() -> None:
    folder = Item(test_id="checks/a.py::f", path="checks/a.py", source_path="", qualname="f")
    files = {"checks/a.py": b"def f(): pass\n"}
    named = b"[tool.freezegate]\ntest-folders = ['checks']\n"
    with pytest.raises(ValueError, match=r"checks/a\.py is not among the test-side files"):
        checkout(files).assertion_hash(folder)
    assert checkout({**files, "pyproject.toml": named}, root="sub").assertion_hash(folder)
    assert checkout({**files, "sub/pyproject.toml": named}, root="sub").assertion_hash(folder)


def test_a_broken_configuration_is_named() -> None:
    with pytest.raises(ArtifactError, match=r"pyproject\.toml:2"):
        checkout({**FILES, "pyproject.toml": b"[tool.freezegate]\nsedes = 3\n"})


def leaf(*frames: Frame, plain: bool = True) -> RaisedLeaf:
    return RaisedLeaf(type="T", message="m", frames=frames, plain_assert=plain)


def frame(path: str, line: int = 2) -> Frame:
    return Frame(path=path, line=line, module="m", qualname="q")


def test_frames_get_their_statements_and_their_side() -> None:
    found = checkout(FILES).located(leaf(frame("tests/test_a.py"), frame("lib.py")))
    statements = [statement_at(FILES[path], 2) for path in ("tests/test_a.py", "lib.py")]
    assert found.frames == tuple(
        LocatedFrame(
            path=path,
            module="m",
            qualname="q",
            statement=statement.canonical if statement else b"",
            is_test=is_test,
        )
        for path, is_test, statement in zip(
            ("tests/test_a.py", "lib.py"), (True, False), statements, strict=True
        )
    )
    assert (found.type, found.message, found.plain_assert) == ("T", "m", True)
    assert checkout(FILES).located(leaf(frame("lib.py", 9))).frames[0].statement == b""


def test_frames_of_what_no_commit_holds_are_left_out() -> None:
    whole = checkout(FILES)
    outer = whole.located(leaf(frame("venv/runner.py"), frame("lib.py")))
    assert ([each.path for each in outer.frames], outer.plain_assert) == (["lib.py"], True)
    inner = whole.located(leaf(frame("lib.py"), frame("venv/library.py")))
    assert ([each.path for each in inner.frames], inner.plain_assert) == (["lib.py"], False)
    assert whole.located(leaf(plain=False)).frames == ()
