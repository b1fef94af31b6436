"""The commands that keep files beside the preview."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from search.ports import SearchCore
from search.types.filters import OWNER, Access
from ui.controllers.opening import browse
from ui.controllers.spot import Spot
from ui.i18n.language import translate
from ui.panels.panel import VIEW, PanelContext
from ui.panels.preview.pane import PreviewPane
from ui.panels.preview.pinned import PinnedFiles
from ui.widgets.actions import Binding


class Pins(QObject):
    """Pins the file of the preview, and loads pinned files.

    The second preview is made when something is pinned for the first time: few people need it at the start.

    Args:
        make_pane: makes it.
        follow: goes to the name that was clicked with Ctrl in a pinned file.
    """

    def __init__(
        self,
        pane: PreviewPane,
        context: PanelContext,
        make_pane: Callable[[], PreviewPane],
        follow: Callable[[str, PreviewPane], object],
    ) -> None:
        super().__init__(pane)
        self._pane, self._context, self._make_pane, self._follow = pane, context, make_pane, follow
        self._core: SearchCore | None = None
        self._access: Access = OWNER
        self.files: PinnedFiles | None = None

    def commands(self) -> Iterable[Binding]:
        """Return the commands."""
        pin, unpin = translate("Keep this file beside the preview"), translate("Close the pinned file")
        return (
            VIEW.bind("pin", pin, self.pin, "Alt+P", icon="pin", mac="Ctrl+Alt+P"),
            VIEW.bind("unpin", unpin, self.unpin, "Alt+Shift+P", icon="x", mac="Ctrl+Alt+Shift+P"),
        )

    def attach(self, core: SearchCore) -> None:
        """Take the core that gives texts."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Use these rights from now on; files that were pinned with other rights are closed."""
        self._access = access
        while self.files is not None and self.files.tabs.count():
            self.unpin()

    def pin(self) -> None:
        """Keep the visible file beside the preview."""
        spot = self._pane.spot
        if spot is None:
            return
        if self.files is None:
            self.files = self._make()
        self.files.show()
        self.files.pin(spot)

    def unpin(self) -> None:
        """Close the pinned file that is shown."""
        if self.files is not None and self.files.tabs.count():
            self.files.close_tab(self.files.tabs.currentIndex())

    def shutdown(self) -> None:
        """End the threads of the second preview."""
        if self.files is not None:
            self.files.pane.shutdown()

    def _make(self) -> PinnedFiles:
        context, pane = self._context, self._make_pane()
        files = PinnedFiles(pane)
        files.textWanted.connect(self._load)
        files.emptied.connect(self._hide)
        pane.openRequested.connect(context.opener.open_path)
        pane.revealRequested.connect(context.opener.reveal_path)
        pane.copyRequested.connect(context.host.copy)
        pane.addressWanted.connect(browse)
        pane.code.nameClicked.connect(lambda name: self._follow(name, pane))
        pane.set_wraps(prose=context.state.wrap_prose, code=context.state.wrap_code)
        pane.set_rendered(rendered=context.state.rendered)
        self._pane.beside.add(files)
        return files

    def _load(self, spot: Spot) -> None:
        core, access, files = self._core, self._access, self.files
        terms = self._context.selection.terms
        if core is not None and files is not None:
            self._context.jobs.run(
                lambda: core.file_text(spot.file, access), lambda text: files.show_text(spot, text, terms)
            )

    def _hide(self) -> None:
        if self.files is not None:
            self.files.hide()
        self._pane.focus_content()
