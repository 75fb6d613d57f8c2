"""Laws of the canonical form (STYLE.md principle 9: never a hash of `ast.dump`)."""

import ast

from hypothesis import given
from hypothesis import strategies as st

from freezegate.source.canonical import canonical

names = st.sampled_from("abcdef")
constants = st.one_of(
    st.integers(),
    st.floats(allow_nan=False),
    st.booleans(),
    st.none(),
    st.text(),
    st.binary(),
    st.complex_numbers(allow_nan=False),
).map(ast.Constant)
operators = st.sampled_from([ast.Add, ast.Sub, ast.Mult, ast.BitOr]).map(lambda kind: kind())


def larger(smaller: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    return st.one_of(
        st.builds(ast.BinOp, left=smaller, op=operators, right=smaller),
        st.lists(smaller, max_size=3).map(lambda each: ast.List(elts=each, ctx=ast.Load())),
        st.lists(smaller, max_size=3).map(lambda each: ast.Tuple(elts=each, ctx=ast.Load())),
        st.builds(lambda f, a: ast.Call(func=f, args=a, keywords=[]), smaller, st.lists(smaller)),
        st.builds(lambda v, n: ast.Attribute(value=v, attr=n, ctx=ast.Load()), smaller, names),
    )


expressions = st.recursive(
    st.one_of(constants, names.map(lambda name: ast.Name(id=name, ctx=ast.Load()))), larger
)


class TestCanonicalForm:
    """One tree, one form: whatever its spelling, and for no other tree."""

    @given(expressions, expressions)
    def test_trees_are_equal_when_their_forms_are(self, one: ast.expr, other: ast.expr) -> None:
        assert (canonical(one) == canonical(other)) is (ast.dump(one) == ast.dump(other))

    @given(st.text(), st.text(), st.text())
    def test_no_text_poses_as_structure(self, one: str, other: str, third: str) -> None:
        pair = ast.List(elts=[ast.Constant(one), ast.Constant(other)], ctx=ast.Load())
        assert canonical(pair) != canonical(ast.List(elts=[ast.Constant(third)], ctx=ast.Load()))

    @given(expressions)
    def test_a_tree_survives_its_own_text(self, tree: ast.expr) -> None:
        spelled = ast.unparse(ast.fix_missing_locations(ast.Expression(tree)))
        again = ast.parse(spelled, mode="eval").body
        spaced = ast.parse(f"(\n  {spelled}  # said\n)", mode="eval").body
        assert canonical(again) == canonical(spaced)
