"""The dialect of scripts that do not show theirs: that of the other scripts of the repository."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from indexer.facts.model import Definition, FileFacts
from indexer.languages.sql.lexer import NO_SCHEMA, default_schema

_UNKNOWN = ""


def main_dialect(facts: Sequence[FileFacts]) -> str:
    """Return the dialect that most objects are defined in; empty when no script shows one."""
    objects: Counter[str] = Counter()
    for each in facts:
        if each.language == "sql" and each.dialect != _UNKNOWN:
            objects[each.dialect] += len(each.definitions)
    return max(sorted(objects), key=lambda dialect: objects[dialect], default=_UNKNOWN)


def with_dialects(facts: Sequence[FileFacts]) -> list[FileFacts]:
    """Return the facts with the main dialect, and with its default schema, where a script shows none."""
    main = main_dialect(facts)
    if default_schema(main) == NO_SCHEMA:
        return list(facts)
    return [
        _adopted(each, main) if each.language == "sql" and each.dialect == _UNKNOWN else each for each in facts
    ]


def _adopted(facts: FileFacts, dialect: str) -> FileFacts:
    definitions = tuple(_in_schema(each, default_schema(dialect)) for each in facts.definitions)
    return replace(facts, dialect=dialect, definitions=definitions)


def _in_schema(each: Definition, schema: str) -> Definition:
    start = f"sql:{NO_SCHEMA}."
    if not each.local_id.startswith(start):
        return each
    local_id = f"sql:{schema}.{each.local_id.removeprefix(start)}"
    qualname = each.qualname if "." in each.qualname else f"{schema}.{each.qualname}"
    return Definition(local_id, each.kind, each.name, qualname, each.start_line, each.end_line, each.parent)
