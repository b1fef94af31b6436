"""Explains why a file has its rank, and why another one is not shown. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from search.analysis.terms import words_for_marking
from search.ranking.explain import explanation
from search.types.commits import CommitText
from search.types.query import Fusion, RankSettings
from search.types.results import ChunkHit, FileHit, SearchResult, Signal
from search.types.status import WhyAnswer
from ui.i18n.language import counted, number, signed_hundredths, translate, with_hundredths
from ui.panels.results.sentences import lines_of, parts_shown, reason_text, relevance_line, signal_name, title_of
from ui.popups.why import Section

SHOWN_CHUNKS = 5
_HISTORY = "history"
_OF_TEXT = frozenset({"words", "meaning", "card", "reader"})
"""Lines of an explanation that are no signals of structure or history."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The data about a file that is not in the list.

    Attributes:
        path: the path as it was typed.
        ranked: the file among all candidates in the current order, before the list is cut.
        without_filters: the same for the query without its filters, if that was searched.
        filters: the filters of the query, as typed.
    """

    path: str
    ranked: FileHit | None
    without_filters: FileHit | None = None
    filters: tuple[str, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether the file is among the candidates of the query at all."""
        return self.ranked is not None or self.without_filters is not None


def reasons_of(file: FileHit, settings: RankSettings, query: str) -> tuple[Section, ...]:
    """Explain the rank of a file: the score and its parts, words, meaning, structure, chunks."""
    weight = settings.effective_weight
    score = [
        translate("{score}, rank {rank}").format(score=with_hundredths(file.rank_score), rank=file.rank),
        *(f"{share} {label}" for label, share in parts_shown(file)),
        relevance_line(file, weight),
        translate("Confidence {confidence}").format(confidence=with_hundredths(file.confidence)),
    ]
    if settings.fusion is Fusion.RRF:
        score.append(
            translate("Combined from the ranks in both lists; the semantic list counts {share}").format(
                share=f"{weight:.0%}"
            )
        )
    if file.parts.reader and file.reranked is not None:
        score.append(
            translate("The reader, which read it with the question, gives it {score}").format(
                score=with_hundredths(file.reranked)
            )
        )
    if file.pinned:
        score.append(translate("Ranked first: the query is the name of something it defines"))
    sections: list[Section] = [(translate("Score"), tuple(score))]
    if file.why.matched_terms:
        sections.append((translate("Words it contains"), (_as_typed(file.why.matched_terms, query),)))
    if file.why.cosine:
        sections.append(
            (
                translate("Meaning"),
                (
                    translate("Cosine of its best chunk with the query: {cosine}").format(
                        cosine=with_hundredths(file.why.cosine)
                    ),
                ),
            )
        )
    if file.why.signals:
        sections.append((translate("Structure"), tuple(_signal_lines(file, settings))))
    if file.chunks:
        sections.append((translate("Best chunks"), tuple(_chunk_lines(file))))
    return tuple(sections)


def commit_of(file: FileHit) -> str:
    """Return the short hash of the commit that speaks for a file; empty if none does."""
    reasons = (signal.reason for signal in file.why.signals if signal.name == _HISTORY)
    return next((reason.partition(" ")[0] for reason in reasons if isinstance(reason, str)), "")


def commit_sections(commit: CommitText) -> tuple[Section, ...]:
    """Return the message and the changes of a commit."""
    sections: list[Section] = [
        (translate("Commit"), (commit.hash, f"{commit.author}, {commit.date}")),
        (translate("Message"), (commit.message,)),
        (translate("Changed files"), commit.paths),
    ]
    if commit.changes:
        more = (translate("There are more changes than are shown here."),) if commit.is_cut else ()
        sections.append((translate("Changes"), (commit.changes, *more)))
    return tuple(sections)


def missing_reasons(missing: Missing, shown: SearchResult, top: int) -> tuple[Section, ...]:
    """Return why a file is not in the list; empty if it is."""
    file, settings = missing.ranked, shown.ranking
    if file is not None and any(hit.file_id == file.file_id for hit in shown.files):
        rank = next(hit.rank for hit in shown.files if hit.file_id == file.file_id)
        return ((translate("In this search"), (translate("It is shown, at rank {rank}").format(rank=rank),)),)
    if file is not None:
        return ((translate("In this search"), (_cut_line(file, settings, top),)),)
    if missing.without_filters is not None:
        named = " ".join(missing.filters)
        rank = missing.without_filters.rank
        return (
            (
                translate("In this search"),
                (
                    translate("Excluded by {filters}; without that it would be number {rank}").format(
                        filters=named, rank=number(rank)
                    ),
                ),
            ),
        )
    return (
        (
            translate("In this search"),
            (translate("It contains none of the words, and nothing in it is close in meaning"),),
        ),
    )


def index_section(answer: WhyAnswer) -> Section:
    """Return the state of a path in the index."""
    return (translate("In the index"), answer.lines)


def _cut_line(file: FileHit, settings: RankSettings, top: int) -> str:
    if not file.passes(settings):
        return translate("Its confidence {score} is below the minimum of {least}").format(
            score=with_hundredths(file.confidence), least=with_hundredths(settings.min_score)
        )
    return translate("It is number {rank}; the list ends at {top}").format(rank=number(file.rank), top=number(top))


def _signal_lines(file: FileHit, settings: RankSettings) -> list[str]:
    """Return what each signal adds to the score, together its structure and history, and the demotion."""
    explained = explanation(file, settings)
    lines = []
    for signal in explained.parts:
        if signal.name not in _OF_TEXT:
            detail = f": {reason_text(signal.reason)}" if signal.reason else ""
            lines.append(f"{signed_hundredths(signal.share)} {signal_name(signal)}{detail}")
    if explained.demoted_as:
        kind = signal_name(Signal(explained.demoted_as, explained.factor, 0.0))
        lines.append(
            translate("All parts times {factor}: {kind}").format(
                factor=with_hundredths(explained.factor), kind=kind
            )
        )
    return lines


def _chunk_lines(file: FileHit) -> list[str]:
    lines = [
        f"{with_hundredths(chunk.relevance)} {title_of(chunk)}, {_line_words(chunk)}"
        + _ranks(chunk.keyword_rank, chunk.semantic_rank)
        for chunk in file.chunks[:SHOWN_CHUNKS]
    ]
    more = len(file.chunks) - SHOWN_CHUNKS
    return [*lines, counted(more, "and {n} more chunk", "and {n} more chunks")] if more > 0 else lines


def _line_words(chunk: ChunkHit) -> str:
    words = translate("line {lines}") if chunk.start_line == chunk.end_line else translate("lines {lines}")
    return words.format(lines=lines_of(chunk))


def _ranks(keyword: int, semantic: int) -> str:
    named = (translate("word"), keyword), (translate("meaning"), semantic)
    parts = [f"{name} {rank}" for name, rank in named if rank]
    return translate(" (rank by {parts})").format(parts=translate(", by ").join(parts)) if parts else ""


def _as_typed(terms: Sequence[str], query: str) -> str:
    """Return the words of the query that match these index terms; the terms themselves if none matches."""
    typed = dict.fromkeys(query[start:end].lower() for start, end in words_for_marking(terms, query))
    return ", ".join(typed or terms)
