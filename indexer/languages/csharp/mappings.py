"""Entity Framework in one C# file: which class is mapped to which table, and where a set is used."""

import re

from tree_sitter import Node

from indexer.facts.model import Mapping, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.csharp.constants import constant, constant_or_path, declared_constant
from indexer.languages.csharp.migrations import BUILDER, migration_mappings

SET_TYPE = re.compile(r"(?:I?DbSet)<\s*([\w.]+)\s*>\??")
BUILDER_TYPE = re.compile(r"EntityTypeBuilder<\s*([\w.]+)\s*>")
CONFIGURED = "<configured>"
"""Entity of a mapping in a class that configures another: the type argument of its base."""
OPENING = ("Entity<", "OwnsOne<", "OwnsMany<")
"""Calls that give, or hand over, the builder of the class in their angle brackets."""
NAMED_OPENING = frozenset(("Entity", "OwnsOne", "OwnsMany"))
"""The same calls in the snapshot of a model, where the first argument is the full name of the class."""
SNAPSHOT = re.compile(r":\s*(?:[\w.]+\.)?ModelSnapshot\b")
"""The base of the generated class that holds the model as it is after the last migration."""
TYPED_CALLS = (*OPENING, "Set<")
MAPPING_CALLS = frozenset(("ToTable", "ToView", "HasDefaultSchema"))
"""With those of Dapper.Contrib and of migrations all calls that say something of a table; most say nothing."""

REPOSITORY_ENDS = ("repository", "repo")
CONTEXT_ENDS = ("context", "ctx", "db", *REPOSITORY_ENDS)
"""Ends of names of variables that hold a database context or a repository; known types decide."""
_ENDS_SO = re.compile(rf"(?:{'|'.join(CONTEXT_ENDS)})\b")

CHANGES = frozenset(
    f"{verb}{many}{later}"
    for verb in ("Add", "Update", "Remove", "Attach")
    for many in ("", "Range")
    for later in ("", "Async")
) | frozenset(("ExecuteDelete", "ExecuteDeleteAsync", "ExecuteUpdate", "ExecuteUpdateAsync", "BulkInsert"))
"""Methods of a set that write."""

CONTRIB = "Dapper.Contrib"
CONTRIB_METHODS = {
    **dict.fromkeys(("Get", "GetAsync", "GetAll", "GetAllAsync"), "contrib_read"),
    **{
        f"{verb}{later}": "contrib_write"
        for verb in ("Insert", "Update", "Delete", "DeleteAll")
        for later in ("", "Async")
    },
}
"""Methods that Dapper.Contrib adds to a connection, with the operation of each on the table of a class."""


def may_hold_context(text: str) -> bool:
    """Return whether some name in a file ends as those of database contexts and of their types do."""
    lower = text.lower()
    return any(end in lower for end in CONTEXT_ENDS) and _ENDS_SO.search(lower) is not None


class MappingReader:
    """Collects mappings while the matches of a file are read."""

    def __init__(self, text: str) -> None:
        self.collected: list[Mapping] = []
        self._uses_contrib = CONTRIB in text
        self._migrates = BUILDER in text
        self._is_snapshot = SNAPSHOT.search(text) is not None
        self._entity_of: dict[str, str] = {}
        self._context_variables: set[str] = set()
        self._seen: set[tuple[int, str, str]] = set()

    def attribute(self, node: Node, owner: int) -> None:
        """Read ``[Table("Name")]``."""
        if text_of(node.child_by_field_name("name")) not in {"Table", "TableAttribute"}:
            return
        table = table_name(node, "attribute_argument")
        if table:
            self.collected.append(Mapping(owner, "", table, "table", line_of(node)))

    def variable(self, variable: Variable) -> None:
        """Remember a builder's entity and the variables that hold a context."""
        if "EntityTypeBuilder<" in variable.type:
            builder = BUILDER_TYPE.search(variable.type)
            if builder:
                self._entity_of[variable.name] = builder.group(1)
        if variable.type.rstrip("?").lower().endswith(CONTEXT_ENDS) or "Repository<" in variable.type:
            self._context_variables.add(variable.name)

    def constant(self, name: Node, owner: int) -> None:
        """Keep a constant that may name a table."""
        constant = declared_constant(name, owner)
        if constant is not None:
            self.collected.append(constant)

    def call(self, match: Match, name: str, owner: int) -> None:
        """Read ``ToTable``, ``ToView``, ``Entity<T>``, ``OwnsMany<T>``, ``Set<T>``, and calls of migrations.

        Args:
            match: the call.
            name: the called name, as written.
            owner: the definition that contains the call.
        """
        function = match.parts["function"][0]
        if name == "ToTable" and (function.type == "identifier" or text_of(function) == "this.ToTable"):
            table = table_name(match.parts["arguments"][0], "argument")
            self.collected += [Mapping(owner, CONFIGURED, table, "table", line_of(match.node))] if table else []
            return
        if not self._may_map(name) or function.type != "member_access_expression":
            return
        if name in {"ToTable", "ToView"}:
            self._map(match, function, owner)
        elif self._is_opening(name):
            self._open_entity(match, argument_of(name) or _first_constant(match.parts["arguments"][0]))
        elif name == "HasDefaultSchema":
            schema = table_name(match.parts["arguments"][0], "argument")
            if schema:
                self.collected.append(Mapping(owner, "", schema, "schema", line_of(match.node)))
        elif name.startswith("Set<"):
            kind = "writes_entity" if self._is_changed(match.node) else "reads_entity"
            self.collected.append(Mapping(owner, argument_of(name), "", kind, line_of(match.node)))
        elif self._uses_contrib and name.partition("<")[0] in CONTRIB_METHODS:
            self._contrib(match, name, owner)
        elif self._migrates:
            receiver = text_of(function.child_by_field_name("expression"))
            self.collected += migration_mappings(name, receiver, match.parts["arguments"][0], owner)

    def _may_map(self, name: str) -> bool:
        is_typed = name.startswith(TYPED_CALLS) or self._is_opening(name)
        return is_typed or self._uses_contrib or self._migrates or name in MAPPING_CALLS

    def _is_opening(self, name: str) -> bool:
        return name.startswith(OPENING) or (self._is_snapshot and name in NAMED_OPENING)

    def _contrib(self, match: Match, name: str, owner: int) -> None:
        """``connection.Insert<T>(x)`` and ``connection.Insert(new T())`` name the class."""
        entity = argument_of(name)
        for argument in match.parts["arguments"][0].named_children[:1] if not entity else ():
            made = argument.named_children[-1] if argument.named_children else None
            if made is not None and made.type == "object_creation_expression":
                entity = text_of(made.child_by_field_name("type"))
        if entity:
            kind = CONTRIB_METHODS[name.partition("<")[0]]
            self.collected.append(Mapping(owner, entity, "", kind, line_of(match.node)))

    def _map(self, match: Match, function: Node, owner: int) -> None:
        table = table_name(match.parts["arguments"][0], "argument")
        entity = self._entity_before(function.child_by_field_name("expression"))
        if table and entity:
            kind = "snapshot" if self._is_snapshot else "table"
            self.collected.append(Mapping(owner, entity, table, kind, line_of(match.node)))

    def _entity_before(self, node: Node | None) -> str:
        """Follow a chain of calls back to ``Entity<T>()`` or to a variable that is a builder."""
        while node is not None:
            if node.type == "identifier":
                return self._entity_of.get(text_of(node), "")
            if node.type == "invocation_expression":
                node = node.child_by_field_name("function")
            elif node.type == "member_access_expression":
                name = text_of(node.child_by_field_name("name"))
                if name.startswith(OPENING):
                    return name.partition("<")[2][:-1]
                node = node.child_by_field_name("expression")
            else:
                return ""
        return ""

    def _open_entity(self, match: Match, entity: str) -> None:
        holder = match.node.parent
        if holder is not None and holder.type == "variable_declarator":
            self._entity_of[text_of(holder.child_by_field_name("name"))] = entity
        for argument in match.parts["arguments"][0].named_children:
            function = argument.named_children[0] if argument.named_children else None
            if function is not None and function.type == "lambda_expression":
                self._entity_of[text_of(function.child_by_field_name("parameters")).strip("()")] = entity

    def may_be_context(self, receiver: str) -> bool:
        """Return whether a variable may hold a database context."""
        return receiver in self._context_variables or receiver.lower().endswith(CONTEXT_ENDS)

    def access(self, match: Match, owner: int, variable: str) -> None:
        """Read ``context.Orders``; ``variable`` is the receiver's name where lambdas have names of their own."""
        name = text_of(match.part("name"))
        if not name[:1].isupper():
            return
        if match.node.parent is not None and match.node.parent.type == "invocation_expression":
            return
        kind = "write" if self._is_changed(match.node) else "read"
        key = (owner, f"{variable}.{name}", kind)
        if key not in self._seen:
            self._seen.add(key)
            self.collected.append(Mapping(owner, variable, "", kind, line_of(match.node), member=name))

    @staticmethod
    def _is_changed(node: Node) -> bool:
        """Whether a method that changes the set is called on it."""
        around = node.parent
        return (
            around is not None
            and around.type == "member_access_expression"
            and text_of(around.child_by_field_name("name")).partition("<")[0] in CHANGES
        )


def argument_of(name: str) -> str:
    """Return ``T`` of ``Method<T>``; empty when there is none."""
    return name.partition("<")[2].removesuffix(">").strip()


def _first_constant(arguments: Node) -> str:
    """Return the class that a snapshot names: of ``Shop.Order#Shop.Address`` the part behind the mark."""
    written = arguments.named_children[0].named_children if arguments.named_children else []
    return constant(written[-1]).rpartition("#")[2].replace("+", ".") if written else ""


def table_name(node: Node, argument_type: str) -> str:
    """Return the table that arguments name, behind its schema if they name one; empty when they name none.

    The table is the first argument, the schema the second one or that of the name ``schema``; a constant that is
    declared elsewhere stands in braces.
    """
    for child in node.named_children:
        if child.type == "attribute_argument_list":
            return table_name(child, argument_type)
    arguments = [child for child in node.named_children if child.type == argument_type and child.named_children]
    table = constant_or_path(arguments[0].named_children[-1]) if arguments else ""
    schema = next(
        (constant_or_path(each.named_children[-1]) for each in arguments[1:] if _may_be_schema(each)), ""
    )
    return f"{schema}.{table}" if table and schema else table


def _may_be_schema(argument: Node) -> bool:
    label = text_of(argument.named_children[0]).lower() if len(argument.named_children) > 1 else "schema"
    return label == "schema"
