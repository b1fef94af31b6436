"""Ruby: definitions, constants, calls and what variables hold, of one file."""

from typing import ClassVar

from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.ruby.calling import UNKNOWN, Calls, Value, renumber
from indexer.languages.ruby.comments import MOST_LINES, Documented, documented
from indexer.languages.ruby.defining import DefinitionReader
from indexer.languages.ruby.macros import Macros
from indexer.languages.ruby.models import factory_type, named_table
from indexer.languages.ruby.results import results
from indexer.languages.ruby.routes import TESTING, TESTS, ActionTests
from indexer.languages.ruby.scopes import Locals, parameters_of
from indexer.languages.ruby.syntax import MOST_CHARS, PATHS, STORED, constant_path, listed, literal
from indexer.languages.source import read_source
from indexer.types import ParsedFile

TYPE_TAKING = frozenset(("is_a?", "kind_of?", "instance_of?", "raise", "rescue_from", "fail"))
"""Methods of Ruby and of Rails whose arguments are classes."""

NAMING = frozenset(("method", "send", "public_send", "__send__"))
"""Methods that take the name of a method of their receiver."""

MOST_AROUND = 8
"""Parentheses and assignments around a value that are looked into."""

LET = frozenset(("let", "let!", "subject", "subject!"))
"""Methods of RSpec that give a value a name."""

UNREAD = frozenset(("splat_argument", "rest_assignment", "destructured_left_assignment"))
"""Node types of names that get a part of a value."""


class RubyReader(DefinitionReader):
    """A Ruby file; identifiers are the full names of constants, whichever file they are in."""

    own_names: ClassVar[frozenset[str]] = frozenset(("self",))

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.calls_read = Calls(query_matches)
        self.locals = Locals()
        self._macros = Macros(self)
        self._path_end = 0
        self._takers: dict[int, int] = {}
        """Where the parameters of a block begin -> number of the call that it is handed to."""
        self._is_test = TESTS.search(parsed.path) is not None
        self._action_tests = ActionTests()
        self._setters: set[int] = set()
        """Where calls end that set an attribute."""
        self._returning: set[int] = set()
        self._documented: dict[int, Documented] = {}
        self.handlers |= {
            "def.declared": self._macros.define,
            "bound": self._on_bound,
            "taken": self._on_parameters,
            "returned": self._on_returned,
            "super": self._on_super,
            "called": self._on_called,
            "path": self._on_path,
        }

    def on_type(self, match: Match, owner: int) -> None:
        """Note the classes of errors that are rescued, or that a value is compared with."""
        for node in match.parts["type"]:
            self.note_type(node, owner)

    def note_type(self, node: Node, owner: int) -> None:
        """Note a class that is mentioned."""
        path = constant_path(node)
        if path:
            self.skip(node)
            self.use_type(owner, path, "type", line_of(node))

    def value_of(self, node: Node | None, owner: int) -> Value:
        """Return what an expression gives, as far as this file says it."""
        for _ in range(MOST_AROUND):
            if node is not None and node.type in {"assignment", "operator_assignment"}:
                node = node.child_by_field_name("right")
            elif node is not None and node.type in {"parenthesized_statements", "begin"}:
                values = results(node)
                if len(values) != 1 or values[0] == node:
                    break
                node = values[0]
            else:
                break
        if node is None:
            return UNKNOWN
        made = self.made_path(node) or (factory_type(node) if self._is_test else "")
        if made:
            return Value(type=made)
        text = text_of(node) if node.end_byte - node.start_byte < MOST_CHARS else ""
        is_local = node.type == "identifier" and self.locals.has(owner, text)
        if node.type in STORED or node.type == "self" or is_local:
            return Value(path=text)
        if node.type in PATHS:
            return Value(path=constant_path(node))
        return Value(call=self.calls_read.number(node))

    def made_path(self, node: Node) -> str:
        """Return the class of ``Shop::Cart.new``; empty for anything else."""
        is_new = node.type == "call" and text_of(node.child_by_field_name("method")) == "new"
        return constant_path(node.child_by_field_name("receiver")) if is_new else ""

    def on_variable(self, match: Match, owner: int) -> None:
        """Note what a variable is set to; of several at once each."""
        left, right = match.part("name"), match.part("value")
        if left is None:
            return
        names = left.named_children if left.type == "left_assignment_list" else [left]
        values = right.named_children if right is not None and right.type == "right_assignment_list" else [right]
        for position, name in enumerate(names):
            value = values[position] if len(values) == len(names) else None
            if name.type == "call":
                self._setters.add(name.end_byte)
                self.mappings += named_table(name, value, owner)
                self._set_attribute(name, value, owner)
            elif name.type in STORED or name.type in {"identifier", "constant"}:
                self._set(name, value, owner)
            elif name.type in UNREAD:
                self._bind(name, owner)

    def _set(self, name: Node, right: Node | None, owner: int) -> None:
        """Note the value of a variable; of one of an object also for the other methods of its class."""
        value = self.value_of(right, owner)
        self.skip(name)
        text, line = text_of(name), line_of(name)
        if name.type == "identifier":
            self.locals.add(owner, text)
        if not self.signs or (name.type == "constant" and value == UNKNOWN):
            return
        self.variables.append(Variable(owner, text, value.type, value.path, value.call, line=line))
        holder = self.holder(owner) if name.type in STORED and value != UNKNOWN else NO_OWNER
        if holder not in {NO_OWNER, owner}:
            self.variables.append(Variable(holder, text, value.type, value.path, value.call, line=line))

    def _set_attribute(self, name: Node, right: Node | None, owner: int) -> None:
        """``self.total = Total.new`` sets what ``attr_accessor :total`` gives."""
        is_own = text_of(name.child_by_field_name("receiver")) == "self"
        value, holder = self.value_of(right, owner) if is_own else UNKNOWN, self.holder(owner)
        if value != UNKNOWN and holder != NO_OWNER and self.signs:
            attribute = f"@{text_of(name.child_by_field_name('method'))}"
            for each in dict.fromkeys((owner, holder)):
                self.variables.append(
                    Variable(each, attribute, value.type, value.path, value.call, line=line_of(name))
                )

    def _bind(self, node: Node, owner: int) -> None:
        """Note names whose values are not known."""
        for each in (node, *node.named_children):
            if each.type == "identifier":
                self._set(each, None, owner)

    def _on_bound(self, match: Match, owner: int) -> None:
        """Note the variable of a loop, or the one that holds an error."""
        for name in match.parts["name"]:
            self._bind(name, owner)

    def _on_parameters(self, match: Match, owner: int) -> None:
        """The parameters of a method, or of a block and the call that it is handed to."""
        call = self._takers.get(match.start, NO_CALL)
        comment = self._documented.get(owner) if match.node.type == "method_parameters" else None
        for position, (name, default) in enumerate(parameters_of(match.node)):
            self.skip(name)
            type_ = comment.parameters.get(text_of(name), "") if comment is not None else ""
            value = Value(type=type_) if type_ else self.value_of(default, owner)
            self.locals.add(owner, text_of(name))
            if self.signs:
                of_value = (value.type, value.path, value.call)
                self.variables.append(
                    Variable(
                        *(owner, text_of(name), *of_value), line=line_of(name), given_to=call, parameter=position
                    )
                )

    def _on_returned(self, match: Match, owner: int) -> None:
        """Note what a method gives before its end."""
        values = match.node.named_children[0].named_children if match.node.named_children else []
        if self.signs and owner != NO_OWNER and values and not self._says_result(owner):
            self._returning.add(owner)
            self._give(owner, values[0] if len(values) == 1 else match.node)

    def _give(self, owner: int, node: Node) -> None:
        """Note what a method gives."""
        if node.type != "nil":
            value = self.value_of(node, owner)
            line = line_of(node)
            self.variables.append(Variable(owner, RETURNED, value.type, value.path, value.call, line=line))

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call with its receiver; some calls declare something."""
        node, method = match.node, match.node.child_by_field_name("method")
        receiver, arguments = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
        name = text_of(method)
        if not name or not self.signs:
            return
        self.skip(method)
        self._take_block(node)
        for each in listed(arguments) if name in TYPE_TAKING else ():
            made = each.child_by_field_name("receiver") if self.made_path(each) else None
            self.note_type(made if made is not None else each, owner)
        if method is not None and method.type == "super":
            self._add_super(node, owner)
            return
        if constant_path(receiver):
            self.skip(receiver)
        if receiver is None and self._is_test and name in LET:
            self._let(node, owner)
        if self._is_test and (receiver is None or name in TESTING) and self._request(name, node, owner):
            return
        if receiver is None and self._macros.take(name, node, owner):
            return
        self._macros.gem(name, node, owner)
        self._macros.mix_into(name, node, receiver, owner)
        self._add(node, name + "=" * (match.end in self._setters), receiver, owner)
        if name in NAMING and (receiver is None or receiver.type == "self"):
            named = literal(next(listed(arguments), None))
            self.named.append(Call(owner, named, "this", line_of(node)))

    def _let(self, node: Node, owner: int) -> None:
        """``let(:cart) { Cart.new }`` of RSpec is a variable of the tests below."""
        named = literal(next(listed(node.child_by_field_name("arguments")), None))
        named = named or text_of(node.child_by_field_name("method")).rstrip("!")
        body = node.child_by_field_name("block")
        content = body.child_by_field_name("body") if body is not None else None
        if content is not None and content.named_children:
            value = self.value_of(content.named_children[-1], owner)
            self.locals.add(owner, named)
            self.variables.append(Variable(owner, named, value.type, value.path, value.call, line=line_of(node)))

    def _request(self, name: str, node: Node, owner: int) -> bool:
        """``get :show`` in the tests of a controller calls its action; return whether a call does so."""
        holder, arguments = self.holder(owner), node.child_by_field_name("arguments")
        class_id = self.outline.definitions[holder].local_id if holder != NO_OWNER else ""
        controller, action = self._action_tests.read(name, arguments, holder, class_id)
        if controller:
            self.calls_read.add(node, Call(owner, action, "type", line_of(node), controller))
        return bool(controller)

    def _take_block(self, call: Node) -> None:
        """Note which call gives the parameters of a block."""
        block = call.child_by_field_name("block")
        parameters = block.child_by_field_name("parameters") if block is not None else None
        if parameters is not None:
            self._takers[parameters.start_byte] = self.calls_read.number(call)

    def _add(self, node: Node, name: str, receiver: Node | None, owner: int) -> None:
        """Add a call, or the making of an object."""
        line = line_of(node.child_by_field_name("method") or node)
        if receiver is None:
            self.calls_read.add(node, Call(owner, name, "bare", line))
            return
        value = self.value_of(receiver, owner)
        path = constant_path(receiver) if name == "new" else ""
        if path:
            self.use_type(owner, path, "new", line)
            self.make("type", path, None, Match("new", node, {}, *node.byte_range), owner)
        elif value.type:
            self.calls_read.add(node, Call(owner, name, "type", line, value.type))
        elif value.path == "self":
            self.calls_read.add(node, Call(owner, name, "this", line))
        elif value.path:
            self.calls_read.add(node, Call(owner, name, "path", line, value.path))
        elif value.call != NO_CALL:
            self.calls_read.add(node, Call(owner, name, "chain", line, inner=value.call))

    def _on_super(self, match: Match, owner: int) -> None:
        """``super`` alone hands on all arguments."""
        if match.start not in self.passed and self.signs:
            self._add_super(match.node, owner)

    def _add_super(self, node: Node, owner: int) -> None:
        if owner != NO_OWNER:
            name = self.outline.definitions[owner].name
            self.calls_read.add(node, Call(owner, name, "base", line_of(node)))

    def _on_called(self, match: Match, owner: int) -> None:
        """A name that stands alone is a call where no local variable has it."""
        name = text_of(match.node)
        is_call = self.signs and match.start not in self.passed and not self.locals.has(owner, name)
        if is_call and not self._macros.take(name, match.node, owner):
            self.calls_read.add(match.node, Call(owner, name, "bare", line_of(match.node)))

    def _on_path(self, match: Match, owner: int) -> None:
        """A constant or a class that is named as a value."""
        if match.start < self._path_end or not self.signs:
            return
        self._path_end = match.end
        path = constant_path(match.node)
        if path and match.start not in self.passed:
            holder, _, name = path.rpartition(".")
            self.named.append(Call(owner, name, "path" if holder else "bare", line_of(match.node), holder))

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts, with the calls in their order and what methods end in."""
        for index, body in self.ends:
            self._end(index, body)
        self.calls, numbers = self.calls_read.numbered()
        self.variables = renumber(self.variables, numbers)
        self.routes, tables = self._macros.facts()
        self.mappings += tables
        return super().facts(parsed, broken=broken)

    def on_method(self, index: int, node: Node) -> None:
        """Read the comment above a method."""
        row = node.start_point[0]
        comment = documented(self.lines[max(row - MOST_LINES, 0) : row]) if self.signs else None
        if comment is not None and (comment.parameters or comment.returned):
            self._documented[index] = comment

    def _says_result(self, index: int) -> bool:
        """Return whether the comment above a method says what it gives."""
        return index in self._documented and bool(self._documented[index].returned)

    def _end(self, index: int, body: Node) -> None:
        """Note what a method gives: as the comment above it says, else the values that it ends in."""
        if self._says_result(index):
            type_ = self._documented[index].returned
            line = self.outline.definitions[index].start_line
            self.variables.append(Variable(index, RETURNED, type_, line=line))
            return
        values = results(body)
        if index in self._returning or any(self.value_of(each, index) != UNKNOWN for each in values):
            for each in values:
                self._give(index, each)


def ruby_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Ruby file, or with ``outline`` its definitions."""
    return read_source(RubyReader, parsed, "ruby", outline=outline)
