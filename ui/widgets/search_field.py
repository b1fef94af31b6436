"""The search field: a frame with the query line and its buttons."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from ui.i18n.language import translate
from ui.theme import sizes
from ui.theme.tokens import c
from ui.widgets.banner import Mark
from ui.widgets.buttons import IconButton
from ui.widgets.exact_toggles import ExactToggles
from ui.widgets.query_edit import LINE, QueryEdit
from ui.widgets.text import Line

_ROOMY = 400
"""Width of the field from which the query has enough room beside all buttons."""


class SearchField(QFrame):
    """A query line in a frame; its buttons emit ``filterRequested`` and ``saveRequested``."""

    filterRequested = Signal()
    saveRequested = Signal()
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._active = False
        self._tools = True
        self._lines = 1
        self.edit = QueryEdit(
            translate("Search code and documents by word or by meaning"), translate("Search query")
        )
        self.clear_button = IconButton("x", translate("Clear the query"))
        self.toggles = ExactToggles()
        self.filter_button = IconButton("list-filter", translate("Insert a filter"))
        self.save_button = IconButton("bookmark", translate("Save this search"))
        self._line = Line(vertical=True, length=20, token="border_strong")
        self.setFixedHeight(sizes.scaled(sizes.SEARCH_FIELD))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self.setFocusProxy(self.edit)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.edit.focusMoved.connect(self._focus_moved)
        self.edit.textChanged.connect(self._show_tools)
        self.edit.linesChanged.connect(self._take_lines)
        self.clear_button.clicked.connect(self.clear)
        self.filter_button.clicked.connect(self.filterRequested)
        self.save_button.clicked.connect(self.saveRequested)
        self.toggles.changed.connect(self._fit_toggles)
        self._show_tools()

    def set_tools(self, *, shown: bool) -> None:
        """Show or hide the buttons for filters and saved searches, which are useless without a folder."""
        self._tools = shown
        self._show_tools()

    def clear(self) -> None:
        """Clear the query and focus the field."""
        self.edit.set_text("")
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.cleared.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Focus the text on a click beside it."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def minimumSizeHint(self) -> QSize:
        """Return the size without the buttons of exact search, which are hidden where there is no room."""
        least, toggles = super().minimumSizeHint(), self.toggles
        hidden = toggles.sizeHint().width() if toggles.isVisibleTo(self) else 0
        return QSize(least.width() - hidden, least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether there is room for all buttons."""
        super().resizeEvent(event)
        self._fit_toggles()

    def changeEvent(self, event: QEvent) -> None:
        """Use the height of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._take_lines(self._lines)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the background and the focus ring."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = 2.0 if self._active else 1.0
            painter.setPen(QPen(c("accent" if self._active else "border_input"), width))
            painter.setBrush(c("surface"))
            inset = width / 2
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), sizes.RADIUS_FIELD, sizes.RADIUS_FIELD
            )

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 2, 9, 2)
        row.setSpacing(0)
        row.addWidget(Mark("search", "text2", 18))
        row.addSpacing(4)
        row.addWidget(self.edit, 1)
        row.addSpacing(8)
        row.addWidget(self.clear_button)
        row.addSpacing(12)
        row.addWidget(self._line)
        row.addSpacing(8)
        row.addWidget(self.toggles)
        row.addSpacing(8)
        row.addWidget(self.filter_button)
        row.addSpacing(13)
        row.addWidget(self.save_button)
        for button in (self.clear_button, self.filter_button, self.save_button):
            button.setCursor(Qt.CursorShape.ArrowCursor)

    def _take_lines(self, lines: int) -> None:
        self._lines = lines
        self.setFixedHeight(sizes.scaled(sizes.SEARCH_FIELD + (lines - 1) * LINE))

    def _focus_moved(self, inside: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        self._active = inside
        self.update()

    def _show_tools(self) -> None:
        has_text = bool(self.edit.text())
        self.clear_button.setVisible(has_text)
        self._line.setVisible(has_text and self._tools)
        self.filter_button.setVisible(self._tools)
        self.save_button.setVisible(has_text and self._tools)
        self._fit_toggles()

    def show_mode(self, mode: Collection[str]) -> None:
        """Press the buttons of exact search with these names alone, without a signal."""
        self.toggles.show_mode(mode)
        self._fit_toggles()

    def _fit_toggles(self) -> None:
        """Hide the buttons of exact search in a narrow field while none is on; their keys go on working."""
        roomy = self.width() >= sizes.scaled(_ROOMY)
        self.toggles.setVisible(self._tools and (roomy or any(self.toggles.states().values())))
