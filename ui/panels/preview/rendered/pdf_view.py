"""Shows a page of a PDF document, as wide as the pane, with its matched words marked."""

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.panels.preview.rendered.page import PdfPage
from ui.theme import sizes
from ui.theme.tokens import LIGHT, c, is_dark
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton
from ui.widgets.text import Text

_BAR_HEIGHT = 36
_PAGE_MARGIN = 12
"""Pixels around the page."""

_MARK_COLOUR, _CURRENT_COLOUR = QColor(LIGHT["mark"]), QColor(LIGHT["accent"])
"""Colours of the light theme, used in both themes because the paper is white in both."""

_REDRAW_MS = 150
"""Delay after the width has changed until the page is drawn again, sharp."""


class PdfView(QWidget):
    """Shows one page at a time.

    Signals:
        turned: 1 for the next page, -1 for the previous one, 0 to draw the same page in the new width.
    """

    turned = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._page: PdfPage | None = None
        self._sheet = _Sheet()
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(False)
        self._scroll.setWidget(self._sheet)
        self._scroll.setAccessibleName(translate("Page"))
        self._number = Text("", 12, 400, "text2", tnum=True)
        self.back = IconButton("chevron-left", translate("Previous page"), size=14, box=24)
        self.forward = IconButton("chevron-right", translate("Next page"), size=14, box=24)
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward.clicked.connect(lambda: self._turn(1))
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_REDRAW_MS)
        self._redraw.timeout.connect(lambda: self._turn(0))
        self._lay_out()

    @property
    def number(self) -> int:
        """Number of the visible page; 0 before there is one."""
        return self._page.number if self._page is not None else 0

    def wanted_width(self) -> int:
        """Return the width of a page in device pixels."""
        return max(100, round(self._page_width() * self.devicePixelRatioF()))

    def show_page(self, page: PdfPage, current: int) -> None:
        """Show a page; ``current`` is the index of the outlined match, -1 for none."""
        turned = page.number != self.number
        self._page = page
        self._sheet.set_page(page, current)
        self._number.setText(translate("Page {number} of {count}").format(number=page.number, count=page.count))
        self.back.setEnabled(page.number > 1)
        self.forward.setEnabled(page.number < page.count)
        self._fit()
        if turned:
            self._scroll.verticalScrollBar().setValue(0)
        self._show_current()

    def set_current(self, current: int) -> None:
        """Outline another match of the visible page."""
        self._sheet.set_current(current)
        self._show_current()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale the page to the width at once, and draw it again, sharp, a little later."""
        super().resizeEvent(event)
        self._fit()
        if self._page is not None:
            self._redraw.start()

    def _turn(self, step: int) -> None:
        if self._page is not None:
            self.turned.emit(step)

    def _page_width(self) -> int:
        return self.width() - 2 * _PAGE_MARGIN - self._scroll.verticalScrollBar().sizeHint().width()

    def _fit(self) -> None:
        if self._page is not None:
            image = self._page.image
            across = max(100, self._page_width())
            tall = round(across * image.height() / max(1, image.width()))
            self._sheet.setFixedSize(QSize(across + 2 * _PAGE_MARGIN, tall + 2 * _PAGE_MARGIN))

    def _show_current(self) -> None:
        box = self._sheet.current_box()
        if not box.isNull():
            middle = box.center().toPoint()
            self._scroll.ensureVisible(middle.x(), middle.y(), 40, 80)

    def _lay_out(self) -> None:
        bar = Bar(_BAR_HEIGHT)
        row = QHBoxLayout(bar)
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        row.setSpacing(sizes.GAP)
        for part in (self.back, self._number, self.forward):
            row.addWidget(part)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self._scroll, 1)


class _Sheet(QWidget):
    """Paints the page on white paper in both themes, as the document looks in print."""

    def __init__(self) -> None:
        super().__init__()
        self._page: PdfPage | None = None
        self._current = -1

    def set_page(self, page: PdfPage, current: int) -> None:
        self._page, self._current = page, current
        self.setAccessibleName(f"{page.number} / {page.count}")
        self.update()

    def set_current(self, current: int) -> None:
        self._current = current
        self.update()

    def current_box(self) -> QRectF:
        """Return the rectangle of the current match; null if there is none."""
        if self._page is None or not 0 <= self._current < len(self._page.marks):
            return QRectF()
        boxes = self._page.marks[self._current]
        return self._on_paper(boxes[0]) if boxes else QRectF()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page, its marks and the outline of the current one."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), c("sunken"))
            if self._page is None:
                return
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            paper = self._paper()
            painter.drawImage(paper, self._page.image)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            for boxes in self._page.marks:
                for box in boxes:
                    painter.fillRect(self._on_paper(box), _MARK_COLOUR)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setPen(QPen(c("border_strong" if is_dark() else "border"), 1))
            painter.drawRect(paper)
            current = self.current_box()
            if not current.isNull():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(_CURRENT_COLOUR, 2))
                painter.drawRoundedRect(current.adjusted(-2, -2, 2, 2), 3, 3)

    def _paper(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_PAGE_MARGIN, _PAGE_MARGIN, -_PAGE_MARGIN, -_PAGE_MARGIN)

    def _on_paper(self, box: QRectF) -> QRectF:
        paper = self._paper()
        return QRectF(
            paper.left() + box.left() * paper.width(),
            paper.top() + box.top() * paper.height(),
            box.width() * paper.width(),
            box.height() * paper.height(),
        )
