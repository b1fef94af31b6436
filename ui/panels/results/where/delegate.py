"""Paints the rows of located files: line, name or kind of evidence, detail, and share of the score."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.i18n.language import with_hundredths
from ui.painting.mirror import mirrored
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, elided_right, width
from ui.panels.results.file_row import RIGHT
from ui.panels.results.place_list import (
    GAP,
    NAME_X,
    NUMBER,
    NUMBER_RIGHT,
    PLACE_X,
    RIGHT_TEXT,
    TILE_X,
    PlaceDelegate,
    paint_file,
    paint_ground,
)
from ui.panels.results.where.model import WhereModel, shown_share
from ui.panels.results.where.rows import (
    DefinitionRow,
    EvidenceRow,
    LocatedFileRow,
    Row,
    TestRow,
    TextRow,
)
from ui.panels.results.where.words import evidence_text, kind_name, kind_names, test_text
from ui.theme.sizes import scaled

_HEADING = TextStyle(12, 600, "text2")
_DETAIL = TextStyle(12, 400, "text2")
_QUIET = TextStyle(12, 400, "text3")
_SYMBOL = TextStyle(12, 600, mono=True)


class WhereDelegate(PlaceDelegate):
    """Paints rows of a `WhereModel`."""

    def __init__(self, model: WhereModel, parent: QObject | None = None) -> None:
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
        is_file, answers = isinstance(row, LocatedFileRow), not isinstance(row, TextRow)
        painter.save()
        with mirrored(painter, box, option.direction):
            paint_ground(painter, box, option, is_file=is_file, answers=answers)
            _paint_row(painter, box, row)
        painter.restore()


def _paint_row(painter: QPainter, box: QRectF, row: Row) -> None:
    if isinstance(row, LocatedFileRow):
        score = with_hundredths(row.located.rank_score) if row.located.rank_score else ""
        paint_file(painter, box, row.file, score, f"{row.located.rank}. ")
    elif isinstance(row, TestRow):
        paint_file(painter, box, row.file, test_text(row.test))
    elif isinstance(row, DefinitionRow):
        definition = row.definition
        _paint_place(
            painter, box, definition.start_line, _SYMBOL, definition.name, kind_names(definition.evidence)
        )
    elif isinstance(row, EvidenceRow):
        evidence = row.evidence
        right = shown_share(evidence.share)
        _paint_place(
            painter, box, evidence.line, _DETAIL, kind_name(evidence.kind), evidence_text(evidence), right
        )
    else:
        style, left = (_HEADING, TILE_X) if row.is_heading else (_DETAIL, NAME_X)
        room = box.width() - scaled(left) - scaled(RIGHT)
        draw(
            painter,
            style,
            box.left() + scaled(left),
            baseline_for(style, box.center().y()),
            elided_right(style, row.text, room),
        )


def _paint_place(
    painter: QPainter, box: QRectF, line: int, style: TextStyle, title: str, detail: str, right_text: str = ""
) -> None:
    """Paint a line number, a title, and its detail as far as there is room."""
    middle = box.center().y()
    baseline = round(baseline_for(style, middle))
    if line:
        draw_right(painter, NUMBER, box.left() + scaled(NUMBER_RIGHT), baseline, str(line))
    right = box.right() - scaled(RIGHT)
    if right_text:
        right = draw_right(painter, RIGHT_TEXT, right, baseline, right_text) - scaled(GAP)
    left = box.left() + scaled(PLACE_X)
    least = min(width(_QUIET, detail), (right - left) / 2) + scaled(GAP) if detail else 0
    end = draw(painter, style, left, baseline, elided_middle(style, title, right - left - least))
    room = right - end - scaled(GAP)
    draw(painter, _QUIET, end + scaled(GAP), baseline, elided_right(_QUIET, detail, room))
