"""The best chunks of an answer as one text within a token budget, as the window's Context pane gives it."""

from dataclasses import dataclass

from search.embedding.tokens import PackagedTokenCounter
from search.types.ids import ChunkId
from search.types.results import ChunkHit, FileHit, SearchResult
from ui.context.evidence import Evidence, Format, block, ending, opening, rendered
from ui.context.selection import judged, merged, offered


@dataclass(frozen=True, slots=True)
class EvidenceText:
    """A text for a language model.

    Attributes:
        tokens: of the packaged model's tokenizer.
        chunks: what is in it, in the order of the text.
    """

    query: str
    budget: int
    tokens: int
    chunks: tuple[ChunkId, ...]
    text: str


def evidence_for(result: SearchResult, budget: int, form: str) -> EvidenceText:
    """Return as many of the best chunks as fit into ``budget`` tokens, whole ones only.

    ``form`` is ``markdown``, ``xml`` or ``plain``.
    """
    written, count = Format(form), PackagedTokenCounter().count

    def tokens_of(file: FileHit, chunk: ChunkHit, text: str) -> int:
        return count(block(Evidence(file, chunk, text), written))

    overhead = count(opening(result.query, written) + ending(written))
    rows = judged(merged((), offered(result.files), tokens_of), budget, overhead)
    entries = [row.entry for row in rows if row.included]
    pieces = [Evidence(entry.file, entry.chunk, entry.text or "") for entry in entries]
    text = rendered(result.query, pieces, written)
    return EvidenceText(result.query, budget, count(text), tuple(entry.chunk.id for entry in entries), text)
