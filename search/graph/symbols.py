"""The names of a graph that a person can go to, positions by some of their letters."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, islice

from search.graph.dependency_graph import DependencyGraph
from search.graph.name_matcher import NameMatcher
from search.graph.names import MEMBERS, TYPE_KINDS, Visible
from search.graph.visibility import GraphVisibility, visibility_of
from search.types.graph import Direction, Node
from search.types.symbols import FILE, Symbol, SymbolRequest

_TABLES = frozenset({"table", "view"})
"""Kinds that can be gone to without a file: what uses them is shown."""

_NO_OUTLINE = frozenset({FILE, "namespace"})

_TYPE_WEIGHT, _MEMBER_WEIGHT, _OTHER_WEIGHT = 12, 0, 6
"""Of a type or table, of a member, of anything else: a type is meant more often than its members."""

_LETTERS_OF_A_WEIGHT = 4
"""Letters by which a name is longer that count as much against it as one doubling of its users counts for it."""

_MOST_PER_NAME = 8
"""Definitions of one name that are listed: a thousand constructors would hide every other name."""

_MOST_OWNED = 2_000
"""Names that are looked through where the type before a dot decides."""

_MORE_NAMES = 16
"""So many times more names are looked at where hidden files define too many of the first ones."""


def matching_symbols(graph: DependencyGraph, request: SymbolRequest, visible: Visible) -> tuple[Symbol, ...]:
    """Return names of a graph that match, the best first: files, then everything else.

    Equal names come first, then those that begin with the letters, then those with the letters at beginnings of
    words. Among equally good ones, what much depends on, types before members, and short names come first.
    """
    visibility = visibility_of(graph, visible)
    index = graph.derived(_SymbolIndex)
    positions = (
        position
        for search in (index.files, index.others)
        for position in _first_visible(partial(search, request.text), visibility, request.most)
    )
    return tuple(_symbol(graph, visibility, position) for position in positions)


def symbols_of_file(graph: DependencyGraph, file: str, most: int, visible: Visible) -> tuple[Symbol, ...]:
    """Return the definitions, tables and headings of a file in the order of their lines; none of a hidden one."""
    visibility = visibility_of(graph, visible)
    positions = filter(visibility.sees, graph.derived(_Outlines).of(file))
    return tuple(_symbol(graph, visibility, position) for position in islice(positions, most))


def _first_visible(
    search: Callable[[int], Iterable[Sequence[int]]], visibility: GraphVisibility, most: int
) -> list[int]:
    """Return the first visible nodes; where hidden ones take the place of too many, more names are looked at."""
    visible: list[int] = []
    for names in (most, _MORE_NAMES * most):
        several = [[at for at in positions if visibility.sees(at)][:_MOST_PER_NAME] for positions in search(names)]
        visible = list(dict.fromkeys(chain.from_iterable(several)))
        if len(visible) >= most or len(several) < most:
            break
    return visible[:most]


class _SymbolIndex:
    """Positions of nodes by name; made at the first question to a graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        files: dict[str, list[int]] = {}
        paths: dict[str, list[int]] = {}
        names: dict[str, list[int]] = {}
        for position, node in enumerate(graph.nodes):
            if node.kind == FILE:
                files.setdefault(_line(node.path.rpartition("/")[2]), []).append(position)
                paths.setdefault(_line(node.path), []).append(position)
            elif node.kind != "namespace" and (node.path or node.kind in _TABLES):
                names.setdefault(_line(node.name), []).append(position)
        self._files, self._paths, self._names = (_Names(graph, each) for each in (files, paths, names))

    def files(self, text: str, most: int) -> list[Sequence[int]]:
        """Return files whose name contains the letters, then those whose path contains each word of the text."""
        by_name = self._files.matcher.find(text, most)
        in_path = self._paths.matcher.find_all_parts(text.split(), most)
        return [*map(self._files.positions, by_name), *map(self._paths.positions, in_path)]

    def others(self, text: str, most: int) -> list[Sequence[int]]:
        """Return everything else whose name contains the letters; a name before a dot is that of the type."""
        owner, _, member = text.strip().rpartition(".")
        several = map(self._names.positions, self._names.matcher.find(text, most))
        if not owner or not member:
            return list(several)
        owned = map(self._names.positions, self._names.matcher.find(member, _MOST_OWNED))
        inside = ([at for at in positions if self._names.is_in(at, owner)] for positions in owned)
        return [*several, *(positions for positions in inside if positions)]


class _Outlines:
    """Positions of the nodes of a file's outline, in the order of their lines."""

    def __init__(self, graph: DependencyGraph) -> None:
        self._nodes = graph.nodes
        self._positions: dict[str, list[int]] = {}
        for position, node in enumerate(graph.nodes):
            if node.file_id and node.kind not in _NO_OUTLINE:
                self._positions.setdefault(node.file_id, []).append(position)

    def of(self, file: str) -> Sequence[int]:
        """Return those of the file with this identifier."""
        return sorted(self._positions.get(file, ()), key=self._line)

    def _line(self, position: int) -> tuple[int, str]:
        return self._nodes[position].start_line, self._nodes[position].id


class _Names:
    """Distinct names, the most important first, each with the positions of its nodes."""

    def __init__(self, graph: DependencyGraph, positions: dict[str, list[int]]) -> None:
        self._graph = graph
        weights = {name: max(map(self._weight, several)) for name, several in positions.items()}
        ordered = sorted(positions, key=lambda name: (len(name) - _LETTERS_OF_A_WEIGHT * weights[name], name))
        self.matcher = NameMatcher(ordered)
        self._positions = [positions[name] for name in ordered]

    def positions(self, number: int) -> Sequence[int]:
        """Return the nodes of a name, the most important first."""
        several = self._positions[number]
        return several if len(several) == 1 else sorted(several, key=self._rank)

    def is_in(self, position: int, owner: str) -> bool:
        """Return whether a node is defined inside something that is called so."""
        node = self._graph.nodes[position]
        before = node.qualname.casefold().removesuffix(node.name.casefold())
        return f".{before}".replace(":", ".").replace("#", ".").endswith(f".{owner.casefold()}.")

    def _rank(self, position: int) -> tuple[int, str]:
        return -self._weight(position), self._graph.nodes[position].id

    def _weight(self, position: int) -> int:
        users = self._graph.adjacency(Direction.USED_BY).degree(position)
        return _kind_weight(self._graph.nodes[position].kind) + users.bit_length()


def _kind_weight(kind: str) -> int:
    if kind in TYPE_KINDS or kind in _TABLES:
        return _TYPE_WEIGHT
    return _MEMBER_WEIGHT if kind in MEMBERS else _OTHER_WEIGHT


def _line(name: str) -> str:
    """Return a name in one line: a heading or a path may hold a line break."""
    return " ".join(name.splitlines()) if "\n" in name else name


def _symbol(graph: DependencyGraph, visibility: GraphVisibility, position: int) -> Symbol:
    node: Node = graph.nodes[position]
    name = node.path.rpartition("/")[2] if node.kind == FILE else visibility.label(position)
    return Symbol(
        node.id, node.kind, name, node.file_id, node.repository, node.branch, node.path, max(1, node.start_line)
    )
