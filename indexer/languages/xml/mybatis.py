"""MyBatis: statements in XML that implement the methods of a Java interface."""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.languages.sql.uses import uses_in_text
from indexer.types import ParsedFile

MAPPER = re.compile(r"<mapper\b[^<>]*\bnamespace\s*=\s*[\"']([\w.$]+)[\"']")
TAG = re.compile(r"<(/?)(select|insert|update|delete|sql)\b([^<>]*)>")
IDENTIFIER = re.compile(r"\bid\s*=\s*[\"']([\w.$-]+)[\"']")
INCLUDE = re.compile(
    r"<include\b[^<>]*?\brefid\s*=\s*[\"']([\w.$-]+)[\"'][^<>]*?(?:/>|>.*?(?:</include\s*>|\Z))", re.DOTALL
)
MARKUP = re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[|\]\]>|</?[A-Za-z][^<>]*>", re.DOTALL)
PARAMETER = re.compile(r"#\{[^{}]*\}")
FRAGMENT = "sql"
MAX_INCLUDED = 5
"""How deep fragments include each other."""
MOST_CHARS = 100_000
"""Of a statement with its fragments; a hostile file makes gigabytes of fragments that include fragments."""


class Statement(NamedTuple):
    """A statement or fragment: its element, identifier, inner text, and the line where that begins."""

    element: str
    identifier: str
    body: str
    line: int


def mybatis_facts(parsed: ParsedFile) -> FileFacts:
    """Return the uses of a mapper, as mappings ``statement`` of ``Interface.method``; else no facts."""
    mapper = MAPPER.search(parsed.text)
    if mapper is None:
        return FileFacts(path=parsed.path, language=parsed.language)
    statements = list(_statements(parsed.text))
    fragments = {each.identifier: each.body for each in statements if each.element == FRAGMENT}
    mappings: list[Mapping] = []
    for each in statements:
        if each.element == FRAGMENT:
            continue
        for use in uses_in_text(_plain(each.body, fragments), NO_OWNER, each.line):
            method = f"{mapper[1]}.{each.identifier}"
            mappings.append(Mapping(NO_OWNER, method, use.name, "statement", use.line, use.role))
    return FileFacts(path=parsed.path, language=parsed.language, mappings=tuple(mappings))


def _statements(text: str) -> Iterator[Statement]:
    """Yield the text from each opening tag with an identifier to the next closing tag of its element."""
    element, identifier, start, line, counted = "", "", 0, 1, 0
    for tag in TAG.finditer(text):
        closes, name, attributes = tag.groups()
        if closes and name == element:
            yield Statement(element, identifier, text[start : tag.start()], line)
            element = ""
        elif not closes and not element and not attributes.endswith("/"):
            named = IDENTIFIER.search(attributes)
            if named is not None:
                element, identifier, start = name, named[1], tag.end()
                line += text.count("\n", counted, start)
                counted = start


def _plain(body: str, fragments: dict[str, str]) -> str:
    """Return a statement without markup; its lines stay where they are, a fragment becomes one line."""
    room = MOST_CHARS - len(body)

    def fragment(match: re.Match[str]) -> str:
        nonlocal room
        text = " ".join(fragments.get(match[1].rpartition(".")[2], "").split())
        room -= len(text)
        return text if room >= 0 else ""

    for _ in range(MAX_INCLUDED):
        whole = INCLUDE.sub(fragment, body)
        if whole == body:
            break
        body = whole
    plain = MARKUP.sub(lambda match: "\n" * match[0].count("\n") + " ", body)
    return unescape(PARAMETER.sub("0", plain).replace("${", "{"))
