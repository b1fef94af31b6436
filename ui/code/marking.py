"""Which words of a text to mark: the analysis that the index was made with decides."""

from collections.abc import Sequence

from search.analysis.terms import words_for_marking
from search.query.lookup import is_lookup


class NameTerms(tuple[str, ...]):
    """The index terms of a name that is typed alone: that of the whole name first, then those of its parts."""

    __slots__ = ()


def terms_to_mark(searched: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the index terms of a query, as `NameTerms` where the query is a name of several words."""
    is_name = len(terms) > 1 and is_lookup(searched) and searched.strip().isidentifier()
    return NameTerms(terms) if is_name else terms


def marked_words(text: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    """Return (start, end) of every word in ``text`` that matches one of the index ``terms``, in order.

    Of a name that is typed alone, its parts are marked only in a text that does not contain all of it.
    """
    if not terms:
        return []
    whole = list(words_for_marking(terms[:1], text)) if isinstance(terms, NameTerms) else []
    return whole or list(words_for_marking(terms, text))
