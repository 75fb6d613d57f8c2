from pathlib import Path

from tests.unit.runner.start import start, tree_of


def test_items_say_what_they_are(tmp_path: Path) -> None:
    module = '''
        """Module.

        >>> 1
        1
        """
        import pytest
        from base import Base, same

        @pytest.mark.property(id="prop.total", oracle="total >= 0")
        @pytest.mark.slow
        def test_marked(tmp_path, number): pass

        @pytest.mark.parametrize("text", ["ä", "b"])
        def test_many(text): pass

        @same
        def test_wrapped(): pass

        class TestHere(Base):
            class TestInner:
                @pytest.mark.property("prop.inner", "words")
                def test_deep(self): pass
    '''
    base = """
        import functools

        def same(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                return function(*args, **kwargs)
            return wrapper

        class Base:
            def test_inherited(self, request): pass
    """
    conftest = """
        import pytest

        @pytest.fixture
        def number(): return 1
    """
    tree = tree_of(
        tmp_path,
        {
            "part/tests/test_a.py": module,
            "part/tests/base.py": base,
            "part/tests/conftest.py": conftest,
        },
    )

    answer = start(
        tree,
        collect=True,
        root="part",
        test_folders=["part/tests"],
        ini="addopts = --doctest-modules\nmarkers = slow: slow\n",
    )

    prefix = "tests/test_a.py::"
    assert [name.removeprefix(prefix) for name in answer.items] == [
        "test_marked",
        "test_many[\\xe4]",
        "test_many[b]",
        "test_wrapped",
        "TestHere::test_inherited",
        "TestHere::TestInner::test_deep",
    ]
    marked = answer.items[prefix + "test_marked"]
    assert (marked.marker_id, marked.oracle, marked.marked) == ("prop.total", "total >= 0", True)
    assert marked.marks == ("property", "slow")
    assert {"number", "tmp_path"} <= set(marked.fixtures)
    assert (marked.path, marked.source_path) == ("part/tests/test_a.py", "part/tests/test_a.py")
    inherited = answer.items[prefix + "TestHere::test_inherited"]
    assert (inherited.path, inherited.source_path) == (
        "part/tests/test_a.py",
        "part/tests/base.py",
    )
    assert (inherited.qualname, inherited.class_name) == ("Base.test_inherited", "TestHere")
    assert "request" not in inherited.fixtures
    deep = answer.items[prefix + "TestHere::TestInner::test_deep"]
    assert (deep.marker_id, deep.oracle) == ("prop.inner", "words")
    assert deep.class_name == "TestHere.TestInner"
    assert not deep.hypothesis
    assert answer.items[prefix + "test_wrapped"].qualname == "test_wrapped"
    assert answer.items[prefix + "test_many[b]"].marks == ("parametrize",)
    assert not answer.order
    assert answer.end is not None
    assert answer.end.count == 6


def test_ids_hold_nothing_that_turns_a_line_or_a_text(tmp_path: Path) -> None:
    module = """
        import pytest

        @pytest.mark.parametrize("x", range(4), ids=["a\\nb", "\\u202e", "\\x1b[1m", "ä b"])
        def test_many(x): pass
    """
    raw = "disable_test_id_escaping_and_forfeit_all_rights_to_community_support = true\n"
    answer = start(tree_of(tmp_path, {"tests/test_a.py": module}), collect=True, ini=raw)

    names = [name.partition("::")[2] for name in answer.items]
    shown = ["a\\nb", "\\u202e", "\\x1b[1m", "ä b"]
    assert names == [f"test_many[{each}]" for each in shown]
