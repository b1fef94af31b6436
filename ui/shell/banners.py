"""The banners above the results: a message that offers an action, and the progress of indexing."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from ui.i18n.language import translate
from ui.widgets.banner import ProgressBanner, WarningBanner

READING_MS = 6000
"""Least time for which an unexpected banner stays."""


class Banners(QObject):
    """Decides which message the banner shows, and for how long.

    Attributes:
        reading: runs while a message that came unexpectedly stays to be read.

    Signals:
        retryWanted: the button of a message was pressed that has no action of its own.
        focusLost: the banner was hidden while its button had the focus.
        shownText: what a message says, for screen readers.
    """

    retryWanted = Signal()
    shownText = Signal(str)
    focusLost = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.warning = WarningBanner()
        self.progress = ProgressBanner()
        self.warning.hide()
        self.progress.hide()
        self._persistent = self._answered = self._low = False
        self.progress.seen.connect(lambda seen: self._fit_note(beside=seen))
        self._title = ""
        self._act: Callable[[], object] | None = None
        self.reading = QTimer(self)
        self.reading.setSingleShot(True)
        self.reading.setInterval(READING_MS)
        self.reading.timeout.connect(self._end_reading)
        self.warning.acted.connect(self.act)

    def say(
        self,
        title: str,
        body: str,
        action: str = "",
        *,
        act: Callable[[], object] | None = None,
        quiet: bool = False,
        persistent: bool = False,
        unexpected: bool = False,
    ) -> None:
        """Show a message.

        Args:
            title: the state that it reports.
            body: what follows from it, or what can be done.
            action: text of the button; empty for no button.
            act: action of the button; without one, ``retryWanted`` is emitted.
            quiet: the message is not shown in place of a persistent one.
            persistent: the message outlives the next answer.
            unexpected: the message stays for `READING_MS`, however soon an answer comes.
        """
        if quiet and self._persistent:
            return
        self._persistent, self._answered = persistent, False
        self.reading.stop()
        if unexpected:
            self.reading.start()
        self._act, self._title = act, title
        self.warning.say(title, body, action, quiet=quiet)
        self.warning.show()
        self.shownText.emit(self.warning.accessibleName())

    def set_low(self, *, on: bool) -> None:
        """Leave the height of a low window to the results: progress, and a note beside it, are one line each."""
        self._low = on
        self.progress.set_low(on=on)
        self._fit_note(beside=self.progress.isVisible())

    def _fit_note(self, *, beside: bool) -> None:
        self.warning.set_low(on=self._low and beside)

    def say_damaged(self, path: str) -> None:
        """Say that a file of the person's own could not be read and was set aside as ``path``."""
        self.say(
            translate("A file of yours could not be read"),
            translate("It was set aside as {path}; a new one is begun.").format(path=path),
        )

    def act(self) -> None:
        """Run the action of the button."""
        if self._act is not None:
            self._act()
        else:
            self.retryWanted.emit()

    def hide(self, *, persistent: bool = False) -> None:
        """Hide the message; a persistent one only with ``persistent``, an unexpected one once it could be read."""
        if self.reading.isActive() and not persistent:
            self._answered = True
        elif persistent or not self._persistent:
            self._persistent = False
            self.reading.stop()
            self._hide_warning()

    def hide_titled(self, title: str) -> None:
        """Hide the message if it has this title."""
        if self._title == title:
            self.hide()

    def _hide_warning(self) -> None:
        focus = self.warning.window().focusWidget()
        if focus is not None and self.warning.isAncestorOf(focus):
            self.focusLost.emit()
        self.warning.hide()

    def _end_reading(self) -> None:
        if self._answered:
            self.hide()
