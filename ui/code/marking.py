"""Which words of a text to mark: the analysis that the index was made with decides."""

from collections.abc import Sequence

from search.analysis.terms import words_for_marking


def marked_words(text: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    """Return (start, end) of every word in ``text`` that matches one of the index ``terms``, in order."""
    return list(words_for_marking(terms, text)) if terms else []
