"""Database objects: which definition of an object is the living one, and what each uses."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from indexer.discovery.flags import path_flags
from indexer.facts.model import NO_OWNER, FileFacts, SqlUse
from indexer.languages.sql.columns import OPEN
from indexer.languages.sql.databases import NO_DATABASE, Databases
from indexer.languages.sql.dialects import main_dialect
from indexer.languages.sql.history import (
    DATED,
    dropped_again,
    dropped_by_version,
    dropped_later,
    version_of,
    without_older,
)
from indexer.languages.sql.holes import prefix_hole
from indexer.languages.sql.lexer import MYSQL, POSTGRES, SQLITE, TSQL, default_schema
from indexer.linking.graph import GraphBuilder
from search.types.files import Flag
from search.types.graph import EdgeType

EDGES: dict[str, dict[str, EdgeType | None]] = {
    "reads": {"view": EdgeType.READS_VIEW, "function": EdgeType.CALLS, "procedure": EdgeType.CALLS},
    "writes": {},
    "calls": {"table": None, "view": None, "trigger": None, "sequence": EdgeType.REFERENCES},
    "foreign_key": {},
    "trigger_on": {},
    "references": {},
}
"""Role -> edge type by kind of target, where it is not the role's own."""

OWN_EDGE = {
    "reads": EdgeType.READS_TABLE,
    "writes": EdgeType.WRITES_TABLE,
    "calls": EdgeType.CALLS,
    "foreign_key": EdgeType.FOREIGN_KEY,
    "trigger_on": EdgeType.TRIGGER_ON,
    "references": EdgeType.REFERENCES,
}


DEFAULT_SCHEMAS = frozenset(default_schema(each) for each in (TSQL, POSTGRES, SQLITE))
"""Schemas of names that are written without one, in any dialect."""

INFERRING = frozenset(("reads", "writes"))
"""Roles by which a statement says that there is a table."""

MADE_UP = frozenset((Flag.TEST, Flag.EXAMPLE, Flag.DOCUMENT, Flag.VENDORED))
"""Kinds of files whose statements may name tables that no script defines."""


BY_ENDING = "proc_pattern"
"""Tier of a name that only ends as written."""

LEADING_HOLES = re.compile(r"(?:\[?\{[^{}]*\}\]?\.?)+")
"""Parts before a name that only the running program knows."""

FILLED_IN = "$("
"""What a variable of ``sqlcmd`` begins with."""

MIN_FIXED_CHARS = 5
"""A pattern with less of a name than this would match anything."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The object of a name; ``candidates`` is the number of objects, and the id is set if there is exactly one."""

    local_id: str
    tier: str
    candidates: int = 1


NOTHING = Resolved("", "", 0)


@dataclass(slots=True)
class SqlCatalog:
    """All objects that scripts define or mappings imply.

    Attributes:
        kinds: local id -> kind.
        living: ``(path, local_id)`` of the definitions that hold; the others are history.
        main_dialect: the dialect that most scripts are in.
        databases: in which database a script's statements run.
        implied: tables that statements in programs name and nothing defines.
        current: local ids of the objects that scripts without a date define.
        columns: local id of a table -> its columns in small letters, as far as scripts create it.
        prefixes: what stands for the prefix of all tables (``tableprefix``) -> that prefix in small letters.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    living: set[tuple[str, str]] = field(default_factory=set)
    historic: set[str] = field(default_factory=set)
    main_dialect: str = ""
    databases: Databases = field(default_factory=lambda: Databases(()))
    implied: set[str] = field(default_factory=set)
    current: set[str] = field(default_factory=set)
    columns: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    prefixes: dict[str, str] = field(default_factory=dict)
    _by_name: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, local_id: str, kind: str) -> None:
        """Add an object."""
        if local_id not in self.kinds:
            self.kinds[local_id] = kind
            self._by_name[local_id.rpartition(".")[2]].append(local_id)

    def add_columns(self, facts: FileFacts) -> None:
        """Add the columns of the tables that a script creates."""
        for table in facts.columns:
            own = self.columns[facts.definitions[table.owner].local_id]
            own.update(name.lower() for name in table.names)

    def resolve_in(self, facts: FileFacts, name: str, line: int) -> Resolved:
        """Return the object that a name means on a line of a script, first in the schemas searched there."""
        database = self.databases.at(facts.path, line)
        before = bisect_right(facts.schemas, line, key=lambda each: each.line)
        start = f"sql:{database}/" if self.databases.several and database else "sql:"
        for schema in facts.schemas[before - 1].names if before and "." not in name else ():
            local_id = f"{start}{schema}.{name.lower()}"
            if local_id in self.kinds:
                return Resolved(local_id, "schema")
        return self.resolve(name, facts.dialect or self.main_dialect, database)

    def resolve(self, name: str, dialect: str, database: str = NO_DATABASE) -> Resolved:
        """Return the object a name means: in its schema, else in the default one, else the only one so named.

        Args:
            name: as written, parts joined by a dot.
            dialect: of the place where it is written.
            database: that this place runs in, where a repository holds several.
        """
        if "{" in name:
            return self._behind_holes(name.lower(), dialect, database)
        parts = name.lower().replace("[", "").replace("]", "").split(".")
        if dialect == MYSQL and len(parts) == len(("database", "name")) and self._is_entered(parts):
            database, parts = parts[0], parts[1:]
        if self.databases.several:
            return self._in_databases(parts, dialect, database)
        return self._in_database(parts, dialect, "sql:")

    def _behind_holes(self, name: str, dialect: str, database: str) -> Resolved:
        """Return the object of a name whose prefix is filled in at run time: by its unique ending."""
        rest = LEADING_HOLES.sub("", name)
        prefix = self.prefixes.get(prefix_hole(name)[0])
        is_whole = name[: len(name) - len(rest)].endswith(".")  # the hole is the schema
        is_short = len(rest) < MIN_FIXED_CHARS and prefix is None
        if "{" in rest or (is_short and not is_whole):
            return NOTHING
        exact = self.resolve(rest, dialect, database)
        if exact.candidates or is_short:
            return exact
        bare = rest.rpartition(".")[2]
        ending = [each for each in self._by_name if each.endswith(bare)] if prefix is None else [f"{prefix}{bare}"]
        only = self.only(ending[0]) if len(ending) == 1 else NOTHING
        return replace(only, tier=BY_ENDING) if only.local_id else only

    def _is_entered(self, parts: list[str]) -> bool:
        """Return whether a name of MySQL begins with a database that scripts enter and do not write out."""
        return parts[0] in self.databases.names and f"sql:{'.'.join(parts)}" not in self.kinds

    def _in_databases(self, parts: list[str], dialect: str, database: str) -> Resolved:
        """A name belongs to the database it names or is used in; of a place in none, to the only one that fits."""
        if len(parts) > len(("schema", "name")):
            return (
                self._in_database(parts, dialect, f"sql:{parts[-3]}/")
                if parts[-3] in self.databases.names
                else NOTHING
            )
        if database:
            return self._in_database(parts, dialect, f"sql:{database}/")
        candidates = [self._in_database(parts, dialect, "sql:")]
        candidates += [self._in_database(parts, dialect, f"sql:{each}/") for each in sorted(self.databases.names)]
        fitting = {each.local_id: each for each in candidates if each.local_id}
        if candidates[0].local_id or len(fitting) == 1:
            return candidates[0] if candidates[0].local_id else next(iter(fitting.values()))
        return Resolved("", "", len(fitting))

    def _in_database(self, parts: list[str], dialect: str, start: str) -> Resolved:
        if len(parts) > 1:
            exact = f"{start}{parts[-2]}.{parts[-1]}"
            if exact in self.kinds:
                return Resolved(exact, "schema")
            if parts[-2] and parts[-2] not in DEFAULT_SCHEMAS and len(parts) == 2:
                return NOTHING
        default = f"{start}{default_schema(dialect)}.{parts[-1]}"
        if default in self.kinds:
            return Resolved(default, "default_schema" if len(parts) == 1 else "schema")
        return self.only(parts[-1], start)

    def only(self, bare: str, start: str = "sql:") -> Resolved:
        """Return the only object with this lower-case name in any schema.

        Those in a schema that is written go before those in a variable of ``sqlcmd``, which are the same tables
        of another installation; living ones go before past ones, and those in the default schema of a dialect
        before those that need its name.
        """
        objects = self._by_name.get(bare, [])
        if self.databases.several:
            objects = [each for each in objects if each[: each.find("/") + 1] in {"", start}]
        written = [each for each in objects if FILLED_IN not in each] or objects
        alive = [each for each in written if each not in self.historic] or written
        plain = [each for each in alive if each.removeprefix(start).partition(".")[0] in DEFAULT_SCHEMAS] or alive
        if len(plain) == 1:
            return Resolved(plain[0], "default_schema")
        return Resolved("", "", len(plain))

    def bare_names(self) -> Iterator[str]:
        """Yield the name of each object without its schema, in small letters."""
        yield from self._by_name

    def names(self, kinds: frozenset[str]) -> dict[str, list[str]]:
        """Return bare lower-case name -> ids of the objects of these kinds, sorted."""
        result: dict[str, list[str]] = {}
        for bare in sorted(self._by_name):
            ids = sorted(each for each in self._by_name[bare] if self.kinds[each] in kinds)
            if ids:
                result[bare] = ids
        return result


def catalog_of(facts: Sequence[FileFacts], databases: Databases) -> SqlCatalog:
    """Return the catalog of all scripts; one-object files win over dated scripts, of these the last one counts.

    A file that drops what it has made tells less of it than any other that makes it; what no other makes is past,
    as is what a later dated script drops.
    """
    catalog = SqlCatalog(main_dialect=main_dialect(facts), databases=databases)
    paths_of, dropping = _add_objects(catalog, [each for each in facts if each.language == "sql"])
    later, by_version = dropped_later(facts), dropped_by_version(facts)
    any_current = any(not DATED.search(path) for paths in paths_of.values() for path in paths)
    for local_id, paths in paths_of.items():
        name = local_id.rpartition(".")[2]
        current = without_older([path for path in paths if not DATED.search(path)])
        if current:
            catalog.current.add(local_id)
        is_dropped_again = all(path in dropping.get(local_id, ()) for path in paths)
        is_dropped_by_version = all(() < version_of(path) < by_version.get(name, ()) for path in paths)
        is_only_dated = not current and (any_current or later.get(name, "") > max(paths))
        if is_dropped_again or is_dropped_by_version or is_only_dated:
            catalog.historic.add(local_id)
        defining = current or [max(paths, key=lambda path: path.rpartition("/")[2])]
        catalog.living.update((path, local_id) for path in defining)
    return catalog


def _add_objects(
    catalog: SqlCatalog, scripts: Sequence[FileFacts]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Add the objects of all scripts, first those that their file does not drop again.

    Returns:
        The paths that count for each object: without those that drop it again, unless there are only such; and the
        paths that drop it again.
    """
    paths_of: dict[str, list[str]] = defaultdict(list)
    dropping: dict[str, list[str]] = defaultdict(list)
    for each in scripts:
        dropped = dropped_again(each)
        catalog.add_columns(each)
        for definition in each.definitions:
            is_dropped = definition.local_id in dropped
            (dropping if is_dropped else paths_of)[definition.local_id].append(each.path)
            if not is_dropped:
                catalog.add(definition.local_id, definition.kind)
    for local_id, paths in dropping.items():
        paths_of[local_id] = paths_of[local_id] or paths
    if dropping:
        for each in scripts:
            for definition in each.definitions:
                catalog.add(definition.local_id, definition.kind)
    return paths_of, dropping


def link_sql(facts: Sequence[FileFacts], catalog: SqlCatalog, builder: GraphBuilder) -> None:
    """Add the edges between database objects."""
    for local_id in catalog.historic:
        builder.historic(local_id)
    scripts = [each for each in facts if each.language == "sql"]
    if any(builder.wants(each.path) for each in scripts):
        for each in scripts:
            for use in each.sql:
                _link_use(each, use, catalog, builder)


def _link_use(facts: FileFacts, use: SqlUse, catalog: SqlCatalog, builder: GraphBuilder) -> None:
    source = f"file:{facts.path}"
    if use.owner != NO_OWNER:
        source = facts.definitions[use.owner].local_id
        if (facts.path, source) not in catalog.living:
            return
    elif use.source:
        altered = catalog.resolve_in(facts, use.source, use.line)
        is_past = not altered.local_id or altered.local_id in catalog.current
        if is_past and DATED.search(facts.path):
            return
        source = altered.local_id or source
    elif DATED.search(facts.path):
        return
    link_name(use, source, facts, catalog, builder)


def table_node(written: str, catalog: SqlCatalog, builder: GraphBuilder) -> str:
    """Return the node of a table that a mapping names: the one that scripts define, else an inferred one."""
    resolved = catalog.resolve(written, catalog.main_dialect)
    return resolved.local_id or inferred_table(written, catalog, builder)


def inferred_table(written: str, catalog: SqlCatalog, builder: GraphBuilder) -> str:
    """Add the node of a table that no script defines, and return it."""
    schema, _, bare = written.rpartition(".")
    schema = schema.rpartition(".")[2] or default_schema(catalog.main_dialect)
    local_id = f"sql:{schema}.{bare}".lower()
    catalog.add(local_id, "table")
    builder.inferred(local_id, "table", bare, "sql")
    return local_id


def imply_table(use: SqlUse, facts: FileFacts, catalog: SqlCatalog, builder: GraphBuilder) -> None:
    """Add the table that a program's statement uses and nothing defines.

    A whole statement says that there is such a table, but for examples and tests, which make up what they need. To
    be done for all programs before any is linked, so that the order of files is no matter.
    """
    is_telling = use.is_certain and use.role in INFERRING and not _makes_up(facts)
    if is_telling and not catalog.resolve(use.name, catalog.main_dialect).candidates:
        catalog.implied.add(inferred_table(use.name, catalog, builder))


def link_name(use: SqlUse, source: str, facts: FileFacts, catalog: SqlCatalog, builder: GraphBuilder) -> None:
    """Add the edge from ``source`` to the object that is used, when there is exactly one; ``drops`` makes none."""
    if use.role not in OWN_EDGE:
        return
    is_script = facts.language == "sql"
    target = (
        catalog.resolve_in(facts, use.name, use.line)
        if is_script
        else catalog.resolve(use.name, facts.dialect or catalog.main_dialect)
    )
    if not target.local_id:
        if target.candidates > 1:
            builder.ambiguous(source)
        return
    type_ = EDGES[use.role].get(catalog.kinds[target.local_id], OWN_EDGE[use.role])
    if type_ is not None:
        program_tier = "inferred" if target.local_id in catalog.implied else "literal"
        tier = target.tier if is_script or target.tier == BY_ENDING else program_tier
        builder.edge(source, target.local_id, type_, tier, (facts.path, use.line))
        if use.columns:
            names = list(_columns_of(target.local_id, use, catalog))
            builder.columns(source, target.local_id, type_, (facts.path, use.line), names)


def _columns_of(table: str, use: SqlUse, catalog: SqlCatalog) -> Iterator[str]:
    """Yield the columns of a table that a use names; one that may be another table's where this one has it."""
    own = catalog.columns.get(table, ())
    for each in use.columns:
        name = each.removeprefix(OPEN)
        if name == each or name.lower() in own:
            yield name


def _makes_up(facts: FileFacts) -> bool:
    return not MADE_UP.isdisjoint(path_flags(facts.path, facts.language))
