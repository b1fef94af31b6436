"""Answers queries for files rather than text, such as ``is:skipped reason:size``; sorted by path, no chunks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from search.query.parse import ParsedQuery
from search.service.facets import facets
from search.storage.files_table import FilesTable
from search.types.files import FileRecord, FileState
from search.types.filters import RowFilter
from search.types.query import SearchQuery
from search.types.results import FileHit, Ready, SearchResult, Signal, Why

IsStale = Callable[[str, str, int], bool]
"""Returns whether a file differs from its indexed version: the folder of its root, its path, modification time."""


@dataclass(frozen=True, slots=True)
class FileList:
    """The manifest, the paths of its roots, and a check whether a file changed since."""

    files: FilesTable
    root_paths: Mapping[str, str]
    is_stale: IsStale


def asks_for_files(parsed: ParsedQuery) -> bool:
    """Return whether the manifest answers a query: it names a state or a reason, or has only filters."""
    by_state = bool(parsed.states or parsed.not_states or parsed.reasons)
    return by_state or not (parsed.words or parsed.symbols)


def matching_files(
    query: SearchQuery, parsed: ParsedQuery, listed: FileList, wanted: RowFilter, ready: Ready
) -> SearchResult:
    """Return the files that match, by repository and path; words match parts of the path.

    Without a state or reason only files with indexed text match. Each file's ``why`` contains its reason.
    """
    states = _states(parsed)
    words = [word.lower() for word in parsed.words.split()]
    records = [
        record
        for record in listed.files.matching(wanted, states)
        if record.state not in parsed.not_states
        and (parsed.stale is None or _is_stale(record, listed) is parsed.stale)
        and (not parsed.reasons or record.reason in parsed.reasons)
        and all(word in record.path.lower() for word in words)
    ]
    records.sort(key=lambda record: (record.repository, record.path))
    hits = tuple(_hit(record, rank, listed) for rank, record in enumerate(records[: query.top], start=1))
    return SearchResult(
        query=query.text,
        searched=parsed.words,
        ranking=query.ranking,
        took_ms=0.0,
        ready=ready,
        files=hits,
        total_files=len(records),
        total_chunks=0,
        facets=facets((record, record.id) for record in records) if query.facets else (),
    )


def _states(parsed: ParsedQuery) -> list[FileState]:
    if parsed.states:
        return [FileState(state) for state in parsed.states]
    if parsed.not_states or parsed.reasons:
        return [state for state in FileState if state not in parsed.not_states]
    return [FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE]


def _is_stale(record: FileRecord, listed: FileList) -> bool:
    return listed.is_stale(listed.root_paths.get(record.path_hash, ""), record.path, record.mtime_ns)


def _hit(record: FileRecord, rank: int, listed: FileList) -> FileHit:
    reason = ", ".join(filter(None, (record.reason, record.rule)))
    why = Why(signals=(Signal(record.state.value, 1.0, 0.0, reason),))
    return file_hit(record, listed.root_paths.get(record.path_hash, ""), rank, why)


def file_hit(record: FileRecord, root_path: str, rank: int, why: Why) -> FileHit:
    """Return a file without any scores: no chunks, all scores 0, not demoted.

    Args:
        record: the manifest entry.
        root_path: folder of its root; empty for a branch that is not checked out.
        rank: position in the answer, from 1.
        why: why the file is in the answer.
    """
    return FileHit(
        rank=rank,
        file_id=record.id,
        path=record.path,
        repository=record.repository,
        branch=record.branch,
        root_path=root_path,
        language=record.language,
        doc_type=record.doc_type,
        level=record.level,
        flags=record.flags,
        rank_score=0.0,
        relevance=0.0,
        keyword=0.0,
        semantic=0.0,
        confidence=1.0,
        structure=0.0,
        demotion=1.0,
        chunk_count=record.chunk_count,
        chunks=(),
        why=why,
        product=record.product,
        component=record.component,
        mtime_ns=record.mtime_ns if root_path else 0,
        size_bytes=record.size_bytes,
        title=record.title,
        date=record.date,
    )
