"""Compares the graph with what a program called while its tests ran, for languages without a compiler to ask.

A trace is a text file with one record a line and tabs between the fields:

| record | fields | says |
|---|---|---|
| ``site`` | path, line, name | something of this name was called at this line |
| ``call`` | path, line, name, path, line | the call at the first position ran what is defined at the second |
| ``above`` | path, line, name, path, line, name | the first method overrides the second |
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from search.types.graph import EdgeType, Node
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, spans
from tests.benchmarks.graph_oracles.rows import Row, compared

NEAR = 2
"""Most lines between the name of a call and the position that a run reports for it: a call may span several."""

TYPES = frozenset(("class", "module", "interface", "trait", "enum"))
"""Kinds of nodes that no call has as its target."""

ROUTE = "route"
UNCALLING = frozenset(("constant", "property", ROUTE))
"""Kinds of nodes that contain lines but are never the caller of what these call."""

DEFINED = re.compile(r"\b(?:def\s+(?:\w+\.)?|function\s+&?)([\w?!=]+)")
"""A line that defines a function."""

Pairs = set[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Position:
    """A line, and the name of what is called or defined there."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What a run recorded.

    Attributes:
        calls: positions of calls, each with the position of what it called.
        overrides: methods, each with a method that it overrides.
        sites: positions of all calls, also of what is outside of the corpus.
    """

    calls: frozenset[tuple[Position, Position]]
    overrides: frozenset[tuple[Position, Position]]
    sites: frozenset[Position]

    def has_site(self, path: str, line: int, name: str) -> bool:
        """Return whether something of this name was called within `NEAR` lines of a line."""
        return any(Position(path, line + by, name) in self.sites for by in range(-NEAR, NEAR + 1))


def read_trace(root: Path, output: Path) -> Trace:
    """Return the trace in a file; paths become relative to the folder that was run."""
    start = f"{root.resolve()}/"
    calls, overrides, sites = set(), set(), set()
    for text in output.read_text("utf-8", "replace").splitlines():
        kind, *parts = text.split("\t")
        position = Position(parts[0].removeprefix(start), int(parts[1]), parts[2])
        if kind == "site":
            sites.add(position)
        elif kind == "call":
            calls.add((position, Position(parts[3].removeprefix(start), int(parts[4]), position.name)))
        else:
            overrides.add((position, Position(parts[3].removeprefix(start), int(parts[4]), parts[5])))
    return Trace(frozenset(calls), frozenset(overrides), frozenset(sites))


def known_pairs(
    ours: dict[tuple[str, str], bool], truth: Pairs, overridden: dict[str, set[str]]
) -> tuple[Pairs, Pairs]:
    """Return the judged pairs of the graph, and the pairs of a run.

    A graph that names the method of a base is right if a method that overrides it ran. Then the pair of the run
    has the method of the base.

    Args:
        ours: pairs of the graph, and whether the run called something of that name there.
        truth: pairs of the run.
        overridden: methods that ran -> those that they override.
    """
    named = {}
    for source, target in truth:
        chain = [(source, each) for each in (target, *sorted(overridden.get(target, ())))]
        named[source, target] = next((pair for pair in chain if pair in ours), (source, target))
    wider = {(source, each) for source, target in truth for each in overridden.get(target, ())}
    ran = set(named.values())
    judged = {pair for pair, is_judged in ours.items() if (is_judged and pair not in wider) or pair in ran}
    return judged, ran


class RunNodes:
    """Finds the nodes of the graph for the positions of a run.

    Args:
        graph: of the corpus.
        is_written: returns whether a call of this name is written in these lines; calls that the source does not
            name are not judged.
    """

    def __init__(self, graph: SourceGraph, is_written: Callable[[str, str], bool]) -> None:
        self._graph = graph
        self._is_written = is_written

    def compare(self, row: Row, trace: Trace, *, of_properties: bool = False) -> Row:
        """Return a row of calls of methods and functions, or else of attributes that a class declares."""
        truth, overridden = self.pairs(trace)
        nodes = self._graph.nodes
        ours = {}
        for edge in self._graph.by_type[EdgeType.CALLS]:
            source, target = local(edge.source), local(edge.target)
            if self._is_property(target) == of_properties and source != target and nodes[source].kind != ROUTE:
                is_called = trace.has_site(edge.path, edge.line, nodes[target].name)
                ours[source, target] = is_called and (of_properties or self._has_body(nodes[target]))
        demanded = {pair for pair in truth if self._is_property(pair[1]) == of_properties}
        return compared(row, *known_pairs(ours, demanded, overridden))

    def _has_body(self, node: Node) -> bool:
        """Return whether a node's lines define a function of its name; an alias may stand for one outside."""
        lines = (line for path, first, last in spans(node) for line in self._graph.text(path)[first - 1 : last])
        return any(name[1].lower() == node.name.lower() for name in map(DEFINED.search, lines) if name is not None)

    def _is_property(self, target: str) -> bool:
        return target in self._graph.nodes and self._graph.nodes[target].kind == "property"

    def pairs(self, trace: Trace) -> tuple[Pairs, dict[str, set[str]]]:
        """Return who calls what, and the methods that each method which ran overrides."""
        pairs = set()
        for call, position in trace.calls:
            if call.path not in self._graph.facts:
                continue  # code that is made while the program runs
            lines = "\n".join(self._graph.text(call.path)[max(call.line - 4, 0) : call.line + 3])
            target = self.called(position) if self._is_written(call.name, lines) else ""
            if target:
                pairs.add((self.caller(call.path, call.line), target))
        overridden: dict[str, set[str]] = {}
        for position, other in trace.overrides:
            target, base = self.called(position), self.called(other)
            if target and base:
                overridden.setdefault(target, set()).add(base)
        return {(source, target) for source, target in pairs if source != target}, overridden

    def caller(self, path: str, line: int) -> str:
        """Return the definition that a line is in."""
        around = (each for each in self._graph.around(path, line) if each.kind not in UNCALLING)
        return next((local(each.id) for each in around), f"file:{path}")

    def called(self, position: Position) -> str:
        """Return the node of what is defined at a line, or its place where a definition has none."""
        if position.path not in self._graph.facts:
            return ""
        around = [each for each in self._graph.around(position.path, position.line) if each.kind not in TYPES]
        named = next((local(each.id) for each in around if each.name.lower() == position.name.lower()), "")
        if named:
            return named
        lines = self._graph.text(position.path)
        name = DEFINED.search(lines[position.line - 1]) if position.line <= len(lines) else None
        if name is None:
            return ""
        if name[1].lower() == position.name.lower():
            return f"{position.path}:{position.line}"
        original = self.called(Position(position.path, position.line, name[1]))
        other = f"{original.removesuffix(name[1])}{position.name}"
        return other if other in self._graph.nodes else original
