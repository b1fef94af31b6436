"""Ruby: calls that declare something: attributes, mixins, callbacks, associations, required files."""

import re

from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_OWNER, Call, Import, Mapping, Route, TypeRole, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.ruby.defining import HOLDERS, DefinitionReader
from indexer.languages.ruby.models import Tables, associated
from indexer.languages.ruby.outside import EXAMPLES
from indexer.languages.ruby.routes import Routes
from indexer.languages.ruby.scopes import SINGLETON
from indexer.languages.ruby.syntax import (
    class_name,
    constant_path,
    dotted_path,
    listed,
    literal,
    names_in,
    options,
    singular,
)

ATTRIBUTES = {"attr_reader": ("",), "attr_writer": ("=",), "attr_accessor": ("", "=")}
"""Macros, and what is behind the names of the methods that they define."""

MANY = frozenset(("has_many", "has_and_belongs_to_many"))
ONE = frozenset(("has_one", "belongs_to"))
UNNAMED = frozenset(("polymorphic", "source", "source_type"))
"""Options of an association whose class has another name, or that may be of several."""

MIXINS: dict[str, TypeRole] = {"include": "mixed", "prepend": "mixed", "extend": "extended"}
SENDING = frozenset(("send", "public_send"))
"""Methods that call the one that their first argument names."""

MACRO = "acts_as_"
"""What the names of methods begin with that mix modules into the class that calls them."""

REQUIRING = frozenset(("require", "require_relative", "load"))
GEMS = frozenset(("gem", "add_dependency", "add_runtime_dependency", "add_development_dependency"))
"""Methods by which a Gemfile or the description of a gem names a gem."""

CALLBACK = re.compile(
    r"(?:skip_|prepend_|append_)?(?:before|after|around)_\w+|validate|helper_method|rescue_from|set_callback"
    r"|setup|teardown"
)
"""Macros of Rails whose symbols name methods of the class."""

CONDITIONED = re.compile(rf"(?:{CALLBACK.pattern})|validates\w*|layout|protect_from_forgery")
CONDITIONS = ("if", "unless", "with")
"""Options of macros that name a method."""


class Macros:
    """Reads such calls for the reader of a file."""

    def __init__(self, reader: DefinitionReader) -> None:
        self._reader = reader
        self._routes = Routes(reader.path)
        self._tables = Tables(reader.path)
        self._configured_until = 0
        """Where the block ends that configures RSpec."""

    def define(self, match: Match, owner: int) -> None:
        """Add the methods that a call in the body of a class defines."""
        name, arguments = text_of(match.part("function")), match.part("arguments")
        holder = self._reader.holder(owner)
        if holder == NO_OWNER:
            return
        if name in ATTRIBUTES:
            for node in listed(arguments):
                self._reader.add_attribute(literal(node), ATTRIBUTES[name], node, owner)
            return
        first = next(listed(arguments), None)
        named = literal(first)
        if first is None or not named:
            return
        if name == "delegate":
            self._delegate(arguments, match.node, owner)
        elif name == "define_method":
            self._method(named, match.node, owner, is_open=True)
        elif name == "alias_method":
            original = (
                names_in(arguments.named_children[1]) if arguments and arguments.named_child_count > 1 else []
            )
            self._reader.add_alias(named, next(iter(original), ""), match.node, owner)
        elif name == "scope":
            index = self._method(named, match.node, owner, is_static=True, is_open=True)
            own = self._reader.outline.definitions[holder].local_id.removeprefix("rb:")
            self._give(index, f"{LIST}::{own}", match.node)
        elif name in MANY or name in ONE:
            self._association(name, named, arguments, match.node, owner)

    def _method(
        self,
        name: str,
        node: Node,
        owner: int,
        *,
        kind: str = "method",
        is_static: bool = False,
        is_open: bool = False,
    ) -> int:
        """Add a method that has no body of its own, or a block in its place."""
        is_static = is_static or self._reader.bodies.at(node.start_byte) == SINGLETON
        index = self._reader.define_method(name, node, owner, kind=kind, is_static=is_static, is_open=is_open)
        self._reader.sign_as(index, is_static=is_static, overrides=True)
        return index

    def _give(self, index: int, type_: str, node: Node, path: str = "") -> None:
        """Note what a method gives."""
        if self._reader.signs:
            self._reader.variables.append(Variable(index, RETURNED, type_, path, line=line_of(node)))

    def _delegate(self, arguments: Node | None, node: Node, owner: int) -> None:
        """``delegate :name, to: :user`` defines a method that calls the other."""
        to = literal(options(arguments).get("to"))
        for each in listed(arguments):
            name = literal(each)
            index = self._method(name, each, owner, kind="property") if name else NO_OWNER
            if index != NO_OWNER and to and self._reader.signs:
                self._reader.named.append(Call(index, to, "this", line_of(node)))

    def _association(self, name: str, named: str, arguments: Node | None, node: Node, owner: int) -> None:
        """``has_many :comments`` defines a method that gives objects of the class Comment."""
        chosen = options(arguments)
        index = self._method(named, node, owner, kind="property")
        word = singular(named) if name in MANY else named
        type_ = dotted_path(literal(chosen.get("class_name"))) or class_name(word)
        if not chosen.keys().isdisjoint(UNNAMED) or ("class_name" in chosen and not literal(chosen["class_name"])):
            type_ = ""
        if type_:
            self._give(index, f"{LIST}{type_}" if name in MANY else type_, node)
            self._reader.use_type(index, type_, "type", line_of(node))
            self._reader.mappings += associated(name, type_, index, owner, line_of(node))

    def take(self, name: str, node: Node, owner: int) -> bool:
        """Read what a call without a receiver declares; return whether it is nothing else."""
        arguments = node.child_by_field_name("arguments")
        is_in_class = owner != NO_OWNER and self._reader.outline.definitions[owner].kind in HOLDERS
        self._routes.read(name, node, owner)
        self._tables.read(name, arguments, node, owner)
        if name in REQUIRING or name in GEMS:
            return self._import(name, next(listed(arguments), None), owner)
        if name == "autoload" and arguments is not None:
            return self._import(name, arguments.named_children[-1], owner)
        if not is_in_class:
            return False
        if name.startswith(MACRO):
            self._reader.mappings.append(Mapping(owner, "", "", "macro", line_of(node), member=name))
        if name in MIXINS or name in SENDING:
            return self._mix(name, arguments, owner)
        if name == "module_function":
            self._reader.use_type(owner, "self", "extended", line_of(node))
            return True
        if arguments is not None:
            self._callbacks(name, arguments, owner)
        return False

    def _import(self, name: str, source: Node | None, owner: int) -> bool:
        text = literal(source)
        if source is not None and text:
            kind = "gem" if name in GEMS else name
            self._reader.imports.append(Import(text, line_of(source), kind, "*", owner=owner))
        return bool(text)

    def facts(self) -> tuple[list[Route], list[Mapping]]:
        """Return the routes and the tables of the file."""
        return self._routes.collected, self._tables.collected

    def gem(self, name: str, node: Node, owner: int) -> None:
        """Note the gem that the description of another one names."""
        if name in GEMS:
            self._import(name, next(listed(node.child_by_field_name("arguments")), None), owner)

    def mix_into(self, name: str, node: Node, receiver: Node | None, owner: int) -> None:
        """``Cart.include Payable`` and ``Cart.send :include, Payable`` mix a module into a class elsewhere.

        Without a receiver, a method that is a macro does so to the class that calls it.
        """
        modules = list(listed(node.child_by_field_name("arguments")))
        if name in SENDING and modules:
            name = literal(modules.pop(0))
        around = self._reader.outline.definitions[owner] if owner != NO_OWNER else None
        is_macro = around is not None and around.kind == "method" and around.name.startswith(MACRO)
        if name == "configure" and text_of(receiver) == "RSpec":
            self._configured_until = node.end_byte
        entity = constant_path(receiver)
        if receiver is not None and receiver.type == "identifier" and node.start_byte < self._configured_until:
            entity = EXAMPLES  # ``RSpec.configure { |config| config.include Help }``
        if name not in MIXINS or not (entity or (is_macro and receiver is None)):
            return
        for path in filter(None, map(constant_path, modules)):
            self._reader.mappings.append(Mapping(owner, entity, "", MIXINS[name], line_of(node), member=path))

    def _mix(self, name: str, arguments: Node | None, owner: int) -> bool:
        """Note the modules that a class takes the methods of."""
        role = MIXINS.get(literal(next(listed(arguments), None)) if name in SENDING else name)
        if role is None:
            return False
        if role == "mixed" and self._reader.bodies.at(arguments.start_byte if arguments else 0) == SINGLETON:
            role = "extended"
        for each in listed(arguments):
            path = "self" if each.type == "self" else constant_path(each)
            if path:
                self._reader.skip(each)
                self._reader.use_type(owner, path, role, line_of(each))
        return arguments is not None

    def _callbacks(self, name: str, arguments: Node, owner: int) -> None:
        """Note the methods that Rails calls by their names."""
        symbols = []
        if CALLBACK.fullmatch(name):
            symbols += [each for each in listed(arguments) if each.type == "simple_symbol"]
        if CONDITIONED.fullmatch(name):
            chosen = options(arguments)
            symbols += [chosen[key] for key in CONDITIONS if key in chosen]
        for each in symbols:
            for named in names_in(each) if each.type != "string" else ():
                self._reader.named.append(Call(owner, named, "type", line_of(each), "self"))
