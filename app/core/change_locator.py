"""Answers where to make a change: a search whose files get their definitions, neighbours and tests."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from app.core.branch_graphs import BranchGraphs
from app.core.covering_tests import covering_tests
from app.core.graph_cache import AccessVisibility
from search.analysis.terms import query_terms
from search.graph.answers import NameInGraph
from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT
from search.graph.file_definitions import definitions_in
from search.graph.visibility import GraphVisibility
from search.query.intent import wanted_flags
from search.query.parse import ParsedQuery
from search.query.report import Report, report_of
from search.service.change_definitions import definitions_of, with_lines
from search.service.change_evidence import evidence_of
from search.service.visible_files import VisibleFiles
from search.types.files import FileRecord, Flag
from search.types.ids import FileId
from search.types.locations import (
    ChangeLocations,
    CoveringTest,
    EvidenceKind,
    LocatedFile,
    LocateRequest,
    LocationEvidence,
)
from search.types.query import MAX_TOP, SearchQuery
from search.types.results import FileHit, SearchResult

SEARCHED = 5
"""Files searched for each one that is wanted: tests and documents are left out afterwards."""
MOST_NEIGHBOURS = 5
"""Files that only the graph leads to; they follow the others."""
NEIGHBOURS_OF = 3
"""First files whose neighbours are listed; those of all would be half of a small repository."""

_NOT_TO_CHANGE = frozenset(
    flag.value
    for flag in (Flag.TEST, Flag.EXAMPLE, Flag.DOCUMENT, Flag.TRANSLATION, Flag.GENERATED, Flag.VENDORED)
)
"""Kinds of file that follow a change in the code; a text that names one of them asks for it."""

_WORD = re.compile(r"[^\W_]\w*")

Search = Callable[[SearchQuery], SearchResult]


@dataclass(frozen=True, slots=True)
class _Scene:
    """The data for the answer to one request; folders of roots by their identifiers."""

    graph: DependencyGraph
    visible: AccessVisibility
    records: Mapping[FileId, FileRecord]
    folders: Mapping[str, str]


class ChangeLocator:
    """Locates changes in one index.

    Args:
        search: ranks files.
        files: those that a client may see.
        graphs: the dependency graph of everything that is checked out.
        folders: returns the folder of each root by its identifier.
    """

    def __init__(
        self, search: Search, files: VisibleFiles, graphs: BranchGraphs, folders: Callable[[], Mapping[str, str]]
    ) -> None:
        self._search = search
        self._files = files
        self._graphs = graphs
        self._folders = folders

    def locate(self, request: LocateRequest) -> ChangeLocations:
        """Return files, definitions and tests; see `SearchCore.locate_change`."""
        started = time.perf_counter()
        result = self._search(
            SearchQuery(
                request.text,
                request.ranking,
                top=min(MAX_TOP, request.top * SEARCHED),
                access=request.access,
                pasted=True,
                filters=request.filters,
            )
        )
        records = {record.id: record for record in self._files.of(request.access.row_filter())}
        graph = self._graphs.of_files(result.files, request.access.row_filter())
        scene = _Scene(graph, AccessVisibility(request.access), records, self._folders())
        report = report_of(request.text)
        words = _words_by_stem(report.text)
        hits = _to_change(result.files, report.title)[: request.top]
        files = _with_neighbours([_located(hit, scene, report, words) for hit in hits], scene, request.top)
        return ChangeLocations(
            frames=len(report.frames),
            words=report.word_count,
            files=tuple(files),
            tests=tuple(_tests(files, scene))[: request.tests],
            took_ms=(time.perf_counter() - started) * 1000.0,
            ready=result.ready,
            notes=result.notes,
        )


def _words_by_stem(text: str) -> dict[str, str]:
    """Return the first word of a text that has each stem."""
    words = dict.fromkeys(_WORD.findall(text))
    return {stem: word for word in reversed(words) for stem in query_terms(word)}


def _to_change(hits: Sequence[FileHit], title: str) -> list[FileHit]:
    """Return the hits without tests, documents and the like; all if nothing else was found.

    A kind that the first line names stays, and so does a file that a frame or another place names.
    """
    left_out = _NOT_TO_CHANGE - wanted_flags(ParsedQuery(text=title, words=title))
    return [hit for hit in hits if hit.pinned or left_out.isdisjoint(hit.flags)] or list(hits)


def _located(hit: FileHit, scene: _Scene, report: Report, words: Mapping[str, str]) -> LocatedFile:
    visibility = GraphVisibility(scene.graph, scene.visible)
    spans = definitions_in(scene.graph, visibility, hit.file_id, hit.path)
    evidence = with_lines(hit, evidence_of(hit, words), spans, report.frames)
    return LocatedFile(
        rank=hit.rank,
        file_id=hit.file_id,
        path=hit.path,
        repository=hit.repository,
        branch=hit.branch,
        rank_score=hit.rank_score,
        stale=hit.stale,
        definitions=definitions_of(hit, evidence, spans, report.frames),
        evidence=evidence,
        root_path=hit.root_path,
    )


def _with_neighbours(files: Sequence[LocatedFile], scene: _Scene, top: int) -> list[LocatedFile]:
    """Return the files with the evidence that the graph adds, then at most a few that only the graph leads to."""
    reasons = _neighbours(files[:NEIGHBOURS_OF], scene)
    listed = {file.file_id for file in files}
    further = [
        record
        for file in reasons
        if file not in listed
        and (record := scene.records.get(file)) is not None
        and _NOT_TO_CHANGE.isdisjoint(record.flags)
    ]
    added = [_neighbour(record, reasons[record.id], scene) for record in further[: min(MOST_NEIGHBOURS, top)]]
    known = [_with_reason(file, reasons.get(file.file_id)) for file in files]
    return [msgspec.structs.replace(file, rank=rank) for rank, file in enumerate((*known, *added), 1)]


def _tests(files: Sequence[LocatedFile], scene: _Scene) -> Iterator[CoveringTest]:
    for test in covering_tests(files, scene.graph, scene.visible, scene.records):
        root = scene.records[test.file_id].path_hash
        yield msgspec.structs.replace(test, root_path=scene.folders.get(root, ""))


def _neighbours(files: Iterable[LocatedFile], scene: _Scene) -> dict[FileId, LocationEvidence]:
    """Return why each neighbour of the definitions in these files is one, those of the first file first."""
    reasons: dict[FileId, LocationEvidence] = {}
    for file in files:
        for definition in file.definitions:
            named = NameInGraph(scene.graph, definition.id, scene.visible)
            for evidence in (*named.users(DEFAULT), *named.dependencies(DEFAULT)):
                if evidence.file_id != file.file_id:
                    reason = LocationEvidence(EvidenceKind.GRAPH, evidence.reason, line=evidence.line)
                    reasons.setdefault(evidence.file_id, reason)
    return reasons


def _with_reason(file: LocatedFile, reason: LocationEvidence | None) -> LocatedFile:
    if reason is None or any(evidence.kind is EvidenceKind.GRAPH for evidence in file.evidence):
        return file
    return msgspec.structs.replace(file, evidence=(*file.evidence, reason))


def _neighbour(record: FileRecord, reason: LocationEvidence, scene: _Scene) -> LocatedFile:
    return LocatedFile(
        rank=0,
        file_id=record.id,
        path=record.path,
        repository=record.repository,
        branch=record.branch,
        rank_score=0.0,
        stale=False,
        definitions=(),
        evidence=(reason,),
        root_path=scene.folders.get(record.path_hash, ""),
    )
