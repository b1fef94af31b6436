"""Paints the rows of matching lines; the first match of a line is always in view."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from search.types.line_columns import MatchingLine
from ui.i18n.language import number
from ui.painting.mirror import upright
from ui.painting.shapes import rounded
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, width
from ui.panels.results.file_row import RIGHT
from ui.panels.results.lines.model import FileLineRow, LinesModel
from ui.panels.results.place_list import (
    NUMBER,
    NUMBER_RIGHT,
    PLACE_X,
    PlaceDelegate,
    paint_file,
    paint_ground,
)
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_CODE = TextStyle(12, 400, mono=True)

_BEFORE = 3
"""At least a third of the room is left of a match that would be out of view otherwise."""

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The part of a line that is painted, with its matches."""

    text: str
    spans: tuple[tuple[int, int], ...]


def shown_part(line: MatchingLine, room: int) -> ShownPart:
    """Return ``room`` characters of a line, or fewer, of which the first match is one."""
    text = line.text.replace("\t", " ")
    first = line.column - 1 - line.cut
    end_of_first = line.spans[0][1] if line.spans else first
    start = min(len(text) - len(text.lstrip()), first)
    if end_of_first - start > room:
        start = max(start, min(first - room // _BEFORE, len(text) - room))
    end = min(len(text), start + room)
    spans = tuple(
        (max(left, start), min(right, end)) for left, right in line.spans if left < end and right > start
    )
    before = ELLIPSIS if line.cut or text[:start].strip() else ""
    after = ELLIPSIS if end < len(text) else ""
    moved = tuple((left - start + len(before), right - start + len(before)) for left, right in spans)
    return ShownPart(f"{before}{text[start:end]}{after}", moved)


class LineDelegate(PlaceDelegate):
    """Paints rows of a `LinesModel`."""

    def __init__(self, model: LinesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        row = self._model.row_at(index)
        if row is None:
            return
        box = QRectF(option.rect)
        painter.save()
        paint_ground(painter, box, option, is_file=isinstance(row, FileLineRow))
        if isinstance(row, FileLineRow):
            paint_file(painter, box, row.file, number(self._model.count_of(row.file.file_id)))
        else:
            _paint_line(painter, box, row.line)
        painter.restore()


def _paint_line(painter: QPainter, box: QRectF, line: MatchingLine) -> None:
    middle = box.center().y()
    with upright(painter, box.left(), box.right()):  # code runs from left to right in every language
        baseline = round(baseline_for(_CODE, middle))
        draw_right(painter, NUMBER, box.left() + scaled(NUMBER_RIGHT), baseline, str(line.line))
        left, right = box.left() + scaled(PLACE_X), box.right() - scaled(RIGHT)
        part = shown_part(line, max(8, int((right - left) / width(_CODE, "0")) - 2))
        painter.setClipRect(QRectF(left - 2, box.top(), right - left + 4, box.height()))
        for start, end in part.spans:
            begin, stop = width(_CODE, part.text[:start]), width(_CODE, part.text[:end])
            mark = QRectF(left + begin - 1, box.top() + 4, stop - begin + 2, box.height() - 8)
            rounded(painter, mark, sizes.RADIUS_MARK, c("mark"))
        x = left
        for text, token in _runs(part):
            x = draw(painter, _CODE, x, baseline, text, token)


def _runs(part: ShownPart) -> list[tuple[str, str]]:
    """Return the pieces of a line, each with its colour."""
    pieces, position = [], 0
    for start, end in part.spans:
        pieces += [(part.text[position:start], "text"), (part.text[start:end], "mark_text")]
        position = end
    return [piece for piece in (*pieces, (part.text[position:], "text")) if piece[0]]
