"""The key sheet (F1): all shortcuts of the registry, and the query syntax."""

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.theme import sizes
from ui.widgets.actions import ActionRegistry
from ui.widgets.buttons import WordButton
from ui.widgets.ground import Ground
from ui.widgets.key_cap import KeyCaps
from ui.widgets.popup import Popup
from ui.widgets.query_examples import all_examples
from ui.widgets.steps import Steps
from ui.widgets.text import Text

_SIZE = (820, 600)


class KeySheet(Popup):
    """Two columns: keys by group, and the query syntax."""

    def __init__(self, window: QWidget, actions: ActionRegistry) -> None:
        super().__init__(window, translate("Keys and query syntax"))
        self.setFixedSize(sizes.scaled(_SIZE[0]), sizes.scaled(_SIZE[1]))
        self._close = WordButton(translate("Close"))
        self._close.clicked.connect(self.dismiss)
        self._keys = _column()
        self._filling = Steps(_fill_keys(self._keys, actions), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 12, 16)
        title = QHBoxLayout()
        title.addWidget(Text(translate("Keys and query syntax"), 20, 600))
        title.addStretch(1)
        title.addWidget(self._close)
        title.addSpacing(12)
        column.addLayout(title)
        column.addSpacing(8)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setStyleSheet("QScrollArea { background: transparent; }")
        area.setWidget(self._page())
        area.setAccessibleName(translate("Keys"))
        column.addWidget(area, 1)

    def open(self) -> None:
        """Show the sheet, and fill it in steps after that."""
        self._fade.finished.connect(self._filling.start)
        self.present(self._close)

    def fill(self) -> None:
        """Add all remaining rows at once."""
        self._filling.finish()

    def _page(self) -> QWidget:
        page = Ground("raised")
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(32)
        for column in (self._keys, _syntax(translate("What you can type"))):
            row.addLayout(column, 1)
            row.setAlignment(column, Qt.AlignmentFlag.AlignTop)
        return page


def _wrapped(label: Text) -> Text:
    """Let a label take a second line: in some languages, and beside long names, words need more room."""
    label.setWordWrap(True)
    return label


def _column() -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(6)
    return column


def _fill_keys(column: QVBoxLayout, actions: ActionRegistry) -> Iterator[None]:
    """Add a row for each command with keys, one in each step."""
    bound = [command for command, action in actions.commands() if not action.shortcut().isEmpty()]
    for group, commands in groupby(bound, key=lambda command: command.group):
        column.addSpacing(8)
        column.addWidget(Text(group, 12, 600, "text2"))
        for command in commands:
            row = QHBoxLayout()
            row.addWidget(_wrapped(Text(command.text, 13)), 1)
            row.addWidget(KeyCaps(actions.sequence(command.id)))
            column.addLayout(row)
            yield
    column.addStretch(1)


def _syntax(title: str) -> QVBoxLayout:
    column = _column()
    column.addSpacing(8)
    column.addWidget(Text(title, 12, 600, "text2"))
    column.addSpacing(4)
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    for row, (example, token, meaning) in enumerate(all_examples()):
        grid.addWidget(Text(example, 12, 400, token, mono=True), row, 0)
        grid.addWidget(_wrapped(Text(meaning, 13, 400, "text2")), row, 1)
    grid.setColumnStretch(1, 1)
    column.addLayout(grid)
    column.addStretch(1)
    return column
