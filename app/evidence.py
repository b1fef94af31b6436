"""Evidence as one text within a token budget, written as the window's Context pane writes it."""

from dataclasses import dataclass

from search.embedding.tokens import PackagedTokenCounter
from search.types.context import ContextAnswer, ContextPiece
from search.types.ids import ChunkId, FileId, NodeId
from search.types.results import ChunkHit, FileHit
from ui.context.evidence import Evidence, Format, block, ending, opening, rendered


@dataclass(frozen=True, slots=True)
class NotIn:
    """What did not fit, with the tokens of its text."""

    id: str
    tokens: int


@dataclass(frozen=True, slots=True)
class GatheredText:
    """A text for a language model: hits and what they depend on.

    Attributes:
        scope: ``repository@branch`` it is from; empty when nothing was found.
        tokens: of the packaged model's tokenizer.
        chunks: what is in it, chunks and nodes, in the order of the text.
        left_out: what did not fit, in the order in which it would have come.
    """

    query: str
    scope: str
    budget: int
    tokens: int
    chunks: tuple[str, ...]
    left_out: tuple[NotIn, ...]
    text: str
    notes: tuple[str, ...]


def gathered(answer: ContextAnswer, form: str) -> GatheredText:
    """Return the pieces of an answer as one text within its budget, headings included, whole pieces only.

    ``form`` is ``markdown``, ``xml`` or ``plain``.
    """
    written, count = Format(form), PackagedTokenCounter().count
    left = answer.budget - count(opening(answer.query, written) + ending(written))
    pieces: list[Evidence] = []
    ids: list[str] = []
    left_out: list[NotIn] = []
    for piece in answer.pieces:
        shown = _as_evidence(answer, piece)
        tokens = count(block(shown, written))
        if tokens > left:
            left_out.append(NotIn(piece.id, piece.tokens))
            continue
        left -= tokens
        pieces.append(shown)
        ids.append(piece.id)
    text = rendered(answer.query, pieces, written)
    left_out.extend(NotIn(item.id, item.tokens) for item in answer.left_out)
    scope = f"{answer.repository}@{answer.branch}" if answer.repository else ""
    return GatheredText(
        answer.query, scope, answer.budget, count(text), tuple(ids), tuple(left_out), text, answer.notes
    )


def _as_evidence(answer: ContextAnswer, piece: ContextPiece) -> Evidence:
    used_by = f"{piece.name} (used by {_short(piece.parent_id)})".lstrip() if piece.parent_id else piece.name
    chunk = ChunkHit(
        id=ChunkId(piece.id),
        node_id=NodeId(piece.id),
        kind="",
        start_line=piece.start_line,
        end_line=piece.end_line,
        header_path=used_by,
        keyword=0.0,
        semantic=0.0,
        keyword_rank=0,
        semantic_rank=0,
        score=0.0,
        text=piece.text,
    )
    file = FileHit(
        rank=0,
        file_id=FileId(""),
        path=piece.path,
        repository=answer.repository,
        branch=answer.branch,
        root_path="",
        language=piece.language,
        doc_type="",
        level="",
        flags=(),
        score=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=0.0,
        demotion=1.0,
        chunk_count=0,
        chunks=(),
    )
    return Evidence(file, chunk, piece.text)


def _short(node: str) -> str:
    """Return a node's identifier without its scope and language."""
    return node.split(":", 2)[-1]
