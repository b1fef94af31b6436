"""The rows of located files. A row with a place has it in the form of a selected result."""

from collections.abc import Iterator
from dataclasses import dataclass

from search.types.chunks import ChunkKind
from search.types.files import Flag
from search.types.ids import ChunkId, FileId, NodeId
from search.types.locations import (
    ChangeLocations,
    CoveringTest,
    LocatedDefinition,
    LocatedFile,
    LocationEvidence,
)
from search.types.results import ChunkHit, FileHit
from ui.i18n.language import message_text, translate


@dataclass(frozen=True, slots=True)
class LocatedFileRow:
    """A file that may have to change."""

    located: LocatedFile
    file: FileHit


@dataclass(frozen=True, slots=True)
class DefinitionRow:
    """A definition in the file above."""

    definition: LocatedDefinition
    file: FileHit


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """What speaks for the file above."""

    evidence: LocationEvidence
    file: FileHit


@dataclass(frozen=True, slots=True)
class TestRow:
    """A test that covers one of the files."""

    __test__ = False

    test: CoveringTest
    file: FileHit


@dataclass(frozen=True, slots=True)
class TextRow:
    """A heading or a note, which has no place."""

    text: str
    is_heading: bool = False


PlaceRow = LocatedFileRow | DefinitionRow | EvidenceRow | TestRow
Row = PlaceRow | TextRow


def rows_of(locations: ChangeLocations) -> Iterator[Row]:
    """Yield the rows of an answer: each file with its definitions and its evidence, then tests, then notes."""
    for located in locations.files:
        file = _hit(located)
        yield LocatedFileRow(located, file)
        yield from (DefinitionRow(definition, file) for definition in located.definitions)
        yield from (EvidenceRow(evidence, file) for evidence in located.evidence)
    if locations.tests:
        yield TextRow(translate("Tests"), is_heading=True)
        yield from (TestRow(test, _test_hit(test)) for test in locations.tests)
    if locations.notes:
        yield TextRow(translate("Notes"), is_heading=True)
        yield from (TextRow(message_text(note)) for note in locations.notes)


def chunk_of(row: PlaceRow) -> ChunkHit | None:
    """Return the lines of a row; None for a whole file."""
    if isinstance(row, DefinitionRow):
        return _chunk_of_definition(row.file.file_id, row.definition)
    if isinstance(row, EvidenceRow):
        return _line(row.file.file_id, row.evidence.line) if row.evidence.line else None
    return row.file.chunks[0] if row.file.chunks else None


def is_stop(row: Row) -> bool:
    """Return whether walking from place to place stops at a row: it names lines of a file."""
    return isinstance(row, DefinitionRow | EvidenceRow | TestRow) and chunk_of(row) is not None


def line_of(row: PlaceRow) -> int:
    """Return the line at which a row is opened, from 1."""
    chunk = chunk_of(row) or (row.file.chunks[0] if row.file.chunks else None)
    return chunk.start_line if chunk is not None else 1


def _hit(located: LocatedFile) -> FileHit:
    lines = (evidence.line for evidence in located.evidence if evidence.line)
    chunks = [_chunk_of_definition(located.file_id, definition) for definition in located.definitions]
    chunks += [_line(located.file_id, line) for line in lines if not chunks]
    return _file_hit(
        located.rank,
        (located.file_id, located.path, located.repository, located.branch, located.root_path),
        tuple(chunks),
        rank_score=located.rank_score,
        stale=located.stale,
    )


def _test_hit(test: CoveringTest) -> FileHit:
    names = (test.file_id, test.path, test.repository, test.branch, test.root_path)
    chunks = (_line(test.file_id, test.line),) if test.line else ()
    return _file_hit(0, names, chunks, flags=(Flag.TEST.value,))


def _file_hit(
    rank: int,
    names: tuple[FileId, str, str, str, str],
    chunks: tuple[ChunkHit, ...],
    *,
    rank_score: float = 0.0,
    stale: bool = False,
    flags: tuple[str, ...] = (),
) -> FileHit:
    file_id, path, repository, branch, root_path = names
    return FileHit(
        rank=rank,
        file_id=file_id,
        path=path,
        repository=repository,
        branch=branch,
        root_path=root_path,
        language="",
        doc_type="",
        level="",
        flags=flags,
        rank_score=rank_score,
        relevance=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=0.0,
        demotion=1.0,
        chunk_count=len(chunks),
        chunks=chunks,
        stale=stale,
    )


def _chunk_of_definition(file: FileId, definition: LocatedDefinition) -> ChunkHit:
    lines = definition.start_line, definition.end_line
    return _chunk(file, definition.id, lines, ChunkKind.FUNCTION, definition.name)


def _line(file: FileId, line: int) -> ChunkHit:
    return _chunk(file, NodeId(file), (line, line), ChunkKind.TEXT)


def _chunk(file: FileId, node: NodeId, lines: tuple[int, int], kind: ChunkKind, header_path: str = "") -> ChunkHit:
    start, end = lines
    return ChunkHit(
        id=ChunkId(f"{file}:{start}-{end}"),
        node_id=node,
        kind=kind.value,
        start_line=start,
        end_line=end,
        header_path=header_path,
        keyword=0.0,
        semantic=0.0,
        keyword_rank=0,
        semantic_rank=0,
        relevance=0.0,
    )
