"""Ignore files on disk: their locations, how they are read, and which entries they match."""

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from indexer.discovery.patterns import Pattern, PatternTable, read_pattern

MAX_BYTES = 1_000_000
"""Longer ignore files are generated; the rest is not read."""

MAX_PATTERNS = 20_000

ReadText = Callable[[Path], str]
"""Gives the text of a small file, empty where there is none."""


@dataclass(frozen=True, slots=True)
class IgnoreList:
    """The patterns of one file.

    Attributes:
        source: the file, as shown to a person: ``src/.gitignore``.
        base: the folder that the patterns are relative to, from the root: empty or ``a/b/``.
        above: what to put before a path of the root, for a file that stands above the root: ``c/d/``.
    """

    source: str
    table: PatternTable
    base: str = ""
    above: str = ""

    def decide(self, path: str, name: str, *, is_folder: bool) -> Pattern | None:
        """Return the pattern that decides on an entry at ``path`` from the root, None when none matches."""
        return self.table.last_match(self.above + path[len(self.base) :], name, is_folder=is_folder)

    def location(self, pattern: Pattern) -> str:
        """Return where a pattern stands, such as ``src/.gitignore:3``."""
        return f"{self.source}:{pattern.line}"


def list_of_lines(
    lines: Iterable[str], source: str, *, ignore_case: bool, base: str = "", above: str = ""
) -> IgnoreList | None:
    """Return the list of some lines, None when they hold no pattern."""
    read = (read_pattern(line, number) for number, line in enumerate(lines, start=1))
    patterns = [pattern for pattern in read if pattern][:MAX_PATTERNS]
    if not patterns:
        return None
    table = PatternTable(ignore_case)
    table.add_all(patterns)
    return IgnoreList(source, table, base, above)


def list_of_file(
    file: Path, source: str, *, ignore_case: bool, base: str = "", above: str = ""
) -> IgnoreList | None:
    """Return the list of a file, None when there is no such file, it cannot be read, or it holds no pattern."""
    return list_of_text(small_file(file), source, ignore_case=ignore_case, base=base, above=above)


def list_of_text(
    text: str, source: str, *, ignore_case: bool, base: str = "", above: str = ""
) -> IgnoreList | None:
    """Return the list of an ignore file's text, None when it holds no pattern."""
    if not text:
        return None
    lines = text.removeprefix("\ufeff").split("\n")
    return list_of_lines(lines, source, ignore_case=ignore_case, base=base, above=above)


def small_file(file: Path) -> str:
    """Return the beginning of a regular file, empty when it is none; a pipe or device is never waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(file, flags)
    except (OSError, ValueError):
        return ""
    with os.fdopen(handle, "rb") as opened:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return ""
        try:
            data = opened.read(MAX_BYTES)
        except OSError:
            return ""
    return data.decode("utf-8", "surrogateescape")
