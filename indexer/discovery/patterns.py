"""Ignore patterns as git reads them, one list a file, with the line that decided.

A walk goes from the top and never enters an ignored folder, so a pattern is only ever asked about one entry,
never about what lies below it. Where git compares bytes, characters are compared here: ``?`` stands for one
character of any script.
"""

import re
from dataclasses import dataclass, field

_GLOB = re.compile(r"[*?\[\\]")

_POSIX_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}

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
    text = _without_trailing_blanks(raw)
    if not text or text.startswith("#") or len(text) > MAX_PATTERN_CHARS:
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


def glob_to_regex(glob: str) -> str | None:
    """Return a regular expression for a glob that matches a whole path, or None for a glob that is broken.

    Each part between two stars is taken at its first place (an atomic group), which finds the same paths and
    keeps the time linear for a glob that was written to be slow.
    """
    parts: list[str] = []
    position = 0
    while position < len(glob):
        step = _star(glob, position) if glob[position] == "*" else _single(glob, position)
        if step is None:
            return None
        piece, position = step
        parts.append(piece)
    return _join(parts)


_ANY_FOLDERS = "(?:[^/]+/)*"
_ANY_PATH = ".*"
_ANY_NAME = "[^/]*"
_STARS = frozenset({_ANY_FOLDERS, _ANY_PATH, _ANY_NAME})


def _star(glob: str, start: int) -> tuple[str, int]:
    end = start
    while end < len(glob) and glob[end] == "*":
        end += 1
    opens = start == 0 or glob[start - 1] == "/"
    if end - start == 1 or not opens:
        return _ANY_NAME, end
    if end == len(glob):
        return _ANY_PATH, end
    if glob[end] == "/":
        return _ANY_FOLDERS, end + 1
    return _ANY_NAME, end


def _single(glob: str, start: int) -> tuple[str, int] | None:
    char = glob[start]
    if char == "?":
        return "[^/]", start + 1
    if char == "[":
        return _bracket(glob, start)
    if char == "\\":
        if start + 1 == len(glob):
            return None
        return re.escape(glob[start + 1]), start + 2
    return re.escape(char), start + 1


def _bracket(glob: str, start: int) -> tuple[str, int] | None:
    position = start + 1
    negated = glob[position : position + 1] in {"!", "^"}
    position += negated
    items: list[str] = []
    first = True
    while position < len(glob):
        if glob[position] == "]" and not first:
            return _bracket_regex(items, negated=negated), position + 1
        first = False
        item = _bracket_item(glob, position)
        if item is None:
            return None
        piece, position = item
        items.append(piece)
    return None


def _bracket_regex(items: list[str], *, negated: bool) -> str:
    body = "".join(items)
    if negated:
        return f"[^/{body}]"
    return f"(?!/)[{body}]" if body else "(?!)"


def _bracket_item(glob: str, position: int) -> tuple[str, int] | None:
    named = re.compile(r"\[:(\w*):\]").match(glob, position)
    if named:
        body = _POSIX_CLASSES.get(named[1])
        return None if body is None else (body, named.end())
    low, position = _bracket_char(glob, position)
    if glob[position : position + 1] == "-" and glob[position + 1 : position + 2] not in {"", "]"}:
        high, position = _bracket_char(glob, position + 1)
        return (f"{re.escape(low)}-{re.escape(high)}" if low <= high else "", position)
    return (re.escape(low), position) if low else None


def _bracket_char(glob: str, position: int) -> tuple[str, int]:
    if glob[position] == "\\":
        position += 1
    return glob[position : position + 1], position + 1


def _join(parts: list[str]) -> str:
    """Put an atomic group round each star and what follows it, up to the next star of its kind or wider."""
    stars = [index for index, part in enumerate(parts) if part in _STARS]
    pieces = ["".join(parts[: stars[0]])] if stars else ["".join(parts)]
    for index, following in zip(stars, [*stars[1:], None], strict=True):
        star, fixed = parts[index], "".join(parts[index + 1 : following])
        same = following is not None and parts[following] == star and "/" not in fixed
        pieces.append(f"(?>{star}?{fixed})" if same and fixed else star + fixed)
    return "".join(pieces)


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

    def add_all(self, patterns: list[Pattern]) -> None:
        """Take patterns in the order of their lines."""
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
        """
        if self.ignore_case:
            path, name = path.lower(), name.lower()
        found = [
            *self._names.get(name, ()),
            *self._paths.get(path, ()),
            *(self._extensions.get(name[name.rfind(".") :], ()) if "." in name else ()),
            *self._glob_matches(path, name),
        ]
        fitting = [pattern for pattern in found if is_folder or not pattern.folders_only]
        return max(fitting, key=lambda pattern: pattern.line, default=None)

    def _glob_matches(self, path: str, name: str) -> list[Pattern]:
        in_names = self._any_glob is not None and self._any_glob.fullmatch(name)
        in_paths = self._any_path_glob is not None and self._any_path_glob.fullmatch(path)
        if not in_names and not in_paths:
            return []
        return [pattern for pattern, regex in self._globs if regex.fullmatch(path if pattern.anchored else name)]
