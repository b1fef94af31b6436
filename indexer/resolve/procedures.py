"""C#: strings that name a procedure or another database object, holes included, and SQL in strings."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, FileFacts, SqlUse, Text
from indexer.languages.csharp.constant_texts import ConstantTexts
from indexer.languages.csharp.names import FAMILY
from indexer.languages.csharp.sql_constants import SqlConstants
from indexer.languages.csharp.types import CSharpTypes, TypeInfo
from indexer.languages.sql.history import is_migration
from indexer.languages.sql.holes import prefixes_of
from indexer.languages.sql.objects import MIN_FIXED_CHARS, SqlCatalog, imply_table, link_name
from indexer.linking.graph import GraphBuilder, source_of
from indexer.resolve.models import Models
from search.types.graph import EdgeType

ROUTINES = frozenset(("procedure", "function"))
CLASS_QUERIES = {"reads": EdgeType.READS_TABLE, "writes": EdgeType.WRITES_TABLE}
"""Operation of a statement that names a class on the table of that class."""

HOLE = re.compile(r"\{[^{}]*\}")
EDGE_OF = {"procedure": EdgeType.CALLS, "function": EdgeType.CALLS, "view": EdgeType.READS_VIEW}


class Procedures:
    """Binds texts to routines."""

    def __init__(self, types: CSharpTypes, catalog: SqlCatalog, builder: GraphBuilder) -> None:
        self._types = types
        self._catalog = catalog
        self._builder = builder
        self._routines = catalog.names(ROUTINES)
        self._patterns: dict[str, list[str]] = {}

    @cached_property
    def _derived(self) -> dict[str, list[str]]:
        """Generic type -> names of the first argument that its derived classes give it."""
        arguments: dict[str, set[str]] = defaultdict(set)
        for info in self._types.types.values():
            for each in self._types.ancestors(info.local_id)[1:]:
                if each.args and each.args[0].name and not each.args[0].name.startswith("!"):
                    arguments[each.type_id].add(each.args[0].name)
        return {type_id: sorted(names) for type_id, names in arguments.items()}

    def link(self, facts: Sequence[FileFacts], models: Models) -> None:
        """Add the edges from code to the database; in Java a query may name classes instead of tables."""
        programs = self._with_constants([each for each in facts if each.language != "sql"])
        holed = (use.name for each in programs for use in _uses(each) if "{" in use.name)
        self._catalog.prefixes.update(prefixes_of(holed, self._catalog.bare_names()))
        for each in programs:
            for use in _uses(each):
                if not _class_table(use, each, models):
                    imply_table(use, each, self._catalog, self._builder)
        constants = SqlConstants(self._types, programs)
        for each in programs:
            if not self._builder.wants(each.path):
                continue
            for use in (*_uses(each), *constants.uses(each)):
                source, evidence = source_of(each, use.owner), (each.path, use.line)
                table = _class_table(use, each, models)
                if table:
                    self._builder.edge(source, table, CLASS_QUERIES[use.role], "orm_name", evidence)
                else:
                    link_name(use, source, each, self._catalog, self._builder)
            for text in each.texts:
                self._link_text(each, text)

    def _with_constants(self, programs: Sequence[FileFacts]) -> list[FileFacts]:
        """Return the facts with constants replaced by their texts in the table names of C# statements."""
        texts = ConstantTexts(self._types)
        is_holed = [any("{" in use.name for use in each.sql) and each.language in FAMILY for each in programs]
        if any(is_holed):
            texts.read(self._types.files)
        return [
            replace(
                each, sql=tuple(replace(use, name=texts.filled(use.name, each, use.owner)) for use in each.sql)
            )
            if holed
            else each
            for each, holed in zip(programs, is_holed, strict=True)
        ]

    def _link_text(self, facts: FileFacts, text: Text) -> None:
        name = text.text.strip()
        if "{" in name:
            self._link_pattern(facts, text, name)
            return
        source = source_of(facts, text.owner)
        qualified = "." in name or "[" in name
        resolved = self._catalog.resolve(name, self._catalog.main_dialect)
        if not resolved.local_id:
            if resolved.candidates > 1 and qualified:
                self._builder.ambiguous(source)
            return
        kind = self._catalog.kinds[resolved.local_id]
        if not self._may_be_meant(name, kind):
            return
        type_ = EDGE_OF.get(kind, EdgeType.REFERENCES)
        self._builder.edge(source, resolved.local_id, type_, "proc_string", (facts.path, text.line))

    def _may_be_meant(self, name: str, kind: str) -> bool:
        """Return whether a string that is an object's name denotes it: keys of texts are written alike.

        A routine is called by its name alone; anything else is meant in a schema that there is, or in brackets.
        """
        parts = name.lower().replace("[", "").replace("]", "").replace('"', "").split(".")
        if len(parts) == 1:
            return kind in ROUTINES or "[" in name
        return parts[-2] in self._schemas or (kind in ROUTINES and len(parts) == len(("package", "routine")))

    @cached_property
    def _schemas(self) -> frozenset[str]:
        """Schemas of all objects, and those that every server has."""
        names = (each.removeprefix("sql:").rpartition("/")[2].partition(".")[0] for each in self._catalog.kinds)
        return frozenset((*names, "dbo", "public", "main"))

    def _link_pattern(self, facts: FileFacts, text: Text, name: str) -> None:
        """``[{Schema}].[{Table}_Read]``: the hole is the generic argument of the class's base, else anything."""
        last = re.split(r"\.(?![^{]*\})", name.replace("[", "").replace("]", ""))[-1]
        source = source_of(facts, text.owner)
        holders = self._types.enclosing_types(facts, text.owner) if text.owner != NO_OWNER else ()
        entities = self._entities(holders[0]) if holders else []
        named = [self._routines.get(HOLE.sub(entity, last, count=1).lower(), []) for entity in entities]
        if any(named):
            for routines in named:
                self._link_only(source, routines, (facts.path, text.line))
            return
        self._link_only(source, self._matching(last), (facts.path, text.line))

    def _link_only(self, source: str, routines: Sequence[str], evidence: tuple[str, int]) -> None:
        if len(routines) == 1:
            self._builder.edge(source, routines[0], EdgeType.CALLS, "proc_pattern", evidence)
        elif routines:
            self._builder.ambiguous(source)

    def _entities(self, holder: TypeInfo) -> list[str]:
        """Possible values of a placeholder for a table in this class: its entity, or those of derived classes."""
        for each in self._types.ancestors(holder.local_id)[1:]:
            if each.args and each.args[0].name and not each.args[0].name.startswith("!"):
                return [each.args[0].name]
        return self._derived.get(holder.local_id, [])

    def _matching(self, last: str) -> list[str]:
        known = self._patterns.get(last)
        if known is None:
            fixed = HOLE.split(last)
            if sum(len(part) for part in fixed) < MIN_FIXED_CHARS:
                return self._patterns.setdefault(last, [])
            pattern = re.compile(r"\w*".join(re.escape(part) for part in fixed), re.IGNORECASE)
            known = [each for bare, ids in self._routines.items() if pattern.fullmatch(bare) for each in ids]
            self._patterns[last] = known
        return known


def _uses(facts: FileFacts) -> tuple[SqlUse, ...]:
    return () if is_migration(facts.path, facts.language) else facts.sql


def _class_table(use: SqlUse, facts: FileFacts, models: Models) -> str:
    """Return the table of the class that a query in Java names; else empty."""
    return models.table_of(use.name) if facts.language == "java" and use.role in CLASS_QUERIES else ""
