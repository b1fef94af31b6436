"""The card: a few words that say what a whole file is about, for the encoder alone."""

import re
from collections.abc import Sequence

from indexer.discovery.languages import DOCUMENT_LANGUAGES
from indexer.facts.model import Definition
from search.analysis.names import split_identifier

COMMENT_CHARS = 380
"""Characters of the first comment: with the names about what the encoder reads."""
TYPE_NAMES = 8
FUNCTION_NAMES = 30
PATH_PARTS = 3

_TYPE_KINDS = frozenset(
    {
        "class",
        "interface",
        "struct",
        "record",
        "enum",
        "trait",
        "type",
        "table",
        "view",
        "module",
        "object",
        "protocol",
    }
)
_FUNCTION_KINDS = frozenset({"function", "method", "procedure", "constructor", "trigger", "macro"})
_HEADING_KINDS = frozenset({"section"})
_COMMENT = re.compile(
    r'''"""(?P<doc>.*?)"""|\'\'\'(?P<doc2>.*?)\'\'\'|/\*+(?P<block>.*?)\*/|<!--(?P<markup>.*?)-->'''
    r"|(?P<lines>(?:^[ \t]*(?://+[/!]?|\#+!?|--+|;+)(?!!).*\n?)+)",
    re.DOTALL | re.MULTILINE,
)
_MARKERS = re.compile(r"^[ \t]*(?:///?!?|\#+|--+|;+|\*+)[ \t]?", re.MULTILINE)
_LICENCE = re.compile(
    r"copyright|licen[cs]e|spdx|all rights reserved|warranty|permission is hereby", re.IGNORECASE
)
_NOISE = re.compile(r"^\s*(?:!|-\*-|eslint|pylint|noqa|vim:|region|pragma)", re.IGNORECASE)
_TAG = re.compile(r"</?\w+[^>]*>")
_SEARCHED_CHARS = 20_000
"""A file says what it is about near its beginning."""


def card_text(path: str, language: str, text: str, definitions: Sequence[Definition]) -> str:
    """Return what the encoder reads of a file as a whole: path words, first comment, type and function names."""
    folders_and_name = path.rsplit("/", PATH_PARTS)[-PATH_PARTS:]
    words = " ".join(word for part in folders_and_name for word in split_identifier(part.rsplit(".", 1)[0]))
    types = _names(definitions, _TYPE_KINDS, TYPE_NAMES)
    functions = _names(definitions, _FUNCTION_KINDS, FUNCTION_NAMES)
    headings = _names(definitions, _HEADING_KINDS, FUNCTION_NAMES)
    lines = (
        words,
        _opening(text) if language in DOCUMENT_LANGUAGES else first_comment(text),
        " ".join(f"{name} {' '.join(split_identifier(name))}" for name in types),
        " ".join(" ".join(split_identifier(name)) for name in functions),
        "; ".join(headings),
    )
    return "\n".join(line for line in lines if line.strip())


def _opening(text: str) -> str:
    return " ".join(text[: COMMENT_CHARS * 2].split())[:COMMENT_CHARS]


def _names(definitions: Sequence[Definition], kinds: frozenset[str], most: int) -> list[str]:
    return list(dict.fromkeys(one.name for one in definitions if one.kind in kinds))[:most]


def first_comment(text: str) -> str:
    """Return the first comment or docstring that is no licence, in one line; empty when there is none."""
    for match in _COMMENT.finditer(text[:_SEARCHED_CHARS]):
        raw = next(group for group in match.groups() if group is not None)
        words = " ".join(_TAG.sub(" ", _MARKERS.sub("", raw)).split())
        if len(words) > 1 and not _LICENCE.search(words) and not _NOISE.match(words):
            return words[:COMMENT_CHARS]
    return ""
