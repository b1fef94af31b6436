"""Preprocessor directives of C and C++, and the choice between their branches."""

import re
from collections.abc import Sequence

from indexer.languages.conditional_code import Branch, Directive, blanked, without_branches

_HIDDEN = re.compile(
    rb"^[ \t]*\#[ \t]*(?P<directive>\w*)(?:[^\\\n]|\\(?:\r\n|.))*"
    rb"|//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?(?:\*/|\Z)"
    rb"|\b(?:u8|[uUL])?R\"(?P<fence>[^()\\\s\"]{0,16})\(.*?(?:\)(?P=fence)\"|\Z)"
    rb"|\"(?:[^\"\\\n]|\\.)*\"?|(?<!\w)'(?:[^'\\\n]|\\.)*'?",
    re.DOTALL | re.MULTILINE,
)
"""Directives, comments and literals; an unclosed one ends with the file or the line."""

_UNDERSCORES = bytes(each if each in b"\r\n" else ord("_") for each in range(256))


def plain_code(source: bytes) -> tuple[bytes, list[Directive]]:
    """Return a source with blanks for directives and comments and ``"__"`` for literals, and the directives."""
    directives: list[Directive] = []

    def hidden(match: re.Match[bytes]) -> bytes:
        text, word = match.group(), match["directive"]
        if word is not None:
            directives.append(Directive(match.start(), match.end(), word))
        elif not text.startswith(b"/") and len(text) > 1:
            return b'"' + text[1:-1].translate(_UNDERSCORES) + b'"'
        return blanked(text)

    return _HIDDEN.sub(hidden, source), directives


def without_conditions(source: bytes, directives: list[Directive]) -> bytes:
    """Return a source with blanks for ``#if`` and the like; of branches that leave a brace open, only the first.

    A grammar takes such lines between declarations and statements only; where they are gone, all branches that
    close what they open are read one after the other.
    """
    return without_branches(source, directives, _unbalanced)


def _unbalanced(source: bytes | bytearray, branches: Sequence[Branch]) -> Sequence[Branch]:
    """Return all branches but the first if one of them leaves a brace open."""
    is_cut = any(source.count(b"{", *branch) != source.count(b"}", *branch) for branch in branches)
    return branches[1:] if is_cut else ()
