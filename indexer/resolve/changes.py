"""Which files' part of a graph a change concerns, so that the others need not be resolved again.

A file's edges depend on its own facts and on what the names in them lead to. So a change concerns the files that
say a name whose meaning may have changed: of a definition that is not the same as before, and of every definition
that such a name takes part in (a method that returns a renamed type). A name may be found where it means something
else; that costs time, never an edge. What reaches further than names (project files, directives for a whole
project, mappings, the dialect that most scripts are in) concerns everything.
"""

from msgspec.structs import astuple, replace

from indexer.facts.model import BASE_ROLES, NO_CALL, NO_OWNER, Call, FileFacts, Route, SqlUse
from indexer.languages.csharp.changes import Item, items, noticed_by
from indexer.languages.csharp.identity_classes import identity_facts
from indexer.languages.csharp.names import FAMILY
from indexer.languages.csharp.page_links import PAGES
from indexer.languages.csharp.types import TYPE_KINDS
from indexer.languages.csharp.view_links import SHOWING
from indexer.languages.javascript.modules import JavaScriptModules
from indexer.languages.swift.extensions import with_extended_types
from indexer.linking.module_records import DART
from indexer.resolve.change import DOCUMENTS, MODULES, Change, empty_facts
from indexer.resolve.procedures import ROUTINES
from indexer.resolve.sql_changes import database_names

INJECTED = JavaScriptModules.languages | {DART}
"""Languages in which a call may ask a container for an object of a class."""

LARGEST_SHARE = 0.5
"""When more of the files than this are concerned, resolving all costs hardly more."""

FEW_FILES = 50
"""A share of less than this says nothing."""

MOST_NAMES = 100
"""When more names than this may mean something else, each would be looked for in all files."""


def concerned(change: Change) -> frozenset[str] | None:
    """Return the paths whose nodes or edges may differ, also of removed files; None if all may differ."""
    names = _changed_names(change)
    if names is None:
        return None
    paths = {each.path for each in (*change.before, *change.after)}
    paths |= _whole_families(change)
    saying = _saying(names, change)
    if saying is None:
        return None
    paths = _with_shared(paths | saying, change)
    return frozenset(paths) if len(paths) <= _most_files(change) else None


def _most_files(change: Change) -> float:
    return max(LARGEST_SHARE * len(change.files), FEW_FILES)


def _whole_families(change: Change) -> set[str]:
    """Scripts are resolved together; documents are if a file, heading or package is added or removed.

    An action shows the page of its name, so files that show pages are resolved when a page appears or disappears.
    """
    pairs = change.pairs()
    paths: set[str] = set()
    if any(each.language == "sql" for each in (*change.before, *change.after)):
        paths |= {each.path for each in change.files if each.language == "sql"}
        routines = (
            {(each.local_id, each.kind) for each in old.definitions}
            ^ {(each.local_id, each.kind) for each in new.definitions}
            for old, new in pairs
            if new.language == "sql"
        )
        if any(kind in ROUTINES for changed in routines for _, kind in changed):
            paths |= {each.path for each in change.files if any("{" in text.text for text in each.texts)}
    if any(_completes(old, new) for old, new in pairs):
        paths |= {each.path for each in change.files if _holed(each)}
    same_paths = {each.path for each in change.before} == {each.path for each in change.after}
    headings = any(_headings(old) != _headings(new) for old, new in pairs if new.language in DOCUMENTS)
    packages = any(old.imports != new.imports for old, new in pairs)
    if not same_paths or headings or packages:
        paths |= {each.path for each in change.files if each.links}
    if not same_paths and any(each.language in PAGES for each in (*change.before, *change.after)):
        paths |= {each.path for each in change.files if any(call.name in SHOWING for call in each.calls)}
    return paths


def _completes(old: FileFacts, new: FileFacts) -> bool:
    """Return whether names that statements leave open may mean other tables, in any file."""
    is_script = new.language == "sql" and {each.local_id for each in old.definitions} != {
        each.local_id for each in new.definitions
    }
    return is_script or _holed(old) != _holed(new)


def _holed(facts: FileFacts) -> set[str]:
    """Return the names in statements of a program that have a part which only the running program knows."""
    return {use.name for use in facts.sql if "{" in use.name} if facts.language != "sql" else set()


def _headings(facts: FileFacts) -> list[tuple[str, str]]:
    """Return what links can lead to inside of a document."""
    anchors = [(str(each.owner), each.target) for each in facts.links if each.kind == "anchor"]
    return [*anchors, *((each.local_id, each.name) for each in facts.definitions)]


def _changed_names(change: Change) -> set[str] | None:
    spaces = {space for each in change.files for space in each.namespaces if each.language in FAMILY}
    spaces |= {
        ".".join(parts[:size]) for parts in (each.split(".") for each in spaces) for size in range(1, len(parts))
    }
    types = frozenset(
        definition.name
        for each in change.files
        if each.language in FAMILY
        for definition in each.definitions
        if definition.kind in TYPE_KINDS
    )
    names: set[str] = set()
    for before, after in change.pairs():
        changed = _names_in(before, after, frozenset(spaces), types)
        if changed is None:
            return None
        names |= changed
    of_database = database_names(change)
    if of_database is None or _doubles(change) or _names_tables(change):
        return None
    return names | of_database


def _names_tables(change: Change) -> bool:
    """Return whether a constant changed that a mapping or a statement names."""
    changed: set[tuple[str, str]] = set()
    for before, after in change.pairs():
        changed |= _constants(before) ^ _constants(after)
    named = (
        [each.table for facts in change.files for each in facts.mappings if "{" in each.table] if changed else []
    )
    named += [name for facts in change.files for name in _holed(facts)] if changed else []
    return any(name in table for name, _ in changed for table in named)


def _constants(facts: FileFacts) -> set[tuple[str, str]]:
    return {(each.member, each.table) for each in facts.mappings if each.kind == "constant"}


def _names_in(
    before: FileFacts, after: FileFacts, spaces: frozenset[str], types: frozenset[str]
) -> set[str] | None:
    if before.project != after.project or before.language != after.language:
        return None
    if _addresses(before) != _addresses(after):
        return None
    names = {use.rpartition(".")[2] for use in _certain(before) ^ _certain(after)}
    names |= {name for name, _ in _stated(before) ^ _stated(after)}
    if after.language in FAMILY:
        if identity_facts(before) != identity_facts(after):
            return None
        noticed = noticed_by(before, after, spaces, types)
        return None if noticed is None else names | noticed
    is_same = not (_is_absent(before) or _is_absent(after)) and _outside(before) == _outside(after)
    return None if after.language in MODULES and not is_same else names


def _addresses(facts: FileFacts) -> list[tuple[Route, str]]:
    """Return the route facts of a file without line numbers: the identifiers depend on all of them."""
    return [
        (
            replace(each, line=0, end_line=0, owner=0, handlers=tuple(_lineless(call) for call in each.handlers)),
            facts.definitions[each.owner].local_id if each.owner != NO_OWNER else "",
        )
        for each in facts.routes
    ]


def _lineless(call: Call) -> Call:
    return replace(call, line=0, owner=0)


def _is_absent(facts: FileFacts) -> bool:
    return facts == empty_facts(facts)


def _certain(facts: FileFacts) -> set[str]:
    """Return the names of tables that statements in a program say to be there."""
    return {use.name for use in facts.sql if use.is_certain}


def _stated(facts: FileFacts) -> set[tuple[str, SqlUse]]:
    """Return the names of constants that hold a statement, each with what that uses."""
    owners = ((facts.definitions[use.owner], use) for use in facts.sql if use.owner != NO_OWNER)
    return {(each.name, replace(use, owner=0, line=0)) for each, use in owners if each.kind == "constant"}


def _outside(facts: FileFacts) -> tuple[object, ...]:
    """Return all that files of a language with modules may see of each other; of calls those in variables."""
    definitions = [(each.local_id, each.kind, each.name, each.qualname, each.parent) for each in facts.definitions]
    variables = [(replace(each, line=0, call=NO_CALL), _spelled(facts, each.call)) for each in facts.variables]
    lineless = ([replace(each, line=0) for each in rows] for rows in (facts.imports, facts.mappings))
    bases = [replace(each, line=0) for each in facts.types if each.role in BASE_ROLES]
    return (definitions, variables, *lineless, bases, facts.signatures, facts.namespaces, facts.dialect)


def _spelled(facts: FileFacts, index: int) -> tuple[object, ...]:
    """Return a call and those it hangs on, whatever their numbers; with the class that it asks a container for."""
    spelled: list[object] = []
    while index != NO_CALL:
        call = facts.calls[index]
        types = call.argument_types if facts.language in INJECTED else ""
        spelled.append(astuple(replace(call, inner=NO_CALL, line=0, argument_types=types)))
        index = call.inner
    return tuple(spelled)


def _doubles(change: Change) -> bool:
    """Return whether a top-level type that another file defines too was added to or removed from a changed file.

    It may then belong to one of several projects, which longer identifiers distinguish.
    """
    moved: set[str] = set()
    for before, after in change.pairs():
        if after.language in FAMILY:
            moved |= _tops(before) ^ _tops(after)
    changed = {each.path for each in change.after}
    others = (each for each in change.files if each.language in FAMILY and each.path not in changed)
    if any(not moved.isdisjoint(_tops(each)) for each in others) if moved else False:
        return True
    seen: set[str] = set()
    for each in change.after:
        tops = _tops(each) & moved
        if tops & seen:
            return True
        seen |= tops
    return False


def _tops(facts: FileFacts) -> set[str]:
    return {each.local_id for each in facts.definitions if not each.parent}


def _saying(names: set[str], change: Change) -> set[str] | None:
    """Return the files that contain one of the names, or one of a definition that such a name is part of."""
    known: dict[str, list[Item]] = {}
    facts = {each.path: each for each in change.files}
    lower = {path: data.lower() for path, data in change.encoded.items()} if names else {}
    paths: set[str] = set()
    waiting = sorted(names)
    names = set(waiting)
    while waiting:
        name = waiting.pop()
        if len(names) > MOST_NAMES:
            return None
        sought = name.encode("utf-8", "surrogatepass").lower()
        saying = [path for path, data in lower.items() if sought in data]
        paths.update(saying)
        if len(paths) > _most_files(change):
            return None
        for path in saying:
            if facts[path].language not in FAMILY:
                continue
            if path not in known:
                known[path] = items(facts[path])
            more = {each.name for each in known[path] if name in each.words} - names
            names |= more
            waiting.extend(sorted(more))
    return paths


def _with_shared(paths: set[str], change: Change) -> set[str]:
    """Return the paths with those of all files that define something that one of them defines too, and so on."""
    files = (*with_extended_types(change.files), *with_extended_types(change.all_before()))
    result, new = set(paths), set(paths)
    while new:
        ids = {definition.local_id for each in files if each.path in new for definition in each.definitions}
        new = {
            each.path
            for each in files
            if not ids.isdisjoint([definition.local_id for definition in each.definitions])
        } - result
        result |= new
    return result
