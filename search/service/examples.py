"""Search by example: a file, a chunk or a pasted text replaces the question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.analysis.terms import joined_terms, query_terms
from search.errors import AmbiguousNameError, NotFoundError
from search.query.intent import wanted_flags
from search.query.parse import ParsedQuery
from search.ranking.signals.inputs import Question
from search.retrieval.corpus import Corpus
from search.service.analyzed_query import AnalyzedQuery
from search.service.characteristic_terms import characteristic_terms
from search.service.scope import Scope
from search.storage.storage import Storage
from search.types.chunks import Chunk, ChunkKind
from search.types.files import FileRecord
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId
from search.types.query import SearchQuery

EXAMPLE_TERMS = 25
"""Rarest terms of an example that are looked up: enough to identify its subject, few enough to be fast."""
_CHARACTERS_READ = 4_000
"""Length of the example's text that the encoder and the rerank stage get; encoders truncate it further."""
_LISTED = 5


@dataclass(frozen=True, slots=True)
class Example:
    """What the results should resemble.

    Attributes:
        label: display name.
        texts: texts of its chunks, in order.
        vector: mean direction of its stored vectors; None if it has none.
        ids: its own chunks, including cards.
    """

    label: str
    texts: tuple[str, ...]
    flags: tuple[str, ...] = ()
    vector: npt.NDArray[np.float32] | None = None
    ids: frozenset[ChunkId] = frozenset()


class Examples:
    """Finds examples in the index and derives a query from them."""

    def __init__(self, storage: Storage, corpus: Corpus) -> None:
        self._storage = storage
        self._corpus = corpus

    def analyzed(self, query: SearchQuery, parsed: ParsedQuery, scope: Scope) -> AnalyzedQuery:
        """Return the query derived from the example; the words of the query are looked up too.

        Raises:
            NotFoundError: ``like`` names nothing visible.
            AmbiguousNameError: several paths end with ``like``.
        """
        example = self._example(query, scope.visible)
        terms = tuple(dict.fromkeys((*query_terms(parsed.words), *self._rarest(example, scope.visible))))
        return AnalyzedQuery(
            query=query,
            parsed=parsed,
            scope=scope,
            searched=f"like {example.label}",
            words="\n".join(example.texts)[:_CHARACTERS_READ],
            terms=terms,
            question=Question(stems=(), wanted=wanted_flags(parsed) | frozenset(example.flags)),
            vector=example.vector,
            left_out=example.ids,
        )

    def _example(self, query: SearchQuery, visible: RowFilter) -> Example:
        if query.like_text:
            return Example("the given text", (query.like_text,))
        chunk = self._storage.chunks.rows([query.like], visible).get(ChunkId(query.like))
        if chunk is not None and chunk.kind is not ChunkKind.CARD:
            return self._of_chunks(_line_range(chunk), [chunk])
        record, line = self._file(query.like, visible)
        chunks = self._storage.chunks.of_files([record.id], visible)
        if line is None:
            return self._of_chunks(record.path, chunks)
        matching = [
            chunk
            for chunk in chunks
            if chunk.kind is not ChunkKind.CARD and chunk.start_line <= line <= chunk.end_line
        ]
        if not matching:
            raise NotFoundError("example.no_text", path=record.path, line=line)
        return self._of_chunks(_line_range(matching[0]), matching[:1])

    def _of_chunks(self, label: str, chunks: Sequence[Chunk]) -> Example:
        shown = [chunk for chunk in chunks if chunk.kind is not ChunkKind.CARD]
        vectors = self._storage.chunks.vectors([chunk.id for chunk in shown])
        texts = tuple(chunk.text for chunk in shown)
        flags = chunks[0].flags if chunks else ()
        return Example(label, texts, flags, _direction(vectors), frozenset(chunk.id for chunk in chunks))

    def _file(self, wanted: str, visible: RowFilter) -> tuple[FileRecord, int | None]:
        """Return the visible file that an id, a path or ``path:line`` names, and the line."""
        record = self._storage.files.by_id([FileId(wanted)], visible).get(FileId(wanted))
        if record is not None:
            return record, None
        files = self._at_path(wanted, visible)
        before, _, number = wanted.rpartition(":")
        if not files and number.isdecimal():
            by_id = self._storage.files.by_id([FileId(before)], visible)
            files = list(by_id.values()) or self._at_path(before, visible)
            if len(files) == 1:
                return files[0], int(number)
        if len(files) > 1:
            candidates = tuple(file.id for file in files)
            listed = ", ".join(candidates[:_LISTED])
            raise AmbiguousNameError(
                "example.ambiguous", count=len(files), name=repr(wanted), names=listed, candidates=candidates
            )
        if not files:
            raise NotFoundError("example.not_indexed", name=repr(wanted))
        return files[0], None

    def _at_path(self, path: str, visible: RowFilter) -> list[FileRecord]:
        """Return the visible files at an absolute or root-relative path, or those whose path ends with it."""
        wanted = path.replace("\\", "/").removeprefix("./")
        with self._corpus.lock:
            known = [file.record for file in self._corpus.catalogue.files()]
        roots = {root.id: root.path.replace("\\", "/") for root in self._storage.roots.all()}
        full_paths = {record.id: f"{roots.get(record.path_hash, '')}/{record.path}" for record in known}
        ending = [file for file, full_path in full_paths.items() if full_path.endswith(f"/{wanted.lstrip('/')}")]
        visible_files = self._storage.files.by_id(ending, visible) if wanted else {}
        exact = [record for record in visible_files.values() if wanted in (record.path, full_paths[record.id])]
        return sorted(exact or visible_files.values(), key=lambda record: record.id)

    def _rarest(self, example: Example, visible: RowFilter) -> list[str]:
        lexical, (mask,) = self._corpus.snapshot(visible)
        own = Counter(term for text in example.texts for term in set(joined_terms(text).split()))
        return characteristic_terms(example.texts, lexical, mask, EXAMPLE_TERMS, own if example.ids else {})


def _direction(vectors: Mapping[ChunkId, npt.NDArray[np.float32]]) -> npt.NDArray[np.float32] | None:
    """Return the normalised sum of unit vectors; None if there are none or they cancel out."""
    if not vectors:
        return None
    total = np.sum(np.stack(list(vectors.values())), axis=0, dtype=np.float64)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length, np.float32) if length > 0.0 else None


def _line_range(chunk: Chunk) -> str:
    return f"{chunk.path}, lines {chunk.start_line} to {chunk.end_line}"
