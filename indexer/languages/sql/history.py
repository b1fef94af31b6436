"""Recognizes scripts of a schema's history, and the objects that they drop again."""

import re
from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, FileFacts

DATED = re.compile(
    r"(?:^|/)(?:\d{4}-\d{2}-\d{2}|\d{8,14}[_-]|V\d+(?:[._]\d+)*__)[^/]*(?:/(?:up|down|migration)\.sql)?$"
    r"|(?:^|/)(?:migrations?|migrate)/(?:[^/]+/)*\d{1,6}[_.-][^/]*$",
    re.IGNORECASE,
)
"""A migration script: its name, or its folder's, begins with a date, a time stamp or a Flyway version; in a
folder of migrations with any number."""

UNDOING = re.compile(r"(?:^|[/._-])(?:down|undo|revert|rollback)(?:[/._-]|$)|(?:^|/)U\d", re.IGNORECASE)
"""A script that takes back what another one did, and is run only for that."""

MIGRATIONS = re.compile(r"(?:^|/)(?:migrations?|alembic/versions|db/migrate)/", re.IGNORECASE)
"""Folders of programs that change a schema step by step."""

VERSIONED = re.compile(r"(?:^|[/_-])v?(\d{1,4}(?:\.\d{1,4}){1,3})\.[a-z]+$", re.IGNORECASE)
"""A script that brings a schema to a version: of an object that several of them define the last one counts."""


def version_of(path: str) -> tuple[int, ...]:
    """Return the version that a script's name says; empty where it says none."""
    match = VERSIONED.search(path)
    return tuple(int(part) for part in match.group(1).split(".")) if match else ()


def without_older(paths: Sequence[str]) -> list[str]:
    """Return the scripts that define an object, of those with a version only the last."""
    last = max(paths, key=version_of, default="")
    return [path for path in paths if path == last or not version_of(path)]


def is_migration(path: str, language: str) -> bool:
    """Return whether the SQL in a program is the history of a schema, not a use of it; not decided for C#."""
    return language != "csharp" and MIGRATIONS.search(path) is not None


def dropped_again(facts: FileFacts) -> set[str]:
    """Return the objects that a script makes and, further down, drops."""
    drops = {
        use.name.rpartition(".")[2].lower(): use.line
        for use in facts.sql
        if use.role == "drops" and use.owner == NO_OWNER
    }
    return {each.local_id for each in facts.definitions if drops.get(each.name.lower(), 0) > each.start_line}


def dropped_later(facts: Sequence[FileFacts]) -> dict[str, str]:
    """Return the bare lower-case names that dated scripts drop, with the last of these scripts."""
    dropped: dict[str, str] = {}
    for each in facts:
        if each.language == "sql" and DATED.search(each.path) and not UNDOING.search(each.path):
            made = {definition.name.lower() for definition in each.definitions}
            for use in each.sql:
                name = use.name.rpartition(".")[2].lower()
                if use.role == "drops" and use.owner == NO_OWNER and name not in made:
                    dropped[name] = max(dropped.get(name, ""), each.path)
    return dropped


def dropped_by_version(facts: Sequence[FileFacts]) -> dict[str, tuple[int, ...]]:
    """Return the bare lower-case names that scripts with a version drop and do not make, with the last version."""
    dropped: dict[str, tuple[int, ...]] = {}
    for each in facts:
        version = version_of(each.path) if each.language == "sql" else ()
        made = {definition.name.lower() for definition in each.definitions} if version else set()
        for use in each.sql if version else ():
            name = use.name.rpartition(".")[2].lower()
            if use.role == "drops" and name not in made:
                dropped[name] = max(dropped.get(name, ()), version)
    return dropped
