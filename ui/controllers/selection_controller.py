"""What the right pane shows for the selection: texts, trees and evidence, asked for when they can be seen."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.graph import DependencyTree, TreeNode, TreeRequest
from search.types.results import ChunkHit, FileHit
from search.types.status import FileText
from ui.controllers.jobs import Jobs
from ui.i18n.core_messages import core_words
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.preview.pane import PreviewPane
from ui.panels.preview.spot import Spot
from ui.panels.results.pane import ResultsPane

REST_MS = 60
"""A held arrow key passes rows faster than this; only the row it rests on is loaded."""


class SelectionController(QObject):
    """Answers the wishes of results, preview and dependencies with the core's data.

    ``selected(FileHit)`` comes when the selection rests on a file.
    """

    selected = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        panes: tuple[ResultsPane, PreviewPane, DependenciesPane],
        parent: QObject | None = None,
        *,
        access: Access = OWNER,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._access = jobs, access
        self._results, self._preview, self._dependencies = panes
        self._core: SearchCore | None = None
        self._terms: tuple[str, ...] = ()
        self._wanted: tuple[FileHit, ChunkHit | None] | None = None
        self._spot: Spot | None = None
        self._trees_wanted, self._trees = False, 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._load)
        self._connect()

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def show_place(self, spot: Spot) -> None:
        """Show a place that is none of the results."""
        self._show(spot)

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_terms(self, terms: tuple[str, ...]) -> None:
        """Take the words that are marked; what is selected next is loaded even if it was selected before."""
        self._terms = terms
        self._wanted = None

    def show_trees(self, *, shown: bool) -> None:
        """Say whether the dependencies can be seen: trees are asked for only then."""
        self._trees_wanted = shown
        if shown and self._wanted is not None:
            self._set_target(*self._wanted)

    def show_own_tree(self) -> None:
        """Show the tree of the selection itself, wherever a person went on from it."""
        self._dependencies.leave_walk()
        self.show_trees(shown=True)

    def select(self, file: FileHit, chunk: ChunkHit | None = None) -> None:
        """The selection moved to a file or one of its chunks."""
        before, self._wanted = self._wanted, (file, chunk)
        if before is None or _place(*before) != _place(file, chunk):  # a step of the slider keeps the place
            self._preview.show_waiting(Spot.of_hit(file, chunk))
            self._rest.start()

    def ensure(self, file: FileHit) -> None:
        """Select a file unless the list has selected something since the last answer."""
        if self._wanted is None:
            self.select(file)

    def clear(self) -> None:
        """Nothing is selected any more."""
        self._rest.stop()
        self._wanted, self._spot = None, None
        self._dependencies.clear()

    def ask_texts(self, ids: tuple[str, ...], take: Callable[[Mapping[str, str]], None]) -> None:
        """Ask for the texts of chunks and give them to ``take``."""
        core = self._core
        if core is not None:
            self._jobs.run(lambda: core.texts(ids, self._access), take)

    def _load(self) -> None:
        if self._wanted is None:
            return
        file, chunk = self._wanted
        self._show(Spot.of_hit(file, chunk), lambda text: self._results.set_file_text(file, text.text))
        if self._trees_wanted:
            self._set_target(file, chunk)
        self.selected.emit(file)

    def _set_target(self, file: FileHit, chunk: ChunkHit | None) -> None:
        name = file.path.rsplit("/", 1)[-1]
        if chunk is not None and chunk.header_path:
            self._dependencies.set_target(chunk.node_id, chunk.header_path, file.path)
        else:
            self._dependencies.set_target(file.file_id, name)

    def _show(self, spot: Spot, also: Callable[[FileText], None] | None = None) -> None:
        core = self._core
        if core is None:
            return
        self._spot = spot

        def take(text: FileText) -> None:
            if self._spot is spot:
                self._preview.show_text(text, spot, self._terms)
            if also is not None:
                also(text)

        def refuse(error: KnownError) -> None:
            if self._spot is spot:
                self._preview.show_failure(core_words(str(error)), core_words(error.remedy))

        self._jobs.run(lambda: core.file_text(spot.file, self._access), take, refuse)

    def _show_node(self, node: TreeNode) -> None:
        if node.path:
            self._show(Spot.of_node(node))

    def _show_linked(self, spot: Spot, anchor: str) -> None:
        """Show a file that a text links to, at its heading."""
        self._preview.rendered.go_to_heading(anchor)
        self._show(spot)

    def _ask_tree(self, request: TreeRequest) -> None:
        core = self._core
        if core is None:
            return
        self._trees += 1
        mine, target = self._trees, request.target

        def take(tree: DependencyTree) -> None:
            if (self._trees, self._dependencies.target) == (mine, target):
                self._dependencies.show_tree(tree)

        def refuse(error: KnownError) -> None:
            if (self._trees, self._dependencies.target) == (mine, target):
                self._dependencies.show_failure(core_words(str(error)), core_words(error.remedy))

        self._jobs.run(lambda: core.tree(request, self._access), take, refuse)

    def _ask_branch(self, request: TreeRequest) -> None:
        core = self._core
        if core is not None:
            self._jobs.run(
                lambda: core.tree(request, self._access), lambda tree: self._dependencies.graft(request, tree)
            )

    def _connect(self) -> None:
        self._results.fileActivated.connect(self.select)
        self._results.chunkSelected.connect(self.select)
        self._results.textsNeeded.connect(lambda ids: self.ask_texts(ids, self._results.set_texts))
        self._dependencies.treeRequested.connect(self._ask_tree)
        self._dependencies.loadRequested.connect(self._ask_branch)
        self._dependencies.previewRequested.connect(self._show_node)
        self._preview.fileWanted.connect(self._show_linked)


def _place(file: FileHit, chunk: ChunkHit | None) -> tuple[str, str]:
    return file.file_id, chunk.id if chunk is not None else ""
