"""Indexing a repository as the product does and asking every question in every variant."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers.metric import CUTOFF, among_first, ndcg
from benchmarks.answers.questions import Question, Repository
from benchmarks.answers.variants import DEFAULT, Variant

from app.composition import hosted_core
from app.core.local_core import LocalCore
from search.errors import KnownError
from search.retrieval.candidates import CandidateChunks, RetrievalRequest
from search.types.files import Flag
from search.types.ids import ChunkId
from search.types.query import SearchQuery

_IN_GROUP = 200
"""Files asked for when documents or code are looked at alone."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well one order of files answers a question.

    Attributes:
        first: one of the first three files answers.
    """

    ndcg: float
    first: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """How well one question was answered.

    Attributes:
        by_variant: by the targets that were written before any result was seen.
        completed: the same with those that were judged afterwards.
        in_group: NDCG@10 of the default among the files of the question's own group (documents or code).
    """

    question: Question
    by_variant: Mapping[str, Score]
    completed: Mapping[str, Score]
    in_group: float


@dataclass(frozen=True, slots=True)
class Measured:
    """All answers of a repository in one setting."""

    repository: Repository
    files: int
    chunks: int
    answers: tuple[Answer, ...]

    def mean(self, variant: str = DEFAULT) -> float:
        """Return the mean NDCG@10 of a variant."""
        return statistics.mean(answer.by_variant[variant].ndcg for answer in self.answers)


class _Remembering:
    """The retriever of a service, which finds the candidates of a question once for all variants."""

    def __init__(self, retriever) -> None:
        self._find = retriever.find
        self._candidates: dict[RetrievalRequest, CandidateChunks] = {}

    def find(
        self, ask: RetrievalRequest, meanwhile: Callable[[Sequence[ChunkId]], None] | None = None
    ) -> CandidateChunks:
        if ask not in self._candidates:
            self._candidates[ask] = self._find(ask, meanwhile)
        return self._candidates[ask]


@contextmanager
def core_of(repository: Repository, checkout: Path, setting: str, cache: Path) -> Iterator[LocalCore]:
    """Yield the core over the index of a checkout, brought up to date."""
    folder = checkout / repository.folder if setting == "root" else checkout
    with hosted_core(cache / f"{repository.name}-{setting}", config=None, serves=False, follows=False) as core:
        core.index([str(folder)])
        yield core


def measured(core: LocalCore, repository: Repository, variants: Mapping[str, Variant]) -> Measured:
    """Return how well every question is answered in every variant."""
    service = core._parts.service
    answers = []
    for question in repository.questions:
        usual, service._retriever = service._retriever, _Remembering(service._retriever)
        try:
            answers.append(_answer(core, question, variants))
        finally:
            service._retriever = usual
    status = core.roots(SearchQuery("x").access)
    return Measured(repository, sum(r.files for r in status), sum(r.chunks for r in status), tuple(answers))


def _answer(core: LocalCore, question: Question, variants: Mapping[str, Variant]) -> Answer:
    scores, completed, in_group = {}, {}, 0.0
    for name, variant in variants.items():
        result = _answers(core, question, variant, _IN_GROUP if name == DEFAULT else CUTOFF)
        paths = [path for path, _ in result]
        scores[name], completed[name] = _score(paths, question), _score(paths, question.completed())
        if name == DEFAULT:
            group = [path for path, of_document in result if of_document == (question.group == "document")]
            in_group = ndcg(group[:CUTOFF], question)
    return Answer(question, scores, completed, in_group)


def _score(paths: Sequence[str], question: Question) -> Score:
    return Score(ndcg(paths[:CUTOFF], question), among_first(paths, question))


def _answers(core: LocalCore, question: Question, variant: Variant, top: int) -> list[tuple[str, bool]]:
    """Return the path of each file found and whether it is a document; nothing for a question that is refused."""
    try:
        result = core.search(SearchQuery(question.text, variant.settings, top=top, explain=False))
    except KnownError:
        return []
    return [(hit.path, Flag.DOCUMENT.value in hit.flags) for hit in result.files]
