"""The words and signs of a Kotlin file; comments are passed over, strings stand as one sign."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"[^\S\n]*+(?:(?P<line>\n)|(?P<comment>//[^\n]*+)|(?P<open>/\*)"
    r"|(?P<word>\w++|`[^`\n]++`)|(?P<text>\$*+\"(?:\"\")?)|(?P<dollars>\$++)"
    r"|(?P<character>'(?:\\(?:u[0-9A-Fa-f]{4}|[^\n])|[^'\\\n])')|(?P<note>@(?:\w+:)?(?:[^\W\d]\w*+(?:\.\w++)*+)?)"
    r"|(?P<sign>\?\.|\?:|::|->|&&|\|\||\.\.<?|[=!]==?|[<>]=|[-+*/%]=|\+\+|--|!!|[^\s]))",
)
"""Each alternative begins with other signs than the rest, and none is taken back: no text takes long."""

_COMMENT_END = re.compile(r"/\*|\*/")
_PLAIN_PART = re.compile(r'\\.|(?P<end>["\n])|(?P<dollars>\$++)(?P<hole>\{)?', re.DOTALL)
_RAW_PART = re.compile(r'(?P<end>"{3,}+)|(?P<dollars>\$++)(?P<hole>\{)?')

_BETWEEN = frozenset(("line", "comment", "open"))
_STAND_FOR = frozenset(("note", "character", "dollars"))
"""Kinds of which it does not matter how they are written."""

NOTE = "@"
TEXT = '"'


class Token(NamedTuple):
    """A word or a sign.

    Attributes:
        sign: as written; ``@`` for an annotation without its arguments, ``"`` for a string or what is left of one.
        is_word: whether it is a name, a keyword or a number.
        starts_line: only blanks and comments precede it on its line.
        start, end: where it stands.
    """

    sign: str
    is_word: bool
    starts_line: bool
    start: int
    end: int


class _Text(NamedTuple):
    """A string that is open: what its parts are, and how many dollars a hole of it begins with."""

    parts: re.Pattern[str]
    dollars: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the words and signs of a text in order; a hole in a string stands between braces."""
    position, starts_line = 0, True
    braces: list[_Text | None] = []
    while (match := _TOKEN.match(text, position)) is not None:
        kind, start, position = match.lastgroup or "", match.start(match.lastgroup or 0), match.end()
        if kind in _BETWEEN:
            starts_line = starts_line or kind == "line"
            position = _after_comment(text, position) if kind == "open" else position
            continue
        opened = _opened(match[kind], kind, braces) if kind in {"text", "sign"} else None
        if kind != "text":
            sign = _shown(text, kind, start) if kind in _STAND_FOR else match[kind]
            yield Token(sign, kind == "word", starts_line, start, position)
            starts_line, start = False, position
        if opened is not None:
            position, is_hole = _after_part(text, position, opened)
            yield Token(TEXT, is_word=False, starts_line=starts_line, start=start, end=position)
            if is_hole:
                braces.append(opened)
                yield Token("{", is_word=False, starts_line=False, start=position - 1, end=position)
        starts_line = False


def _opened(sign: str, kind: str, braces: list[_Text | None]) -> _Text | None:
    """Return the string that begins at this sign, or continues after the template expression that it closes."""
    if kind == "text":
        quotes = sign.lstrip("$")
        return _Text(_RAW_PART if len(quotes) > 1 else _PLAIN_PART, max(1, len(sign) - len(quotes)))
    if sign == "{":
        braces.append(None)
    return braces.pop() if sign == "}" and braces else None


def _shown(text: str, kind: str, start: int) -> str:
    """Return the token for an annotation, a character or a lone dollar; a label is not an annotation."""
    if kind != "note":
        return TEXT
    before = text[start - 1 : start]
    return "label" if before == "_" or before.isalnum() else NOTE


def _after_comment(text: str, position: int) -> int:
    """Return where the comment ends that was opened just before; comments hold comments."""
    depth = 1
    for end in _COMMENT_END.finditer(text, position):
        depth += 1 if end.group() == "/*" else -1
        if not depth:
            return end.end()
    return len(text)


def _after_part(text: str, position: int, opened: _Text) -> tuple[int, bool]:
    """Return where a string ends or its next hole begins, and which of both."""
    for part in opened.parts.finditer(text, position):
        if part["end"]:
            return (part.start() if part["end"] == "\n" else part.end()), False
        if part["hole"] and len(part["dollars"]) >= opened.dollars:
            return part.end(), True
    return len(text), False
