import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from freezegate.model.claim import Failure
from freezegate.runner import capture


def raised(tree: Path, text: str, name: str = "code.py") -> BaseException:
    """Run a file of the tree and give what it raises."""
    path = tree / name
    path.write_text(dedent(text), encoding="utf-8")
    code = compile(dedent(text), str(path), "exec")
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - any will do
        exec(code, {"__name__": "code"})  # noqa: S102 - our own text
    return caught.value


def facts(error: BaseException, tree: Path, text: str = "") -> Failure:
    """Capture a failure, and read it as the supervisor does."""
    return msgspec.convert(capture.failure(error, str(tree), text), Failure)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("assert 1 == 2", True),
        ("assert (\n    1 ==\n    2\n), 'words'", True),
        ("x = 1; assert x == 2", True),
        ("raise AssertionError('said')", False),
        ("class Own(AssertionError): pass\nassert True\nraise Own", False),
        ("import unittest\nunittest.TestCase().assertEqual(1, 2)", False),
        ("def f():\n    raise AssertionError\nassert f()", False),
    ],
)
def test_an_assert_statement_is_told_from_other_assertions(
    tmp_path: Path, text: str, *, plain: bool
) -> None:
    (leaf,) = facts(raised(tmp_path, text), tmp_path).leaves

    assert leaf.plain_assert is plain


def test_an_assert_outside_the_tree_is_not_plain(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()

    (leaf,) = facts(raised(tmp_path, "assert False"), tree).leaves

    assert not leaf.plain_assert
    assert leaf.frames == ()


def test_a_file_that_has_changed_beyond_reading_is_not_plain(tmp_path: Path) -> None:
    error = raised(tmp_path, "assert False")
    (tmp_path / "code.py").write_text("assert (", encoding="utf-8")

    (leaf,) = facts(error, tmp_path).leaves

    assert not leaf.plain_assert


def test_frames_run_inwards_and_stay_in_the_tree(tmp_path: Path) -> None:
    text = """
        import json

        class Odd:
            def decode(self):
                json.loads("{")

        def outer():
            Odd().decode()

        outer()
    """
    (leaf,) = facts(raised(tmp_path, text), tmp_path).leaves

    assert leaf.type == "json.decoder.JSONDecodeError"
    assert [(frame.path, frame.line, frame.module) for frame in leaf.frames] == [
        ("code.py", 11, "code"),
        ("code.py", 9, "code"),
        ("code.py", 6, "code"),
    ]
    assert leaf.frames[-1].qualname in {"decode", "Odd.decode"}


def test_of_many_frames_both_ends_are_kept(tmp_path: Path) -> None:
    text = """
        def deep(left):
            if left == 0:
                raise ValueError
            deep(left - 1)

        deep(200)
    """
    (leaf,) = facts(raised(tmp_path, text), tmp_path).leaves

    assert len(leaf.frames) == capture.MAX_FRAMES
    assert leaf.frames[0].line == 7
    assert leaf.frames[-1].line == 4


@pytest.mark.parametrize(
    ("make", "types"),
    [
        (lambda: ExceptionGroup("g", [ValueError("a"), KeyError("b")]), ["ValueError", "KeyError"]),
        (
            lambda: BaseExceptionGroup(
                "g", [ExceptionGroup("h", [ValueError("a")]), KeyboardInterrupt()]
            ),
            ["ValueError", "KeyboardInterrupt"],
        ),
        (lambda: ValueError("alone"), ["ValueError"]),
    ],
)
def test_groups_are_flattened(
    tmp_path: Path, make: Callable[[], BaseException], types: list[str]
) -> None:
    leaves = facts(make(), tmp_path).leaves

    assert [leaf.type for leaf in leaves] == [f"builtins.{name}" for name in types]


class BackPort(Exception):  # noqa: N818 - stands for a group of another library
    """A group that is none of ours: known by what it holds."""

    def __init__(self, exceptions: object) -> None:
        super().__init__("group")
        self.exceptions = exceptions


class Unreadable(Exception):  # noqa: N818 - likewise
    @property
    def exceptions(self) -> tuple[BaseException, ...]:
        raise RuntimeError

    def __str__(self) -> str:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("error", "count"),
    [
        (BackPort((ValueError(), KeyError())), 2),
        (BackPort([ValueError()] * 1000), capture.MAX_LEAVES),
        (BackPort(()), 1),
        (BackPort((1, 2)), 1),
        (BackPort("text"), 1),
        (Unreadable(), 1),
    ],
)
def test_groups_of_other_libraries_are_known_by_what_they_hold(
    tmp_path: Path, error: BaseException, count: int
) -> None:
    assert len(facts(error, tmp_path).leaves) == count


def test_a_group_that_holds_itself_ends(tmp_path: Path) -> None:
    error = BackPort(())
    error.exceptions = (error,)

    (leaf,) = facts(error, tmp_path).leaves

    assert leaf.type.endswith(".BackPort")


def test_a_group_of_hypothesis_stays_whole(tmp_path: Path) -> None:
    class FlakyFailure(ExceptionGroup[ValueError]):
        pass

    FlakyFailure.__module__ = "hypothesis.errors"

    (leaf,) = facts(FlakyFailure("flaky", [ValueError()]), tmp_path).leaves

    assert leaf.type.startswith("hypothesis.errors.")


class Loud(str):
    __slots__ = ()

    def __getitem__(self, key: object) -> str:
        raise RuntimeError


class Says(Exception):  # noqa: N818 - it is what it says
    def __str__(self) -> str:
        return Loud("words")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Unreadable(), "<no message: str() raised>"),
        (Says(), "words"),
        (ValueError("x" * 10_000), "x" * capture.MAX_MESSAGE),
        (ValueError(), ""),
    ],
)
def test_a_message_is_capped_and_cannot_disturb(
    tmp_path: Path, error: BaseException, message: str
) -> None:
    (leaf,) = facts(error, tmp_path).leaves

    assert leaf.message == message


def test_the_text_is_capped(tmp_path: Path) -> None:
    assert len(facts(ValueError(), tmp_path, "x" * 100_000).text) == capture.MAX_TEXT


def test_a_failure_without_an_exception_is_a_leaf_without_frames() -> None:
    failure = msgspec.convert(capture.bare("pytest.XPassStrict", "", "[XPASS]"), Failure)

    assert failure.leaves[0].type == "pytest.XPassStrict"
    assert failure.leaves[0].frames == ()


def test_a_path_is_told_from_one_that_only_begins_alike(tmp_path: Path) -> None:
    tree = tmp_path / "tree"

    assert capture.relative(str(tree / "a" / "b.py"), str(tree)) == "a/b.py"
    assert capture.relative(str(tmp_path / "tree-2" / "b.py"), str(tree)) == ""
    assert capture.relative("<string>", str(tree)) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_tree_behind_a_link_is_the_tree(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert capture.relative(str(tmp_path / "real" / "a.py"), str(tmp_path / "link")) == "a.py"


def test_a_leaf_that_was_never_raised_arose_where_its_group_did(tmp_path: Path) -> None:
    text = """\
    def burst(kind):
        raise ExceptionGroup("several", [kind("one"), KeyError("two")])

    burst(ValueError)
    """
    leaves = facts(raised(tmp_path, text), tmp_path).leaves
    assert [leaf.type for leaf in leaves] == ["builtins.ValueError", "builtins.KeyError"]
    assert [[frame.line for frame in leaf.frames] for leaf in leaves] == [[4, 2], [4, 2]]
