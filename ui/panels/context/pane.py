"""The context pane: budget, pieces, the exact text, and the button that copies it."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QStackedLayout, QVBoxLayout, QWidget

from search.types.context import ContextAnswer, LeftOut
from search.types.results import ChunkHit, FileHit
from ui.i18n.language import counted, message_text, number, translate
from ui.panels.context.budget_bar import BudgetBar
from ui.panels.context.evidence import Evidence, Format
from ui.panels.context.model import DEFAULT_BUDGET, ContextModel
from ui.panels.context.notes import MOST_IN_TIP, about_line, left_out_line, left_out_name
from ui.panels.context.pieces import evidence_of
from ui.panels.context.view import ROW, ContextView
from ui.panels.results.snippet import TAB_COLUMNS
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.buttons import WordButton
from ui.widgets.key_cap import KeyCap
from ui.widgets.message_page import MessagePage, show_page
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox
from ui.widgets.text import ElidedText, Text

LEAST_BUDGET, MOST_BUDGET, BUDGET_STEP = 200, 200_000, 500
COPIED_MS = 2000
"""How long the button says that it copied."""

MOST_ROWS = 7
"""Rows that are shown without scrolling, where there is room."""

LEAST_LINES = 2
"""Lines of the text that are shown however low the pane is."""

_AROUND_TEXT = 22
"""Border, padding and margin of the text, above and below it together."""

LEAST_SIZE = (320, 260)

_FORMATS = (
    Option(Format.MARKDOWN, "Markdown"),
    Option(Format.XML, "XML"),
    Option(Format.PLAIN, translate("Plain")),
)


class ContextPane(QWidget):
    """See the package docstring for methods and signals."""

    shown = Signal()
    budgetChanged = Signal()
    copyWanted = Signal()
    copyRequested = Signal(str)
    previewRequested = Signal(object, object)
    textsNeeded = Signal(object)
    chunksChanged = Signal(object)
    tokensChanged = Signal(int)

    def __init__(self, count_tokens: Callable[[str], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ContextModel(count_tokens, self)
        self.view = ContextView(self.model)
        self._used = Text("", 13, 600, tnum=True)
        self._from = Text("", 12, 400, "text2", tnum=True)
        self.budget = CountBox(LEAST_BUDGET, MOST_BUDGET, translate("Budget"), step=BUDGET_STEP, width=112)
        self.budget.setSuffix(translate(" tokens"))
        self.budget.setGroupSeparatorShown(True)
        self.budget.setValue(DEFAULT_BUDGET)
        self._budget_word = Text(translate("Budget"), 12, 400, "text2")
        self._bar = BudgetBar()
        self._text = QPlainTextEdit()
        self._format = Segments(_FORMATS, translate("Format"))
        self._format.set_current(Format.MARKDOWN)
        self._copy = WordButton(translate("Copy for LLM"), kind="primary", icon_name="copy", px=13, weight=600)
        self._format_word = Text(translate("Format"), 12, 400, "text2")
        self._keys = KeyCap("")
        self._about = ElidedText("", 12, 400, "text2")
        self._not_in = ElidedText("", 12, 400, "text3", tnum=True)
        self._message = MessagePage()
        self._waits = False
        self._left_out: tuple[LeftOut, ...] = ()
        self._left = ""
        self._requested_ids: tuple[str, ...] = ()
        self._added: frozenset[str] = frozenset()
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._set_up_text()
        self._lay_out()
        self._connect()
        self.clear()

    def set_copy_keys(self, keys: str) -> None:
        """Show these keys beside the button that copies; none are hidden."""
        self._keys.set_key(keys)
        self._make_room()

    def learner(self) -> Callable[[Sequence[Evidence]], None]:
        """Return what makes `set_answer` quick when it is given the pieces first, in any thread."""
        return self.model.learner()

    def set_answer(self, answer: ContextAnswer) -> None:
        """Show the evidence that was gathered for a question."""
        self._waits = False
        self._left_out, self._left = answer.left_out, left_out_line(answer.left_out)
        self._about.setText(about_line(answer))
        notes = [message_text(note) for note in answer.notes]
        self._say_nothing(
            translate("Nothing found"), " ".join((translate("No text of the index answers this query."), *notes))
        )
        self.model.set_pieces(answer.query, evidence_of(answer))

    def show_waiting(self) -> None:
        """Show that evidence is being gathered; the present content stays until then."""
        self._waits = True
        self._say_nothing(translate("Gathering evidence"), "")
        self._show()

    def show_failure(self, query: str, title: str, remedy: str) -> None:
        """Say why there is no evidence for a question; chunks added by hand stay."""
        self._drop()
        self._about.setText(f"{title} {remedy}")
        self._say_nothing(title, remedy, "circle-alert")
        self.model.set_pieces(query, ())

    def toggle(self, pairs: Sequence[tuple[FileHit, ChunkHit]]) -> None:
        """Add chunks by hand, or take them out when all of them were."""
        self.model.toggle(pairs)

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Take chunk texts that were asked for."""
        self.model.set_texts(texts)

    def clear(self, query: str = "", *, like: bool = False) -> None:
        """Take the evidence of another question off the list; chunks added by hand stay.

        Files ``like`` an example are no question that evidence answers.
        """
        self._drop()
        self._about.setText("")
        hint = translate("Press Space on a result to collect it for a language model.")
        self._say_nothing(translate("Nothing collected"), hint)
        if like:
            self._say_nothing(translate("Evidence is gathered for words, not for an example"), hint)
        self.model.set_pieces(query, ())

    def focus_content(self) -> None:
        """Focus the pieces, or the widget that replaces them until they have loaded."""
        page = self._pages.currentWidget()
        (self.view if page is self._content else self._message).setFocus()

    def hand_out(self) -> bool:
        """Give the text to the clipboard; return whether there is one."""
        text = self.model.text()
        if text:
            self.copyRequested.emit(text)
            self.show_copied()
        return bool(text)

    @property
    def fits_nothing(self) -> bool:
        """Whether there is evidence, and the budget holds none of it."""
        return bool(self.model.rowCount() or self._left_out) and not self.model.text()

    def show_copied(self) -> None:
        """Confirm the copy on the button for two seconds."""
        self._copy.setText(counted(self.model.tokens, "Copied {n} token", "Copied {n} tokens"))
        self._copied.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the pane."""
        QPainter(self).fillRect(event.rect(), c("surface"))

    def minimumSizeHint(self) -> QSize:
        """Return the size from which on the parts can be arranged: some of them are left out then."""
        return QSize(*LEAST_SIZE)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the pane is looked at."""
        super().showEvent(event)
        self.shown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what has no room: where the chunks are from, the shortcut, rows that can be scrolled to."""
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        """Take fonts and colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_message"):
            self._style_text()
            self._show()

    def _show(self) -> None:
        rows = [row for row in self.model.rows if row.included]
        files = len({row.entry.file.file_id for row in rows})
        tokens = self.model.tokens
        used = translate("{used} of {budget} tokens").format(used=number(tokens), budget=number(self.model.budget))
        self._used.setText(translate("Gathering evidence") if self._waits else used)
        self._used.set_token("danger" if tokens > self.model.budget else "text")
        self._from.setText(
            translate("{chunks} from {files}").format(
                chunks=counted(len(rows), "{n} chunk", "{n} chunks"), files=counted(files, "{n} file", "{n} files")
            )
            if rows
            else ""
        )
        self._bar.set_parts([row.entry.tokens for row in rows], self.model.budget)
        self._copy.setEnabled(bool(rows) or self._waits)
        self._about.setVisible(bool(self._about.text()))
        self._not_in.setText(self._left)
        self._not_in.setToolTip("\n".join(left_out_name(item) for item in self._left_out[:MOST_IN_TIP]))
        filled = self.model.rowCount() or self._left_out
        page, focus = (self._content, self.view) if filled else (self._message, self._message)
        show_page(self._pages, page, focus)
        self._make_room()
        self._show_text()
        self._tell(tokens)

    def _make_room(self) -> None:
        inner = self.width() - 2 * sizes.PANE_PADDING
        above = self._used.sizeHint().width() + self.budget.width() + self._budget_word.sizeHint().width()
        self._from.setVisible(above + self._from.sizeHint().width() + 3 * sizes.GAP <= inner)
        below = self._format.sizeHint().width() + self._copy.width() + self._format_word.sizeHint().width()
        has_room = below + self._keys.sizeHint().width() + 4 * sizes.GAP <= inner
        self._keys.setVisible(has_room and bool(self._keys.accessibleName()))
        self._format_word.setVisible(below + 3 * sizes.GAP <= inner)
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Give the rows the space that the other parts leave, at least one row.

        Where even that is too much, as with large text, the text and then what did not fit give way to the button.
        """
        row = scaled(ROW)
        for text, not_in in ((True, True), (False, True), (False, False)):
            self._text.setVisible(text)
            self._not_in.setVisible(not_in and bool(self._left))
            fitting = (self.height() - self._height_of_others()) // row
            if fitting >= 1:
                break
        self.view.setFixedHeight(row * min(MOST_ROWS, max(1, self.model.rowCount()), max(1, fitting)))

    def _height_of_others(self) -> int:
        """Return the least height of all parts but the rows, as they are shown now."""
        layout = self._content.layout()
        if layout is None:
            return 0
        for item in filter(None, map(layout.itemAt, range(layout.count()))):
            item.invalidate()  # Qt does so only when it lays them out
        layout.invalidate()
        return layout.minimumSize().height() - self.view.minimumHeight()

    def _show_text(self) -> None:
        text = self.model.text()
        if text != self._text.toPlainText():
            scroll = self._text.verticalScrollBar().value()
            self._text.setPlainText(text)
            self._text.verticalScrollBar().setValue(scroll)

    def _tell(self, tokens: int) -> None:
        self.tokensChanged.emit(tokens)
        added = self.model.added()
        if added != self._added:
            self._added = added
            self.chunksChanged.emit(added)
        missing = self.model.missing()
        if missing and missing != self._requested_ids:
            self._requested_ids = missing
            self.textsNeeded.emit(missing)

    def _drop(self) -> None:
        self._waits = False
        self._left_out, self._left = (), ""

    def _say_nothing(self, title: str, sentence: str, icon: str = "list-plus") -> None:
        self._message.say(icon, title, sentence)

    def _preview(self, row: int) -> None:
        entry = self.model.rows[row].entry
        self.previewRequested.emit(entry.file, entry.chunk)

    def _set_up_text(self) -> None:
        self._text.setReadOnly(True)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setProperty("kind", "sunken")
        self._text.setAccessibleName(translate("Text that will be copied"))
        self._text.setTabChangesFocus(True)
        self._style_text()

    def _style_text(self) -> None:
        self._text.setFont(font(12, mono=True))
        lines = QFontMetricsF(self._text.font()).lineSpacing() * LEAST_LINES
        self._text.setMinimumHeight(round(lines) + _AROUND_TEXT)
        self._text.setTabStopDistance(TAB_COLUMNS * QFontMetricsF(self._text.font()).horizontalAdvance(" "))

    def _lay_out(self) -> None:
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(_row(self._used, self._from, None, self._budget_word, self.budget))
        column.addLayout(_row(self._bar))
        column.addLayout(_row(self._about))
        column.addWidget(self.view)
        column.addLayout(_row(self._not_in))
        column.addLayout(_row(self._text), 1)
        column.addLayout(_row(self._format_word, self._format, None, self._keys, self._copy))
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._content)
        self._pages.addWidget(self._message)

    def _connect(self) -> None:
        self.model.changed.connect(self._show)
        self.budget.valueChanged.connect(self.model.set_budget)
        self.budget.valueChanged.connect(self.budgetChanged)
        self._format.chosen.connect(lambda form: self.model.set_format(Format(form)))
        self._copy.clicked.connect(self.copyWanted)
        self._copied.timeout.connect(lambda: self._copy.setText(translate("Copy for LLM")))
        self.view.previewWanted.connect(self._preview)


def _row(*parts: QWidget | None) -> QHBoxLayout:
    """Return a row of widgets with the padding of the pane; None is a stretch."""
    row = QHBoxLayout()
    row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
    row.setSpacing(sizes.GAP)
    for part in parts:
        if part is None:
            row.addStretch(1)
        else:
            row.addWidget(part)
    return row
