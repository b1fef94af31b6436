"""Settings: folders, appearance, shortcuts. Changes apply at once."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from search.types.status import RootStatus
from ui.actions import ActionRegistry
from ui.popups.cards import Card, NavButton
from ui.popups.popup import Popup
from ui.theme import sizes
from ui.theme.scheme import ThemeChoice
from ui.theme.tokens import c
from ui.widgets.banner import Mark
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.ground import Ground
from ui.widgets.key_cap import KeyCaps
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox
from ui.widgets.text import Text

_SIZE = (880, 620)
_NAV = 196


class SettingsDialog(Popup):
    """Shows what it is given and emits wishes; the window carries them out."""

    addRequested = Signal()
    forgetRequested = Signal(str)
    reindexRequested = Signal(str)
    revealRequested = Signal(str)
    themeChosen = Signal(object)
    scaleChosen = Signal(int)
    systemFontsChosen = Signal(bool)
    reducedMotionChosen = Signal(bool)

    def __init__(self, window: QWidget, actions: ActionRegistry) -> None:
        super().__init__(window, "Settings")
        self.setFixedSize(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self.pages = QStackedWidget()
        self._folders = QVBoxLayout()
        self._done = WordButton(self.tr("Done"), kind="primary", px=13, weight=600)
        self._done.clicked.connect(self.dismiss)
        self._nav: list[NavButton] = []
        named = (
            (self.tr("Folders"), "folder", self._folders_page()),
            (self.tr("Appearance"), "palette", self._appearance_page()),
            (self.tr("Shortcuts"), "keyboard", _shortcuts_page(actions)),
        )
        self._lay_out(named)

    def open(self, page: int = 0) -> None:
        """Show the dialog at a page."""
        self._show_page(page)
        self.present(self._nav[page])

    def show_folders(self, roots: Sequence[RootStatus]) -> None:
        """Show the watched folders."""
        while (old := self._folders.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        for root in roots:
            self._folders.addWidget(self._folder_card(root))
        if not roots:
            self._folders.addWidget(Text(self.tr("No folders yet"), 13, 400, "text2"))

    def show_appearance(
        self, choice: ThemeChoice, scale: int, *, system_fonts: bool, reduced_motion: bool
    ) -> None:
        """Show the present choices."""
        self.theme.set_current(choice.value)
        self.scale.setValue(scale)
        self.system_fonts.setChecked(system_fonts)
        self.reduced_motion.setChecked(reduced_motion)
        self.theme.chosen.connect(lambda key: self.themeChosen.emit(ThemeChoice(key)))
        self.scale.valueChanged.connect(self.scaleChosen)
        self.system_fonts.toggled.connect(self.systemFontsChosen)
        self.reduced_motion.toggled.connect(self.reducedMotionChosen)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card with the ground of its navigation."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), sizes.RADIUS_POPUP, sizes.RADIUS_POPUP)
        painter.setClipPath(card)
        painter.fillRect(0, 0, sizes.scaled(_NAV), self.height(), c("window"))
        painter.fillRect(sizes.scaled(_NAV), 0, 1, self.height(), c("border"))

    def _lay_out(self, named: Sequence[tuple[str, str, QWidget]]) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        nav = QVBoxLayout()
        nav.setContentsMargins(10, 16, 8, 16)
        nav.setSpacing(2)
        for place, (title, icon_name, page) in enumerate(named):
            button = NavButton(title, icon_name)
            button.clicked.connect(lambda _checked=False, place=place: self._show_page(place))
            self._nav.append(button)
            nav.addWidget(button)
            self.pages.addWidget(page)
        nav.addStretch(1)
        side = QWidget()
        side.setFixedWidth(sizes.scaled(_NAV))
        side.setLayout(nav)
        row.addWidget(side)
        right = QVBoxLayout()
        right.setContentsMargins(29, 24, 28, 20)
        right.addWidget(self.pages, 1)
        foot = QHBoxLayout()
        foot.addWidget(Text(self.tr("Changes apply at once"), 12, 400, "text2"))
        foot.addStretch(1)
        foot.addWidget(self._done)
        right.addLayout(foot)
        row.addLayout(right, 1)

    def _show_page(self, place: int) -> None:
        for at, button in enumerate(self._nav):
            button.setChecked(at == place)
        self.pages.setCurrentIndex(place)

    def _folders_page(self) -> QWidget:
        page, column = _page(self.tr("Folders"), self.tr("Dowse watches these folders and indexes every change."))
        self._folders.setSpacing(8)
        inner = Ground("raised")
        inner_column = QVBoxLayout(inner)
        inner_column.setContentsMargins(0, 0, 4, 0)
        inner_column.addLayout(self._folders)
        add = WordButton(self.tr("Add folder"), icon_name="plus")
        add.clicked.connect(self.addRequested)
        inner_column.addSpacing(4)
        inner_column.addWidget(add)
        inner_column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        column.addWidget(area, 1)
        return page

    def _folder_card(self, root: RootStatus) -> QWidget:
        card = Card()
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(Text(root.root.repository, 13, 600))
        words.addWidget(Text(_short(root.root.path), 12, 400, "text3"))
        words.addStretch(1)
        state, token = _state(root)
        more = IconButton("ellipsis", f"{self.tr('More for')} {root.root.repository}")
        more.clicked.connect(lambda: self._menu(root).popup(more.mapToGlobal(more.rect().bottomLeft())))
        row.addWidget(Mark("folder", "text2", 18))
        row.addLayout(words, 1)
        row.addWidget(Text(state, 12, 500, token, tnum=True))
        row.addWidget(more)
        return card

    def _menu(self, root: RootStatus) -> QMenu:
        menu = QMenu(self)
        path = root.root.path
        menu.addAction(self.tr("Index again"), lambda: self.reindexRequested.emit(path))
        menu.addAction(self.tr("Show in the file manager"), lambda: self.revealRequested.emit(path))
        menu.addSeparator()
        menu.addAction(self.tr("Remove from the index"), lambda: self.forgetRequested.emit(path))
        return menu

    def _appearance_page(self) -> QWidget:
        page, column = _page(self.tr("Appearance"), self.tr("How the window looks on this computer."))
        self.theme = Segments(
            (
                Option(ThemeChoice.SYSTEM.value, self.tr("System")),
                Option(ThemeChoice.LIGHT.value, self.tr("Light")),
                Option(ThemeChoice.DARK.value, self.tr("Dark")),
            ),
            self.tr("Theme"),
        )
        self.scale = CountBox(sizes.MIN_SCALE, sizes.MAX_SCALE, self.tr("Text size in percent"), step=10, width=72)
        self.system_fonts = QCheckBox(self.tr("Use the fonts of the system"))
        self.reduced_motion = QCheckBox(self.tr("Reduce motion"))
        for box in (self.system_fonts, self.reduced_motion):
            box.setAccessibleName(box.text())
        for title, control in ((self.tr("Theme"), self.theme), (self.tr("Text size, percent"), self.scale)):
            row = QHBoxLayout()
            row.addWidget(Text(title, 13, 500))
            row.addStretch(1)
            row.addWidget(control)
            column.addLayout(row)
            column.addSpacing(8)
        column.addWidget(self.system_fonts)
        column.addSpacing(4)
        column.addWidget(self.reduced_motion)
        column.addStretch(1)
        return page


def _page(title: str, sentence: str) -> tuple[QWidget, QVBoxLayout]:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 8)
    column.addWidget(Text(title, 20, 600))
    column.addSpacing(2)
    column.addWidget(Text(sentence, 13, 400, "text2"))
    column.addSpacing(12)
    return page, column


def _shortcuts_page(actions: ActionRegistry) -> QWidget:
    page, column = _page("Shortcuts", "Every command is also in the palette.")
    inner = Ground("raised")
    rows = QVBoxLayout(inner)
    rows.setContentsMargins(0, 0, 12, 0)
    rows.setSpacing(6)
    for command, _ in actions.commands():
        if command.keys:
            row = QHBoxLayout()
            row.addWidget(Text(command.text, 13), 1)
            row.addWidget(KeyCaps(command.shortcuts()[0]))
            rows.addLayout(row)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setAccessibleName("Shortcuts")
    area.setWidget(inner)
    column.addWidget(area, 1)
    return page


def _state(root: RootStatus) -> tuple[str, str]:
    if root.offline:
        return "Not reachable", "danger"
    files = f"{root.files:,} file{'' if root.files == 1 else 's'}"
    return (f"{files}, up to date", "ok") if root.watching != "off" else (f"{files}, not watched", "text2")


def _short(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(home) else path
