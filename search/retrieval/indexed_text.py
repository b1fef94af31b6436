"""Texts assembled from indexed chunks: of a node, or of a file that is no longer on disk."""

from collections.abc import Callable, Iterable, Sequence

from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.filters import RowFilter
from search.types.graph import Node
from search.types.ids import FileId, NodeId

_NODE_COLUMNS = frozenset({"tenant", "groups", "tags", "path_hash", "repository", "branch", "path", "language"})


Nodes = Callable[[Sequence[NodeId], RowFilter], dict[NodeId, Node]]
"""Returns those of the nodes that exist and pass the filter, in the order of the request."""


def joined_lines(chunks: Iterable[Chunk], start_line: int = 1, end_line: int | None = None) -> str:
    """Return the lines from ``start_line`` to ``end_line`` (from 1, inclusive; None for the last known one).

    Lines that no chunk holds are empty, so line n of a file is line n of its text.
    """
    lines: dict[int, str] = {}
    for chunk in chunks:
        if chunk.kind is not ChunkKind.CARD:
            for number, text in enumerate(chunk.text.split("\n"), chunk.start_line):
                lines.setdefault(number, text)
    last = max(lines, default=0) if end_line is None else end_line
    return "\n".join(lines.get(number, "") for number in range(start_line, last + 1))


def visible_texts(
    storage: Storage, ids: Sequence[str], row_filter: RowFilter, nodes_by_id: Nodes
) -> dict[str, str]:
    """Return the texts of those chunks, nodes and files that exist and pass, in the order of ``ids``."""
    texts: dict[str, str] = {str(chunk): text for chunk, text in storage.chunks.texts(ids, row_filter).items()}
    others = [identifier for identifier in dict.fromkeys(ids) if identifier not in texts]
    files = storage.files.by_id([FileId(identifier) for identifier in others], row_filter)
    named = [NodeId(identifier) for identifier in others if identifier not in files]
    nodes = nodes_by_id(named, node_conditions(row_filter)) if named else {}
    wanted = sorted({node.file_id for node in nodes.values() if node.file_id} | set(files))
    by_file: dict[FileId, list[Chunk]] = {}
    for chunk in storage.chunks.of_files(wanted, row_filter) if wanted else ():
        by_file.setdefault(chunk.file_id, []).append(chunk)
    texts.update({str(identifier): joined_lines(by_file.get(identifier, ())) for identifier in files})
    texts.update(
        {
            str(identifier): _node_text(node, by_file)
            for identifier, node in nodes.items()
            if node.file_id in by_file
        }
    )
    return {identifier: texts[identifier] for identifier in dict.fromkeys(ids) if identifier in texts}


def visible_sizes(
    storage: Storage, ids: Sequence[str], row_filter: RowFilter, nodes_by_id: Nodes
) -> dict[str, int]:
    """Return about how many characters those nodes and files have that exist and pass; no text is read.

    A definition has the share of its file's characters that its lines are of the file's lines.
    """
    nodes = nodes_by_id([NodeId(identifier) for identifier in ids], node_conditions(row_filter))
    wanted = {FileId(identifier) for identifier in ids} | {node.file_id for node in nodes.values() if node.file_id}
    files = storage.files.by_id(sorted(wanted), row_filter)
    sizes = {str(identifier): file.char_count for identifier, file in files.items()}
    for identifier, node in nodes.items():
        file = files.get(node.file_id)
        if file is not None and node.kind != "file":
            lines = max(1, node.end_line - node.start_line + 1)
            sizes[str(identifier)] = file.char_count * lines // max(1, file.line_count)
    return {identifier: sizes[identifier] for identifier in dict.fromkeys(ids) if identifier in sizes}


def node_conditions(row_filter: RowFilter) -> RowFilter:
    """Return the conditions that apply to nodes; all conditions apply to their chunks."""
    return RowFilter(tuple(condition for condition in row_filter.conditions if condition.column in _NODE_COLUMNS))


def _node_text(node: Node, by_file: dict[FileId, list[Chunk]]) -> str:
    if node.kind == "file":
        return joined_lines(by_file[node.file_id])
    return joined_lines(by_file[node.file_id], node.start_line, node.end_line)
