"""Preprocessor directives of C and C++, and the choice between their branches."""

import re
from typing import NamedTuple

_HIDDEN = re.compile(
    rb"^[ \t]*\#[ \t]*(?P<directive>\w*)(?:[^\\\n]|\\(?:\r\n|.))*"
    rb"|//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?(?:\*/|\Z)"
    rb"|\b(?:u8|[uUL])?R\"(?P<fence>[^()\\\s\"]{0,16})\(.*?(?:\)(?P=fence)\"|\Z)"
    rb"|\"(?:[^\"\\\n]|\\.)*\"?|(?<!\w)'(?:[^'\\\n]|\\.)*'?",
    re.DOTALL | re.MULTILINE,
)
"""Directives, comments and literals; an unclosed one ends with the file or the line."""

_DEEPEST = 60
"""Conditions inside of each other of which one branch is chosen; a file of nothing else takes no longer."""

_BLANKS = bytes(each if each in b"\r\n" else ord(" ") for each in range(256))
_UNDERSCORES = bytes(each if each in b"\r\n" else ord("_") for each in range(256))


class Directive(NamedTuple):
    """A line such as ``#if A`` with those that continue it: its bytes and its word."""

    start: int
    end: int
    word: bytes


def blanked(text: bytes | bytearray) -> bytes:
    """Return a text with every character except line breaks replaced by a blank."""
    return bytes(text).translate(_BLANKS)


def plain_code(source: bytes) -> tuple[bytes, list[Directive]]:
    """Return a source with blanks for directives and comments and ``"__"`` for literals, and the directives."""
    directives: list[Directive] = []

    def hidden(match: re.Match[bytes]) -> bytes:
        text, word = match.group(), match["directive"]
        if word is not None:
            directives.append(Directive(match.start(), match.end(), word))
        elif not text.startswith(b"/") and len(text) > 1:
            return b'"' + text[1:-1].translate(_UNDERSCORES) + b'"'
        return text.translate(_BLANKS)

    return _HIDDEN.sub(hidden, source), directives


def without_conditions(source: bytes, directives: list[Directive]) -> bytes:
    """Return a source with blanks for ``#if`` and the like; of branches that leave a brace open, only the first.

    A grammar takes such lines between declarations and statements only; where they are gone, all branches that
    close what they open are read one after the other.
    """
    changed = bytearray(source)
    opened: list[list[int]] = []
    for start, end, word in directives:
        if not word.startswith((b"if", b"el", b"endif")):
            continue
        changed[start:end] = blanked(changed[start:end])
        if word.startswith(b"if"):
            opened.append([end])
        elif opened and word.startswith(b"el"):
            opened[-1] += (start, end)
        elif opened:
            ends = [*opened.pop(), start]
            if len(opened) < _DEEPEST:
                _choose(changed, ends)
    return bytes(changed)


def _choose(source: bytearray, ends: list[int]) -> None:
    branches = list(zip(ends[::2], ends[1::2], strict=True))
    if any(source.count(b"{", *branch) != source.count(b"}", *branch) for branch in branches):
        for start, end in branches[1:]:
            source[start:end] = blanked(source[start:end])
