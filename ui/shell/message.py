"""A full page that says what went wrong, with a way on and the details behind a button."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.theme.fonts import font
from ui.widgets.banner import Mark
from ui.widgets.buttons import WordButton
from ui.widgets.ground import Ground
from ui.widgets.text import Text, with_breaks

_WIDTH = 560


class ErrorPage(Ground):
    """A message with a remedy; the main button emits ``acted``, the other ``dismissed``."""

    acted = Signal()
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title = Text("", 20, 600)
        self._title.setWordWrap(True)
        self._body = Text("", 13, 400, "text2")
        self._body.setWordWrap(True)
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setAccessibleName(translate("Details"))
        self._details.setFixedHeight(200)
        self._details.hide()
        self.action = WordButton("", kind="primary", px=13, weight=600)
        self.back = WordButton(translate("Go on"), px=13)
        self.show_details = WordButton(translate("Show details"), kind="plain", px=13)
        self.copy_details = WordButton(translate("Copy details"), kind="plain", px=13)
        self._lay_out()
        self.action.clicked.connect(self.acted)
        self.back.clicked.connect(self.dismissed)
        self.show_details.clicked.connect(self._toggle_details)
        self.copy_details.clicked.connect(self._copy)

    def say(self, title: str, body: str, *, action: str = "", details: str = "", can_go_on: bool = True) -> None:
        """Set the texts; parts that are empty are left out."""
        self._title.setText(with_breaks(title[:1].upper() + title[1:]))
        self._body.setText(body)
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.back.setVisible(can_go_on)
        self._details.setPlainText(details)
        self._details.setFont(font(12, mono=True))
        self._details.hide()
        self.show_details.setVisible(bool(details))
        self.copy_details.setVisible(bool(details))
        self.setAccessibleName(f"{title}. {body}")

    def _lay_out(self) -> None:
        middle = QWidget()
        middle.setFixedWidth(_WIDTH)
        inner = QVBoxLayout(middle)
        inner.setSpacing(8)
        inner.addWidget(Mark("triangle-alert", "danger", 36))
        inner.addSpacing(4)
        inner.addWidget(self._title)
        inner.addWidget(self._body)
        inner.addSpacing(8)
        buttons = QHBoxLayout()
        for button in (self.action, self.back, self.show_details, self.copy_details):
            buttons.addWidget(button)
        buttons.addStretch(1)
        inner.addLayout(buttons)
        inner.addWidget(self._details)
        row = QHBoxLayout()  # an alignment would give the texts the height that they need at the page's full width
        row.addStretch(1)
        row.addWidget(middle)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addLayout(row)
        column.addStretch(3)

    def _toggle_details(self) -> None:
        self._details.setVisible(not self._details.isVisible())
        self.show_details.setText(
            translate("Hide details") if self._details.isVisible() else translate("Show details")
        )

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details.toPlainText())
