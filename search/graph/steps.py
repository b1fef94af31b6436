"""One step of a walk: where a node leads to, with everything out of sight or not allowed left out."""

from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from search.graph.dependency_graph import DependencyGraph
from search.graph.dispatch import Dispatch, Dispatched
from search.graph.edge_sets import FUNCTIONS, NAMED, NAMED_TYPES, NAMING, EdgePolicy
from search.graph.edge_table import CODE, mask_of
from search.graph.visibility import GraphVisibility
from search.types.graph import VALUE, Direction, EdgeType, Node, Origin, TreeEdge
from search.types.ids import NodeId

_DEFINES = 1 << CODE[EdgeType.DEFINES]
_IMPLEMENTS_CODE = CODE[EdgeType.IMPLEMENTS]
_IMPLEMENTS = 1 << _IMPLEMENTS_CODE
_NAMING = mask_of(NAMING)


class Step(msgspec.Struct, frozen=True):
    """A neighbour and how it is reached.

    Attributes:
        other: position of the neighbour.
        mask: types of the parallel edges that lead there.
        rows: their rows in the edge table.
        made: an edge without a row, because it follows from others.
    """

    other: int
    mask: int
    rows: tuple[int, ...] = ()
    made: tuple[TreeEdge, ...] = ()


def _first_code(mask: int) -> int:
    """Return the first type of some, which has the highest priority."""
    return (mask & -mask).bit_length() - 1


class DisplayRanks:
    """Which nodes of a graph are shown first: those of a database, then one's own code, then packages outside."""

    def __init__(self, graph: DependencyGraph) -> None:
        self.ranks = bytes(_rank(node) for node in graph.nodes)


def _rank(node: Node) -> int:
    if node.language == "sql":
        return 0
    return 2 if node.origin is Origin.EXTERNAL else 1


class _Ways(msgspec.Struct, frozen=True):
    """How the neighbours of a node are reached, by position in display order.

    Attributes:
        rows: the first of the parallel edges to each; -1 where none leads there but a call through an interface.
        more: the further ones, where there are any.
        dispatched: the calls through interfaces.
    """

    rows: dict[int, int]
    more: dict[int, list[int]]
    dispatched: dict[int, Dispatched]


def _all_nodes(_: int) -> bool:
    return True


class Steps:
    """Steps in one direction over the part of a graph that is in sight.

    Args:
        admits: which nodes are led to, by position: with ``used-by`` of all, with ``depends-on`` of what
            implements or overrides a member that is called. What the code itself names is never left out.
        roots: whose users are looked for. Of the types among them and their parts all that names them is a user,
            unless the policy lists edge types.
    """

    def __init__(
        self,
        graph: DependencyGraph,
        visibility: GraphVisibility,
        policy: EdgePolicy,
        direction: Direction,
        admits: Callable[[int], bool] = _all_nodes,
        roots: Iterable[int] = (),
    ) -> None:
        self.graph = graph
        self.visibility = visibility
        self.direction = direction
        self._policy = policy
        self._admits = admits
        self._left_out: dict[int, int] = {}
        self._dispatch = Dispatch(graph, visibility)
        self._ranks = graph.derived(DisplayRanks).ranks
        self._adjacency = graph.adjacency(direction)
        self._codes = graph.table.types.data
        self._tiers = graph.table.tiers.data
        names = graph.table.tier_names
        self._value = names.index(VALUE) if VALUE in names else len(names)
        self._parts: dict[int, list[Step]] = {}
        self._users_of_parts: dict[int, dict[int, Step]] = {}
        self._known: dict[tuple[int, bool], _Ways] = {}
        self._edges_of: dict[int, TreeEdge] = {}
        looks_for_users = direction is Direction.USED_BY and policy.is_default
        self._types = self._types_of(roots) if looks_for_users else frozenset()

    def _types_of(self, roots: Iterable[int]) -> frozenset[int]:
        """Return the types among some nodes and their parts."""
        parts = (part for root in roots for part in (root, *self.family(root)))
        return frozenset(part for part in parts if self.graph.nodes[part].kind in NAMED_TYPES)

    def of(self, position: int, *, at_root: bool = False) -> list[Step]:
        """Return the steps from a node in display order; parallel edges to one neighbour are one step.

        That is what belongs to a database first and packages last; then by priority of the first edge type, then
        by kind, name and identifier of the neighbour.
        """
        return list(self.to(position, self.others(position, at_root=at_root), at_root=at_root))

    def others(self, position: int, *, at_root: bool = False) -> Collection[int]:
        """Return where `of` leads, in the same order; far cheaper where few of the steps are wanted."""
        return self._ways(position, at_root=at_root).rows.keys()

    def to(self, position: int, others: Iterable[int], *, at_root: bool = False) -> Iterator[Step]:
        """Yield the steps from a node to some of its `others`."""
        ways = self._ways(position, at_root=at_root)
        for other in others:
            row = ways.rows[other]
            if row < 0:
                edge = self._dispatch.edge(position, ways.dispatched[other], self.direction)
                yield Step(other, _IMPLEMENTS, made=(edge,))
                continue
            mask = 1 << self._codes[row]
            more = ways.more.get(other, ())
            for each in more:
                mask |= 1 << self._codes[each]
            yield Step(other, mask, (row, *more))

    def left_out(self, position: int) -> int:
        """Return how many nodes use this one and are not admitted."""
        self.others(position)
        return self._left_out.get(position, 0)

    def members(self, root: int) -> list[Step]:
        """Return steps to those parts of a root, at any depth of nesting, that lead to something outside it.

        A class has no calls of its own: its methods have them. The same holds for a file and its definitions.
        """
        if root not in self._parts:
            family = self.family(root)
            inside = {root, *family}
            self._parts[root] = [
                Step(member, _DEFINES, made=(self._contains(root, member),))
                for member in family
                if any(other not in inside for other in self.others(member))
            ]
        return self._parts[root]

    def users_of_parts(self, root: int) -> dict[int, Step]:
        """Return steps to what uses parts of a root and not the root itself, by position in display order.

        Who uses a member uses its type: the edges are those to the parts, with the root at their end.
        """
        if root not in self._users_of_parts:
            inside = {root, *self.family(root)}
            direct = self.others(root, at_root=True)
            users: dict[int, list[tuple[int, Step]]] = {}
            for member in self.members(root):
                for step in self.of(member.other):
                    if step.other not in inside and step.other not in direct:
                        users.setdefault(step.other, []).append((member.other, step))
            steps = [self._merged(root, user, ways) for user, ways in users.items()]
            steps.sort(key=lambda step: (self._ranks[step.other], _first_code(step.mask), step.other))
            self._users_of_parts[root] = {step.other: step for step in steps}
        return self._users_of_parts[root]

    def _merged(self, root: int, user: int, ways: Iterable[tuple[int, Step]]) -> Step:
        """Return a step from a root to a user of its parts."""
        mask = 0
        edges: dict[tuple[NodeId, NodeId, EdgeType], TreeEdge] = {}
        root_id = self.graph.nodes[root].id
        for part, step in ways:
            mask |= step.mask
            part_id = self.graph.nodes[part].id
            for edge in self.edges(step):
                start, end = (root_id if each == part_id else each for each in (edge.from_id, edge.to_id))
                edges.setdefault((start, end, edge.edge_type), replace(edge, from_id=start, to_id=end))
        return Step(user, mask, made=tuple(edges.values()))

    def family(self, root: int) -> list[int]:
        """Return everything in sight that a node defines, directly or nested, by position."""
        family: set[int] = set()
        waiting = [root]
        while waiting:
            for member in self.graph.members(waiting.pop()):
                if member != root and member not in family and self.visibility.sees(member):
                    family.add(member)
                    waiting.append(member)
        return sorted(family)

    def edges(self, step: Step) -> tuple[TreeEdge, ...]:
        """Return the edges of a step, from the one that depends to the one it depends on."""
        if len(step.rows) == 1:  # as most have
            return (self._edge(step.rows[0]), *step.made)
        return (*(self._edge(row) for row in step.rows), *step.made)

    def _edge(self, row: int) -> TreeEdge:
        if row not in self._edges_of:
            self._edges_of[row] = self.graph.edge(row)
        return self._edges_of[row]

    def _ways(self, position: int, *, at_root: bool) -> _Ways:
        key = (position, at_root)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(position, at_root=at_root)
        return known

    def _find(self, position: int, *, at_root: bool) -> _Ways:
        allowed = self._policy.mask(self.graph.nodes[position], at_root=at_root)
        allowed |= _NAMING if position in self._types else 0
        rows, more = self._along_edges(position, allowed)
        dispatched: dict[int, Dispatched] = {}
        if allowed & _IMPLEMENTS:
            for each in self._dispatch.of(position, self.direction):
                if each.other not in rows and self._admits(each.other):
                    dispatched.setdefault(each.other, each)
        if self.direction is Direction.USED_BY and self._admits is not _all_nodes:
            admitted = {other: row for other, row in rows.items() if self._admits(other)}
            self._left_out[position] = len(rows) - len(admitted)
            rows = admitted
        if dispatched:
            rows |= dict.fromkeys(dispatched, -1)
        if len(rows) > 1:
            rows = dict(sorted(rows.items(), key=self._display_order))
        return _Ways(rows, more, dispatched)

    def _display_order(self, way: tuple[int, int]) -> tuple[int, int, int]:
        other, row = way
        return (self._ranks[other], _IMPLEMENTS_CODE if row < 0 else self._codes[row], other)

    def _along_edges(self, position: int, allowed: int) -> tuple[dict[int, int], dict[int, list[int]]]:
        """Return the first row to each neighbour in display order, which is that of the rows, and the others."""
        first: dict[int, int] = {}
        more: dict[int, list[int]] = {}
        replaces = self._dispatch.replaces
        only_some = _NAMING & ~allowed if self._policy.follows_functions else 0
        allowed |= only_some
        for other, code, row in self.visibility.leading(self._adjacency.along(position, allowed)):
            if code == _IMPLEMENTS_CODE and replaces(position, other):
                continue
            if only_some >> code & 1 and not self._is_followed(position, other, row):
                continue
            if (
                _NAMING >> code & 1
                and position in self._types
                and (other in first or self._is_inside(other, position))
            ):
                continue
            if first.setdefault(other, row) != row:
                more.setdefault(other, []).append(row)
        return first, more

    def _is_followed(self, position: int, other: int, row: int) -> bool:
        """Return whether a function is named or, where users are asked for, something as a value.

        A function that is named may run, and one that decorates another runs around it.
        """
        if self.direction is not Direction.USED_BY:
            return self.graph.nodes[other].kind in FUNCTIONS
        kind = self.graph.nodes[position].kind
        return kind in FUNCTIONS or kind in NAMED or self._tiers[row] == self._value

    def _is_inside(self, position: int, outer: int) -> bool:
        """Return whether a node is another or a part of it."""
        passed: set[int] = set()
        while position >= 0 and position != outer and position not in passed:
            passed.add(position)
            position = self.graph.parent(position)
        return position == outer

    def _contains(self, root: int, member: int) -> TreeEdge:
        node = self.graph.nodes[member]
        return TreeEdge(
            self.graph.nodes[root].id, node.id, EdgeType.DEFINES, node.path, node.start_line, tier="contains"
        )
