"""The settings dialog: a navigation, and one page at a time. Changes apply at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.language import translate
from ui.painting.mirror import mirrored, set_margins
from ui.painting.shapes import draw_icon
from ui.painting.text import TextStyle, baseline_for, draw
from ui.panels.settings.rows import SCROLL_ROOM, SettingRow
from ui.theme import sizes
from ui.theme.tokens import c
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_SIZE = (880, 620)
_NAV = 196
_EDGE = 28


_TITLE = TextStyle(13, 500)


class NavButton(QAbstractButton):
    """Shows a page of the settings.

    Signals:
        stepped: 1 for the next page, -1 for the previous one: the arrow keys.
    """

    stepped = Signal(int)

    def __init__(self, title: str, icon_name: str) -> None:
        super().__init__()
        self._icon_name = icon_name
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(120, sizes.scaled(31))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another page with the arrow keys, as in a list."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}:
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw background, icon and title."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(c("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            if self.isChecked() or self.underMouse() or self.hasFocus():
                painter.setBrush(c("pressed" if self.isChecked() else "hover"))
                painter.drawRoundedRect(box, sizes.RADIUS_CARD, sizes.RADIUS_CARD)
            middle = self.height() / 2
            draw_icon(painter, self._icon_name, "text2", QPointF(sizes.scaled(20), middle), 16)
            token = "text" if self.isChecked() else "text2"
            draw(painter, _TITLE, sizes.scaled(36), baseline_for(_TITLE, middle), self.text(), token)


@dataclass(frozen=True, slots=True)
class NamedPage:
    """A page in the navigation; ``key`` opens it, ``make`` creates it when it is first shown."""

    key: str
    title: str
    icon: str
    make: Callable[[], QWidget]


class SettingsDialog(Popup):
    """Shows its pages; controllers apply the changes that they emit."""

    def __init__(self, window: QWidget, pages: Sequence[NamedPage]) -> None:
        super().__init__(window, translate("Settings"))
        self.stack = QStackedWidget()
        self.failure = Text("", 12, 400, "danger")
        self.failure.setWordWrap(True)
        self._named = tuple(pages)
        self._pages: dict[str, QWidget] = {}
        self._done = WordButton(translate("Done"), kind="primary", px=13, weight=600)
        self._done.clicked.connect(self.dismiss)
        self._nav: list[NavButton] = []
        self._side = QWidget()
        self._lay_out()
        self._scale()

    def open(self, key: str = "") -> None:
        """Show the dialog at a page, or at the first one."""
        self.show_page(key)
        self.present(next(button for button in self._nav if button.isChecked()))

    def page(self, key: str) -> QWidget:
        """Return a page, and create it if needed: creating all of them at once would block the window.

        Raises:
            KeyError: there is no page of this name.
        """
        if key not in self._pages:
            page = {named.key: named.make for named in self._named}[key]()
            self._pages[key] = page
            self.stack.addWidget(page)
        return self._pages[key]

    def show_page(self, key: str) -> None:
        """Go to a page, or to the first one if there is none of this name."""
        index = next((at for at, named in enumerate(self._named) if named.key == key), 0)
        for at, button in enumerate(self._nav):
            button.setChecked(at == index)
        self.stack.setCurrentWidget(self.page(self._named[index].key))

    def focus_setting(self, title: str) -> None:
        """Go to a setting of the shown page."""
        page = self.page(
            next(named.key for named, button in zip(self._named, self._nav, strict=True) if button.isChecked())
        )
        boxes: list[QWidget] = [box for box in page.findChildren(QCheckBox) if box.text() == title]
        controls = [row.control for row in page.findChildren(SettingRow) if row.title == title]
        for control in (*boxes, *controls):
            inside = [control, *control.findChildren(QWidget)]
            first = next(each for each in inside if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
            first.setFocus(Qt.FocusReason.TabFocusReason)
            for area in page.findChildren(QScrollArea):
                area.ensureWidgetVisible(control)

    def _step(self, step: int) -> None:
        """Go to the page below or above the current one; the ends hold."""
        current = next(at for at, button in enumerate(self._nav) if button.isChecked())
        chosen = max(0, min(current + step, len(self._nav) - 1))
        self.show_page(self._named[chosen].key)
        self._nav[chosen].setFocus(Qt.FocusReason.TabFocusReason)

    def say(self, words: str, *, failed: bool = False) -> None:
        """Show the result of a change at the bottom."""
        self.failure.set_token("danger" if failed else "text3")
        self.failure.setText(words)

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text: its size is chosen on one of these pages."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_side"):
            self._scale()

    def _scale(self) -> None:
        self.set_wanted_size(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self._side.setFixedWidth(sizes.scaled(_NAV))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card with the background of its navigation."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            card = QPainterPath()
            card.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), sizes.RADIUS_POPUP, sizes.RADIUS_POPUP)
            painter.setClipPath(card)
            nav = sizes.scaled(_NAV)
            with mirrored(painter, QRectF(self.rect()), self.layoutDirection()):
                painter.fillRect(0, 0, nav, self.height(), c("window"))
                painter.fillRect(nav, 0, 1, self.height(), c("border"))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._side.setLayout(self._navigation())
        row.addWidget(self._side)
        right = QVBoxLayout()
        set_margins(right, 29, 24, _EDGE - SCROLL_ROOM, 20)
        right.addWidget(self.stack, 1)
        foot = QHBoxLayout()
        set_margins(foot, 0, 0, SCROLL_ROOM, 0)
        foot.setSpacing(16)
        self.say(translate("Changes apply at once"))
        foot.addWidget(self.failure, 1)
        foot.addWidget(self._done)
        right.addLayout(foot)
        row.addLayout(right, 1)

    def _navigation(self) -> QVBoxLayout:
        nav = QVBoxLayout()
        set_margins(nav, 10, 16, 8, 16)
        nav.setSpacing(2)
        for named in self._named:
            button = NavButton(named.title, named.icon)
            button.clicked.connect(lambda _checked=False, key=named.key: self.show_page(key))
            button.stepped.connect(self._step)
            self._nav.append(button)
            nav.addWidget(button)
        nav.addStretch(1)
        return nav
