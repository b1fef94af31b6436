"""The context panel: evidence for a language model, gathered for the query and by hand."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QWidget

from search.ports import SearchCore
from ui.controllers.index_controller import root_folders
from ui.i18n.language import translate
from ui.panels.context.controller import ContextController
from ui.panels.context.pane import ContextPane
from ui.panels.panel import MOVING, SEARCHING, Area, Panel, PanelContext
from ui.widgets.actions import Binding


class ContextPanel(Panel[ContextPane]):
    """The text that is copied for a language model, within a budget of tokens."""

    name, title, area = "context", translate("Context"), Area.RIGHT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = ContextPane(context.services.count_tokens)
        self._controller = ContextController(context.jobs, context.search, self.widget, context.owner)

    def commands(self) -> Iterable[Binding]:
        """Return the commands on the evidence."""
        go = partial(self._context.host.go_to_panel, self.name)
        return (
            MOVING.bind(
                "context", translate("Go to context"), go, "Alt+5", icon="layers", mac="Ctrl+5", uncovers=True
            ),
            SEARCHING.bind(
                "copy-context",
                translate("Copy context for LLM"),
                self._controller.copy,
                "Ctrl+Shift+C",
                icon="copy",
            ),
        )

    def connect(self) -> None:
        """Connect the evidence with the selection and the banners."""
        context, widget = self._context, self.widget
        widget.copyRequested.connect(context.host.copy)
        context.index.statusChanged.connect(lambda status: widget.model.set_roots(root_folders(status)))
        widget.tokensChanged.connect(partial(context.host.set_panel_count, self.name))
        widget.textsNeeded.connect(lambda ids: context.selection.ask_texts(ids, widget.set_texts))
        self._controller.messageChanged.connect(lambda title, body: context.banners.say(title, body, quiet=True))
        self._controller.messageEnded.connect(context.banners.hide_titled)

    def show_keys(self) -> None:
        """Show the key that copies beside the button."""
        self.widget.set_copy_keys(self._context.actions.keys("copy-context"))

    def attach(self, core: SearchCore) -> None:
        """Take the core that gathers evidence."""
        self._controller.attach(core)

    def focus(self) -> None:
        """Go to the pieces of evidence."""
        self.widget.focus_content()

    def invalidate(self) -> None:
        """Gather evidence again if it comes from an older index."""
        self._controller.invalidate()

    @property
    def slash_views(self) -> tuple[QWidget, ...]:
        """The list of pieces."""
        return (self.widget.view,)

    @property
    def is_idle(self) -> bool:
        """Whether no evidence is about to be gathered."""
        return not self._controller.pending
