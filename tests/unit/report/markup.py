"""A page as a parser of the standard library reads it: what elements there are, and what text."""

from html.parser import HTMLParser
from typing import Self

#: Elements that have no end tag.
VOID = frozenset({"meta", "link", "br", "input"})


class Element:
    """A start tag, with the text that stands in it before the next tag and all beneath it."""

    def __init__(self, name: str, attributes: dict[str, str | None], above: Self | None) -> None:
        self.name = name
        self.attributes = attributes
        self.above = above
        self.pieces: list[str | Element] = []

    @property
    def text(self) -> str:
        return "".join(piece if isinstance(piece, str) else piece.text for piece in self.pieces)


class Markup(HTMLParser):
    """Every element in its order. A tag that is not closed where it must be is an error."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.top = Element("", {}, None)
        self.here = self.top
        self.elements: list[Element] = []
        self.comments: list[str] = []
        self.feed(page)
        self.close()
        assert self.here is self.top, f"{self.here.name} is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag} says an attribute twice"
        element = Element(tag, dict(attrs), self.here)
        self.here.pieces.append(element)
        self.elements.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.here.name == tag, f"{tag} closes {self.here.name}"
        assert self.here.above is not None
        self.here = self.here.above

    def handle_data(self, data: str) -> None:
        self.here.pieces.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def named(self, name: str) -> list[Element]:
        """Give the elements of a name."""
        return [element for element in self.elements if element.name == name]

    def by_id(self, held: str) -> Element:
        """Give the one element that has an id."""
        (element,) = (one for one in self.elements if one.attributes.get("id") == held)
        return element

    def by_class(self, held: str) -> list[Element]:
        """Give the elements of a class."""
        return [
            element
            for element in self.elements
            if held in (element.attributes.get("class") or "").split()
        ]

    @property
    def shape(self) -> list[str]:
        """The names of all elements in their order."""
        return [element.name for element in self.elements]

    @property
    def titles(self) -> list[str]:
        """The headings of the page's sections."""
        return [element.text for element in self.named("h2")]
