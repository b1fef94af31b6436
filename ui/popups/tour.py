"""A short tour of the window. Any key that does not turn its pages leaves it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.language import number, translate
from ui.theme import sizes
from ui.widgets.buttons import WordButton
from ui.widgets.key_cap import KeyCaps
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_WIDTH, _HEIGHT = 460, 236
_ONWARDS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_PageDown}
_BACK = {Qt.Key.Key_Left, Qt.Key.Key_PageUp}
_PASSIVE = {
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
}
"""Keys that neither turn a page nor leave: those of a shortcut that is begun, and those that go to a button."""


@dataclass(frozen=True, slots=True)
class TourPage:
    """One page.

    Attributes:
        keys: a shortcut that is shown under the text; empty for none.
        action: text of a button that does something; empty for none.
        act: the action of the button.
    """

    title: str
    text: str
    keys: str = ""
    action: str = ""
    act: Callable[[], object] | None = None


class Tour(Popup):
    """Shows pages; ``typed(text)`` has the text that was typed to leave it, for the search field."""

    typed = Signal(str)

    def __init__(self, window: QWidget, pages: Sequence[TourPage]) -> None:
        super().__init__(window, translate("A short tour"))
        self._pages, self._current = tuple(pages), 0
        self.title, self.text = Text("", 18, 600), Text("", 13, 400, "text2")
        self.text.setWordWrap(True)
        self._count = Text("", 12, 400, "text3", tnum=True)
        self._keys = QWidget()
        self._keys_row = QHBoxLayout(self._keys)
        self._keys_row.setContentsMargins(0, 0, 0, 0)
        self.leave = WordButton(translate("Leave the tour"), kind="plain", px=13)
        self.act = WordButton("", px=13)
        self.next = WordButton(translate("Next"), kind="primary", px=13, weight=600)
        self.leave.clicked.connect(self.dismiss)
        self.next.clicked.connect(lambda: self.turn(1))
        self.act.clicked.connect(self._act)
        for button in (self.leave, self.act, self.next):
            button.installEventFilter(self)
        self._lay_out()

    @property
    def page(self) -> TourPage:
        """The page that is shown."""
        return self._pages[self._current]

    def open(self) -> None:
        """Show the first page."""
        self.turn(0)
        self.present(self.next)

    def turn(self, by: int) -> None:
        """Show the next page or the one before; after the last one, close."""
        number_of_page = self._current + by
        if number_of_page >= len(self._pages):
            self.dismiss()
            return
        self._current = max(0, number_of_page)
        page, last = self.page, self._current + 1 == len(self._pages)
        self.title.setText(page.title)
        self.text.setText(page.text)
        self._show_keys(page.keys)
        count = translate("{place} of {n}")
        self._count.setText(count.format(place=number(self._current + 1), n=number(len(self._pages))))
        self.act.setText(page.action)
        self.act.setVisible(bool(page.action))
        self.next.setText(translate("Done") if last else translate("Next"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn the pages by keys; every other key leaves, and what it types is given to the window."""
        if watched in (self.leave, self.act, self.next) and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            presses_button = (
                key in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter} and watched is not self.next
            )
            if presses_button or key in _PASSIVE:
                return super().eventFilter(watched, event)
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._take_key(key, event.text())
                return True
        return super().eventFilter(watched, event)

    def _take_key(self, key: Qt.Key, text: str) -> None:
        if key in _ONWARDS:
            self.turn(1)
        elif key in _BACK:
            self.turn(-1)
        else:
            self.dismiss()
            if text.strip() and text.isprintable():
                self.typed.emit(text)

    def _act(self) -> None:
        act = self.page.act
        self.turn(1)
        if act is not None:
            act()

    def _show_keys(self, keys: str) -> None:
        while (old := self._keys_row.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        if keys:
            self._keys_row.addWidget(KeyCaps(QKeySequence(keys)))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 16)
        column.setSpacing(10)
        for part in (self.title, self.text, self._keys):
            column.addWidget(part)
        column.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(sizes.GAP)
        row.addWidget(self._count)
        row.addStretch(1)
        for button in (self.leave, self.act, self.next):
            row.addWidget(button)
        column.addLayout(row)
        self.set_wanted_size(sizes.scaled(_WIDTH), sizes.scaled(_HEIGHT))
