"""One database whose scripts call its schema by several names, or by none: each object is one node.

A script may create ``orders`` where another creates ``sales.orders``; scripts of one schema may stand side by side
in several dialects, each with a default schema of its own. Such definitions are of one object where most objects
of a folder of scripts have such a counterpart.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from indexer.facts.model import Definition, FileFacts
from indexer.languages.sql.dialects import main_dialect
from indexer.languages.sql.lexer import default_schema

LEAST_COUNT = 2
"""One object of the same name may be another one."""

LEAST_SHARE = 0.5
"""A folder of scripts with fewer counterparts than this has objects of its own."""

Key = tuple[str, str, str]
"""Database, kind and name of an object."""


def with_one_schema(facts: Sequence[FileFacts]) -> list[FileFacts]:
    """Return the facts with the schema of other scripts for objects that are created without one."""
    scripts = [each for each in facts if each.language == "sql"]
    if not any(each.unqualified for each in scripts):
        return list(facts)
    homes = _homes(scripts)
    groups: dict[tuple[str, str], list[FileFacts]] = defaultdict(list)
    for each in scripts:
        if each.unqualified:
            groups[each.path.rpartition("/")[0], each.dialect].append(each)
    renamed: dict[str, FileFacts] = {}
    for group in groups.values():
        bare = dict(key for each in group for key in _unqualified(each))
        own = {key for each in group for key in _qualified(each)}
        moved = {key: homes[key] for key in bare if key not in own and homes.get(key, bare[key]) != bare[key]}
        if len(moved) >= max(LEAST_COUNT, LEAST_SHARE * len(bare)):
            renamed.update((each.path, _in_schemas(each, moved)) for each in group)
    return [renamed.get(each.path, each) for each in facts]


def _homes(scripts: Sequence[FileFacts]) -> dict[Key, str]:
    """Return the only schema that each object is created in by name, else the main dialect's if it is one."""
    written: dict[Key, set[str]] = defaultdict(set)
    implied: dict[Key, set[str]] = defaultdict(set)
    for each in scripts:
        bare = set(each.unqualified)
        for index, definition in enumerate(each.definitions):
            if definition.kind != "trigger":
                key, schema = _key(definition)
                (implied if index in bare else written)[key].add(schema)
    homes = {key: next(iter(schemas)) for key, schemas in written.items() if len(schemas) == 1}
    main = default_schema(main_dialect(scripts))
    homes.update((key, main) for key, schemas in implied.items() if key not in written and main in schemas)
    return homes


def _unqualified(facts: FileFacts) -> Iterable[tuple[Key, str]]:
    """Yield the objects that a script creates without a schema, with their schema."""
    chosen = (facts.definitions[index] for index in facts.unqualified)
    return (_key(each) for each in chosen if each.kind != "trigger")


def _qualified(facts: FileFacts) -> set[Key]:
    bare = set(facts.unqualified)
    return {_key(each)[0] for index, each in enumerate(facts.definitions) if index not in bare}


def _key(definition: Definition) -> tuple[Key, str]:
    """Return the name of an object without its schema, and the schema."""
    database, _, rest = definition.local_id.removeprefix("sql:").rpartition("/")
    schema, _, name = rest.partition(".")
    return (database, definition.kind, name), schema


def _in_schemas(facts: FileFacts, homes: dict[Key, str]) -> FileFacts:
    definitions = list(facts.definitions)
    for index in facts.unqualified:
        key, schema = _key(definitions[index])
        home = homes.get(key, schema)
        if home != schema:
            definitions[index] = _moved(definitions[index], key, home)
    return replace(facts, definitions=tuple(definitions))


def _moved(definition: Definition, key: Key, schema: str) -> Definition:
    database, _, name = key
    start = f"sql:{database}/" if database else "sql:"
    return Definition(
        f"{start}{schema}.{name}",
        definition.kind,
        definition.name,
        f"{schema}.{definition.name}",
        definition.start_line,
        definition.end_line,
        definition.parent,
    )
