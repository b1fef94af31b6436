"""The rank of a file among the answers to a query, or why it is not among them."""

from collections.abc import Sequence
from pathlib import Path

from search.ports import SearchCore
from search.query.edit import with_filter
from search.query.parse import parse
from search.types.filters import Access
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit

MOST_ANSWERS = 1_000
"""Number of answers that are searched for the file."""

MOST_NAMESAKES = 1_000
"""Files of one name among which a file is looked for by its own words."""


def rank_in_answers(core: SearchCore, absolute: str, text: str, access: Access) -> str:
    """Return one sentence on the file at this path and the query.

    Raises:
        QueryError: the query is empty or holds a faulty filter.
    """
    result = core.search(SearchQuery(text, top=MOST_ANSWERS, access=access, explain=False))
    rank = _rank(result.files, absolute)
    if rank:
        return f"Matched by {text!r}: number {rank:,} of {result.total_files:,} answers"
    words = parse(text).words
    if words and words != text.strip():
        unfiltered = core.search(SearchQuery(words, top=MOST_ANSWERS, access=access, explain=False))
        rank = _rank(unfiltered.files, absolute)
        if rank:
            return f"Hidden by a filter of {text!r}: without filters it would be number {rank:,}"
    alone = _alone(core, absolute, text, access)
    if alone is not None:
        terms = ", ".join(alone.why.matched_terms)
        total = f"{result.total_files:,}"
        return f"Not among the first {MOST_ANSWERS:,} of {total} answers to {text!r}, though it holds {terms}"
    return f"Not an answer to {text!r}: it holds none of the words, and other files are nearer by meaning"


def _alone(core: SearchCore, absolute: str, text: str, access: Access) -> FileHit | None:
    """Return the file as it answers by its own words, whatever ranks before it; None if it holds none of them."""
    narrowed = with_filter(text, "path", f"**/{Path(absolute).name}")
    ranking = RankSettings(mode=Mode.KEYWORD)
    answers = core.search(SearchQuery(narrowed, ranking, top=MOST_NAMESAKES, access=access)).files
    rank = _rank(answers, absolute)
    return answers[rank - 1] if rank and answers[rank - 1].keyword > 0 else None


def _rank(files: Sequence[FileHit], absolute: str) -> int:
    """Return the place of a file among the answers, 0 when it is none of them."""
    for rank, file in enumerate(files, start=1):
        if str(Path(file.root_path) / file.path) == absolute:
            return rank
    return 0
