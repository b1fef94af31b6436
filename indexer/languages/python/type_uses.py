"""Python: the types that a file names, in annotations, decorators and bases."""

from tree_sitter import Node

from indexer.facts.model import TypeRole, TypeUse
from indexer.facts.syntax import line_of, text_of

PLAIN_NAMES = frozenset(("identifier", "attribute"))


class TypeReader:
    """Collects the names of types of one file."""

    def __init__(self) -> None:
        self.collected: dict[tuple[int, str, str], TypeUse] = {}

    def use(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note a name; the first of several uses in a definition counts."""
        self.collected.setdefault((owner, name, role), TypeUse(owner, name, role, line))

    def bases(self, node: Node, owner: int) -> None:
        """Note the bases of a class."""
        bases = node.child_by_field_name("superclasses")
        for child in bases.named_children if bases is not None else ():
            target = child.child_by_field_name("value") if child.type == "subscript" else child
            if target is not None and target.type in PLAIN_NAMES:
                self.use(owner, text_of(target), "base", line_of(target))

    def annotation(self, node: Node, owner: int) -> None:
        """Note the names of an annotation; a nested annotation is matched separately."""
        stack = list(node.named_children)
        while stack:
            each = stack.pop()
            if each.type in PLAIN_NAMES:
                self.use(owner, text_of(each), "type", line_of(each))
            else:
                stack.extend(child for child in each.named_children if child.type != "type")
