"""The preview panel: loads the file that is selected, and shows the person's note on it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.graph import TreeNode
from search.types.results import ChunkHit, FileHit
from search.types.status import FileText, IndexStatus
from ui.code.marking import marked_words
from ui.controllers.definitions import DefinitionFinder
from ui.controllers.index_controller import offline_folders
from ui.controllers.line_history import LineHistory
from ui.controllers.opening import browse
from ui.controllers.spot import Spot
from ui.i18n.language import message_text, translate
from ui.panels.panel import MOVING, VIEW, Area, Panel, PanelContext
from ui.panels.preview.line_commands import LineCommands
from ui.panels.preview.menu import source_menu
from ui.panels.preview.name_commands import NameCommands, Showing
from ui.panels.preview.pane import PreviewPane
from ui.panels.preview.pins import Pins
from ui.popups.note_editor import edit_note
from ui.user_data.marks import Mark
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding
from ui.widgets.passing_menu import pop_up


class PreviewPanel(Panel[PreviewPane]):
    """The text of the selected file, at the selected chunk.

    Attributes:
        lines: the commands that ask git about lines.
        names: the commands that ask for definitions.
        pins: files that stay beside the preview.
    """

    name, title, area = "preview", translate("Preview"), Area.RIGHT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = PreviewPane(marked_words, context.lexing)
        self._core: SearchCore | None = None
        self._access: Access = OWNER
        self._spot: Spot | None = None
        self._awaited: Spot | None = None
        self._selected: Spot | None = None
        self._jumps = False
        self._offline: frozenset[str] = frozenset()
        self._definitions = DefinitionFinder(context.jobs, context.owner)
        self._history = LineHistory(context.jobs, context.owner)
        self.lines = LineCommands(self.widget, context, self._history)
        showing = Showing(self._show_node, context.selection.show_spot, self._ask_text)
        self.names = NameCommands(self.widget, context, self._definitions, showing)
        self.pins = Pins(
            self.widget, context, lambda: PreviewPane(marked_words, context.lexing), self.names.go_to_in
        )

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
            VIEW.bind(
                "wrap",
                translate("Wrap long lines"),
                widget.toggle_wrap,
                "Alt+Z",
                icon="wrap-text",
                mac="Ctrl+Alt+Z",
            ),
            *self.names.commands(),
            *self.lines.commands(),
            *self.pins.commands(),
            VIEW.bind("next-match", translate("Next match"), widget.next_match, "F3"),
            VIEW.bind("previous-match", translate("Previous match"), widget.previous_match, "Shift+F3"),
        )

    def connect(self) -> None:
        """Connect the view with the selection, the marks and the index."""
        context, widget, selection = self._context, self.widget, self._context.selection
        selection.moved.connect(self._announce)
        selection.rested.connect(self._load_hit)
        selection.renewed.connect(self._renew)
        selection.cleared.connect(self._drop_answers)
        selection.spotWanted.connect(self.show_spot)
        widget.fileWanted.connect(self._follow_link)
        widget.rendered.spotWanted.connect(selection.show_spot)
        widget.openRequested.connect(context.opener.open_path)
        widget.revealRequested.connect(context.opener.reveal_path)
        widget.copyRequested.connect(context.host.copy)
        widget.addressWanted.connect(browse)
        widget.viewChosen.connect(self._remember_view)
        widget.wrapChosen.connect(self._remember_wrap)
        widget.note.changeWanted.connect(self._edit_note)
        widget.code.nameClicked.connect(self.names.go_to)
        widget.code.menuWanted.connect(self._show_menu)
        selection.rested.connect(lambda file, _chunk: widget.set_note(context.marks.note_of(file.file_id)))
        context.marks.changed.connect(self._show_note)
        context.names.changed.connect(widget.set_names)
        context.index.statusChanged.connect(self._show_offline)

    def show_keys(self) -> None:
        """Name the keys in the tooltips of the footer."""
        keys = self._context.actions.keys
        self.widget.footer.set_keys(keys("previous-match"), keys("next-match"), keys("wrap"))

    def attach(self, core: SearchCore) -> None:
        """Take the core that gives texts."""
        self._core = core
        self._definitions.attach(core)
        self._history.attach(core)
        self.pins.attach(core)

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access
        self._definitions.set_access(access)
        self._history.set_access(access)
        self.pins.set_access(access)

    def focus(self) -> None:
        """Go to the text."""
        self.widget.focus_content()

    def restore(self, state: WindowState) -> None:
        """Show files rendered or as their source, and wrap long lines as the person chose."""
        self.widget.set_rendered(rendered=state.rendered)
        self.widget.set_wraps(prose=state.wrap_prose, code=state.wrap_code)

    def shutdown(self) -> None:
        """End the threads that render and mark."""
        self.widget.shutdown()
        self.pins.shutdown()

    @property
    def spot(self) -> Spot | None:
        """The place whose text is shown, or will be as soon as it is loaded."""
        return self._spot

    def as_left(self, spot: Spot) -> Spot:
        """Return a spot with how its file is scrolled now; unchanged while another place is shown or awaited."""
        widget = self.widget
        view = widget.rendered if widget.shows_rendered else widget.source
        shown = view.shown_spot  # a renewed answer has equal spots, which the view need not take
        if shown is None or self._spot is None or self._jumps or self._awaited is not None:
            return spot
        if not shown.file == self._spot.file == spot.file:
            return spot
        return replace(spot, scroll=view.scrolled())

    def show_spot(self, spot: Spot) -> None:
        """Show a place in a file, and drop a place that is still loading."""
        if self._awaited is not None:
            self._awaited = spot
        self._load(spot)

    def show_after_answer(self, spot: Spot) -> None:
        """Show a place in a file in place of the first result of the answer that is awaited."""
        self._awaited = spot

    def show_mark(self, mark: Mark) -> None:
        """Show a file that the person marked, with the note on it."""
        self._context.host.show_results_page()
        self._context.host.show_panel(self.name)
        spot = Spot(mark.file_id, mark.repository, mark.path, mark.root_path, line=mark.line)
        self._context.selection.show_spot(spot)
        self.widget.set_note(mark.note)

    def _show_menu(self, position: QPoint) -> None:
        """Show what can be done with the line or the selected text."""
        pop_up(source_menu(self.widget, self._context), position)

    def _show_node(self, node: TreeNode) -> None:
        self._context.host.show_panel(self.name)
        self._context.selection.show_spot(Spot.of_node(node))

    def _find(self) -> None:
        self._context.host.show_panel(self.name)
        self.widget.open_find()

    def _announce(self, file: FileHit, chunk: ChunkHit | None) -> None:
        """Show where the selection is, unless another place is to be shown once it rests."""
        if self._awaited is None:
            self.widget.show_waiting(self._spot_of(file, chunk))

    def _load_hit(self, file: FileHit, chunk: ChunkHit | None) -> None:
        if (spot := self._awaited) is not None:
            self._awaited = None
            self._load(spot)
            return
        self._selected = self._spot_of(file, chunk)
        self._load(self._selected, partial(self._tell_loaded, file))

    def _renew(self, file: FileHit, chunk: ChunkHit | None) -> None:
        """Show what is shown as it is now, where the person reads it, which may not be the selection any more."""
        if self._spot is None or self._awaited is not None:
            self._load_hit(file, chunk)
        elif self._spot is self._selected:
            self._selected = self._spot_of(file, chunk)
            self._load(self._selected, partial(self._tell_loaded, file), jumps=False)
        else:
            self._load(self._spot, jumps=False)
            self._ask_text(file.file_id, partial(self._tell_loaded, file))

    def _tell_loaded(self, file: FileHit, text: FileText) -> None:
        self._context.selection.textLoaded.emit(file, text.text)

    def _spot_of(self, file: FileHit, chunk: ChunkHit | None) -> Spot:
        return replace(Spot.of_hit(file, chunk), marks=self._context.selection.marks)

    def _load(self, spot: Spot, then: Callable[[FileText], None] | None = None, *, jumps: bool = True) -> None:
        """Show a place in a file; an answer is dropped once another place is wanted, but ``then`` gets it.

        Without ``jumps`` the text is only renewed, unless the place is still to be gone to.
        """
        if self._core is None:
            return
        self._spot = spot
        self._jumps = self._jumps or jumps

        def take(text: FileText) -> None:
            if self._spot is spot:
                show = self.widget.show_text if self._jumps else self.widget.renew_text
                self._jumps = False
                show(text, spot, self._context.selection.terms)
            if then is not None:
                then(text)

        def refuse(error: KnownError) -> None:
            if self._spot is spot:
                self.widget.show_failure(message_text(error.message), message_text(error.remedy))

        self._ask_text(spot.file, take, refuse)

    def _ask_text(
        self, file: str, take: Callable[[FileText], None], refuse: Callable[[KnownError], None] | None = None
    ) -> None:
        core, access = self._core, self._access
        if core is not None:
            self._context.jobs.run(lambda: core.file_text(file, access), take, refuse)

    def _follow_link(self, spot: Spot, anchor: str) -> None:
        """Show a file that a text links to, at its heading."""
        self._context.selection.show_spot(spot)
        self.widget.rendered.go_to_heading(anchor)

    def _drop_answers(self) -> None:
        self._spot = None
        awaited, self._awaited = self._awaited, None
        if awaited is not None:
            self._load(awaited)

    def _remember_view(self, rendered: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        self._context.state.rendered = rendered

    def _remember_wrap(self, prose: bool, wraps: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        state = self._context.state
        if prose:
            state.wrap_prose = wraps
        else:
            state.wrap_code = wraps
        self.widget.set_wraps(prose=state.wrap_prose, code=state.wrap_code)

    def _show_note(self) -> None:
        current = self._context.selection.current
        self.widget.set_note(self._context.marks.note_of(current[0].file_id) if current is not None else "")

    def _edit_note(self) -> None:
        spot, marks = self.widget.spot, self._context.marks
        mark = marks.of(spot.file) if spot is not None else None
        if mark is not None:
            edit_note(self._context.overlay, mark.path, mark.note, partial(marks.write_note, mark))

    def _show_offline(self, status: IndexStatus) -> None:
        """Mark folders that are not there, and show a file as it is on the disk when its folder is back."""
        before, self._offline = self._offline, offline_folders(status)
        self.widget.set_offline(self._offline)
        if self._spot is not None and self._spot.root_path in before - self._offline:
            self._load(self._spot)
