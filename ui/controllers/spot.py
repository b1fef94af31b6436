"""The position in a file that the preview shows, and the chunks to mark there."""

from dataclasses import dataclass

from search.types.graph import TreeNode
from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit
from ui.code.names import name_path, short_name


def branch_of(file: str) -> str:
    """Return the branch in a file identifier."""
    return file.partition(":file:")[0].rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Scroll:
    """How far a text is scrolled, and where its cursor is.

    Attributes:
        top: first visible line, from 1.
        rows: rows above the view of a line that is wrapped.
        across: pixels to the left of the view.
        line: line of the cursor, from 1.
        column: where the cursor is in its line, in units of UTF-16.
    """

    top: int
    rows: int = 0
    across: int = 0
    line: int = 1
    column: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A position in a file.

    Attributes:
        file: identifier of the file, or of a node in it.
        symbol: shown after the file name; may be empty.
        full_symbol: the same with its namespaces, if it is another.
        scroll: how the text was left, which is shown again; None to show ``line``.
        line: first line of interest, from 1.
        chunks: supporting chunks as first and last line from 1, both inclusive.
        marks: exact matches, marked in place of the words of the query: line from 1, first and end character.
    """

    file: str
    repository: str
    path: str
    root_path: str = ""
    symbol: str = ""
    line: int = 1
    chunks: tuple[tuple[int, int], ...] = ()
    language: str = ""
    marks: tuple[tuple[int, int, int], ...] = ()
    full_symbol: str = ""
    scroll: Scroll | None = None

    @property
    def top(self) -> int:
        """The line, from 1, that is shown near the top."""
        return self.scroll.top if self.scroll is not None else self.line

    @property
    def marked(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]:
        """What is marked in the file: supporting chunks and exact matches."""
        return self.chunks, self.marks

    @staticmethod
    def of_hit(file: FileHit, chunk: ChunkHit | None = None) -> "Spot":
        """Return the position of a search hit: that of ``chunk``, or of the best chunk."""
        best = chunk if chunk is not None else (file.chunks[0] if file.chunks else None)
        return Spot(
            file=file.file_id,
            repository=file.repository,
            path=file.path,
            root_path=file.root_path,
            symbol=short_name(name_path(best), best.kind) if best is not None else "",
            full_symbol=name_path(best) if best is not None else "",
            line=best.start_line if best is not None else 1,
            chunks=tuple(sorted((hit.start_line, hit.end_line) for hit in file.chunks)),
            language=file.language,
        )

    def beside(self, path: str) -> "Spot":
        """Return the start of another file in the same root."""
        scope, kind, _ = self.file.partition(":file:")
        return Spot(FileId(f"{scope}{kind}{path}"), self.repository, path, self.root_path)

    @staticmethod
    def of_node(node: TreeNode) -> "Spot":
        """Return the position of a node of a dependency tree."""
        scope, _, _ = node.id.partition(":")
        repository, _, branch = scope.partition("@")
        symbol = "" if node.kind == "file" else node.name
        file = FileId(f"{repository}@{branch}:file:{node.path}")
        return Spot(file, repository, node.path, symbol=symbol, line=max(1, node.start_line))
