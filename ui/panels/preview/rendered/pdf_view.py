"""A page of a PDF document, as wide as the pane, with its matched words marked."""

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

_BAR = 36
_AROUND = 12
"""Pixels around the page."""

_MARKER, _RING = QColor(LIGHT["mark"]), QColor(LIGHT["accent"])
"""The light theme's colours in both themes, since the paper is white in both."""

_AGAIN_MS = 150
"""Rest after a change of the width until the page is drawn anew, sharp."""


class PdfView(QWidget):
    """Shows one page at a time.

    Signals:
        turned: pages to go on (1) or back (-1); 0 to draw the same one in the new width.
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
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(lambda: self._turn(0))
        self._lay_out()

    @property
    def number(self) -> int:
        """Number of the shown page; 0 before there is one."""
        return self._page.number if self._page is not None else 0

    def wanted_width(self) -> int:
        """Return how many device pixels a page is wide here."""
        return max(100, round(self._across() * self.devicePixelRatioF()))

    def show_page(self, page: PdfPage, current: int) -> None:
        """Show a page; ``current`` is the match with the ring, -1 for none."""
        turned = page.number != self.number
        self._page = page
        self._sheet.set_page(page, current)
        self._number.setText(translate("Page {number} of {count}").format(number=page.number, count=page.count))
        self.back.setEnabled(page.number > 1)
        self.forward.setEnabled(page.number < page.count)
        self._fit()
        if turned:
            self._scroll.verticalScrollBar().setValue(0)
        self._reveal()

    def set_current(self, current: int) -> None:
        """Put the ring around another match of the shown page."""
        self._sheet.set_current(current)
        self._reveal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page to the width, blurred at first."""
        super().resizeEvent(event)
        self._fit()
        if self._page is not None:
            self._again.start()

    def _turn(self, step: int) -> None:
        if self._page is not None:
            self.turned.emit(step)

    def _across(self) -> int:
        return self.width() - 2 * _AROUND - self._scroll.verticalScrollBar().sizeHint().width()

    def _fit(self) -> None:
        if self._page is not None:
            image = self._page.image
            across = max(100, self._across())
            tall = round(across * image.height() / max(1, image.width()))
            self._sheet.setFixedSize(QSize(across + 2 * _AROUND, tall + 2 * _AROUND))

    def _reveal(self) -> None:
        box = self._sheet.current_box()
        if not box.isNull():
            middle = box.center().toPoint()
            self._scroll.ensureVisible(middle.x(), middle.y(), 40, 80)

    def _lay_out(self) -> None:
        bar = Bar(_BAR)
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
    """Paints the page on paper white in both themes: that is what the document looks like."""

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
        """Return where the current match is; null when there is none."""
        if self._page is None or not 0 <= self._current < len(self._page.marks):
            return QRectF()
        boxes = self._page.marks[self._current]
        return self._placed(boxes[0]) if boxes else QRectF()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page, its marks, and a ring around the current one."""
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
                    painter.fillRect(self._placed(box), _MARKER)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setPen(QPen(c("border_strong" if is_dark() else "border"), 1))
            painter.drawRect(paper)
            ring = self.current_box()
            if not ring.isNull():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(_RING, 2))
                painter.drawRoundedRect(ring.adjusted(-2, -2, 2, 2), 3, 3)

    def _paper(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_AROUND, _AROUND, -_AROUND, -_AROUND)

    def _placed(self, box: QRectF) -> QRectF:
        paper = self._paper()
        return QRectF(
            paper.left() + box.left() * paper.width(),
            paper.top() + box.top() * paper.height(),
            box.width() * paper.width(),
            box.height() * paper.height(),
        )
