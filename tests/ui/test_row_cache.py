"""Pictures of rows: painted once for each look, shown where the row stands, forgotten with the theme."""

import pytest
from PySide6.QtCore import QRect, QRectF, Qt, qInstallMessageHandler
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem

from ui.painting import row_cache
from ui.painting.row_cache import Over, PaintedRowCache
from ui.painting.text import TextStyle, draw
from ui.theme.palette import apply
from ui.theme.sizes import set_scale_percent
from ui.theme.tokens import c

STYLE = TextStyle(13, 500)


class Rows:
    """Shows rows on a picture and counts how often one is painted."""

    def __init__(self, ratio: float = 1.0) -> None:
        self.cache, self.painted, self.painted_over = PaintedRowCache(), 0, 0
        self.picture = QImage(round(200 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
        self.picture.setDevicePixelRatio(ratio)

    def show(
        self,
        look: str,
        top: int = 0,
        direction: Qt.LayoutDirection = Qt.LayoutDirection.LeftToRight,
        width: int = 200,
        over: str = "",
    ) -> None:
        option = QStyleOptionViewItem()
        option.rect, option.direction = QRect(0, top, width, 30), direction
        above = Over(over, lambda own, row: self.paint_over(own, row, over)) if over else None
        with QPainter(self.picture) as painter:
            self.cache.show(painter, option, "sel", look, lambda own, row: self.paint(own, row, look), above)

    def paint(self, painter: QPainter, row: QRectF, look: str) -> None:
        self.painted += 1
        draw(painter, STYLE, row.left() + 20, row.top() + 20, look)

    def paint_over(self, painter: QPainter, row: QRectF, words: str) -> None:
        self.painted_over += 1
        draw(painter, STYLE, row.left() + 100, row.top() + 20, words)


def test_a_row_is_painted_once_for_each_look_and_shown_where_it_stands(themed: QApplication):
    rows, plain = Rows(), Rows()
    for look, top in (("one", 0), ("two", 30), ("one", 60)):
        rows.show(look, top)
    assert rows.painted == 2
    with QPainter(plain.picture) as painter:
        for look, top in (("one", 0), ("two", 30), ("one", 60)):
            painter.fillRect(0, top, 200, 30, c("sel"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            plain.paint(painter, QRectF(0, top, 200, 30), look)
    area = QRect(0, 0, 200, 90)
    assert rows.picture.copy(area) == plain.picture.copy(area)


def test_another_direction_theme_or_text_scale_paints_it_anew(themed: QApplication):
    rows = Rows()
    rows.show("one")
    rows.show("one", direction=Qt.LayoutDirection.RightToLeft)
    assert rows.painted == 2
    apply(dark=True)
    rows.show("one")
    assert rows.painted == 3
    assert rows.picture.pixelColor(2, 2) == c("sel")
    set_scale_percent(120)
    rows.show("one")
    assert rows.painted == 4


@pytest.mark.parametrize(("ratio", "painted"), [(2.0, 1), (1.5, 2)])
def test_rows_are_kept_only_where_they_stay_sharp(themed: QApplication, ratio: float, painted: int):
    rows = Rows(ratio)
    rows.show("one")
    rows.show("one", top=30)
    assert rows.painted == painted


def test_what_is_kept_is_bounded(themed: QApplication, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(row_cache, "MOST_BYTES", 3 * 200 * 30 * 4)
    rows = Rows()
    for look in ("one", "two", "three", "four", "four", "three", "two"):
        rows.show(look)
    assert rows.painted == 4
    rows.show("one")
    assert rows.painted == 5


def test_what_is_over_a_row_is_painted_until_it_is_the_same_twice(themed: QApplication):
    rows, plain = Rows(), Rows()
    for step in ("0.1", "0.2", "0.3"):
        rows.show("one", over=step)
    assert (rows.painted, rows.painted_over) == (1, 3)
    for _ in range(5):
        rows.show("one", over="0.3")
    assert (rows.painted, rows.painted_over) == (1, 4)
    with QPainter(plain.picture) as painter:
        painter.fillRect(0, 0, 200, 30, c("sel"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plain.paint(painter, QRectF(0, 0, 200, 30), "one")
        plain.paint_over(painter, QRectF(0, 0, 200, 30), "0.3")
    area = QRect(0, 0, 200, 30)
    assert rows.picture.copy(area) == plain.picture.copy(area)


def test_rows_that_take_turns_under_what_is_over_them_are_each_kept_with_it(themed: QApplication):
    rows = Rows()
    for _ in range(4):
        rows.show("one", over="0.1")
        rows.show("two", 30, over="0.2")
    assert (rows.painted, rows.painted_over) == (2, 4)


def test_rows_of_another_width_are_forgotten(themed: QApplication):
    rows = Rows()
    for width in (200, 190, 200):
        rows.show("one", width=width)
    assert rows.painted == 3


@pytest.mark.parametrize("width", [0, -7])
def test_a_row_without_room_is_not_painted(themed: QApplication, width: int):
    messages: list[str] = []
    before = qInstallMessageHandler(lambda _, __, message: messages.append(message))
    rows = Rows()
    rows.show("one", width=width)
    qInstallMessageHandler(before)
    assert (messages, rows.painted) == ([], 0)
