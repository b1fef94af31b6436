"""Buttons below the tree: graph, path to something, saved trees, export."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from ui.i18n.language import translate
from ui.panels.dependencies.export import FORMS
from ui.widgets.buttons import IconButton
from ui.widgets.passing_menu import pop_up


class TreeTools(QWidget):
    """Emits requests about the visible tree.

    Signals:
        pathRequested: show the path from the root to something.
        exportRequested: the `ExportForm`.
        walkSaveRequested; walkChosen, walkRemoved: with the name of a saved tree.
        drawnChosen: whether the graph should be shown.
        pictureRequested: write the graph as ``svg`` or ``png``.
    """

    pathRequested = Signal()
    exportRequested = Signal(object)
    walkSaveRequested = Signal()
    walkChosen = Signal(str)
    walkRemoved = Signal(str)
    drawnChosen = Signal(bool)
    pictureRequested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._walks: tuple[str, ...] = ()
        self._has_tree = self._drawn = False
        self.draw = IconButton("workflow", translate("Draw the graph"), size=14, box=24)
        self.path = IconButton("chevrons-up-down", translate("Path to something"), size=14, box=24)
        self.walks = IconButton("bookmark", translate("Saved trees"), size=14, box=24)
        self.export = IconButton("external-link", translate("Export the tree"), size=14, box=24)
        self.show_drawn(drawn=False)
        self.draw.clicked.connect(lambda: self.drawnChosen.emit(not self._drawn))
        self.path.clicked.connect(self.pathRequested)
        self.walks.clicked.connect(lambda: self._open(self.walks, self.walk_menu()))
        self.export.clicked.connect(lambda: self._open(self.export, self.export_menu()))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for button in (self.draw, self.path, self.walks, self.export):
            row.addWidget(button)

    def show_tree(self, shown: bool) -> None:  # noqa: FBT001 - a Qt slot
        """Enable the buttons that need a tree."""
        self._has_tree = shown
        self.path.setEnabled(shown)
        self.export.setEnabled(shown)

    def show_drawn(self, *, drawn: bool) -> None:
        """Show whether the graph is drawn."""
        self._drawn = drawn
        self.draw.set_icon("workflow", "accent" if drawn else "text2")
        tip = translate("Show the tree alone") if drawn else translate("Draw the graph")
        self.draw.set_tip(tip)

    def set_walks(self, names: Sequence[str]) -> None:
        """Set the names of the saved trees."""
        self._walks = tuple(names)

    def walk_menu(self) -> QMenu:
        """Return the menu of saved trees: save this one, open one, delete one."""
        menu = QMenu(self)
        save = menu.addAction(translate("Save this tree"), self.walkSaveRequested.emit)
        save.setEnabled(self._has_tree)
        if self._walks:
            menu.addSeparator()
            for name in self._walks:
                menu.addAction(name, partial(self.walkChosen.emit, name))
            forget = menu.addMenu(translate("Forget"))
            for name in self._walks:
                forget.addAction(name, partial(self.walkRemoved.emit, name))
        return menu

    def export_menu(self) -> QMenu:
        """Return the menu of export formats."""
        menu = QMenu(self)
        for form in FORMS:
            menu.addAction(f"{form.name} (.{form.suffix})", partial(self.exportRequested.emit, form))
        if self._drawn:
            menu.addSeparator()
            for suffix in ("svg", "png"):
                words = translate("Graph (.{suffix})").format(suffix=suffix)
                menu.addAction(words, partial(self.pictureRequested.emit, suffix))
        return menu

    @staticmethod
    def _open(button: IconButton, menu: QMenu) -> None:
        above = button.mapToGlobal(QPoint(0, -menu.sizeHint().height()))
        pop_up(menu, above)
