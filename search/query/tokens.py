"""Splits query text into words, phrases and filters, with their offsets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from search.analysis.names import SOFT_HYPHEN

FILTER_KEYS = (
    "path",
    "ext",
    "lang",
    "repo",
    "branch",
    "type",
    "changed",
    "size",
    "product",
    "component",
    "level",
    "sym",
    "is",
    "reason",
)
"""Known filter keys, in the order in which they are offered."""


MOST_WORD_CHARACTERS = 300
"""Part of a word that is searched; a longer one is data, such as an image in a text."""

_RUN = re.compile(r"\S+")


def with_short_words(text: str) -> str:
    """Return the text with the beginnings of words that are longer than `MOST_WORD_CHARACTERS`.

    The patterns that look for names and requests take quadratic time in the length of a word.
    """
    return _RUN.sub(lambda word: word[0][:MOST_WORD_CHARACTERS], text)


class TokenKind(StrEnum):
    """The kind of a part of the query."""

    WORD = "word"
    PHRASE = "phrase"
    FILTER = "filter"
    REGEX = "regex"
    """A regular expression between slashes, such as ``/lease_\\w+/``."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of the query text.

    Attributes:
        start, end: character offsets in the text; the end is exclusive.
        text: the word, or the text between the quotes of a phrase or the slashes of a regular expression; for a
            filter its whole source.
        negated: whether it begins with ``-``.
        key: filter key as typed; empty for words and phrases.
        values: filter values, in order, without quotes.
    """

    kind: TokenKind
    start: int
    end: int
    text: str
    negated: bool = False
    key: str = ""
    values: tuple[str, ...] = ()


_NO_EXCLUSION = r"""
    (?: (?P<letter>[A-Za-z])(?P=letter)*\d{0,3}  # -v, -vv, -j8
      | \d{1,2}(?:\.\d+)?                       # -1
      | \w/-\S+                                 # -f/--format
      | \w[\w+-]*=\S*                           # -std=c++17
      | \w+,-\S*                                # -Wl,--as-needed
    )[.,;:!?)]*(?!\S)
"""
"""Options of programs and numbers behind a minus: nobody means to exclude ``v`` or ``1``."""

_PIECE = re.compile(
    rf"""
    (?P<negated>-(?!{_NO_EXCLUSION})(?=[\w"]|/(?=[^\s/])(?:\\.|[^/\\\n])+/(?!\S)))?
    (?:
        /(?=[^\s/])(?P<regex>(?:\\.|[^/\\\n])+)/(?!\S)
      | (?P<key>[a-z]{{2,12}}):(?P<value>(?:"[^"]*(?:"|$)|[^\s"])*)
      | "(?P<phrase>[^"]*)(?:"|$)
      | (?P<word>\S+)
    )
    """,
    re.VERBOSE,
)
_VALUE = re.compile(r'"([^"]*)(?:"|$)|([^,"]+)')


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of ``text`` in order; an open quotation mark runs to the end of the text."""
    for match in _PIECE.finditer(text):
        yield _token(match)


def _token(match: re.Match[str]) -> Token:
    negated = match["negated"] is not None
    if match["key"] is not None and _is_filter(match["key"], match["value"]):
        values = tuple(quoted or plain for quoted, plain in _VALUE.findall(match["value"]) if quoted or plain)
        return Token(TokenKind.FILTER, match.start(), match.end(), match.group(), negated, match["key"], values)
    if match["regex"] is not None:
        return Token(TokenKind.REGEX, match.start(), match.end(), match["regex"], negated)
    is_phrase = match["phrase"] is not None
    text = match["phrase"] if is_phrase else match.group().removeprefix("-" * negated)
    kind = TokenKind.PHRASE if is_phrase else TokenKind.WORD
    return Token(kind, match.start(), match.end(), text.replace(SOFT_HYPHEN, "") or text, negated)


def _is_filter(key: str, value: str) -> bool:
    """Return whether it is like ``path:/etc``, unlike ``note:``, ``std::vector``, ``http://host`` and ``a:=b``."""
    if key in FILTER_KEYS:
        return not value.startswith(":")
    return bool(value) and value[0] not in ":/\\="
