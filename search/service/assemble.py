"""Turns candidate chunks into candidate files: rescales the signals and adds structure, without ordering."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from search.analysis.names import folded, stem_of
from search.ranking.aggregate import term_coverage
from search.ranking.candidates import Candidates, Floats, Integers
from search.ranking.constants import NAMES_COUNT_BY_WORDS, NAMES_COUNT_WHOLE
from search.ranking.documents import document_factor
from search.ranking.fusion import spread
from search.ranking.history import History, history_shares
from search.ranking.mentions import Mentioned
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.kinds import kinds_of
from search.ranking.signals.scores import structure_scores
from search.retrieval.candidates import CandidateChunks
from search.retrieval.catalogue import Catalogue
from search.retrieval.commits import Changed
from search.retrieval.corpus import name_stems
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.candidate_files import CandidateFiles
from search.types.files import BY_WORD_ONLY, Flag
from search.types.ids import FileId

_DOCUMENT, _GENERATED = Flag.DOCUMENT.value, Flag.GENERATED.value
_FOLDERS = 5
"""Trailing folders of a root's path that describe its contents, as in ``zod/packages/zod/src/core``."""
_OF_ANY_MACHINE = frozenset({"home", "users", "documents", "desktop", "code", "projects", "work", "data"})
"""Folders that exist on any machine: their names stay discriminating, because a question may be about a user."""


@dataclass(frozen=True, slots=True)
class SignalInputs:
    """What the structural signals need, looked up once for a query.

    Attributes:
        defining: for each name in the query, the files that define it and their spelling of the name.
        mentioned: share and name of each file that defines something the best chunks name.
        coverage: for each candidate file, the largest covered share of a defined name, and that name.
        history: candidate files changed by commits whose messages match the question.
        term_shares: (m,) share of the question's words that each candidate file contains.
        most_referred: largest number of files that refer to one file; 0 if the access does not see all files,
            because the counts include hidden files.
    """

    question: Question
    defining: Mapping[str, Mapping[FileId, str]]
    mentioned: Mentioned
    coverage: Mapping[FileId, tuple[float, str]]
    history: History
    term_shares: Floats
    most_referred: int


def signal_inputs(
    question: Question,
    names: Iterable[str],
    mentioned: Mentioned,
    changed: Changed,
    term_shares: Floats,
    chunks: CandidateChunks,
    catalogue: Catalogue,
) -> SignalInputs:
    """Return what the index knows about the names and words of the question and the candidate files.

    ``term_shares`` has shape (m,): the share of the question's words that each file contains.
    """
    sees_all = chunks.visible is None
    if not question.worded_for_code:
        question = _for_tree_of(chunks.lexical.count(chunks.visible), question)
    defining = {name: _defining(name, catalogue, any_case=bool(question.name)) for name in names}
    most_referred = catalogue.most_referred if sees_all else 0
    coverage = catalogue.definitions.coverage(question.stems, chunks.place_of.keys())
    flags = ((file.record.id, file.record.flags) for file in chunks.files) if changed else ()
    history = history_shares(changed, flags, question.wanted)
    return SignalInputs(question, defining, mentioned, coverage, history, term_shares, most_referred)


def _for_tree_of(chunk_count: int, question: Question) -> Question:
    """Return the question with the weight of names adapted to the number of visible chunks."""
    counted, by_words = (
        min(1.0, most / max(1, chunk_count)) for most in (NAMES_COUNT_WHOLE, NAMES_COUNT_BY_WORDS)
    )
    return replace(question, names_count=counted, names_by_words=by_words)


def term_share_by_file(chunks: CandidateChunks, scores: Floats) -> Floats:
    """Return (m,) the share of the question's words that each candidate file contains, 0..1.

    ``scores`` has shape (n, t): what each of t terms adds to the score of each of the n candidate chunks.
    """
    return term_coverage(chunks.owner, scores, len(chunks.files))


def _defining(name: str, catalogue: Catalogue, *, any_case: bool) -> dict[FileId, str]:
    """Return the files that define the name; in a question "JSON" does not match a definition called ``json``."""
    spellings = catalogue.definitions.files_defining(name)
    return {
        file: spelling for file, spelling in spellings.items() if any_case or name.islower() or spelling == name
    }


def candidate_files(
    chunks: CandidateChunks, inputs: SignalInputs, root_paths: Mapping[str, str]
) -> CandidateFiles:
    """Return the files of the candidate chunks in the order of their ids, with their structural scores."""
    files, owner, bm25, cosine = chunks.files, chunks.owner, chunks.bm25, chunks.cosine
    by_hand = np.array([_GENERATED not in file.record.flags for file in files], np.bool_)[owner]
    words = _relative_to_best(bm25, by_hand)
    meaning = _known_or_lowest(cosine)
    signals = words[by_hand], meaning[by_hand]
    factor = _document_factor(files, owner[by_hand], signals, query_wording=inputs.question.query_wording)
    intended = _intended_files(files, inputs.question, alone=not words[by_hand].any())
    meaning[intended[owner]] = meaning.max(initial=0.0)
    question = replace(inputs.question, documents_count=factor)
    known = question.meaning_counts
    cards = _rescaled(chunks.cards)
    return CandidateFiles(
        files=files,
        root_paths=tuple(root_paths.get(file.record.path_hash, "") for file in files),
        structures=structure_scores(question, _evidence(chunks, inputs, root_paths, intended.tolist())),
        bm25=_best_per_file(owner, bm25, len(files), 0.0),
        cosine=_best_per_file(owner, cosine, len(files), -1.0),
        scores=Candidates(
            file_ids=tuple(chunks.place_of),
            chunk_ids=chunks.ids,
            chunk_file=owner,
            keyword=_relative_to_best(bm25, np.ones(len(bm25), np.bool_)),
            semantic=np.clip(cosine, 0.0, 1.0),
            words=words,
            meaning=known * spread(meaning),
            keyword_rank=chunks.keyword_rank,
            semantic_rank=chunks.semantic_rank,
            bonus=np.zeros(len(owner)),
            structure=np.zeros(len(files)),
            names=np.zeros(len(files)),
            history=np.zeros(len(files)),
            history_names=np.zeros(len(files)),
            card=known * np.array([cards.get(file, 0.0) for file in chunks.place_of], np.float64),
            demotion=np.ones(len(files)),
            pinned=np.zeros(len(files), np.bool_),
            uses=np.zeros(len(files), np.bool_),
            confidence=np.clip(_best_per_file(owner, cosine, len(files), 0.0), 0.0, 1.0),
            unembedded=_unembedded(files, owner, cosine) & chunks.semantic_ready,
        ),
        near_duplicates={},
    )


def _intended_files(files: Sequence[CataloguedFile], question: Question, *, alone: bool) -> npt.NDArray[np.bool_]:
    """Return (m,) which generated files the question asks for; vectors cannot tell, as they have none.

    These are the files that the whole query names, or all generated files if they ``alone`` contain its words.
    """
    asked_for = frozenset(question.stems)
    return np.array(
        [_GENERATED in file.record.flags and (alone or asked_for in _names(file)) for file in files], np.bool_
    )


def _names(file: CataloguedFile) -> tuple[frozenset[str], ...]:
    """Return the stems of the file's name with its extension and, if it has several words, without it."""
    with_ending = frozenset(name_stems(file.record.path.rpartition("/")[2]))
    return (with_ending, file.name_words) if len(file.name_words) > 1 else (with_ending,)


def _relative_to_best(bm25: Floats, by_hand: npt.NDArray[np.bool_]) -> Floats:
    """Return scores in 0..1: hand-written chunks relative to their best, generated ones to the best of all."""
    most = float(bm25.max(initial=0.0))
    best = float(bm25[by_hand].max(initial=0.0)) or most
    if most <= 0.0:
        return np.zeros(len(bm25))
    return np.maximum(bm25, 0.0) / np.where(by_hand, best, most)


def _known_or_lowest(cosine: Floats) -> Floats:
    """Return cosines in 0..1; a chunk without a vector (0.0) gets the lowest cosine of those that have one."""
    known = np.clip(cosine, 0.0, 1.0)
    unknown = cosine == 0.0
    if unknown.any() and not unknown.all():
        known[unknown] = known[~unknown].min()
    return known


def _unembedded(files: Sequence[CataloguedFile], owner: Integers, cosine: Floats) -> npt.NDArray[np.bool_]:
    """Return (m,) which files have chunks without vectors although their kind of text is embedded."""
    expected = np.array([not BY_WORD_ONLY.intersection(file.record.flags) for file in files], np.bool_)
    complete = np.array([file.record.meaning for file in files], np.bool_)
    with_vector = np.bincount(owner[cosine != 0.0], minlength=len(files)) > 0
    without = np.bincount(owner[cosine == 0.0], minlength=len(files)) > 0
    return expected & ~complete & (without | ~with_vector)


def _document_factor(
    files: Sequence[CataloguedFile], owner: Integers, signals: tuple[Floats, Floats], *, query_wording: int
) -> float:
    documents = np.array([_DOCUMENT in file.record.flags for file in files], np.bool_)
    return document_factor(*signals, documents[owner], query_wording=query_wording) if files else 1.0


def _best_per_file(owner: Integers, values: Floats, files: int, least: float) -> Floats:
    """Return the largest value of each file, but no smaller than ``least``."""
    peaks = np.full(files, least)
    np.maximum.at(peaks, owner, values)
    return peaks


def _evidence(
    chunks: CandidateChunks, inputs: SignalInputs, root_paths: Mapping[str, str], intended: Sequence[bool]
) -> SignalEvidence:
    """Return the evidence for each file; generated files that are ``intended`` are not demoted as generated."""
    records = [file.record for file in chunks.files]
    origins = [(record.repository, root_paths.get(record.path_hash, "")) for record in records]
    stems_of = {origin: discriminating_stems(inputs.question.stems, *origin) for origin in set(origins)}
    kinds = zip(records, intended, strict=True)
    return SignalEvidence(
        records=records,
        flags=[
            _flags_if_intended(record.flags) if is_intended else kinds_of(record) for record, is_intended in kinds
        ],
        name_words=[file.name_words for file in chunks.files],
        discriminating=[stems_of[origin] for origin in origins],
        most_referred=inputs.most_referred,
        coverage_of_terms=inputs.term_shares,
        stems=[folded(stem_of(record.path)) for record in records] if inputs.question.qualified else (),
        defined=_defined(inputs.defining.values(), chunks.place_of),
        coverage=_by_index(inputs.coverage, chunks.place_of),
        mentioned={
            index: share
            for index, share in _by_index(inputs.mentioned, chunks.place_of).items()
            if _DOCUMENT not in records[index].flags
        },
        history=_by_index(inputs.history, chunks.place_of),
    )


def _flags_if_intended(flags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if flag != _GENERATED)


def _by_index(
    known: Mapping[FileId, tuple[float, str]], place_of: Mapping[FileId, int]
) -> dict[int, tuple[float, str]]:
    """Return the entries of candidate files, by the index of the file."""
    return {place_of[file]: share for file, share in known.items() if file in place_of}


def _defined(
    defining: Iterable[Mapping[FileId, str]], place_of: Mapping[FileId, int]
) -> dict[int, tuple[str, ...]]:
    """Return the names in the question that each candidate file defines, in the order of the question."""
    defined: dict[int, tuple[str, ...]] = {}
    for names in defining:
        for file in names.keys() & place_of.keys():
            defined[place_of[file]] = (*defined.get(place_of[file], ()), names[file])
    return defined


def _rescaled(cards: Mapping[FileId, float]) -> dict[FileId, float]:
    """Return the cosines rescaled to 0..1 over the candidates, like those of the chunks."""
    if not cards:
        return {}
    low, high = min(cards.values()), max(cards.values())
    return {file: (value - low) / (high - low) if high > low else 1.0 for file, value in cards.items()}


def discriminating_stems(stems: Iterable[str], repository: str, root_path: str) -> frozenset[str]:
    """Return the stems without those of the repository's name and of the root's last folders.

    In a repository called ``orders`` every question names orders, and so do many files that do not answer it
    (+0.005 NDCG@10). All stems are returned if none would be left.
    """
    words = frozenset(stems)
    parts = root_path.replace("\\", "/").split("/")[-_FOLDERS:]
    folders = (part for part in parts if part.lower() not in _OF_ANY_MACHINE)
    return words.difference(name_stems(" ".join((repository, *folders)))) or words
