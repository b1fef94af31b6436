"""The top bar: name, search field, mode, and the buttons for commands, theme and settings."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent

from ui.i18n.language import translate
from ui.shell.brand import Brand
from ui.shell.strip import Strip
from ui.theme import sizes
from ui.theme.tokens import is_dark
from ui.widgets.buttons import IconButton
from ui.widgets.progress import BusyLine
from ui.widgets.query_edit import LINE
from ui.widgets.search_field import SearchField
from ui.widgets.segments import Option, Segments

NAMED_FROM = 1000
"""Window width from which the name of the program is shown beside its logo."""

_BUSY_GAP = 2
_HYBRID, _SEMANTIC, _KEYWORD = "hybrid", "semantic", "keyword"
"""Values of `search.types.query.Mode`, which is imported after the first paint."""


class TopBar(Strip):
    """Emits ``modeChosen(str)``, the value of a `Mode`, when a person takes another mode."""

    modeChosen = Signal(str)

    def __init__(self) -> None:
        super().__init__(sizes.TOP_BAR)
        self.field = SearchField()
        self.mode = Segments(self._modes(), translate("Mode"), height=sizes.MODE_SEGMENTS, px=13)
        self.mode.set_current(_HYBRID)
        self.commands = IconButton("command", translate("Commands"), size=18)
        self.theme = IconButton("sun", translate("Use the dark theme"), size=18)
        self.settings = IconButton("settings", translate("Settings"), size=18)
        self._brand = Brand()
        self._busy = BusyLine()
        self._busy.setParent(self)
        self._busy.hide()
        self._lay_out()
        self.mode.chosen.connect(self.modeChosen)
        self.field.edit.linesChanged.connect(lambda lines: self.set_height(sizes.TOP_BAR + (lines - 1) * LINE))

    def fit(self, width: int) -> None:
        """Follow the rules for narrow windows."""
        self._brand.show_name(shown=width >= NAMED_FROM)

    def focus_field(self) -> None:
        """Go to the search field and select everything in it."""
        self.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.edit.selectAll()

    def set_busy(self, *, busy: bool) -> None:
        """Show or hide the line that says that an answer is under way."""
        self._busy.setVisible(busy)
        self._place_busy()

    @property
    def busy(self) -> bool:
        """Whether the line is shown."""
        return self._busy.isVisibleTo(self)

    def set_meaning(self, *, on: bool, why: str = "") -> None:
        """Offer the modes that search by meaning, or say that, or ``why``, there is no meaning to search by."""
        for option in self._modes()[:2]:
            button = self.mode.button(option.key)
            button.setEnabled(on)
            button.setToolTip(option.tip if on else why or translate("Semantic search is off"))

    def show_theme(self) -> None:
        """Update the text of the theme button."""
        dark = is_dark()
        self.theme.set_icon("moon" if dark else "sun")
        self.theme.set_tip(translate("Use the light theme") if dark else translate("Use the dark theme"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the busy line under the field."""
        super().resizeEvent(event)
        self._place_busy()

    def _modes(self) -> tuple[Option, ...]:
        return (
            Option(_HYBRID, translate("Hybrid"), translate("By word and by meaning")),
            Option(_SEMANTIC, translate("Semantic"), translate("By meaning only")),
            Option(_KEYWORD, translate("Keyword"), translate("By word only")),
        )

    def _lay_out(self) -> None:
        self.row.addWidget(self._brand)
        self.row.addWidget(self.field, 1)
        self.row.addSpacing(sizes.GAP)
        self.row.addWidget(self.mode)
        self.row.addSpacing(14)
        self.row.addWidget(self.commands)
        self.row.addSpacing(13)
        self.row.addWidget(self.theme)
        self.row.addSpacing(13)
        self.row.addWidget(self.settings)

    def _place_busy(self) -> None:
        under = self.field.geometry()
        self._busy.setGeometry(under.left() + 8, under.bottom() + _BUSY_GAP, under.width() - 16, 2)
