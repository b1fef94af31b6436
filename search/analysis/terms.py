"""Index terms: the same analysis for indexed text and for queries.

A word or identifier gives its lower-cased whole and, where it is made of several, its parts: ``parseHTTPBody``
gives ``parsehttpbodi``, ``pars``, ``http``, ``bodi``. Terms are stems of Porter's algorithm (Program 14(3), 1980).
Scripts that write no blanks give overlapping pairs of characters.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

import Stemmer

from search.analysis.names import SOFT_HYPHEN, fold, part_spans, split_identifier, unspaced_runs
from search.analysis.stopwords import STOP_WORDS

MAX_TERM = 64
"""Characters; a SHA-256 in hexadecimal still fits, encoded data does not."""

MAX_PARTS = 16
"""A word of more parts is no name but a hash or encoded data; only its whole is a term."""

MAX_WORD = 256
"""Characters; a longer run gives no terms at all."""

STEM_REPEATS = 2
"""How often the file's stem counts for each of its chunks; with the folders worth +0.027 NDCG@10."""

FOLDERS = 3
"""How many of the folders next to the file count for each of its chunks."""

WRITTEN_BY_A_PROGRAM = "=program"
"""A term of every chunk that a program wrote. No word gives it, and such chunks count in no statistics."""

_MEMORY_LIMIT = 200_000
"""Distinct words remembered, about 40 MB; a repository of 10 MB of code has about 60,000."""

_WORD = re.compile(rf"[\w\u0300-\u036f{SOFT_HYPHEN}]+")
"""Combining accents belong to the word: file names of macOS and some editors write them apart.

So do soft hyphens, which the terms leave out.
"""

_ASCII_APART = "".join(sign if sign == "_" or sign.isalnum() else " " for sign in map(chr, range(128)))
"""Blanks for all signs of ASCII text that no word has, a table for `str.translate`: most code is ASCII."""

_REMEMBERED_PARTS = 20_000
"""Parts of names repeat much more than names do."""

_REMEMBERED_NAMES = 20_000
"""Names that chunks define, for the number of their terms, about 3 MB: those of a file's copies are the same."""

_stemmer = Stemmer.Stemmer("porter", 0)
"""Without its own cache a call holds the interpreter lock from start to end, so threads may share it."""


class _AnalysedWords(dict[str, str]):
    """Terms of each word, each with a blank behind it, computed at first sight."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MEMORY_LIMIT:
            self.clear()
        joined = "".join(f"{term} " for term in _analyse(word))
        if len(word) <= MAX_TERM:
            self[word] = joined
        return joined


_analysed = _AnalysedWords()


def joined_terms(text: str) -> str:
    """Return all index terms of a text in order, joined by single blanks; any string is taken."""
    words = text.translate(_ASCII_APART).split() if text.isascii() else _WORD.findall(text)
    return "".join(map(_analysed.__getitem__, words))[:-1]


def query_terms(text: str) -> list[str]:
    """Return the index terms of a query in order, each once."""
    return list(dict.fromkeys(joined_terms(text).split()))


def chunk_terms(text: str, path: str, symbols: Iterable[str] = ()) -> str:
    """Return the index terms of a chunk, joined by single blanks.

    Args:
        text: the bare lines.
        path: of the file relative to its root, with ``/``; its stem counts twice, its last three folders once.
        symbols: names defined in the chunk; they count once more.
    """
    parts = (joined_terms(text), _path_terms(path), joined_terms("\n".join(symbols)))
    return " ".join(filter(None, parts))


@lru_cache(maxsize=4)
def _path_terms(path: str) -> str:
    """Return what each chunk of a file has of its path; they come one after the other."""
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    folders = [part for part in folder.split("/") if part][-FOLDERS:]
    return joined_terms("\n".join([*[stem] * STEM_REPEATS, *folders]))


def terms_of_path(path: str) -> int:
    """Return how many of a chunk's terms come from the path of its file, see `chunk_terms`."""
    return len(_path_terms(path).split())


@lru_cache(maxsize=_REMEMBERED_NAMES)
def terms_of_symbol(symbol: str) -> int:
    """Return how many of a chunk's terms come from a name that it defines, see `chunk_terms`."""
    return len(joined_terms(symbol).split())


def words_for_marking(terms: Collection[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has words, or parts of identifiers, whose index terms are among ``terms``.

    Spans are in order, do not overlap, and their ends are exclusive.
    """
    wanted = frozenset(terms)
    if not wanted:
        return
    known: dict[str, list[tuple[int, int]]] = {}
    for match in _WORD.finditer(text):
        word = match.group()
        spans = known.get(word)
        if spans is None:
            spans = known[word] = _hits(wanted, word)
        for start, end in spans:
            yield match.start() + start, match.start() + end


def _hits(wanted: frozenset[str], word: str) -> list[tuple[int, int]]:
    terms = _analysed[word].split()
    if wanted.isdisjoint(terms):
        return []
    runs = unspaced_runs(word)
    if runs:
        return _merged(
            span for run in runs for span in _pair_spans(*run) if _term(word[slice(*span)]) in wanted
        ) or [(0, len(word))]
    if _term(word.strip("_").lower()) in wanted or not word.isascii():
        return [(0, len(word))]
    return _merged(span for span in part_spans(word) if _term(word[slice(*span)].lower()) in wanted)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ascending spans with those that touch or overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return merged


def _analyse(word: str) -> list[str]:
    if len(word) > MAX_WORD:
        return []
    plain = fold(word)
    runs = unspaced_runs(plain)
    if runs:
        return _unspaced_terms(plain, runs)
    parts = split_identifier(plain)
    whole = _term(plain.strip("_").lower())
    if len(parts) == 1 or len(parts) > MAX_PARTS:
        return [whole] if whole else []
    return [term for term in (whole, *map(_part_term, parts)) if term]


def _term(word: str) -> str:
    """Return the stem of a lower-cased word, or nothing when it is no term."""
    if not 1 < len(word) <= MAX_TERM or word in STOP_WORDS:
        return word if len(word) == 1 and unspaced_runs(word) else ""
    stem: str = _stemmer.stemWord(word)
    return stem


_part_term = lru_cache(maxsize=_REMEMBERED_PARTS)(_term)


def _pair_spans(start: int, end: int) -> list[tuple[int, int]]:
    return [(at, min(at + 2, end)) for at in range(start, max(end - 1, start + 1))]


def _unspaced_terms(word: str, runs: list[tuple[int, int]]) -> list[str]:
    terms, done = [], 0
    for start, end in [*runs, (len(word), len(word))]:
        terms += [_term(part) for part in split_identifier(word[done:start])]
        terms += [word[slice(*span)] for span in _pair_spans(start, end) if start < end]
        done = end
    return [term for term in terms if term]
