"""One half of a tree: breadth first for who is expanded where, bounded in depth, lines and children."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import msgspec

from search.graph.constructors import Constructors
from search.graph.notes import SHOWN_BELOW
from search.graph.steps import Step, Steps
from search.messages import Message
from search.types.graph import MANY_PLACES, Direction, NodeState, Origin

MIN_CHILDREN = 8
"""So many children a node may show however small the budget."""

CHILD_SHARE = 4
"""A node may take a quarter of the lines, lest one hub takes all."""

ROOT_SHARE = (2, 3)
"""The children of the root, which was requested, may take two thirds."""


CONTAINERS = frozenset({"file", "namespace", "package", "project", "section"})
"""Kinds that a reader opens for what is in them: who uses them uses one of their parts, and is shown below it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a walk.

    Attributes:
        depth: levels below the root.
        lines: lines below the root, repeated nodes included.
    """

    depth: int
    lines: int

    def children(self, depth: int) -> int:
        """Return how many children a node at this depth may show."""
        share = self.lines * ROOT_SHARE[0] // ROOT_SHARE[1] if depth == 0 else self.lines // CHILD_SHARE
        return max(MIN_CHILDREN, share)


class Line(msgspec.Struct, eq=False):
    """One line while the tree is built; frozen values are made of it at the end."""

    position: int
    depth: int
    above: "Line | None" = None
    step: Step | None = None
    state: NodeState = NodeState.LEAF
    hidden: int = 0
    notes: tuple[Message, ...] = ()
    below: "list[Line]" = []

    def in_display_order(self) -> "Iterator[Line]":
        """Yield this line and all below it, depth first."""
        waiting = [self]
        while waiting:
            line = waiting.pop()
            yield line
            waiting.extend(reversed(line.below))

    def branch(self) -> "Iterator[Line]":
        """Yield this line and those above it, up to the root."""
        line: Line | None = self
        while line is not None:
            yield line
            line = line.above


class Walk:
    """Walks from one root in one direction.

    Args:
        shows_parts: whether parts of the root have lines; else only who uses them.

    Attributes:
        root: the line of the root; `run` adds the lines below it.
        cut_by: why something is left out.
    """

    def __init__(
        self, steps: Steps, root: int, limits: Limits, *, node_limit: int, shows_parts: bool = True
    ) -> None:
        self.steps = steps
        is_container = steps.graph.nodes[root].kind in CONTAINERS
        self._lists_users = steps.direction is Direction.USED_BY and not (shows_parts and is_container)
        self._shows_parts = shows_parts
        self._constructors = steps.graph.derived(Constructors).positions
        self._limits = limits
        self._node_limit = node_limit
        self._left = limits.lines
        self.cut_by: set[str] = set()
        self.root = Line(root, depth=0)
        self._placed = {root: self.root}
        self._level = [self.root]

    def run(self, enough: int | None = None) -> "Walk":
        """Walk on, level by level, until all is done or more than ``enough`` lines are used; return this walk."""
        while self._level and (enough is None or self.used <= enough):
            level = self._level
            below = [self._children(line) for line in level]
            allowed = shares([self._wanted(*each) for each in zip(level, below, strict=True)], self._left)
            parts = zip(level, below, allowed, strict=True)
            self._level = [child for part in parts for child in self._expand(*part)]
        if not self._level:
            self._say_where()
        return self

    @property
    def used(self) -> int:
        """Number of lines below the root."""
        return self._limits.lines - self._left

    def _wanted(self, line: Line, children: Collection[int]) -> int:
        """Return how many children a line would show if it were alone."""
        if line.depth >= self._limits.depth:
            return 0
        return min(len(children), self._limits.children(line.depth))

    def _expand(self, line: Line, children: Collection[int], allowed: int) -> list[Line]:
        """Add the first children of a line; return those that have their place here."""
        if children:
            line.state = NodeState.EXPANDED
        if allowed:
            shown = list(islice(children, allowed))
            line.below = [self._child(line, step) for step in self._steps_to(line, shown)]
            self._left -= allowed
        if allowed < len(children):
            self._cut(line, len(children) - allowed)
        self._note_ambiguous(line)
        self._note_tests(line)
        return [child for child in line.below if self._placed.get(child.position) is child]

    def _children(self, line: Line) -> Collection[int]:
        """Return the children of a line, in display order.

        Below the root, users of its parts come behind its own ones, and its parts come last.
        """
        direct = self.steps.others(line.position, at_root=line.depth == 0)
        shown = direct if self._constructors.isdisjoint(direct) else self._without_constructors(direct)
        if line.depth > 0:
            return shown
        users = self.steps.users_of_parts(line.position) if self._lists_users else ()
        members = self.steps.members(line.position) if self._shows_parts else ()
        parts = (step.other for step in members)
        return [*shown, *users, *(each for each in parts if each not in direct and not self._says_nothing(each))]

    def _without_constructors(self, others: Collection[int]) -> list[int]:
        """Leave out a constructor that leads nowhere if its class is listed as well."""
        if self.steps.direction is Direction.USED_BY:
            return list(others)
        parent = self.steps.graph.parent
        return [
            each
            for each in others
            if each not in self._constructors or parent(each) not in others or self.steps.others(each)
        ]

    def _says_nothing(self, part: int) -> bool:
        """Return whether a part is a constructor whose callers are all listed as creators of its class."""
        if self.steps.direction is not Direction.USED_BY or part not in self._constructors:
            return False
        makers = self.steps.others(self.steps.graph.parent(part))
        return all(each in makers for each in self.steps.others(part))

    def _steps_to(self, line: Line, shown: Sequence[int]) -> Iterable[Step]:
        """Return the steps from a line to those of its children that are shown."""
        if line.depth > 0:
            return self.steps.to(line.position, shown)
        direct = self.steps.others(line.position, at_root=True)
        first = [other for other in shown if other in direct]
        inside = {step.other: step for step in self.steps.members(line.position)}
        users = self.steps.users_of_parts(line.position) if self._lists_users else {}
        further = ((users.get(other) or inside[other]) for other in shown[len(first) :])
        return [*self.steps.to(line.position, first, at_root=True), *further]

    def _child(self, line: Line, step: Step) -> Line:
        child = Line(step.other, line.depth + 1, above=line, step=step)
        if step.other in self._placed:  # as every line is that others stand below
            cycle = _cycle_at(line, step.other)
            child.state = NodeState.CYCLE if cycle else NodeState.SHOWN_ABOVE
            child.notes = (self._cycle_note(cycle),) if cycle else ()
        elif self._is_end(step.other):
            child.state = NodeState.EXTERNAL
        else:
            self._placed[step.other] = child
        return child

    def _is_end(self, position: int) -> bool:
        """Return whether a node is a package outside, of which nothing is known but who uses it."""
        if self.steps.direction is Direction.USED_BY:
            return False
        return self.steps.graph.nodes[position].origin is Origin.EXTERNAL

    def _cut(self, line: Line, hidden: int) -> None:
        line.state = NodeState.TRUNCATED
        line.hidden = hidden
        if line.depth >= self._limits.depth:
            reason, note = "depth_reached", Message("tree.below_depth", depth=self._limits.depth)
        elif len(line.below) < self._limits.children(line.depth):
            reason, note = "limit_reached", Message("tree.over_limit", most=self._node_limit)
        else:
            most = self._limits.children(line.depth)
            reason, note = "fan_out_reached", Message("tree.over_fan_out", most=most)
        line.notes = (note,)
        self.cut_by.add(reason)

    def _note_ambiguous(self, line: Line) -> None:
        if self.steps.direction is Direction.USED_BY:
            return
        count = self.steps.graph.nodes[line.position].ambiguous
        if not count:
            return
        if line.state is NodeState.LEAF:
            line.state = NodeState.AMBIGUOUS
        line.notes = (*line.notes, Message("tree.ambiguous", n=count))

    def _note_tests(self, line: Line) -> None:
        """Say how many tests use a line; those of the root have a group of their own."""
        count = self.steps.left_out(line.position) if line.depth else 0
        if count:
            line.notes = (*line.notes, Message("tree.tests", n=count))

    def _cycle_note(self, cycle: list[Line]) -> Message:
        arrow = " → " if self.steps.direction is not Direction.USED_BY else " ← "
        names = [self.steps.visibility.label(line.position) for line in cycle]
        return Message("tree.cycle", names=arrow.join([*names, names[0]]))

    def _say_where(self) -> None:
        """Settle repeated lines: the first place may come later, and below a leaf is nothing to refer to.

        A leaf that occurs in many places is marked too, so that it can be folded.
        """
        passed: set[int] = set()
        occurrences = Counter(line.position for line in self.root.in_display_order())
        for line in self.root.in_display_order():
            first = self._placed.get(line.position)
            if line.state is NodeState.SHOWN_ABOVE and first is not None:
                is_leaf = first.state in (NodeState.LEAF, NodeState.AMBIGUOUS)
                if is_leaf and occurrences[line.position] < MANY_PLACES:
                    line.state, line.notes = first.state, first.notes
                elif line.position not in passed:
                    line.notes = (SHOWN_BELOW,)
            if first is line:
                passed.add(line.position)


def shares(wanted: list[int], available: int) -> list[int]:
    """Divide lines among the nodes of a level: who wants little gets it, the others equal parts, then the rest.

    Otherwise the first of twenty methods would show all its calls and the others none.
    """
    shares_of = [0] * len(wanted)
    for rank, index in enumerate(sorted(range(len(wanted)), key=lambda index: (wanted[index], -index))):
        shares_of[index] = min(wanted[index], available // (len(wanted) - rank))
        available -= shares_of[index]
    return shares_of


def _cycle_at(line: Line, position: int) -> list[Line]:
    """Return the lines from the ancestor that is this node down to ``line``; empty when it is no ancestor."""
    cycle: list[Line] = []
    for ancestor in line.branch():
        cycle.append(ancestor)
        if ancestor.position == position:
            return cycle[::-1]
    return []
