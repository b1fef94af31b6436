"""Explains why a result is in the list or a file is not: facts under headings that can be copied."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from ui.i18n.language import translate
from ui.theme import sizes
from ui.theme.fonts import font
from ui.widgets.buttons import WordButton
from ui.widgets.ground import Ground
from ui.widgets.popup import Popup
from ui.widgets.text import Text

Section = tuple[str, tuple[str, ...]]
"""A heading and its lines."""

_SIZE = (640, 520)


def as_text(title: str, sections: Sequence[Section]) -> str:
    """Return sections as text that can be copied."""
    parts = [title]
    for heading, lines in sections:
        parts += ["", heading, *(f"  {line}" for line in lines)]
    return "\n".join(parts) + "\n"


class WhyPopup(Popup):
    """Shows sections; with ``asks`` a path can be entered.

    Signals:
        pathEntered: a path; `show_sections` shows the answer.
        copyRequested: the facts as text.
        furtherRequested: the button of `offer` was pressed; the popup is closed.
    """

    pathEntered = Signal(str)
    copyRequested = Signal(str)
    furtherRequested = Signal()

    def __init__(self, window: QWidget, title: str, *, asks: bool) -> None:
        super().__init__(window, title)
        self.setFixedSize(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self.title = title
        self._text = ""
        self.field = QLineEdit()
        self.field.setFont(font(13))
        self.field.setAccessibleName(translate("Path of a file"))
        self.field.setPlaceholderText(translate("Path of the file, whole or below its folder"))
        self.field.setVisible(asks)
        self.field.returnPressed.connect(self._ask)
        self.facts = QScrollArea()
        self.facts.setWidgetResizable(True)
        self.facts.setFrameShape(QFrame.Shape.NoFrame)
        self.facts.setAccessibleName(title)
        self.facts.setStyleSheet("QScrollArea { background: transparent; }")
        self.copy = WordButton(translate("Copy"), icon_name="copy")
        self.copy.clicked.connect(lambda: self.copyRequested.emit(self._text))
        self.copy.hide()
        self.further = WordButton("")
        self.further.clicked.connect(self._go_further)
        self.further.hide()
        self._close = WordButton(translate("Close"), kind="primary", px=13, weight=600)
        self._close.clicked.connect(self.dismiss)
        self._lay_out()

    def open(self) -> None:
        """Show the popup."""
        self.present(self.field if not self.field.isHidden() else self._close)

    def show_sections(self, sections: Sequence[Section], text: str) -> None:
        """Show facts under headings; ``text`` is the text to copy. Late answers to a closed popup are dropped."""
        if not isValid(self):
            return
        page = Ground("raised")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(4)
        for heading, lines in sections:
            column.addWidget(Text(heading, 12, 600, "text2"))
            for line in lines:
                words = Text(line, 13, mono="\n" in line)
                words.setWordWrap(True)
                words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                column.addWidget(words)
            column.addSpacing(10)
        column.addStretch(1)
        self.facts.setWidget(page)
        self.facts.setAccessibleDescription(text)
        self._text = text
        self.copy.setVisible(bool(text))

    def offer(self, label: str) -> None:
        """Add a button for what can be shown next."""
        self.further.setText(label)
        self.further.show()

    @property
    def text(self) -> str:
        """The visible facts as text."""
        return self._text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit the path on Enter in the field, and pass other keys to the popup."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.field.hasFocus():
            event.accept()
        else:
            super().keyPressEvent(event)

    def _go_further(self) -> None:
        self.dismiss()
        self.furtherRequested.emit()

    def _ask(self) -> None:
        if self.field.text().strip():
            self.pathEntered.emit(self.field.text().strip())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 12, 16)
        column.setSpacing(10)
        heading = Text(self.title, 20, 600)
        heading.setWordWrap(True)
        column.addWidget(heading)
        asking = QHBoxLayout()
        asking.setContentsMargins(0, 0, 12, 0)
        asking.addWidget(self.field)
        column.addLayout(asking)
        column.addWidget(self.facts, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 12, 0)
        foot.addWidget(self.copy)
        foot.addWidget(self.further)
        foot.addStretch(1)
        foot.addWidget(self._close)
        column.addLayout(foot)
