"""Ignore patterns as git reads them, one list a file, with the line that decided.

A walk starts at the top and never enters an ignored folder, so a pattern is only ever tested with one entry,
never about what lies below it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from indexer.discovery.globs import glob_to_regex

_GLOB = re.compile(r"[*?\[\\]")

MAX_PATTERN_CHARS = 4_096
"""Longer lines are no patterns that a person wrote; they are left out."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of an ignore file.

    Attributes:
        line: from 1.
        glob: without ``!``, the leading and the trailing slash.
        negated: it includes again.
        folders_only: it ended with a slash.
        anchored: it holds a slash, so it is compared with the whole path below its file.
    """

    line: int
    text: str
    glob: str
    negated: bool
    folders_only: bool
    anchored: bool


def read_pattern(raw: str, line: int) -> Pattern | None:
    """Return the pattern of a line, or None for blank lines, comments and what can match nothing."""
    if len(raw) > MAX_PATTERN_CHARS:
        return None
    text = _without_trailing_blanks(raw)
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    glob = text[1:] if negated else text
    folders_only = glob.endswith("/")
    if folders_only:
        glob = glob[:-1]
    anchored = "/" in glob
    glob = glob.removeprefix("/")
    if not glob:
        return None
    return Pattern(line, text, glob, negated, folders_only, anchored)


def _without_trailing_blanks(raw: str) -> str:
    text = raw.removesuffix("\n").removesuffix("\r")
    end = len(text)
    while end and text[end - 1] == " " and not _escaped(text, end - 1):
        end -= 1
    return text[:end]


def _escaped(text: str, position: int) -> bool:
    before = text[:position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


@dataclass(slots=True)
class PatternTable:
    """The patterns of one ignore file, arranged so that most names are decided by a dictionary."""

    ignore_case: bool = False
    _names: dict[str, list[Pattern]] = field(default_factory=dict)
    _extensions: dict[str, list[Pattern]] = field(default_factory=dict)
    _paths: dict[str, list[Pattern]] = field(default_factory=dict)
    _globs: list[tuple[Pattern, re.Pattern[str]]] = field(default_factory=list)
    _any_glob: re.Pattern[str] | None = None
    _any_path_glob: re.Pattern[str] | None = None

    def add_all(self, patterns: Iterable[Pattern]) -> None:
        """Take the patterns of a file; called once."""
        names: list[str] = []
        paths: list[str] = []
        for pattern in patterns:
            regex = self._add(pattern)
            if regex:
                (paths if pattern.anchored else names).append(regex)
        self._any_glob = self._one_of(names)
        self._any_path_glob = self._one_of(paths)

    def _one_of(self, regexes: list[str]) -> re.Pattern[str] | None:
        return self._compiled("|".join(f"(?:{regex})" for regex in regexes)) if regexes else None

    def _compiled(self, regex: str) -> re.Pattern[str]:
        return re.compile(f"(?s:{regex})", re.IGNORECASE if self.ignore_case else 0)

    def _add(self, pattern: Pattern) -> str | None:
        """File a pattern; return its expression when it needs one."""
        glob = pattern.glob.lower() if self.ignore_case else pattern.glob
        if not _GLOB.search(glob):
            (self._paths if pattern.anchored else self._names).setdefault(glob, []).append(pattern)
            return None
        if not pattern.anchored and re.fullmatch(r"\*\.[^*?\[\\.]+", glob):
            self._extensions.setdefault(glob[1:], []).append(pattern)
            return None
        regex = glob_to_regex(pattern.glob)
        if regex is not None:
            self._globs.append((pattern, self._compiled(regex)))
        return regex

    def last_match(self, path: str, name: str, *, is_folder: bool) -> Pattern | None:
        """Return the last pattern that matches, which decides; None when none does.

        Args:
            path: below the folder of the ignore file, with ``/``.
            name: last part of ``path``.
            is_folder: only folders match patterns that end with a slash; a link to a folder is none.
        """
        if self.ignore_case:
            path, name = path.lower(), name.lower()
        matches = self._literal_matches(path, name)
        if self._globs:
            matches += self._glob_matches(path, name)
        fitting = [pattern for pattern in matches if is_folder or not pattern.folders_only]
        return max(fitting, key=_line) if fitting else None

    def _literal_matches(self, path: str, name: str) -> list[Pattern]:
        matches = [*self._names.get(name, ())]
        if self._paths:
            matches += self._paths.get(path, ())
        if self._extensions and "." in name:
            matches += self._extensions.get(name[name.rfind(".") :], ())
        return matches

    def _glob_matches(self, path: str, name: str) -> list[Pattern]:
        in_names = self._any_glob is not None and self._any_glob.fullmatch(name)
        in_paths = self._any_path_glob is not None and self._any_path_glob.fullmatch(path)
        if not in_names and not in_paths:
            return []
        return [pattern for pattern, regex in self._globs if regex.fullmatch(path if pattern.anchored else name)]


def _line(pattern: Pattern) -> int:
    return pattern.line
