"""Paints the rows of located files: line, name or kind of evidence, detail, and share of the score."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from search.types.results import FileHit
from ui.painting.mirror import mirrored
from ui.painting.shapes import draw_tile, fill_to_the_edge
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, elided_right, width
from ui.panels.results.file_row import RIGHT, RULE_WIDTH
from ui.panels.results.sentences import name_and_folder
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
from ui.theme.tokens import c

ROW = 26
"""Height of every row: lists of one height are laid out without a look at each row."""

_NAME = TextStyle(13, 600)
_HEADING = TextStyle(12, 600, "text2")
_DETAIL = TextStyle(12, 400, "text2")
_QUIET = TextStyle(12, 400, "text3")
_SCORE = TextStyle(12, 400, "text3", tnum=True)
_NUMBER = TextStyle(11, 400, "text3", mono=True)
_SYMBOL = TextStyle(12, 600, mono=True)

_TILE_X, _TILE, _NAME_X = 14, 18, 40
_NUMBER_RIGHT, _TEXT_X = 64, 76
_GAP = 8


class WhereDelegate(QStyledItemDelegate):
    """Paints rows of a `WhereModel`."""

    def __init__(self, model: WhereModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002 - Qt's signature
        """Return the size of a row; only its height matters."""
        return QSize(1, scaled(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        row = self._model.row_at(index)
        if row is None:
            return
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        active = bool(option.state & QStyle.StateFlag.State_Active)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and not isinstance(row, TextRow)
        idle = "sunken" if isinstance(row, LocatedFileRow) else "surface"
        ground = ("sel" if active else "sel_inactive") if selected else ("hover" if hovered else idle)
        painter.save()
        with mirrored(painter, box, option.direction):
            painter.fillRect(box, c(ground))
            if selected:
                fill_to_the_edge(painter, QRectF(box.left(), box.top(), RULE_WIDTH, box.height()), c("accent"))
            _paint_row(painter, box, row)
        painter.restore()


def _paint_row(painter: QPainter, box: QRectF, row: Row) -> None:
    if isinstance(row, LocatedFileRow):
        score = f"{row.located.rank_score:.2f}" if row.located.rank_score else ""
        _paint_file(painter, box, row.file, f"{row.located.rank}. ", score)
    elif isinstance(row, TestRow):
        _paint_file(painter, box, row.file, "", test_text(row.test))
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
        style, left = (_HEADING, _TILE_X) if row.is_heading else (_DETAIL, _NAME_X)
        room = box.width() - scaled(left) - scaled(RIGHT)
        draw(
            painter,
            style,
            box.left() + scaled(left),
            baseline_for(style, box.center().y()),
            elided_right(style, row.text, room),
        )


def _paint_file(painter: QPainter, box: QRectF, file: FileHit, rank: str, right_text: str) -> None:
    """Paint tile, rank, name and folder of a file, and a text at the right that takes half the row at most."""
    name, folder = name_and_folder(file.path)
    middle = box.center().y()
    tile = QRectF(box.left() + scaled(_TILE_X), middle - scaled(_TILE) / 2, scaled(_TILE), scaled(_TILE))
    draw_tile(painter, name.rpartition(".")[2], tile)
    shown = elided_right(_SCORE, right_text, box.width() / 2)
    right = draw_right(painter, _SCORE, box.right() - scaled(RIGHT), baseline_for(_SCORE, middle), shown)
    left, baseline = box.left() + scaled(_NAME_X), baseline_for(_NAME, middle)
    room = right - left - scaled(_GAP)
    end = draw(painter, _NAME, left, baseline, elided_middle(_NAME, f"{rank}{name}", room))
    origin = f"{file.repository}  {folder}".rstrip()
    room = right - end - 2 * scaled(_GAP)
    draw(painter, _QUIET, end + scaled(_GAP), baseline, elided_middle(_QUIET, origin, room))


def _paint_place(
    painter: QPainter, box: QRectF, line: int, style: TextStyle, title: str, detail: str, right_text: str = ""
) -> None:
    """Paint a line number, a title, and its detail as far as there is room."""
    middle = box.center().y()
    baseline = round(baseline_for(style, middle))
    if line:
        draw_right(painter, _NUMBER, box.left() + scaled(_NUMBER_RIGHT), baseline, str(line))
    right = box.right() - scaled(RIGHT)
    if right_text:
        right = draw_right(painter, _SCORE, right, baseline, right_text) - scaled(_GAP)
    left = box.left() + scaled(_TEXT_X)
    least = min(width(_QUIET, detail), (right - left) / 2) + scaled(_GAP) if detail else 0
    end = draw(painter, style, left, baseline, elided_middle(style, title, right - left - least))
    room = right - end - scaled(_GAP)
    draw(painter, _QUIET, end + scaled(_GAP), baseline, elided_right(_QUIET, detail, room))
