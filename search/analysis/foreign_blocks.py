"""Blocks of source code by which others reach what is in them: traits of libraries, types that are added to."""

import re
from collections.abc import Sequence

MOST_LINES = 3_000
"""Lines above a definition in which the head of its block is looked for."""

_HEAD_LINES = 12
"""Lines that the head of a block takes at most."""

_TYPESCRIPT = frozenset(("typescript", "tsx"))
_SCRIPTS = _TYPESCRIPT | {"javascript", "jsx", "vue", "svelte"}

_IMPL = re.compile(r"\s*(?:unsafe\s+)?impl\b")
_FOR = re.compile(r"\sfor\s+(?!<)")
_AMBIENT = re.compile(r"\s*(?:export\s+)?declare\s+(?:global|module|namespace)\b")
_AMBIENT_FILE = re.compile(r"\.d\.[cm]?ts$")
_TYPE_ARGUMENTS = re.compile(r"(?<=\w)<[^<>]*>")
_OWN_OBJECTS = frozenset(("exports", "module", "self", "this"))


def head_around(lines: Sequence[str], at: int, language: str) -> str:
    """Return the head of the block around a line by which others may reach what is in it; else empty.

    That is ``impl Trait for Type`` in Rust and ``declare global`` in TypeScript.
    """
    begins = _IMPL if language == "rust" else _AMBIENT if language in _TYPESCRIPT else None
    if begins is None or at >= len(lines):
        return ""
    if begins.match(lines[at]):  # the whole block in one line
        return lines[at].partition("{")[0]
    indent = _indent(lines[at])
    for above in range(at - 1, max(-1, at - MOST_LINES), -1):
        line = lines[above]
        if not line.strip() or _indent(line) >= indent:
            continue
        if line.lstrip().startswith("}"):
            return ""
        if begins.match(line):
            return "\n".join(lines[above : min(at, above + _HEAD_LINES)]).partition("{")[0]
    return ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def trait_of(head: str) -> str:
    """Return the last part of the name of the trait in ``impl Trait<T> for Type``; empty where there is none."""
    before = _FOR.split(head, maxsplit=1)
    if len(before) == 1:
        return ""
    text, count = _TYPE_ARGUMENTS.subn("", before[0])
    while count:
        text, count = _TYPE_ARGUMENTS.subn("", text)
    names = re.findall(r"\w+", text)
    return names[-1] if len(names) > 1 else ""


def is_ambient(path: str, head: str, language: str) -> bool:
    """Return whether a declaration of TypeScript adds to types that are elsewhere."""
    return language in _TYPESCRIPT and (_AMBIENT_FILE.search(path) is not None or bool(head))


def is_in_literal(line: str, name: str, language: str) -> bool:
    """Return whether the line of a method of a script, which is in no class, is one of an object literal."""
    return language in _SCRIPTS and re.search(rf"\.{re.escape(name)}\s*=", line) is None


def replaces_member(line: str, name: str, language: str) -> bool:
    """Return whether a line of a script sets a member of an object of another: ``reader.onload = function``."""
    if language not in _SCRIPTS:
        return False
    match = re.search(rf"(?<![\w.$])(?P<object>[a-z_$][\w$]*)(?:\.[\w$]+)*\.{re.escape(name)}\s*=(?![=>])", line)
    return match is not None and match["object"] not in _OWN_OBJECTS and ".prototype." not in match.group()
