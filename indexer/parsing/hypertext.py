"""HTML as text that keeps its lines, so that a hit leads to the line of the source."""

import html
import re

_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9:-]*)")
_HEADING = re.compile(r"h([1-6])")
_BLANKS = re.compile(r"[ \t\r\f\v]+")
_UNSEEN = frozenset({"script", "style", "template", "svg", "noscript", "iframe", "math"})
"""Elements whose content nobody reads."""

_APART = frozenset(
    [
        *("p", "div", "br", "hr", "tr", "td", "th", "ul", "ol", "dl", "dt", "dd", "section", "article", "main"),
        *("header", "footer", "nav", "aside", "table", "pre", "blockquote", "form", "option", "title", "body"),
        *("figure", "figcaption", "summary", "details", "h1", "h2", "h3", "h4", "h5", "h6", "li", "label"),
    ]
)
"""Elements that do not stand in the line of what is before them."""

_LEAST_SHARE = 0.1
"""A page of which less than this is text is a template or the shell of an application: its source is the text."""

_LONG_LINE = 500
"""A page with longer lines than this in the mean has no lines that a person sees; it gets its own."""


def hypertext(source: str) -> str:
    """Return what a reader of a page sees, its headings with ``#``.

    Line n stays line n, unless the lines are very long; then each block has its own. The time is linear in the
    length of the source, however broken it is.
    """
    own_lines = len(source) > _LONG_LINE * (source.count("\n") + 1)
    page = _Page(own_lines=own_lines)
    position = 0
    while position < len(source):
        position = _step(source, position, page)
    text = page.text()
    return text if len(text.strip()) >= _LEAST_SHARE * len(source) else source


def _step(source: str, position: int, page: "_Page") -> int:
    """Take one comment, element or run of text; return where the next one begins."""
    if source[position] != "<":
        end = source.find("<", position)
        end = len(source) if end < 0 else end
        page.add(source[position:end])
        return end
    if source.startswith("<!--", position):
        return page.skip(source, position, source.find("-->", position + 4), 3)
    if source.startswith(("<!", "<?"), position):
        return page.skip(source, position, source.find(">", position), 1)
    tag = _TAG.match(source, position)
    if tag is None:
        page.add("<")
        return position + 1
    return _element(source, position, page, tag)


def _element(source: str, position: int, page: "_Page", tag: re.Match[str]) -> int:
    name, opens = tag[1].lower(), source[position + 1] != "/"
    end = source.find(">", tag.end())
    if opens and name in _UNSEEN and end > 0 and source[end - 1] != "/":
        closing = re.compile(f"</{name}", re.IGNORECASE).search(source, end)
        return page.skip(source, position, closing.start() if closing else -1, 0)
    heading = _HEADING.fullmatch(name)
    if opens and heading:
        page.begin("#" * int(heading[1]) + " ")
    elif opens and name == "li":
        page.begin("- ")
    elif name in _APART:
        page.begin("")
    return page.skip(source, position, end, 1)


class _Page:
    """Collects the text, line by line."""

    def __init__(self, *, own_lines: bool) -> None:
        self._done: list[str] = []
        self._line: list[str] = []
        self._own_lines = own_lines

    def add(self, raw: str) -> None:
        """Append text; its line breaks are those of the source."""
        if self._own_lines:
            self._append(raw.replace("\n", " "))
            return
        first, *more = raw.split("\n")
        self._append(first)
        for line in more:
            self._end_line()
            self._append(line)

    def _append(self, raw: str) -> None:
        text = _BLANKS.sub(" ", html.unescape(raw))
        if self._line or text.strip():
            self._line.append(text)

    def _end_line(self) -> None:
        line = "".join(self._line).strip()
        seen = line if line.strip("#- ") else ""
        if seen or not self._own_lines:
            self._done.append(seen)
        self._line = []

    def begin(self, mark: str) -> None:
        """Begin something that stands apart from what is before it; ``mark`` stands only where a line begins."""
        if self._line and self._own_lines:
            self._end_line()
        if self._line:
            self._line.append(" ")
        elif mark:
            self._line.append(mark)

    def skip(self, source: str, start: int, found: int, width: int) -> int:
        """Pass over what ends at ``found`` (-1: at the end of the source), keeping its line breaks."""
        end = len(source) if found < 0 else found + width
        if not self._own_lines:
            for _ in range(source.count("\n", start, end)):
                self._end_line()
        return end

    def text(self) -> str:
        """Return the lines, without blanks at their ends; a mark without text is no heading."""
        self._end_line()
        return "\n".join(self._done)
