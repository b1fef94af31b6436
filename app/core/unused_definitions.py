"""Judges by the texts of files how sure it is that what no edge leads to is unused."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from app.core.test_code import is_test
from resources.languages import Language, languages
from search.analysis.name_uses import PLAIN_BASES, NameCounts, bases_of, is_exported, is_registered
from search.graph.dependency_graph import DependencyGraph
from search.graph.dispatch import INTERFACES
from search.graph.names import TYPE_KINDS
from search.graph.unused import Unused
from search.service.file_lines import Texts
from search.types.files import FileRecord, Flag
from search.types.graph import Node
from search.types.graph_queries import Confidence, Doubt, UnusedDefinition
from search.types.ids import FileId, NodeId

_HEADER_LINES = 12
"""Lines from the start of a definition that can have decorators, its name and its bases."""

PAGE = "page"
"""Kind of a page of markup: a framework calls its members by their names."""

_CALLED = frozenset({"method", "function"})

_SURE_FIRST = {Confidence.HIGH: 0, Confidence.MEDIUM: 1, Confidence.LOW: 2}


def judged(
    unused: Sequence[Unused], graph: DependencyGraph, texts: Texts, records: Sequence[FileRecord]
) -> tuple[UnusedDefinition, ...]:
    """Return the definitions with what speaks against each, the surest first, then by path and line.

    Args:
        unused: what no edge from code leads to.
        graph: that they are of.
        texts: reads files.
        records: the files in which a name may stand: all that the client may see.
    """
    evidence = _Evidence(unused, graph)
    for file in texts([record for record in records if _may_use(record)]):
        evidence.read(file.record, file.text.decode("utf-8", "replace"))
    definitions = [UnusedDefinition(each.node, tuple(evidence.doubts(each))) for each in unused]
    return tuple(sorted(definitions, key=lambda each: _SURE_FIRST[each.confidence]))


def _may_use(record: FileRecord) -> bool:
    """Return whether a name in a file may be a use of it; prose is none, a page with scripts is."""
    return Flag.DOCUMENT.value not in record.flags or record.language == "html"


class _Evidence:
    """What the texts say of some definitions."""

    def __init__(self, unused: Sequence[Unused], graph: DependencyGraph) -> None:
        self._graph = graph
        self._names = {each.node.id: self._names_of(each.node) for each in unused}
        names = {name for names in self._names.values() for name in names}
        self._code, self._tests = NameCounts(names), NameCounts(names)
        wanted: set[NodeId] = {each.node.id for each in unused}.union(*(each.types for each in unused))
        self._nodes: dict[FileId, list[Node]] = {}
        for node in (graph.node(each) for each in sorted(wanted)):
            self._nodes.setdefault(node.file_id, []).append(node)
        self._headers: dict[NodeId, str] = {}
        self._types = {node.name for node in graph.nodes if node.kind in TYPE_KINDS and node.path}
        self._defined = {
            in_tests: Counter(node.name for node in graph.nodes if node.path and is_test(node) == in_tests)
            for in_tests in (False, True)
        }

    def read(self, record: FileRecord, text: str) -> None:
        """Take what a file says."""
        (self._tests if Flag.TEST.value in record.flags else self._code).add(text)
        nodes = self._nodes.get(record.id, ())
        lines = text.split("\n") if nodes else []
        for node in nodes:
            self._headers[node.id] = "\n".join(lines[node.start_line - 1 : node.start_line - 1 + _HEADER_LINES])

    def doubts(self, unused: Unused) -> Iterator[Doubt]:
        """Yield what speaks against a definition being unused."""
        node = unused.node
        header = _up_to_body(self._headers.get(node.id, ""), node)
        names, any_case = self._names[node.id], node.language == "sql"
        if unused.by_tests or any(self._stands(self._tests, name, any_case, in_tests=True) for name in names):
            yield Doubt.TESTS
        if self._is_in_interface(node) or is_exported(header, node.qualname, node.kind, node.language):
            yield Doubt.EXPORTED
        if any(self._stands(self._code, name, any_case, in_tests=False) for name in names):
            yield Doubt.NAMED
        if self._code.composes(node.name):
            yield Doubt.COMPOSED
        if is_registered(header):
            yield Doubt.DECORATED
        if any(self._has_unknown_base(each) for each in unused.types):
            yield Doubt.BASE

    def _names_of(self, node: Node) -> tuple[str, ...]:
        """Return the name of a definition and those of a type's methods, by which extension methods are called."""
        members = (self._graph.nodes[each] for each in self._graph.members(self._graph.position(node.id)))
        return node.name, *(member.name for member in members if member.kind in _CALLED)

    def _stands(self, counts: NameCounts, name: str, any_case: bool, *, in_tests: bool) -> bool:  # noqa: FBT001 - as counted
        """Return whether a name stands more often than definitions of that name account for."""
        defined = self._defined[in_tests]
        own = (
            sum(count for each, count in defined.items() if each.casefold() == name.casefold()) if any_case else 0
        )
        return counts.of(name, any_case=any_case) > (own if any_case else defined.get(name, 0))

    def _is_in_interface(self, node: Node) -> bool:
        owner = self._graph.parent(self._graph.position(node.id))
        return owner >= 0 and self._graph.nodes[owner].kind in INTERFACES

    def _has_unknown_base(self, type_id: NodeId) -> bool:
        """Return whether a base is called as no other type of the graph; one of the own name is elsewhere."""
        node = self._graph.node(type_id)
        return node.kind == PAGE or (
            not bases_of(self._headers.get(type_id, ""), node.language)
            <= (self._types - {node.name}) | PLAIN_BASES
        )


def _up_to_body(header: str, node: Node) -> str:
    """Return the lines of a header up to the one with the name; a comment before may have it too."""
    lines = header.split("\n")
    name = re.compile(rf"(?<!\w){re.escape(node.name)}(?!\w)")
    begins = _comment_beginnings(node.language)
    named = (i for i, line in enumerate(lines) if name.search(line) and not line.lstrip().startswith(begins))
    last = next(named, 0)
    return "\n".join(lines[: last + 1])


def _comment_beginnings(language: str) -> tuple[str, ...]:
    """Return what lines of comments begin with; those inside a block often begin with a star."""
    comments = languages().get(language, Language()).comments
    blocks = [start for start, _ in comments.blocks]
    stars = ["*"] if "/*" in blocks else []
    return tuple(filter(None, [comments.line, *blocks, *stars]))
