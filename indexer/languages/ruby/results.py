"""What a body of Ruby gives: the values that its last expression may have."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

MOST_STEPS = 100
"""Parts of a body that are looked at; one with more gives something that is not known."""

HANDLERS = frozenset(("rescue", "else", "ensure"))
"""What stands behind the statements of a body."""

BODIES = frozenset(("body_statement", "begin", "then", "else", "ensure", "do", "parenthesized_statements"))
BRANCHES = frozenset(("if", "unless", "elsif", "conditional"))
CHOICES = {"case": "when", "case_match": "in_clause"}
GUARDED = frozenset(("if_modifier", "unless_modifier"))
LEAVING = frozenset(("raise", "fail", "throw", "exit", "abort"))
"""Methods that do not come back."""

NOTHING = frozenset(("return", "nil", "next", "break", "retry", "redo"))


def results(body: Node) -> list[Node]:
    """Return the expressions whose value a body may give, but ``nil`` and those that leave it.

    Of a body with too many parts it is the body itself.
    """
    values: list[Node] = []
    open_nodes = [body]
    for _ in range(MOST_STEPS):
        if not open_nodes:
            return values
        node = open_nodes.pop()
        inner = _inner(node)
        if inner is not None:
            open_nodes += [each for each in reversed(inner) if each is not None]
        elif node.type not in NOTHING and not _leaves(node):
            values.append(node)
    return [body]


def _inner(node: Node) -> list[Node | None] | None:
    """Return the parts of which one is the value of a node; None for a value by itself."""
    if node.type in BODIES:
        return list(_of_body(node))
    if node.type in BRANCHES:
        return [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    if node.type in CHOICES:
        chosen = (each for each in node.named_children if each.type == CHOICES[node.type])
        other = [each for each in node.named_children if each.type == "else"]
        return [*(each.child_by_field_name("body") for each in chosen), *other]
    return [node.child_by_field_name("body")] if node.type in GUARDED else None


def _of_body(node: Node) -> Iterator[Node]:
    """Yield what statements and those that handle their errors end in."""
    children = [each for each in node.named_children if each.type not in {"comment", "heredoc_body"}]
    statements = [each for each in children if each.type not in HANDLERS]
    instead = next((each for each in children if each.type == "else"), None)
    last = instead if instead is not None else statements[-1] if statements else None
    if last is not None:
        yield last
    for each in children:
        handled = each.child_by_field_name("body") if each.type == "rescue" else None
        if handled is not None:
            yield handled


def _leaves(node: Node) -> bool:
    name = node if node.type == "identifier" else node.child_by_field_name("method")
    is_bare = node.type in {"identifier", "call"} and node.child_by_field_name("receiver") is None
    return is_bare and text_of(name) in LEAVING
