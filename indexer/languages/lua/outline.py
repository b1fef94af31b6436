"""Lua: functions with the tables that they are in, classes, and what variables hold, of one file.

A variable, a table that is written out and a module have keys of their own; what a field holds is noted by the
path from such a key. Which function a path means in the end is for `indexer.languages.lua.names` to say.
"""

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from indexer.facts.model import FUNCTION as IS_FUNCTION
from indexer.facts.model import (
    NO_CALL,
    NO_OWNER,
    RECEIVER,
    RETURNED,
    Call,
    Definition,
    Variable,
)
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.lua.annotations import Notes
from indexer.languages.lua.scopes import GLOBAL, Scopes
from indexer.languages.lua.syntax import MODULE, arguments_of, module_key, plain_string
from indexer.languages.lua.values import INDEX, Value, Values, fields_of, index_of
from indexer.languages.outlined import OutlinedReader
from indexer.types import ParsedFile

TYPE = "!"
"""Begins the key of a class that comments declare."""

CLASS_MAKER = re.compile(r"(?:\w*[._])?(?:class|Class|extend|subclass|derive|inherit)")
"""Functions of the common class libraries that make a class, of the classes among their arguments."""

WRAPPER = re.compile(r"(?:.*[._])?(?:void|wrap|create|async|sync|memoize|throttle|debounce|schedule_wrap|once)\w*")
"""Functions that give another form of a function, which a field then holds."""

PROTECTED = frozenset(("pcall", "xpcall"))
SHORT = 2
"""Characters of the name of a table that says nothing, such as ``M``; there is no class of that name."""

MOST_NAME_CHARS = 200


@dataclass(slots=True)
class _Head:
    """A function whose parameters come next."""

    index: int
    table: str = ""
    has_self: bool = False
    notes: Notes = field(default_factory=Notes)


class DefinitionReader(OutlinedReader):
    """Reads the definitions, variables and tables of one Lua file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.scopes = Scopes()
        self.values = Values(self.scopes, self.number)
        self._notes_above = Notes()
        self._heads: dict[int, _Head] = {}
        """Where a function ends -> the function."""
        self.functions: list[tuple[int, int]] = []
        """Where the functions around end, each with its definition or ``NO_OWNER``."""
        self._names: dict[int, tuple[str, str]] = {}
        """Where the name of a function or its value begins -> path of what holds it, and how that is shown."""
        self._shown: dict[str, str] = {}
        """Key of a table that is written out -> how it is shown."""
        self._bound: set[int] = set()
        """Where tables begin that a variable holds, or that are returned."""
        self._handed: set[int] = set()
        """Where functions begin that are in a table which is handed to something."""
        self._local_statements: set[int] = set()
        self.exported: set[int] = set()
        """Where names begin by which a file hands out what is in it."""
        self.selves: dict[str, str] = {}
        """Key of a ``self`` -> the table that its function is in."""
        self._classes: dict[str, int] = {}
        self._class_names = _class_names(query_matches)
        self.handlers |= {
            "def.function": self.on_function,
            "def.wrapped": self.on_wrapped,
            "def.variable": self.on_local,
            "def.assigned": self.on_assigned,
            "def.note": self.on_comment,
            "def.block": self.on_scope,
            "def.loop": self.on_loop,
            "def.closure": self.on_closure,
            "def.parameters": self.on_parameters,
            "def.table": self.on_table,
        }

    def on_comment(self, match: Match, owner: int) -> None:
        """Take what a comment declares for the statement below."""
        row = match.node.start_point[0]
        if row != self._notes_above.line + 1:
            self._notes_above = Notes()
        self._notes_above.line = row
        self._notes_above.add(text_of(match.node))
        name = self._notes_above.class_name
        if name and text_of(match.node).lstrip("- ").startswith("@class"):
            for base in self._notes_above.bases:
                self.hold(owner, TYPE + name.replace(".", "/"), line_of(match.node), type_=base)
        elif name and self._notes_above.fields:
            member, type_ = self._notes_above.fields.pop()
            self.hold(owner, f"{TYPE}{name.replace('.', '/')}.{member}", line_of(match.node), type_=type_)

    def _take_notes(self, node: Node) -> Notes:
        """Return what the comments directly above a statement declare."""
        notes = self._notes_above
        if notes.line != node.start_point[0] - 1:
            return Notes()
        self._notes_above = Notes()
        return notes

    def on_scope(self, match: Match, owner: int) -> None:  # noqa: ARG002 - handlers take an owner
        """Enter a block."""
        self.scopes.enter(match.start, match.end)

    def on_closure(self, match: Match, owner: int) -> None:  # noqa: ARG002 - as above
        """Enter a function without a name of its own."""
        self._enter_function(match.node, self._heads.get(match.end, _Head(NO_OWNER)).index)

    def _enter_function(self, node: Node, index: int) -> None:
        self.leave_functions(node.start_byte)
        self.scopes.enter(node.start_byte, node.end_byte)
        self.functions.append((node.end_byte, index))

    def leave_functions(self, at: int) -> None:
        """Forget the functions that end before a byte."""
        while self.functions and self.functions[-1][0] <= at:
            self.functions.pop()

    def on_loop(self, match: Match, owner: int) -> None:  # noqa: ARG002 - as above
        """Enter a loop with its variables."""
        self.scopes.enter(match.start, match.end)
        clause = match.node.child_by_field_name("clause")
        if clause is None:
            return
        named = next((each for each in clause.children if each.type == "variable_list"), clause)
        for name in named.children_by_field_name("name"):
            self.scopes.declare(text_of(name), name.end_byte, match.end, is_known=False)

    def on_local(self, match: Match, owner: int) -> None:
        """Declare local variables with their values."""
        statement = next((each for each in match.node.named_children if each.type == "assignment_statement"), None)
        if statement is not None:
            self._local_statements.add(statement.start_byte)
        self._assign(statement or match.node, owner, self._take_notes(match.node), is_local=True)

    def on_assigned(self, match: Match, owner: int) -> None:
        """Note what variables and fields are set to."""
        if match.start not in self._local_statements:
            self._assign(match.node, owner, self._take_notes(match.node), is_local=False)

    def _assign(self, statement: Node, owner: int, notes: Notes, *, is_local: bool) -> None:
        names, values = _sides_of(statement)
        end = self.scopes.end_at(statement.start_byte)
        is_protected = len(values) == 1 and self.values.called(values[0]) in PROTECTED
        for position, name in enumerate(names):
            value = values[position] if position < len(values) else None
            read = self.protected(values[0]) if is_protected and position == 1 else self.values.all(value)
            if is_local:
                key = self.scopes.declare(text_of(name), statement.end_byte, end)
                target, shown = key, text_of(name)
            else:
                target, shown = self.target(name)
            if not target:
                continue
            self._names[name.start_byte] = (target, shown)
            if value is not None and "." in target and not self._functions_around(statement):
                self.exported.add(value.start_byte)
            elif value is not None and _is_of_name(value):
                self.values.folders.add(text_of(name))
            self.bind(value, target, shown)
            if "." not in shown and "." not in target:
                self._define_class(statement, owner, target, shown, notes)
            self._note(owner, target, name, read, value, notes)
            notes = Notes()

    def _note(
        self, owner: int, target: str, name: Node, values: list[Value], value: Node | None, notes: Notes
    ) -> None:
        """Note what a variable holds: by its values, the classes that it is made of, and its comments."""
        line = line_of(name)
        if value is not None and value.type == "function_call":
            function = value.child_by_field_name("name")
            if function is not None and CLASS_MAKER.fullmatch(text_of(function)[-MOST_NAME_CHARS:]):
                bases = (base for each in arguments_of(value) for base in self.values.all(each))
                values = [*values, *(each._replace(is_base=True) for each in bases)]
        for each in values:
            if each.path != target or each.call != NO_CALL:
                self.hold(owner, target, line, each)
        if notes.type:
            self.hold(owner, target, line, type_=notes.type)
        if notes.class_name:
            key = TYPE + notes.class_name.replace(".", "/")
            self.hold(owner, key, line, Value(target))
            self.hold(owner, target, line, type_=notes.class_name)

    def hold(self, owner: int, name: str, line: int, value: Value | None = None, type_: str = "") -> None:
        """Note one of the things that a variable or a field may hold."""
        if self.signs:
            path, call, is_base = value or Value("")
            self.variables.append(Variable(owner, name, type_, path, call, is_element=is_base, line=line))

    def protected(self, call: Node) -> list[Value]:
        """``pcall(require, "a")`` gives the module behind the word that all went well."""
        arguments = arguments_of(call)
        key = module_key(plain_string(arguments[1])) if len(arguments) > 1 else ""
        return [Value(key)] if key and text_of(arguments[0]) == "require" else []

    def target(self, name: Node) -> tuple[str, str]:
        """Return the path of a variable or field that is set, and how it is shown; empty for a computed field."""
        value = self.values.single(name) if name.type == "identifier" or index_of(name) else None
        if value is None or value.call != NO_CALL:
            return "", ""
        head, dot, rest = value.path.partition(".")
        head = self.selves.get(head, head)
        shown = self._shown.get(head) or head.partition("@")[0].removeprefix(GLOBAL)
        is_shown = not shown.startswith((MODULE, "{"))
        return f"{head}{dot}{rest}", f"{shown}{dot}{rest}" if is_shown else rest

    def bind(self, value: Node | None, target: str, shown: str) -> None:
        """Note where a table that is written out, or a function, is kept."""
        if value is None:
            return
        for each in arguments_of(value)[:1] if self.values.called(value) == "setmetatable" else (value,):
            if each.type == "table_constructor":
                self._bound.add(each.start_byte)
                self._shown[self.values.table(each)] = shown
        if value.type == "binary_expression":
            right = value.child_by_field_name("right")
            self.bind(right if right is not None and right.type == "table_constructor" else None, target, shown)

    def _define_class(self, statement: Node, owner: int, target: str, name: str, notes: Notes) -> None:
        """Add a class where a table with methods or a metatable is made at the top of the file."""
        is_class = name in self._class_names or notes.class_name
        if not is_class or target in self._classes or len(name) <= SHORT or self._functions_around(statement):
            return
        self._classes[target] = self.define("class", name, statement, owner, is_open=False)
        self.hold(self._classes[target], target, line_of(statement), type_=IS_FUNCTION)

    def _functions_around(self, node: Node) -> bool:
        self.leave_functions(node.start_byte)
        return bool(self.functions)

    def on_function(self, match: Match, owner: int) -> None:
        """Add a function by the path that holds it."""
        name, node = match.part("name"), match.part("value") or match.node
        if name is None:
            return
        if match.node.type == "function_declaration" and node.child_count and node.children[0].type == "local":
            key = self.scopes.declare(text_of(name), node.start_byte, self.scopes.end_at(node.start_byte))
            target, shown = key, text_of(name)
        elif match.node.type == "field":
            target, shown = self._names.get(node.start_byte, ("", ""))
        else:
            known = self._names.get(name.start_byte) if name.type == "identifier" else None
            target, shown = known or self._function_target(name)
        notes = self._take_notes(match.node) if match.node.type != "field" else Notes()
        index = self._define_function(match.node, owner, target, shown) if target else NO_OWNER
        table = target.rpartition(".")[0]
        has_self = name.type == "method_index_expression" or _takes_self(node)
        self._heads[node.end_byte] = _Head(index, table, has_self, notes)
        if node is match.node:
            self._enter_function(node, index)
        is_handed = node.start_byte in self._handed or self._is_of_parameter(name)
        if is_handed and index != NO_OWNER:
            self.named.append(Call(owner, shown, "bare", line_of(node), target))

    def _is_of_parameter(self, name: Node) -> bool:
        """Return whether a function is put into a table that a parameter is."""
        while name.type in {"dot_index_expression", "bracket_index_expression"}:
            name = name.child_by_field_name("table") or name
            if name.type == "identifier":
                return not self.scopes.is_known(text_of(name), name.start_byte)
        return False

    def on_wrapped(self, match: Match, owner: int) -> None:
        """``M.read = async.wrap(function() end)`` is a function too."""
        value, name = match.part("value"), match.part("name")
        if (
            value is None
            or name is None
            or not WRAPPER.fullmatch(text_of(match.part("function"))[-MOST_NAME_CHARS:])
        ):
            return
        target, shown = self.target(name)
        if target and not self._functions_around(match.node):
            index = self._define_function(match.node, owner, target, shown)
            self._heads[value.end_byte] = _Head(index, target.rpartition(".")[0], _takes_self(value))

    def _function_target(self, name: Node) -> tuple[str, str]:
        """Return the path of the function that a statement defines."""
        if name.type != "method_index_expression":
            return self.target(name)
        table, method = name.child_by_field_name("table"), text_of(name.child_by_field_name("method"))
        target, shown = self.target(table) if table is not None else ("", "")
        return (f"{target}.{method}", f"{shown}.{method}") if target else ("", "")

    def _define_function(self, node: Node, owner: int, target: str, shown: str) -> int:
        """Add a function; one of a class belongs to it, wherever it stands."""
        table, _, name = target.rpartition(".")
        holder = self._classes.get(table, NO_OWNER) if owner == NO_OWNER else NO_OWNER
        around = (
            self.outline.definitions[holder if holder != NO_OWNER else owner] if max(holder, owner) >= 0 else None
        )
        qualname = shown if holder != NO_OWNER or around is None else f"{around.qualname}.{shown}"
        base = (
            around.local_id.removesuffix(around.qualname) if around is not None else f"{self.prefix}:{self.base}"
        )
        kind = "method" if holder != NO_OWNER else "function"
        first, last = self.outline.lines_of(node)
        parent = around.local_id if around is not None else ""
        definition = Definition(f"{base}{qualname}", kind, name or shown, qualname, first, last, parent)
        index = self.outline.enter(definition, node.end_byte)
        self.hold(index, target, line_of(node), type_=IS_FUNCTION)
        return index

    def on_parameters(self, match: Match, owner: int) -> None:  # noqa: ARG002 - handlers take an owner
        """Declare the parameters of the function around, with ``self``."""
        end = self.scopes.end_at(match.start)
        head = self._heads.get(end, _Head(NO_OWNER))
        names = match.node.children_by_field_name("name")
        if head.has_self:
            key = self.scopes.declare("self", match.start, end)
            self.selves[key] = self.selves.get(head.table, head.table)
            if self.signs:
                line = line_of(match.node)
                of_table = Variable(head.index, key, value=head.table, line=line, parameter=RECEIVER)
                self.variables.append(of_table)
        for name in names:
            text = text_of(name)
            type_ = head.notes.parameters.get(text, "")
            if text != "self" or not head.has_self:
                key = self.scopes.declare(text, match.start, end, is_known=bool(type_))
                if type_:
                    self.hold(head.index, key, line_of(name), type_=type_)
        if head.notes.returned and head.index != NO_OWNER:
            self.hold(head.index, RETURNED, line_of(match.node), type_=head.notes.returned)

    def on_table(self, match: Match, owner: int) -> None:
        """Note the fields of a table that is written out."""
        table = self.values.table(match.node)
        shown = self._shown.get(table, "")
        is_bound = match.start in self._bound
        for name, value in fields_of(match.node):
            if name and value.type == "function_definition":
                self._names[value.start_byte] = (f"{table}.{name}", f"{shown}.{name}" if shown else name)
                if not is_bound:
                    self._handed.add(value.start_byte)
            elif name:
                self._shown[self.values.table(value)] = f"{shown}.{name}" if shown else name
                if is_bound:
                    self._bound.add(value.start_byte)
                for each in self.values.all(value):
                    self.hold(owner, f"{table}.{name}", line_of(value), each)


def _is_of_name(value: Node) -> bool:
    """Return whether a value is a part of ``...``, the name of the file's module: ``(...):match(".*%.")``."""
    text = text_of(value) if value.end_byte - value.start_byte < MOST_NAME_CHARS else ""
    return text.startswith(("...", "(...", "select(1, ..."))


def _sides_of(statement: Node) -> tuple[list[Node], list[Node]]:
    """Return the names and the values of an assignment, or of a declaration without values."""
    listed = {each.type: each for each in statement.named_children}
    names, values = listed.get("variable_list"), listed.get("expression_list")
    return (
        names.children_by_field_name("name") if names is not None else [],
        [each for each in values.named_children if each.type != "comment"] if values is not None else [],
    )


def _takes_self(function: Node) -> bool:
    """Return whether the first parameter of a function is called ``self``."""
    parameters = function.child_by_field_name("parameters")
    first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
    return first is not None and text_of(first) == "self"


def _class_names(query_matches: list[Match]) -> frozenset[str]:
    """Return the names of tables of a file that have methods, or that are metatables of others."""
    names: set[str] = set()
    for match in query_matches:
        name = match.part("name") if match.role == "def.function" else None
        if name is not None and name.type == "method_index_expression":
            names.add(text_of(name.child_by_field_name("table")))
        elif match.role == "def.assigned":
            for each in _sides_of(match.node)[0]:
                if index_of(each) == INDEX:
                    names.add(text_of(each.child_by_field_name("table")))
    return frozenset(name for name in names if name.isidentifier() and name != "self")
