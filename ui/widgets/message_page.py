"""A page with one message: nothing is selected, a binary file, a failure."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from search.types.shown import in_one_line
from ui.theme.icons import pixmap
from ui.theme.sizes import scaled
from ui.widgets.text import Text, as_sentence, with_breaks

ICON_SIZE = 36
_SIDE = 48
_ABOVE, _BELOW = 32, 64
"""Free space above and below the message; the middle of it is a little above that of the page."""
_LOW = 8
"""The same in a page that is too low for it."""
_SPACING = 6


class MessagePage(QWidget):
    """Icon, title and sentence in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._icon_name = "file-text"
        self._icon = QLabel()
        self._title = Text("", 13, 600)
        self._sentence = Text("", 12, 400, "text3")
        for text in (self._title, self._sentence):
            text.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, _ABOVE, _SIDE, _BELOW)
        column.setSpacing(_SPACING)
        column.addStretch(1)
        for label in (self._icon, self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addStretch(1)

    def say(self, icon: str, title: str, sentence: str = "") -> None:
        """Show another message; line ends and control characters in it, as in a name of a file, are escaped."""
        self._icon_name = icon
        title, sentence = in_one_line(title), in_one_line(sentence)
        self._title.setText(as_sentence(with_breaks(title)))
        self._sentence.setText(as_sentence(with_breaks(sentence)))
        self.setAccessibleName(f"{title}. {sentence}")
        self._draw_icon()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out free space, and then the icon, in a page that is too low for the words."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Use the icon of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_sentence"):
            self._draw_icon()
            self._fit()

    def _fit(self) -> None:
        column, width = self.layout(), self.width() - 2 * _SIDE
        if column is None or width <= 0:
            return
        words = self._title.heightForWidth(width) + self._sentence.heightForWidth(width) + _SPACING
        icon = scaled(ICON_SIZE) + _SPACING
        roomy = self.height() >= words + icon + _ABOVE + _BELOW
        column.setContentsMargins(_SIDE, _ABOVE if roomy else _LOW, _SIDE, _BELOW if roomy else _LOW)
        self._icon.setVisible(self.height() >= words + icon + 2 * _LOW)

    def _draw_icon(self) -> None:
        self._icon.setPixmap(pixmap(self._icon_name, "text3", scaled(ICON_SIZE), self.devicePixelRatioF()))


def show_page(pages: QStackedLayout, page: QWidget, focus: QWidget) -> None:
    """Show a page. If the previous page had the focus, ``focus`` gets it, and not the next widget in tab order."""
    before = pages.currentWidget()
    if before is page:
        return
    holder = before.window().focusWidget() if before is not None else None
    had_focus = before is not None and holder is not None and (holder is before or before.isAncestorOf(holder))
    pages.setCurrentWidget(page)
    if had_focus:
        focus.setFocus()
