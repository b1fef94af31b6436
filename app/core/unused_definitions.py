"""Judges by the texts of files how sure it is that what no edge leads to is unused."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from app.core.go_methods import GoMethods, is_internal
from app.core.own_code import OF_OTHERS
from app.core.test_code import is_in_test_file
from resources.languages import Language, languages
from search.analysis.foreign_blocks import head_around, is_ambient, is_in_literal, replaces_member, trait_of
from search.analysis.handed_objects import handed_types
from search.analysis.name_uses import PLAIN_BASES, NameCounts, bases_of, is_exported, is_registered
from search.graph.created_types import CreatedTypes
from search.graph.dependency_graph import DependencyGraph
from search.graph.dispatch import INTERFACES
from search.graph.edge_table import mask_of
from search.graph.names import TYPE_KINDS
from search.graph.unused import Unused
from search.service.file_lines import Texts
from search.types.files import FileRecord, Flag
from search.types.graph import Direction, EdgeType, Node
from search.types.graph_queries import Confidence, Doubt, UnusedDefinition
from search.types.ids import FileId, NodeId

_HEADER_LINES = 12
"""Lines, from the one with the name of a definition on, in which its bases are looked for."""

_BEFORE_NAME = 100
"""Lines before that one in which comments, decorators and attributes are looked for."""

EXPLICIT = re.compile(r"[\w>]\.$")
"""What stands before the name of a C# member that implements an interface explicitly; calls name the interface."""

OVERRIDES = re.compile(r"\boverride\b|@Override\b")
"""Words that mark a member which a base may call."""

PAGE = "page"
"""Kind of a page of markup: a framework calls its members by their names."""

OBJECT = "constant"
"""Kind of an object literal; code that receives it may call its methods."""

WITH_BEANS = frozenset(("java", "kotlin", "groovy"))
"""Languages whose libraries call ``setOwner`` where a file in another language, such as XML, names ``owner``."""

_ACCESSOR = re.compile(r"(?:get|set|is)([A-Z]\w*)")

_EXTENDING = mask_of((EdgeType.INHERITS, EdgeType.IMPLEMENTS))

_CALLED = frozenset({"method", "function"})

_SURE_FIRST = {Confidence.HIGH: 0, Confidence.MEDIUM: 1, Confidence.LOW: 2}


def judged(
    unused: Sequence[Unused], graph: DependencyGraph, texts: Texts, records: Sequence[FileRecord]
) -> tuple[UnusedDefinition, ...]:
    """Return the definitions with what speaks against each, the surest first, then by path and line.

    Definitions in generated files and in copies of libraries are left out.

    Args:
        unused: what no edge from code leads to.
        graph: that they are of.
        texts: reads files.
        records: the files in which a name may stand: all that the client may see.
    """
    others = {record.id for record in records if not OF_OTHERS.isdisjoint(record.flags)}
    unused = [each for each in unused if each.node.file_id not in others]
    evidence = _Evidence(unused, graph)
    for file in texts([record for record in records if _may_use(record)]):
        evidence.read(file.record, file.text.decode("utf-8", "replace"))
    definitions = [UnusedDefinition(each.node, tuple(evidence.doubts(each))) for each in unused]
    return tuple(sorted(definitions, key=lambda each: _SURE_FIRST[each.confidence]))


def _may_use(record: FileRecord) -> bool:
    """Return whether a name in a file may be a use of it; prose is none, a page with scripts is."""
    return Flag.DOCUMENT.value not in record.flags or record.language == "html"


class _Evidence:
    """Counts the uses of some definitions in the texts of files."""

    def __init__(self, unused: Sequence[Unused], graph: DependencyGraph) -> None:
        self._graph = graph
        self._names = {each.node.id: self._names_of(each.node) for each in unused}
        names = {name for names in self._names.values() for name in names}
        self._code, self._tests = NameCounts(names), NameCounts(names)
        self._properties = {each.node.id: _property(each.node) for each in unused}
        self._written = NameCounts(filter(None, self._properties.values()))
        wanted: set[NodeId] = {each.node.id for each in unused}.union(*(each.types for each in unused))
        wanted.update(member.id for each in unused for member in self._members(each.node))
        self._nodes: dict[FileId, list[Node]] = {}
        for node in (graph.node(each) for each in sorted(wanted)):
            self._nodes.setdefault(node.file_id, []).append(node)
        self._before: dict[NodeId, str] = {}
        self._after: dict[NodeId, str] = {}
        self._around: dict[NodeId, str] = {}
        self._created = graph.derived(CreatedTypes)
        self._go = GoMethods(graph, unused)
        python = [node for node in graph.nodes if node.language == "python" and node.path]
        self._python = {node.name for node in python}
        self._owners = {self._owner_name(each.node) for each in unused if each.node.language == "python"} - {""}
        self._handed: set[str] = set()
        self._types = {node.name for node in graph.nodes if node.kind in TYPE_KINDS and node.path}
        self._defined = {
            in_tests: Counter(node.name for node in graph.nodes if node.path and is_in_test_file(node) == in_tests)
            for in_tests in (False, True)
        }

    def read(self, record: FileRecord, text: str) -> None:
        """Count the uses in one file."""
        (self._tests if Flag.TEST.value in record.flags else self._code).add(text)
        if record.language == "python" and Flag.TEST.value not in record.flags and self._owners:
            self._handed |= handed_types(text, self._owners, self._python)
        if record.language not in WITH_BEANS:
            self._written.add(text)
        nodes = self._nodes.get(record.id, ())
        lines = text.split("\n") if nodes else []
        for node in nodes:
            begin = lines[node.start_line - 1 : node.start_line - 1 + _BEFORE_NAME + _HEADER_LINES]
            named = _named_at(begin, node)
            self._before[node.id] = "\n".join(begin[: named + 1])
            self._after[node.id] = "\n".join(begin[named : named + _HEADER_LINES])
            self._around[node.id] = head_around(lines, node.start_line - 1 + named, node.language)
            self._go.read(node, begin[named] if begin else "", text)

    def doubts(self, unused: Unused) -> Iterator[Doubt]:
        """Yield what speaks against a definition being unused."""
        node = unused.node
        header = self._before.get(node.id, "")
        names, any_case = self._names[node.id], node.language == "sql"
        if unused.by_tests or any(self._stands(self._tests, name, any_case, in_tests=True) for name in names):
            yield Doubt.TESTS
        is_public = self._is_in_interface(node) or is_exported(header, node.qualname, node.kind, node.language)
        if is_public and not is_internal(node):
            yield Doubt.EXPORTED
        is_written = self._written.of(self._properties[node.id], any_case=False) > 0
        if is_written or any(self._stands(self._code, name, any_case, in_tests=False) for name in names):
            yield Doubt.NAMED
        if self._code.composes(node.name):
            yield Doubt.COMPOSED
        registered = (is_registered(self._before.get(member.id, "")) for member in self._members(node))
        if is_registered(header) or any(registered) or self._is_of_registered_interface(unused):
            yield Doubt.DECORATED
        is_by_base = OVERRIDES.search(header) is not None or _is_explicit(header, node)
        overrides = is_by_base and not self._has_known_base_member(node)
        if (
            overrides
            or unused.base_is_used
            or any(self._has_unknown_base(each) for each in unused.types)
            or self._is_reached_by_others(node, header)
            or self._go.may_be_called(node, header.rpartition("\n")[2])
        ):
            yield Doubt.BASE

    def _is_reached_by_others(self, node: Node, header: str) -> bool:
        """Return whether the code around a definition gives it to code outside: a trait, a type, an object."""
        around, line = self._around.get(node.id, ""), header.rpartition("\n")[2]
        if node.language == "rust":
            return node.kind == "method" and bool(trait := trait_of(around)) and trait not in self._types
        if node.language == "python":
            is_handed = self._owner_name(node) in self._handed or self._created.by_others(node.id)
            return node.kind == "method" and not node.name.startswith("_") and is_handed
        is_of_object = node.kind == "method" and is_in_literal(line, node.name, node.language)
        is_elsewhere = is_ambient(node.path, around, node.language)
        is_set = replaces_member(line, node.name, node.language)
        return (is_of_object and not self._has_named_owner(node)) or is_elsewhere or is_set

    def _owner_name(self, method: Node) -> str:
        """Return the name of the type that has a method; empty for anything else."""
        owner = self._graph.parent(self._graph.position(method.id))
        is_of_type = method.kind == "method" and owner >= 0 and self._graph.nodes[owner].kind in TYPE_KINDS
        return self._graph.nodes[owner].name if is_of_type else ""

    def _has_named_owner(self, node: Node) -> bool:
        """Return whether a method belongs to a type or to an object with a name."""
        owner = self._graph.parent(self._graph.position(node.id))
        return owner >= 0 and self._graph.nodes[owner].kind in TYPE_KINDS | {OBJECT}

    def _names_of(self, node: Node) -> tuple[str, ...]:
        """Return the names that speak for a use of a definition.

        These are its own name, those of a type's methods, since extension methods are called by them, and for a
        method of an object literal the name of the object.
        """
        owner = self._graph.parent(self._graph.position(node.id))
        is_of_object = owner >= 0 and self._graph.nodes[owner].kind == OBJECT
        objects = (self._graph.nodes[owner].name,) if is_of_object else ()
        return node.name, *objects, *(member.name for member in self._members(node))

    def _members(self, node: Node) -> list[Node]:
        """Return the methods of a type."""
        members = (self._graph.nodes[each] for each in self._graph.members(self._graph.position(node.id)))
        return [member for member in members if member.kind in _CALLED]

    def _stands(self, counts: NameCounts, name: str, any_case: bool, *, in_tests: bool) -> bool:  # noqa: FBT001 - as counted
        """Return whether a name stands more often than definitions of that name account for."""
        defined = self._defined[in_tests]
        own = (
            sum(count for each, count in defined.items() if each.casefold() == name.casefold()) if any_case else 0
        )
        return counts.of(name, any_case=any_case) > (own if any_case else defined.get(name, 0))

    def _is_in_interface(self, node: Node) -> bool:
        return self._interface(node) is not None

    def _is_of_registered_interface(self, unused: Unused) -> bool:
        """Return whether an attribute such as ComImport marks an interface that declares or demands the member."""
        marked = (self._graph.node(each) for each in unused.types if is_registered(self._before.get(each, "")))
        return any(
            member.name == unused.node.name
            for interface in marked
            if interface.kind in INTERFACES
            for member in self._members(interface)
        )

    def _interface(self, node: Node) -> Node | None:
        """Return the interface that declares a member; None for a member of anything else."""
        owner = self._graph.parent(self._graph.position(node.id))
        return self._graph.nodes[owner] if owner >= 0 and self._graph.nodes[owner].kind in INTERFACES else None

    def _has_known_base_member(self, node: Node) -> bool:
        """Return whether a member implements or overrides another of the graph."""
        above = self._graph.adjacency(Direction.DEPENDS_ON)
        return any(True for _ in above.along(self._graph.position(node.id), mask_of((EdgeType.IMPLEMENTS,))))

    def _has_unknown_base(self, type_id: NodeId) -> bool:
        """Return whether a base is none of the graph: no type is called so, or no edge leads to that.

        A base of the own name is elsewhere. An edge to a type of another name may be one to a base by an alias.
        """
        node = self._graph.node(type_id)
        bases = bases_of(self._after.get(type_id, ""), node.language) - PLAIN_BASES
        if node.kind == PAGE or not bases <= self._types - {node.name}:
            return True
        above = self._graph.adjacency(Direction.DEPENDS_ON).along(self._graph.position(type_id), _EXTENDING)
        reached = {self._graph.nodes[other].name for other, _, _ in above}
        return len(bases - reached) > len(reached - bases)


def _property(node: Node) -> str:
    """Return the property that a method gets or sets; empty where it is no accessor."""
    name = _ACCESSOR.fullmatch(node.name) if node.kind == "method" and node.language in WITH_BEANS else None
    return name[1][0].lower() + name[1][1:] if name is not None else ""


def _is_explicit(header: str, node: Node) -> bool:
    """Return whether a member of C# names the interface that it implements: ``void IStore.Save()``."""
    line = header.rpartition("\n")[2]
    named = re.search(rf"(?<!\w){re.escape(node.name)}(?!\w)", line)
    return node.language == "csharp" and named is not None and EXPLICIT.search(line[: named.start()]) is not None


def _named_at(lines: Sequence[str], node: Node) -> int:
    """Return the line with the name of what begins with these lines; a comment before may have it too."""
    name = re.compile(rf"(?<!\w){re.escape(node.name)}(?!\w)")
    begins = _comment_beginnings(node.language)
    named = (i for i, line in enumerate(lines) if name.search(line) and not line.lstrip().startswith(begins))
    return next(named, 0)


def _comment_beginnings(language: str) -> tuple[str, ...]:
    """Return what lines of comments begin with; those inside a block often begin with a star."""
    comments = languages().get(language, Language()).comments
    blocks = [start for start, _ in comments.blocks]
    stars = ["*"] if "/*" in blocks else []
    return tuple(filter(None, [comments.line, *blocks, *stars]))
