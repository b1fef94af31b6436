"""Footer of the preview: the current match, whether lines are wrapped, language, length and encoding."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from search.types.status import FileText
from ui.code.languages import language_name
from ui.i18n.language import counted, number, translate
from ui.theme import sizes
from ui.widgets.bar import Bar, Edge
from ui.widgets.buttons import IconButton
from ui.widgets.text import Text

HEIGHT = 32


class PreviewFooter(Bar):
    """Shows counts, and emits ``previous``, ``next`` and ``wrapToggled`` for its buttons."""

    previous = Signal()
    next = Signal()
    wrapToggled = Signal()

    def __init__(self) -> None:
        super().__init__(HEIGHT, edge=Edge.ABOVE)
        self._matches = Text("", 12, 400, "text2", tnum=True)
        self._kind = Text("", 12, 400, "text3", tnum=True)
        self.back = IconButton("chevron-up", translate("Previous match"), size=14, box=24)
        self.forward = IconButton("chevron-down", translate("Next match"), size=14, box=24)
        self.back.clicked.connect(self.previous)
        self.forward.clicked.connect(self.next)
        self.wrap = IconButton("wrap-text", "", size=14, box=24)
        self.wrap.clicked.connect(self.wrapToggled)
        self.set_wrapped(on=None)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 1, sizes.PANE_PADDING, 0)
        row.setSpacing(sizes.GAP)
        for part in (self._matches, self.back, self.forward):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self._kind)
        row.addWidget(self.wrap)

    def set_matches(self, index: int | None, count: int) -> None:
        """Show ``12 of 31 matches``; ``index`` counts from 0."""
        if not count:
            words = translate("No matches")
        elif index is None:
            words = counted(count, "{n} match", "{n} matches")
        else:
            words = counted(count, "{place} of {n} match", "{place} of {n} matches").format(
                place=number(index + 1)
            )
        self._matches.setText(words)
        for button in (self.back, self.forward):
            button.setEnabled(count > 0)

    def set_keys(self, previous: str, following: str, wrap: str) -> None:
        """Name the keys of the buttons in their tooltips."""
        for button, keys in ((self.back, previous), (self.forward, following), (self.wrap, wrap)):
            button.set_keys(keys)

    def set_wrapped(self, *, on: bool | None) -> None:
        """Show whether long lines are wrapped; None where nothing can be wrapped."""
        self.wrap.setVisible(on is not None)
        tip = translate("Let long lines run on") if on else translate("Wrap long lines")
        self.wrap.set_tip(tip)
        self.wrap.set_icon("wrap-text", "accent" if on else "text2")

    def set_text(self, text: FileText | None) -> None:
        """Show language, number of lines and encoding of a file."""
        if text is None:
            self._kind.setText("")
            return
        lines = counted(text.line_count, "{n} line", "{n} lines")
        if text.truncated:
            lines = counted(text.line_count, "more than {n} line", "more than {n} lines")
        parts = (language_name(text.language), lines, text.encoding.upper())
        self._kind.setText("  ".join(dict.fromkeys(filter(None, parts))))  # a document's reader is its encoding
