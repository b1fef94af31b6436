"""Sentences about a tree: rows for screen readers, the footer, and the whole tree as text. Pure."""

from collections.abc import Iterable, Sequence

from search.graph.notes import SHOWN_BELOW
from search.messages import Message
from search.types.graph import DependencyTree, Direction, NodeState, TreeNode
from ui.i18n.language import counted, message_text, number, translate
from ui.painting.badge_words import badge_words
from ui.panels.dependencies.edges import edge_words, location_of, name_of
from ui.panels.dependencies.items import Item

GROUP_NAMES = {
    Direction.DEPENDS_ON: translate("Depends on"),
    Direction.USED_BY: translate("Used by"),
    Direction.TESTED_BY: translate("Tests"),
}

_STATES = {
    NodeState.CYCLE: "cycle",
    NodeState.SHOWN_ABOVE: "shown above",
    NodeState.EXTERNAL: "external",
    NodeState.AMBIGUOUS: "ambiguous",
}


def state_badge(node: TreeNode) -> str:
    """Return the badge of a node; empty for most. That of a repeated node says where it is expanded."""
    if node.state is NodeState.SHOWN_ABOVE and node.notes == (SHOWN_BELOW,):
        return "shown below"
    return _STATES.get(node.state, "")


def state_words(node: TreeNode) -> str:
    """Return the badge of a node in the language of the window."""
    return badge_words(state_badge(node))


def count_of(group: Item) -> int:
    """Return the number of visible nodes of a group."""
    return sum(1 for item in group.walk() if not item.is_group and not item.is_cut)


def short_cut_words(item: Item) -> str:
    """Return ``11 more``."""
    return translate("{n} more").format(n=number(item.hidden))


def cut_words(item: Item) -> str:
    """Return ``11 more below depth 3``."""
    return translate("{n} more {where}").format(n=number(item.hidden), where=message_text(item.note)).strip()


def spoken(item: Item, *, expanded: bool) -> str:
    """Return the sentence for a row: ``store.py, imports, level 2, expanded``."""
    if item.is_group:
        return translate("{group}, {n}, level 1, {state}").format(
            group=GROUP_NAMES[item.half],
            n=number(count_of(item)),
            state=translate("expanded") if expanded else translate("collapsed"),
        )
    node = item.node
    if item.is_cut or node is None:
        return translate("{words}, load").format(words=cut_words(item))
    parts = [name_of(node), edge_words(node), translate("level {n}").format(n=item.level)]
    if state_words(node) not in parts:
        parts.append(state_words(node))
    if item.children:
        parts.append(translate("expanded") if expanded else translate("collapsed"))
    return ", ".join(part for part in parts if part)


def tip(node: TreeNode) -> str:
    """Return the tooltip of a node."""
    lines = [node.path or location_of(node) or node.id]
    if node.state is NodeState.SHOWN_ABOVE:
        lines.append(translate("Its dependencies are {where}; Enter goes there").format(where=state_words(node)))
    elif node.notes:
        lines.append("; ".join(map(message_text, node.notes)))
    return "\n".join(lines)


def node_counts(groups: Iterable[Item]) -> tuple[int, int]:
    """Return the number of visible nodes, and the number with those that are cut."""
    rows = [item for group in groups for item in group.walk() if not item.is_group]
    shown = sum(1 for item in rows if not item.is_cut)
    return shown, shown + sum(item.hidden for item in rows)


def summary(groups: Sequence[Item]) -> str:
    """Return ``2 cycles cut, 11 nodes below depth 3``; empty if nothing is cut."""
    rows = [item for group in groups for item in group.walk() if item.node is not None]
    cycles = sum(1 for item in rows if item.node is not None and item.node.state is NodeState.CYCLE)
    parts = [counted(cycles, "{n} cycle cut", "{n} cycles cut")] if cycles else []
    hidden: dict[Message, int] = {}
    for item in rows:
        if item.is_cut and item.node is not None:
            hidden[item.note] = hidden.get(item.note, 0) + item.hidden
    parts += [
        f"{counted(count, '{n} node', '{n} nodes')} {message_text(note)}".strip() for note, count in hidden.items()
    ]
    return ", ".join(parts)


def as_text(tree: DependencyTree, groups: Sequence[Item]) -> str:
    """Return the tree as lines, indented by two spaces a level."""
    root = next((node for node in tree.nodes if node.depth == 0), None)
    lines = [_line(root) if root is not None else tree.root]
    for group in groups:
        lines.append(f"  {GROUP_NAMES[group.half]} ({number(count_of(group))})")
        lines.extend("  " * item.level + _text_of(item) for item in group.walk() if item is not group)
    return "\n".join(lines) + "\n"


def _text_of(item: Item) -> str:
    if item.is_cut or item.node is None:
        return f"... {cut_words(item)}"
    state = state_words(item.node)
    words = [edge_words(item.node), *([state] if state and state != "external" else [])]
    return f"{_line(item.node)} [{', '.join(word for word in words if word)}]"


def _line(node: TreeNode) -> str:
    where = location_of(node)
    return f"{name_of(node)} ({where})" if where else name_of(node)
