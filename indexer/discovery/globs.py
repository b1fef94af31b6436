"""Git's globs as regular expressions, whose time is linear even for globs written to be slow.

Git compares bytes, this module characters: ``?`` matches one character of any script.
"""

import re
from itertools import zip_longest

_ANY_FOLDERS = "(?:[^/]+/)*"
_ANY_PATH = ".*"
_ANY_NAME = "[^/]*"
_SLASH = "/"
_WIDE = frozenset({_ANY_FOLDERS, _ANY_PATH})
_NARROW = frozenset({_ANY_NAME})

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
_POSIX_CLASS = re.compile(r"\[:([^\]]*):\]")


def glob_to_regex(glob: str) -> str | None:
    """Return a regular expression that a path must match as a whole, or None for a glob that is broken.

    ``*`` and ``?`` stay within one part of a path, ``**`` between slashes stands for any number of folders.
    """
    tokens: list[str] = []
    position = 0
    while position < len(glob):
        step = _star(glob, position) if glob[position] == "*" else _single(glob, position)
        if step is None:
            return None
        token, position = step
        if tokens[-1:] != [token] or token not in _WIDE:
            tokens.append(token)
    return _atomic(tokens, _WIDE)


def _star(glob: str, start: int) -> tuple[str, int]:
    end = start
    while end < len(glob) and glob[end] == "*":
        end += 1
    begins_part = start == 0 or glob[start - 1] == "/"
    if end - start == 1 or not begins_part:
        return _ANY_NAME, end
    if end == len(glob):
        return _ANY_PATH, end
    return (_ANY_FOLDERS, end + 1) if glob[end] == "/" else (_ANY_NAME, end)


def _single(glob: str, start: int) -> tuple[str, int] | None:
    char = glob[start]
    if char == "?":
        return "[^/]", start + 1
    if char == "[":
        return _bracket(glob, start)
    if char == "\\":
        return (re.escape(glob[start + 1]), start + 2) if start + 1 < len(glob) else None
    return re.escape(char), start + 1


def _bracket(glob: str, start: int) -> tuple[str, int] | None:
    position = start + 1
    negated = glob[position : position + 1] in {"!", "^"}
    position += negated
    items: list[str] = []
    begin = position
    while position < len(glob):
        if glob[position] == "]" and position > begin:
            return _class("".join(items), negated=negated), position + 1
        item = _bracket_item(glob, position)
        if item is None:
            return None
        piece, position = item
        items.append(piece)
    return None


def _class(body: str, *, negated: bool) -> str:
    if negated:
        return f"[^/{body}]"
    return f"(?!/)[{body}]" if body else "(?!)"


def _bracket_item(glob: str, position: int) -> tuple[str, int] | None:
    named = _POSIX_CLASS.match(glob, position)
    if named:
        body = _POSIX_CLASSES.get(named[1])
        return None if body is None else (body, named.end())
    low, position = _bracket_char(glob, position)
    if not low:
        return None
    if glob[position : position + 1] == "-" and glob[position + 1 : position + 2] not in {"", "]"}:
        high, position = _bracket_char(glob, position + 1)
        return (f"{_in_class(low)}-{_in_class(high)}" if low <= high else _in_class(low), position)
    return _in_class(low), position


def _bracket_char(glob: str, position: int) -> tuple[str, int]:
    if glob[position] == "\\":
        position += 1
    return glob[position : position + 1], position + 1


def _in_class(char: str) -> str:
    return f"\\{char}" if char in "\\]^-[&~|" else char


def _atomic(tokens: list[str], stars: frozenset[str]) -> str:
    """Join tokens; the text between two stars is matched at its first position and never tried again.

    The second star takes up whatever the first leaves, so the first place serves as well as any later one. First
    for the stars that cross folders, then within each run between those.
    """
    star_positions = [index for index, token in enumerate(tokens) if token in stars]
    head = tokens[: star_positions[0]] if star_positions else tokens
    pieces = [_inner(head, stars)]
    for star, following in zip_longest(star_positions, star_positions[1:]):
        fixed = _inner(tokens[star + 1 : following], stars)
        pieces.append(f"(?>{tokens[star]}?{fixed})" if following is not None and fixed else tokens[star] + fixed)
    return "".join(pieces)


def _inner(tokens: list[str], stars: frozenset[str]) -> str:
    """Join the tokens of a run without ``stars``, one part of the path after the other."""
    if stars != _WIDE:
        return "".join(tokens)
    pieces: list[str] = []
    start = 0
    slashes = [index for index, token in enumerate(tokens) if token == _SLASH]
    for end in [*slashes, len(tokens)]:
        pieces.append(_atomic(tokens[start:end], _NARROW))
        start = end + 1
    return _SLASH.join(pieces)
