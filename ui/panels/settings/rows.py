"""Building blocks of the settings pages: a titled page that scrolls, and rows with a control."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from ui.painting.mirror import set_margins
from ui.widgets.ground import Ground
from ui.widgets.text import Line, Text

SCROLL_ROOM = 16
"""Pixels after the rows of a page for its scroll bar."""


class SettingsPage(QWidget):
    """Title, one sentence, and a column that `add` fills; long pages scroll."""

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__()
        outer = self._outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 8)
        outer.setSpacing(0)
        head = QVBoxLayout()
        set_margins(head, 0, 0, SCROLL_ROOM, 16)
        head.setSpacing(6)
        head.addWidget(Text(title, 20, 600))
        head.addWidget(wrapped(sentence, 13, "text2"))
        outer.addLayout(head)
        inner = Ground("raised")
        self.column = QVBoxLayout(inner)
        self.column.setSpacing(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        outer.addWidget(area, 1)
        self._bar = area.verticalScrollBar()
        self._bar.rangeChanged.connect(self._keep_edge)
        self._keep_edge()

    def add(self, widget: QWidget, gap: int = 12) -> None:
        """Add a widget below the last one."""
        self.column.addWidget(widget)
        self.column.addSpacing(gap)

    def add_line(self) -> None:
        """Add a line between two groups."""
        self.add(Line(vertical=False), 14)

    def add_foot(self, foot: QLayout) -> None:
        """Add a layout below the scrolled area, where it is always visible."""
        self._outer.addSpacing(12)
        set_margins(foot, 0, 0, SCROLL_ROOM, 0)
        self._outer.addLayout(foot)

    def finish(self) -> None:
        """Add stretch after the last widget."""
        self.column.addStretch(1)

    def _keep_edge(self) -> None:
        """Keep the right edge of the rows at the same position with and without a scroll bar."""
        bar_width = self._bar.sizeHint().width() if self._bar.maximum() else 0
        set_margins(self.column, 0, 0, SCROLL_ROOM - bar_width, 0)


class SettingRow(QWidget):
    """A title with an explanation below it, and a control at the right."""

    def __init__(self, title: str, sentence: str, control: QWidget) -> None:
        super().__init__()
        self.title, self.control = title, control
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Text(title, 13, 500))
        self.sentence = wrapped(sentence, 12, "text3")
        words.addWidget(self.sentence)
        row.addLayout(words, 1)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self.sentence.setHidden(not sentence)  # only once it has a parent: before that it would be a window


class SettingCheck(QWidget):
    """A checkbox with an explanation below its label."""

    def __init__(self, title: str, sentence: str = "") -> None:
        super().__init__()
        self.box = QCheckBox(title)
        self.box.setAccessibleName(title)
        self._sentence = wrapped(sentence, 12, "text3")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.box)
        below = QHBoxLayout()
        set_margins(below, 23, 0, 0, 0)
        below.addWidget(self._sentence, 1)
        column.addLayout(below)
        self.explain(sentence)

    def explain(self, sentence: str) -> None:
        """Show another explanation, or none."""
        self.box.setAccessibleDescription(sentence)
        self._sentence.setText(sentence)
        self._sentence.setHidden(not sentence)


def wrapped(words: str, px: int, token: str) -> Text:
    """Return a label that wraps."""
    text = Text(words, px, 400, token)
    text.setWordWrap(True)
    return text
