"""Import declarations of Scala: ``import shop.{Cart, Item => Thing, _}, shop.model.*``."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Import
from indexer.facts.syntax import line_of, text_of

RENAMED = frozenset(("arrow_renamed_identifier", "as_renamed_identifier"))
WILDCARD = "namespace_wildcard"
HIDDEN = "_"


def imports_of(node: Node, owner: int) -> Iterator[Import]:
    """Yield what a declaration imports, a name each."""
    line = line_of(node)
    path: list[str] = []
    behind: Node | None = None
    for child in (*node.children, None):
        if child is not None and child.type in {"identifier", "operator_identifier"}:
            path.append(text_of(child).strip("`"))
        elif child is not None and (child.type in {"namespace_selectors", WILDCARD} or child.type in RENAMED):
            behind = child
        elif child is None or child.type == ",":
            yield from _imported(path, behind, line, owner)
            path, behind = [], None


def _imported(path: list[str], behind: Node | None, line: int, owner: int) -> Iterator[Import]:
    if behind is None:
        if len(path) > 1:
            yield Import(".".join(path[:-1]), line, "import", path[-1], owner=owner)
        return
    source = ".".join(path)
    selectors = behind.named_children if behind.type == "namespace_selectors" else [behind]
    for each in selectors:
        if each.type in RENAMED:
            name, alias = (text_of(each.child_by_field_name(field)).strip("`") for field in ("name", "alias"))
            if alias != HIDDEN:
                yield Import(source, line, "import", name, alias, owner)
        elif each.type == WILDCARD:
            yield Import(source, line, "import", "*", owner=owner)
        elif each.type == "identifier":
            yield Import(source, line, "import", text_of(each).strip("`"), owner=owner)
