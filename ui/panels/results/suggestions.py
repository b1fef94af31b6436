"""What would find something when nothing was found: each suggestion is searched before it is offered."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from search.errors import KnownError
from search.query.edit import with_filter, without_filter
from search.query.parse import ParsedQuery, parse
from search.query.tokens import TokenKind
from search.types.query import Mode, SearchQuery
from search.types.results import SearchResult
from ui.i18n.language import counted, translate, with_hundredths
from ui.panels.results.empty import MAX_SUGGESTIONS, Suggestion

_STEP = 0.05
"""A minimum confidence is lowered to a multiple of this."""

_KEYS_OF_NAMES = {"search.unknown_repository": "repo", "search.unknown_branch": "branch"}
"""Codes of notes about an unknown repository or branch, with the filter that names it."""

SearchCall = Callable[[SearchQuery], SearchResult | None]


def suggestions_for(query: SearchQuery, answer: SearchResult | None, search: SearchCall) -> tuple[Suggestion, ...]:
    """Return up to four changes of the query that find something, with how much; ``search`` may take its time."""
    tried: list[Suggestion] = []
    for suggestion in _candidates(query, answer):
        files = suggestion.files or _count(query, suggestion, search)
        if files:
            tried.append(replace(suggestion, files=files))
        if len(tried) == MAX_SUGGESTIONS:
            break
    return tuple(tried)


def sentence_for(query: SearchQuery) -> str:
    """Return why nothing was found, as far as the query tells."""
    parsed = parse(query.text)
    where = [token.text for token in parsed.tokens if token.kind is TokenKind.FILTER and not token.negated]
    filters = translate(" with {filters}").format(filters=" ".join(where)) if where else ""
    if query.ranking.min_score > 0:
        return translate("No file{place} reaches a confidence of {score}.").format(
            place=filters, score=with_hundredths(query.ranking.min_score)
        )
    return translate("No file{place} matches.").format(place=filters)


def _candidates(query: SearchQuery, answer: SearchResult | None) -> Iterator[Suggestion]:
    parsed = parse(query.text)
    yield from _lower_relevance(query, answer)
    yield from _with_meant_names(parsed, answer)
    yield from _without_filters(parsed)
    if query.ranking.mode is not Mode.SEMANTIC and parsed.words:
        yield Suggestion(
            translate("Search by meaning only"),
            translate("Ignores the exact words"),
            0,
            "sparkles",
            query.text,
            mode=Mode.SEMANTIC.value,
        )


def _lower_relevance(query: SearchQuery, answer: SearchResult | None) -> Iterator[Suggestion]:
    minimum = query.ranking.min_score
    scores = [file.confidence for file in answer.files] if answer is not None else []
    if minimum <= 0 or not scores:
        return
    low = max(0.0, round(int(sorted(scores)[-min(5, len(scores))] / _STEP) * _STEP, 2))
    between = sum(low <= score < minimum for score in scores)
    if between and low < minimum:
        detail = counted(
            between, "{n} file scores between {low} and {high}", "{n} files score between {low} and {high}"
        ).format(low=with_hundredths(low), high=with_hundredths(minimum))
        title = translate("Lower the minimum confidence to {score}").format(score=with_hundredths(low))
        yield Suggestion(title, detail, between, "gauge", query.text, min_score=low)


def _with_meant_names(parsed: ParsedQuery, answer: SearchResult | None) -> Iterator[Suggestion]:
    """Yield the query with each name that the answer says was probably meant."""
    for note in answer.notes if answer is not None else ():
        if (key := _KEYS_OF_NAMES.get(note.code)) is None:
            continue
        value, near = str(note.values["value"]), str(note.values["near"])
        text = with_filter(without_filter(parsed.text, key, value), key, near)
        title = translate("Search with {filter}").format(filter=f"{key}:{near}")
        detail = translate("{name} is probably a typing mistake").format(name=value)
        yield Suggestion(title, detail, 0, "funnel", text)


def _without_filters(parsed: ParsedQuery) -> Iterator[Suggestion]:
    for token in parsed.tokens:
        if token.kind is TokenKind.FILTER or token.negated:
            left = f"{parsed.text[: token.start].rstrip()} {parsed.text[token.end :].lstrip()}".strip()
            if left:
                source = parsed.text[token.start : token.end]
                detail = (
                    translate("Search every folder")
                    if token.key == "path"
                    else translate("Search without this filter")
                )
                yield Suggestion(translate("Remove {filter}").format(filter=source), detail, 0, "funnel", left)


def _count(query: SearchQuery, suggestion: Suggestion, search: SearchCall) -> int:
    ranking = replace(
        query.ranking,
        mode=Mode(suggestion.mode) if suggestion.mode else query.ranking.mode,
        min_score=query.ranking.min_score if suggestion.min_score is None else suggestion.min_score,
    )
    try:
        result = search(replace(query, text=suggestion.text, ranking=ranking, top=1, explain=False, facets=False))
    except KnownError:
        return 0
    return result.total_files if result is not None else 0
