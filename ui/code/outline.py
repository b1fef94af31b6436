"""The outline of a file: its headings, types and functions, known or read from the colours of its text. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ui.code.lexing import CodeSpan, LexedText

_DEFINES = {"c_cls", "c_fn"}
_HEADS = "c_head"
_BEFORE = re.compile(r"[\w\s<>\[\],*&:?@~]*")
"""What may precede a defined name: words of the language and types, but no call, value or member."""

_USES = re.compile(r"\b(?:new|return|else|throw|await|yield|case|delete|in|not)\b")
"""Words before a name that is used, not defined."""

_STATEMENTS = frozenset({"if", "for", "foreach", "while", "switch", "catch", "return", "using", "lock"})
"""Statements that precede parentheses as names of functions do, and are coloured like them."""

_HEADING_MARKS = re.compile(r"(#{1,6}|={1,6})\s")


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A definition or heading.

    Attributes:
        line: from 1.
        indent: columns before its line: an inner definition has more.
    """

    name: str
    line: int
    indent: int


def outline_of(definitions: Iterable[tuple[str, int]], text: str) -> tuple[OutlineEntry, ...]:
    """Return the outline of a file whose definitions are known, each by its name and line."""
    lines = text.split("\n")
    return tuple(
        OutlineEntry(name, line, _indent(lines[line - 1])) for name, line in definitions if line <= len(lines)
    )


def levels(entries: Iterable[OutlineEntry]) -> tuple[int, ...]:
    """Return for each entry the number of entries that enclose it: earlier ones that begin further left."""
    around: list[int] = []
    depths = []
    for entry in entries:
        while around and around[-1] >= entry.indent:
            around.pop()
        depths.append(len(around))
        around.append(entry.indent)
    return tuple(depths)


def outline(text: str, lexed: LexedText | None) -> tuple[OutlineEntry, ...]:
    """Return the definitions of a file, by line; nothing for a text without colours."""
    if lexed is None:
        return ()
    entries = (_entry(line, number, lexed.line(number)) for number, line in enumerate(text.split("\n")))
    return tuple(entry for entry in entries if entry is not None)


def _entry(line: str, number: int, spans: tuple[CodeSpan, ...]) -> OutlineEntry | None:
    indent = _indent(line)
    for span in spans:
        if span.token == _HEADS:
            return OutlineEntry(line.strip().lstrip("#=").strip(), number + 1, indent)
        name, before = line[span.start : span.start + span.length], line[: span.start]
        if span.token in _DEFINES and span.start > indent and name not in _STATEMENTS and _defines(before):
            return OutlineEntry(name, number + 1, indent)
    return None


def _defines(before: str) -> bool:
    """Return whether the text before a name can begin its definition."""
    return _BEFORE.fullmatch(before) is not None and _USES.search(before) is None


def _indent(line: str) -> int:
    """Return the columns before a line, or how deep a heading of Markdown or AsciiDoc is."""
    marks = _HEADING_MARKS.match(line)
    return marks.end(1) - 1 if marks is not None else len(line) - len(line.lstrip())
