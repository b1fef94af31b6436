"""C# in which ``#if`` cuts through a declaration or a statement: one way to read it."""

import re

from indexer.languages.cpp.conditions import blanked

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*", re.MULTILINE)

_DEEPEST = 60
"""Conditions inside of each other of which one branch is chosen; a file of nothing else takes no longer."""

_BEGINNING = re.compile(rb"[\w\[@(~\"]")

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)


def without_conditions(source: bytes) -> bytes:
    """Return a source with blanks for ``#if`` and the like, everything in its place.

    Branches that are whole declarations or statements are all read; of any others the first that is not empty.
    """
    changed = bytearray(source)
    opened: list[list[int]] = []
    for match in _DIRECTIVE.finditer(source):
        start, end = match.span()
        changed[start:end] = blanked(changed[start:end])
        word = match[1]
        if word == b"if":
            opened.append([end])
        elif opened and word != b"endif":
            opened[-1] += (start, end)
        elif opened:
            ends = [*opened.pop(), start]
            if len(opened) < _DEEPEST:
                _choose(changed, ends)
    return bytes(changed)


def _choose(source: bytearray, ends: list[int]) -> None:
    branches = list(zip(ends[::2], ends[1::2], strict=True))
    texts = [_COMMENT.sub(b"", source[start:end]).strip() for start, end in branches]
    if len(branches) > 1 and not all(map(_is_whole, texts)):
        chosen = next((at for at, text in enumerate(texts) if text), 0)
        for at, (start, end) in enumerate(branches):
            if at != chosen:
                source[start:end] = blanked(source[start:end])


def _is_whole(text: bytes) -> bool:
    """Return whether a branch has balanced brackets, and begins and ends like a declaration or a statement."""
    if not text:
        return True
    is_closed = text.count(b"{") == text.count(b"}")
    return is_closed and _BEGINNING.match(text) is not None and text.endswith((b";", b"}", b"]"))
