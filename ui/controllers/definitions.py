"""Finds the definition of a name in a file, with the dependency graph."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QObject

from search.errors import AmbiguousNameError, KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.graph import Direction, EdgeType, NodeState, TreeNode, TreeRequest
from search.types.symbols import Symbol, SymbolRequest
from ui.code.languages import definable_in
from ui.code.names import own_name
from ui.controllers.jobs import Jobs
from ui.controllers.spot import Spot

T = TypeVar("T")
Take = Callable[[tuple[TreeNode, ...]], object]
"""Takes nodes that have a place in a file."""

Cursor = tuple[int, int]
"""Line (from 1) and column (from 0) of the first character of a name in a file."""

NOWHERE: Cursor = (0, 0)
"""No place in a file."""

MOST_NODES = 2_000
"""Files that one file depends on, which are preferred."""

MOST_CANDIDATES = 20
"""Definitions of one name that are listed."""

CASELESS = frozenset({"sql", "php", "ps"})
"""Languages, as identifiers have them, in whose names upper and lower case are the same."""

IMPLEMENTING = (EdgeType.IMPLEMENTS, EdgeType.INHERITS)
IMPLEMENTATION_DEPTH = 4
"""Steps from an interface to the classes below its implementations."""


class DefinitionFinder(QObject):
    """Asks the core in a thread; only the last question is answered."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._access = jobs, OWNER
        self._core: SearchCore | None = None
        self._generation = 0

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def find(self, name: str, spot: Spot, take: Take, cursor: Cursor = NOWHERE) -> None:
        """Find the definition of ``name`` in the file of ``spot``; at a place also where a local name is bound."""
        core, access = self._core, self._access
        if core is not None:
            self._run(
                lambda: (
                    _local(core, name, spot, cursor, access) or _definitions_used(core, name, spot, cursor, access)
                ),
                take,
            )

    def find_implementations(self, name: str, spot: Spot, take: Take) -> None:
        """Find definitions that implement, extend or override ``name`` in the file of ``spot``."""
        core, access = self._core, self._access
        if core is not None:
            self._run(lambda: _implementations(core, name, spot, access), take)

    def outline(self, file: str, take: Callable[[tuple[Symbol, ...]], object]) -> None:
        """Find the definitions of a file, by line."""
        core, access = self._core, self._access
        if core is not None:
            self._run(lambda: core.symbols(SymbolRequest("", MOST_NODES, file), access), take)

    def _run(self, ask: Callable[[], tuple[T, ...]], take: Callable[[tuple[T, ...]], object]) -> None:
        self._generation += 1
        generation = self._generation

        def take_newest(nodes: tuple[T, ...]) -> None:
            if generation == self._generation:
                take(nodes)

        self._jobs.run(ask, take_newest)


def _local(core: SearchCore, name: str, spot: Spot, cursor: Cursor, access: Access) -> tuple[TreeNode, ...]:
    """Return the parameter or local variable that a name stands for."""
    line, column = cursor
    if cursor == NOWHERE:
        return ()
    try:
        symbols = core.symbols(SymbolRequest(name, 1, spot.file, line, column), access)
    except KnownError:
        return ()
    return tuple(
        TreeNode(each.id, each.name, each.kind, each.path, each.start_line, 0, None, (), NodeState.LEAF)
        for each in symbols
    )


def _definitions_used(
    core: SearchCore, name: str, spot: Spot, cursor: Cursor, access: Access
) -> tuple[TreeNode, ...]:
    """Return the definition that the graph says a line uses, else all that code in its file can mean."""
    nodes = _definitions(core, name, spot, access)
    line, _column = cursor
    if len(nodes) < 2 or cursor == NOWHERE:
        return nodes
    used = tuple(node for node in nodes if line in _lines_of_use(core, node, spot, access))
    return used or nodes


def _lines_of_use(core: SearchCore, node: TreeNode, spot: Spot, access: Access) -> set[int]:
    """Return the lines of a file from which edges lead to a node."""
    try:
        tree = core.tree(TreeRequest(node.id, Direction.USED_BY, 1, MOST_NODES), access)
    except KnownError:
        return set()
    return {edge.line for edge in tree.edges if edge.to_id == node.id and edge.path == spot.path}


def _definitions(core: SearchCore, name: str, spot: Spot, access: Access) -> tuple[TreeNode, ...]:
    """Return the definitions of a name that code in a file can mean.

    Of several those in the file itself and in its dependencies, else those of the same root, else all.
    """
    nodes = tuple(node for node in _named(core, name, spot, access) if _is_called(node, name))
    if len(nodes) > 1:
        near = _tree(core, TreeRequest(spot.file, Direction.DEPENDS_ON, 1, MOST_NODES), access)
        files = {Spot.of_node(node).file for node in near}
        choices = (
            [node for node in nodes if Spot.of_node(node).file == spot.file],
            [node for node in nodes if Spot.of_node(node).file in files],
            [node for node in nodes if _scope(node.id) == _scope(spot.file)],
        )
        nodes = next((tuple(choice) for choice in choices if choice), nodes)
    return nodes


def _named(core: SearchCore, name: str, spot: Spot, access: Access) -> tuple[TreeNode, ...]:
    """Return the nodes of a name in the languages that a file can refer to, those of its root first."""
    try:
        nodes = _unique(core.tree(TreeRequest(name, depth=1, max_nodes=10, path=spot.path), access).nodes[:1])
    except AmbiguousNameError as error:
        candidates = [node for node in error.candidates if definable_in(spot.path, node)]
        candidates.sort(key=lambda node: _scope(node) != _scope(spot.file))
        requests = (TreeRequest(node, depth=1, max_nodes=10) for node in candidates[:MOST_CANDIDATES])
        return _unique(node for request in requests for node in _tree(core, request, access)[:1])
    except KnownError:
        return ()
    return tuple(node for node in nodes if definable_in(spot.path, node.id))


def _scope(identifier: str) -> str:
    """Return the ``repo@branch`` of an identifier."""
    return identifier.partition(":")[0]


def _is_called(node: TreeNode, name: str) -> bool:
    """Return whether a name in a text can mean a node: the same letters in other case are another name."""
    own = own_name(node.name, node.kind)
    language = node.id.partition(":")[2].partition(":")[0]
    return own == name or own.casefold() != name.casefold() or language in CASELESS


def _implementations(core: SearchCore, name: str, spot: Spot, access: Access) -> tuple[TreeNode, ...]:
    """Return what implements the definitions of a name, the nearest first."""
    requests = (
        TreeRequest(node.id, Direction.USED_BY, IMPLEMENTATION_DEPTH, MOST_NODES, IMPLEMENTING)
        for node in _definitions(core, name, spot, access)
    )
    below = [node for request in requests for node in _tree(core, request, access)[1:]]
    return _unique(sorted((node for node in below if set(node.edge_types) & {*IMPLEMENTING}), key=_depth))


def _depth(node: TreeNode) -> int:
    return node.depth


def _tree(core: SearchCore, request: TreeRequest, access: Access) -> tuple[TreeNode, ...]:
    try:
        return core.tree(request, access).nodes
    except KnownError:
        return ()


def _unique(nodes: Iterable[TreeNode]) -> tuple[TreeNode, ...]:
    """Return the nodes that have a place in a file, each once."""
    return tuple({node.id: node for node in nodes if node.path and node.start_line}.values())
