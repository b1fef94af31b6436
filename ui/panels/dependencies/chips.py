"""Chips that switch kinds of edges on and off, and the button that replaces them in a narrow pane."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget

from ui.i18n.language import counted, number, translate
from ui.painting.shapes import draw_icon, rounded
from ui.painting.text import TextStyle, baseline_for, draw, width
from ui.panels.dependencies.edges import GROUPS, EdgeGroup
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.buttons import WordButton

_ON = TextStyle(12, 500, "text")
_OFF = TextStyle(12, 500, "text3", struck=True)
_GAP = 5


class EdgeChip(QAbstractButton):
    """Icon and name of an edge group; struck through when it is off."""

    def __init__(self, group: EdgeGroup) -> None:
        super().__init__()
        self.edges = group
        self.count, self.numbered = 0, True
        self.setCheckable(True)
        self.setChecked(group.on)
        self.setText(translate(group.name))
        self.setToolTip(translate(group.tip or group.name))
        self.setAccessibleName(translate("Edges: {name}").format(name=translate(group.name)))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def label(self) -> str:
        """The name, followed by the number of nodes if there is room for it."""
        name = translate(self.edges.name)
        return f"{name} {number(self.count)}" if self.numbered and self.count else name

    def set_count(self, count: int) -> None:
        """Set how many nodes of the visible tree have an edge of this group."""
        self.count = count
        nodes = counted(count, "{n} node", "{n} nodes")
        self.setToolTip(
            translate("{edges}\n{nodes} in this tree").format(
                edges=translate(self.edges.tip or self.edges.name), nodes=nodes
            )
        )
        self.setAccessibleName(
            translate("Edges: {name}, {nodes}").format(name=translate(self.edges.name), nodes=nodes)
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of icon, name and number."""
        return QSize(round(width(_ON, self.label)) + scaled(33), scaled(sizes.CHIP))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the chip."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            on = self.isChecked()
            fill = "hover" if self.underMouse() or on else "surface"
            line = "accent" if self.hasFocus() else ("border_strong" if on else "border")
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            rounded(painter, box, sizes.RADIUS_CHIP, c(fill), QPen(c(line), 1))
            middle = box.center().y()
            draw_icon(
                painter, self.edges.icon, self.edges.token if on else "text3", QPointF(scaled(15), middle), 14
            )
            style = _ON if on else _OFF
            draw(painter, style, scaled(26), baseline_for(style, middle), self.label)


class EdgeChips(QWidget):
    """A row of chips; one button with a menu if there is no room for them, or when compact.

    Signals:
        changed: the chosen groups changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.chips = tuple(EdgeChip(group) for group in GROUPS)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        for chip in self.chips:
            row.addWidget(chip)
            chip.toggled.connect(self._toggled)
        row.addStretch(1)
        self.button = WordButton("", icon_name="list-filter")
        menu = self._menu()
        self.button.clicked.connect(lambda: menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft())))
        self._show_count()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Names of the groups that are on."""
        return tuple(chip.edges.name for chip in self.chips if chip.isChecked())

    def choose(self, names: Sequence[str]) -> None:
        """Switch on these groups and no others."""
        for chip in self.chips:
            chip.setChecked(chip.edges.name in names)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Set how many nodes of the visible tree each group has."""
        for chip in self.chips:
            chip.set_count(counts.get(chip.edges.name, 0))

    def number(self, *, on: bool) -> None:
        """Show numbers after the names, or only in the tooltips."""
        for chip in self.chips:
            chip.numbered = on
            chip.updateGeometry()
            chip.update()

    def wanted_width(self) -> int:
        """Return the width of all chips together."""
        return sum(chip.sizeHint().width() for chip in self.chips) + _GAP * (len(self.chips) - 1)

    def _menu(self) -> QMenu:
        menu = QMenu(self.button)
        for chip in self.chips:
            action = QAction(translate(chip.edges.name), menu)
            action.setCheckable(True)
            action.setChecked(chip.isChecked())
            action.toggled.connect(chip.setChecked)
            chip.toggled.connect(action.setChecked)
            menu.addAction(action)
        return menu

    def _toggled(self) -> None:
        self._show_count()
        self.changed.emit()

    def _show_count(self) -> None:
        chosen = translate("{chosen} of {all} edges").format(chosen=len(self.chosen), all=len(self.chips))
        self.button.setText(chosen)
        self.button.setAccessibleName(f"{translate('Kinds of edges')}: {chosen}")
