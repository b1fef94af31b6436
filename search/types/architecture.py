"""Rules on what may depend on what, and what breaks them."""

from dataclasses import dataclass

from search.types.graph import Node, PathStep

SELECTORS = ("path", "ext", "sql", "kind", "name")
"""Prefixes of a selector: ``path:src/Domain/**``, ``ext:*EntityFramework*``, ``kind:table`` ..."""


@dataclass(frozen=True, slots=True)
class ArchitectureRule:
    """What must not reach what, directly or through others.

    Attributes:
        name: for a person; the selectors where none is written.
        sources, forbidden: selectors; a node is meant that fits any of them.
    """

    name: str
    sources: tuple[str, ...]
    forbidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """A shortest way by which a rule is broken.

    Attributes:
        source: where it begins, a node that the rule speaks of.
        target: what must not be reached.
        steps: from the one to the other, with the evidence of each.
    """

    source: Node
    target: Node
    steps: tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class CheckedRule:
    """A rule and what breaks it.

    Attributes:
        repository: repository of the rule.
        matches: how many nodes the rule speaks of; 0 where its selectors fit nothing.
        violations: one for each last step into a forbidden node, shortest first.
    """

    repository: str
    rule: ArchitectureRule
    matches: int
    violations: tuple[Violation, ...]
