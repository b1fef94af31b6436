"""The status bar: watched folders, current activity, time of the last answer, and the device in use."""

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip

from search.progress import progress_line
from search.types.results import Timings
from search.types.status import Activity
from ui.i18n.language import counted, message_text, number, translate
from ui.shell.strip import Strip
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.icons import pixmap
from ui.theme.tokens import c
from ui.widgets.announcement import announce
from ui.widgets.buttons import IconButton
from ui.widgets.progress import ProgressBar
from ui.widgets.text import Line, Text
from ui.widgets.tips import plain_tip

_ICON = 14
_ICON_GAP = 8
_PART_PADDING = 9
LINE_ROOM = 440
"""Widest line of progress, at a text scale of 100 %; of a longer one the end is shown."""

NOTE_MS = 6_000
"""How long a note stays: long enough to read a sentence."""

COUNTS_FROM = 800
"""Window width, at a text scale of 100 %, from which files and chunks are counted."""


class Part(QAbstractButton):
    """A piece of the status bar: an icon and a few words that can be pressed."""

    def __init__(self, icon_name: str, text: str, *, weight: int = 400, token: str = "text2") -> None:
        super().__init__()
        self._icon_name, self._weight, self._token = icon_name, weight, token
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.say(text)

    def say(self, text: str, *, token: str = "", icon_name: str | None = None) -> None:
        """Show other words, in another colour or with another icon where given."""
        self._token = token or self._token
        self._icon_name = self._icon_name if icon_name is None else icon_name
        self.setText(text)
        self.setAccessibleName(text)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return room for icon and words."""
        words = QFontMetricsF(font(12, self._weight, tnum=True)).horizontalAdvance(self.text())
        mark = sizes.scaled(_ICON) + _ICON_GAP if self._icon_name else 0
        return QSize(round(words) + mark + _PART_PADDING, sizes.scaled(24))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw icon and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.hasFocus():
                painter.setPen(QPen(c("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.setBrush(c("hover"))
                painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
            x = 4
            if self._icon_name:
                size = sizes.scaled(_ICON)
                mark = pixmap(self._icon_name, self._token, size, self.devicePixelRatioF())
                painter.drawPixmap(x, (self.height() - size) // 2, mark)
                x += size + _ICON_GAP
            painter.setFont(font(12, self._weight, tnum=True))
            painter.setPen(c(self._token))
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
            painter.drawText(
                self.rect().adjusted(x, 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                self.text(),
            )

    def _fit(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()


class StatusBar(Strip):
    """Shows counts, progress, timing and device; every part can be pressed.

    ``pauseRequested(bool)`` comes from the pause button with whether indexing is to stop.
    """

    foldersRequested = Signal()
    progressRequested = Signal()
    timingRequested = Signal()
    deviceRequested = Signal()
    pauseRequested = Signal(bool)

    def __init__(self) -> None:
        super().__init__(sizes.STATUS_BAR, line_above=True)
        self._paused = False
        self._progress = ""
        self.folders = Part("folder", translate("Opening the index"), weight=500)
        self.counts = Text("", 12, 400, "text2", tnum=True)
        self.note = Text("", 12, 500, "text")
        self._note_stays = QTimer(self, singleShot=True, interval=NOTE_MS)
        self.bar = ProgressBar(translate("Indexing progress"), width=120)
        self.step = Part("", "", weight=600)
        self.pause = IconButton("pause", translate("Pause indexing"), size=14, box=24)
        self.timing = Part("", "", weight=600)
        self.device = Part("cpu", "", weight=500)
        self.index = Part("database", translate("Local index"), weight=500)
        self._line = Line(vertical=True, length=14, token="border_strong")
        self._lay_out()
        self.folders.clicked.connect(self.foldersRequested)
        self.step.clicked.connect(self.progressRequested)
        self.timing.clicked.connect(self.timingRequested)
        self.device.clicked.connect(self.deviceRequested)
        self.index.clicked.connect(self.foldersRequested)
        self.pause.clicked.connect(lambda: self.pauseRequested.emit(not self._paused))
        self._note_stays.timeout.connect(self._hide_note)
        self._describe()
        self.show_idle(watching=False)
        self.set_timing(None)
        self.set_device("")

    def set_folders(self, count: int, unreachable: int, watched: int, *, indexing: bool = False) -> None:
        """Say how many folders there are, whether they are watched, and how many cannot be reached.

        While they are indexed for the first time they are not watched yet, which is no news.
        """
        if unreachable:
            noun = translate("folder") if unreachable == 1 else translate("folders")
            words = f"{unreachable} {noun} {translate('not reachable')}"
            self.folders.say(words, token="danger", icon_name="triangle-alert")
        elif not count:
            self.folders.say(translate("No folders yet"), token="text2", icon_name="folder")
        else:
            verb = translate("Watching") if watched else "" if indexing else translate("Not watching")
            words = f"{verb} {count} {translate('folder') if count == 1 else translate('folders')}"
            self.folders.say(words.strip(), token="text2", icon_name="eye" if watched else "folder")

    def show_unknown(self, words: str, *, damaged: bool = False) -> None:
        """Say only this of the index: it is not open yet, or cannot be used."""
        mark = ("danger", "triangle-alert") if damaged else ("text2", "folder")
        self.folders.say(words, token=mark[0], icon_name=mark[1])
        self.set_counts(0, 0)
        self._show_progress(shown=False)
        self.set_timing(None)
        self.set_device("")

    def set_counts(self, files: int, chunks: int) -> None:
        """Say how much is indexed."""
        self.counts.setText(
            translate("{files}, {chunks}").format(
                files=counted(files, "{n} file", "{n} files"), chunks=counted(chunks, "{n} chunk", "{n} chunks")
            )
            if files or chunks
            else ""
        )

    def show_activity(self, activity: Activity) -> None:
        """Show a step that is under way."""
        self._paused = activity.paused
        self._show_progress(shown=True)
        self.bar.set_share(activity.share)
        self._progress = message_text(progress_line(activity))
        self._offer_pause(paused=activity.paused)
        self._elide_progress()

    def show_idle(
        self,
        *,
        watching: bool,
        meaning: bool = True,
        paused: bool = False,
        preparing: bool = False,
        waiting: str = "",
    ) -> None:
        """Show that nothing is left to do; without folders there is nothing to say.

        ``meaning`` says whether all of it can be searched by meaning too, ``paused`` that changes have to wait,
        ``preparing`` that the model is made ready, ``waiting`` what vectors wait for.
        """
        self._paused, self._progress = paused, ""
        self.bar.hide()
        self.step.setToolTip("")
        self.step.setVisible(watching)
        self._line.setVisible(watching)
        self.pause.setVisible(watching and (paused or preparing))
        self._offer_pause(paused=paused)
        if paused:
            self.step.say(translate("Indexing is paused"), token="warn", icon_name="pause")
        elif preparing:
            self.step.say(translate("Preparing the model"), token="text2", icon_name="")
        elif waiting:
            self.step.say(waiting, token="text2", icon_name="")
        elif meaning:
            self.step.say(translate("Up to date"), token="ok", icon_name="check")
        else:
            self.step.say(translate("Up to date by word"), token="text2", icon_name="check")

    def _offer_pause(self, *, paused: bool) -> None:
        self.pause.set_icon("play" if paused else "pause")
        self.pause.set_tip(translate("Continue indexing") if paused else translate("Pause indexing"))

    def _elide_progress(self) -> None:
        """Show the end of the line of progress for which there is room, so that it covers no other part."""
        if not self._progress:
            return
        room = min(sizes.scaled(LINE_ROOM), self._room_for_progress())
        shown = QFontMetricsF(font(12, 600, tnum=True)).elidedText(
            self._progress, Qt.TextElideMode.ElideLeft, room
        )
        self.step.say(shown, token="text2", icon_name="")
        self.step.setAccessibleName(self._progress)
        self.step.setToolTip(self._progress)

    def _room_for_progress(self) -> int:
        """Return the width that the other parts leave."""
        margins = self.row.contentsMargins()
        items = [item for number in range(self.row.count()) if (item := self.row.itemAt(number)) is not None]
        others: int = sum(item.sizeHint().width() for item in items if item.widget() is not self.step)
        return max(0, self.width() - margins.left() - margins.right() - others - _PART_PADDING)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the line of progress for the new width."""
        super().resizeEvent(event)
        self._elide_progress()

    def say(self, words: str) -> None:
        """Show a note in place of the counts for `NOTE_MS`, and announce it to screen readers."""
        metrics = QFontMetricsF(self.note.font())
        self.note.setText(metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, sizes.scaled(LINE_ROOM)))
        self.note.setToolTip(plain_tip(words))
        self.note.setAccessibleName(words)
        self._note_stays.start()
        self.fit(self.width())
        announce(self.note, words)

    def _hide_note(self) -> None:
        self._note_stays.stop()
        self.note.setText("")
        self.fit(self.width())

    def set_timing(self, took_ms: float | None) -> None:
        """Say how long the last answer took."""
        self.timing.setVisible(took_ms is not None)
        took = f"{number(round(took_ms))} ms" if took_ms is not None else ""
        self.timing.say(took)
        self.timing.setAccessibleName(translate("Answered in {took}").format(took=took) if took else "")
        self._elide_progress()

    def set_device(self, device: str) -> None:
        """Say what computes the vectors."""
        self.device.setVisible(bool(device))
        self.device.say(device)
        self._elide_progress()

    def show_timings(self, timings: Timings) -> None:
        """Say in a tooltip where the time of the last answer went."""
        QToolTip.showText(self.timing.mapToGlobal(QPoint(0, -48)), timing_words(timings), self.timing)

    def fit(self, width: int) -> None:
        """Leave out what has no room in a narrow window."""
        self.index.setVisible(width >= 1040)
        self.note.setVisible(self._note_stays.isActive())
        self.counts.setVisible(width >= COUNTS_FROM and not self._note_stays.isActive())
        self._elide_progress()

    def _describe(self) -> None:
        """Say what each part does when it is pressed: its words are what it shows."""
        folders = translate("Opens the settings of the folders")
        self.step.setAccessibleDescription(translate("Lists the progress of each folder"))
        for part, tip in (
            (self.folders, folders),
            (self.index, folders),
            (self.device, translate("Opens the settings of the device")),
            (self.timing, translate("Says where the time of the answer went")),
        ):
            part.setToolTip(tip)

    def _show_progress(self, *, shown: bool) -> None:
        for widget in (self.bar, self.step, self.pause, self._line):
            widget.setVisible(shown)

    def _lay_out(self) -> None:
        row = self.row
        row.setContentsMargins(12, 1, 12, 0)
        row.addWidget(self.folders)
        row.addSpacing(12)
        row.addWidget(self.counts)
        row.addWidget(self.note)
        row.addSpacing(16)
        row.addWidget(self._line)
        row.addSpacing(16)
        row.addWidget(self.bar)
        row.addSpacing(8)
        row.addWidget(self.pause)  # before the line, whose width changes with every report
        row.addSpacing(4)
        row.addWidget(self.step)
        row.addStretch(1)
        row.addWidget(self.timing)
        row.addSpacing(8)
        row.addWidget(self.device)
        row.addSpacing(8)
        row.addWidget(self.index)


def timing_words(timings: Timings) -> str:
    """Return where the time of an answer went, one step a line."""
    steps = (
        (translate("Understanding"), timings.parse_ms + timings.filter_ms),
        (translate("Keyword"), timings.keyword_ms),
        (translate("Meaning"), timings.semantic_ms),
        (translate("Ranking"), timings.ranking_ms),
        (translate("Texts"), timings.texts_ms),
    )
    return "\n".join(f"{name} {took:,.1f} ms" for name, took in steps)
