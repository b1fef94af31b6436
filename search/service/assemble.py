"""From candidate chunks to hits: signals normalised, structure and explanation added; not yet ordered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from search.ranking.constants import NAMES_COUNT_WHOLE
from search.ranking.documents import document_factor
from search.ranking.structure import DATA, FileEvidence, Question, structure
from search.retrieval.catalogue import Catalogue, CataloguedFile
from search.retrieval.found import CandidateChunk, Found
from search.service.telling import telling_stems
from search.types.files import Flag
from search.types.ids import ChunkId, FileId, NodeId
from search.types.results import ChunkHit, FileHit, Why

_DATA_LANGUAGES = frozenset({"yaml", "json", "toml", "xml", "ini", "ignore", "gomod"})
"""Languages of settings, manifests and other data."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the structural signals need, looked up once for a query.

    Attributes:
        defining: for each name in the query the files that define it, with their spelling.
        coverage: for each file the largest covered share of a defined name, with that name.
        most_referred: largest number of files that refer to one; 0 where the asker may not see all files: the
            numbers count files out of sight too.
    """

    question: Question
    defining: Mapping[str, Mapping[FileId, str]]
    coverage: Mapping[FileId, tuple[float, str]]
    most_referred: int


@dataclass(frozen=True, slots=True)
class _Signals:
    """A file's best BM25 and cosine, and its card."""

    bm25: float
    cosine: float
    card: float


def asked(
    question: Question, names: Iterable[str], catalogue: Catalogue, *, in_sight: int, sees_all: bool
) -> Asked:
    """Return what the index knows of the names and words in the question.

    ``in_sight`` is the number of chunks that the asker may see, ``sees_all`` whether these are all there are.
    """
    question = replace(question, names_count=min(1.0, NAMES_COUNT_WHOLE / max(1, in_sight)))
    defining = {name: _defining(name, catalogue, any_case=bool(question.name)) for name in names}
    most_referred = catalogue.most_referred if sees_all else 0
    return Asked(question, defining, catalogue.definitions.coverage(question.stems), most_referred)


def _defining(name: str, catalogue: Catalogue, *, any_case: bool) -> dict[FileId, str]:
    """Return the files that define the name; in a question "JSON" is no name of something called ``json``."""
    found = catalogue.definitions.files_defining(name)
    return {file: spelling for file, spelling in found.items() if any_case or name.islower() or spelling == name}


def file_hits(found: Found, about: Asked, catalogue: Catalogue, root_paths: Mapping[str, str]) -> list[FileHit]:
    """Return one hit a file, by file id, with its candidate chunks by id."""
    best = max((chunk.bm25 for chunk in found.chunks), default=0.0)
    cards = _stretched(found.cards)
    grouped: dict[FileId, list[ChunkHit]] = {}
    peaks: dict[FileId, tuple[float, float]] = {}
    for chunk in found.chunks:
        grouped.setdefault(chunk.file_id, []).append(_chunk_hit(chunk, best))
        bm25, cosine = peaks.get(chunk.file_id, (0.0, -1.0))
        peaks[chunk.file_id] = max(bm25, chunk.bm25), max(cosine, chunk.cosine)
    factor = _document_factor(grouped, catalogue, mechanism=about.question.mechanism)
    about = replace(about, question=replace(about.question, documents_count=factor))
    telling: dict[tuple[str, str], frozenset[str]] = {}
    hits = []
    for file_id in sorted(grouped):
        file = catalogue.get(file_id)
        if file is not None:
            place = file.record.repository, root_paths.get(file.record.path_hash, "")
            if place not in telling:
                telling[place] = telling_stems(about.question.stems, *place)
            signals = _Signals(*peaks[file_id], cards.get(file_id, 0.0))
            hits.append(_file_hit(file, grouped[file_id], about, telling[place], signals, place[1]))
    return hits


def _document_factor(
    grouped: Mapping[FileId, Sequence[ChunkHit]], catalogue: Catalogue, *, mechanism: bool
) -> float:
    known = ((catalogue.get(file), chunks) for file, chunks in grouped.items())
    rows = [
        (chunk.keyword, chunk.semantic, Flag.DOCUMENT.value in file.record.flags)
        for file, chunks in known
        if file is not None
        for chunk in chunks
    ]
    if not rows:
        return 1.0
    keyword, semantic, of_document = (np.array(column) for column in zip(*rows, strict=True))
    return document_factor(keyword, semantic, of_document, mechanism=mechanism)


def _chunk_hit(chunk: CandidateChunk, best: float) -> ChunkHit:
    return ChunkHit(
        id=chunk.id,
        node_id=NodeId(""),
        kind="",
        start_line=0,
        end_line=0,
        header_path="",
        keyword=max(0.0, chunk.bm25) / best if best > 0.0 else 0.0,
        semantic=min(1.0, max(0.0, chunk.cosine)),
        keyword_rank=chunk.keyword_rank,
        semantic_rank=chunk.semantic_rank,
        score=0.0,
    )


def _file_hit(
    file: CataloguedFile,
    chunks: Sequence[ChunkHit],
    about: Asked,
    telling: frozenset[str],
    signals: _Signals,
    root_path: str,
) -> FileHit:
    record = file.record
    coverage, covered = about.coverage.get(record.id, (0.0, ""))
    evidence = FileEvidence(
        flags=(*record.flags, DATA) if record.language in _DATA_LANGUAGES else record.flags,
        name_words=file.name_words,
        telling=telling,
        defined=tuple(files[record.id] for files in about.defining.values() if record.id in files),
        coverage=coverage,
        covered=covered,
        referred_by=record.referred_by,
        most_referred=about.most_referred,
    )
    found = structure(about.question, evidence)
    return FileHit(
        rank=0,
        file_id=record.id,
        path=record.path,
        repository=record.repository,
        branch=record.branch,
        root_path=root_path,
        language=record.language,
        doc_type=record.doc_type,
        level=record.level,
        flags=record.flags,
        score=0.0,
        keyword=0.0,
        semantic=0.0,
        structure=found.total,
        demotion=found.demotion,
        chunk_count=record.chunk_count,
        chunks=tuple(chunks),
        why=Why(cosine=signals.cosine, bm25=signals.bm25, signals=found.signals),
        pinned=found.pinned,
        card=signals.card,
        product=record.product,
        component=record.component,
    )


def _stretched(cards: Mapping[FileId, float]) -> dict[FileId, float]:
    """Return the cosines stretched to 0..1 over the candidates, as the chunks' are."""
    if not cards:
        return {}
    low, high = min(cards.values()), max(cards.values())
    return {file: (value - low) / (high - low) if high > low else 1.0 for file, value in cards.items()}


def chunk_ids(hits: Iterable[FileHit]) -> list[ChunkId]:
    """Return the identifiers of all chunks of the hits, in order."""
    return [chunk.id for hit in hits for chunk in hit.chunks]
