"""Tabs of the right pane: a word, a count, and a line under the chosen one."""

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSizePolicy, QWidget

from ui.painting.shapes import rounded
from ui.painting.text import TextStyle, baseline_for, draw, width
from ui.theme import sizes
from ui.theme.tokens import c

_CHOSEN = TextStyle(13, 600)
_OTHER = TextStyle(13, 500, "text2")
_COUNT = TextStyle(11, 600, "text3", tnum=True)
_GAP = 8
_LINE = 3


class Tab(QRadioButton):
    """One tab, painted; screen readers call it a radio button, since Qt has no button that is called a tab."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._count = ""
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit()

    def set_count(self, count: str) -> None:
        """Show a number behind the word; an empty text shows none."""
        self._count = count
        self.setAccessibleName(f"{self.text()}, {count}" if count else self.text())
        self._fit()

    def hitButton(self, pos: QPoint) -> bool:
        """Return whether a click at ``pos`` chooses it: anywhere on it, as there is no circle."""
        return self.rect().contains(pos)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw word, count and line."""
        with QPainter(self) as painter:
            style = _CHOSEN if self.isChecked() else _OTHER
            middle = self.height() / 2
            end = draw(
                painter, style, 2, baseline_for(style, middle), self.text(), "text" if self.underMouse() else ""
            )
            draw(painter, _COUNT, end + _GAP, baseline_for(_COUNT, middle), self._count)
            if self.isChecked():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                line = QRectF(0, self.height() - _LINE, self.width(), _LINE)
                rounded(painter, line, _LINE / 2, c("accent"))
            if self.hasFocus():
                painter.setPen(c("accent"))
                painter.drawRoundedRect(self.rect().adjusted(-2, 8, 1, -9).translated(1, 0), 4, 4)

    def _fit(self) -> None:
        words = width(_CHOSEN, self.text())
        count = width(_COUNT, self._count) + _GAP if self._count else 0
        self.setFixedSize(QSize(round(words + count) + 5, sizes.scaled(sizes.PANE_HEADER)))
        self.update()


class TabBar(QWidget):
    """Tabs at the left; other buttons may be added at the right through `row`."""

    chosen = Signal(int)

    def __init__(self, texts: tuple[str, ...]) -> None:
        super().__init__()
        self.setFixedHeight(sizes.scaled(sizes.PANE_HEADER))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(sizes.PANE_PADDING + 1, 0, 10, 0)
        self.row.setSpacing(18)
        self._group = QButtonGroup(self)
        self.tabs = tuple(Tab(text) for text in texts)
        for number, tab in enumerate(self.tabs):
            self._group.addButton(tab, number)
            self.row.addWidget(tab)
        self.row.addStretch(1)
        self._group.idClicked.connect(self.chosen)

    def set_current(self, number: int) -> None:
        """Show a tab as chosen, without a signal."""
        self.tabs[number].setChecked(True)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedHeight(sizes.scaled(sizes.PANE_HEADER))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw the ground and the line under it."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c("surface"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, c("border"))
