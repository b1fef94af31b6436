"""Notes of a tree about a node: missing children, where it is expanded, how many tests use it. Pure."""

from collections.abc import Iterator, Sequence

from search.messages import Message
from search.types.graph import Direction, TreeNode

SHOWN_BELOW = Message("tree.shown_below")
"""A repeated node that is expanded later in display order."""

_GROUPS = {
    Direction.BOTH: Message("tree.both"),
    Direction.DEPENDS_ON: Message("tree.depends_on"),
    Direction.USED_BY: Message("tree.used_by"),
    Direction.TESTED_BY: Message("tree.tested_by"),
}
_IN_GROUP = "tree.in_group"
_MORE = "tree.more"


def in_group(direction: Direction, note: Message) -> Message:
    """Return a note of the root that concerns one of its groups."""
    return Message(_IN_GROUP, group=_GROUPS[direction], note=note)


def more(hidden: int, reason: Message) -> Message:
    """Return how many children are hidden and why, as in ``+3 more below depth 2``."""
    return Message(_MORE, hidden=hidden, reason=reason)


def notes_of_group(root: TreeNode, direction: Direction) -> list[Message]:
    """Return the note of a root about one of its groups, without the name of the group."""
    group = _GROUPS[direction]
    of_group = [note for note in root.notes if note.code == _IN_GROUP and note.values["group"] == group]
    return [note for each in of_group if isinstance(note := each.values["note"], Message)]


def hidden_in_group(root: TreeNode, direction: Direction) -> Iterator[tuple[int, Message]]:
    """Yield how many children of the root a group lacks, and why."""
    for note in notes_of_group(root, direction):
        hidden, reason = note.values.get("hidden"), note.values.get("reason")
        if note.code == _MORE and isinstance(hidden, int) and isinstance(reason, Message):
            yield hidden, reason


def has_groups(root: TreeNode) -> bool:
    """Return whether the root has a note about each of its groups."""
    return any(True for direction in Direction for _ in hidden_in_group(root, direction))


def reason_of_cut(notes: Sequence[Message]) -> Message:
    """Return why a node hides children: the first of its notes."""
    return notes[0] if notes else Message("")
