"""Corrects words that are not in the index to the nearest word that is."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np

from search.analysis.names import fold, part_spans, split_identifier
from search.analysis.stopwords import CONTRACTIONS, ENGLISH
from search.analysis.terms import query_terms, words_for_marking
from search.embedding.vocabulary import packaged_words
from search.query.parse import ParsedQuery
from search.query.tokens import Token, TokenKind, with_short_words
from search.retrieval.bm25 import LexicalIndex, SimilarTerm
from search.retrieval.bm25_postings import Integers
from search.retrieval.bm25_spelling import edit_distances
from search.retrieval.corpus import Corpus, Mask
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk
from search.types.filters import RowFilter
from search.types.results import Correction

LEAST_LETTERS = 4
"""A shorter word has neighbours in every index."""
MOST_WORDS = 50
"""Words of a query that are corrected: a longer text is seldom typed, and each word takes milliseconds."""
LONG_WORD = 8
"""Length from which two edits count as a typing error; shorter words allow one."""
SHORT_WORD = 4
"""Length up to which a word of a single file corrects nothing: short words have too many neighbours."""
LEAST_FUNCTION_WORD = 3
"""Letters from which a word may be a misspelt function word."""
_TERMS_WEIGHED = 100
"""Terms near a misspelt word that are considered, the nearest first."""
_TERMS_READ = 6
"""How many of these are looked up in the text for their spelling if no common word matches."""
_CHUNKS_READ = 2
"""Chunks in which the spelling of a term is looked up."""
_CHUNKS_CHECKED = 20
"""Chunks of a term in which a word is looked for before it is taken for one that no file has."""
_WORDS_CHECKED = 3
"""Words that are looked for in this way, the likeliest first."""
_LONGEST_ENDING = 7
"""Most letters that a stem may lack: ``serial`` of ``serialization``."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_WORD = re.compile(r"[^\W\d_][\w]*")
_APART = re.compile(r"([aou])e")
"""An umlaut as keyboards without one write it."""


@dataclass(frozen=True, slots=True)
class View:
    """The keyword index and the mask of its visible chunks; None if all are visible."""

    lexical: LexicalIndex
    visible: Mask | None
    rows: RowFilter
    files: Integers | None
    """The number of the file of each slot; None where the keyword index has changed meanwhile."""
    spared: frozenset[str] = frozenset()
    """Words that are not corrected."""

    def holds(self, term: str) -> bool:
        """Return whether a visible chunk contains the term."""
        return self.lexical.holds(term, self.visible)

    def stands_in_files(self, term: str) -> bool:
        """Return whether visible chunks of more than one file contain the term."""
        if self.files is None:
            return self.lexical.document_frequency(term, self.visible) > 1
        return len(np.unique(self.files[self.lexical.scores([term], self.visible) > 0])) > 1


class Speller:
    """Replaces misspelt words of a query by words of the index, using only visible chunks."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus = corpus
        self._chunks = chunks

    def corrected(
        self, parsed: ParsedQuery, visible: RowFilter, foreign: frozenset[str] = frozenset()
    ) -> tuple[ParsedQuery, tuple[Correction, ...]]:
        """Return the query with its misspelt words replaced, and the replacements, in order.

        A word counts as misspelt if no visible chunk contains it, it has four letters or more, and it is not a
        common word. Quoted text, filters, names of ``sym:`` and what follows the first `MOST_WORDS` words are not
        changed. The nearest word that a visible chunk has replaces it: at most one edit away, two from eight
        letters on; among equals the more frequent. Of a common word another form in a chunk is enough, if letters
        were swapped or one is missing: they are the likeliest errors. A name of several parts is replaced only by
        one that a chunk has, first by one with the same parts. Among several words, one that is near a function
        word is read as that, which is no replacement: such words are not searched. In a question of another
        language its function words, ``foreign``, are neither corrected nor the words of English that others are
        near.
        """
        lexical, (mask,) = self._corpus.snapshot(visible)
        view = View(lexical, mask, visible, self._corpus.file_numbers(lexical), foreign)
        is_sentence = not foreign and sum(token.kind is TokenKind.WORD for token in parsed.tokens) > 1
        texts: list[str] = []
        corrections: list[Correction] = []
        for token in parsed.tokens:
            if token.negated or token.kind is TokenKind.FILTER or not token.text.strip():
                continue
            function_word = changed = ""
            if len(texts) < MOST_WORDS:
                function_word = _function_word(token, view) if is_sentence else ""
                changed = function_word or self._replaced(token, view)
            texts.append(changed or token.text)
            if texts[-1] != token.text and not function_word:
                corrections.append(Correction(token.text, changed))
        words = with_short_words(" ".join(texts))
        if not texts or words == parsed.words:
            return parsed, ()
        return replace(parsed, words=words), tuple(dict.fromkeys(corrections))

    def _replaced(self, token: Token, view: View) -> str:
        if token.kind is not TokenKind.WORD:
            return token.text
        text = token.text
        for word, parts in reversed(list(_misspelt(text, view))):
            corrected = self._corrected_word(text[slice(*word)], parts, view)
            text = text[: word[0]] + corrected + text[word[1] :]
        return text

    def _corrected_word(self, word: str, parts: Sequence[tuple[int, int]], view: View) -> str:
        """Return the word with these parts corrected; if it has several parts, only to a name of the index."""
        corrected = word
        for start, end in reversed(parts):
            nearest = self._nearest(word[start:end], view)
            corrected = corrected[:start] + (nearest or word[start:end]) + corrected[end:]
        if len(part_spans(word)) == 1 or (parts and any(map(view.holds, query_terms(corrected)[:1]))):
            return corrected
        return self._respelt(corrected, view) or self._nearest_name(corrected, view) or word

    def _respelt(self, word: str, view: View) -> str:
        """Return the name of the index with the same parts: for ``renew_lease`` ``renewLease``."""
        parts = split_identifier(word)
        terms = dict.fromkeys(term for joint in ("_", "") for term in query_terms(joint.join(parts))[:1])
        spellings = self._spellings([term for term in terms if view.holds(term)], _CHUNKS_READ, view)
        same = {name for names in spellings.values() for name in names if split_identifier(name) == parts}
        return min(same, key=lambda name: (name[0].isupper() != word[0].isupper(), name), default="")

    def _nearest_name(self, word: str, view: View) -> str:
        """Return the most frequent name of the index that has one letter more or two letters swapped, or ""."""
        if len(word) < LONG_WORD or not word.isalpha():
            return ""
        swapped, longer, *_ = _edits(word.lower())
        terms = _similar(word.lower(), 1, view)[:_TERMS_READ]
        spellings = self._spellings([term.term for term in terms], _CHUNKS_READ, view)
        rated = [
            _sort_key(name, word, term.frequency)
            for term in terms
            for name in spellings[term.term]
            if name.lower() in swapped | longer
        ]
        return min(rated, default=("",))[-1]

    def _nearest(self, word: str, view: View) -> str:
        """Return the nearest word of the index, or ""."""
        allowed = 2 if len(word) >= LONG_WORD and not view.spared else 1
        apart = self._without_umlauts_apart(word, view)
        if apart:
            return apart
        terms = _similar(word.lower(), allowed, view)
        swapped, longer, changed, shorter = _edits(word.lower())
        if len(word) <= SHORT_WORD:
            of_swapped = frozenset(query_terms("\n".join(swapped)))  # ``lgos`` is ``logs``, of stem ``log``
            terms = [term for term in terms if term.term in of_swapped or _is_likely(term.term, word.lower())]
            terms = [term for term in terms if view.stands_in_files(term.term)]
        others = swapped | longer | changed | shorter
        common = self._first_written(_by_frequency(others & common_words(), word, terms), swapped | longer, view)
        if common:
            return _as_typed(common, word)
        spellings = self._spellings([term.term for term in terms[:_TERMS_READ]], _CHUNKS_READ, view)
        written = [(spelling, term.frequency) for term in terms for spelling in spellings.get(term.term, ())]
        distances = edit_distances(word.lower(), [spelling.lower() for spelling, _ in written]).tolist()
        rated = [
            (far, *_sort_key(spelling, word, frequency))
            for (spelling, frequency), far in zip(written, distances, strict=True)
            if 0 < far <= allowed
        ]
        if rated:
            return _as_typed(min(rated)[-1], word)
        long_stems = [term for term in terms if len(term.term) >= LEAST_LETTERS]
        nearest = self._first_written(_by_frequency(others, word, long_stems), frozenset(), view)
        return _as_typed(nearest, word) if nearest else ""

    def _without_umlauts_apart(self, word: str, view: View) -> str:
        """Return the word of the index that ``groesste`` is, where it has ``größte``, or ""."""
        plain = _APART.sub(r"\1", word.lower())
        terms = query_terms(plain)[:1] if plain != word.lower() else []
        if not any(map(view.holds, terms)):
            return ""
        spellings = self._spellings(terms, _CHUNKS_READ, view)[terms[0]]
        umlauts = (each for each in spellings if not each.isascii() and fold(each).lower() == plain)
        return next((_as_typed(each, word) for each in umlauts), "")

    def _first_written(self, words: Sequence[str], likely: AbstractSet[str], view: View) -> str:
        """Return the first word that a visible chunk has, or ""; of a likely one another form of it is enough."""
        for word in words[:_WORDS_CHECKED]:
            spellings = (
                () if word in likely else self._spellings(query_terms(word), _CHUNKS_CHECKED, view).values()
            )
            if word in likely or any(word == spelling.lower() for each in spellings for spelling in each):
                return word
        return ""

    def _spellings(self, terms: Sequence[str], limit: int, view: View) -> dict[str, list[str]]:
        """Return for each term the words in a few visible chunks, the best ones, that it stems from."""
        chunks = {}
        for term in terms:
            slots, _ = view.lexical.top([term], view.visible, view.visible, limit)
            chunks[term] = [view.lexical.slots[slot] for slot in slots.tolist()]
        rows = self._chunks.rows([chunk for ids in chunks.values() for chunk in ids], view.rows)
        return {
            term: sorted({word for chunk in ids if chunk in rows for word in _words_of(term, rows[chunk])})
            for term, ids in chunks.items()
        }


def without_doubtful(words: str, corrections: Iterable[Correction]) -> str:
    """Return corrected words with those as typed that may be words of another subject: ``login``, not ``logic``.

    A correction is doubtful if it changes one letter of a short word to another. Swapped, missing and surplus
    letters are errors more often.
    """
    typed = {correction.searched: correction.typed for correction in corrections if _is_doubtful(correction)}
    return " ".join(typed.get(word, word) for word in words.split()) if typed else words


def _is_doubtful(correction: Correction) -> bool:
    pairs = zip(correction.typed.lower(), correction.searched.lower(), strict=False)
    changed = sum(typed != searched for typed, searched in pairs)
    return changed == 1 and len(correction.typed) == len(correction.searched) < LONG_WORD


def _misspelt(text: str, view: View) -> Iterator[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Yield the span of each word that no visible chunk contains, with the spans in it of its unknown parts.

    A name of several parts that are all known is such a word too: only the whole of it is misspelt.
    """
    for match in _WORD.finditer(text):
        word = match.group()
        is_spared = not word.isascii() or word.lower() in view.spared
        if is_spared or any(map(view.holds, query_terms(word)[:1])):
            continue
        spans = part_spans(word)
        parts = [(start, end) for start, end in spans if _is_misspelt(word[start:end], view)]
        if parts or len(spans) > 1:
            yield match.span(), parts


def _is_misspelt(part: str, view: View) -> bool:
    return len(part) >= LEAST_LETTERS and part.isalpha() and not _is_known(part, view)


def _function_word(token: Token, view: View) -> str:
    """Return the function word that a word of a query is one edit away from, with what is beside it, or "".

    Swapped letters are the likeliest error, then a missing one. A common word that files contain and that a
    likelier error leads to comes before a function word. In three letters only swapped ones are an error, and in
    four none is too many: ``wasm`` is not ``was``.
    """
    match = _WORD.search(token.text)
    typed = match.group() if token.kind is TokenKind.WORD and match is not None else ""
    is_plain = typed.isascii() and typed.isalpha() and typed in {typed.lower(), typed.capitalize(), typed.upper()}
    if len(typed) < LEAST_FUNCTION_WORD or not is_plain or _is_known(typed, view):
        return ""
    word = typed.lower()
    likely = {LEAST_FUNCTION_WORD: 1, SHORT_WORD: 3}.get(len(word))
    for others in _edits(word)[:likely]:
        near = sorted(others & ENGLISH, key=lambda other: (other[0] != word[0], -len(other), other))
        if near:
            return token.text.replace(typed, _as_typed(near[0], typed), 1)
        if any(map(view.stands_in_files, query_terms("\n".join(others & common_words())))):
            break
    return ""


def _is_known(part: str, view: View) -> bool:
    terms = query_terms(part)
    is_word = part.lower() in CONTRACTIONS or not common_stems().isdisjoint(terms)
    return not terms or is_word or any(map(view.holds, terms))


@cache
def common_words() -> frozenset[str]:
    """Return common words in lower case; cached."""
    return packaged_words()


@cache
def common_stems() -> frozenset[str]:
    """Return the stems of common words, which are never corrected; cached."""
    return frozenset(query_terms("\n".join(common_words())))


def _similar(word: str, allowed: int, view: View) -> list[SimilarTerm]:
    """Return terms near the word, or near the word without an ending; nearest and longest first."""
    tail = min(_LONGEST_ENDING, len(word) // 2 + 1)
    nearest: dict[str, SimilarTerm] = {}
    for start in dict.fromkeys((word, word.replace("y", "i"))):  # stems end in i if their words end in y
        for term in view.lexical.stems_like(start, allowed, tail, view.visible):
            if term.term not in nearest or term.distance < nearest[term.term].distance:
                nearest[term.term] = term
    missing = {term: 2 * similar.distance + max(0, len(word) - len(term)) for term, similar in nearest.items()}
    order = sorted(nearest.values(), key=lambda similar: (missing[similar.term], -similar.frequency, similar.term))
    return order[:_TERMS_WEIGHED]


def _by_frequency(words: Iterable[str], typed: str, terms: Iterable[SimilarTerm]) -> list[str]:
    """Return the words whose stem is one of the terms, that of the most frequent one first."""
    frequencies = {term.term: term.frequency for term in terms}
    rated = [
        _sort_key(other, typed, frequencies[stem])
        for other in words
        for stem in query_terms(other)
        if stem in frequencies
    ]
    return [word for *_, word in sorted(rated)]


def _sort_key(word: str, typed: str, frequency: int) -> tuple[bool, int, str]:
    """Return the sort key of equally near words: the first letter is seldom wrong, then frequency decides."""
    return word[:1].lower() != typed[:1].lower(), -frequency, word


def _edits(word: str) -> tuple[set[str], ...]:
    """Return what one edit makes of a word: swapped letters, one more, another one, and one less."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = {start + end[1] + end[0] + end[2:] for start, end in cuts if len(end) > 1}
    longer = {start + letter + end for start, end in cuts for letter in _LETTERS}
    changed = {start + letter + end[1:] for start, end in cuts if end for letter in _LETTERS}
    shorter = {start + end[1:] for start, end in cuts if end}
    return swapped, longer, changed, shorter


def _is_likely(term: str, word: str) -> bool:
    """Return whether a short word may be a term misspelt; its first letter is right, a surplus one is doubled."""
    if len(term) < len(word):
        doubled = (at for at, (letter, following) in enumerate(pairwise(word)) if letter == following)
        return any(term == word[:at] + word[at + 1 :] for at in doubled)
    return term[0] == word[0] or sorted(term[:2]) == sorted(word[:2])


def _words_of(term: str, chunk: Chunk) -> Iterable[str]:
    text = "\n".join((chunk.text, *chunk.symbols, chunk.path))
    return (text[start:end] for start, end in words_for_marking([term], text))


def _as_typed(word: str, typed: str) -> str:
    """Return a plain word in the case of the typed word; an identifier keeps its case."""
    if any(sign.isupper() for sign in word[1:]) and not word.isupper():
        return word
    if typed.isupper():
        return word.upper()
    return word.capitalize() if typed[0].isupper() else word.lower()
