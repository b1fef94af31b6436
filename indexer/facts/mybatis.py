"""MyBatis: the statements in XML that stand for the methods of a Java interface."""

import re
from html import unescape

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.facts.sql_uses import uses_in_text
from indexer.types import ParsedFile

MAPPER = re.compile(r"<mapper\b[^>]*\bnamespace\s*=\s*[\"']([\w.$]+)[\"']")
STATEMENT = re.compile(
    r"<(select|insert|update|delete|sql)\b[^>]*?\bid\s*=\s*[\"']([\w.$-]+)[\"'][^>]*>(.*?)</\1\s*>", re.DOTALL
)
INCLUDE = re.compile(
    r"<include\b[^>]*?\brefid\s*=\s*[\"']([\w.$-]+)[\"'][^>]*?(?:/>|>.*?</include\s*>)", re.DOTALL
)
MARKUP = re.compile(r"<!--.*?-->|<!\[CDATA\[|\]\]>|</?[A-Za-z][^<>]*>", re.DOTALL)
PARAMETER = re.compile(r"#\{[^{}]*\}")
FRAGMENT = "sql"
MAX_INCLUDED = 5
"""How deep fragments include each other."""


def mybatis_facts(parsed: ParsedFile) -> FileFacts:
    """Return what a mapper's statements use, as mappings ``statement`` of ``Interface.method``; else no facts."""
    mapper = MAPPER.search(parsed.text)
    if mapper is None:
        return FileFacts(path=parsed.path, language=parsed.language)
    found = list(STATEMENT.finditer(parsed.text))
    fragments = {each[2]: each[3] for each in found if each[1] == FRAGMENT}
    mappings: list[Mapping] = []
    for each in found:
        if each[1] == FRAGMENT:
            continue
        line = parsed.text.count("\n", 0, each.start(3)) + 1
        for use in uses_in_text(_statement(each[3], fragments), NO_OWNER, line):
            method = f"{mapper[1]}.{each[2]}"
            mappings.append(Mapping(NO_OWNER, method, use.name, "statement", use.line, use.role))
    return FileFacts(path=parsed.path, language=parsed.language, mappings=tuple(mappings))


def _statement(body: str, fragments: dict[str, str]) -> str:
    """Return a statement without markup; its lines stay where they are, a fragment becomes one line."""
    for _ in range(MAX_INCLUDED):
        whole = INCLUDE.sub(lambda match: " ".join(fragments.get(match[1].rpartition(".")[2], "").split()), body)
        if whole == body:
            break
        body = whole
    plain = MARKUP.sub(lambda match: "\n" * match[0].count("\n") + " ", body)
    return unescape(PARAMETER.sub("0", plain).replace("${", "{"))
