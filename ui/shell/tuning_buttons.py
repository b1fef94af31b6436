"""Two buttons of the tuning strip: a menu of presets, and the door to the advanced row."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QStyle, QToolButton

from ui.i18n.language import translate
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.icons import pixmap
from ui.theme.tokens import c

_PADDING = 8
_ICON = 16
_CHEVRON = 14


class _WordAndChevron(QToolButton):
    """A painted button: an optional icon, a word, a chevron at the right end."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.mark, self.word, self.token, self.outlined = "", "", "text2", False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(name)

    def sizeHint(self) -> QSize:
        """Return room for all parts; a word is never cut."""
        words = QFontMetricsF(font(12, 500)).horizontalAdvance(self.word)
        mark = sizes.scaled(_ICON) + _PADDING if self.mark else 0
        between = 40 if self.mark and self.word else _PADDING + 4
        chevron = sizes.scaled(_CHEVRON)
        return QSize(round(words) + mark + between + chevron + 2 * _PADDING, sizes.scaled(sizes.INPUT + 2))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.fit()

    def fit(self) -> None:
        """Take the size that the parts need."""
        self.setText(self.word)
        self.setFont(font(12, 500))
        self.setFixedSize(self.sizeHint())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw ground, icon, word and chevron."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            token = self.token if self.isEnabled() else "disabled"
            x = _PADDING
            if self.mark:
                self._paint_icon(painter, self.mark, token, QRect(x, 0, sizes.scaled(_ICON), self.height()))
                x += sizes.scaled(_ICON) + _PADDING
            size = sizes.scaled(_CHEVRON)
            chevron = QRect(self.width() - _PADDING - size, 0, size, self.height())
            self._paint_icon(painter, "chevron-up" if self.isChecked() else "chevron-down", token, chevron)
            painter.setFont(self.font())
            painter.setPen(c("text" if self.outlined and self.isEnabled() else token))
            words = self._mirrored(QRect(x, 0, chevron.left() - x, self.height()))
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, self.word)

    def _paint_icon(self, painter: QPainter, name: str, token: str, box: QRect) -> None:
        box = self._mirrored(box)
        top = self.height() // 2 - box.width() // 2
        painter.drawPixmap(box.left(), top, pixmap(name, token, box.width(), self.devicePixelRatioF()))

    def _mirrored(self, box: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), box)

    def _paint_ground(self, painter: QPainter) -> None:
        line = "accent" if self.hasFocus() else "border_strong"
        painter.setPen(QPen(c(line), 1) if self.outlined or self.hasFocus() else Qt.PenStyle.NoPen)
        filled = "surface" if self.outlined else "window"
        painter.setBrush(c("hover" if self.underMouse() and self.isEnabled() else filled))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), sizes.RADIUS_CARD, sizes.RADIUS_CARD
        )


class MenuButton(_WordAndChevron):
    """A word that opens a menu; ``chosen(key)`` is emitted with a choice."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.outlined = True
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))

    def set_word(self, word: str) -> None:
        """Show which choice is taken."""
        self.word = word
        self.setAccessibleName(f"{self.name}: {word}")
        self.fit()

    def set_choices(self, choices: tuple[tuple[str, str], ...]) -> None:
        """Set keys and words of the menu."""
        self.menu().clear()
        for key, word in choices:
            action = QAction(word, self.menu())
            action.triggered.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self.menu().addAction(action)


class AdvancedButton(_WordAndChevron):
    """Opens the advanced row; its label is what is set there, so that a folded knob is never hidden."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.mark = "sliders-horizontal"
        self._label, self._spelled, self._worded = name, True, True
        self.setCheckable(True)
        self.toggled.connect(lambda _checked: self._show())

    def set_label(self, label: str, *, changed: bool) -> None:
        """Show the settings of the row; ``changed`` colours them."""
        self._label, self.token = label, "accent" if changed else "text2"
        self._show()

    def set_room(self, *, labelled: bool, word: bool) -> None:
        """Say how much room there is: for the settings, for the word, or for the icon only."""
        self._spelled, self._worded = labelled, word
        self._show()

    def _show(self) -> None:
        word = self._label if self._spelled and not self.isChecked() else translate("Advanced")
        self.word = word if self._worded else ""
        self.setAccessibleName(f"{self.name}: {self._label}")
        self.fit()
