"""The progress of indexing: the current step and the state of each folder."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from search.progress import progress_line
from search.types.status import Activity, IndexStatus, RootStatus
from ui.i18n.folder_words import short_path, state_words
from ui.i18n.language import message_text, translate
from ui.theme import sizes
from ui.widgets.banner import Mark
from ui.widgets.buttons import WordButton
from ui.widgets.ground import Ground
from ui.widgets.popup import Popup
from ui.widgets.progress import ProgressBar
from ui.widgets.text import ElidedText, Text

_SIZE = (560, 400)


class ProgressPopup(Popup):
    """Shows the current work above a list of folders; ``names`` has the names that the user gave, by label.

    Signals:
        pauseRequested: pause (True) or continue indexing.
        foldersRequested: open the settings of the folders.
    """

    pauseRequested = Signal(bool)
    foldersRequested = Signal()

    def __init__(self, window: QWidget, names: Mapping[str, str]) -> None:
        super().__init__(window, translate("Indexing"))
        self._names = names
        self.setFixedSize(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self._roots: tuple[RootStatus, ...] = ()
        self._activity = Activity()
        self._states: list[Text] = []
        self.step = ElidedText("", 13, 500, tnum=True)
        self.bar = ProgressBar(translate("Indexing progress"))
        self.pause = WordButton("", icon_name="pause")
        self.folders = WordButton(translate("Folders"), icon_name="settings")
        self.close_ = WordButton(translate("Close"), kind="primary", px=13, weight=600)
        self._list = QScrollArea()
        self._lay_out()
        self.pause.clicked.connect(lambda: self.pauseRequested.emit(not self._activity.paused))
        self.folders.clicked.connect(self._leave)
        self.close_.clicked.connect(self.dismiss)

    @property
    def states(self) -> tuple[str, ...]:
        """The state of each folder, in order."""
        return tuple(text.text() for text in self._states)

    def open(self) -> None:
        """Show the popup."""
        self.present(self.close_)

    def show_activity(self, activity: Activity) -> None:
        """Show the current step."""
        self._activity = activity
        busy = bool(activity.step)
        self.step.setText(message_text(progress_line(activity)))
        self.bar.set_share(activity.share)
        self.bar.setVisible(busy)
        self.pause.setVisible(busy or activity.paused)
        self.pause.setText(translate("Continue indexing") if activity.paused else translate("Pause indexing"))
        self.pause.set_icon("play" if activity.paused else "pause")
        self._show_states()

    def show_status(self, status: IndexStatus) -> None:
        """Show the folders; folders that are already listed are updated in place."""
        changed = [folder.root for folder in status.roots] != [folder.root for folder in self._roots]
        self._roots = status.roots
        if changed:
            self._fill()
        self._show_states()

    def _leave(self) -> None:
        self.dismiss()
        self.foldersRequested.emit()

    def _show_states(self) -> None:
        for root, text in zip(self._roots, self._states, strict=True):
            words, token = state_words(root, self._activity)
            text.setText(words)
            text.set_token(token)

    def _fill(self) -> None:
        page = Ground("raised")
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(2, 1)
        self._states = []
        for index, root in enumerate(self._roots):
            state = Text("", 12, 500, tnum=True)
            self._states.append(state)
            grid.addWidget(Mark("folder" if root.root.folder else "git-branch", "text2", 16), index, 0)
            named = self._names.get(root.root.repository) if root.root.folder else None
            grid.addWidget(Text(named or root.root.name, 13, 600), index, 1)
            grid.addWidget(ElidedText(short_path(root.root.path), 12, 400, "text3"), index, 2)
            grid.addWidget(state, index, 3, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(len(self._roots), 1)
        self._list.setWidget(page)

    def _lay_out(self) -> None:
        self._list.setWidgetResizable(True)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setAccessibleName(translate("Folders"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 12, 16)
        column.setSpacing(10)
        column.addWidget(Text(translate("Indexing"), 20, 600))
        now = QHBoxLayout()
        now.setContentsMargins(0, 0, 12, 0)
        now.addWidget(self.step)
        column.addLayout(now)
        under = QHBoxLayout()
        under.setContentsMargins(0, 0, 12, 6)
        under.addWidget(self.bar)
        column.addLayout(under)
        column.addWidget(self._list, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 12, 0)
        foot.setSpacing(8)
        foot.addWidget(self.pause)
        foot.addWidget(self.folders)
        foot.addStretch(1)
        foot.addWidget(self.close_)
        column.addLayout(foot)
