"""The answers of the dependency graph; that of ``tree`` is `search.types.tree_answer.TreeAnswer`."""

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from search.types.architecture import CheckedRule, Violation
from search.types.graph import DependencyPaths, Node, PathStep, TreeEdge
from search.types.graph_queries import (
    Added,
    Confidence,
    Cycle,
    CycleScope,
    Dependent,
    Doubt,
    Impact,
    TableUse,
    UnreadFile,
    UnusedDefinition,
)
from search.types.ids import NodeId


class Definition(msgspec.Struct, frozen=True):
    """Something that a file defines."""

    id: NodeId
    name: str
    qualname: str
    kind: str
    repository: str
    path: str
    start_line: int
    end_line: int


class DependentDefinition(Definition, frozen=True):
    """Something that depends on another: ``distance`` steps away, the last of them to ``through``."""

    distance: int
    through: NodeId
    edges: tuple[TreeEdge, ...]


class PathAnswerStep(msgspec.Struct, frozen=True):
    """From one node to the next."""

    from_id: NodeId
    to_id: NodeId
    edges: tuple[TreeEdge, ...]


class PathAnswer(msgspec.Struct, frozen=True):
    """A shortest way; ``found`` is false where there is none. ``others`` are further ways, shortest first.

    Where there is none, ``sources`` and ``targets`` are what the names were taken for.
    """

    connected: bool = msgspec.field(name="found")
    from_id: NodeId | msgspec.UnsetType = msgspec.UNSET
    to_id: NodeId | msgspec.UnsetType = msgspec.UNSET
    steps: tuple[PathAnswerStep, ...] = ()
    others: tuple[tuple[PathAnswerStep, ...], ...] = ()
    sources: tuple[NodeId, ...] | msgspec.UnsetType = msgspec.UNSET
    targets: tuple[NodeId, ...] | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, paths: DependencyPaths) -> Self:
        """Return the answer for the ways between two things."""
        if not paths.ways:
            return cls(connected=False, sources=paths.sources, targets=paths.targets)
        first, *others = (_steps(path.steps) for path in paths.ways)
        ends = paths.ways[0].source.id, paths.ways[0].target.id
        return cls(True, *ends, first, tuple(others))


def _steps(steps: Iterable[PathStep]) -> tuple[PathAnswerStep, ...]:
    return tuple(PathAnswerStep(step.source.id, step.target.id, step.edges) for step in steps)


class AddedAnswer(msgspec.Struct, frozen=True):
    """What the diff adds since ``commit``: dependencies, cycles of files, paths that break rules.

    ``total`` dependencies are new, of which some are listed; ``in_tests`` more are those of tests.
    """

    commit: str
    total: int
    dependencies: tuple[PathAnswerStep, ...]
    in_tests: int
    cycles: "tuple[CycleAnswer, ...]" = msgspec.field(name="rings")
    rules: "tuple[RuleAnswer, ...]"

    @classmethod
    def first(cls, limit: int, added: Added) -> Self:
        """Return the answer with at most so many dependencies, cycles, and ways of each rule."""
        return cls(
            added.commit,
            len(added.dependencies),
            _steps(added.dependencies[:limit]),
            added.in_tests,
            msgspec.convert(added.cycles[:limit], tuple[CycleAnswer, ...], from_attributes=True),
            tuple(RuleAnswer.first(limit, each) for each in added.rules),
        )


class ImpactAnswer(msgspec.Struct, frozen=True):
    """Dependents of the changes, nearest first.

    ``parts`` are definitions inside the changed ones that something was reached through. ``hidden`` more are
    affected, and ``tests_left_out`` tests; ``unknown`` files are not in the index, ``stale`` ones differ from what
    was indexed. Where one definition affects tests at most, ``mentioned_in`` other files contain its name.
    ``added`` is there for a diff only, and not with ``--no-added``.
    """

    changed: tuple[Definition, ...]
    parts: tuple[DependentDefinition, ...]
    affected: tuple[DependentDefinition, ...]
    files: tuple[str, ...]
    hidden: int
    unknown: tuple[str, ...]
    stale: tuple[str, ...]
    mentioned_in: int
    tests_left_out: int
    added: AddedAnswer | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def of(cls, impact: Impact, added: AddedAnswer | None = None) -> Self:
        """Return the answer for an impact, and for the additions of the diff."""
        return cls(
            changed=_definitions(impact.changed),
            parts=_dependents(impact.parts),
            affected=_dependents(impact.affected),
            files=impact.files,
            hidden=impact.hidden,
            unknown=impact.unknown,
            stale=impact.stale,
            mentioned_in=impact.mentioned_in,
            tests_left_out=impact.tests_left_out,
            added=msgspec.UNSET if added is None else added,
        )


class TableAnswer(msgspec.Struct, frozen=True):
    """Who uses a table; ``refers_to`` and ``referred_by`` are foreign keys."""

    table: Definition
    readers: tuple[DependentDefinition, ...]
    writers: tuple[DependentDefinition, ...]
    mapped: tuple[DependentDefinition, ...]
    refers_to: tuple[DependentDefinition, ...]
    referred_by: tuple[DependentDefinition, ...]
    triggers: tuple[DependentDefinition, ...]
    mentioned: tuple[DependentDefinition, ...]
    hidden: int

    @classmethod
    def of(cls, use: TableUse) -> Self:
        """Return the answer for the use of a table."""
        (table,) = _definitions((use.table,))
        return cls(
            table=table,
            readers=_dependents(use.readers),
            writers=_dependents(use.writers),
            mapped=_dependents(use.mapped),
            refers_to=_dependents(use.refers_to),
            referred_by=_dependents(use.referred_by),
            triggers=_dependents(use.triggers),
            mentioned=_dependents(use.mentioned),
            hidden=use.hidden,
        )


class CycleAnswer(msgspec.Struct, frozen=True):
    """Things that all depend on each other; ``edges`` are a shortest way around."""

    members: tuple[Definition, ...]
    edges: tuple[TreeEdge, ...]


class CyclesAnswer(msgspec.Struct, frozen=True):
    """The largest cycles, and how many there are."""

    of: CycleScope
    total: int
    cycles: tuple[CycleAnswer, ...] = msgspec.field(name="rings")

    @classmethod
    def first(cls, limit: int, cycles: Sequence[Cycle], scope: CycleScope) -> Self:
        """Return the answer with at most so many of the cycles."""
        listed = msgspec.convert(cycles[:limit], tuple[CycleAnswer, ...], from_attributes=True)
        return cls(scope, len(cycles), listed)


class ViolationAnswer(msgspec.Struct, frozen=True):
    """A shortest way by which a rule is broken."""

    source: Definition
    target: Definition
    steps: tuple[PathAnswerStep, ...]


class RuleAnswer(msgspec.Struct, frozen=True):
    """A rule; it applies to ``matches`` nodes, and ``total`` paths break it, of which some are listed."""

    repository: str
    name: str
    sources: tuple[str, ...] = msgspec.field(name="from")
    forbidden: tuple[str, ...] = msgspec.field(name="must_not_reach")
    matches: int
    total: int
    violations: tuple[ViolationAnswer, ...]

    @classmethod
    def first(cls, limit: int, checked: CheckedRule) -> Self:
        """Return the answer with at most so many ways."""
        return cls(
            checked.repository,
            checked.rule.name,
            checked.rule.sources,
            checked.rule.forbidden,
            checked.matches,
            len(checked.violations),
            tuple(map(_violation, checked.violations[:limit])),
        )


class ArchitectureAnswer(msgspec.Struct, frozen=True):
    """The rules on dependencies, and how many of them are broken."""

    broken: int
    rules: tuple[RuleAnswer, ...]

    @classmethod
    def first(cls, limit: int, rules: Sequence[CheckedRule]) -> Self:
        """Return the answer with at most so many ways of each rule."""
        return cls(
            sum(bool(each.violations) for each in rules),
            tuple(RuleAnswer.first(limit, each) for each in rules),
        )


def _violation(violation: Violation) -> ViolationAnswer:
    (source, target) = _definitions((violation.source, violation.target))
    return ViolationAnswer(source, target, _steps(violation.steps))


class UnusedAnswerDefinition(Definition, frozen=True):
    """A definition without a user, how sure that is, and what speaks against it."""

    confidence: Confidence
    doubts: tuple[Doubt, ...]


class UnusedAnswer(msgspec.Struct, frozen=True):
    """Definitions without a user, the surest first, and how many there are.

    Definitions in ``not_judged``, languages, are not among them: what uses these is not known.
    """

    total: int
    unused: tuple[UnusedAnswerDefinition, ...]
    not_judged: tuple[str, ...]

    @classmethod
    def first(cls, limit: int, unused: Sequence[UnusedDefinition], not_judged: tuple[str, ...]) -> Self:
        """Return the answer with at most so many of the definitions."""
        return cls(len(unused), tuple(_unused(each) for each in unused[:limit]), not_judged)


def _unused(unused: UnusedDefinition) -> UnusedAnswerDefinition:
    (definition,) = _definitions((unused.node,))
    return msgspec.convert(
        {**msgspec.structs.asdict(definition), "confidence": unused.confidence, "doubts": unused.doubts},
        UnusedAnswerDefinition,
    )


class UnreadableAnswer(msgspec.Struct, frozen=True):
    """Files of which the graph knows less than they hold."""

    total: int
    files: tuple[UnreadFile, ...]


def _definitions(nodes: Iterable[Node]) -> tuple[Definition, ...]:
    return msgspec.convert(tuple(nodes), tuple[Definition, ...], from_attributes=True)


def _dependents(group: Iterable[Dependent]) -> tuple[DependentDefinition, ...]:
    return tuple(
        DependentDefinition(
            each.node.id,
            each.name,
            each.node.qualname,
            each.node.kind,
            each.node.repository,
            each.node.path,
            each.node.start_line,
            each.node.end_line,
            each.distance,
            each.through,
            each.edges,
        )
        for each in group
    )
