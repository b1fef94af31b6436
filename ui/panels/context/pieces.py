"""Turns the pieces of a `ContextAnswer` into evidence, in the same way for window, command and agents. Pure."""

from msgspec import structs

from search.types.context import ContextAnswer, ContextPiece
from search.types.ids import ChunkId, NodeId, file_id
from search.types.results import ChunkHit, FileHit
from ui.panels.context.evidence import Evidence

_OF_A_CHUNK = ":chunk:"
_USED_BY = " (used by "


def evidence_of(answer: ContextAnswer) -> tuple[Evidence, ...]:
    """Return the pieces of an answer in order; a piece that another one led to names its user."""
    return tuple(_evidence(answer, piece) for piece in answer.pieces)


def by_its_own_name(chunk: ChunkHit) -> ChunkHit:
    """Return the chunk of a piece without its user, so that it can be opened."""
    return structs.replace(chunk, header_path=f" {chunk.header_path}".partition(_USED_BY)[0].lstrip())


def user_of(chunk: ChunkHit) -> str:
    """Return ``used by NAME`` for the chunk of a piece that another one led to; otherwise empty."""
    _, opening, user = f" {chunk.header_path}".partition(_USED_BY)
    return f"{opening.lstrip(' (')}{user.removesuffix(')')}"


def short(node: str) -> str:
    """Return an identifier without its scope and language."""
    return node.split(":", 2)[-1]


def _evidence(answer: ContextAnswer, piece: ContextPiece) -> Evidence:
    repository, branch = piece.repository or answer.repository, piece.branch or answer.branch
    file = file_id(repository, branch, piece.path)
    used_by = f"{piece.name}{_USED_BY}{short(piece.parent_id)})".lstrip() if piece.parent_id else piece.name
    chunk = ChunkHit(
        id=ChunkId(piece.id),
        node_id=NodeId(file if _OF_A_CHUNK in piece.id else piece.id),
        kind="",
        start_line=piece.start_line,
        end_line=piece.end_line,
        header_path=used_by,
        keyword=0.0,
        semantic=0.0,
        keyword_rank=0,
        semantic_rank=0,
        relevance=0.0,
        text=piece.text,
    )
    hit = FileHit(
        rank=0,
        file_id=file,
        path=piece.path,
        repository=repository,
        branch=branch,
        root_path="",
        language=piece.language,
        doc_type="",
        level="",
        flags=(),
        rank_score=0.0,
        relevance=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=0.0,
        demotion=1.0,
        chunk_count=1,
        chunks=(chunk,),
    )
    return Evidence(hit, chunk, piece.text, piece.label)
