"""Groups, names and icons of edge types. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from search.types.graph import EdgeType, NodeState, TreeNode
from ui.i18n.language import translate


@dataclass(frozen=True, slots=True)
class EdgeGroup:
    """A chip above the tree. ``External`` has no types: it shows or hides nodes outside every root."""

    name: str
    icon: str
    token: str
    types: tuple[EdgeType, ...]
    on: bool = True
    tip: str = ""


EXTERNAL = "External"

GROUPS = (
    EdgeGroup("Imports", "arrow-down-to-line", "accent", (EdgeType.IMPORTS,)),
    EdgeGroup("Calls", "square-function", "ok", (EdgeType.CALLS, EdgeType.INSTANTIATES), tip="Calls and creates"),
    EdgeGroup(
        "Inherits", "git-fork", "sem_text", (EdgeType.INHERITS, EdgeType.IMPLEMENTS), tip="Inherits and implements"
    ),
    EdgeGroup(
        "Database",
        "table-2",
        "c_bi",
        (
            EdgeType.MAPS_TO,
            EdgeType.FOREIGN_KEY,
            EdgeType.READS_TABLE,
            EdgeType.WRITES_TABLE,
            EdgeType.READS_VIEW,
            EdgeType.TRIGGER_ON,
        ),
        tip="Tables, views, keys and triggers",
    ),
    EdgeGroup(
        "References",
        "link",
        "warn",
        (EdgeType.REFERENCES, EdgeType.ANNOTATED_BY),
        on=False,
        tip="Types and attributes that are only named; there are many",
    ),
    EdgeGroup("Documents", "file-text", "text2", (EdgeType.LINKS_TO, EdgeType.MENTIONS), tip="Links and mentions"),
    EdgeGroup(EXTERNAL, "package", "text3", (), tip="Packages outside your folders"),
)
"""In the order of the chips. ``defines`` is containment, which is always part of the root of a tree."""

_WORDS = {
    EdgeType.MAPS_TO: translate("maps to"),
    EdgeType.INHERITS: translate("inherits"),
    EdgeType.IMPLEMENTS: translate("implements"),
    EdgeType.FOREIGN_KEY: translate("foreign key"),
    EdgeType.READS_TABLE: translate("reads"),
    EdgeType.WRITES_TABLE: translate("writes"),
    EdgeType.READS_VIEW: translate("reads view"),
    EdgeType.TRIGGER_ON: translate("trigger on"),
    EdgeType.CALLS: translate("calls"),
    EdgeType.INSTANTIATES: translate("creates"),
    EdgeType.REFERENCES: translate("references"),
    EdgeType.IMPORTS: translate("imports"),
    EdgeType.ANNOTATED_BY: translate("annotated by"),
    EdgeType.LINKS_TO: translate("links to"),
    EdgeType.MENTIONS: translate("mentions"),
    EdgeType.DEFINES: translate("defines"),
}
_BACKWARDS = {EdgeType.INHERITS: translate("inherited by"), EdgeType.IMPLEMENTS: translate("implemented by")}
"""Names for edges from a row to the row above it, where the usual name would say the opposite."""

_ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm", "nuget": "NuGet", "maven": "Maven", "go": "Go", "crates": "crates.io"}

_NAMELESS = {
    "__init__.py",
    "__main__.py",
    "index.ts",
    "index.tsx",
    "index.js",
    "mod.rs",
    "lib.rs",
    "main.rs",
    "main.go",
}
"""File names that say nothing without their folder."""


def edges_of(chosen: Iterable[str]) -> tuple[EdgeType, ...]:
    """Return the edge types of the chosen groups, by display priority; empty for the default choice.

    With no types the tree chooses by the kind of node, which shows more than any fixed list.
    """
    names = set(chosen) - {EXTERNAL}
    if names == {group.name for group in GROUPS if group.on} - {EXTERNAL}:
        return ()
    wanted = {kind for group in GROUPS if group.name in names for kind in group.types}
    return tuple(kind for kind in EdgeType if kind in wanted)


def groups_of_edges(edges: Iterable[EdgeType], *, external: bool) -> tuple[str, ...]:
    """Return the groups that are on for these edge types; the default choice for none."""
    wanted = set(edges)
    on = [group.name for group in GROUPS if (wanted & set(group.types) if wanted else group.on and group.types)]
    return (*on, EXTERNAL) if external else tuple(on)


def counts_by_group(nodes: Iterable[TreeNode]) -> dict[str, int]:
    """Return how many nodes have an edge of each group to their parent; a node may count in several."""
    counts: dict[str, int] = {}
    for node in nodes:
        names = {group.name for group in GROUPS if set(group.types) & set(node.edge_types)}
        if node.state is NodeState.EXTERNAL:
            names.add(EXTERNAL)
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    return counts


def edge_words(node: TreeNode) -> str:
    """Return the names of the edges between a node and its parent: ``reads, writes``."""
    if node.state is NodeState.EXTERNAL:
        return translate("external")
    backwards = {kind: _BACKWARDS[kind] for kind in node.incoming if kind in _BACKWARDS}
    return ", ".join(backwards.get(kind) or _WORDS[kind] for kind in node.edge_types)


def edge_icon(node: TreeNode) -> tuple[str, str]:
    """Return icon and colour token of the first edge of a node."""
    if node.state is NodeState.EXTERNAL:
        return "package", "text3"
    for kind in node.edge_types:
        for group in GROUPS:
            if kind in group.types:
                return group.icon, group.token
    return "box", "text2"


def location_of(node: TreeNode) -> str:
    """Return the location of a node: the folder of a file, the ecosystem of a package, the file of other nodes."""
    if node.path:
        return node.path.rpartition("/")[0] if node.kind == "file" else node.path
    parts = node.id.split(":")
    return _ECOSYSTEMS.get(parts[1], parts[1]) if len(parts) > 2 and parts[0] == "ext" else ""


def repository_of(node: TreeNode) -> str:
    """Return the repository of a node: ``app`` of ``app@main:go:.``."""
    return node.id.partition("@")[0]


def name_of(node: TreeNode) -> str:
    """Return the name of a node; for a file the last part of its path, with its folder if the name says little.

    The package in the root folder has the name of the repository.
    """
    if node.name == ".":
        return repository_of(node)
    if node.kind != "file" or not node.path:
        return node.name
    folder, _, name = node.path.rpartition("/")
    return f"{folder.rpartition('/')[2]}/{name}" if name in _NAMELESS and folder else name
