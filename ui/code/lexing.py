"""Turns the text of a file into coloured spans for each line. Pure: no Qt, safe in any thread."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    _TokenType,
)
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from pygments.lexer import Lexer  # Pygments is imported when the first file is coloured

MAX_LINE = 20_000
"""Files with longer lines are not lexed: minified files take seconds, and colours do not help to read them."""

_CANCEL_EVERY = 500
"""Tokens between two looks at the cancel flag; about 2 ms of work."""

_COLOURS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c_com"),
    (String.Doc, "c_com"),
    (String, "c_str"),
    (Literal.Date, "c_str"),
    (Number, "c_num"),
    (Keyword.Type, "c_bi"),
    (Keyword.Constant, "c_num"),
    (Keyword, "c_kw"),
    (Operator.Word, "c_kw"),
    (Operator, "c_op"),
    (Punctuation, "c_op"),
    (Name.Function, "c_fn"),
    (Name.Class, "c_cls"),
    (Name.Exception, "c_cls"),
    (Name.Decorator, "c_dec"),
    (Name.Attribute, "c_dec"),
    (Name.Builtin, "c_bi"),
    (Name.Tag, "c_kw"),
    (Generic.Heading, "c_head"),
    (Generic.Subheading, "c_head"),
    (Generic.Strong, "text"),
    (Generic.Inserted, "c_str"),
    (Generic.Deleted, "c_kw"),
)
"""Token types and their colour tokens; the first entry that contains a type applies."""

_TOKENS = tuple(dict.fromkeys(colour for _, colour in _COLOURS))
_TOKEN_INDEX = {token: index for index, token in enumerate(_TOKENS)}

_LEXER_NAMES = {
    "csharp": "csharp",
    "text": "",
    "docx": "",
    "pdf": "",
    "tsx": "typescript",
    "jsx": "javascript",
    "razor": "html",
    "svelte": "html",
    "template": "html+jinja",
    "docbook": "xml",
    "dita": "xml",
    "writerside": "xml",
    "msbuild": "xml",
    "solution": "ini",
    "gomod": "go",
    "prisma": "graphql",
    "bicep": "terraform",
    "ignore": "bash",
    "notebook": "json",
    "texinfo": "tex",
    "pod": "perl",
}
"""Languages that have another name in Pygments, or that look most like another one; empty for plain text."""

_PREFERRED = {".sql": "sql", ".ts": "typescript", ".h": "cpp", ".m": "objective-c", ".pl": "perl"}
"""The lexer for extensions that several lexers claim."""


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """A coloured run in a line: offset and length in characters, and a colour token."""

    start: int
    length: int
    token: str


class LexedText:
    """Spans of each line of a text, stored as arrays of numbers because a file has tens of thousands of them.

    Args:
        lines: the spans of each line, by line from 0; none of them begins or is longer than `MAX_LINE`.
    """

    __slots__ = ("_colours", "_firsts", "_lengths", "_starts")

    def __init__(self, lines: Iterable[Sequence[CodeSpan]]) -> None:
        self._firsts, self._starts, self._lengths = array("I", [0]), array("H"), array("H")
        self._colours = bytearray()
        for spans in lines:
            for span in spans:
                self._starts.append(span.start)
                self._lengths.append(span.length)
                self._colours.append(_TOKEN_INDEX[span.token])
            self._firsts.append(len(self._starts))

    def line(self, number: int) -> tuple[CodeSpan, ...]:
        """Return the spans of a line counted from 0; empty outside the text."""
        if not 0 <= number < len(self._firsts) - 1:
            return ()
        indices = range(self._firsts[number], self._firsts[number + 1])
        return tuple(CodeSpan(self._starts[at], self._lengths[at], _TOKENS[self._colours[at]]) for at in indices)


def lex(text: str, path: str, language: str, is_cancelled: Callable[[], bool] = lambda: False) -> LexedText | None:
    r"""Return the spans of ``text``, or None when cancelled or when no lexer fits.

    Args:
        text: whole file, line ends ``\n``.
        path: only the file name matters.
        language: name as in the index; it decides unless the extension has a preferred lexer.
        is_cancelled: called every few hundred tokens.
    """
    lexer = _lexer(path.rpartition("/")[2].lower(), language)
    lines = text.split("\n")
    if lexer is None or max(map(len, lines)) > MAX_LINE:
        return None
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    spans: list[list[CodeSpan]] = [[] for _ in lines]
    for count, (offset, colour, value) in enumerate(_coloured(lexer, text)):
        if count % _CANCEL_EVERY == 0 and is_cancelled():
            return None
        _add_spans(spans, starts, offset, value, colour)
    return LexedText(spans)


def _coloured(lexer: "Lexer", text: str) -> Iterator[tuple[int, str, str]]:
    tokens: Iterable[tuple[int, _TokenType, str]] = lexer.get_tokens_unprocessed(text)
    for offset, kind, value in tokens:
        yield offset, _colour(kind), value


def _add_spans(spans: list[list[CodeSpan]], starts: list[int], offset: int, value: str, colour: str) -> None:
    if not colour:
        return
    line = bisect_right(starts, offset) - 1
    for part in value.split("\n"):
        if part and line < len(spans):
            spans[line].append(CodeSpan(offset - starts[line], len(part), colour))
        offset += len(part) + 1
        line += 1


@lru_cache(maxsize=512)
def _colour(kind: _TokenType) -> str:
    return next((colour for family, colour in _COLOURS if kind in family), "")


@lru_cache(maxsize=64)
def _lexer(name: str, language: str) -> "Lexer | None":
    from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename

    _, dot, ext = name.rpartition(".")
    preferred = _PREFERRED.get(dot + ext)
    wanted = preferred or _LEXER_NAMES.get(language, language)
    for find, key in ((find_lexer_class_by_name, wanted), (find_lexer_class_for_filename, name)):
        try:
            lexer_class = find(key) if key else None
        except ClassNotFound:
            continue
        if lexer_class is not None:
            lexer: Lexer = lexer_class(stripnl=False, ensurenl=False)
            return lexer
    return None
