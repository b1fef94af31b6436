"""The first comment of a file that says something of it, and no licence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from resources.languages import Comments, languages

COMMENT_CHARS = 380
"""Characters of the first comment: with the names, they are about as long as the encoder's input."""

_SEARCHED_CHARS = 20_000
"""The description of a file is near its beginning."""

_AFTER_LINE_MARK = {"#": "(?!!)", "//": "!?"}
"""What may follow the mark of a line comment: no ``!`` of a shebang, and the ``!`` of Rust's documentation."""

_LICENCE = re.compile(
    r"copyright|licen[cs]e|spdx|all rights reserved|warrant(?:y|ies)|permission is hereby|redistribution",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"^\s*(?:!|-\*-|eslint|pylint|ruff:|noqa|vim?:|#?(?:end)?region\b|pragma|type:|coding[:=]|[-=*#~_/]{3,}\s*$)",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?\w+[^<>]*>")
_LEADING = re.compile(r"^[ \t]*\*+[ \t]?")


def first_comment(text: str, language: str) -> str:
    """Return the first comment or docstring that is no licence, in one line; empty when there is none."""
    patterns = patterns_of(language)
    for match in comments_in(patterns, text[:_SEARCHED_CHARS]):
        raw = next((group for group in match.groups() if group is not None), match[0])
        lines = (_LEADING.sub("", patterns.mark.sub("", line)) for line in raw.split("\n"))
        words = _TAG.sub(" ", " ".join(line for line in lines if not _NOISE.match(line)))
        comment = " ".join(words.split())
        if len(comment) > 1 and not _LICENCE.search(comment):
            return comment[:COMMENT_CHARS]
    return ""


@dataclass(frozen=True, slots=True)
class Patterns:
    """What comments of a language look like.

    Attributes:
        mark: begins a line comment.
        comment: any comment, with the inside of a block as its group.
        begins: the signs that every comment begins with, behind its indentation.
    """

    mark: re.Pattern[str]
    comment: re.Pattern[str]
    begins: re.Pattern[str]


def comments_in(patterns: Patterns, text: str) -> Iterator[re.Match[str]]:
    """Yield what ``comment.finditer`` does, trying only where a comment may begin: that is ten times as fast."""
    done = 0
    while (sign := patterns.begins.search(text, done)) is not None:
        start = sign.start()
        line = text.rfind("\n", 0, start) + 1
        indented = done <= line < start and not text[line:start].strip(" \t")
        match = patterns.comment.match(text, line) if indented else None
        match = match or patterns.comment.match(text, start)
        done = match.end() if match is not None else start + 1
        if match is not None:
            yield match


@lru_cache
def patterns_of(language: str) -> Patterns:
    """Return what comments of a language look like."""
    described = languages().get(language)
    comments = described.comments if described is not None else Comments()
    mark = re.escape(comments.line)
    line = f"{mark}+{_AFTER_LINE_MARK.get(comments.line, '')}"
    blocks = [(_block_start(start), re.escape(end)) for start, end in comments.blocks]
    lines = rf"(?:^[ \t]*{line}[^\n]*\n?)+"
    return Patterns(
        re.compile(rf"^[ \t]*{line}[ \t]?"),
        re.compile("|".join([*(f"{start}(.*?){end}" for start, end in blocks), lines]), re.DOTALL | re.MULTILINE),
        re.compile("|".join([mark, *(start for start, _ in blocks)])),
    )


def _block_start(mark: str) -> str:
    return r"/\*+" if mark == "/*" else re.escape(mark)
