"""Lua: functions with the tables that they are in, classes, and what variables hold, of one file.

A variable, a table that is written out and a module have keys of their own; what a field holds is noted by the
path from such a key. Which function a path means in the end is for `indexer.languages.lua.names` to say.
"""

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import FUNCTION as IS_FUNCTION
from indexer.facts.model import NO_CALL, NO_OWNER, RECEIVER, Call, Definition, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.lua.annotations import ELEMENTS, Notes
from indexer.languages.lua.declared import TYPE, DeclaredReader
from indexer.languages.lua.scopes import GLOBAL, Scopes
from indexer.languages.lua.syntax import MODULE, arguments_of, module_key, plain_string, sides_of, takes_self
from indexer.languages.lua.values import ELEMENT, INDEX, UNKNOWN, Value, Values, fields_of, index_of, is_table
from indexer.types import ParsedFile

CLASS_MAKER = re.compile(r"(?:\w*[._])?(?:class|Class|extend|subclass|derive|inherit)")
"""Functions of the common class libraries that make a class, of the classes among their arguments."""

WRAPPER = re.compile(r"(?:.*[._])?(?:void|wrap|create|async|sync|memoize|throttle|debounce|schedule_wrap|once)\w*")
"""Functions that give another form of a function, which a field then holds."""

PROTECTED = frozenset(("pcall", "xpcall"))
NO_TABLES = frozenset(("false", "nil", "number", "string", "true"))
"""Node types of values that have no fields of the program."""

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


class DefinitionReader(DeclaredReader):
    """Reads the definitions, variables and tables of one Lua file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.scopes = Scopes()
        self.values = Values(self.scopes, self.number)
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
            "def.block": self.on_scope,
            "def.loop": self.on_loop,
            "def.closure": self.on_closure,
            "def.parameters": self.on_parameters,
            "def.table": self.on_table,
        }

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

    def on_loop(self, match: Match, owner: int) -> None:
        """Enter a loop with its variables."""
        self.scopes.enter(match.start, match.end)
        clause = match.node.child_by_field_name("clause")
        if clause is None:
            return
        listed = {each.type: each for each in clause.named_children}
        values = self._listed(listed.get("expression_list"))
        for position, name in enumerate(listed.get("variable_list", clause).children_by_field_name("name")):
            of_name = values if position == 1 else []
            key = self.scopes.declare(text_of(name), clause.end_byte, match.end, is_known=bool(of_name))
            for each in of_name:
                self.hold(owner, key, line_of(name), each)

    def _listed(self, expressions: Node | None) -> list[Value]:
        """Return what a loop over ``pairs(table)`` gives as its second value."""
        called = expressions.named_children[0] if expressions is not None and expressions.named_children else None
        if called is None or self.values.called(called) not in {"pairs", "ipairs"}:
            return []
        return [value.field(ELEMENT) for each in arguments_of(called)[:1] for value in self.values.all(each)]

    def on_local(self, match: Match, owner: int) -> None:
        """Declare local variables with their values."""
        statement = next((each for each in match.node.named_children if each.type == "assignment_statement"), None)
        if statement is not None:
            self._local_statements.add(statement.start_byte)
        self._assign(statement or match.node, owner, self.take_notes(match.node), is_local=True)

    def on_assigned(self, match: Match, owner: int) -> None:
        """Note what variables and fields are set to."""
        if match.start not in self._local_statements:
            self._assign(match.node, owner, self.take_notes(match.node), is_local=False)

    def _assign(self, statement: Node, owner: int, notes: Notes, *, is_local: bool) -> None:
        names, values = sides_of(statement)
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
            if not is_local and name.type == "identifier" and self._is_of_parameter(name):
                read = [each for each in read if each.is_base or each.call != NO_CALL or is_table(each.path)]
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
        if target.endswith(ELEMENT) and self._is_unknown(value):
            self.hold(owner, target, line, Value(UNKNOWN))
        if notes.type:
            self.hold(owner, target, line, type_=notes.type)
        if notes.class_name:
            key = TYPE + notes.class_name.replace(".", "/")
            self.hold(owner, key, line, Value(target))
            self.hold(owner, target, line, type_=notes.class_name)

    def _is_unknown(self, value: Node | None) -> bool:
        """Return whether a value may be anything: that of a parameter, or of what is not read."""
        if value is None or value.type in NO_TABLES:
            return False
        root = value
        while index_of(root):
            root = root.child_by_field_name("table") or root
        if root.type == "identifier":
            return not self.scopes.is_known(text_of(root), root.start_byte)
        return value.type != "function_definition" and not self.values.all(value)

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
        is_handed = node.start_byte in self._handed
        if match.node.type == "function_declaration" and node.child_count and node.children[0].type == "local":
            key = self.scopes.declare(text_of(name), node.start_byte, self.scopes.end_at(node.start_byte))
            target, shown = key, text_of(name)
        elif match.node.type == "field":
            target, shown = self._names.get(node.start_byte, ("", ""))
        else:
            known = self._names.get(name.start_byte) if name.type == "identifier" else None
            target, shown = known or self._function_target(name)
            is_handed = not known and self._is_of_parameter(name)
            if is_handed and name.type == "identifier":  # the parameter may be another function as well
                target = f"{{{shown}{len(self.outline.definitions)}}}"
        notes = self.take_notes(match.node) if match.node.type != "field" else Notes()
        is_named = bool(target) and ELEMENT not in target
        index = self._define_function(match.node, owner, target, shown) if is_named else NO_OWNER
        table = target.rpartition(".")[0]
        has_self = name.type == "method_index_expression" or takes_self(node)
        self._heads[node.end_byte] = _Head(index, table, has_self, notes)
        if node is match.node:
            self._enter_function(node, index)
        if is_handed and index != NO_OWNER:
            self.named.append(Call(owner, shown, "bare", line_of(node), target))

    def _is_of_parameter(self, name: Node) -> bool:
        """Return whether a function is put into a parameter, or into a table that a parameter is."""
        if name.type == "identifier":
            return not self.scopes.is_known(text_of(name), name.start_byte)
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
        if target and ELEMENT not in target and not self._functions_around(match.node):
            index = self._define_function(match.node, owner, target, shown)
            self._heads[value.end_byte] = _Head(index, target.rpartition(".")[0], takes_self(value))

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
        if head.notes.returned and head.index != NO_OWNER and not head.notes.returned.endswith(ELEMENTS):
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


def _class_names(query_matches: list[Match]) -> frozenset[str]:
    """Return the names of tables of a file that have methods, or that are metatables of others."""
    names: set[str] = set()
    for match in query_matches:
        name = match.part("name") if match.role == "def.function" else None
        if name is not None and name.type == "method_index_expression":
            names.add(text_of(name.child_by_field_name("table")))
        elif match.role == "def.assigned":
            for each in sides_of(match.node)[0]:
                if index_of(each) == INDEX:
                    names.add(text_of(each.child_by_field_name("table")))
    return frozenset(name for name in names if name.isidentifier() and name != "self")
