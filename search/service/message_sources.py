"""Finds the code that an error message was formatted in, from the literals that the message was made of."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from search.analysis.catalogues import apart_from_source, catalogue_of
from search.analysis.terms import query_terms
from search.ranking.signals.wordings import FORMATS_MESSAGE
from search.retrieval.corpus import Corpus
from search.service.candidate_files import CandidateFiles
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.files import Flag
from search.types.ids import ChunkId, FileId
from search.types.results import Signal

STRONGEST_MESSAGE = 0.4
"""Share of a file with a literal that gives the whole message."""
MESSAGE_BONUS = 0.5
"""Ranks the chunk with the literal first in its file, behind the chunk of a frame."""
_CHUNKS_READ = 160
"""Chunks whose literals are compared: those with the best keyword score for the message.

Of ten messages that the tests of two programs expect, 80 miss one behind the tests themselves."""
_LEAST_SHARE = 0.45
"""Share of the letters of a message that a literal has to give: the rest are values. `_VALUE` does not count."""
_LEAST_LETTERS = 8
"""Letters of a literal without its placeholders; shorter ones occur in too many messages."""

_LEAST_BEGINNING = 0.6
"""Share of the letters of a message that the beginning of a literal has to give where its end is not pasted."""
_BEGINNING_SHARE = 0.9
"""Factor of that share: a literal that gives the same letters and is complete comes first."""

_SURE_SHARE = 0.6
"""A literal that gives this share of a message formatted it."""

_REPEATS = frozenset({Flag.TEST.value, Flag.EXAMPLE.value, Flag.DOCUMENT.value, Flag.TRANSLATION.value})

_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.){4,400})"|\'((?:[^\'\\\n]|\\.){4,400})\'|`([^`]{4,400})`')
_JOINED = re.compile(r"""(["'])\s*(?:\+|\.|\|\||&)\s*[^"'\n]{1,80}?\s*(?:\+|\.|\|\||&)\s*[fFrRbu$@]{0,2}["']""")
"""A value between two literals: ``"lease " + id + " lost"``, in most languages."""
_CONTINUED = re.compile(r"""(["'])\s*\\?\s*(?:\+|\.|\|\||&)?\s*\n\s*(?:\+|\.|\|\||&)?\s*[fFrRbu$@]{0,2}["']""")
"""A literal that continues in the next line."""
_PLACEHOLDER = re.compile(
    r"\$\{[^}]*\}|#\{[^}]*\}|\{\{|\}\}|\{[^{}]*\}|\\\([^)]*\)|\$\w+|\x00"
    r"|%(?:\([^)]*\))?[-+# 0]*[\d.*]*[hlLqjzt]*[a-zA-Z]"
)
_ESCAPED = re.compile(r"\\[nrt\"'\\]")
_LINE_END = re.compile(r"\\n|\n")
"""A message is pasted in lines; a literal may give several of them."""
_SPACE = re.compile(r"\s+")
_VALUE = re.compile(
    r"""
      (?<!\w)(['"`])[^'"`\n]{1,120}\1(?!\w)
    | (?<!\w)\w{1,20}://[^\s'"<>]+
    | (?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+
    | (?<![\w/])/[\w.-]+(?:/[\w.-]+)+
    """,
    re.VERBOSE,
)
"""What is a value wherever it stands in a message, however long it is: a quoted text, an address or a path."""


@dataclass(frozen=True, slots=True)
class MessageSources:
    """The files that may have formatted a message, each with its signal, and the chunks with the literals."""

    signals: Mapping[FileId, Signal] = field(default_factory=dict)
    chunks: tuple[ChunkId, ...] = ()

    def names_asked(self, names: Iterable[str]) -> tuple[str, ...]:
        """Leave out names that are words of the message: they stand in the literal that surely formatted it."""
        sure = " ".join(str(each.reason) for each in self.signals.values() if each.value >= _SURE_SHARE)
        return tuple(name for name in names if name not in sure)

    def applied(self, files: CandidateFiles) -> CandidateFiles:
        """Return the files with these reasons."""
        return files.with_reasons(self.signals, pinned=False).with_bonus(frozenset(self.chunks), MESSAGE_BONUS)


class MessagesInIndex:
    """Looks up error messages in an index."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def of(self, messages: Sequence[str], scope: Scope) -> MessageSources:
        """Return the files in scope with literals that the messages were formatted from."""
        best: dict[ChunkId, tuple[float, str]] = {}
        for message in messages:
            for chunk, text in self._texts(message, scope).items():
                share, literal = _best_literal(message, text)
                if share > best.get(chunk, (0.0, ""))[0]:
                    best[chunk] = share, literal
        with self._corpus.lock:
            by_file = self._corpus.catalogue.chunks_by_file(
                sorted(best, key=lambda chunk: (-best[chunk][0], chunk))
            )
            code = {file: chunks for file, chunks in by_file.items() if self._is_code(file)}
        by_file = code or by_file
        return MessageSources(
            signals={file: _signal(*best[chunks[0]]) for file, chunks in by_file.items()},
            chunks=tuple(chunks[0] for chunks in by_file.values()),
        )

    def _is_code(self, file: FileId) -> bool:
        """Return whether a file may format messages: tests, documents and translations repeat those of the code.

        In some catalogues the message itself is the key, and its other English, ``en_GB``, says it again.
        """
        known = self._corpus.catalogue.get(file)
        if known is None or not _REPEATS.isdisjoint(known.record.flags):
            return False
        return not (catalogue_of(known.record.path) and apart_from_source(known.record.path))

    def _texts(self, message: str, scope: Scope) -> Mapping[ChunkId, str]:
        terms = query_terms(message)
        if not terms:
            return {}
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        where = lexical.live if wanted is None else wanted
        chunks, _ = lexical.best(lexical.scores(terms, visible), np.asarray(where), _CHUNKS_READ)
        return self._chunks.texts(chunks, scope.wanted)


def _signal(share: float, literal: str) -> Signal:
    return Signal(FORMATS_MESSAGE, share, share * STRONGEST_MESSAGE, literal)


def _best_literal(message: str, text: str) -> tuple[float, str]:
    """Return the largest share of the message's letters that one literal of the text gives, and the literal."""
    plain, worded = _plain_and_worded(message)
    best = 0.0, ""
    for literal, pieces in _literals(text):
        share = _share(pieces, plain, worded)
        if share > best[0]:
            best = share, literal
    return best


@lru_cache(maxsize=16)
def _plain_and_worded(message: str) -> tuple[str, str]:
    """Return a message in one line, and the same with blanks for what can only be values."""
    plain = _SPACE.sub(" ", message)
    return plain, _VALUE.sub(lambda match: " " * len(match[0]), plain)


def _share(pieces: Sequence[str], message: str, worded: str) -> float:
    """Return the share of a message's letters that a literal gives.

    ``worded`` is the message with blanks for what can only be values, whose letters do not count between the
    pieces. If the message ends before the literal does, the beginning of the literal counts, a little less.
    """
    at = size = others = 0
    for number, piece in enumerate(pieces):
        begin = message.find(piece, at)
        if begin < 0:
            letters = size + others + _letters(worded[at:])
            is_beginning = size >= max(1, _LEAST_BEGINNING * letters) and not any(
                each in message[at:] for each in pieces[number:]
            )
            return size / letters * _BEGINNING_SHARE if is_beginning else 0.0
        others += _letters(worded[at:begin])
        at = begin + len(piece)
        size += _letters(piece)
    letters = size + others + _letters(worded[at:])
    return size / letters if size >= max(1, _LEAST_SHARE * letters) else 0.0


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


@lru_cache(maxsize=256)
def _literals(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the string literals of a text that may be messages, each with its constant pieces in order."""
    return tuple(_messages_among(_JOINED.sub("\0", _CONTINUED.sub("", text))))


def _messages_among(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for match in _LITERAL.finditer(text):
        whole = next(group for group in match.groups() if group is not None)
        lines = _LINE_END.split(whole)
        for each in (whole, *lines) if len(lines) > 1 else lines:
            literal = _ESCAPED.sub(" ", each)
            pieces = tuple(
                piece for part in _PLACEHOLDER.split(literal) if (piece := _SPACE.sub(" ", part).strip(" .:"))
            )
            if _letters("".join(pieces)) >= _LEAST_LETTERS:
                yield _SPACE.sub(" ", literal.replace("\0", "...")).strip(), pieces
