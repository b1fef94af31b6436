"""What no edge of a graph leads to."""

from dataclasses import dataclass

from search.graph.code_of_tests import CodeOfTests, IsTest, no_tests
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import mask_of
from search.graph.names import TYPE_KINDS, Visible, everything
from search.graph.steps import Steps
from search.graph.structure import USE
from search.graph.visibility import GraphVisibility
from search.types.graph import Direction, EdgeType, Node, Origin
from search.types.ids import NodeId

USABLE = frozenset({"class", "interface", "struct", "record", "function", "method", "table", "view", "procedure"})
"""Kinds that are there to be used by something else."""

CALLED_BY_THE_LANGUAGE = frozenset(("main", "Main", "constructor", "init"))
"""Names that a program's start or the making of an object calls, as do names between underscores."""

CALLED_BY_SYNTAX = {
    "bash": frozenset(
        (
            *("setup", "teardown", "setup_file", "teardown_file", "setup_suite", "teardown_suite"),
            *("command_not_found_handle", "command_not_found_handler", "precmd", "preexec", "chpwd"),
        )
    ),
    "csharp": frozenset(
        (
            *("Deconstruct", "GetEnumerator", "GetAsyncEnumerator", "GetAwaiter"),
            *("ConfigureServices", "ConfigureContainer"),
        )
    ),
    "elixir": frozenset(("start_link", "child_spec")),
    "lua": frozenset(
        (
            *("__add", "__call", "__close", "__concat", "__div", "__eq", "__gc", "__idiv", "__index", "__ipairs"),
            *("__le", "__len", "__lt", "__mod", "__mode", "__mul", "__newindex", "__pairs", "__pow", "__sub"),
            *("__tostring", "__unm"),
        )
    ),
    "php": frozenset(
        (
            *(
                "__call",
                "__callStatic",
                "__clone",
                "__construct",
                "__debugInfo",
                "__destruct",
                "__get",
                "__invoke",
            ),
            *(
                "__isset",
                "__serialize",
                "__set",
                "__set_state",
                "__sleep",
                "__toString",
                "__unserialize",
                "__unset",
            ),
            *("__wakeup", "count", "current", "getIterator", "jsonSerialize", "key", "next", "offsetExists"),
            *("offsetGet", "offsetSet", "offsetUnset", "rewind", "valid"),
        )
    ),
    "ruby": frozenset(
        (
            *(
                "initialize",
                "method_missing",
                "const_missing",
                "method_added",
                "inherited",
                "included",
                "extended",
            ),
            *("prepended", "to_s", "to_str", "inspect", "hash", "each", "encode_with", "init_with", "up", "down"),
            *("change", "setup", "teardown"),
        )
    ),
    "scala": frozenset(("apply", "unapply", "unapplySeq", "update", "equals", "hashCode", "toString")),
    "python": frozenset(("writelines", "readline", "readlines", "readinto", "isatty", "fileno")),
}
"""Names by language that statements such as ``foreach`` or a library call by agreement, with no word in the code.

A type of C# that has one of them may be used by that alone.
"""

SHOULD_SERIALIZE = "ShouldSerialize"
"""Begins methods of C# that serializers and designers call before they write the property named after it."""

STARTS = frozenset(("main", "Main"))
"""Methods that a program starts with: their type is used."""

RELATING = frozenset((EdgeType.INHERITS, EdgeType.IMPLEMENTS, EdgeType.IMPORTS))
"""Known of some languages of which no call is: they alone are no ground to call something unused."""


@dataclass(frozen=True, slots=True)
class Unused:
    """A definition that no edge from other code leads to.

    Attributes:
        by_tests: tests use it.
        types: the types around it with their bases in the graph, nearest first; of a type, itself too.
        base_is_used: of a type, whether code uses one of its bases; a container may create it by that base.
    """

    node: Node
    by_tests: bool
    types: tuple[NodeId, ...]
    base_is_used: bool = False


def unused(graph: DependencyGraph, visible: Visible = everything, is_test: IsTest = no_tests) -> list[Unused]:
    """Return definitions that nothing in sight uses, by path and line; tests are left out.

    Entry points, and what is called by reflection or from outside, are among them. A type counts as used when one
    of its members is, and a member when it implements one that is used. The members of an unused type are not
    listed as well. A language in which no use at all is known is left out: of some only the definitions are read.
    """
    return _Judge(graph, visible, is_test).all()


class _Judge:
    def __init__(self, graph: DependencyGraph, visible: Visible, is_test: IsTest) -> None:
        self._graph = graph
        self._is_test = is_test
        self._tests = graph.derived(CodeOfTests)
        self._languages = _languages_with_uses(graph)
        self._steps = Steps(graph, GraphVisibility(graph, visible), EdgePolicy(USE), Direction.USED_BY)

    def all(self) -> list[Unused]:
        by_tests = {
            position: uses
            for position in range(len(self._graph))
            if self._may_be_unused(position) and (uses := self._uses(position)) is not None
        }
        outermost = [position for position in by_tests if by_tests.keys().isdisjoint(self._around(position))]
        definitions = [self._judged(each, by_tests=by_tests[each]) for each in sorted(outermost)]
        return sorted(definitions, key=lambda each: (each.node.path, each.node.start_line, each.node.id))

    def _judged(self, position: int, *, by_tests: bool) -> Unused:
        node, types = self._graph.nodes[position], self._types(position)
        bases = (self._graph.position(each) for each in types if each != node.id)
        base_is_used = node.kind in TYPE_KINDS and any(self._is_named(each) for each in bases)
        return Unused(node, by_tests, tuple(types), base_is_used)

    def _is_named(self, position: int) -> bool:
        """Return whether code uses a type in another way than to extend it."""
        relating = mask_of(tuple(RELATING))
        return any(
            step.mask & ~relating and not self._tests.has(step.other, self._is_test)
            for step in self._steps.of(position)
        )

    def _may_be_unused(self, position: int) -> bool:
        node = self._graph.nodes[position]
        return (
            node.kind in USABLE
            and node.language in self._languages
            and node.origin is Origin.SOURCE
            and not node.historic
            and (node.language == "sql" or node.name.isidentifier())
            and node.name not in CALLED_BY_THE_LANGUAGE
            and not self._is_called_by_syntax(position)
            and not (node.name.startswith("_") and node.name.endswith("_"))
            and self._steps.visibility.sees(position)
            and not self._tests.has(position, self._is_test)
        )

    def _is_called_by_syntax(self, position: int) -> bool:
        node = self._graph.nodes[position]
        names = CALLED_BY_SYNTAX.get(node.language, frozenset())
        of_types = STARTS | (names if node.language == "csharp" else frozenset())
        if node.language == "csharp" and node.name.startswith(SHOULD_SERIALIZE):
            return True
        return node.name in names or any(
            self._graph.nodes[each].name in of_types for each in self._graph.members(position)
        )

    def _uses(self, position: int) -> bool | None:
        """Return None where code uses a definition or a part of it, else whether tests do."""
        inside = {position, *self._steps.family(position)}
        users = [step.other for part in inside for step in self._steps.of(part) if step.other not in inside]
        if all(self._tests.has(user, self._is_test) for user in users):
            return bool(users)
        return None

    def _around(self, position: int) -> set[int]:
        """Return all definitions that enclose a definition."""
        owners: set[int] = set()
        owner = self._graph.parent(position)
        while owner >= 0 and owner not in owners:
            owners.add(owner)
            owner = self._graph.parent(owner)
        return owners

    def _types(self, position: int) -> list[NodeId]:
        nodes = self._graph.nodes
        types = [each for each in (position, *sorted(self._around(position))) if nodes[each].kind in TYPE_KINDS]
        bases = mask_of((EdgeType.INHERITS, EdgeType.IMPLEMENTS))
        for each in types:  # grows while it is walked
            above = self._graph.adjacency(Direction.DEPENDS_ON).along(each, bases)
            types += [other for other, _, _ in above if other not in types]
        return [nodes[each].id for each in types]


def _languages_with_uses(graph: DependencyGraph) -> frozenset[str]:
    table, use = graph.table, mask_of([each for each in USE if each not in RELATING])
    rows = [row for row in range(len(table)) if use >> int(table.types[row]) & 1]
    return frozenset(graph.nodes[ends[row]].language for ends in (table.sources, table.targets) for row in rows)
