"""A strip above the results with a message and one action, or with the progress of indexing."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.theme.icons import pixmap
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.buttons import WordButton
from ui.widgets.progress import ProgressBar
from ui.widgets.text import ElidedText, Text

_MARGINS, _LOW_MARGINS = (16, 8, 8, 9), (16, 5, 8, 6)
_SIGNS = (".", ":", ";", "!", "?", "\N{HORIZONTAL ELLIPSIS}")
"""What the end of a title may have, after which its body follows as it is."""


class _Ground(QFrame):
    """A filled strip with a line below it."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def set_token(self, token: str) -> None:
        """Set the colour token of the background."""
        self._token = token
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Fill the background and draw the line."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c(self._token))
            painter.fillRect(0, self.height() - 1, self.width(), 1, c("border"))


class Mark(QWidget):
    """An icon beside a text."""

    def __init__(self, icon_name: str, token: str, size: int) -> None:
        super().__init__()
        self._icon_name, self._token, self._size = icon_name, token, size
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fit()

    def set_icon(self, icon_name: str, token: str) -> None:
        """Show another icon."""
        self._icon_name, self._token = icon_name, token
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the icon."""
        drawn = pixmap(self._icon_name, self._token, self.width(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, drawn)

    def changeEvent(self, event: QEvent) -> None:
        """Use the size of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        self.setFixedSize(scaled(self._size), scaled(self._size))


class WarningBanner(_Ground):
    """A warning or a quiet note, with one button; ``acted`` is emitted when it is pressed.

    Where there is little room a note is one line, of which the tooltip has all; a warning is always shown in full.
    """

    acted = Signal()

    def __init__(self) -> None:
        super().__init__("warn_soft")
        self._low = self._quiet = False
        self._title = Text("", 13, 600)
        self._body = Text("", 12, 400, "text2")
        self._line = ElidedText("", 12, 500)
        self._line.hide()
        for text in (self._title, self._body):
            text.setWordWrap(True)
        self._button = WordButton("")
        self._button.clicked.connect(self.acted)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._body)
        words.addWidget(self._line)
        row = QHBoxLayout(self)
        row.setContentsMargins(*_MARGINS)
        row.setSpacing(10)
        self._mark = Mark("triangle-alert", "warn", 16)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self._button)
        self._row = row

    def say(self, title: str, body: str, action: str, *, quiet: bool = False) -> None:
        """Set the texts; without an action there is no button. ``quiet`` is for notes that are not warnings."""
        self.set_token("sunken" if quiet else "warn_soft")
        self._mark.set_icon("info" if quiet else "triangle-alert", "text2" if quiet else "warn")
        self._title.setText(title)
        self._body.setText(body)
        self._line.setText(f"{title} {body}" if title.endswith(_SIGNS) or not body else f"{title}: {body}")
        self._quiet = quiet
        self._button.setText(action)
        self._button.setVisible(bool(action))
        between = " " if title.endswith(_SIGNS) else ". "
        self.setAccessibleName(between.join(filter(None, (title, body))))
        self._arrange()

    def set_low(self, *, on: bool) -> None:
        """Show notes as one line, or all of their words."""
        if on != self._low:
            self._low = on
            self._arrange()

    def _arrange(self) -> None:
        has_body, in_line = bool(self._body.text()), self._low and self._quiet
        self._title.setVisible(not in_line)
        self._body.setVisible(has_body and not in_line)
        self._line.setVisible(in_line)
        top = has_body and not in_line
        self._row.setAlignment(self._mark, Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter)
        self._row.setContentsMargins(*(_LOW_MARGINS if in_line else _MARGINS))
        self.setToolTip(self._line.text() if in_line else "")


class ProgressBanner(_Ground):
    """Shows the folder that is indexed, the progress and the remaining time.

    Signals:
        seen: whether it is visible, each time that changes.
    """

    seen = Signal(bool)

    def __init__(self) -> None:
        super().__init__("sunken")
        self._title = Text("", 13, 600)
        self._figures = ElidedText("", 12, 500, "text2", tnum=True)
        self._figures.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._bar = ProgressBar(translate("Indexing"))
        self._body = Text(translate("You can search now. Results cover what is ready so far."), 12, 400, "text2")
        self._grid = grid = QGridLayout(self)
        grid.addWidget(self._title, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.addWidget(self._figures, 0, 1)
        grid.addWidget(self._bar, 1, 0, 1, 2)
        grid.addWidget(self._body, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.set_low(on=False)

    def set_low(self, *, on: bool) -> None:
        """Leave out the sentence below the bar, which the tooltip has then."""
        self._body.setHidden(on)
        self._grid.setContentsMargins(16, 5 if on else 9, 16, 6 if on else 10)
        self._grid.setVerticalSpacing(4 if on else 6)
        self.setToolTip(self._body.text() if on else "")

    def showEvent(self, event: QShowEvent) -> None:
        """Emit that it is visible."""
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit that it is not visible any more."""
        super().hideEvent(event)
        self.seen.emit(False)

    def show_progress(self, title: str, figures: str, share: float) -> None:
        """Set title, figures at the right, and the filled share 0..1."""
        self._title.setText(title)
        self._figures.setText(figures)
        self._bar.set_share(share)
        self.setAccessibleName(f"{title}, {figures}")
