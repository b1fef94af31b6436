"""Turns candidate chunks into scored files: looks up the inputs of the signals and adds those of relations."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from search.query.parse import ParsedQuery
from search.ranking.constants import CHANGE_BEST, CHANGE_TOGETHER
from search.ranking.order import rank
from search.ranking.signals.wordings import CHANGED_TOGETHER
from search.retrieval.bm25_okapi import words_of_terms
from search.retrieval.candidates import CandidateChunks
from search.retrieval.commits import CoChangeIndex, Commits
from search.retrieval.corpus import Corpus
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.assemble import candidate_files, signal_inputs, term_share_by_file
from search.service.candidate_files import CandidateFiles
from search.service.confidence import has_known_words, with_confidence, word_coverage
from search.service.mentions import Mentions
from search.service.near_duplicates import NearDuplicates
from search.service.scope import names_a_branch
from search.storage.file_systems import ANSWERS
from search.storage.git.head import place_in_repository
from search.storage.roots import RootsFile
from search.storage.storage import Storage
from search.types.files import Flag, Root
from search.types.filters import Operator
from search.types.ids import FileId, RootId
from search.types.query import RankSettings
from search.types.results import Signal

DEFINING_BONUS = 1.0
"""Ranks the chunk with the definition before the other chunks of the file, whose blends are at most 1."""

_DOCUMENT = Flag.DOCUMENT.value

_FILE_SYSTEM_TIMEOUT_S = 0.5
"""Seconds that a query waits for a network file system."""


class CandidateScoring:
    """Scores the files of candidate chunks; caches what it reads for the next query."""

    def __init__(self, storage: Storage, corpus: Corpus, rows: ShownRows) -> None:
        self._storage = storage
        self._corpus = corpus
        self._near_duplicates = NearDuplicates(storage.chunks, corpus)
        self._work_trees = WorkTrees(storage.roots)
        self._commits, self._co_changes = Commits(storage), CoChangeIndex(storage)
        self.mentions = Mentions(corpus, rows)

    def scored_files(self, chunks: CandidateChunks, analyzed: AnalyzedQuery) -> CandidateFiles:
        """Return the files of the chunks with all signals, not yet ordered.

        Commits are ignored if the query sees only parts of a root, because they describe all their files.
        """
        files = self._with_structure(chunks, analyzed)
        files = files.with_bonus(frozenset(analyzed.defining), DEFINING_BONUS)
        if analyzed.parsed.symbols:
            files = files.only(lambda signals: any(signal.name == "exact_definition" for signal in signals))
        if analyzed.changes:
            files = self._with_changes(files, analyzed)
        files = analyzed.spaced.applied(files)
        files = analyzed.frames.applied(analyzed.messages.applied(analyzed.graph.applied(files)))
        if _names_a_path(analyzed.parsed):
            return files
        work_trees = {} if names_a_branch(analyzed.parsed) else self._work_trees.groups()
        return replace(files, near_duplicates=self._near_duplicates.of(files, work_trees))

    def _with_structure(self, chunks: CandidateChunks, analyzed: AnalyzedQuery) -> CandidateFiles:
        structured, access = analyzed.is_structured, analyzed.query.access
        mentioned = self.mentions.of(chunks, analyzed.scope.visible) if structured else {}
        stems = analyzed.question.stems if structured else ()
        searched = (analyzed.translation.words if structured else ()) or words_of_terms(stems)
        coverage = term_share_by_file(
            chunks, chunks.lexical.scores_by_word(searched, chunks.slots, chunks.visible)
        )
        uses_commits = structured and access.sees_whole_roots and not analyzed.question.name
        is_report = analyzed.question.is_report
        changed = self._commits.changed(stems, chunks.place_of.keys(), is_report=is_report) if uses_commits else {}
        with self._corpus.lock:
            inputs = signal_inputs(
                analyzed.question, analyzed.names, mentioned, changed, coverage, chunks, self._corpus.catalogue
            )
        files = candidate_files(chunks, inputs, self._storage.roots.folders())
        if not analyzed.wording or (is_report and has_known_words(chunks, analyzed)):
            return files
        words = word_coverage(chunks, analyzed)
        by_meaning = chunks.semantic_ready and not analyzed.translation.is_about_native_texts
        if analyzed.graph.written:
            words = words.with_all_in(analyzed.graph.written, chunks)
        written = {analyzed.searched: dict.fromkeys(analyzed.graph.written, analyzed.searched)}
        return with_confidence(files, words, {**inputs.defining, **written}, meaning=by_meaning)

    def _with_changes(self, files: CandidateFiles, analyzed: AnalyzedQuery) -> CandidateFiles:
        """Return the files with signals for uses of what the query names and for changes with the best files."""
        files = files.with_reasons(analyzed.using, pinned=False)
        if not analyzed.query.access.sees_whole_roots:
            return files
        companions = self._co_changes.with_best(best_code(files), {FileId(file) for file in files.scores.file_ids})
        signals = {
            file: Signal(CHANGED_TOGETHER, share, share * CHANGE_TOGETHER, path)
            for file, (share, path) in companions.items()
        }
        return files.with_reasons(signals, pinned=False)


def best_code(files: CandidateFiles) -> dict[FileId, float]:
    """Return those of the best files that are no documents, with their score, 0..1.

    The order is that of the default settings: structure is the same wherever the slider stands.
    """
    ranking = rank(files.candidates, RankSettings())
    best = [index for index in ranking.files[:CHANGE_BEST] if _DOCUMENT not in files.files[index].record.flags]
    return {files.files[index].record.id: float(ranking.rank_score[index]) for index in best}


def _names_a_path(parsed: ParsedQuery) -> bool:
    """Return whether the query filters by path: then no file is hidden behind a near-identical one."""
    return any(
        condition.column == "path" and condition.operator is Operator.GLOB for condition in parsed.conditions
    )


class WorkTrees:
    """Inspects the folders of an index once for each state of its roots."""

    def __init__(self, roots: RootsFile) -> None:
        self._roots = roots
        self._known: tuple[tuple[Root, ...], Mapping[RootId, object]] = ((), {})

    def groups(self) -> Mapping[RootId, object]:
        """Return a key for each root with sibling work trees, the same for all siblings; others are absent."""
        roots = self._roots.all()
        if self._known[0] is not roots:
            self._known = roots, _work_trees_of(roots)
        return self._known[1]


def _work_trees_of(roots: tuple[Root, ...]) -> Mapping[RootId, object]:
    if len(roots) < 2:
        return {}
    folders = {path: _repository_folder(path) or path for path in dict.fromkeys(root.path for root in roots)}
    counts = Counter(folders[root.path] for root in roots)
    return {root.id: folders[root.path] for root in roots if counts[folders[root.path]] > 1}


def _repository_folder(path: str) -> object:
    try:
        return ANSWERS.of(
            path, lambda: place_in_repository(Path(path)), otherwise=None, within_s=_FILE_SYSTEM_TIMEOUT_S
        )
    except OSError:
        return None
