"""Entity Framework in one C# file: which class is mapped to which table, and where a set is used."""

import re

from tree_sitter import Node

from indexer.facts.csharp_strings import LITERALS, joined
from indexer.facts.model import Mapping, Variable
from indexer.facts.syntax import Match, line_of, text_of

SET_TYPE = re.compile(r"(?:I?DbSet)<\s*([\w.]+)\s*>\??")
BUILDER_TYPE = re.compile(r"EntityTypeBuilder<\s*([\w.]+)\s*>")
OPENING = ("Entity<", "OwnsOne<", "OwnsMany<")
"""Calls that give, or hand over, the builder of the class in their angle brackets."""
CONTEXT_ENDS = ("context", "ctx", "db")
"""Variables that hold a database context, by name; by type it is decided where types are resolved."""
CHANGES = frozenset(
    f"{verb}{many}{later}"
    for verb in ("Add", "Update", "Remove", "Attach")
    for many in ("", "Range")
    for later in ("", "Async")
) | frozenset(("ExecuteDelete", "ExecuteDeleteAsync", "ExecuteUpdate", "ExecuteUpdateAsync", "BulkInsert"))
"""Methods of a set that write."""


class MappingReader:
    """Collects mappings while the matches of a file are read."""

    def __init__(self) -> None:
        self.found: list[Mapping] = []
        self._entity_of: dict[str, str] = {}
        self._context_variables: set[str] = set()
        self._seen: set[tuple[int, str, str]] = set()

    def attribute(self, node: Node, owner: int) -> None:
        """Read ``[Table("Name")]``."""
        if text_of(node.child_by_field_name("name")) not in {"Table", "TableAttribute"}:
            return
        table = table_name(node, "attribute_argument")
        if table:
            self.found.append(Mapping(owner, "", table, "table", line_of(node)))

    def variable(self, variable: Variable) -> None:
        """Remember a builder's entity and the variables that hold a context."""
        if "EntityTypeBuilder<" in variable.type:
            builder = BUILDER_TYPE.search(variable.type)
            if builder:
                self._entity_of[variable.name] = builder.group(1)
        if variable.type.rstrip("?").lower().endswith(CONTEXT_ENDS):
            self._context_variables.add(variable.name)

    def call(self, match: Match, owner: int) -> None:
        """Read ``ToTable``, ``ToView``, ``Entity<T>`` and ``OwnsMany<T>``."""
        function = match.parts["function"][0]
        if function.type != "member_access_expression":
            return
        name = text_of(function.child_by_field_name("name"))
        if name in {"ToTable", "ToView"}:
            self._map(match, function, owner)
        elif name.startswith(OPENING):
            self._open_entity(match, name)

    def _map(self, match: Match, function: Node, owner: int) -> None:
        table = table_name(match.parts["arguments"][0], "argument")
        entity = self._entity_before(function.child_by_field_name("expression"))
        if table and entity:
            self.found.append(Mapping(owner, entity, table, "table", line_of(match.node)))

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

    def _open_entity(self, match: Match, name: str) -> None:
        entity = name.partition("<")[2][:-1]
        holder = match.node.parent
        if holder is not None and holder.type == "variable_declarator":
            self._entity_of[text_of(holder.child_by_field_name("name"))] = entity
        for argument in match.parts["arguments"][0].named_children:
            function = argument.named_children[0] if argument.named_children else None
            if function is not None and function.type == "lambda_expression":
                self._entity_of[text_of(function.child_by_field_name("parameters")).strip("()")] = entity

    def access(self, match: Match, owner: int, variable: str) -> None:
        """Read ``context.Orders``; ``variable`` is the receiver's name where lambdas have names of their own."""
        receiver = text_of(match.part("receiver"))
        if receiver not in self._context_variables and not receiver.lower().endswith(CONTEXT_ENDS):
            return
        name = text_of(match.part("name"))
        if not name[:1].isupper():
            return
        if match.node.parent is not None and match.node.parent.type == "invocation_expression":
            return
        kind = "write" if self._is_changed(match.node) else "read"
        key = (owner, f"{variable}.{name}", kind)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(Mapping(owner, variable, "", kind, line_of(match.node), member=name))

    @staticmethod
    def _is_changed(node: Node) -> bool:
        """Whether a method that changes the set is called on it."""
        around = node.parent
        return (
            around is not None
            and around.type == "member_access_expression"
            and text_of(around.child_by_field_name("name")).partition("<")[0] in CHANGES
        )


def table_name(node: Node, argument_type: str) -> str:
    """Return the table that arguments name, behind its schema if they name one; empty when they name none.

    The table is the first argument, the schema the second one or that of the name ``schema``.
    """
    for child in node.named_children:
        if child.type == "attribute_argument_list":
            return table_name(child, argument_type)
    arguments = [child for child in node.named_children if child.type == argument_type and child.named_children]
    table = constant(arguments[0].named_children[-1]) if arguments else ""
    schema = next((constant(each.named_children[-1]) for each in arguments[1:] if _may_be_schema(each)), "")
    return f"{schema}.{table}" if table and schema else table


def _may_be_schema(argument: Node) -> bool:
    label = text_of(argument.named_children[0]).lower() if len(argument.named_children) > 1 else "schema"
    return label == "schema"


def constant(node: Node) -> str:
    """Return the text of a string literal or of ``nameof(X)``; empty for anything else."""
    if node.type in LITERALS:
        return joined(node)
    if node.type == "invocation_expression" and text_of(node).startswith("nameof("):
        return text_of(node)[len("nameof(") : -1].rpartition(".")[2]
    return ""
