"""From candidate chunks to candidate files: signals normalised, structure added; not yet ordered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from search.analysis.names import folded, stem_of
from search.ranking.aggregate import term_coverage
from search.ranking.candidates import Candidates, Floats, Integers
from search.ranking.constants import NAMES_COUNT_BY_WORDS, NAMES_COUNT_WHOLE
from search.ranking.documents import document_factor
from search.ranking.history import History, history_shares
from search.ranking.mentions import Mentioned
from search.ranking.signals.demotions import DATA
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.scores import structure_scores
from search.retrieval.candidates import CandidateChunks
from search.retrieval.catalogue import Catalogue
from search.retrieval.commits import Changed
from search.retrieval.corpus import name_stems
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.candidate_files import CandidateFiles
from search.types.files import BY_WORD_ONLY, Flag
from search.types.ids import FileId

_DATA_LANGUAGES = frozenset({"yaml", "json", "toml", "xml", "ini", "ignore", "gomod"})
"""Languages of settings, manifests and other data."""
_DOCUMENT, _GENERATED = Flag.DOCUMENT.value, Flag.GENERATED.value
_FOLDERS = 5
"""How many folders of a root's path name what is in it, as of ``zod/packages/zod/src/core``."""
_OF_ANY_MACHINE = frozenset({"home", "users", "documents", "desktop", "code", "projects", "work", "data"})
"""Folders above all that a person has: a question may well be about a home or a user."""


@dataclass(frozen=True, slots=True)
class SignalInputs:
    """What the structural signals need, looked up once for a query.

    Attributes:
        defining: for each name in the query the files that define it, with their spelling.
        mentioned: what the best chunks name, by the file that defines it.
        coverage: for each candidate file the largest covered share of a defined name, with that name.
        history: what commits that speak of the question changed, among the candidate files.
        held: (m,) how much of the question's words each candidate file holds.
        most_referred: largest number of files that refer to one; 0 where the asker may not see all files: the
            numbers count files out of sight too.
    """

    question: Question
    defining: Mapping[str, Mapping[FileId, str]]
    mentioned: Mentioned
    coverage: Mapping[FileId, tuple[float, str]]
    history: History
    held: Floats
    most_referred: int


def asked(
    question: Question,
    names: Iterable[str],
    mentioned: Mentioned,
    changed: Changed,
    held: Floats,
    found: CandidateChunks,
    catalogue: Catalogue,
) -> SignalInputs:
    """Return what the index knows of the names and words in the question, with regard to the files found.

    ``held`` is of shape (m,): how much of the question's words each file holds.
    """
    sees_all = found.visible is None
    if not question.worded_for_code:
        question = _in_a_tree_of(found.lexical.count(found.visible), question)
    defining = {name: _defining(name, catalogue, any_case=bool(question.name)) for name in names}
    most_referred = catalogue.most_referred if sees_all else 0
    coverage = catalogue.definitions.coverage(question.stems, found.place_of.keys())
    flags = ((file.record.id, file.record.flags) for file in found.files) if changed else ()
    history = history_shares(changed, flags, question.wanted)
    return SignalInputs(question, defining, mentioned, coverage, history, held, most_referred)


def _in_a_tree_of(chunks: int, question: Question) -> Question:
    """Return the question with what names count where this many chunks are in sight."""
    counted, by_words = (min(1.0, most / max(1, chunks)) for most in (NAMES_COUNT_WHOLE, NAMES_COUNT_BY_WORDS))
    return replace(question, names_count=counted, names_by_words=by_words)


def held_by_file(found: CandidateChunks, scores: Floats) -> Floats:
    """Return (m,) how much of the question's words each candidate file holds, 0..1.

    ``scores`` is of shape (n, t): what each of t terms adds to the score of each of the n candidate chunks.
    """
    return term_coverage(found.owner, scores, len(found.files))


def _defining(name: str, catalogue: Catalogue, *, any_case: bool) -> dict[FileId, str]:
    """Return the files that define the name; in a question "JSON" is no name of something called ``json``."""
    found = catalogue.definitions.files_defining(name)
    return {file: spelling for file, spelling in found.items() if any_case or name.islower() or spelling == name}


def candidate_files(found: CandidateChunks, about: SignalInputs, root_paths: Mapping[str, str]) -> CandidateFiles:
    """Return the files of the candidate chunks, by id, with what structure says of each."""
    files, owner, bm25, cosine = found.files, found.owner, found.bm25, found.cosine
    by_hand = np.array([_GENERATED not in file.record.flags for file in files], np.bool_)[owner]
    keyword = _beside_the_best(bm25, by_hand)
    semantic = _near(cosine)
    signals = keyword[by_hand], semantic[by_hand]
    factor = _document_factor(files, owner[by_hand], signals, query_wording=about.question.query_wording)
    meant = _meant(files, about.question, alone=not keyword[by_hand].any())
    semantic[meant[owner]] = semantic.max(initial=0.0)
    question = replace(about.question, documents_count=factor)
    cards = _stretched(found.cards)
    return CandidateFiles(
        files=files,
        root_paths=tuple(root_paths.get(file.record.path_hash, "") for file in files),
        structures=structure_scores(question, _evidence(found, about, root_paths, meant.tolist())),
        bm25=_peaks(owner, bm25, len(files), 0.0),
        cosine=_peaks(owner, cosine, len(files), -1.0),
        scores=Candidates(
            file_ids=tuple(found.place_of),
            chunk_ids=found.ids,
            chunk_file=owner,
            keyword=keyword,
            semantic=semantic,
            keyword_rank=found.keyword_rank,
            semantic_rank=found.semantic_rank,
            bonus=np.zeros(len(owner)),
            structure=np.zeros(len(files)),
            names=np.zeros(len(files)),
            card=np.array([cards.get(file, 0.0) for file in found.place_of], np.float64),
            demotion=np.ones(len(files)),
            pinned=np.zeros(len(files), np.bool_),
            unembedded=_unembedded(files, owner, cosine) & found.semantic_ready,
        ),
        likeness={},
    )


def _meant(files: Sequence[CataloguedFile], question: Question, *, alone: bool) -> npt.NDArray[np.bool_]:
    """Return (m,) which files that programs wrote are what is asked for, as no meaning can tell of them.

    Those that the whole query names, and all of them where they ``alone`` hold its words.
    """
    asked_for = frozenset(question.stems)
    return np.array(
        [_GENERATED in one.record.flags and (alone or asked_for in _names(one)) for one in files], np.bool_
    )


def _names(file: CataloguedFile) -> tuple[frozenset[str], ...]:
    """Return the stems of the file's name, with its ending and, where it is of several words, without."""
    whole = frozenset(name_stems(file.record.path.rpartition("/")[2]))
    return (whole, file.name_words) if len(file.name_words) > 1 else (whole,)


def _beside_the_best(bm25: Floats, by_hand: npt.NDArray[np.bool_]) -> Floats:
    """Return scores in 0..1: what people wrote beside the best of it, the rest beside the best of all."""
    most = float(bm25.max(initial=0.0))
    best = float(bm25[by_hand].max(initial=0.0)) or most
    if most <= 0.0:
        return np.zeros(len(bm25))
    return np.maximum(bm25, 0.0) / np.where(by_hand, best, most)


def _near(cosine: Floats) -> Floats:
    """Return cosines in 0..1; a chunk without a vector, which has 0.0, is as far as the furthest that has one."""
    semantic = np.clip(cosine, 0.0, 1.0)
    unknown = cosine == 0.0
    if unknown.any() and not unknown.all():
        semantic[unknown] = semantic[~unknown].min()
    return semantic


def _unembedded(files: Sequence[CataloguedFile], owner: Integers, cosine: Floats) -> npt.NDArray[np.bool_]:
    """Return (m,) which files have no vectors although their text is such as gets them."""
    wanted = np.array([not BY_WORD_ONLY.intersection(file.record.flags) for file in files], np.bool_)
    known = np.bincount(owner[cosine != 0.0], minlength=len(files)) > 0
    return wanted & ~known


def _document_factor(
    files: Sequence[CataloguedFile], owner: Integers, signals: tuple[Floats, Floats], *, query_wording: int
) -> float:
    documents = np.array([_DOCUMENT in file.record.flags for file in files], np.bool_)
    return document_factor(*signals, documents[owner], query_wording=query_wording) if files else 1.0


def _peaks(owner: Integers, values: Floats, files: int, least: float) -> Floats:
    """Return the largest value of each file, but no smaller than ``least``."""
    peaks = np.full(files, least)
    np.maximum.at(peaks, owner, values)
    return peaks


def _evidence(
    found: CandidateChunks, about: SignalInputs, root_paths: Mapping[str, str], meant: Sequence[bool]
) -> SignalEvidence:
    """Return what is known of the files; what programs wrote and is ``meant`` is of no kind that counts less."""
    records = [file.record for file in found.files]
    places = [(record.repository, root_paths.get(record.path_hash, "")) for record in records]
    telling = {place: discriminating_stems(about.question.stems, *place) for place in set(places)}
    kinds = zip(records, meant, strict=True)
    return SignalEvidence(
        records=records,
        flags=[
            _flags_if_meant(one.flags) if is_meant else _kinds(one.flags, one.language) for one, is_meant in kinds
        ],
        name_words=[file.name_words for file in found.files],
        discriminating=[telling[place] for place in places],
        most_referred=about.most_referred,
        coverage_of_terms=about.held,
        stems=[folded(stem_of(record.path)) for record in records] if about.question.qualified else (),
        defined=_defined(about.defining.values(), found.place_of),
        coverage=_by_place(about.coverage, found.place_of),
        mentioned={
            place: share
            for place, share in _by_place(about.mentioned, found.place_of).items()
            if _DOCUMENT not in records[place].flags
        },
        history=_by_place(about.history, found.place_of),
    )


@lru_cache(maxsize=1_024)
def _kinds(flags: tuple[str, ...], language: str) -> tuple[str, ...]:
    return (*flags, DATA) if language in _DATA_LANGUAGES else flags


def _flags_if_meant(flags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if flag != _GENERATED)


def _by_place(
    known: Mapping[FileId, tuple[float, str]], place_of: Mapping[FileId, int]
) -> dict[int, tuple[float, str]]:
    """Return what is known of candidate files by their place."""
    return {place_of[file]: one for file, one in known.items() if file in place_of}


def _defined(
    defining: Iterable[Mapping[FileId, str]], place_of: Mapping[FileId, int]
) -> dict[int, tuple[str, ...]]:
    """Return which names in the question each candidate file defines, in the order of the question."""
    defined: dict[int, tuple[str, ...]] = {}
    for names in defining:
        for file in names.keys() & place_of.keys():
            defined[place_of[file]] = (*defined.get(place_of[file], ()), names[file])
    return defined


def _stretched(cards: Mapping[FileId, float]) -> dict[FileId, float]:
    """Return the cosines stretched to 0..1 over the candidates, as the chunks' are."""
    if not cards:
        return {}
    low, high = min(cards.values()), max(cards.values())
    return {file: (value - low) / (high - low) if high > low else 1.0 for file, value in cards.items()}


def discriminating_stems(stems: Iterable[str], repository: str, root_path: str) -> frozenset[str]:
    """Return the stems without those of the repository's own name and of the root's last folders.

    In a repository called ``orders`` every question names orders, and so do many files that do not answer it
    (+0.005 NDCG@10). When nothing else was words, all of them are returned.
    """
    words = frozenset(stems)
    parts = root_path.replace("\\", "/").split("/")[-_FOLDERS:]
    folders = (part for part in parts if part.lower() not in _OF_ANY_MACHINE)
    return words.difference(name_stems(" ".join((repository, *folders)))) or words
