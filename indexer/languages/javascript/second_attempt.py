"""TypeScript that does not parse: what its grammar does not know, written as it knows it."""

import re
from collections.abc import Iterable, Iterator

_ONLY_TYPES = re.compile(rb"(?<=\bexport)([ \t]+)type(?=\s*\*)")
"""``export type * from "./cart"``, which TypeScript has since version 5."""

_HEAD = re.compile(
    rb"([ \t]*)(?:export[ \t]+|declare[ \t]+|default[ \t]+)*(?:interface\b|type\b[^\n]*=[ \t]*\{[ \t]*$)"
)
_GENERIC = re.compile(rb"[ \t]+<(?:\s*$|(?:const\s+)?[A-Za-z_$])")
_ENDS = frozenset(b"_$>)]}'\"`0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""What the type that a call signature gives ends with."""

_COMMENTS = (b"//", b"/*", b"*")


def readable(source: bytes) -> bytes:
    """Return a source with plain exports and separate signatures, everything in its place."""
    plain = _ONLY_TYPES.sub(rb"\1    ", source)
    return b"\n".join(_separated(plain.split(b"\n")))


def _separated(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Put a semicolon before a call signature with type parameters that follows another one.

    The grammar takes its ``<`` for type arguments of what the line above ends with, and loses all that follows.
    """
    margin: bytes | None = None
    last = b""
    for line in lines:
        text = line.strip()
        head = _HEAD.match(line) if margin is None else None
        if head:
            margin, last = head.group(1), b""
        elif margin is not None and line.startswith(margin + b"}"):
            margin = None
        code = text.partition(b"//")[0].rstrip()
        generic = _GENERIC.match(line) if margin is not None and last and last[0] in _ENDS else None
        yield _with_semicolon(line) if generic else line
        if code and not text.startswith(_COMMENTS):
            last = code[-1:]


def _with_semicolon(line: bytes) -> bytes:
    start = line.index(b"<")
    return line[: start - 1] + b";" + line[start:]
