"""Finds the few files that contain what is typed, where that is a word alone or two or three beside each other."""

from collections.abc import Sequence

import numpy as np

from search.analysis.names import folded, stem_of
from search.analysis.terms import query_terms, words_for_marking
from search.graph.answers import Evidence
from search.messages import Message
from search.retrieval.bm25_postings import Integers
from search.retrieval.corpus import Corpus
from search.service.scope import Scope
from search.service.spelling import common_stems
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk
from search.types.graph import EdgeType

MOST_FILES_OF_A_WORD = 10
"""A word alone that more files contain does not say which of them is meant; then all signals decide."""
MOST_FILES_OF_WORDS = 5
"""The same for files that contain all of several words, perhaps far apart."""
MOST_SHARE = 0.1
"""The same as a share of the files in scope: five files of 24 are not few. One file always is."""
_MOST_WORDS = 3
"""A longer query is a question: a file may answer it without having all of its words."""
SHORTEST_NAME = 4
"""Letters of a file's name that a query means."""
_MOST_READ = 500
"""Chunks whose files are looked at for their names, the best by words first: a name counts twice in each."""


def files_with_rare_words(text: str, scope: Scope, corpus: Corpus, chunks: ChunksTable) -> list[Evidence]:
    """Return the files in scope that contain all words of a text, if they are few, with the line of one word.

    The text has one to three words, none of which is a function word. Those of several words that no file has are
    left out. Several words that are all common English ones name a topic: of that the model knows more than
    whether a file has each of them somewhere.
    """
    terms_of = [_terms(word) for word in text.split()]
    if not 1 <= len(terms_of) <= _MOST_WORDS or not all(terms_of):
        return []
    lexical, (visible,) = corpus.snapshot(scope.visible)
    known = {
        word: terms
        for word, terms in zip(text.split(), terms_of, strict=True)
        if all(lexical.holds(term, visible) for term in terms)
    }
    terms = [term for of_word in known.values() for term in of_word]
    if len(terms_of) > 1 and common_stems().issuperset(terms):
        return []
    best = _best_chunks(terms, MOST_FILES_OF_A_WORD if len(terms_of) == 1 else MOST_FILES_OF_WORDS, scope, corpus)
    reason = Message("uses.mentions", name=" ".join(known))
    rows = chunks.rows(best, scope.wanted) if best else {}
    return [Evidence(row.file_id, _line(row, terms), reason, len(EdgeType)) for row in rows.values()]


def files_called(text: str, scope: Scope, corpus: Corpus) -> list[Evidence]:
    """Return the files in scope whose name a text is, if they are few: ``auto suspend`` and ``autosuspend.py``."""
    name = folded(text)
    terms = query_terms(name)[:1] if len(text.split()) <= _MOST_WORDS and len(name) >= SHORTEST_NAME else []
    lexical, (wanted, visible) = corpus.snapshot(scope.wanted, scope.visible)
    slots, _ = lexical.top(terms, wanted, visible, _MOST_READ) if terms else ((), None)
    with corpus.lock:
        reached = corpus.catalogue.chunks_by_file(lexical.slots[int(slot)] for slot in slots)
        paths = {file: known.record.path for file in reached if (known := corpus.catalogue.get(file)) is not None}
    called = [file for file, path in paths.items() if folded(stem_of(path).partition(".")[0]) == name]
    reason = Message("uses.is_called", name=text)
    few = len(called) <= MOST_FILES_OF_WORDS
    return [Evidence(file, 0, reason, len(EdgeType)) for file in called] if few else []


def _terms(word: str) -> list[str]:
    """Return the term of the whole word if it is a name in ASCII, else the terms of all its parts."""
    terms = query_terms(word)
    return terms[:1] if word.isascii() and word.isidentifier() else terms


def _best_chunks(terms: Sequence[str], most_files: int, scope: Scope, corpus: Corpus) -> list[str]:
    """Return the best chunk of each file that contains all terms, or nothing if these files are too many."""
    lexical, (wanted, visible) = corpus.snapshot(scope.wanted, scope.visible)
    file_of = corpus.file_numbers(lexical)
    if file_of is None:
        return []
    files: Integers | None = None
    for term in terms:
        holding = lexical.scores([term], visible) > 0
        of_term = np.unique(file_of[holding if wanted is None else holding & wanted])
        files = of_term if files is None else np.intersect1d(files, of_term)
    every = len(np.unique(file_of if wanted is None else file_of[wanted]))
    most = min(most_files, max(1, int(every * MOST_SHARE)))
    if files is None or not 0 < len(files) <= most:
        return []
    scores = lexical.scores(terms, visible)
    slots = np.flatnonzero((scores > 0) & np.isin(file_of, files))
    slots = slots if wanted is None else slots[wanted[slots]]
    slots = slots[np.argsort(-scores[slots], kind="stable")]
    _, first = np.unique(file_of[slots], return_index=True)
    return [lexical.slots[slot] for slot in slots[np.sort(first)].tolist()]


def _line(chunk: Chunk, terms: Sequence[str]) -> int:
    """Return the line of the first of the words; the first line if only the path has them."""
    start = next((start for start, _ in words_for_marking(terms, chunk.text)), 0)
    return chunk.start_line + chunk.text.count("\n", 0, start)
