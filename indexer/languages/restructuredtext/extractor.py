"""reStructuredText: sections by underlined titles, and the names that are set as code."""

import re
from collections.abc import Iterator

from indexer.facts.model import FileFacts, Link
from indexer.facts.sections import Sections
from indexer.languages.markdown.extractor import MENTION, MIN_MENTION_CHARS
from indexer.types import ParsedFile

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_LITERAL = re.compile(r"``([^`\n]+)``|:[\w:]+:`[~!]?([^`<>\n]+)`")
_REFERENCE = re.compile(
    r":doc:`(?:[^`<>\n]*<)?([^`<>\n]+)>?`|^\.\. (?:include|literalinclude|image|figure):: (\S+)"
)


def restructured_text_facts(parsed: ParsedFile) -> FileFacts:
    """Return the facts of a reStructuredText document."""
    lines = parsed.text.split("\n")
    sections = Sections(parsed.path, len(lines))
    titles = {line: (style, title) for style, title, line in _titles(lines)}
    levels: list[tuple[str, bool]] = []
    links: dict[tuple[int, str, str], Link] = {}
    for number, line in enumerate(lines, start=1):
        if number in titles:
            style, title = titles[number]
            if style not in levels:
                levels.append(style)
            sections.add(levels.index(style) + 1, title, number)
        for target, kind in _targets(line):
            links.setdefault((sections.latest, target, kind), Link(sections.latest, target, kind, number))
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=sections.definitions(),
        links=tuple(links.values()),
    )


def _titles(lines: list[str]) -> Iterator[tuple[tuple[str, bool], str, int]]:
    """Yield style (sign, whether there is a line above), title and line of each title.

    Which style is which level is only told by the order in which they first appear.
    """
    for index, line in enumerate(lines[1:], start=1):
        title = lines[index - 1]
        if not _ADORNMENT.fullmatch(line) or not title.strip() or _ADORNMENT.fullmatch(title):
            continue
        above = lines[index - 2].rstrip() if index > 1 else ""
        over = above == line.rstrip()
        if len(line.rstrip()) >= len(title.rstrip()) and (over or not title.startswith((" ", "\t"))):
            yield (line[0], over), " ".join(title.split()), index - over


def _targets(line: str) -> Iterator[tuple[str, str]]:
    for reference in _REFERENCE.finditer(line):
        yield (reference[1] or reference[2]).strip(), "link"
    for reference in _LITERAL.finditer(line):
        name = (reference[1] or reference[2]).strip()
        if len(name) >= MIN_MENTION_CHARS and MENTION.fullmatch(name):
            yield name, "mention"
