"""The outline of a file: its headings, types and functions, read from the colours of its text. Pure."""

import re
from dataclasses import dataclass

from ui.code.lexing import CodeSpan, LexedText

_DEFINES = {"c_cls", "c_fn"}
_HEADS = "c_head"
_BEFORE = re.compile(r"[\w\s<>\[\],*&:?@~]*")
"""What stands before a name that is defined: words of the language and types, but no call, value or member."""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A definition or heading.

    Attributes:
        line: from 1.
        indent: columns before its line: what is inside another one has more.
    """

    name: str
    line: int
    indent: int


def outline(text: str, lexed: LexedText | None) -> tuple[OutlineEntry, ...]:
    """Return what a file defines, by line; nothing for a text without colours."""
    if lexed is None:
        return ()
    entries = (_entry(line, number, lexed.line(number)) for number, line in enumerate(text.split("\n")))
    return tuple(entry for entry in entries if entry is not None)


def _entry(line: str, number: int, spans: tuple[CodeSpan, ...]) -> OutlineEntry | None:
    indent = len(line) - len(line.lstrip())
    for span in spans:
        if span.token == _HEADS:
            return OutlineEntry(line.strip().lstrip("#=").strip(), number + 1, indent)
        if span.token in _DEFINES and span.start > indent and _BEFORE.fullmatch(line[: span.start]):
            return OutlineEntry(line[span.start : span.start + span.length], number + 1, indent)
    return None
