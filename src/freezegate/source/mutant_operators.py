"""Proposed mutants of a file: the operators of mutmut, applied to the lines that a test executes.

mutmut is an extra: without it nothing is proposed, and everything else works (ADR 12).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

import msgspec

from freezegate.errors import UsageError

if TYPE_CHECKING:
    import libcst
    from libcst.metadata import CodeRange

#: Operators that break one decision of the code come before those that break a value or a call.
_FIRST: Final = (
    "_without_check",
    "operator_swap_op",
    "operator_keywords",
    "operator_remove_unary_ops",
    "operator_if_exp",
    "operator_number",
    "operator_name",
    "operator_match",
    "operator_augmented_assignment",
)

_Operator = Callable[[Any], Iterable["libcst.CSTNode"]]


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Text of a file that stands in it once, and what to put in its place.

    `line` is where the change begins, `rank` the place of its operator: the lower, the better.
    """

    line: int
    rank: int
    before: str
    after: str


def proposals(source: bytes, lines: Collection[int]) -> Iterator[Proposal]:
    """Propose mutants of what stands in functions and was executed, best first.

    Args:
        source: the file.
        lines: the lines that were executed, from 1.

    Raises:
        UsageError: the extra `canary` is not installed.
    """
    try:
        import libcst as cst  # noqa: PLC0415 - an extra
        from libcst.metadata import MetadataWrapper, PositionProvider  # noqa: PLC0415 - an extra
        from mutmut.mutation.mutators import mutation_operators  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = (
            "drafting needs mutmut; install it beside freezegate: pip install 'freezegate[canary]'"
        )
        raise UsageError(message) from error
    try:
        text = source.decode()
        wrapper = MetadataWrapper(cst.parse_module(text))
    except (UnicodeDecodeError, cst.ParserSyntaxError):
        return
    places = wrapper.resolve(PositionProvider)
    operators: list[tuple[type, _Operator]] = [(cst.If, _without_check), *mutation_operators]
    found = [
        (_rank(operator), places[node].start.line, node, new)
        for node in _executed(wrapper.module, places, frozenset(lines))
        for type_, operator in operators
        if isinstance(node, type_)
        for new in operator(node)
    ]
    ordered = sorted(found, key=lambda each: each[:2])
    codes = (
        (rank, line, cst.ensure_type(wrapper.module.deep_replace(node, new), cst.Module).code)
        for rank, line, node, new in ordered
    )
    for rank, line, code in (each for each in codes if each[2] != text):
        before, after = _change(text, code)
        yield Proposal(line=line, rank=rank, before=before, after=after)


def _executed(
    module: "libcst.Module",
    places: Mapping["libcst.CSTNode", "CodeRange"],
    lines: frozenset[int],
) -> Iterator["libcst.CSTNode"]:
    """Yield what stands in functions, in statements that begin on one of the lines."""
    import libcst as cst  # noqa: PLC0415 - an extra; its absence was refused before

    def walk(node: "libcst.CSTNode", *, inside: bool, executed: bool) -> Iterator["libcst.CSTNode"]:
        if isinstance(node, cst.Decorator | cst.Annotation) or _is_docstring(node):
            return
        if isinstance(node, cst.BaseStatement | cst.SimpleStatementSuite):
            executed = places[node].start.line in lines
        if inside and executed:
            yield node
        for child in node.children:
            body = isinstance(node, cst.FunctionDef) and child is node.body
            yield from walk(child, inside=inside or body, executed=executed)

    yield from walk(module, inside=False, executed=False)


def _is_docstring(node: "libcst.CSTNode") -> bool:
    """Whether a statement is a string and nothing else."""
    import libcst.matchers as m  # noqa: PLC0415 - an extra; its absence was refused before

    text = m.SimpleString() | m.ConcatenatedString()
    return m.matches(node, m.SimpleStatementLine(body=[m.Expr(value=text)]))


def _without_check(node: "libcst.If") -> Iterable["libcst.CSTNode"]:
    """Drop a check: the text's own example of a mutant, which mutmut has no operator for."""
    import libcst as cst  # noqa: PLC0415 - an extra; its absence was refused before

    yield node.with_changes(
        test=cst.Name("False"), whitespace_before_test=cst.SimpleWhitespace(" ")
    )


def _rank(operator: _Operator) -> int:
    name = getattr(operator, "__name__", "")
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _change(before: str, after: str) -> tuple[str, str]:
    """Give the lines that differ, with as many around them as make them stand once."""
    old, new = before.split("\n"), after.split("\n")
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    first, new_first, last, new_last = (*changed[0][1::2], *changed[-1][2::2])
    # All of the file stands once, so one of them fits.
    return next(
        (text, "\n".join(new[new_first - above : new_last + below]))
        for more in range(len(old) + 1)
        for above, below in ((min(more, first), min(more, len(old) - last)),)
        for text in ("\n".join(old[first - above : last + below]),)
        if text and before.count(text) == 1
    )
