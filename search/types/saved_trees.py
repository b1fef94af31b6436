"""A walk through a tree that was kept, and what has changed since."""

from dataclasses import dataclass
from enum import StrEnum

from search.types.graph import TreeNode, TreeRequest


class Change(StrEnum):
    """How a line of a tree stands to the one that was kept."""

    SAME = "same"
    NEW = "new"
    GONE = "gone"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class SavedTree:
    """A tree as a person left it.

    Attributes:
        name: given by the person.
        request: with which it began; ``target`` is an identifier.
        nodes: all lines in display order, with those that were opened by hand.
        kept_at: seconds since the epoch.
    """

    name: str
    request: TreeRequest
    nodes: tuple[TreeNode, ...]
    kept_at: float = 0.0


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of a tree, compared with the saved one.

    Attributes:
        node: as it is now; as it was, where it is gone.
        change: what happened to it.
        was: for a person: where a moved one was, as a path or as ``below NAME``; else empty.
    """

    node: TreeNode
    change: Change
    was: str = ""
