"""Finds the chunks that have an amount or a date of a query, in whatever way they write it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from search.analysis.figures import Figure
from search.graph.answers import Evidence
from search.messages import Message
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.corpus import Corpus, Mask
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk, ChunkKind
from search.types.graph import EdgeType
from search.types.ids import ChunkId

_MOST_READ = 300
"""Chunks with all terms of a form of a figure that are read.

Those of the rarest forms come first, since a short date leaves only its year in the index.
"""


@dataclass(frozen=True, slots=True)
class Holding(Evidence):
    """A line that contains a name, a number or a code; ``chunk`` has this line."""

    chunk: ChunkId


def holding_figures(figures: Sequence[Figure], scope: Scope, corpus: Corpus, chunks: ChunksTable) -> list[Holding]:
    """Return the chunks in scope that have one of the figures, with the line and the form of the first one."""
    return [item for figure in figures for item in _holding(figure, scope, corpus, chunks)]


def _holding(figure: Figure, scope: Scope, corpus: Corpus, chunks: ChunksTable) -> Iterator[Holding]:
    lexical, (wanted, visible) = corpus.snapshot(scope.wanted, scope.visible)
    by_form = [_with_all(terms, lexical, wanted, visible) for terms in figure.term_groups]
    best = dict.fromkeys(chunk for form in sorted(by_form, key=len) for chunk in form)
    for chunk in chunks.rows(list(best)[:_MOST_READ], scope.wanted).values():
        match = figure.pattern.search(chunk.text) if chunk.kind is not ChunkKind.CARD else None
        if match is not None:
            reason = Message("uses.mentions", name=" ".join(match.group().split()))
            yield Holding(chunk.file_id, _line(chunk, match.start()), reason, len(EdgeType), chunk.id)


def _with_all(
    terms: Sequence[str], lexical: LexicalIndex, wanted: Mask | None, visible: Mask | None
) -> list[ChunkId]:
    """Return the best chunks that have all of some terms."""
    if not all(lexical.holds(term, visible) for term in terms):
        return []
    has_all = np.logical_and.reduce([lexical.scores([term], visible) > 0 for term in terms])
    candidates = has_all if wanted is None else has_all & wanted
    return lexical.best(lexical.scores(terms, visible), candidates, _MOST_READ)[0]


def _line(chunk: Chunk, position: int) -> int:
    return chunk.start_line + chunk.text.count("\n", 0, position)
