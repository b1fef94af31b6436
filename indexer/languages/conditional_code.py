"""Code in which ``#if`` cuts through a definition: one way to read it, with every byte in its place."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Branch = tuple[int, int]
"""First byte of a branch of a condition, and the byte behind it."""

_DEEPEST = 60
"""Nested conditions of which branches are chosen; a file of nothing else takes no longer."""

_BLANKS = bytes(each if each in b"\r\n" else ord(" ") for each in range(256))


class Directive(NamedTuple):
    """A line such as ``#if A`` with those that continue it: its bytes and its word."""

    start: int
    end: int
    word: bytes


def blanked(text: bytes | bytearray) -> bytes:
    """Return a text with every character except line breaks replaced by a blank."""
    return bytes(text).translate(_BLANKS)


def without_branches(
    source: bytes,
    directives: Iterable[Directive],
    unread: Callable[[bytes | bytearray, Sequence[Branch]], Iterable[Branch]],
) -> bytes:
    """Return a source with blanks for its conditions and for the branches that are not read.

    Args:
        source: the text of a file.
        directives: those of the file, in their order; any that are no conditions stay.
        unread: returns the branches of a condition that are not read; called for inner conditions first.
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
            branches = list(zip(ends[::2], ends[1::2], strict=True))
            for first, last in unread(changed, branches) if len(opened) < _DEEPEST else ():
                changed[first:last] = blanked(changed[first:last])
    return bytes(changed)
