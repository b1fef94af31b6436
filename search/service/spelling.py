"""Words that stand nowhere in the index: the nearest word that does is searched in their place."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from search.analysis.names import part_spans
from search.analysis.terms import query_terms, words_for_marking
from search.embedding.vocabulary import packaged_words
from search.query.parse import ParsedQuery
from search.query.tokens import Token, TokenKind
from search.retrieval.bm25 import LexicalIndex, SimilarTerm
from search.retrieval.bm25_spelling import edit_distances
from search.retrieval.corpus import Corpus, Mask
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk
from search.types.filters import RowFilter
from search.types.results import Correction

LEAST_LETTERS = 4
"""A shorter word has neighbours in every index."""
LONG_WORD = 8
"""Letters from which two edits are taken for a slip; below, one is."""
_CANDIDATES = 6
"""Terms whose spelling in the text is looked at, of those that are nearest."""
_CHUNKS_READ = 2
"""Chunks in which the spelling of a term is looked up."""
_ENDINGS = (
    "ations",
    "ation",
    "ments",
    "ment",
    "ions",
    "ion",
    "ally",
    "ing",
    "ers",
    "ies",
    "ed",
    "er",
    "es",
    "ly",
    "s",
)
"""Endings that the stem lacks when they are spelt right: a slip inside them would hide the word."""

_WORD = re.compile(r"[^\W\d_][\w]*")


@dataclass(frozen=True, slots=True)
class View:
    """The keyword index and which of its chunks the asker may see; None for all of them."""

    lexical: LexicalIndex
    visible: Mask | None
    rows: RowFilter

    def holds(self, term: str) -> bool:
        """Return whether a visible chunk holds the term."""
        return self.lexical.document_frequency(term, self.visible) > 0


class Speller:
    """Replaces misspelt words of a query by words of the index, from what the asker may see alone."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus = corpus
        self._chunks = chunks

    def corrected(self, parsed: ParsedQuery, visible: RowFilter) -> tuple[ParsedQuery, tuple[Correction, ...]]:
        """Return the query with its misspelt words replaced, and what was replaced, in order.

        A word counts as misspelt when no visible chunk holds it, it has four letters or more, and it is no common
        word. What stands in quotes, filters and names of ``sym:`` stay as they are. The nearest word takes its
        place: at most one edit away, two from eight letters on; of equals the more frequent.
        """
        lexical, (mask,) = self._corpus.snapshot(visible)
        view = View(lexical, mask, visible)
        texts: list[str] = []
        corrections: list[Correction] = []
        for token in parsed.tokens:
            if token.negated or token.kind is TokenKind.FILTER or not token.text.strip():
                continue
            changed = self._replaced(token, view)
            texts.append(changed)
            if changed != token.text:
                corrections.append(Correction(token.text, changed))
        if not corrections:
            return parsed, ()
        return replace(parsed, words=" ".join(texts)), tuple(dict.fromkeys(corrections))

    def _replaced(self, token: Token, view: View) -> str:
        if token.kind is not TokenKind.WORD:
            return token.text
        pieces = list(_misspelt(token.text, view))
        text = token.text
        for start, end in reversed(pieces):
            nearest = self._nearest(text[start:end], view)
            if nearest:
                text = text[:start] + nearest + text[end:]
        return text

    def _nearest(self, word: str, view: View) -> str:
        """Return the nearest word of the visible text in its own spelling, or nothing."""
        allowed = 2 if len(word) >= LONG_WORD else 1
        terms = _similar(word.lower(), allowed, view)
        spellings = self._spellings([term.term for term in terms], view)
        written = [(spelling, term.frequency) for term in terms for spelling in spellings.get(term.term, ())]
        if not written:
            return ""
        distances = edit_distances(word.lower(), [spelling.lower() for spelling, _ in written]).tolist()
        rated = [
            (far, spelling[:1].lower() != word[:1].lower(), -frequency, spelling)
            for (spelling, frequency), far in zip(written, distances, strict=True)
            if 0 < far <= allowed
        ]
        return _as_typed(min(rated)[-1], word) if rated else ""

    def _spellings(self, terms: Sequence[str], view: View) -> dict[str, list[str]]:
        """Return for each term the words that a few visible chunks have it from."""
        chunks = {}
        for term in terms:
            slots, _ = view.lexical.top([term], view.visible, view.visible, _CHUNKS_READ)
            chunks[term] = [view.lexical.slots[slot] for slot in slots.tolist()]
        rows = self._chunks.rows([chunk for ids in chunks.values() for chunk in ids], view.rows)
        return {
            term: sorted({word for chunk in ids if chunk in rows for word in _words_of(term, rows[chunk])})
            for term, ids in chunks.items()
        }


def _misspelt(text: str, view: View) -> Iterator[tuple[int, int]]:
    """Yield where a word, or a part of an identifier, stands in no visible chunk; the ends are exclusive."""
    for match in _WORD.finditer(text):
        word = match.group()
        if not word.isascii() or any(map(view.holds, query_terms(word)[:1])):
            continue
        for start, end in part_spans(word):
            part = word[start:end]
            if len(part) >= LEAST_LETTERS and part.isalpha() and not _is_known(part, view):
                yield match.start() + start, match.start() + end


def _is_known(part: str, view: View) -> bool:
    terms = query_terms(part)
    return not terms or any(map(view.holds, terms)) or not common_stems().isdisjoint(terms)


@cache
def common_stems() -> frozenset[str]:
    """Return the stems of common words, which are no slips even where the index lacks them; made once."""
    return frozenset(query_terms("\n".join(packaged_words())))


def _similar(word: str, allowed: int, view: View) -> list[SimilarTerm]:
    """Return terms near the word's stem, or near what is left of it without an ending: nearest first."""
    stems = [*query_terms(word), *(word.removesuffix(end) for end in _ENDINGS if word.endswith(end))]
    found: dict[str, SimilarTerm] = {}
    for stem in dict.fromkeys(stem for stem in stems if len(stem) >= LEAST_LETTERS):
        for term in view.lexical.terms_like(stem, allowed, view.visible, _CANDIDATES):
            if term.term not in found or term.distance < found[term.term].distance:
                found[term.term] = term
    return sorted(found.values(), key=lambda one: (one.distance, -one.frequency, one.term))[:_CANDIDATES]


def _words_of(term: str, chunk: Chunk) -> Iterable[str]:
    text = "\n".join((chunk.text, *chunk.symbols, chunk.path))
    return (text[start:end] for start, end in words_for_marking([term], text))


def _as_typed(found: str, typed: str) -> str:
    """Return a plain word in the case of the one typed; an identifier keeps its own."""
    if any(sign.isupper() for sign in found[1:]) and not found.isupper():
        return found
    if typed.isupper():
        return found.upper()
    return found.capitalize() if typed[0].isupper() else found.lower()
