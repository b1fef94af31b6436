"""Why a file stands where it stands, and why another one is not shown. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from search.analysis.terms import words_for_marking
from search.types.query import Fusion, RankSettings
from search.types.results import ChunkHit, FileHit, SearchResult
from search.types.status import WhyAnswer
from ui.i18n.language import counted, number, translate
from ui.panels.results.sentences import lines_of, title_of
from ui.panels.results.signal_words import signal_name

Section = tuple[str, tuple[str, ...]]
"""A heading and its lines."""

SHOWN_CHUNKS = 5


@dataclass(frozen=True, slots=True)
class Missing:
    """What the window knows of a file that is not on the screen.

    Attributes:
        path: as it was asked for.
        ranked: the file among all candidates, in the order that holds, before the list is cut.
        without_filters: the same for the query without its filters, where that was asked.
        filters: the filters of the query, as typed.
    """

    path: str
    ranked: FileHit | None
    without_filters: FileHit | None = None
    filters: tuple[str, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether the words or their meaning lead to the file at all."""
        return self.ranked is not None or self.without_filters is not None


def reasons_of(file: FileHit, settings: RankSettings, query: str) -> tuple[Section, ...]:
    """Return why a file stands at its rank: the score and its parts, words, meaning, structure, chunks."""
    weight = settings.effective_weight
    score = [translate("{score}, rank {rank}").format(score=f"{file.score:.2f}", rank=file.rank)]
    if settings.fusion is Fusion.RRF:
        score.append(
            translate("From the ranks in both lists; the list of meanings counts {share}").format(
                share=f"{weight:.0%}"
            )
        )
    else:
        score.append(
            translate("Keyword {part}: {share} of {score}").format(
                part=f"{(1 - weight) * file.keyword:.2f}", share=f"{1 - weight:.0%}", score=f"{file.keyword:.2f}"
            )
        )
        score.append(
            translate("Semantic {part}: {share} of {score}").format(
                part=f"{weight * file.semantic:.2f}", share=f"{weight:.0%}", score=f"{file.semantic:.2f}"
            )
        )
    if file.pinned:
        score.append(translate("Stands before all others: the query is the name of something it defines"))
    sections: list[Section] = [(translate("Score"), tuple(score))]
    if file.why.matched_terms:
        sections.append((translate("Words it holds"), (_as_typed(file.why.matched_terms, query),)))
    if file.why.cosine:
        sections.append(
            (
                translate("Meaning"),
                (
                    translate("Cosine of its best chunk with the query: {cosine}").format(
                        cosine=f"{file.why.cosine:.2f}"
                    ),
                ),
            )
        )
    if file.why.signals:
        sections.append((translate("Structure"), tuple(_signal_lines(file))))
    if file.chunks:
        sections.append((translate("Best chunks"), tuple(_chunk_lines(file))))
    return tuple(sections)


def missing_reasons(missing: Missing, shown: SearchResult, top: int) -> tuple[Section, ...]:
    """Return why a file is not among the results that are shown; empty when it is."""
    file, settings = missing.ranked, shown.ranking
    if file is not None and any(hit.file_id == file.file_id for hit in shown.files):
        place = next(hit.rank for hit in shown.files if hit.file_id == file.file_id)
        return ((translate("In this search"), (translate("It is shown, at rank {rank}").format(rank=place),)),)
    if file is not None:
        return ((translate("In this search"), (_cut_line(file, settings, top),)),)
    if missing.without_filters is not None:
        named = " ".join(missing.filters)
        rank = missing.without_filters.rank
        return (
            (
                translate("In this search"),
                (
                    translate("Left out by {filters}; without that it would be number {rank}").format(
                        filters=named, rank=number(rank)
                    ),
                ),
            ),
        )
    return (
        (
            translate("In this search"),
            (translate("It holds none of the words, and nothing in it is near in meaning"),),
        ),
    )


def index_section(answer: WhyAnswer) -> Section:
    """Return what the index says of a path."""
    return (translate("In the index"), answer.lines)


def as_text(title: str, sections: Sequence[Section]) -> str:
    """Return all of it as lines, to be copied."""
    parts = [title]
    for heading, lines in sections:
        parts += ["", heading, *(f"  {line}" for line in lines)]
    return "\n".join(parts) + "\n"


def _cut_line(file: FileHit, settings: RankSettings, top: int) -> str:
    if file.score < settings.min_score:
        return translate("Its score {score} is below the minimum relevance of {least}").format(
            score=f"{file.score:.2f}", least=f"{settings.min_score:.2f}"
        )
    return translate("It is number {rank}; the list ends at {top}").format(rank=number(file.rank), top=number(top))


def _signal_lines(file: FileHit) -> list[str]:
    lines = []
    for signal in file.why.signals:
        detail = f": {signal.detail}" if signal.detail else ""
        lines.append(f"{signal.share:+.2f} {signal_name(signal)}{detail}")
    return lines


def _chunk_lines(file: FileHit) -> list[str]:
    lines = [
        f"{chunk.score:.2f} {title_of(chunk)}, {_place(chunk)}" + _ranks(chunk.keyword_rank, chunk.semantic_rank)
        for chunk in file.chunks[:SHOWN_CHUNKS]
    ]
    more = len(file.chunks) - SHOWN_CHUNKS
    return [*lines, counted(more, "and {n} more chunk", "and {n} more chunks")] if more > 0 else lines


def _place(chunk: ChunkHit) -> str:
    words = translate("line {lines}") if chunk.start_line == chunk.end_line else translate("lines {lines}")
    return words.format(lines=lines_of(chunk))


def _ranks(keyword: int, semantic: int) -> str:
    named = (translate("word"), keyword), (translate("meaning"), semantic)
    parts = [f"{name} {rank}" for name, rank in named if rank]
    return translate(" (rank by {parts})").format(parts=translate(", by ").join(parts)) if parts else ""


def _as_typed(terms: Sequence[str], query: str) -> str:
    """Return the words of the query that the index knows by these terms; the terms where it holds none of them."""
    typed = dict.fromkeys(query[start:end].lower() for start, end in words_for_marking(terms, query))
    return ", ".join(typed or terms)
