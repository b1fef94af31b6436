"""Turns raw HTML in a Markdown text into blocks: its text and its local pictures. Pure."""

from html.parser import HTMLParser

from ui.panels.preview.rendered.blocks import Paragraph, Picture, Run
from ui.panels.preview.rendered.links import is_remote

_HIDDEN_TAGS = frozenset({"script", "style", "template", "svg", "iframe", "noscript"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCK_TAGS = (
    frozenset({"p", "div", "li", "tr", "table", "details", "summary", "ul", "ol", "center", "br", "hr"})
    | _HEADINGS
)


def html_blocks(source: str, line: int) -> list[Paragraph | Picture]:
    """Return paragraphs, headings and local pictures of an HTML fragment that begins at ``line``."""
    reader = _Reader(line)
    reader.feed(source)
    reader.close()
    reader.end()
    return reader.blocks


class _Reader(HTMLParser):
    def __init__(self, line: int) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Paragraph | Picture] = []
        self._first = line
        self._runs: list[Run] = []
        self._line = line
        self._link = ""
        self._heading = 0
        self._hidden_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _BLOCK_TAGS:
            self.end()
        if tag in _HIDDEN_TAGS:
            self._hidden_depth += 1
        elif tag in _HEADINGS:
            self._heading = int(tag[1])
        elif tag == "a":
            self._link = values.get("href", "")
        elif tag == "img":
            self._picture(values.get("src", ""), values.get("alt", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCK_TAGS:
            self.end()
        if tag in _HEADINGS:
            self._heading = 0
        elif tag == "a":
            self._link = ""
        elif tag in _HIDDEN_TAGS:
            self._hidden_depth = max(0, self._hidden_depth - 1)

    def handle_data(self, data: str) -> None:
        if self._hidden_depth:
            return
        words = " ".join(data.split())
        if words:
            self._add(Run(words, link=self._link))

    def end(self) -> None:
        """End the current paragraph."""
        if self._runs:
            self.blocks.append(Paragraph(tuple(self._runs), self._line, self._heading))
        self._runs = []

    def _picture(self, source: str, alt: str) -> None:
        if is_remote(source):
            self._add(Run(alt or source, italic=True, link=self._link or source))
        elif source:
            self.end()
            self.blocks.append(Picture(source, alt, self._first + self.getpos()[0] - 1))

    def _add(self, run: Run) -> None:
        if not self._runs:
            self._line = self._first + self.getpos()[0] - 1
        else:
            self._runs.append(Run(" "))
        self._runs.append(run)
