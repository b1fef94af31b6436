"""Header of the places to change: title, count, and a button back to the results."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from search.types.locations import ChangeLocations
from ui.i18n.language import counted, number, translate
from ui.theme import sizes
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton
from ui.widgets.text import Text

_RIGHT = 10
"""Pixels after the button, so that its icon ends at the padding of the pane."""


class WhereHeader(Bar):
    """Replaces the header of the results.

    Signals:
        backRequested: the results are to be shown again.
    """

    backRequested = Signal()

    def __init__(self) -> None:
        super().__init__(sizes.PANE_HEADER)
        self._detail = Text("", 12, 400, "text2", tnum=True)
        self.back = IconButton("x", translate("Back to the results"))
        self.back.clicked.connect(self.backRequested)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, _RIGHT, 0)
        row.setSpacing(sizes.GAP)
        row.addWidget(Text(translate("Where to change"), 13, 600))
        row.addWidget(self._detail)
        row.addStretch(1)
        row.addWidget(self.back)

    def show_locations(self, locations: ChangeLocations | None) -> None:
        """Show ``8 files, 3 covering tests in 38 ms``; dots while the answer is awaited."""
        self._detail.setText("\N{HORIZONTAL ELLIPSIS}" if locations is None else _counts(locations))

    @property
    def detail(self) -> str:
        """The counts as they are shown."""
        return self._detail.text()


def _counts(locations: ChangeLocations) -> str:
    if not locations.files:
        return translate("Nothing found")
    return translate("{files}, {tests} in {ms} ms").format(
        files=counted(len(locations.files), "{n} file", "{n} files"),
        tests=counted(len(locations.tests), "{n} covering test", "{n} covering tests"),
        ms=number(round(locations.took_ms)),
    )
