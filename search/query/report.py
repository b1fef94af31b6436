"""Recognises pasted text: an issue report, a stack trace, a log or a diff, which no query language applies to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from search.query.filter_rules import problem_of
from search.query.tokens import FILTER_KEYS, Token, TokenKind, tokens, with_short_words
from search.query.trace import LINE_READ, Frame, frames_in, prose_of

MOST_TYPED_WORDS = 12
"""Longer texts with quotes, flags or colons are pasted: people do not type queries of that length."""
MOST_CHARACTERS = 40_000
"""Part of a pasted text that is read: its beginning and its end, of which one has the innermost frames."""
_END = MOST_CHARACTERS // 4
"""Part of a longer text that is read from its end: Python prints the innermost frames and the message last."""
_MOST_MESSAGES = 8
"""Error messages that are looked up; a log repeats the same few."""

LEAST_MESSAGE_WORDS = 3
"""Shorter texts with a number are rather names: ``http 404``."""

_PROVING_KEYS = frozenset({"lang", "is", "ext", "repo", "sym"})
"""Keys that no log and no report writes: a sound filter with one means the query language wherever it stands."""

_ESCAPES = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])"
"""Control sequences of terminals (ECMA-48): colours, cursor movements and titles."""
_CODE_FENCE = r"(?m)^[^\S\n]*(?:```|~~~).*$"
_PYTHON_FRAME = r'(?m)^[^\S\n]*File "[^"\n]+", line \d+'
_OPTION = re.compile(r"--?\w")
_TITLE_MARKS = "#*>- \t"
_ERROR = (
    r"(?:^|[\s\"'\[(.:])[A-Za-z_]\w*(?:Error|Exception|Warning|Failure|Panic|Fault)"
    r"(?: \[[^\]\n]*\])?: (?P<message>.+)$"
)
_RAISED = r"^(?:[A-Za-z_]\w*\.)+[A-Z]\w*: (?P<message>.+)$"
"""Last line of a Python trace with an exception of the program's own."""
_LOGGED = (
    r"(?:^|[\s\[(|])(?:ERROR|FATAL|CRITICAL|SEVERE|WARN|WARNING|PANIC|error|fatal|panic|warning|Error|Fatal)"
    r"(?:\[[^\]\n]*\]|\([^)\n]*\))?[\])|]*[:\s]+(?:[\w.]+:\s)?(?P<message>\S.+)$"
)
_PANICKED = r"panicked at (?:'(?P<message>[^'\n]+)'|[^\n]*:$)"
_VARIABLE = r"\d|'[^']+'|\"[^\"]+\"|`[^`]+`|/\w+/|\b[a-z]\w*\.(?:[a-z]\w*\.)*[A-Z]\w*|[.!]$|[.!] [A-Z]"
"""A part of a message that a program filled in (a number, a quoted value, a path or the full name of a class), or
the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Report:
    """A pasted text.

    Attributes:
        title: the first line of its prose that is not blank, without marks of a heading.
        text: the text without control sequences and marks of code blocks, at most `MOST_CHARACTERS`.
        prose: the text without the lines of its stack traces.
        frames: the places in code that it names, the likeliest cause first.
        messages: error messages that it contains, in order.
        word_count: number of words.
    """

    title: str
    text: str
    prose: str
    frames: tuple[Frame, ...]
    messages: tuple[str, ...]
    word_count: int


def filter_line_start(text: str, *, pasted: bool = False) -> int:
    """Return where the query language applies in a text: 0 if it was typed, else the start of its filter line.

    A last line with nothing but known filters narrows a pasted text; without such a line the result is the length
    of the text. ``pasted`` says that the text was not typed, whatever it looks like.
    """
    if not pasted and not _looks_pasted(text):
        return 0
    start = text.rfind("\n") + 1
    last = list(tokens(text[start:])) if 0 < len(text) - start <= MOST_CHARACTERS else []
    return start if last and all(token.key in FILTER_KEYS and token.values for token in last) else len(text)


def report_in(text: str) -> Report | None:
    """Return the report that a query text is, or None for a typed query.

    A text is a report if it has several lines, more than `MOST_CHARACTERS`, or more than twelve words, no known
    filter, and a part that the query language would take for a phrase, an exclusion or an unknown filter.
    """
    return report_of(text) if _looks_pasted(text) else None


def report_of(text: str) -> Report:
    """Return the report that a pasted text is."""
    parts = [_plain(part) for part in _parts_read(text[: filter_line_start(text, pasted=True)])]
    plain, frames = "\n".join(parts), _frames(parts)
    prose = prose_of(plain) if frames else plain.strip()
    first = next((line.strip(_TITLE_MARKS) for line in prose.splitlines() if line.strip(_TITLE_MARKS)), "")
    return Report(
        title=first,
        text=plain.strip(),
        prose=prose,
        frames=frames,
        messages=tuple(dict.fromkeys(_messages(plain)))[:_MOST_MESSAGES],
        word_count=len(plain.split()),
    )


def _parts_read(text: str) -> tuple[str, ...]:
    """Return the text, or the beginning and the end of a long one, at most `MOST_CHARACTERS` together."""
    if len(text) <= MOST_CHARACTERS:
        return (text,)
    end = text[1 - _END :]
    return text[: MOST_CHARACTERS - _END], end[end.find("\n") + 1 :]


def _plain(text: str) -> str:
    plain = _compiled(_CODE_FENCE).sub("", _compiled(_ESCAPES).sub("", text))
    return with_short_words(plain.replace("\0", " "))


def _frames(parts: Sequence[str]) -> tuple[Frame, ...]:
    """Return the frames of the parts of a text, those of the end first if the innermost ones are printed there."""
    ordered = reversed(parts) if _compiled(_PYTHON_FRAME).search(parts[-1]) else parts
    return tuple(dict.fromkeys(frame for part in ordered for frame in frames_in(part)))


def message_in(words: str) -> str:
    """Return a typed query that is an error message, with values filled in or a whole sentence, else ""."""
    text = words.strip()
    return text if len(text.split()) >= LEAST_MESSAGE_WORDS and _compiled(_VARIABLE).search(text) else ""


def _looks_pasted(text: str) -> bool:
    """Return whether a text has several lines that are not blank, is very long, or is long and has operators."""
    stripped = text.strip()
    if len(stripped) > MOST_CHARACTERS or "\n" in stripped or "\r" in stripped:
        return True
    return _is_long_with_operators(stripped)


def _is_long_with_operators(text: str) -> bool:
    if len(text.split()) <= MOST_TYPED_WORDS:
        return False
    parts = list(tokens(text))
    if _has_filters(parts):
        return False
    words = sum(
        len(token.text.split()) for token in parts if token.kind is not TokenKind.FILTER or _operates(token)
    )
    return words > MOST_TYPED_WORDS and any(map(_operates, parts))


def _has_filters(parts: Sequence[Token]) -> bool:
    """Return whether a line has filters that somebody wrote or ticked.

    They are sound, and stand before or after all words; or they have a key that no other text has, and nothing in
    the line only looks like a filter.
    """
    filters = [token for token in parts if token.kind is TokenKind.FILTER]
    if all(map(_is_sound, filters)) and any(token.key in _PROVING_KEYS for token in filters):
        return True
    first = takewhile(_is_sound, parts)
    last = filter(_is_sound, takewhile(_is_no_word, reversed(parts)))
    return any((*first, *last))


def _is_no_word(token: Token) -> bool:
    return token.kind is TokenKind.FILTER or token.negated


def _is_sound(token: Token) -> bool:
    return token.kind is TokenKind.FILTER and problem_of(token) is None


def _operates(token: Token) -> bool:
    """Return whether the token is no plain word or known filter: an operator, or an option of a program."""
    is_unknown = token.kind is TokenKind.FILTER and (token.key not in FILTER_KEYS or not token.values)
    is_option = token.kind is TokenKind.WORD and _OPTION.match(token.text) is not None
    return token.negated or is_option or token.kind in {TokenKind.PHRASE, TokenKind.REGEX} or is_unknown


def _messages(text: str) -> Iterator[str]:
    lines = [line[:LINE_READ] for line in text.splitlines()]
    for number, line in enumerate(lines):
        for pattern in (_ERROR, _RAISED, _LOGGED):
            if match := _compiled(pattern).search(line):
                yield match["message"].strip()
                break
        if match := _compiled(_PANICKED).search(line):
            following = lines[number + 1].strip() if number + 1 < len(lines) else ""
            yield match["message"] or following


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Return the compiled pattern; a typed query needs none of them."""
    return re.compile(expression)
