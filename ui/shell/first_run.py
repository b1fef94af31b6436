"""The page of the first start: what Dowse does, and three ways to give it folders."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.i18n.language import counted, number, translate
from ui.shell.git_folders import GitFolder
from ui.theme import sizes
from ui.widgets.banner import Mark
from ui.widgets.buttons import WordButton
from ui.widgets.card import Card
from ui.widgets.drop_zone import DropZone
from ui.widgets.ground import Ground
from ui.widgets.text import Line, Text

_WIDTH = 622
_ZONE_HEIGHT = 204
_ROW = 47
MAX_OFFERED = 5
"""Repositories with a row of their own, until all are shown."""
MAX_NAMED = 8
"""Repositories without a row whose names are listed."""


class FirstRunPage(QScrollArea):
    """Emits ``foldersChosen(tuple of paths)``, ``browseRequested`` and ``sampleRequested``."""

    foldersChosen = Signal(tuple)
    browseRequested = Signal()
    sampleRequested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.zone = DropZone(translate("Drop a folder here"))
        self.zone.dropped.connect(self.foldersChosen)
        self.add = WordButton(translate("Add folder"), kind="primary", px=13, weight=600, min_width=128)
        self.sample = WordButton(translate("Try a sample corpus"), px=13)
        self.add.clicked.connect(self.browseRequested)
        self.sample.clicked.connect(self.sampleRequested)
        self._suggestions = QWidget()
        self._found_column = QVBoxLayout(self._suggestions)
        self._found_column.setContentsMargins(0, 0, 0, 0)
        self._found_column.setSpacing(12)
        self._suggestions.hide()
        self._adders: list[WordButton] = []
        self._sentence = _centred(Text("", 13, 400, "text2"))
        self.note_query(typed=False)
        self._lay_out()

    def note_query(self, *, typed: bool) -> None:
        """Say what comes first; while a query is ``typed``, also that nothing can be found yet."""
        sentence = translate(
            "Add the folders you work in. Dowse indexes them on this computer; nothing is sent anywhere."
        )
        nothing = translate("Nothing can be found yet: Dowse has no folders to search.")
        self._sentence.setText(f"{nothing} {sentence}" if typed else sentence)

    def offer(self, folders: Sequence[GitFolder]) -> None:
        """Offer repositories that were found on this computer: the first ones, and the others on request."""
        self._show(tuple(folders), most=MAX_OFFERED)

    def _show(self, folders: tuple[GitFolder, ...], *, most: int) -> None:
        self._adders.clear()
        while (old := self._found_column.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        shown, others = folders[:most], folders[most:]
        self._suggestions.setVisible(bool(shown))
        if shown:
            self._found_column.addWidget(self._title(folders))
            self._found_column.addWidget(self._card(shown))
        if others:
            self._found_column.addWidget(self._rest(folders, others))

    def _show_all(self, folders: tuple[GitFolder, ...]) -> None:
        self._show(folders, most=len(folders))
        self._adders[MAX_OFFERED].setFocus()

    def _rest(self, folders: tuple[GitFolder, ...], others: tuple[GitFolder, ...]) -> QWidget:
        """Return how many repositories have no row, their names, and a button that gives each a row."""
        names = ", ".join(folder.name for folder in others[:MAX_NAMED])
        names += ", \N{HORIZONTAL ELLIPSIS}" if len(others) > MAX_NAMED else ""
        rest = QWidget()
        row = QHBoxLayout(rest)
        row.setContentsMargins(0, 0, 18, 0)
        row.setSpacing(10)
        more = Text(translate("{n} more: {names}").format(n=number(len(others)), names=names), 12, 400, "text3")
        more.setWordWrap(True)
        every = WordButton(translate("Show {n} more").format(n=number(len(others))), kind="plain")
        every.clicked.connect(lambda: self._show_all(folders))
        row.addWidget(more, 1)
        row.addWidget(every, 0, Qt.AlignmentFlag.AlignTop)
        return rest

    def _title(self, folders: tuple[GitFolder, ...]) -> QWidget:
        title = QWidget()
        row = QHBoxLayout(title)
        row.setContentsMargins(0, 0, 18, 0)
        row.addWidget(Text(translate("Found on this computer"), 12, 600, "text2"))
        row.addStretch(1)
        if len(folders) > 1:
            words = translate("Add all {n}").format(n=number(len(folders)))
            every = WordButton(words, kind="plain", icon_name="plus")
            every.clicked.connect(lambda: self.foldersChosen.emit(tuple(folder.path for folder in folders)))
            row.addWidget(every)
        return title

    def _card(self, shown: tuple[GitFolder, ...]) -> QWidget:
        card = Card(ground="surface")
        column = QVBoxLayout(card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for row, folder in enumerate(shown):
            if row:
                column.addWidget(Line(vertical=False))
            column.addWidget(self._row(folder))
        return card

    def _row(self, folder: GitFolder) -> QWidget:
        line = QWidget()
        line.setFixedHeight(sizes.scaled(_ROW))
        row = QHBoxLayout(line)
        row.setContentsMargins(16, 0, 9, 0)
        row.setSpacing(10)
        add = WordButton(translate("Add"), icon_name="plus")
        add.setAccessibleName(f"{translate('Add')} {folder.name}")
        add.clicked.connect(lambda: self.foldersChosen.emit((folder.path,)))
        self._adders.append(add)
        row.addWidget(Mark("git-branch", "text2", 16))
        row.addWidget(Text(folder.name, 13, 600))
        row.addWidget(Text(_short(folder.path), 12, 400, "text3"), 1)
        row.addWidget(Text(counted(folder.files, "Git, {n} file", "Git, {n} files"), 12, 400, "text2", tnum=True))
        row.addWidget(add)
        return line

    def _lay_out(self) -> None:
        page = Ground()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 24, 16, 24)
        column.addStretch(2)
        middle = QWidget()
        middle.setFixedWidth(_WIDTH)
        inner = QVBoxLayout(middle)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        self._add_words(inner)
        inner.addSpacing(22)
        inner.addWidget(self._fill_zone())
        inner.addSpacing(24)
        inner.addWidget(self._suggestions)
        column.addWidget(middle, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setWidget(page)

    def _add_words(self, inner: QVBoxLayout) -> None:
        centre = Qt.AlignmentFlag.AlignHCenter
        inner.addWidget(Mark("dowse", "accent", 40), 0, centre)
        inner.addSpacing(14)
        inner.addWidget(_centred(Text(translate("Search your own code and documents"), 24, 600)))
        inner.addSpacing(8)
        inner.addWidget(self._sentence)

    def _fill_zone(self) -> QWidget:
        self.zone.setFixedHeight(sizes.scaled(_ZONE_HEIGHT))
        column = QVBoxLayout(self.zone)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(Mark("folder-plus", "accent", 36), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(10)
        column.addWidget(Text(translate("Drop a folder here"), 14, 600), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.add)
        buttons.addSpacing(8)
        buttons.addWidget(self.sample)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addStretch(1)
        return self.zone


def _short(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(home) else path


def _centred(words: Text) -> Text:
    """Return a centred label that wraps."""
    words.setWordWrap(True)
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return words
