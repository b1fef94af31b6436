"""The words and signs of a Kotlin file; comments are passed over, strings stand as one sign."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"[ \t\r\f]*+(?:(?P<line>\n)|(?P<comment>//[^\n]*+)|(?P<open>/\*)"
    r"|(?P<word>\w++|`[^`\n]++`)|(?P<text>\$*+\"(?:\"\")?)|(?P<dollars>\$++)"
    r"|(?P<character>'(?:\\(?:u[0-9A-Fa-f]{4}|[^\n])|[^'\\\n])')|(?P<note>@(?:\w+:)?(?:[^\W\d]\w*+(?:\.\w++)*+)?)"
    r"|(?P<sign>\?\.|\?:|::|->|&&|\|\||\.\.<?|[=!]==?|[<>]=|[-+*/%]=|\+\+|--|!!|[^\s]))",
)
"""Each alternative begins with other signs than the rest, and none is taken back: no text takes long."""

_COMMENT_END = re.compile(r"/\*|\*/")
_PLAIN_PART = re.compile(r'\\.|(?P<end>["\n])|(?P<dollars>\$++)(?P<hole>\{)?', re.DOTALL)
_RAW_PART = re.compile(r'(?P<end>"{3,}+)|(?P<dollars>\$++)(?P<hole>\{)?')

NAME = "word"
NOTE = "@"
TEXT = '"'


class Token(NamedTuple):
    """A word or a sign.

    Attributes:
        sign: as written; ``@`` for an annotation without its arguments, ``"`` for a string or what is left of one.
        is_word: whether it is a name, a keyword or a number.
        starts_line: nothing but blanks and comments stand before it on its line.
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


def tokens(text: str) -> Iterator[Token]:  # noqa: C901 - one step a kind of sign, in one loop for speed
    """Yield the words and signs of a text in order; a hole in a string stands between braces."""
    position, starts_line = 0, True
    braces: list[_Text | None] = []
    while (found := _TOKEN.match(text, position)) is not None:
        kind, start, position = found.lastgroup or "", found.start(found.lastgroup or 0), found.end()
        if kind == "line":
            starts_line = True
            continue
        if kind in {"comment", "open"}:
            position = _after_comment(text, position) if kind == "open" else position
            continue
        sign, opened = found[kind], None
        if sign == "{":
            braces.append(None)
        elif sign == "}":
            opened = braces.pop() if braces else None
        elif kind == "text":
            quotes = sign.lstrip("$")
            opened = _Text(_RAW_PART if len(quotes) > 1 else _PLAIN_PART, max(1, len(sign) - len(quotes)))
            sign = TEXT
        elif kind in {"note", "character", "dollars"}:
            sign = _shown(text, kind, start)
        if kind != "text":
            yield Token(sign, kind == "word", starts_line, start, position)
        if opened is not None:
            begun, (position, is_hole) = position, _after_part(text, position, opened)
            yield Token(
                TEXT,
                is_word=False,
                starts_line=starts_line and kind == "text",
                start=start if kind == "text" else begun,
                end=position,
            )
            if is_hole:
                braces.append(opened)
                yield Token("{", is_word=False, starts_line=False, start=position - 1, end=position)
        starts_line = False


def _shown(text: str, kind: str, start: int) -> str:
    """Return what an annotation, a character or a lone dollar stands as; a label is no annotation."""
    if kind != "note":
        return TEXT
    before = text[start - 1 : start]
    return "label" if before == "_" or before.isalnum() else NOTE


def _after_comment(text: str, position: int) -> int:
    """Return where the comment ends that was opened just before; comments hold comments."""
    depth = 1
    for found in _COMMENT_END.finditer(text, position):
        depth += 1 if found.group() == "/*" else -1
        if not depth:
            return found.end()
    return len(text)


def _after_part(text: str, position: int, opened: _Text) -> tuple[int, bool]:
    """Return where a string ends or its next hole begins, and which of both."""
    for found in opened.parts.finditer(text, position):
        if found["end"]:
            return (found.start() if found["end"] == "\n" else found.end()), False
        if found["hole"] and len(found["dollars"]) >= opened.dollars:
            return found.end(), True
    return len(text), False
