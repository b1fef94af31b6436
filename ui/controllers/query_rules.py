"""Which queries and settings have to be put to the core. Pure."""

from dataclasses import replace

from search.query.parse import parse
from search.query.tokens import FILTER_KEYS
from search.types.query import RankSettings


def asks_nothing(text: str) -> bool:
    """Return whether a query has neither words nor filters, nor a mistake to report."""
    parsed = parse(text)
    return not text.strip() or not (parsed.tokens or parsed.problems or parsed.report)


def needs_question(before: RankSettings, after: RankSettings) -> bool:
    """Return whether the candidates in memory are not all that the new settings need."""
    stage_before = (before.mode, before.rerank, before.rerank_first)
    stage_after = (after.mode, after.rerank, after.rerank_first)
    if stage_before != stage_after or (after.reads and not before.reads):
        return True
    return after.rerank.replaces_scores and replace(before, min_score=after.min_score) != after


def has_words(text: str) -> bool:
    """Return whether there are words; one at the end that a filter begins with may become that filter."""
    begun = text.rpartition(" ")[2]
    if any(key.startswith(begun) for key in FILTER_KEYS):
        text = text.removesuffix(begun)
    parsed = parse(text)
    return bool(parsed.words or parsed.phrases)
