"""The command palette: runs a command, opens a file or repeats a search after a few typed letters."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.painting.mirror import mirrored, upright
from ui.painting.shapes import draw_icon
from ui.painting.text import TextStyle, baseline_for, draw, elided_right, width
from ui.popups.palette_items import PaletteItem
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.tokens import c
from ui.widgets.banner import Mark
from ui.widgets.key_cap import KeyCap, keys_of, paint_key_cap
from ui.widgets.popup import Popup
from ui.widgets.spin import LeaveShortcuts
from ui.widgets.text import Line, Text

_WIDTH, _HEIGHT, _TOP = 640, 470, 96
_FIELD, _FOOTER = 52, 38
_ROW, _TITLE_ROW = 36, 28
_ABOVE, _FIELD_GAP, _CAP_GAP = 2, 8, 8
"""Pixels above the first row, after the mark in the field, and between the caps of a shortcut."""
_GROUP = TextStyle(11, 600, "text3")
_NAME = TextStyle(13, 400)
_HIT = TextStyle(13, 700)
_HINT = TextStyle(12, 400, "text3")

Group = tuple[str, Sequence[PaletteItem]]
Source = Callable[[str], Sequence[Group]]
"""Returns groups of rows for the typed text."""


class CommandPalette(Popup):
    """Shows the rows of ``source``; Enter or a click runs the chosen row after the palette has closed.

    Signals:
        chosen: the `PaletteItem` that is about to run.
    """

    chosen = Signal(object)

    def __init__(self, window: QWidget, source: Source) -> None:
        super().__init__(window, translate("Command palette"), top=_TOP)
        self._source = source
        self.field = QLineEdit()
        self.field.setPlaceholderText(translate("Type a file, a name, a command, a setting or a search"))
        self.field.setAccessibleName(translate("Command"))
        self.field.setStyleSheet("QLineEdit { border: 0; background: transparent; padding: 0; }")
        self.field.setFont(font(15))
        self.field.installEventFilter(LeaveShortcuts(self))
        self.rows = PaletteRows()
        self.rows.chosen.connect(self._run)
        self.field.textChanged.connect(self._offer)
        self.setFixedSize(sizes.scaled(_WIDTH), sizes.scaled(_HEIGHT))
        self._lay_out()
        self._offer("")

    def refresh(self) -> None:
        """Ask for the rows of the typed text again: there may be more of them. The chosen row stays chosen."""
        self.rows.show_more(self._source(self.field.text()))
        self.field.setAccessibleDescription(self.rows.spoken())

    def open(self) -> None:
        """Show the palette."""
        self.present(self.field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose on Up and Down, run on Enter, close on Esc."""
        self.rows.pointed = False
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if event.key() in steps:
            self.rows.move_choice(steps[Qt.Key(event.key())])
            self.field.setAccessibleDescription(self.rows.spoken())
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.rows.take()
        else:
            super().keyPressEvent(event)

    def _offer(self, typed: str) -> None:
        self.rows.show_groups(self._source(typed))
        self.field.setAccessibleDescription(self.rows.spoken())

    def _run(self, item: PaletteItem) -> None:
        self.dismiss()
        self.chosen.emit(item)
        item.run()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        top = QWidget()
        top.setFixedHeight(sizes.scaled(_FIELD))
        row = QHBoxLayout(top)
        row.setContentsMargins(18, 0, 16, 0)
        row.setSpacing(_FIELD_GAP)
        row.addWidget(Mark("chevron-right", "text2", 16))
        row.addWidget(self.field, 1)
        row.addWidget(KeyCap("Esc"))
        column.addWidget(top)
        column.addWidget(Line(vertical=False))
        column.addWidget(self.rows, 1)
        column.addWidget(Line(vertical=False))
        column.addWidget(self._footer())

    def _footer(self) -> QWidget:
        footer = QWidget()
        footer.setFixedHeight(sizes.scaled(_FOOTER))
        row = QHBoxLayout(footer)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(6)
        for key in ("\u2191", "\u2193"):
            row.addWidget(KeyCap(key))
        row.addWidget(Text(translate("Move"), 12, 400, "text3"))
        row.addSpacing(8)
        row.addWidget(KeyCap("Enter"))
        row.addWidget(Text(translate("Run"), 12, 400, "text3"))
        row.addStretch(1)
        row.addWidget(Text(translate("> commands   @ symbols   # saved searches"), 12, 400, "text3"))
        return footer


class PaletteRows(QWidget):
    """The painted rows; ``chosen(PaletteItem)`` is emitted when a row is chosen.

    Attributes:
        pointed: whether a person points at rows with the mouse, so that no row may move from under it.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[str | PaletteItem] = []
        self._choice, self._first = -1, 0
        self.pointed = False
        self.setMouseTracking(True)

    @property
    def items(self) -> list[PaletteItem]:
        """All rows that can be chosen."""
        return [entry for entry in self._entries if isinstance(entry, PaletteItem)]

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show titled groups and choose the first row."""
        self._entries = []
        for title, items in groups:
            self._entries.extend((title, *items) if items else ())
        self._first, self._choice = 0, -1
        self.move_choice(1)

    def show_more(self, groups: Sequence[Group]) -> None:
        """Show other groups for the same text, and choose the row that was chosen, which stays if they lack it.

        While the mouse points at rows, these stay where they are, and further ones come below.
        """
        if self.pointed and self._entries:
            self._add_below(groups)
            return
        chosen = self._chosen()
        if chosen is None:
            self.show_groups(groups)
            return
        if not any(item.name == chosen.name for _, items in groups for item in items):
            title = next(entry for entry in reversed(self._entries[: self._choice]) if isinstance(entry, str))
            groups = [(name, [chosen, *items] if name == title else items) for name, items in groups]
        self.show_groups(groups)
        names = [item.name for item in self.items]
        self.move_choice(names.index(chosen.name) if chosen.name in names else 0)

    def _add_below(self, groups: Sequence[Group]) -> None:
        """Add the rows that are not listed yet, under their titles, at the end."""
        listed = {item.name for item in self.items}
        for title, items in groups:
            further = [item for item in items if item.name not in listed]
            last = next((entry for entry in reversed(self._entries) if isinstance(entry, str)), "")
            self._entries += [title, *further] if further and title != last else further
        self.update()

    def move_choice(self, step: int) -> None:
        """Choose another row, and skip titles."""
        rows = [at for at, entry in enumerate(self._entries) if isinstance(entry, PaletteItem)]
        if rows:
            now = rows.index(self._choice) if self._choice in rows else -1
            self._choice = rows[max(0, min(len(rows) - 1, now + step))]
            self._scroll_to_choice()
        self.update()

    def take(self) -> None:
        """Run the chosen row."""
        if (item := self._chosen()) is not None:
            self.chosen.emit(item)

    def spoken(self) -> str:
        """Return what screen readers announce for the chosen row."""
        item = self._chosen()
        return f"{item.text}, {item.hint}" if item is not None else translate("Nothing found")

    def sizeHint(self) -> QSize:
        """Return an empty hint, because the palette sets the size."""
        return QSize(400, 300)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the mouse."""
        self.pointed = True
        row = self._row_at(event.position().y())
        if row >= 0:
            self._choice = row
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Let rows move again."""
        super().leaveEvent(event)
        self.pointed = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Run the clicked row."""
        self._choice = self._row_at(event.position().y())
        self.take()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by rows."""
        step = -1 if event.angleDelta().y() > 0 else 1
        self._first = max(0, min(len(self._entries) - 1, self._first + step))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw titles and rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            with mirrored(painter, QRectF(self.rect()), self.layoutDirection()):
                self._paint_rows(painter)

    def _chosen(self) -> PaletteItem | None:
        entry = self._entries[self._choice] if 0 <= self._choice < len(self._entries) else None
        return entry if isinstance(entry, PaletteItem) else None

    def _paint_rows(self, painter: QPainter) -> None:
        if not self._entries:
            row = QRect(8, _ABOVE, self.width() - 16, sizes.scaled(_ROW))
            draw(painter, _HINT, row.left() + 12, baseline_for(_HINT, row.center().y()), self.spoken())
        for index, box in self._boxes():
            entry = self._entries[index]
            if isinstance(entry, str):
                draw(painter, _GROUP, box.left() + 12, baseline_for(_GROUP, box.center().y() + 2), entry)
            else:
                self._paint(painter, entry, box, chosen=index == self._choice)

    def _paint(self, painter: QPainter, item: PaletteItem, box: QRect, *, chosen: bool) -> None:
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c("sel"))
            painter.drawRoundedRect(QRectF(box), sizes.RADIUS_CARD, sizes.RADIUS_CARD)
        middle = box.top() + box.height() / 2
        draw_icon(painter, item.icon, "accent" if chosen else "text2", QPointF(box.left() + 20, middle), 16)
        right = float(box.right() - 8)
        for key in reversed(keys_of(item.keys) if item.keys is not None else []):
            right = paint_key_cap(painter, right, middle, key) - _CAP_GAP
        x = _draw_name(painter, item, float(box.left() + 38), middle, right)
        hint = elided_right(_HINT, item.hint, right - x - 24)
        draw(painter, _HINT, x + 11, baseline_for(_HINT, middle), hint)

    def _boxes(self) -> list[tuple[int, QRect]]:
        boxes, y = [], _ABOVE
        for row in range(self._first, len(self._entries)):
            is_title = isinstance(self._entries[row], str)
            height = sizes.scaled(_TITLE_ROW if is_title else _ROW)
            if y + height + (sizes.scaled(_ROW) if is_title else 0) > self.height():
                break  # no title without a row below it
            boxes.append((row, QRect(8, y, self.width() - 16, height)))
            y += height
        return boxes

    def _row_at(self, y: float) -> int:
        hit = (row for row, box in self._boxes() if box.top() <= y < box.bottom())
        row = next(hit, -1)
        return row if row >= 0 and isinstance(self._entries[row], PaletteItem) else -1

    def _scroll_to_choice(self) -> None:
        if self._choice <= self._first + 1:
            self._first = max(0, self._choice - 1)
        while self.height() > sizes.scaled(_ROW) and self._choice not in dict(self._boxes()):
            self._first += 1


def _draw_name(painter: QPainter, item: PaletteItem, x: float, middle: float, right: float) -> float:
    """Draw the name with its typed letters highlighted, cut off before ``right``, and return where it ends."""
    shown = elided_right(_HIT, item.text, right - x)
    runs = [(_HIT if hit else _NAME, run) for run, hit in _runs(shown, item.matched)]
    end = x + sum(width(style, run) for style, run in runs)
    with upright(painter, x, end):
        for style, run in runs:
            x = draw(painter, style, x, baseline_for(style, middle), run)
    return end


def _runs(text: str, matched: Collection[int]) -> list[tuple[str, bool]]:
    """Return the text in runs of typed and other letters; ``matched`` has the offsets of the typed ones."""
    hits = set(matched)
    runs: list[tuple[str, bool]] = []
    for index, letter in enumerate(text):
        hit = index in hits
        if runs and runs[-1][1] == hit:
            runs[-1] = (runs[-1][0] + letter, hit)
        else:
            runs.append((letter, hit))
    return runs
