"""Header of the results: counts, legend, expand and sort."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from ui.controllers.lines_controller import LineCounts
from ui.i18n.language import counted, number, translate
from ui.painting.text import TextStyle, baseline_for, draw, width
from ui.panels.results.file_row import PART_TOKENS
from ui.panels.results.rows import Nearness
from ui.panels.results.sentences import part_labels
from ui.panels.results.sorting import SortBy, sort_words
from ui.theme import sizes
from ui.theme.tokens import c
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton
from ui.widgets.text import Text

_LEGEND = TextStyle(12, 400, "text2")
_RIGHT = 10
"""Pixels after the last button, so that its icon ends at the padding of the pane."""

_BETWEEN = 4
"""Pixels between the two buttons; there is free space around their icons."""


_MEANING = 1
"""Position of meaning in `Parts`."""


class Legend(QWidget):
    """Names the segments of the score bars, each beside its colour; without words where these have no room."""

    def __init__(self) -> None:
        super().__init__()
        self._semantic = True
        self._worded = True
        self._shown: tuple[int, ...] = (0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit()

    def set_semantic(self, *, on: bool) -> None:
        """Hide the violet half while there is no semantic search."""
        if on != self._semantic:
            self._semantic = on
            self._fit()

    def set_parts(self, shown: tuple[int, ...]) -> None:
        """Name these segments, by their positions in `Parts`."""
        if shown != self._shown:
            self._shown = shown
            self._fit()

    def set_worded(self, *, on: bool) -> None:
        """Show words beside the colours, or the colours alone."""
        if on != self._worded:
            self._worded = on
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint for a new theme or text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw a square and a label for each colour."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = 0.0
            for token, word in self._parts():
                middle = self.height() / 2
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(c(token))
                painter.drawRoundedRect(QRectF(x, middle - 4, 8, 8), 2, 2)
                if self._worded:
                    x = draw(painter, _LEGEND, x + 13, baseline_for(_LEGEND, middle), word) + 10
                else:
                    x += 12

    def _parts(self) -> tuple[tuple[str, str], ...]:
        named = tuple(zip(PART_TOKENS, part_labels(), strict=True))
        return tuple(named[index] for index in self._shown if self._semantic or index != _MEANING)

    def _fit(self) -> None:
        parts = self._parts()
        words = translate("A score bar shows: {parts}").format(parts=", ".join(word for _, word in parts))
        self.setAccessibleName(words)
        self.setToolTip(words)
        wide = sum(13 + width(_LEGEND, word) + 10 if self._worded else 12 for _, word in parts)
        self.setFixedSize(max(1, round(wide)), sizes.scaled(20))
        self.update()


class ResultsHeader(Bar):
    """Counts at the left, legend and buttons at the right.

    Signals:
        expandToggled: whether to show the chunks of all files.
        sortChosen: the new `SortBy`.
    """

    expandToggled = Signal(bool)
    sortChosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(sizes.PANE_HEADER)
        self._files = Text("", 13, 600, tnum=True)
        self._detail = Text("", 12, 400, "text2", tnum=True)
        self._legend = Legend()
        self._any = True
        self._took, self._chunk_words = "", ""
        self.expand = IconButton("chevrons-up-down", translate("Show the chunks of all files"))
        self.expand.setCheckable(True)
        self.expand.toggled.connect(self._expanded)
        self.sort = IconButton("arrow-up-down", translate("Sort"))
        self.sort.setPopupMode(self.sort.ToolButtonPopupMode.InstantPopup)
        self.sort.setMenu(self._sort_menu())
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, _RIGHT, 0)
        row.setSpacing(_BETWEEN)
        row.addWidget(self._files)
        row.addSpacing(sizes.GAP - _BETWEEN)
        row.addWidget(self._detail)
        row.addStretch(1)
        row.addWidget(self._legend)
        row.addSpacing(sizes.GAP - _BETWEEN)
        row.addWidget(self.expand)
        row.addWidget(self.sort)

    def set_counts(
        self, files: int, chunks: int, took_ms: float, exact: int = 0, near_by: Nearness = Nearness.MEANING
    ) -> None:
        """Show ``47 files  128 chunks in 38 ms``, of a list by filters its files alone; see `set_file_count`."""
        self.set_file_count(files, exact, near_by)
        chunk_words = f"{counted(chunks, '{n} chunk', '{n} chunks')} " if files else ""
        self._chunk_words = chunk_words.strip()
        self._took = translate("{chunks}in {ms} ms").format(chunks=chunk_words, ms=number(round(took_ms)))
        if files and not chunks:
            self._took = self._chunk_words = ""
            self._detail.setText("")
        self._make_room()

    def set_lines(self, counts: LineCounts) -> None:
        """Show ``1,204 lines  in 56 files, 38 ms``; dots while more are searched for."""
        lines = counted(counts.lines, "{n} line", "{n} lines") if counts.lines else translate("No lines")
        self._files.setText(lines if counts.complete else f"{lines} \N{HORIZONTAL ELLIPSIS}")
        files = counted(counts.files, "{n} file", "{n} files")
        ms = number(round(counts.took_ms))
        self._detail.setText(translate("in {files}, {ms} ms").format(files=files, ms=ms) if counts.lines else "")
        self._took = self._chunk_words = ""
        self._any = False
        for button in (self.expand, self.sort):
            button.setVisible(False)
        self._make_room()

    @property
    def spoken(self) -> str:
        """The counts of files and chunks, or of lines, for screen readers."""
        return ", ".join(filter(None, (self._files.text(), self._chunk_words)))

    def set_file_count(self, files: int, exact: int = 0, near_by: Nearness = Nearness.MEANING) -> None:
        """Show the number of files in the list, or ``4 exact, 43 more by meaning`` if some answer by name."""
        if 0 < exact < files:
            by_meaning = translate("{exact} exact, {more} more by meaning")
            by_word = translate("{exact} exact, {more} more by word")
            counts = by_meaning if near_by is Nearness.MEANING else by_word
            self._files.setText(counts.format(exact=number(exact), more=number(files - exact)))
        else:
            self._files.setText(counted(files, "{n} file", "{n} files") if files else translate("No files"))
        self._any = files > 0
        for button in (self.expand, self.sort):
            button.setVisible(self._any)
        self._make_room()

    def set_semantic(self, *, on: bool) -> None:
        """Show or hide the semantic half of the legend."""
        self._legend.set_semantic(on=on)
        self._make_room()

    def set_parts(self, shown: tuple[int, ...]) -> None:
        """Name these segments of the score bars in the legend."""
        self._legend.set_parts(shown)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the legend if there is no room for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave out the time, the words of the legend and the chunks where there is no room; last the legend."""
        fewer = ((self._chunk_words, True), (self._took, False), (self._chunk_words, False), ("", False))
        for detail, worded in ((self._took, True), *fewer):
            if self._took:
                self._detail.setText(detail)
            self._legend.set_worded(on=worded)
            if self._needed() <= self.width():
                break
        self._legend.setVisible(self._any and self._needed() <= self.width())

    def _needed(self) -> int:
        buttons = self.expand.width() + self.sort.width()
        counts = self._files.sizeHint().width() + self._detail.sizeHint().width()
        around = sizes.PANE_PADDING + _RIGHT + 3 * sizes.GAP + _BETWEEN
        return counts + self._legend.width() + buttons + around

    def _expanded(self, on: bool) -> None:  # noqa: FBT001 - a Qt slot
        self.expand.set_tip(
            translate("Show only the chunks of the selected file")
            if on
            else translate("Show the chunks of all files")
        )
        self.expandToggled.emit(on)

    def _sort_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for by in SortBy:
            action = QAction(sort_words(by), group)
            action.setCheckable(True)
            action.setChecked(by is SortBy.RELEVANCE)
            action.triggered.connect(lambda _checked=False, by=by: self.sortChosen.emit(by))
            menu.addAction(action)
        return menu
