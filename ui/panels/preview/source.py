"""Shows the source of a file: all of it or, for a large file, the part around a line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from search.types.status import FileText
from ui.code.languages import is_prose
from ui.code.outline import OutlineEntry, outline, outline_of
from ui.code.pool import LexPool
from ui.controllers.spot import Scroll, Spot
from ui.panels.preview.code_view import CodeView
from ui.panels.preview.cursor_names import name_start
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.results.snippet import Span

LARGE_BYTES = 2_000_000
LARGE_LINES = 50_000
"""Of files above either limit an excerpt is shown first: Qt needs 4 ms for 1,000 lines before they are visible."""

EXCERPT_LINES = 400


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Consecutive lines of a file.

    Attributes:
        first_line: number of the first line, from 1.
        whole: whether it is the whole file.
    """

    text: str
    first_line: int
    whole: bool


def excerpt(text: str, size_bytes: int, around: int, *, all_of_it: bool = False) -> Excerpt:
    """Return ``text``, or the part of a large one that contains line ``around`` (from 1)."""
    lines = text.count("\n") + 1
    if all_of_it or (max(size_bytes, len(text)) <= LARGE_BYTES and lines <= LARGE_LINES):
        return Excerpt(text, 1, whole=True)
    first = max(1, min(around - EXCERPT_LINES // 2, lines - EXCERPT_LINES + 1))
    return Excerpt("\n".join(text.split("\n")[first - 1 : first - 1 + EXCERPT_LINES]), first, whole=False)


class SourceView(QObject):
    """Shows texts in a `CodeView`, and colours them when the lexer is done."""

    def __init__(self, pool: LexPool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.code = CodeView()
        self._pool = pool
        self._text: FileText | None = None
        self._spot: Spot | None = None
        self._semantic = True
        self._wraps = {is_prose: is_prose for is_prose in (True, False)}
        self.part = Excerpt("", 1, whole=True)
        pool.ready.connect(self._lexed)

    def show_file(self, text: FileText, spot: Spot, *, all_of_it: bool = False) -> None:
        """Show a file, or the part of a large one around the spot."""
        self._show(text, spot, spot.top, all_of_it=all_of_it)
        self.go_to(spot)

    def renew_file(self, text: FileText, spot: Spot) -> None:
        """Show a file as it is now, the same lines of it as far as there are as many."""
        scroll = self.scrolled()
        self._show(text, spot, self.part.first_line + EXCERPT_LINES // 2, all_of_it=self.part.whole)
        self.code.reason_chunks = self._chunks_from_0()
        self.code.scroll_back(scroll)

    def _show(self, text: FileText, spot: Spot, around: int, *, all_of_it: bool) -> None:
        text = replace(text, text=text.markup, markup="") if text.markup else text
        self._text, self._spot = text, spot
        self.part = excerpt(text.text, text.size_bytes, around, all_of_it=all_of_it)
        self.code.set_wrapped(on=self.wraps(text.language))
        self.code.show_text(self.part.text, self.part.first_line)
        key = self._lex_key(text)
        self._pool.request(key, self.part.text, text.path, text.language, urgent=True)
        self.code.set_lexed(self._pool.lexed(key))

    @property
    def follows(self) -> bool:
        """Whether the person has not scrolled since the spot was gone to."""
        return self.code.follows

    def wraps(self, language: str) -> bool:
        """Return whether long lines of files in a language are wrapped."""
        return self._wraps[is_prose(language)]

    def set_wraps(self, *, prose: bool, code: bool) -> None:
        """Wrap long lines of prose, of code, of both or of neither from now on."""
        self._wraps = {True: prose, False: code}
        if self._text is not None:
            self.code.set_wrapped(on=self.wraps(self._text.language))

    def outline(self, definitions: Sequence[tuple[str, int]] = ()) -> tuple[OutlineEntry, ...]:
        """Return the outline of the file; without known definitions it is derived from the highlighting."""
        if definitions and self._text is not None:
            return outline_of(definitions, self._text.text)
        lexed = self._pool.lexed(self._lex_key(self._text)) if self._text is not None else None
        above = self.part.first_line - 1
        return tuple(replace(entry, line=entry.line + above) for entry in outline(self.part.text, lexed))

    def show_all(self) -> None:
        """Show all of a large file, and keep the top line where it is."""
        if self._text is not None and self._spot is not None:
            line = self.part.first_line + self.code.firstVisibleBlock().blockNumber()
            self.show_file(self._text, self._spot, all_of_it=True)
            self.code.jump_to(line - 1)

    def go_to(self, spot: Spot) -> None:
        """Scroll to another position in the same text."""
        self._spot = spot
        self.code.reason_chunks = self._chunks_from_0()
        if spot.scroll is not None:
            self.code.scroll_back(spot.scroll)
        else:
            self.code.jump_to(self.shown_line())

    @property
    def shown_spot(self) -> Spot | None:
        """The spot whose text is shown."""
        return self._spot

    def scrolled(self) -> Scroll:
        """Return how far the text is scrolled."""
        code, cursor, top = self.code, self.code.textCursor(), self.code.firstVisibleBlock()
        return Scroll(
            self.part.first_line + top.blockNumber(),
            code.verticalScrollBar().value() - top.firstLineNumber(),
            code.horizontalScrollBar().value(),
            self.part.first_line + cursor.blockNumber(),
            cursor.positionInBlock(),
        )

    def covers(self, line: int) -> bool:
        """Return whether a line (from 1) is in the visible part of the file."""
        return self.part.first_line <= line < self.part.first_line + self.code.blockCount()

    def first_line(self) -> int:
        """Return the number of the line with the cursor."""
        return self.part.first_line + self.code.textCursor().blockNumber()

    def name_at_cursor(self) -> tuple[int, int]:
        """Return the line (from 1) and the column (from 0) at which the name at the cursor begins."""
        start = name_start(self.code.textCursor())
        block = self.code.document().findBlock(start)
        units = block.text().encode("utf-16-le", "surrogatepass")[: 2 * (start - block.position())]
        return self.part.first_line + block.blockNumber(), len(units.decode("utf-16-le", "replace"))

    def words(self) -> str:
        """Return the text to which the lines of `set_matches` refer."""
        return self.part.text

    def shown_chunks(self) -> tuple[Span, ...]:
        """Return the supporting chunks as lines of `words`, from 1, both inclusive."""
        above = self.part.first_line - 1
        chunks = self._spot.chunks if self._spot is not None else ()
        return tuple((first - above, last - above) for first, last in chunks)

    def exact_matches(self) -> tuple[Match, ...]:
        """Return the exact matches of the spot that are in `words`."""
        marks = self._spot.marks if self._spot is not None else ()
        lines = self.part.text.split("\n") if marks else []
        above = self.part.first_line
        return tuple(
            Match(line - above, start, end)
            for line, start, end in marks
            if 0 <= line - above < len(lines) and end <= len(lines[line - above])
        )

    def shown_line(self) -> int:
        """Return the line of `words`, from 0, that shows the spot."""
        return (self._spot.top if self._spot is not None else 1) - self.part.first_line

    def set_matches(self, matches: FileMatches) -> None:
        """Mark matched words."""
        self.code.set_matches(matches, self._ruled_chunks())

    def show_match(self, index: int) -> None:
        """Scroll to a match, given by its index."""
        self.code.show_match(index)

    def set_semantic(self, *, on: bool) -> None:
        """Show or hide the violet rules beside semantic matches."""
        if on != self._semantic:
            self._semantic = on
            self.code.set_matches(self.code.matches, self._ruled_chunks())

    def _ruled_chunks(self) -> tuple[Span, ...]:
        return self._chunks_from_0() if self._semantic else ()

    def _chunks_from_0(self) -> tuple[Span, ...]:
        return tuple((first - 1, last - 1) for first, last in self.shown_chunks())

    def _lexed(self, key: str) -> None:
        if self._text is not None and key == self._lex_key(self._text):
            self.code.set_lexed(self._pool.lexed(key))

    def _lex_key(self, text: FileText) -> str:
        return f"{text.file_id}|{self.part.first_line}|{len(self.part.text)}|{hash(self.part.text)}"
