"""Prisma schemas: models with their tables and foreign keys."""

import re

from indexer.facts.model import Definition, FileFacts, Mapping
from indexer.types import ParsedFile

_BLOCK = re.compile(r"^\s*(model|view|enum|type)\s+(\w+)\s*\{", re.MULTILINE)
_MAP = re.compile(r"^\s*@@map\(\s*(?:name\s*:\s*)?\"([^\"]+)\"", re.MULTILINE)
_SCHEMA = re.compile(r"^\s*@@schema\(\s*\"([^\"]+)\"", re.MULTILINE)
_KEY = re.compile(r"^[ \t]*\w+[ \t]+(\w+)\??[^\n]*@relation\([^\n]*fields\s*:", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*")


def prisma_facts(parsed: ParsedFile) -> FileFacts:
    """Return the facts of a schema: kind ``model`` or ``enum``, ``table`` and ``foreign_key`` mappings."""
    text = _COMMENT.sub(lambda match: " " * len(match.group()), parsed.text)
    definitions: list[Definition] = []
    mappings: list[Mapping] = []
    for block in _BLOCK.finditer(text):
        end = text.find("\n}", block.end())
        end = len(text) if end < 0 else end + 2
        kind, name = block.group(1), block.group(2)
        start = text[: block.start(1)].count("\n") + 1
        last = start + text[block.start(1) : end].count("\n")
        owner = len(definitions)
        shown = "enum" if kind == "enum" else "model"
        definitions.append(Definition(f"prisma:{parsed.path}#{name}", shown, name, name, start, last))
        if kind in {"model", "view"}:
            mappings += _of_model(text[block.start(1) : end], owner, start)
    return FileFacts(
        path=parsed.path, language=parsed.language, definitions=tuple(definitions), mappings=tuple(mappings)
    )


def _of_model(body: str, owner: int, start: int) -> list[Mapping]:
    mapped, schema = _MAP.search(body), _SCHEMA.search(body)
    table = mapped.group(1) if mapped else ""
    if schema and table:
        table = f"{schema.group(1)}.{table}"
    mappings = [Mapping(owner, "", table, "table", start)]
    for key in _KEY.finditer(body):
        line = start + body[: key.start(1)].count("\n")
        mappings.append(Mapping(owner, key.group(1), "", "foreign_key", line))
    return mappings
