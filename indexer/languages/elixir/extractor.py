"""Elixir: modules, functions with their clauses, directives, calls and module names of one file.

The compiler knows what an alias stands for from the file alone; so the facts have the full names of modules.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import VIRTUAL
from indexer.facts.model import (
    NO_OWNER,
    Call,
    FileFacts,
    Mapping,
    Shape,
    Signature,
    TypeRole,
    TypeUse,
    Variable,
)
from indexer.facts.project_model import Project
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.elixir import tables
from indexer.languages.elixir.aliases import Aliases
from indexer.languages.elixir.directives import BEFORE_COMPILE, Directives
from indexer.languages.elixir.messages import Messages
from indexer.languages.elixir.pages import Pages
from indexer.languages.elixir.routes import Named, RouteReader
from indexer.languages.elixir.syntax import (
    ANY_NUMBER,
    arguments_of,
    arity,
    atom,
    head_of,
    options_of,
    parameter_counts,
    plain_string,
)
from indexer.languages.elixir.templates import ROLE, Component, with_templates
from indexer.languages.outlined import OutlinedReader
from indexer.languages.source import read_source
from indexer.types import ParsedFile

PRIVATE = frozenset(("defp", "defmacrop", "defguardp"))
DEFINING = frozenset(("def", "defmacro", "defguard", "defn", "defmodule", "defprotocol", *PRIVATE))
TYPE_ATTRIBUTES = frozenset(("spec", "type", "typep", "opaque", "callback", "macrocallback"))
"""Attributes in which calls are names of types."""

MIX_FILE = "mix.exs"


class ElixirReader(OutlinedReader):
    """Reads one Elixir file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._aliases = Aliases()
        self._directives = Directives(self._aliases, self._module)
        self._routes = RouteReader(self._module)
        self._own: dict[int, str] = {}
        """Definition -> the full name of the module around it, or that it is."""
        self._messages = Messages(self._module, self._own)
        self._pages = Pages(self._module)
        self._protocols: set[int] = set()
        self._read: set[tuple[int, int]] = set()
        """Nodes that what is around them told the meaning of, by first and last byte."""
        self._piped: dict[tuple[int, int], Node] = {}
        """What is piped into a node, by its first and last byte."""
        self._type_end = self._note_end = 0
        """Last bytes of the latest attribute with types, and of the latest attribute."""
        self._is_spec = False
        self._specified: list[TypeUse] = []
        """What the types of the function that comes next name."""
        self._is_mix = parsed.path.rpartition("/")[2] == MIX_FILE
        self._packages: dict[str, None] = {}
        self._macros: dict[str, Callable[[Node, int], None]] = {
            **dict.fromkeys(("alias", "import", "require", "use", "unquote"), self._on_directive),
            "defimpl": self._on_implementation,
            "defdelegate": self._on_delegate,
            "schema": self._on_schema,
            "plug": self._on_plug,
            "belongs_to": self._on_key,
        }
        self.handlers |= {
            "block": self._on_block,
            "operated": self._on_operator,
            "tuple": self._on_tuple,
            ROLE: self._on_template,
        }
        self._parsed = parsed
        self._components: dict[int, list[Component]] = {}
        """Components of each template, by its first byte."""

    def read(self, query_matches: list[Match]) -> None:
        """Take all matches, with those in templates."""
        every, self._components = with_templates(self._parsed.language, self._parsed.text, query_matches)
        super().read(every)

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts; of a project's file with the packages that it needs."""
        self.routes += self._routes.collected
        self.calls += self._messages.calls() + self._pages.calls
        self.named += self._pages.named
        self.imports += self._directives.imports
        facts = super().facts(parsed, broken=broken)
        if not self._is_mix:
            return facts
        return replace(facts, project=Project(MIX_FILE, packages=tuple(self._packages)))

    def defined_name(self, match: Match) -> str:
        """Return the name of a definition; of an implementation that of the protocol and of the type behind it.

        Several types stand in braces, and one that is not written leaves these empty.
        """
        name = super().defined_name(match)
        if text_of(match.part("function")) != "defimpl":
            return name
        target = options_of(match.node).get("for")
        owner = self.outline.owner_at(match.start)
        around = self.outline.definitions[owner].qualname if owner != NO_OWNER else ""
        if target is None or text_of(target) == "__MODULE__":
            return f"{name}.{around}" if around else name
        if target.type == "list" and target.named_children:
            return f"{name}.{{{','.join(text_of(each) for each in target.named_children)}}}"
        return f"{name}.{text_of(target)}" if target.type == "alias" else f"{name}{{}}"

    def short_name(self, match: Match, name: str) -> str:
        """Return the last part of a module's name, and the whole name of an implementation."""
        return name if text_of(match.part("function")) == "defimpl" else super().short_name(match, name)

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a module, a function or a clause of one, with the number of its arguments."""
        super().on_definition(match, owner)
        if not self.signs:
            return
        index = self._latest[owner]
        macro, name = text_of(match.part("function")), match.part("name")
        if name is None:
            return
        if match.role == "def.module":
            self._enter_module(match, owner, index, macro)
            return
        self._own[index] = self._own.get(owner, "")
        head = head_of(name)
        self._read.add((head.start_byte, head.end_byte))
        self._messages.on_clause(text_of(name), head, owner)
        required, total = parameter_counts(head)
        signature = Signature(index, required=required, total=total, is_private=macro in PRIVATE)
        if signature not in self.signatures[-1:]:
            self.signatures.append(signature)
        if match.node.type == "unary_operator" or owner in self._protocols:
            short = text_of(name)
            self.variables.append(Variable(owner, short, VIRTUAL, str(total), line=line_of(name)))
        for use in self._specified:
            self.types.setdefault((index, use.name, "type"), replace(use, owner=index))
        self._specified.clear()

    def _enter_module(self, match: Match, owner: int, index: int, macro: str) -> None:
        """Note what a module's name means inside of the module around it."""
        written = match.parts["name"][0]
        self._read.add((written.start_byte, written.end_byte))
        self._specified.clear()
        self._own[index] = self.outline.definitions[index].qualname
        if macro == "defprotocol":
            self._protocols.add(index)
        around = self._own.get(owner, "")
        if around and macro != "defimpl":
            head = text_of(written).partition(".")[0]
            self._aliases.add(match.start, head, f"{around}.{head}")

    def _module(self, node: Node | None, owner: int) -> str:
        """Return the full name of the module that a node names; empty where it names none."""
        if node is None or node.type not in {"alias", "identifier", "dot", "call"}:
            return ""
        return self._aliases.full_name(text_of(node), node.start_byte, self._own.get(owner, ""))

    def _mark(self, *nodes: Node | None) -> None:
        self._read.update((each.start_byte, each.end_byte) for each in nodes if each is not None)

    def _on_block(self, match: Match, owner: int) -> None:  # noqa: ARG002 - handlers take an owner
        self._aliases.enter(match.start, match.end)

    def _on_operator(self, match: Match, owner: int) -> None:
        """What stands behind a pipe gets one more argument; ``from item in Line`` reads the table of a schema."""
        left, operator, right = (match.node.child_by_field_name(each) for each in ("left", "operator", "right"))
        if left is None or operator is None or right is None:
            return
        if operator.type == "|>":
            self._piped[right.start_byte, right.end_byte] = left
            if right.type == "identifier":
                self._add_call(owner, text_of(right), 1, line_of(right))
        elif operator.type == "in":
            self._use_table(owner, right, "read")

    def on_note(self, match: Match, owner: int) -> None:
        """Read an attribute: types, a behaviour, or a macro that adds to the module."""
        super().on_note(match, owner)
        operand = match.node.child_by_field_name("operand")
        if not self.signs or operand is None or operand.type != "call":
            return
        name = text_of(operand.child_by_field_name("target"))
        self._mark(operand)
        self._note_end = match.end
        if name in TYPE_ATTRIBUTES:
            self._type_end, self._is_spec = match.end, name == "spec"
        elif name in {"behaviour", BEFORE_COMPILE}:
            first = next(iter(arguments_of(operand)), None)
            module = self._module(first, owner)
            if module and name == "behaviour":
                self.use_type(owner, module, "base", line_of(operand))
            elif module:
                self._directives.before_compile(module, line_of(operand), owner)
            self._mark(first if module else None)

    def on_call(self, match: Match, owner: int) -> None:
        """Read a directive, a call of a function of this module, or one of another module's."""
        node, at = match.node, (match.start, match.end)
        if at in self._read:
            return
        target = node.child_by_field_name("target")
        if target is None:
            return
        if target.type == "identifier":
            name = text_of(target)
            macro = self._macros.get(name)
            if macro is not None:
                macro(node, owner)
            if match.start < self._type_end or name in DEFINING:
                return
            arguments = arguments_of(node)
            if owner == NO_OWNER or self.outline.definitions[owner].kind == "module":
                self._name_handlers(self._routes.call(name, node, arguments, owner), owner)
            self._add_call(owner, name, self._count(arguments, node, at), line_of(node))
            self._messages.on_call("", name, arguments, node, owner)
            self._pages.on_call(name, node, arguments, owner)
            self._applied(arguments, owner)
        elif target.type == "dot":
            self._on_remote(node, target, owner, at)

    def _on_remote(self, node: Node, target: Node, owner: int, at: tuple[int, int]) -> None:
        """``Shop.Cart.add(item)``; in a type the module alone is meant."""
        receiver, function = target.child_by_field_name("left"), target.child_by_field_name("right")
        arguments = arguments_of(node)
        self._applied(arguments, owner)
        module = self._module(receiver, owner)
        if not module or function is None or function.type not in {"identifier", "operator_identifier"}:
            return
        self._mark(receiver)
        if at[0] < self._type_end:
            self._use_module(owner, module, node)
        else:
            name = text_of(function)
            self._add_call(owner, name, self._count(arguments, node, at), line_of(function), module)
            passed = [self._piped[at], *arguments] if at in self._piped else arguments
            self._messages.on_call(module, name, passed, node, owner)
            schema = tables.queried(module, name, next(iter(passed), None))
            if schema is not None:
                self._use_table(owner, schema, tables.KINDS[name])

    def _count(self, arguments: Sequence[Node], node: Node, at: tuple[int, int]) -> int:
        """Return the number of arguments of a call, with what is piped into it and its block."""
        has_block = any(child.type == "do_block" for child in node.children[-1:])
        return len(arguments) + (at in self._piped) + has_block

    def _add_call(self, owner: int, name: str, count: int, line: int, module: str = "") -> None:
        shape: Shape = "path" if module else "bare"
        self.calls.append(Call(owner, name, shape, line, module, arguments=count))

    def _on_template(self, match: Match, owner: int) -> None:
        """``<.icon name="cart" />`` calls a function with one argument."""
        own = self._own.get(owner, "")
        for each in self._components.get(match.start, ()):
            module = self._aliases.full_name(each.module, each.at, own)
            if each.is_live:
                self._pages.add_component(module, owner, each.line)
            elif module or not each.module:
                self._add_call(owner, each.name, 1, each.line, module)

    def _applied(self, arguments: Sequence[Node], owner: int) -> None:
        """``apply(Mod, :run, [item])``, ``spawn(Mod, :run, [])``: the function runs with the items of the list."""
        for module, function, listed in zip(arguments, arguments[1:], arguments[2:], strict=False):
            if function.type == "atom" and listed.type == "list":
                self._name_function(module, function, owner)

    def _use_table(self, owner: int, node: Node, kind: str) -> None:
        module = self._module(node, owner)
        if module:
            self.mappings.append(Mapping(owner, module, "", kind, line_of(node)))

    def _name_function(self, module: Node, function: Node, owner: int) -> None:
        """Note a function that is named beside its arguments; whoever runs it may put others before these."""
        if full := self._module(module, owner):
            self._mark(module)
            self._name(owner, atom(function), ANY_NUMBER, function, full)

    def _name(self, owner: int, name: str, count: int, node: Node, module: str) -> None:
        shape: Shape = "path" if module else "bare"
        self.named.append(Call(owner, name, shape, line_of(node), module, arguments=count))

    def on_named(self, match: Match, owner: int) -> None:
        """``&total/1``, ``&Cart.total/1``: a function that is handed on."""
        name, count = match.parts["name"][0], arity(match.parts["value"][0])
        if name.type == "identifier":
            self._name(owner, text_of(name), count, name, "")
            return
        target = name.child_by_field_name("target") if name.type == "call" else None
        receiver = target.child_by_field_name("left") if target is not None else None
        module = self._module(receiver, owner)
        if target is not None and module:
            self._mark(name, receiver)
            self._name(owner, text_of(target.child_by_field_name("right")), count, name, module)

    def _on_tuple(self, match: Match, owner: int) -> None:
        """``{Mod, :run, [item]}`` names a function; in a project's file ``{:plug, "~> 1.0"}`` a package."""
        items = match.node.named_children
        if items[0].type == "atom":
            self._messages.on_tuple(items, owner)
            if self._is_mix and items[1].type != "tuple":
                self._packages[atom(items[0])] = None
        elif len(items) == 3 and items[1].type == "atom" and self._note_end <= match.start:
            self._name_function(items[0], items[1], owner)

    def on_type(self, match: Match, owner: int) -> None:
        """Note a module that is named as a value, of a struct or in a type."""
        if (match.start, match.end) in self._read:
            return
        if match.node.type == "dot":
            self._mark(match.node.child_by_field_name("right"))
        module = self._module(match.node, owner)
        if module:
            self._use_module(owner, module, match.node)

    def _use_module(self, owner: int, module: str, node: Node) -> None:
        """Note a module; one that a ``@spec`` names belongs to the function that follows."""
        if self._is_spec and node.start_byte < self._type_end:
            self._specified.append(TypeUse(owner, module, "type", line_of(node)))
        else:
            role: TypeRole = "type" if node.start_byte < self._type_end else "reference"
            self.use_type(owner, module, role, line_of(node))

    def _on_directive(self, node: Node, owner: int) -> None:
        self._mark(*self._directives.read(node, owner))

    def _on_implementation(self, node: Node, owner: int) -> None:
        """``defimpl Size, for: Cart`` implements a protocol."""
        named = arguments_of(node)[0] if arguments_of(node) else None
        protocol = self._module(named, owner) if named is not None and named.type == "alias" else ""
        if protocol and owner != NO_OWNER:
            self.use_type(owner, protocol, "base", line_of(node))

    def _on_delegate(self, node: Node, owner: int) -> None:
        """``defdelegate add(item), to: Cart, as: :put`` calls the function of the other module."""
        arguments, options = arguments_of(node), options_of(node)
        target, head = options.get("to"), arguments[0] if arguments else None
        module = self._module(target, owner)
        if module and head is not None and owner != NO_OWNER:
            self._mark(target)
            name = atom(options.get("as")) or self.outline.definitions[owner].name
            self._add_call(owner, name, parameter_counts(head)[1], line_of(node), module)

    def _name_handlers(self, named: Sequence[Named], owner: int) -> None:
        """Note the modules that a router names: their full names begin with that of the scope."""
        for each in named:
            self._mark(each.node)
            if each.module:
                self.use_type(owner, each.module, "reference", line_of(each.node))

    def _on_plug(self, node: Node, owner: int) -> None:
        """``plug :authenticate`` runs a function of the module, ``plug Shop.Log`` that of another one."""
        first = next(iter(arguments_of(node)), None)
        module = self._module(first, owner)
        if module or atom(first):
            self._mark(first)
            self._name(owner, "call" if module else atom(first), 2, node, module)

    def _on_schema(self, node: Node, owner: int) -> None:
        """``schema "users" do`` of Ecto: the module stands for a table."""
        arguments = arguments_of(node)
        table = plain_string(arguments[0]) if arguments else None
        if table and owner != NO_OWNER and self.outline.definitions[owner].kind == "module":
            self.mappings.append(Mapping(owner, "", table, "table", line_of(node)))

    def _on_key(self, node: Node, owner: int) -> None:
        """``belongs_to :user, User`` is a key to the table of the other module."""
        arguments = arguments_of(node)
        module = self._module(arguments[1], owner) if len(arguments) > 1 else ""
        if module:
            self.mappings.append(Mapping(owner, module, "", "foreign_key", line_of(node)))

    def on_string(self, match: Match, owner: int) -> None:
        """Read SQL inside a string that is no part of an attribute, as the texts of a documentation are."""
        if match.start >= self._note_end:
            super().on_string(match, owner)


def elixir_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of an Elixir file, or with ``outline`` only its definitions."""
    return read_source(ElixirReader, parsed, parsed.language, outline=outline)
