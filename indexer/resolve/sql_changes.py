"""Databases: names by which other files can notice that scripts have changed."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.languages.csharp.entity_framework import CONTRIB_KINDS
from indexer.languages.csharp.identity_classes import TABLES
from indexer.languages.csharp.mappings import SET_TYPE
from indexer.languages.sql.databases import Databases
from indexer.languages.sql.dialects import main_dialect, with_dialects
from indexer.languages.sql.history import DATED, dropped_again
from indexer.languages.sql.one_schema import with_one_schema
from indexer.resolve.change import MODULES, Change


def database_names(change: Change) -> set[str] | None:
    """Return the bare names of database objects that were added, removed or changed; None if it may be any."""
    names: set[str] = set()
    for before, after in change.pairs():
        if after.language == "sql":
            old, new = _objects(before), _objects(after)
            if before.definitions and after.definitions and before.dialect != after.dialect:
                return None
            names |= {name for name, _ in {*old} ^ {*new}}
            if dropped_again(before) != dropped_again(after) or (not names and old != new):
                return None
    if not names:
        return names if _same_databases(change, change.all_before()) else None
    if any(_maps_by_convention(each) for each in change.files):
        return None
    mapped = {each.table.rpartition(".")[2].lower() for facts in change.files for each in facts.mappings}
    mapped |= {
        each.name.lower() for facts in change.files for each in facts.variables if SET_TYPE.fullmatch(each.type)
    }
    mapped |= {table.lower() for _, table in TABLES}
    mapped |= {
        facts.definitions[each.owner].name.lower()
        for facts in change.files
        for each in facts.signatures
        if each.is_field and SET_TYPE.fullmatch("".join(each.returns.split()))
    }
    bare = {name.rpartition(".")[2] for name in names}
    if bare & mapped or not _same_databases(change, change.all_before()):
        return None
    return bare


def _maps_by_convention(facts: FileFacts) -> bool:
    """Return whether a table's name may be none that the file says."""
    return any(facts.language in MODULES or each.kind in CONTRIB_KINDS for each in facts.mappings)


def _objects(facts: FileFacts) -> list[tuple[str, tuple[str, ...]]]:
    columns = {each.owner: each.names for each in facts.columns}
    return [(each.local_id, (each.kind, *columns.get(at, ()))) for at, each in enumerate(facts.definitions)]


def _same_databases(change: Change, before: Sequence[FileFacts]) -> bool:
    """Return whether what scripts have in common is as it was."""
    if not any(each.language == "sql" for each in (*change.before, *change.after)):
        return True
    return _common(before) == _common(change.files)


def _common(files: Sequence[FileFacts]) -> tuple[object, ...]:
    databases = Databases(files)
    scripts = [each for each in files if each.language == "sql" and each.definitions]
    any_current = any(not DATED.search(each.path) for each in scripts)
    placed = databases.named(with_dialects(scripts))
    moved = {
        (old.local_id, new.local_id)
        for before, after in zip(placed, with_one_schema(placed), strict=True)
        for old, new in zip(before.definitions, after.definitions, strict=True)
        if old is not new
    }
    return main_dialect(files), databases.names, databases.several, any_current, moved
