"""Searches a question in another language than English by its words, their other forms, and their translations."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from search.analysis.dictionaries import MOST_LETTERS, Dictionary, dictionary
from search.analysis.question_language import (
    LANGUAGES,
    SENTENCE_SIGNS,
    UNKNOWN,
    Language,
    language_of,
    without_words,
    words_of,
)
from search.analysis.stopwords import ENGLISH
from search.analysis.terms import query_terms
from search.messages import Message
from search.ranking.constants import FOREIGN_MEANING, RELATED_WORD, TRANSLATED_MEANING
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import Alternative, Alternatives, terms_of, words_of_terms
from search.retrieval.corpus import Mask
from search.service.spelling import common_words

_LEAST_SHARE = 0.5
"""Share of the words of a question above which they prove its language where its function words do not.

From the same share of words that the index has in that language a question is one about texts in it.
"""
_LEAST_STEM = 4
"""Letters of a stem from which other words of the index with it are forms of the same word."""
_LEAST_INFLECTED = 6
"""Letters of a word from which another form than that of the dictionary proves its language."""
_LONGEST_ENDING = 6
"""Letters that another form of a word has after its stem."""
_MOST_FORMS = 8
"""Other forms of a word that are searched."""
_MOST_COMPOUNDS = 16
"""Compounds with a word that are searched."""
_MOST_CONTAINING = 500
"""Terms in sight, the shortest first, that are examined for such compounds."""
_MOST_SYNONYMS = 16
"""Synonyms of a word that are searched."""
_MOST_WORDS = 100
"""Words that are translated; what follows them is searched as it is."""
_NAMES = {
    "de": "language.de",
    "es": "language.es",
    "fr": "language.fr",
    "it": "language.it",
    "nl": "language.nl",
    "pt": "language.pt",
}
"""The message that names each language."""
_MOST_NAMED = 6
"""Translations that a note names."""


@dataclass(frozen=True, slots=True)
class TermsOfIndex:
    """The terms of the chunks that a query may see."""

    lexical: LexicalIndex
    visible: Mask | None

    def holds(self, term: str) -> bool:
        """Return whether a chunk has the term."""
        return self.lexical.holds(term, self.visible)

    def terms_starting(self, start: str, most_bytes: int) -> list[str]:
        """Return the terms that start so, sorted, also those of hidden chunks: `holds` tells them apart."""
        return self.lexical.terms_starting(start, most_bytes)

    def terms_containing(self, part: str, most_bytes: int) -> list[str]:
        """Return the terms that have this part, sorted, also those of hidden chunks."""
        return self.lexical.terms_containing(part, most_bytes)


@dataclass(frozen=True, slots=True)
class Translation:
    """A question in another language, word by word.

    Attributes:
        language: without a code if the question is, or may be, English; then there is only ``content``.
        content: the question without its function words.
        words: the terms of each word, of its forms in the index, and of its translations.
        english: the likeliest translation of each word that a dictionary knows.
        wording: the question with these in the place of the words.
        native: share 0..1 of its translated words that the index has as they are or in another form. English ones
            and names are in code whatever the language of the question.
    """

    language: Language = UNKNOWN
    content: str = ""
    words: tuple[Alternatives, ...] = ()
    english: tuple[str, ...] = ()
    wording: str = ""
    native: float = 0.0

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms, each once."""
        return tuple(dict.fromkeys(term for word in self.words for term in terms_of(word)))

    @property
    def is_about_native_texts(self) -> bool:
        """Whether the question is about texts in its own language, for which the encoder is weak."""
        return self.native >= _LEAST_SHARE

    @property
    def meaning_counts(self) -> float:
        """Factor 0..1 of meaning in the rank score."""
        if not self.language.code:
            return 1.0
        return self.native * FOREIGN_MEANING + (1.0 - self.native) * TRANSLATED_MEANING

    def notes(self) -> tuple[Message, ...]:
        """Return which words were searched for a question that is not about texts in its own language."""
        if not self.english or self.is_about_native_texts:
            return ()
        words = list(dict.fromkeys(self.english))
        named = ", ".join(words[:_MOST_NAMED]) + (", …" if len(words) > _MOST_NAMED else "")
        return (Message("search.translated", language=Message(_NAMES[self.language.code]), words=named),)


def spoken_language(question: str, index: TermsOfIndex) -> Language:
    """Return the language of a question, by its function words or else by words that only its dictionary has.

    Args:
        question: as typed.
        index: a word alone that it has is a name, which has no language.
    """
    language = language_of(question)
    if language.code:
        return language
    tokens = question.split()[:_MOST_WORDS]
    words = [word for token in tokens for word in words_of(token.replace("-", " "))]
    if len(words) == 1 and any(map(index.holds, query_terms(words[0])[:1])):
        return UNKNOWN
    best = 0, UNKNOWN
    for candidate in LANGUAGES:
        content = [word for word in words if word not in candidate.function_words]
        if ENGLISH.isdisjoint(content):
            weighed = [word for word in content if not _is_cognate(word, candidate)]
            proofs = sum(_is_proof(word, candidate) for word in weighed)
            if proofs > best[0] and proofs > _LEAST_SHARE * len(weighed):
                best = proofs, candidate
    return best[1]


def known_words(question: str, language: Language) -> frozenset[str]:
    """Return the words of a question that are words of its language, so that none of them is misspelt."""
    if not language.code:
        return frozenset()
    known = _dictionary(language)
    words = {word for token in question.split() for word in words_of(token)}
    return language.function_words | {word for word in words if known.translations(word)}


def translation(question: str, language: Language, index: TermsOfIndex) -> Translation:
    """Return a question in a language word by word."""
    content = without_words(question, language.function_words)
    if not language.code:
        return Translation(content=content)
    known = _dictionary(language)
    plain = {word: word.strip(SENTENCE_SIGNS) for word in content.split()[:_MOST_WORDS]}
    english = {word: known.translations(plain[word]) for word in plain}
    forms = {
        word: _forms(each, known, index) or _forms_of_parts(each, known, index) for word, each in plain.items()
    }
    own = [forms[word] for word in plain if english[word] and plain[word].lower() not in common_words()]
    native = sum(map(bool, own)) / len(own) if own else 0.0
    related = _related(plain.values(), known, index) if native >= _LEAST_SHARE else {}
    words = [
        _alternatives(
            [*(forms[word] or [query_terms(each)]), *map(query_terms, english[word])], related.get(each, ())
        )
        for word, each in plain.items()
    ]
    words += words_of_terms(query_terms(" ".join(content.split()[_MOST_WORDS:])))
    return Translation(
        language,
        content,
        words=tuple(filter(None, words)),
        english=tuple(translations[0] for translations in english.values() if translations),
        wording=" ".join(english[word][0] if english.get(word) else word for word in content.split()),
        native=native,
    )


def _alternatives(same: Iterable[Sequence[str]], related: Iterable[Sequence[str]]) -> Alternatives:
    """Return what is searched for a word: texts that mean the same, and related ones, which count less."""
    own = dict.fromkeys(tuple(terms) for terms in same if terms)
    others = dict.fromkeys(tuple(terms) for terms in related)
    return (*map(Alternative, own), *(Alternative(terms, RELATED_WORD) for terms in others if terms not in own))


def _forms(word: str, known: Dictionary, index: TermsOfIndex) -> list[Sequence[str]]:
    """Return the terms of a word and of its other forms in the index: ``Rechnungen`` for ``Rechnung``."""
    own = query_terms(word)
    native: list[Sequence[str]] = [own] if own and all(map(index.holds, own)) else []
    stem = known.stem(word)
    if len(stem) >= _LEAST_STEM and stem.isalpha():
        starting = index.terms_starting(stem, len(stem) + _LONGEST_ENDING)
        others = (term for term in starting if known.stem(term) == stem and [term] != own)
        native += [[term] for term in islice(filter(index.holds, others), _MOST_FORMS)]
    return native


def _forms_of_parts(word: str, known: Dictionary, index: TermsOfIndex) -> list[Sequence[str]]:
    """Return the same for the words that a compound is made of: ``Strom`` for ``Stromversorger``."""
    return [terms for part in known.parts(word) for terms in _forms(part, known, index)]


def _related(words: Iterable[str], known: Dictionary, index: TermsOfIndex) -> dict[str, list[Sequence[str]]]:
    """Return for each word the terms of compounds with it, and of other words with the same translation."""
    return {
        word: [*_compounds(word, known, index), *_forms_of_synonyms(word, known, index)]
        for word in dict.fromkeys(words)
    }


def _compounds(word: str, known: Dictionary, index: TermsOfIndex) -> list[Sequence[str]]:
    """Return the terms of compounds in the index that a word is a part of: ``Rechnungsbetrag`` for ``Betrag``."""
    stem = known.stem(word)
    if not known.joins_words or len(stem) < _LEAST_STEM or not stem.isalpha():
        return []
    containing = sorted(index.terms_containing(stem, MOST_LETTERS), key=len)
    in_sight = islice(filter(index.holds, containing), _MOST_CONTAINING)
    compounds = (term for term in in_sight if known.is_compound_with(term, stem))
    return [[term] for term in islice(compounds, _MOST_COMPOUNDS)]


def _forms_of_synonyms(word: str, known: Dictionary, index: TermsOfIndex) -> list[Sequence[str]]:
    synonyms = known.synonyms_of(word)[:_MOST_SYNONYMS]
    return [terms for synonym in synonyms for terms in _forms(synonym, known, index)]


def _is_cognate(word: str, language: Language) -> bool:
    """Return whether a word begins like its translation, so that it may be English: ``schema``, ``Passwort``."""
    if word in common_words():
        return False
    return any(each.startswith(word[:_LEAST_STEM]) for each in _dictionary(language).translations(word))


def _is_proof(word: str, language: Language) -> bool:
    """Return whether a word is one of the language and not one of English.

    Other forms of short words are too near to misspelt ones of English: ``loggs`` and ``loggen``.
    """
    if word in common_words():
        return False
    known = _dictionary(language)
    return (len(word) >= _LEAST_INFLECTED or word in known.words) and bool(known.translations(word))


@cache
def _dictionary(language: Language) -> Dictionary:
    return dictionary(language.code, common_words())
