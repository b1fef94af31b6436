"""Ruby: local variables, and the bodies that decide whose methods are defined in them."""

from collections import defaultdict
from collections.abc import Iterator

from tree_sitter import Node

SINGLETON = "singleton"
"""``class << self``: methods of the class itself."""

ANONYMOUS = "anonymous"
"""``Class.new do``: methods of a class without a name."""

_WITH_DEFAULT = frozenset(("optional_parameter", "keyword_parameter"))
_WITH_NAME = frozenset(("splat_parameter", "hash_splat_parameter", "block_parameter"))


class Bodies:
    """Knows in which kind of body a place is."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    def enter(self, end: int, kind: str) -> None:
        """Open a body that ends at a byte; one of a class ends what is around it."""
        self._open.append((end, kind))

    def at(self, start: int) -> str:
        """Return the kind of the innermost body at a byte; empty for that of a class or of the file."""
        while self._open and self._open[-1][0] <= start:
            self._open.pop()
        return self._open[-1][1] if self._open else ""


class Locals:
    """The local variables of each definition; those of blocks belong to the method around."""

    def __init__(self) -> None:
        self._names: dict[int, set[str]] = defaultdict(set)

    def add(self, owner: int, name: str) -> None:
        """Add a variable."""
        self._names[owner].add(name)

    def has(self, owner: int, name: str) -> bool:
        """Return whether a name is a variable from here on."""
        return name in self._names.get(owner, ())


def parameters_of(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Yield the name and the default value of each parameter of a method or a block, in order."""
    for each in node.named_children:
        if each.type == "identifier":
            yield each, None
        elif each.type in _WITH_DEFAULT or each.type in _WITH_NAME:
            name = each.child_by_field_name("name")
            if name is not None:
                yield name, each.child_by_field_name("value")
        elif each.type == "destructured_parameter":
            yield from parameters_of(each)
