"""Caches the code lines of chunk cards, which are chosen, marked and coloured once and painted often."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QFont, QTextLayout

from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit
from ui.code.formats import format_ranges, qt_offsets, runs
from ui.code.lexing import CodeSpan, LexedText
from ui.code.pool import LexPool
from ui.painting.text import TextStyle, width
from ui.panels.results.snippet import Marker, SnippetLine, columns_of, fitted_to, snippet
from ui.theme.fonts import font
from ui.theme.tokens import is_dark

REMEMBERED_CARDS = 400
"""Number of cached cards; a screen shows about ten."""

CODE_PX = 12


@dataclass(frozen=True, slots=True, eq=False)
class CardLine:
    """A line that is ready to be painted.

    Attributes:
        number: line in the file.
        layout: coloured text.
        boxes: left and right edge of each marked word, or of its parts, in pixels from the left end of the line.
    """

    number: int
    layout: QTextLayout
    boxes: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CardSize:
    """Room for code on a card, in lines and in columns."""

    lines: int
    columns: int

    @staticmethod
    def of(lines: int, room: float) -> "CardSize":
        """Return the size of a card that has ``room`` pixels for its code."""
        return CardSize(lines, max(8, int(room / width(TextStyle(CODE_PX, 400, mono=True), "0"))))


class Cards(QObject):
    """Caches the code lines of cards, and colours them as soon as their file is lexed.

    Signals:
        changed: cards have to be painted again.
    """

    changed = Signal()

    def __init__(self, marker: Marker, pool: LexPool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marker = marker
        self._pool = pool
        self._terms: tuple[str, ...] = ()
        self._files: dict[FileId, list[str]] = {}
        self._cache: OrderedDict[tuple[str, int, int, bool, str, int], tuple[CardLine, ...]] = OrderedDict()
        self._version: dict[str, int] = {}
        pool.ready.connect(self._coloured)

    def reset(self, terms: tuple[str, ...]) -> None:
        """Clear the cache; ``terms`` are the index terms to mark from now on."""
        self._terms = terms
        self._cache.clear()
        self._files.clear()
        self._version.clear()

    def set_file_text(self, file: FileHit, text: str) -> None:
        """Use the whole text of a file for colours, because a chunk alone may be lexed differently."""
        self._files[file.file_id] = text.split("\n")
        self._pool.request(file.file_id, text, file.path, file.language, urgent=True)
        self._touch(file.file_id)

    def lines(self, file: FileHit, chunk: ChunkHit, text: str, size: CardSize) -> tuple[CardLine, ...]:
        """Return the lines of the card of a chunk; a line that is too long is cut around its marked words."""
        made_font = font(CODE_PX, mono=True)
        version = self._version.get(file.file_id, 0) + self._version.get(chunk.id, 0)
        key = (chunk.id, size.lines, size.columns, is_dark(), made_font.key(), version)
        if key not in self._cache:
            self._cache[key] = self._prepared(file, chunk, text, size, made_font)
            while len(self._cache) > REMEMBERED_CARDS:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    def _prepared(
        self, file: FileHit, chunk: ChunkHit, text: str, size: CardSize, made_font: QFont
    ) -> tuple[CardLine, ...]:
        marks = self._marker(text, self._terms)
        chosen = [fitted_to(line, size.columns) for line in snippet(text, chunk.start_line, marks, size.lines)]
        whole = self._pool.lexed(file.file_id)
        if whole is None:
            self._pool.request(chunk.id, text, file.path, file.language)
        alone = self._pool.lexed(chunk.id)
        raw = text.split("\n")
        prepared = []
        for line in chosen:
            source = raw[line.number - chunk.start_line]
            spans = self._spans(file.file_id, line.number, source, whole)
            if spans is None:
                spans = alone.line(line.number - chunk.start_line) if alone is not None else ()
            prepared.append(laid_out(line, _shifted(source, spans, line.indent), made_font))
        return tuple(prepared)

    def _spans(
        self, file: FileId, number: int, source: str, whole: LexedText | None
    ) -> tuple[CodeSpan, ...] | None:
        """Return the spans of a line of the whole file; None if the file has changed at this line."""
        lines = self._files.get(file, [])
        if whole is None or number > len(lines) or lines[number - 1] != source:
            return None
        return whole.line(number - 1)

    def _coloured(self, key: str) -> None:
        self._touch(key)
        self.changed.emit()

    def _touch(self, key: str) -> None:
        self._version[key] = self._version.get(key, 0) + 1


def _shifted(source: str, spans: Sequence[CodeSpan], indent: int) -> list[CodeSpan]:
    moved, column_of = [], columns_of(source)
    for span in spans:
        start, end = column_of(span.start), column_of(span.start + span.length)
        moved.append(CodeSpan(start - indent, end - start, span.token))
    return moved


def laid_out(line: SnippetLine, spans: Sequence[CodeSpan], made_font: QFont) -> CardLine:
    """Return a line that is ready to be painted."""
    layout = QTextLayout(line.text, made_font)
    layout.setFormats(format_ranges(line.text, runs(len(line.text), spans, line.marks)))
    layout.beginLayout()
    row = layout.createLine()
    row.setPosition(QPointF(0, 0))
    layout.endLayout()
    offset_of = qt_offsets(line.text)
    spans_in_qt = [(offset_of(start), offset_of(end)) for start, end in line.marks]
    return CardLine(line.number, layout, tuple(box for span in spans_in_qt for box in _boxes(layout, span)))


def _boxes(layout: QTextLayout, span: tuple[int, int]) -> list[tuple[float, float]]:
    """Return left and right edge of each run of glyphs of a span; in text of two directions it has several."""
    start, end = span
    rects = [run.boundingRect() for run in layout.glyphRuns(start, end - start)]
    return [(rect.left(), rect.right()) for rect in rects if rect.width() > 0]
