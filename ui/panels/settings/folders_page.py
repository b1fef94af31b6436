"""Settings: the watched folders, and when they are compared."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from search.types.ids import NO_BRANCH, RootId
from search.types.status import Activity, RootStatus
from ui.i18n.folder_words import short_path, state_words
from ui.i18n.language import translate
from ui.panels.settings.rows import SettingCheck, SettingsPage
from ui.theme import sizes
from ui.widgets.banner import Mark
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.card import Card
from ui.widgets.passing_menu import pop_up
from ui.widgets.text import Line, Text

_CARD = 56


class FoldersPage(SettingsPage):
    """The folders as cards.

    Signals:
        addRequested; forgetRequested, reindexRequested, meaningRequested, revealRequested: with the path of a
            folder; for a branch that is read from git, ``forgetRequested`` has its name.
        renameRequested: with the label of a folder.
        moveRequested: say where a folder that is not there is now; with its path.
        branchRequested: index another branch of a repository; with the path and label of its folder.
        settingChanged: name of a setting of ``[docs]``, and whether it is on.
    """

    addRequested = Signal()
    forgetRequested = Signal(str)
    reindexRequested = Signal(str)
    meaningRequested = Signal(str)
    revealRequested = Signal(str)
    renameRequested = Signal(str)
    moveRequested = Signal(str)
    branchRequested = Signal(str, str)
    settingChanged = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__(translate("Folders"), translate("Dowse watches these folders and indexes every change."))
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self._shown: tuple[RootStatus, ...] | None = None
        self._states: dict[RootId, Text] = {}
        self._names: Mapping[str, str] = {}
        self.column.addLayout(self._cards)
        self.column.addSpacing(16)
        self.checks = {
            "watch_for_changes": SettingCheck(
                translate("Follow changes"), translate("Off: folders are compared when they are indexed again")
            ),
            "index_on_startup": SettingCheck(
                translate("Compare every folder at the start"),
                translate("Finds what changed while Dowse was not running"),
            ),
            "follow_links": SettingCheck(
                translate("Follow links to other folders"), translate("Loops are never followed")
            ),
        }
        self._rules = QWidget()
        rules = QVBoxLayout(self._rules)
        rules.setContentsMargins(0, 0, 0, 0)
        rules.setSpacing(12)
        rules.addWidget(Line(vertical=False))
        for name, check in self.checks.items():
            rules.addWidget(check)
            check.box.clicked.connect(lambda on, name=name: self.settingChanged.emit(name, on))
        self.add(self._rules)
        self._rules.hide()
        self.finish()
        add = WordButton(translate("Add folder"), icon_name="plus", px=13)
        add.clicked.connect(self.addRequested)
        foot = QHBoxLayout()
        foot.addWidget(add)
        foot.addStretch(1)
        self.add_foot(foot)

    def show_rules(self, values: dict[str, bool]) -> None:
        """Show the switches of ``[docs]``."""
        for name, on in values.items():
            self.checks[name].box.setChecked(on)
        self._rules.show()

    def show_names(self, names: Mapping[str, str]) -> None:
        """Show folders with the names that the user gave them, and their labels after the path."""
        self._names = names
        if self._shown is not None:
            states = {root: (text.text(), text.token) for root, text in self._states.items()}
            self._fill(self._shown)
            for root, (words, token) in states.items():
                self._states[root].setText(words)
                self._states[root].set_token(token)

    def show_folders(self, roots: Sequence[RootStatus], activity: Activity) -> None:
        """Show the watched folders; folders that are already listed are updated in place."""
        if self._shown is None or [status.root for status in self._shown] != [status.root for status in roots]:
            self._fill(roots)
        self._shown = tuple(roots)
        for root in roots:
            words, token = state_words(root, activity)
            self._states[root.root.id].setText(words)
            self._states[root.root.id].set_token(token)

    def _fill(self, roots: Sequence[RootStatus]) -> None:
        while (old := self._cards.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        self._states = {root.root.id: Text("", 12, 500, tnum=True) for root in roots}
        for root in roots:
            self._cards.addWidget(self._card(root))
        if not roots:
            self._cards.addWidget(Text(translate("No folders yet"), 13, 400, "text2"))

    def _card(self, root: RootStatus) -> QWidget:
        card = Card()
        card.setFixedHeight(sizes.scaled(_CARD))
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        label, named = root.root.name, self._names.get(root.root.repository, "")
        location = short_path(root.root.path)
        words.addWidget(Text(named or label, 13, 600))
        words.addWidget(Text(f"{label} \N{MIDDLE DOT} {location}" if named else location, 12, 400, "text3"))
        words.addStretch(1)
        more = IconButton("ellipsis", f"{translate('More for')} {root.root.name}")
        more.clicked.connect(lambda: pop_up(self._menu(root), more.mapToGlobal(more.rect().bottomLeft())))
        card.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        card.customContextMenuRequested.connect(lambda at: pop_up(self._menu(root), card.mapToGlobal(at)))
        row.addWidget(Mark("folder" if root.root.folder else "git-branch", "text2", 18))
        row.addLayout(words, 1)
        row.addWidget(self._states[root.root.id])
        row.addWidget(more)
        return card

    def _menu(self, root: RootStatus) -> QMenu:
        menu = QMenu(self)
        path = root.root.path
        if root.offline and root.root.folder:
            menu.addAction(translate("Find the folder"), lambda: self.moveRequested.emit(path))
        menu.addAction(translate("Index again"), lambda: self.reindexRequested.emit(path))
        if not root.root.semantic and root.root.folder:
            menu.addAction(translate("Search it by meaning too"), lambda: self.meaningRequested.emit(path))
        if root.root.folder and root.root.branch != NO_BRANCH:
            label = root.root.repository
            menu.addAction(translate("Index another branch"), lambda: self.branchRequested.emit(path, label))
        menu.addAction(translate("Show in the file manager"), lambda: self.revealRequested.emit(path))
        menu.addAction(translate("Rename"), lambda: self.renameRequested.emit(root.root.repository))
        menu.addSeparator()
        named = root.root.folder or root.root.name
        menu.addAction(translate("Remove from the index"), lambda: self.forgetRequested.emit(named))
        return menu
