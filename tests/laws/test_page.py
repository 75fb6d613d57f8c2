"""DESIGN.md section 8, STYLE principle 13: strings of a row are escaped in every report."""

from hypothesis import given, settings
from hypothesis import strategies as st

from freezegate.model.reason import Reason
from freezegate.report.encode import terminal_safe
from freezegate.report.html import render
from tests.unit.report.markup import Markup
from tests.unit.report.samples import Drawn, evidence

#: Pieces that a parser of HTML takes for something, beside any text at all.
PIECES = st.sampled_from(
    ["<", ">", "&", '"', "'", "</", "<!--", "-->", "<script>", "</code>", "&lt;", "{{", "%}", "\0"]
)
TEXT = st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join)


class TestAPageShowsTextAsText:
    """Whatever a note holds, the elements are the same and a reader sees it, hidden marks too."""

    PLAIN = Markup(
        render(
            evidence(
                (Drawn(name="p", parent=".", patch="A", reason=Reason.REGRESSION, note="note"),),
                count=1,
            )
        )
    )

    @given(note=TEXT.filter(bool))
    @settings(max_examples=60)
    def test_any_note(self, note: str) -> None:
        red = Drawn(name="p", parent=".", patch="A", reason=Reason.REGRESSION, note=note)
        page = Markup(render(evidence((red,), count=1)))
        assert page.shape == self.PLAIN.shape
        assert [one.attributes for one in page.elements] == [
            one.attributes for one in self.PLAIN.elements
        ]
        assert page.top.text == self.PLAIN.top.text.replace(
            "note note", f"note {terminal_safe(note)}"
        )
