"""Python: the names that import statements bind."""

from tree_sitter import Node

from indexer.facts.marks import PART
from indexer.facts.model import Import
from indexer.facts.syntax import line_of, text_of

PACKAGES = ("__init__.py", "__init__.pyi")


class ImportReader:
    """Reads the import statements of one file, in order."""

    def __init__(self, path: str, module: str) -> None:
        self.collected: list[Import] = []
        self._package = module if path.endswith(PACKAGES) else ""
        self._parts: set[str] = set()
        """Modules of the own package that it has imported."""

    def whole(self, node: Node, owner: int) -> None:
        """``import a.b as c``."""
        for child in node.named_children:
            name, alias = _aliased(child)
            self._bind_part(name, line_of(child))
            self.collected.append(Import(name, line_of(child), "import", alias=alias, owner=owner))

    def names(self, node: Node, owner: int) -> None:
        """``from a import b as c, d``."""
        source = "".join(text_of(node.child_by_field_name("module_name")).split())
        names = node.children_by_field_name("name")
        line = line_of(node)
        self._bind_part(source, line)
        for child in names:
            name, alias = _aliased(child)
            self.collected.append(Import(source, line, "from", name, alias, owner))
        if not names:
            self.collected.append(Import(source, line, "from", "*", "", owner))

    def _bind_part(self, source: str, line: int) -> None:
        """A package that imports ``.core``, for whatever names, has ``core`` as a name from then on."""
        is_own = source.startswith(".") and source[1:2] != "."
        rest = source[1:] if is_own else source.removeprefix(f"{self._package}.")
        part = rest.partition(".")[0]
        if self._package and part and rest != source and part not in self._parts:
            self._parts.add(part)
            self.collected.append(Import(".", line, PART, part))


def _aliased(node: Node) -> tuple[str, str]:
    """Return name and alias of one imported thing."""
    if node.type == "aliased_import":
        return text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("alias"))
    return text_of(node), ""
