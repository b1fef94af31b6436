"""The reader in an answer: which questions are read, which passages, and when reading rests."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import structlog

from search.embedding.reader_input import passage_text
from search.embedding.reader_weights import ReaderInfo
from search.errors import ModelError
from search.messages import NOTHING, Message
from search.query.lookup import is_lookup
from search.query.wording import is_heading
from search.ranking.candidates import Reading
from search.ranking.rerank import Order
from search.retrieval.shown_rows import ShownRows
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.types.ids import ChunkId
from search.types.query import Rerank

LIMIT_S = 1.5
"""Seconds after which a reading is abandoned; a later order is of no use."""

SLOW_IN_A_ROW = 2
"""Readings given up one after the other, after which reading rests."""

REST_S = 300.0
"""Seconds of rest; then the machine may have less to do."""

MOST_SERIES = 64
"""Series of queries that are remembered, one for each window."""

LATER = "reader.later"
"""Code of an answer without the reader that could be read."""
READ = "reader.read"
"""Code of an answer that was read."""

UNNOTED = frozenset({"reader.no_weights", "reader.off"})
"""Codes of reasons for not reading that are shown only on request."""

_log = structlog.get_logger(__name__)


class PassageReader(Protocol):
    """Scores passages against a question; `search.embedding.reader.Reader` does."""

    @property
    def info(self) -> ReaderInfo:
        """The texts that are read, and the weight of the result."""
        ...

    def scores(self, question: str, passages: Sequence[str], stopped: Callable[[], bool], /) -> list[float]:
        """Return one score in 0..1 for each passage.

        Raises:
            ModelError: ``reader.stopped`` if ``stopped``, which is called before each batch, returned true;
                ``reader.failed`` if the runtime cannot compute.
        """
        ...


class ReaderSource(Protocol):
    """Source of the reader, which is loaded at first use."""

    def problem(self) -> Message:
        """Return why there is no reader, without loading it; the message without text if there can be one."""
        ...

    def opened(self) -> PassageReader:
        """Return the reader, loaded.

        Raises:
            ModelError: there is none, or it cannot be loaded.
        """
        ...


class NoReader:
    """A program that carries no weights of the reader."""

    def problem(self) -> Message:
        """Return that there are none."""
        return Message("reader.no_weights")

    def opened(self) -> PassageReader:
        """Refuse, because there are none.

        Raises:
            ModelError: always.
        """
        raise ModelError("reader.no_weights")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a reading.

    Attributes:
        reading: the scores; None if nothing was read.
        message: what was read, or why nothing was; see `search.types.results.SearchResult.reading`.
        note: the same if a person should know without asking, else without text.
    """

    reading: Reading | None = None
    message: Message = NOTHING
    note: Message = NOTHING


class Series:
    """Numbers the queries of each series, so that a newer one can stop the reading for an older one."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._newest: OrderedDict[str, int] = OrderedDict()

    def begin(self, series: str) -> Callable[[], bool]:
        """Note a new query; return whether a newer one of the same series has come since."""
        if not series:
            return lambda: False
        with self._guard:
            number = self._newest.pop(series, 0) + 1
            self._newest[series] = number
            while len(self._newest) > MOST_SERIES:
                self._newest.popitem(last=False)
        return lambda: self._newest.get(series, number) != number


class ReaderStage:
    """Reads the best chunks of the first files of an order.

    Args:
        rows: returns the texts of chunks.
        source: of the reader.
        clock: seconds.
    """

    def __init__(self, rows: ShownRows, source: ReaderSource, clock: Callable[[], float] = time.monotonic) -> None:
        self._rows = rows
        self._source = source
        self._clock = clock
        self._guard = threading.Lock()
        self._under_way = 0
        self._slow = 0
        self._rests_until = float("-inf")

    def read(
        self, analyzed: AnalyzedQuery, candidates: CandidateFiles, order: Order, outdated: Callable[[], bool]
    ) -> Outcome:
        """Return the reader's scores of the first files of the order.

        Args:
            analyzed: the words that are read, and the settings.
            candidates: all files.
            order: of these files.
            outdated: whether a newer query has made this one superfluous; asked during the reading.
        """
        query = analyzed.query
        if query.ranking.rerank is not Rerank.READER or not len(order):
            return Outcome()
        reason = _not_read(analyzed, candidates)
        if reason.code:
            return Outcome(message=reason)
        problem = self._problem()
        if problem.code:
            return Outcome(message=problem, note=NOTHING if problem.code in UNNOTED else problem)
        if query.reads_later:
            return Outcome(message=Message(LATER))
        try:
            reader = self._source.opened()
        except ModelError:
            problem = self._source.problem()
            return Outcome(message=problem, note=problem)
        with self._reading() as alone:
            return self._read_with(reader, analyzed, candidates, order, outdated, alone=alone)

    def _problem(self) -> Message:
        problem = self._source.problem()
        if problem.code:
            return problem
        rest = self._rests_until - self._clock()
        return Message("reader.rests", limit=LIMIT_S, minutes=max(1, round(rest / 60))) if rest > 0 else NOTHING

    @contextmanager
    def _reading(self) -> Iterator[bool]:
        """Count a reading as under way, and yield whether it is the only one."""
        with self._guard:
            self._under_way += 1
            alone = self._under_way == 1
        try:
            yield alone
        finally:
            with self._guard:
                self._under_way -= 1

    def _read_with(
        self,
        reader: PassageReader,
        analyzed: AnalyzedQuery,
        candidates: CandidateFiles,
        order: Order,
        outdated: Callable[[], bool],
        *,
        alone: bool,
    ) -> Outcome:
        started = self._clock()
        passages = self._passages(reader.info, analyzed, candidates, order)
        try:
            scores = reader.scores(
                analyzed.words,
                [text for _, text in passages],
                lambda: outdated() or self._clock() - started > LIMIT_S,
            )
        except ModelError as error:
            if error.message.code != "reader.stopped":
                problem = Message("reader.unusable", reason=error.message, hint=error.remedy)
                return Outcome(message=problem, note=problem)
            return Outcome(message=Message("reader.outdated")) if outdated() else self._given_up(alone=alone)
        self._slow = 0
        by_file = _file_scores([index for index, _ in passages], scores, reader.info, analyzed, candidates)
        milliseconds = (self._clock() - started) * 1000.0
        _log.info("read", files=len(by_file), passages=len(passages), ms=round(milliseconds, 1))
        column = _column(by_file, order, len(candidates))
        return Outcome(Reading(column, reader.info.weight), Message(READ, n=len(by_file), ms=round(milliseconds)))

    def _passages(
        self, info: ReaderInfo, analyzed: AnalyzedQuery, candidates: CandidateFiles, order: Order
    ) -> list[tuple[int, str]]:
        """Return the best passages of the first files, each with the index of its file among the candidates."""
        best = order.best_chunks(info.files, info.chunks)
        ids = [(index, ChunkId(candidates.scores.chunk_ids[at])) for index, chunks in best for at in chunks]
        rows = self._rows.of([chunk for _, chunk in ids], analyzed.scope.visible)
        return [
            (index, passage_text(candidates.files[index].record.path, rows[chunk].header_path, rows[chunk].text))
            for index, chunk in ids
            if chunk in rows
        ]

    def _given_up(self, *, alone: bool) -> Outcome:
        """Note that a reading took too long; after some in a row reading rests.

        Args:
            alone: whether no other was under way when it began; one that has waited for others does not count.
        """
        with self._guard:
            self._slow += alone
            rests = self._slow >= SLOW_IN_A_ROW
            if rests:
                self._slow, self._rests_until = 0, self._clock() + REST_S
        _log.warning("reading given up", limit_s=LIMIT_S, rests=rests, alone=alone)
        message = self._problem() if rests else Message("reader.too_slow", limit=LIMIT_S)
        return Outcome(message=message, note=message)


def with_documents(
    scores: Sequence[float], of_document: Sequence[bool], offset: float, *, keeps_them: bool
) -> list[float]:
    """Return the scores of files, in 0..1, with those of documents adjusted.

    The reader has learned from little but code, and its score of a document is often far too low.

    Args:
        scores: of the reader, for the files in their order.
        of_document: whether the file is a document.
        offset: raises the scores of documents, see `shifted`.
        keeps_them: raise the score of a document to the best one of the code behind it as well, so that no code
            moves past it. Not for reports and requests for changes, whose answer is seldom a document.
    """
    adjusted, best_behind = [], 0.0
    for score, document in zip(reversed(scores), reversed(of_document), strict=True):
        if document:
            adjusted.append(max(shifted(score, offset), best_behind if keeps_them else 0.0))
        else:
            adjusted.append(score)
            best_behind = max(best_behind, score)
    return adjusted[::-1]


def shifted(score: float, offset: float) -> float:
    """Return the logistic function of its argument for ``score`` plus an offset."""
    odds = score * math.exp(offset)
    return odds / (1.0 - score + odds) if odds else 0.0


def with_reading(candidates: CandidateFiles, reading: Reading) -> CandidateFiles:
    """Return the files with the scores of the reader."""
    return replace(candidates, scores=replace(candidates.scores, reading=reading))


def _not_read(analyzed: AnalyzedQuery, candidates: CandidateFiles) -> Message:
    """Return why a question is not read; the message without text if it is."""
    parsed = analyzed.parsed
    if not analyzed.query.ranking.reads or analyzed.query.is_example:
        return Message("reader.not_for_this")
    if parsed.symbols or candidates.candidates.exact.any() or is_lookup(analyzed.words):
        return Message("reader.exact")
    heading = analyzed.question.worded_for_code or is_heading(parsed)
    return Message("reader.heading") if heading and not analyzed.question.is_report else NOTHING


def _file_scores(
    files: Sequence[int],
    scores: Sequence[float],
    info: ReaderInfo,
    analyzed: AnalyzedQuery,
    candidates: CandidateFiles,
) -> dict[int, float]:
    """Return the score of each file, by its index: that of its best passage, raised as `with_documents` does.

    ``files`` are the indexes of the files that the passages with these scores belong to.
    """
    best: dict[int, float] = {}
    for index, score in zip(files, scores, strict=True):
        best[index] = max(score, best.get(index, 0.0))
    adjusted = with_documents(
        list(best.values()),
        [candidates.is_document(index) for index in best],
        info.documents / info.temperature,
        keeps_them=not analyzed.question.is_report,
    )
    return dict(zip(best, adjusted, strict=True))


def _column(scores: dict[int, float], order: Order, files: int) -> np.typing.NDArray[np.float64]:
    """Return (m,) the scores; the files of one result share that of its best one."""
    column = np.full(files, np.nan)
    by_group = {
        group: scores[index] for group, index in zip(order.groups, order.files, strict=True) if index in scores
    }
    for group, index in zip(order.groups, order.files, strict=True):
        column[index] = by_group.get(group, np.nan)
    return column
