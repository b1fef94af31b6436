"""Pieces of evidence: texts with their places, none of them twice."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from search.embedding.ports import TokenCounter
from search.retrieval.indexed_text import Nodes, node_conditions, visible_texts
from search.storage.storage import Storage
from search.types.context import ContextPiece, LeftOut, PieceLabel
from search.types.filters import RowFilter
from search.types.ids import FileId, NodeId


@dataclass(frozen=True, slots=True)
class _Location:
    repository: str
    branch: str
    path: str
    name: str
    language: str
    start_line: int
    end_line: int


class PieceMaker:
    """Makes pieces of identifiers and texts, under the filters of one request.

    Args:
        nodes: gives the nodes of the graph, on whichever branch.
    """

    def __init__(self, storage: Storage, rows: RowFilter, counter: TokenCounter, nodes: Nodes) -> None:
        self._storage = storage
        self._rows = rows
        self._counter = counter
        self._nodes = nodes

    def pieces(self, texts: Sequence[Mapping[str, object]], instead: Collection[str]) -> list[ContextPiece]:
        """Return a piece for each text of the state that no other piece holds already, in order.

        Args:
            texts: the state's, with whole nodes after the hits that are parts of them.
            instead: those nodes, which are taken where no other piece has any of their lines.
        """
        locations = self._locations([str(item["id"]) for item in texts])
        all_of_them = [
            self._piece(item, locations[str(item["id"])]) for item in texts if str(item["id"]) in locations
        ]
        pieces = [piece for piece in all_of_them if piece.id not in instead]
        whole = [piece for piece in all_of_them if piece.id in instead]
        made = [*pieces, *(piece for piece in whole if not any(_overlap(other, piece) for other in pieces))]
        return [piece for piece in made if not any(_holds(other, piece) for other in made)]

    def documents(self, ids: Sequence[str], label: PieceLabel) -> dict[str, ContextPiece]:
        """Return a piece with this label for each of these files and chunks that is visible, by identifier."""
        texts = visible_texts(self._storage, list(ids), self._rows, self._nodes)
        locations = self._locations(list(texts))
        pieces = {}
        for item, text in texts.items():
            if item in locations:
                piece = self._piece({"id": item, "text": text, "depth": 0, "parent_id": None}, locations[item])
                end_line = piece.start_line + text.count("\n")
                pieces[item] = replace(piece, end_line=end_line, label=label)
        return pieces

    def left_out(self, ids: Sequence[str], pieces: Sequence[ContextPiece]) -> list[LeftOut]:
        """Return those of these texts that are visible and of which no piece has all lines, with their tokens."""
        texts = visible_texts(self._storage, list(ids), self._rows, self._nodes)
        locations = self._locations(list(texts))
        return [
            LeftOut(item, self._counter.count(text))
            for item, text in texts.items()
            if (location := locations.get(item)) and not any(_has_lines(piece, location) for piece in pieces)
        ]

    def _piece(self, item: Mapping[str, object], location: _Location) -> ContextPiece:
        text, parent = str(item["text"]), item["parent_id"]
        return ContextPiece(
            id=str(item["id"]),
            path=location.path,
            name=location.name,
            language=location.language,
            start_line=location.start_line,
            end_line=location.end_line,
            depth=int(str(item["depth"])),
            parent_id=None if parent is None else str(parent),
            tokens=self._counter.count(text),
            text=text,
            repository=location.repository,
            branch=location.branch,
        )

    def _locations(self, ids: Sequence[str]) -> dict[str, _Location]:
        locations = {
            str(identifier): _Location(
                row.repository,
                row.branch,
                row.path,
                row.header_path,
                row.language,
                row.start_line,
                row.end_line,
            )
            for identifier, row in self._storage.chunks.rows(list(ids), self._rows).items()
        }
        others = [identifier for identifier in ids if identifier not in locations]
        nodes = self._nodes([NodeId(identifier) for identifier in others], node_conditions(self._rows))
        for identifier, node in nodes.items():
            name = "" if node.kind == "file" else node.qualname
            locations[str(identifier)] = _Location(
                node.repository,
                node.branch,
                node.path,
                name,
                node.language,
                max(1, node.start_line),
                node.end_line,
            )
        for file_id, file in self._storage.files.by_id(
            [FileId(identifier) for identifier in others], self._rows
        ).items():
            locations[str(file_id)] = _Location(
                file.repository, file.branch, file.path, "", file.language, 1, file.line_count
            )
        return locations


def covers(outer: ContextPiece, inner: ContextPiece) -> bool:
    """Return whether a piece has all lines of another."""
    return _has_lines(outer, inner)


def _has_lines(outer: ContextPiece, inner: "ContextPiece | _Location") -> bool:
    same_file = (outer.repository, outer.branch, outer.path) == (inner.repository, inner.branch, inner.path)
    return same_file and outer.start_line <= inner.start_line and inner.end_line <= outer.end_line


def _overlap(piece: ContextPiece, other: ContextPiece) -> bool:
    """Return whether two pieces share a line."""
    same_file = piece.path == other.path
    return same_file and piece.start_line <= other.end_line and other.start_line <= piece.end_line


def _holds(outer: ContextPiece, inner: ContextPiece) -> bool:
    """Return whether one of two pieces makes the other needless; of equal ones the first by id stays."""
    if outer is inner or not covers(outer, inner):
        return False
    return not covers(inner, outer) or outer.id < inner.id
