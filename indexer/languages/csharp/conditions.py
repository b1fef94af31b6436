"""C# in which ``#if`` cuts through a declaration or a statement: one way to read it."""

import re
from collections.abc import Sequence

from indexer.languages.conditional_code import Branch, Directive, without_branches

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*", re.MULTILINE)

_BEGINNING = re.compile(rb"[\w\[@(~\"]")

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)


def without_conditions(source: bytes) -> bytes:
    """Return a source with blanks for ``#if`` and the like, everything in its place.

    Branches that are whole declarations or statements are all read; of any others the first that is not empty.
    """
    directives = (Directive(*match.span(), match[1]) for match in _DIRECTIVE.finditer(source))
    return without_branches(source, directives, _partial)


def _partial(source: bytes | bytearray, branches: Sequence[Branch]) -> Sequence[Branch]:
    """Return all branches but the first that is not empty, unless each is a whole declaration or statement."""
    texts = [_COMMENT.sub(b"", source[start:end]).strip() for start, end in branches]
    if len(branches) == 1 or all(map(_is_whole, texts)):
        return ()
    chosen = next((at for at, text in enumerate(texts) if text), 0)
    return [branch for at, branch in enumerate(branches) if at != chosen]


def _is_whole(text: bytes) -> bool:
    """Return whether a branch has balanced brackets, and begins and ends like a declaration or a statement."""
    if not text:
        return True
    is_closed = text.count(b"{") == text.count(b"}")
    return is_closed and _BEGINNING.match(text) is not None and text.endswith((b";", b"}", b"]"))
