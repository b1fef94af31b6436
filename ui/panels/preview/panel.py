"""The preview panel: loads the file that is selected, and shows the person's note on it."""

from collections.abc import Callable, Iterable
from functools import partial

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.results import ChunkHit, FileHit
from search.types.status import FileText, IndexStatus
from ui.code.marking import marked_words
from ui.controllers.index_controller import offline_folders
from ui.controllers.opening import browse
from ui.controllers.spot import Spot
from ui.i18n.language import message_text, translate
from ui.panels.panel import MOVING, VIEW, Area, Panel, PanelContext
from ui.panels.preview.pane import PreviewPane
from ui.popups.note_editor import edit_note
from ui.user_data.marks import Mark
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding


class PreviewPanel(Panel[PreviewPane]):
    """The text of the selected file, at the selected chunk."""

    name, title, area = "preview", translate("Preview"), Area.RIGHT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = PreviewPane(marked_words, context.lexing)
        self._core: SearchCore | None = None
        self._access: Access = OWNER
        self._spot: Spot | None = None

    def commands(self) -> Iterable[Binding]:
        """Return the commands on the shown file."""
        widget, go = self.widget, partial(self._context.host.go_to_panel, self.name)
        return (
            MOVING.bind(
                "preview",
                translate("Go to preview"),
                go,
                "Alt+3",
                icon="file-text",
                mac="Ctrl+3",
                uncovers=True,
            ),
            VIEW.bind(
                "rendered",
                translate("Switch rendered and source"),
                widget.switch_view,
                "Ctrl+Shift+V",
                icon="file-text",
            ),
            VIEW.bind(
                "find", translate("Find in the preview"), self._find, "Ctrl+F", icon="search", uncovers=True
            ),
            VIEW.bind("next-match", translate("Next match"), widget.next_match, "F3"),
            VIEW.bind("previous-match", translate("Previous match"), widget.previous_match, "Shift+F3"),
        )

    def connect(self) -> None:
        """Connect the view with the selection, the marks and the index."""
        context, widget, selection = self._context, self.widget, self._context.selection
        selection.moved.connect(lambda file, chunk: widget.show_waiting(Spot.of_hit(file, chunk)))
        selection.rested.connect(self._load_hit)
        selection.cleared.connect(self._drop_answers)
        selection.spotWanted.connect(self._load)
        widget.fileWanted.connect(self._follow_link)
        widget.openRequested.connect(context.opener.open_path)
        widget.revealRequested.connect(context.opener.reveal_path)
        widget.copyRequested.connect(context.host.copy)
        widget.addressWanted.connect(browse)
        widget.viewChosen.connect(self._remember_view)
        widget.note.changeWanted.connect(self._edit_note)
        selection.rested.connect(lambda file, _chunk: widget.set_note(context.marks.note_of(file.file_id)))
        context.marks.changed.connect(self._show_note)
        context.names.changed.connect(widget.set_names)
        context.index.statusChanged.connect(self._show_offline)

    def attach(self, core: SearchCore) -> None:
        """Take the core that gives texts."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def focus(self) -> None:
        """Go to the text."""
        self.widget.focus_content()

    def restore(self, state: WindowState) -> None:
        """Show files rendered or as their source."""
        self.widget.set_rendered(rendered=state.rendered)

    def shutdown(self) -> None:
        """End the threads that render and mark."""
        self.widget.shutdown()

    def show_mark(self, mark: Mark) -> None:
        """Show a file that the person marked, with the note on it."""
        self._context.host.show_results_page()
        self._context.host.show_panel(self.name)
        self._load(Spot(mark.file_id, mark.repository, mark.path, mark.root_path, line=mark.line))
        self.widget.set_note(mark.note)

    def _find(self) -> None:
        self._context.host.show_panel(self.name)
        self.widget.open_find()

    def _load_hit(self, file: FileHit, chunk: ChunkHit | None) -> None:
        self._load(Spot.of_hit(file, chunk), lambda text: self._context.selection.textLoaded.emit(file, text.text))

    def _load(self, spot: Spot, then: Callable[[FileText], None] | None = None) -> None:
        """Show a place in a file; an answer is dropped once another place is wanted, but ``then`` gets it."""
        core = self._core
        if core is None:
            return
        self._spot = spot

        def take(text: FileText) -> None:
            if self._spot is spot:
                self.widget.show_text(text, spot, self._context.selection.terms)
            if then is not None:
                then(text)

        def refuse(error: KnownError) -> None:
            if self._spot is spot:
                self.widget.show_failure(message_text(error.message), message_text(error.remedy))

        self._context.jobs.run(lambda: core.file_text(spot.file, self._access), take, refuse)

    def _follow_link(self, spot: Spot, anchor: str) -> None:
        """Show a file that a text links to, at its heading."""
        self.widget.rendered.go_to_heading(anchor)
        self._load(spot)

    def _drop_answers(self) -> None:
        self._spot = None

    def _remember_view(self, rendered: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        self._context.state.rendered = rendered

    def _show_note(self) -> None:
        current = self._context.selection.current
        self.widget.set_note(self._context.marks.note_of(current[0].file_id) if current is not None else "")

    def _edit_note(self) -> None:
        spot, marks = self.widget.spot, self._context.marks
        mark = marks.of(spot.file) if spot is not None else None
        if mark is not None:
            edit_note(self._context.overlay, mark.path, mark.note, partial(marks.write_note, mark))

    def _show_offline(self, status: IndexStatus) -> None:
        self.widget.set_offline(offline_folders(status))
