"""The dependencies panel: asks for trees while it is visible, finds paths from the root, exports trees."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.graph import DependencyTree, TreeNode, TreeRequest
from search.types.results import ChunkHit, FileHit
from ui.code.names import name_path, short_name
from ui.controllers.index_controller import root_folders
from ui.controllers.spot import Spot
from ui.i18n.language import message_text, translate
from ui.panels.dependencies.export import ExportForm, form_of
from ui.panels.dependencies.graph.drawing_commands import DrawingCommands
from ui.panels.dependencies.named_definition import NamedDefinition, definition_named
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.dependencies.saved_walks import WalksController
from ui.panels.panel import MOVING, VIEW, Area, Panel, PanelContext, UserFile
from ui.popups.name_prompt import NamePrompt, Wording, refuse_names, unused_name
from ui.popups.why import WhyPopup
from ui.user_data.box_positions import BoxPositionStore
from ui.user_data.saved_trees import SavedTreeStore
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding
from ui.widgets.save_dialog import ask_save_path

_UNKNOWN_SO_FAR = "graph.unknown_so_far"
"""Code of the failure of a tree whose root the graph does not have yet, while dependencies are read."""


class DependenciesPanel(Panel[DependenciesPane]):
    """The tree of dependencies and users of the selection.

    Attributes:
        walks: the trees that the person saved.
    """

    name, title, area = "dependencies", translate("Dependencies"), Area.RIGHT

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = DependenciesPane()
        store = SavedTreeStore(context.services.person_folder / "walks.json")
        self.walks = WalksController(context.jobs, store, self.widget, context.owner)
        positions = BoxPositionStore(context.services.person_folder / "boxes.json")
        self.drawing = DrawingCommands(context.jobs, context.banners, self.widget.graph, positions)
        self._core: SearchCore | None = None
        self._access: Access = OWNER
        self._visible = False
        self._stays_at: tuple[str, str] | None = None
        """The selection at which another tree was asked for, which stays as long as it does."""
        self._generation = 0
        self._named: NamedDefinition | None = None
        """What the shown selection stands for, while its node is not known."""

    def commands(self) -> Iterable[Binding]:
        """Return the commands on the tree."""
        go = partial(self._context.host.go_to_panel, self.name)
        return (
            MOVING.bind(
                "dependencies",
                translate("Go to dependencies"),
                go,
                "Alt+4",
                icon="git-fork",
                mac="Ctrl+4",
                uncovers=True,
            ),
            VIEW.bind(
                "graph",
                translate("Draw the dependencies as a graph"),
                self.toggle_graph,
                "Ctrl+Shift+G",
                icon="workflow",
                uncovers=True,
            ),
            VIEW.bind(
                "path-to", translate("Path from the tree's root to something"), self.ask_path, icon="git-fork"
            ),
            VIEW.bind(
                "selected-dependencies",
                translate("Dependencies of the selection"),
                self._show_selection,
                "Ctrl+D",
                icon="git-fork",
                uncovers=True,
            ),
        )

    def connect(self) -> None:
        """Connect the tree with the selection, and read the saved trees."""
        context, widget = self._context, self.widget
        host, selection = context.host, context.selection
        selection.rested.connect(self._follow)
        context.index.settled.connect(widget.ask_again)
        context.index.statusChanged.connect(lambda status: widget.model.set_roots(root_folders(status)))
        context.index.statusChanged.connect(lambda status: widget.show_readiness(status.ready.graph))
        widget.treeRequested.connect(self._ask_tree)
        widget.loadRequested.connect(self._ask_branch)
        widget.previewRequested.connect(self._preview)
        widget.copyRequested.connect(host.copy)
        widget.countChanged.connect(self._show_count)
        widget.pathRequested.connect(self.ask_path)
        widget.exportRequested.connect(self._export)
        widget.walkSaveRequested.connect(self._name_walk)
        widget.drawnChosen.connect(lambda drawn: self._set_drawn(drawn=drawn))
        widget.tools.pictureRequested.connect(self.ask_picture)
        self.drawing.load()
        self._connect_walks()

    def _connect_walks(self) -> None:
        banners, walks = self._context.banners, self.walks
        walks.refused.connect(banners.say)
        walks.damaged.connect(banners.say_damaged)
        walks.exported.connect(
            lambda path: banners.say(translate("Written: {path}").format(path=path), "", quiet=True)
        )
        walks.load()

    def show_keys(self) -> None:
        """Name the key that draws the graph."""
        self.widget.tools.draw.set_keys(self._context.actions.keys("graph"))

    def attach(self, core: SearchCore) -> None:
        """Take the core that gives trees."""
        self._core = core
        self.walks.attach(core)

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access
        self.walks.set_access(access)

    def focus(self) -> None:
        """Go to the tree."""
        self.widget.focus_content()

    def set_visible(self, *, visible: bool) -> None:
        """Ask for the tree of the selection once it can be seen, unless another was asked for since it moved."""
        self._visible = visible
        current = self._context.selection.current
        if visible and current is not None:
            self._set_target(*current)
        self._show_count()

    def set_compact(self, *, on: bool) -> None:
        """Show the kinds of edges as one button."""
        self.widget.set_compact(on=on)

    @property
    def slash_views(self) -> tuple[QWidget, ...]:
        """The tree and the graph."""
        return (self.widget.view, self.widget.graph.canvas)

    @property
    def is_idle(self) -> bool:
        """Whether the drawing is that of the tree."""
        return self.widget.graph.is_settled

    @property
    def user_files(self) -> tuple[UserFile, ...]:
        """The saved trees."""
        return (self.walks,)

    def show_node(self, node: TreeNode) -> None:
        """Show the users and the dependencies of a definition."""
        self.show_name(node.id, node.name, node.path)

    def show_name(self, node: str, name: str, path: str = "") -> None:
        """Show the users and the dependencies of the node with an identifier."""
        self._context.host.go_to_panel(self.name)
        self._stays_at = self._current_target()
        self.widget.leave_walk()
        self.widget.set_target(node, name, path)

    def toggle_graph(self) -> None:
        """Go to the drawn graph; where it is in view already, show the tree alone."""
        drawn = not (self.widget.body.drawn and self._context.host.is_panel_visible(self.name))
        self._set_drawn(drawn=drawn)
        self._context.host.go_to_panel(self.name)

    def restore(self, state: WindowState) -> None:
        """Draw the graph if it was drawn at the last run."""
        self.widget.set_drawn(drawn=state.graph_drawn)

    def _set_drawn(self, *, drawn: bool) -> None:
        self._context.state.graph_drawn = drawn
        self.widget.set_drawn(drawn=drawn)

    def ask_path(self) -> WhyPopup | None:
        """Ask for a name or path and show how the tree's root depends on it; None where nothing is selected."""
        widget, host = self.widget, self._context.host
        if not host.is_panel_visible(self.name):
            host.show_panel(self.name)  # trees follow the selection only while they can be seen
        if not widget.target:
            return None
        title = translate("Path from {name}").format(name=widget.name)
        popup = WhyPopup(self._context.overlay, title, asks=True)
        popup.field.setPlaceholderText(translate("Name, path or table that it may depend on"))
        popup.field.setAccessibleName(translate("Where the path leads"))
        popup.pathEntered.connect(lambda target: self.walks.find_path(target, popup.show_sections))
        popup.pathEntered.connect(self._light_path)
        popup.copyRequested.connect(host.copy)
        popup.open()
        return popup

    def _light_path(self, target: str) -> None:
        if self._core is not None and self.widget.body.drawn:
            self.drawing.light_path(self._core, self.widget.target, target, self._access)

    def ask_picture(self, suffix: str) -> None:
        """Ask where the graph should be written, as ``svg`` or ``png``."""
        self.drawing.ask_file(suffix, _file_name(self.widget.name))

    def _show_selection(self) -> None:
        """Show the tree of the selection itself, wherever a person went on from it."""
        self._context.host.go_to_panel(self.name)
        self._stays_at = None
        self.widget.leave_walk()
        self.set_visible(visible=True)

    def _follow(self, file: FileHit, chunk: ChunkHit | None) -> None:
        if self._target_of(file, chunk)[:2] != self._stays_at:
            self._stays_at = None
        if self._visible:
            self._set_target(file, chunk)
        self._show_count()

    def _set_target(self, file: FileHit, chunk: ChunkHit | None) -> None:
        target, path, name = self._target_of(file, chunk)
        if (target, path) == self._stays_at:
            return
        self._stays_at = None
        self.widget.set_target(target, name, path)

    def _target_of(self, file: FileHit, chunk: ChunkHit | None) -> tuple[str, str, str]:
        """Return the node that a selection stands on, the file that tells it from its namesakes, and its name.

        A file whose definition is exactly what the query names stands for that definition.
        """
        named = chunk if chunk is not None else definition_named(file, self._context.search.newest)
        if isinstance(named, NamedDefinition):
            self._named = named
            return named.target, file.path, named.name
        if named is not None and named.header_path:
            return named.node_id, file.path, short_name(name_path(named), named.kind)
        return file.file_id, "", file.path.rsplit("/", 1)[-1]

    def _current_target(self) -> tuple[str, str] | None:
        current = self._context.selection.current
        return self._target_of(*current)[:2] if current is not None else None

    def _show_count(self) -> None:
        """Show the count of the tree in the tab; none where the tab would show another tree, not asked for yet."""
        target = self._current_target()
        is_known = self._visible or target is None or target == self._stays_at or self.widget.follows(*target)
        self._context.host.set_panel_count(self.name, self.widget.count if is_known else 0)

    def _preview(self, node: TreeNode) -> None:
        if node.path:
            self._context.selection.show_spot(Spot.of_node(node))
            if not self._context.host.is_panel_visible("preview"):
                self._context.host.show_panel("preview")

    def _ask_tree(self, request: TreeRequest) -> None:
        core, widget = self._core, self.widget
        if core is None:
            return
        self._generation += 1
        generation = (self._generation, request.target)

        def take(tree: DependencyTree) -> None:
            if generation == (self._generation, widget.target):
                widget.show_tree(tree)

        def refuse(error: KnownError) -> None:
            if generation == (self._generation, widget.target):
                words = message_text(error.message), message_text(error.remedy)
                widget.show_failure(*words, awaited=error.message.code == _UNKNOWN_SO_FAR)

        named, access = self._named, self._access
        if named is not None and named.target == request.target:
            self._context.jobs.run(lambda: named.tree(core, request, access), take, refuse)
        else:
            self._context.jobs.run(lambda: core.tree(request, access), take, refuse)

    def _ask_branch(self, request: TreeRequest) -> None:
        core = self._core
        if core is not None:
            self._context.jobs.run(
                lambda: core.tree(request, self._access), lambda tree: self.widget.graft(request, tree)
            )

    def _name_walk(self) -> NamePrompt:
        """Ask for the name under which the shown tree is saved."""
        wording = Wording(
            translate("Save this tree"),
            translate("Opened again, it marks what is new, gone or moved since"),
            translate("Name"),
            translate("Save"),
        )
        names = self.walks.names()
        refusal = refuse_names(names, translate("Another saved tree has this name"))
        prompt = NamePrompt(self._context.overlay, wording, unused_name(self.widget.name, names), refusal)
        prompt.nameChosen.connect(self.walks.save)
        prompt.open()
        return prompt

    def _export(self, form: ExportForm) -> None:
        tree = self.widget.model.tree
        if tree is None:
            return
        start = str(Path.home() / f"{_file_name(self.widget.name)}.{form.suffix}")
        kinds = f"{form.name} (*.{form.suffix})"
        path = ask_save_path(self._context.owner, translate("Export the tree"), start, kinds)
        if path:
            file = Path(path)
            by_suffix = form_of(file.name) if file.suffix else form
            self.walks.export(
                file if file.suffix else file.with_suffix(f".{form.suffix}"), lambda: by_suffix.write(tree)
            )


def _file_name(name: str) -> str:
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in name).strip(".-") or "tree"
