"""Methods of Go that code may call which does not name their type: through an interface, here or of a library."""

import re
from collections.abc import Iterable

from indexer.languages.go.extractor import usual_name
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_table import mask_of
from search.graph.method_sets import MethodSets
from search.graph.unused import Unused
from search.types.graph import Direction, EdgeType, Node, Origin
from search.types.ids import FileId, NodeId

STANDARD = frozenset(
    (
        *("String", "GoString", "Format", "Error", "Unwrap", "Is", "As", "Scan", "Value", "LogValue", "Set"),
        *("Len", "Less", "Swap", "Push", "Pop", "ServeHTTP", "RoundTrip", "Read", "Write", "Close", "Seek"),
        *("Flush", "ReadFrom", "WriteTo", "ReadAt", "WriteAt", "ReadByte", "WriteByte", "WriteString"),
        *("Lock", "Unlock", "Hijack", "WriteHeader", "Header", "Timeout", "Temporary"),
        *("Handle", "Enabled", "WithAttrs", "WithGroup", "Deadline", "Done", "Err", "GobEncode", "GobDecode"),
        *(
            f"{verb}{format_}"
            for verb in ("Marshal", "Unmarshal")
            for format_ in ("JSON", "XML", "XMLAttr", "Text", "Binary", "YAML", "TOML", "BSON", "CBOR")
        ),
    )
)
"""Methods of interfaces of the standard library and of formats, which code there calls."""

_IMPORTS = mask_of((EdgeType.IMPORTS,))
_IMPORT = re.compile(r'^[^\S\n]*(?:import\s+)?(?:(\w+)\s+)?"([^"\s]+)"\s*(?://.*)?$', re.MULTILINE)
_QUALIFIED = re.compile(r"(?<![\w.])(\w+)\.[A-Z]")


class GoMethods:
    """Judges the unused methods of Go."""

    def __init__(self, graph: DependencyGraph, unused: Iterable[Unused]) -> None:
        self._graph = graph
        self._sets = graph.derived(MethodSets)
        self._methods = {each.node.id for each in unused if each.node.kind == "method"}
        self._packages: dict[FileId, frozenset[str]] = {}
        self._of_libraries: set[int] = set()
        """Types with an unused method that names a type of a library."""

    def read(self, node: Node, line: str, text: str) -> None:
        """Take the line of a definition in a file of this text."""
        if node.language == "go" and node.id in self._methods:
            packages = self._libraries(node.file_id, text)
            if any(each in packages for each in _QUALIFIED.findall(line)):
                self._of_libraries.add(self._graph.parent(self._graph.position(node.id)))

    def may_be_called(self, node: Node, line: str) -> bool:
        """Return whether code may call a method that does not name its type."""
        if node.language != "go" or node.kind != "method":
            return False
        owner = self._graph.parent(self._graph.position(node.id))
        if owner >= 0 and self._graph.nodes[owner].kind == "interface":
            return re.search(rf"\b{re.escape(node.name)}\(\)\s*(?://.*)?$", line) is not None  # marks types alone
        is_demanded = node.name in STANDARD or (node.name[:1].isupper() and owner in self._of_libraries)
        return is_demanded or self._sets.demand(node.id)

    def _libraries(self, file: FileId, text: str) -> frozenset[str]:
        """Return the names that a file has for packages of other modules."""
        if file not in self._packages:
            modules = self._modules(file)
            imported = ((name or usual_name(source), source) for name, source in _IMPORT.findall(text))
            self._packages[file] = frozenset(
                name
                for name, source in imported
                if any(source == each or source.startswith(f"{each}/") for each in modules)
            )
        return self._packages[file]

    def _modules(self, file: FileId) -> list[str]:
        if file not in self._graph:
            return []
        imports = self._graph.adjacency(Direction.DEPENDS_ON).along(self._graph.position(NodeId(file)), _IMPORTS)
        nodes = (self._graph.nodes[other] for other, _, _ in imports)
        return [node.qualname for node in nodes if node.origin is Origin.EXTERNAL]


def is_internal(node: Node) -> bool:
    """Return whether no module but its own can import the package of a definition of Go."""
    return node.language == "go" and "internal" in node.path.split("/")[:-1]
