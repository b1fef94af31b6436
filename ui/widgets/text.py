"""Labels in a font of the type scale that follow the theme."""

import re
import unicodedata

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from search.types.shown import in_one_line
from ui.theme.fonts import font
from ui.theme.tokens import c
from ui.widgets.tips import plain_tip

_JOINTS = re.compile(r"([/\\_.:-])(?=\w)")


def with_breaks(text: str) -> str:
    """Let a line end after each sign that joins the parts of a path or a name, which are one word to Qt."""
    return _JOINTS.sub("\\1\N{ZERO WIDTH SPACE}", text)


def as_sentence(text: str) -> str:
    """Let a sentence run as the window does, also where a name from right to left is its first word."""
    strong = next((kind for kind in map(unicodedata.bidirectional, text) if kind in {"L", "R", "AL"}), "L")
    runs_left = QGuiApplication.layoutDirection() is Qt.LayoutDirection.LeftToRight
    return f"\N{LEFT-TO-RIGHT MARK}{text}" if runs_left and strong != "L" else text


class Text(QLabel):
    """Plain text in one font and one colour token."""

    def __init__(
        self,
        text: str,
        px: int = 13,
        weight: int = 400,
        token: str = "text",
        *,
        tnum: bool = False,
        mono: bool = False,
    ) -> None:
        super().__init__(text)
        self._px, self._weight, self._token, self._tnum, self._mono = px, weight, token, tnum, mono
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._restyle()

    @property
    def token(self) -> str:
        """The colour token."""
        return self._token

    def set_token(self, token: str) -> None:
        """Change the colour."""
        if token != self._token:
            self._token = token
            self._restyle()

    def showEvent(self, event: QShowEvent) -> None:
        """Use the colours of the theme: Qt does not notify widgets that were never visible of a new theme."""
        super().showEvent(event)
        self._align()
        self._restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Use the colours of the new theme."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.EnabledChange}:
            self._restyle()
        elif event.type() is QEvent.Type.LayoutDirectionChange:
            self._align()

    def _align(self) -> None:
        """Align the text with the layout direction of the window: Qt uses the direction of the words."""
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
        across = self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask
        if across and not across & ~side:
            begin = Qt.AlignmentFlag.AlignLeft
            if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                begin = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
            self.setAlignment(begin | (self.alignment() & Qt.AlignmentFlag.AlignVertical_Mask))

    def _restyle(self) -> None:
        self.setFont(font(self._px, self._weight, mono=self._mono, tnum=self._tnum))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, c(self._token if self.isEnabled() else "disabled"))
        self.setPalette(palette)


class ElidedText(Text):
    """A text that is elided at its end if there is no room; its tooltip has all of it."""

    def __init__(
        self, text: str, px: int = 13, weight: int = 400, token: str = "text", *, tnum: bool = False
    ) -> None:
        super().__init__(in_one_line(text), px, weight, token, tnum=tnum)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Show another text; line ends and control characters, which names of files may have, are escaped."""
        shown = in_one_line(text)
        super().setText(shown)
        self.setToolTip(plain_tip(shown))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the part that fits."""
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), self.alignment(), shown)


class Line(QWidget):
    """A hairline between two parts; ``vertical`` lines are 1 pixel wide."""

    def __init__(self, *, vertical: bool, length: int | None = None, token: str = "border") -> None:
        super().__init__()
        self._token = token
        if vertical:
            self.setFixedWidth(1)
            if length is not None:
                self.setFixedHeight(length)
        else:
            self.setFixedHeight(1)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill with the border colour."""
        QPainter(self).fillRect(event.rect(), c(self._token))
