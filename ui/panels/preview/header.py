"""Header of the preview: the location of the file, and buttons for it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout

from ui.i18n.language import translate
from ui.panels.preview.breadcrumb import Breadcrumb, BreadcrumbParts
from ui.theme import sizes
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.segments import Option, Segments

HEIGHT = 42
_RENDERED, _SOURCE = "rendered", "source"


class PreviewHeader(Bar):
    """Breadcrumb, choice of rendered view or source, and buttons to copy the path, reveal and open the file.

    Attributes:
        open, open_icon: of the two the first is in view where the name of the file has room beside it.

    Signals:
        renderedWanted: show the file rendered (True) or as source (False).
    """

    openWanted = Signal()
    revealWanted = Signal()
    copyWanted = Signal()
    renderedWanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__(HEIGHT)
        self._breadcrumb = Breadcrumb()
        options = (
            Option(_RENDERED, translate("Rendered"), translate("As its reader sees it")),
            Option(_SOURCE, translate("Source"), translate("The text that is searched")),
        )
        self.views = Segments(options, translate("View"), padding=9)
        self.views.chosen.connect(lambda key: self.renderedWanted.emit(key == _RENDERED))
        self.views.hide()
        self.copy = IconButton("copy", translate("Copy path"))
        self.reveal = IconButton("folder-open", translate("Show in folder"))
        self.open = WordButton(translate("Open"), icon_name="external-link")
        self.open_icon = IconButton("external-link", translate("Open"))
        for button in (self.open, self.open_icon):
            button.setToolTip(translate("Open in the editor at this line  Enter"))
            button.clicked.connect(self.openWanted)
        self.open_icon.hide()
        self.copy.clicked.connect(self.copyWanted)
        self.reveal.clicked.connect(self.revealWanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        row.setSpacing(sizes.GAP)
        row.addWidget(self._breadcrumb, 1)
        for widget in (self.views, self.copy, self.reveal, self.open, self.open_icon):
            row.addWidget(widget)

    def set_breadcrumb(self, parts: BreadcrumbParts) -> None:
        """Show the location of the file."""
        self._breadcrumb.set_parts(parts)
        self._make_room()

    def set_on_disk(self, *, on: bool) -> None:
        """Enable or disable the buttons that need the file on disk."""
        for button in (self.open, self.open_icon, self.reveal):
            button.setEnabled(on)

    def set_views(self, *, shown: bool, rendered: bool) -> None:
        """Show or hide the choice of views, and select the current one."""
        self.views.setVisible(shown)
        self.views.set_current(_RENDERED if rendered else _SOURCE)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the word of the last button where the name of the file needs its room."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        others = [widget for widget in (self.views, self.copy, self.reveal) if not widget.isHidden()]
        sized = [widget.sizeHint().expandedTo(widget.minimumSize()) for widget in (*others, self.open)]
        buttons = sum(size.width() + sizes.GAP for size in sized)
        roomy = self.width() - 2 * sizes.PANE_PADDING - buttons >= self._breadcrumb.least_width
        self.open.setVisible(roomy)
        self.open_icon.setVisible(not roomy)
