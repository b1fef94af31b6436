"""What the lists of matching lines and of places to change share: rows of one height, files with places below."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from search.types.results import FileHit
from ui.painting.shapes import draw_tile, fill_to_the_edge
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, elided_right
from ui.panels.results.file_row import RIGHT, RULE_WIDTH
from ui.panels.results.sentences import name_and_folder
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_ROW = 26
"""Height of every row: lists of one height are laid out without a look at each row."""

TILE_X, NAME_X = 14, 40
NUMBER_RIGHT, PLACE_X = 64, 76
"""Right edge of the line number of a place, and left edge of its text."""
GAP = 8

NUMBER = TextStyle(11, 400, "text3", mono=True)
RIGHT_TEXT = TextStyle(12, 400, "text3", tnum=True)

_TILE = 18
_NAME = TextStyle(13, 600)
_FOLDER = TextStyle(12, 400, "text3")


class PlaceList(QListView):
    """A list of rows of one height in which nothing is edited."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)


class PlaceDelegate(QStyledItemDelegate):
    """Gives every row its height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002 - Qt's signature
        """Return the size of a row; only its height matters."""
        return QSize(1, scaled(_ROW))


def paint_ground(
    painter: QPainter, box: QRectF, option: QStyleOptionViewItem, *, is_file: bool, answers: bool = True
) -> None:
    """Paint the ground of a row, and the rule at the left of the selected one.

    Args:
        painter: of the list.
        box: of the row.
        option: its state.
        is_file: the row is a file, above its places.
        answers: the row changes under the pointer.
    """
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    active = bool(option.state & QStyle.StateFlag.State_Active)
    hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and answers
    idle = "sunken" if is_file else "surface"
    ground = ("sel" if active else "sel_inactive") if selected else ("hover" if hovered else idle)
    painter.fillRect(box, c(ground))
    if selected:
        fill_to_the_edge(painter, QRectF(box.left(), box.top(), RULE_WIDTH, box.height()), c("accent"))


def paint_file(painter: QPainter, box: QRectF, file: FileHit, right_text: str, rank: str = "") -> None:
    """Paint tile, rank, name and folder of a file, and a text at the right that takes half the row at most."""
    name, folder = name_and_folder(file.path)
    middle = box.center().y()
    tile = QRectF(box.left() + scaled(TILE_X), middle - scaled(_TILE) / 2, scaled(_TILE), scaled(_TILE))
    draw_tile(painter, name.rpartition(".")[2], tile)
    shown = elided_right(RIGHT_TEXT, right_text, box.width() / 2)
    right = draw_right(painter, RIGHT_TEXT, box.right() - scaled(RIGHT), baseline_for(RIGHT_TEXT, middle), shown)
    left, baseline = box.left() + scaled(NAME_X), baseline_for(_NAME, middle)
    room = right - left - scaled(GAP)
    end = draw(painter, _NAME, left, baseline, elided_middle(_NAME, f"{rank}{name}", room))
    origin = f"{file.repository}  {folder}".rstrip()
    room = right - end - 2 * scaled(GAP)
    draw(painter, _FOLDER, end + scaled(GAP), baseline, elided_middle(_FOLDER, origin, room))
