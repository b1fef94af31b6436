"""Translates words of other languages into English, in which most code and its comments are written.

The word lists are ``resources/dictionaries/LANGUAGE.txt``: in each line a headword, a tab, and its English
translations separated by commas, the likeliest first. Words are compared by their Snowball stem, so that regular
inflected forms need no entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from posixpath import commonprefix

import Stemmer

from resources.locate import resource
from search.analysis.names import fold

MOST_TRANSLATIONS = 3
"""Translations of a word that are searched."""

MOST_LETTERS = 60
"""A longer word is not looked for among the compounds."""

_LEAST_PART = 3
"""Letters of the shortest part of a compound."""
_LEAST_ENGLISH_PART = 4
"""Letters of the shortest English part of one: ``Terminalfenster``."""

_STEMMERS = {"de": "german", "fr": "french", "es": "spanish", "it": "italian", "nl": "dutch", "pt": "portuguese"}

_JOINTS = {"de": ("en", "", "s", "n", "es", "er"), "nl": ("", "s", "en")}
"""Languages that write compounds as one word, with the letters that may stand between the parts.

``en`` comes first because ``zahlenbereich`` is a range of numbers, while the verb ``zahlen`` means to pay.
"""
_MOST_JOINING = 4
"""Letters that the first part of a compound has after its stem, with those that join it."""
_LEFT_OUT = "e"
"""Letter that a part may lose: the ``Quelle`` of ``Quelldatei``."""

_APART = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"))
"""Umlauts as German keyboards without them write them."""

_UMLAUTS = frozenset("äöü")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The word list of a language.

    Attributes:
        language: its code of ISO 639-1.
        words: headword -> translations.
        stems: stem -> headwords that have it.
        english: words of English, which may be parts of compounds.
        folded: headwords and their stems as the keyword index has them, without accents.
        synonyms: English word -> headwords whose likeliest translation it is.
    """

    language: str
    words: dict[str, tuple[str, ...]]
    stems: dict[str, list[str]]
    english: frozenset[str]
    folded: frozenset[str]
    synonyms: dict[str, list[str]]

    @property
    def joins_words(self) -> bool:
        """Whether the language writes compounds as one word."""
        return self.language in _JOINTS

    def translations(self, word: str) -> tuple[str, ...]:
        """Return the likeliest English translations of a word, none if it is unknown or itself English.

        That of a compound is made of those of its parts: ``Datenbankverbindungen`` gives ``database connection``.
        """
        word = word.lower()
        if "-" in word:
            return self._hyphenated(word)
        if known := self._whole(word):
            return known
        return self._compound(word) if len(word) <= MOST_LETTERS and word not in self.english else ()

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        """Return the headwords that have the likeliest translation of a word: ``auto`` for ``Wagen``."""
        likeliest = self.translations(word)[:1]
        stem = self.stem(word)
        return tuple(each for key in likeliest for each in self.synonyms.get(key, ()) if self.stem(each) != stem)

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the words that a compound is made of, none for another word.

        ``Stromversorger`` is made of ``strom`` and ``versorger``.
        """
        word = word.lower()
        if len(word) > MOST_LETTERS:
            return ()
        for first, rest, _ in self._splits(word):
            is_word = self._whole(rest) or self._english(rest)
            return (first, rest) if is_word else (first, *self.parts(rest))
        return ()

    def is_compound_with(self, term: str, stem: str) -> bool:
        """Return whether a term of the keyword index is a compound that begins or ends with a word of this stem.

        ``rechnungsbetrag`` is one with ``rechnung`` and with ``betrag``. The other part has to be known.
        """
        last = term.rfind(stem)  # the stem of the whole may be another: ``stromrechn`` of ``stromrechnung``
        if last > 0 and self.stem(term[last:]) == stem and self._is_first_part(term[:last]):
            return True
        if not term.startswith(stem):
            return False
        most = min(len(stem) + _MOST_JOINING, len(term) - _LEAST_PART)
        return any(
            self.stem(term[start:]) in self.folded and self.stem(term[:start].removesuffix(joint)) == stem
            for start in range(len(stem), most + 1)
            for joint in _JOINTS.get(self.language, ())
            if term[:start].endswith(joint)
        )

    def _is_first_part(self, text: str) -> bool:
        parts = (text.removesuffix(joint) for joint in _JOINTS.get(self.language, ()) if text.endswith(joint))
        return any(
            len(part) >= _LEAST_PART and (part in self.folded or part + _LEFT_OUT in self.folded) for part in parts
        )

    def stem(self, word: str) -> str:
        """Return the stem of a word without regard to case and accents, as the keyword index has them."""
        return str(_stemmer(self.language).stemWord(fold(word).lower()))

    def _hyphenated(self, word: str) -> tuple[str, ...]:
        parts = [(part, self.translations(part)) for part in word.split("-")]
        if not any(known for _, known in parts):
            return ()
        return (" ".join(known[0] if known else part for part, known in parts),)

    def _whole(self, word: str) -> tuple[str, ...]:
        if known := self.words.get(word):
            return known
        for spelling in _spellings(self.language, word):
            for key in next(_keys(self.language, [spelling])):
                if headwords := self.stems.get(key):
                    return self.words[max(headwords, key=partial(_letters_shared, spelling))]
        return ()

    def _compound(self, word: str) -> tuple[str, ...]:
        """Return the translation of a compound, which has the longest first part that is known."""
        for first, _, last in self._splits(word):
            return (f"{self._of_part(first)} {last[0]}",)
        return ()

    def _splits(self, word: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield the first part of a compound, its rest and the translations of that, the likeliest first."""
        parts = [
            (first, word[start:])
            for start in range(len(word) - _LEAST_PART, _LEAST_PART - 1, -1)
            if (first := self._first_part(word[:start]))
        ]
        for translate in (self._whole, self._english, self._compound):
            for first, rest in parts:
                if last := translate(rest):
                    yield first, rest, last

    def _first_part(self, text: str) -> str:
        """Return the word that the first part of a compound is, without what joins it; empty if it is none."""
        for joint in _JOINTS.get(self.language, ()):
            part = text.removesuffix(joint)
            if text.endswith(joint) and len(part) >= _LEAST_PART:
                if self._of_part(part):
                    return part
                if part + _LEFT_OUT in self.words:
                    return part + _LEFT_OUT
        return ""

    def _of_part(self, part: str) -> str:
        known = self.words.get(part) or self._english(part)
        return known[0] if known else ""

    def _english(self, part: str) -> tuple[str, ...]:
        return (part,) if len(part) >= _LEAST_ENGLISH_PART and part in self.english else ()


@cache
def dictionary(language: str, english: frozenset[str] = frozenset()) -> Dictionary:
    """Return the dictionary of a language, see `question_language.Language.code`."""
    words = {}
    for line in resource("dictionaries", f"{language}.txt").read_text(encoding="utf-8").splitlines():
        headword, _, english_words = line.partition("\t")
        words[headword] = tuple(english_words.split(", "))[:MOST_TRANSLATIONS]
    stems: dict[str, list[str]] = {}
    for headword, keys in zip(words, _keys(language, list(words)), strict=True):
        stems.setdefault(keys[0], []).append(headword)
    bare = list(map(fold, words))
    folded = frozenset(bare).union(_stemmer(language).stemWords(bare))
    synonyms: dict[str, list[str]] = {}
    for headword, translations in words.items():
        synonyms.setdefault(translations[0], []).append(headword)
    return Dictionary(language, words, stems, english, folded, synonyms)


def _spellings(language: str, word: str) -> Iterator[str]:
    """Yield the word, and with the umlauts that it may spell as two letters."""
    yield word
    if language == "de":
        respelled = word
        for apart, umlaut in _APART:
            respelled = respelled.replace(apart, umlaut)
        if respelled != word:
            yield respelled


def _letters_shared(word: str, headword: str) -> int:
    """Return how many letters two words begin with alike: ``verbindungen`` is a form of ``verbindung``."""
    return len(commonprefix((word, headword)))


def _keys(language: str, words: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the keys of each word among the stems, the surest first.

    Stems of German are bare of umlauts, but a word without any is none that has one: a ``handler`` is no
    ``händler``. Accents of other languages are often left out.
    """
    if language != "de":
        yield from ((stem,) for stem in _stemmer(language).stemWords(list(map(fold, words))))
        return
    for word, stem in zip(words, _stemmer(language).stemWords(words), strict=True):
        yield (stem,) if _UMLAUTS.isdisjoint(word) else (f"¨{stem}", stem)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(_STEMMERS[language], 0)
