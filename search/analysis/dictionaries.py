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
    """

    language: str
    words: dict[str, tuple[str, ...]]
    stems: dict[str, list[str]]
    english: frozenset[str]

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
        parts = [
            (first, word[start:])
            for start in range(len(word) - _LEAST_PART, _LEAST_PART - 1, -1)
            if (first := self._first_part(word[:start]))
        ]
        for translate in (self._whole, self._english, self._compound):
            for first, rest in parts:
                if last := translate(rest):
                    return (f"{first} {last[0]}",)
        return ()

    def _first_part(self, text: str) -> str:
        """Return the translation of the first part of a compound, empty if it is none."""
        for joint in _JOINTS.get(self.language, ()):
            part = text.removesuffix(joint)
            if text.endswith(joint) and len(part) >= _LEAST_PART:
                known = self.words.get(part) or self._english(part) or self.words.get(part + _LEFT_OUT)
                if known:
                    return known[0]
        return ""

    def _english(self, part: str) -> tuple[str, ...]:
        return (part,) if len(part) >= _LEAST_ENGLISH_PART and part in self.english else ()


@cache
def dictionary(language: str, english: frozenset[str] = frozenset()) -> Dictionary:
    """Return the dictionary of a language, see `question_language.Language.code`."""
    words = {}
    for line in resource("dictionaries", f"{language}.txt").read_text(encoding="utf-8").splitlines():
        headword, _, translations = line.partition("\t")
        words[headword] = tuple(translations.split(", "))[:MOST_TRANSLATIONS]
    stems: dict[str, list[str]] = {}
    for headword, keys in zip(words, _keys(language, list(words)), strict=True):
        stems.setdefault(keys[0], []).append(headword)
    return Dictionary(language, words, stems, english)


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
