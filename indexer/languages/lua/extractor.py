"""Lua: calls, what is handed on and what is given back, of one file; definitions are in `outline`."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Import, Shape
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.lua.outline import MOST_NAME_CHARS, PROTECTED, DefinitionReader
from indexer.languages.lua.rockspecs import ENDING, project_of
from indexer.languages.lua.scopes import GLOBAL
from indexer.languages.lua.syntax import IN_TEXT, MODULE, READERS, arguments_of, module_key, plain_string, required
from indexer.languages.lua.values import Value, fields_of, index_of
from indexer.languages.source import read_source
from indexer.types import ParsedFile

METHOD_CALL = ":"
"""In place of type arguments: the receiver of a call is its first argument."""


NAMED = frozenset(("identifier", "dot_index_expression"))
"""Node types of what a value may be named by."""


class LuaReader(DefinitionReader):
    """Reads one Lua file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._project = project_of(query_matches) if parsed.path.endswith(ENDING) else None
        self.handlers |= {
            "returned": self.on_returned,
            "text": self.on_text,
            "indexed": self.on_indexed,
            "operated": self.on_operated,
        }

    def on_returned(self, match: Match, owner: int) -> None:  # noqa: ARG002 - handlers take an owner
        """Note what the function around, or the file, gives."""
        listed = next((each for each in match.node.named_children if each.type == "expression_list"), None)
        first = listed.named_children[0] if listed is not None and listed.named_children else None
        if first is None:
            return
        self.leave_functions(match.start)
        index = self.functions[-1][1] if self.functions else NO_OWNER
        if self.functions and index == NO_OWNER:
            return
        if not self.functions:
            self.exported.add(first.start_byte)
            self.exported.update(value.start_byte for _, value in fields_of(first))
        if not (first.type == "table_constructor" and any(not name for name, _ in fields_of(first))):
            self.bind(first, RETURNED, "")
        for each in self.values.all(first):
            self.hold(index, RETURNED, line_of(first), each)

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call with the path of what it calls; each has its number, also one that is not known."""
        node, function = match.node, match.node.child_by_field_name("name")
        name = self.values.called(node)
        if name == "require" or name in READERS:
            self._require(node, name, owner)
        elif name in PROTECTED:
            for each in self.protected(node):
                self.imports.append(Import(each.path, line_of(node), "require", owner=owner))
        elif name == "setmetatable":
            self._derive(arguments_of(node), owner)
        self.calls.append(self._call(function, owner))
        for argument in arguments_of(node):
            self._name(argument, owner)

    def _derive(self, arguments: list[Node], owner: int) -> None:
        """``setmetatable(cart, Cart)`` lets a variable have the fields of a class."""
        target = self.target(arguments[0])[0] if len(arguments) > 1 else ""
        for each in self.values.behind(arguments) if target else ():
            if each.path != target:
                self.hold(owner, target, line_of(arguments[0]), each)

    def _require(self, node: Node, name: str, owner: int) -> None:
        key = required(node, name, self.values.folders)
        if key:
            self.imports.append(Import(key, line_of(node), name, owner=owner))

    def _call(self, function: Node | None, owner: int) -> Call:
        unknown = Call(owner, "", "other", line_of(function) if function is not None else 0)
        if function is None:
            return unknown
        mark, receiver = "", None
        name = index_of(function)
        if function.type == "identifier":
            name = text_of(function)
            key = self.scopes.key(name, function.start_byte)
            is_known = self.scopes.is_known(name, function.start_byte)
            return Call(owner, name, "bare", unknown.line, key) if is_known else unknown
        if function.type == "method_index_expression":
            table, method = function.child_by_field_name("table"), function.child_by_field_name("method")
            receiver = self.values.single(table) if table is not None else None
            name, mark, line = text_of(method), METHOD_CALL, line_of(method or function)
        else:
            whole = self.values.single(function)
            path = whole.path.rpartition(".") if whole is not None and index_of(function) else None
            receiver = Value(path[0], whole.call) if path is not None and whole is not None else None
            line = function.end_point[0] + 1
        if receiver is None or len(name) > MOST_NAME_CHARS:
            return unknown
        shape: Shape = "chain" if receiver.call != NO_CALL else "path"
        return Call(owner, name, shape, line, receiver.path, receiver.call, type_arguments=mark)

    def on_named(self, match: Match, owner: int) -> None:
        """Note a variable or a field that is used as a value."""
        self._name(match.node, owner)

    def on_operated(self, match: Match, owner: int) -> None:
        """Note both sides of an operation."""
        for each in (match.node.child_by_field_name("left"), match.node.child_by_field_name("right")):
            if each is not None:
                self._name(each, owner)

    def _name(self, node: Node, owner: int) -> None:
        value = self.values.single(node) if node.type in NAMED else None
        if value is None or value.call != NO_CALL or value.path in self.selves or node.start_byte in self.exported:
            return
        head = value.path.partition(".")[0]
        written = head.partition("@")[0]
        if head.startswith((GLOBAL, MODULE)) or self.scopes.is_known(written, node.start_byte):
            holder, _, name = value.path.rpartition(".")
            self.named.append(Call(owner, name, "path" if holder else "bare", line_of(node), holder or name))

    def on_indexed(self, match: Match, owner: int) -> None:
        """``handlers[name]`` uses any function of a table."""
        table, index = match.part("value"), match.node.child_by_field_name("field")
        if table is not None and index is not None and index.type not in {"number", "string"}:
            self._name(table, owner)

    def on_text(self, match: Match, owner: int) -> None:
        """Read a statement of SQL, and what a command in a string requires."""
        self.on_string(match, owner)
        text = plain_string(match.node)
        for each in IN_TEXT.finditer(text) if "require" in text else ():
            key = module_key(each["module"])
            if key:
                line = line_of(match.node)
                self.imports.append(Import(key, line, "text", owner=owner))
                if each["name"]:
                    self.named.append(Call(owner, each["name"], "path", line, key))

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts; of the file of a rock with what that needs."""
        facts = super().facts(parsed, broken=broken)
        return replace(facts, project=self._project) if self._project is not None else facts


def lua_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Lua file, or with ``outline`` its definitions."""
    return read_source(LuaReader, parsed, "lua", outline=outline)
