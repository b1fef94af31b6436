"""The tools that follow dependencies."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from msgspec import structs
from pydantic import Field

from app.core.answers.graph import (
    ArchitectureAnswer,
    CyclesAnswer,
    ImpactAnswer,
    TableAnswer,
    UnusedAnswer,
)
from app.core.git_changes import changed_files, committed_changes
from app.core.read_languages import tree_note, without_uses
from app.mcp.engine_session import EngineSession
from app.mcp.narrowing import known_labels, label_of
from app.mcp.queries import single
from app.mcp.short_answers import ShortTree
from app.mcp.short_graph import NotedPath, ShortImpact, ShortTable
from search.errors import BadInputError, NotFoundError
from search.messages import Message
from search.types.filters import OWNER
from search.types.graph import Direction, EdgeType, TreeRequest
from search.types.graph_queries import (
    ChangedFile,
    Confidence,
    CycleScope,
    ImpactRequest,
    PathRequest,
    TableRequest,
)
from search.types.tree_answer import TreeAnswer

MOST_DEPTH = 20
MOST_NODES = 1_000
"""Beyond, an answer is longer than an agent can read."""

Name = Annotated[
    str, Field(max_length=1000, description="An id, a path, path:line, a unique name, or an address of HTTP")
]
Overloads = Annotated[
    bool, Field(description="A node for each overload of a method, as a name with parameters, Add(int), asks for")
]
Edges = Annotated[
    list[EdgeType] | None,
    Field(description="Only these; default: calls, data, structure, and what names the types asked about"),
]
Detail = Annotated[bool, Field(description="All edges, with how each was found")]
Label = Annotated[str, Field(max_length=1000)]
Repository = Annotated[
    Label | list[Label],
    Field(
        description="A repository's label as index_status has it, LABEL@BRANCH for another branch; default: all",
    ),
]


MOST_TARGETS = 100
_SIGNS_OF_NAMES = re.compile(r"[(<\[\])]|(?<![-=])>|,")
"""Brackets and commas; ``->`` and ``=>`` are no brackets."""


class GraphTools:
    """Answers what depends on what."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def dependency_tree(
        self,
        target: Name,
        direction: Annotated[
            Direction, Field(description="What it depends on, what uses it, which tests do, or all of it")
        ] = Direction.BOTH,
        depth: Annotated[int, Field(ge=1, le=MOST_DEPTH, description="Levels below the target")] = 3,
        max_nodes: Annotated[int, Field(ge=2, le=MOST_NODES, description="Lines of the tree")] = 64,
        edges: Edges = None,
        *,
        tests: Annotated[bool, Field(description="Also the tests that use it, as a group of their own")] = True,
        overloads: Overloads = False,
        detail: Detail = False,
    ) -> ShortTree | TreeAnswer:
        """Return what a file, class, function, table or procedure depends on, and what depends on it.

        The nodes are in display order with their depth, and with the place of the edge to their parent. A name
        that stands for several nodes is refused with their ids; ask again with one of them.
        """
        request = TreeRequest(
            target, direction, depth, max_nodes, tuple(edges or ()), tests=tests, overloads=overloads
        )
        tree = self._asking.core.tree(request, self._asking.access)
        note = tree_note(tree)
        return structs.replace(TreeAnswer.of(tree), note=note) if detail else ShortTree.of(tree, note)

    def dependency_path(
        self,
        source: Name,
        target: Name,
        via: Annotated[str, Field(max_length=1000, description="What every way has to pass; default: any")] = "",
        ways: Annotated[int, Field(ge=1, le=20, description="So many at most")] = 1,
        *,
        overloads: Overloads = False,
    ) -> NotedPath:
        """Return the shortest way by which one thing depends on another, with the place of each step.

        With ``ways`` above 1 further ways follow, shortest first.
        """
        request = PathRequest(source, target, via, ways, overloads)
        paths = self._asking.core.paths(request, self._asking.access)
        answer = NotedPath.of(paths)
        exchanged = PathRequest(target, source, via, overloads=overloads)
        if paths.ways or not self._asking.core.paths(exchanged, self._asking.access).ways:
            return answer
        return structs.replace(answer, notes=(str(Message("mcp.other_way_round")),))

    def change_impact(
        self,
        targets: Annotated[
            list[Name] | Name | None,
            Field(max_length=1000, description="What is to be changed: ids, paths or names, 100 at most"),
        ] = None,
        since: Annotated[
            str,
            Field(max_length=200, description="Or what git says differs from this revision, such as HEAD or main"),
        ] = "",
        repository: Repository = "",
        max_nodes: Annotated[int, Field(ge=1, le=MOST_NODES, description="How much is listed")] = 64,
        edges: Edges = None,
        *,
        tests: Annotated[bool, Field(description="List tests too; else they are counted")] = False,
        overloads: Overloads = False,
        detail: Detail = False,
    ) -> ShortImpact | ImpactAnswer:
        """Return everything that depends on some things, or on what changed since a git revision.

        Nearest first; ``through`` is what each depends on. Ask this before you change what others use.
        """
        changes = self._changes(since, self._label(repository))
        request = ImpactRequest(_targets(targets), changes, tuple(edges or ()), max_nodes, overloads, tests)
        if not request.targets and not since:
            raise BadInputError("mcp.no_target")
        impact = self._asking.core.impact(request, self._asking.access)
        if self._asking.access != OWNER:
            impact = replace(impact, unknown=())  # git told their names, not the agent
        return ImpactAnswer.of(impact) if detail else ShortImpact.of(impact)

    def table_use(
        self,
        table: Annotated[str, Field(max_length=1000, description="A table or view, with or without its schema")],
        max_nodes: Annotated[int, Field(ge=1, le=MOST_NODES, description="Of each group")] = 64,
        *,
        detail: Detail = False,
    ) -> ShortTable | TableAnswer:
        """Return which code reads and writes a table, its foreign keys both ways, triggers and mapped classes.

        The callers of a procedure and the users of a view come with it; each has the line of its evidence.
        """
        use = self._asking.core.table(TableRequest(table, max_nodes), self._asking.access)
        return TableAnswer.of(use) if detail else ShortTable.of(use)

    def dependency_cycles(
        self,
        repository: Repository = "",
        of: Annotated[CycleScope, Field(description="Cycles of files or of definitions")] = CycleScope.FILES,
        top: Annotated[int, Field(ge=1, le=100, description="The largest ones")] = 10,
    ) -> CyclesAnswer:
        """Return what depends on itself through others, with a shortest way around each cycle."""
        label = self._label(repository)
        return CyclesAnswer.first(top, self._asking.core.cycles(label, of, self._asking.access), of)

    def broken_rules(
        self,
        repository: Repository = "",
        top: Annotated[int, Field(ge=1, le=MOST_NODES, description="Ways of each rule at most")] = 10,
    ) -> ArchitectureAnswer:
        """Return the architecture rules of .dowse.toml, with the shortest ways that break each of them."""
        label = self._label(repository)
        return ArchitectureAnswer.first(top, self._asking.core.architecture(label, self._asking.access))

    def unused_definitions(
        self,
        repository: Repository = "",
        top: Annotated[int, Field(ge=1, le=MOST_NODES, description="So many at most")] = 20,
        *,
        doubtful: Annotated[bool, Field(description="List also those that may well be used")] = False,
    ) -> UnusedAnswer:
        """Return definitions that nothing in the index uses, the surest first, with what speaks against each."""
        label = self._label(repository)
        definitions = self._asking.core.unused(label, self._asking.access)
        shown = [each for each in definitions if doubtful or each.confidence is not Confidence.LOW]
        unread = self._asking.core.unreadable(label, self._asking.access)
        return UnusedAnswer.first(top, shown, without_uses(unread))

    def _label(self, repository: Label | list[Label]) -> str:
        """Return a repository's name as the graph has it, also where it is written in other letters."""
        name = single("repository", repository)
        roots = [status.root for status in self._asking.core.roots(self._asking.access)] if name else []
        if not name or any(name in (root.name, root.path) for root in roots):
            return name
        return label_of(name, roots)

    def _changes(self, since: str, repository: str) -> tuple[ChangedFile, ...]:
        """Return what git says of the visible roots, or of the one that is named."""
        if not since:
            return ()
        roots = [status.root for status in self._asking.core.roots(self._asking.access) if status.root.folder]
        chosen = [root for root in roots if repository in ("", root.repository, root.path)]
        if not chosen:
            raise NotFoundError("graph.no_repository", name=repository, known=known_labels(roots))
        if len(chosen) > 1:
            known = known_labels(chosen)
            raise BadInputError("mcp.several_repositories", since=since, count=len(chosen), known=known)
        read_changes = changed_files if self._asking.access == OWNER else committed_changes
        return read_changes(Path(chosen[0].path), since)


def _targets(targets: list[str] | str | None) -> tuple[str, ...]:
    """Return what is to be changed, which may be one name without a list, or several with commas.

    Raises:
        BadInputError: there are too many.
    """
    names = tuple(filter(None, _listed_names(targets) if isinstance(targets, str) else targets or ()))
    if len(names) > MOST_TARGETS:
        raise BadInputError("mcp.too_many_values", name="targets", count=len(names), limit=MOST_TARGETS)
    return names


def _listed_names(text: str) -> list[str]:
    """Return the names between the commas of a text, which may have commas in brackets themselves."""
    names, start, depth = [], 0, 0
    for sign in _SIGNS_OF_NAMES.finditer(text):
        if sign[0] != ",":
            depth = max(0, depth + (1 if sign[0] in "(<[" else -1))
        elif not depth:
            names.append(text[start : sign.start()].strip())
            start = sign.end()
    return [*names, text[start:].strip()]
