"""PHP: namespaces, ``use`` declarations, classes with their bases, and the calls of one file."""

from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import CALLABLE, NO_CALL, NO_OWNER, Call, FileFacts, Import, Shape, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.kinds import HOLDERS
from indexer.languages.narrowing import Narrowing
from indexer.languages.outlined import OutlinedReader
from indexer.languages.php import models
from indexer.languages.php.conditions import narrowed
from indexer.languages.php.expressions import (
    CALLS,
    THIS,
    behind_call,
    class_made_by,
    file_path,
    mentions,
    named_class,
    path_of,
    text_in,
    value_of,
)
from indexer.languages.php.names import NAMES, OWN_CLASS, PARENT, NameTable, uses
from indexer.languages.php.routes import RouteReader
from indexer.languages.php.types import Tag, declared_type, tags
from indexer.languages.source import read_source
from indexer.types import ParsedFile

CONSTRUCTOR = "__construct"
MODIFIERS = frozenset(("visibility_modifier", "static_modifier"))
NOT_VIRTUAL = frozenset(("static", "private"))
"""Modifiers of methods that override nothing."""

OWN_NAMES = OWN_CLASS | {PARENT}
MAGIC = frozenset(("__CLASS__", "__DIR__", "__FILE__", "__FUNCTION__", "__LINE__", "__METHOD__", "__NAMESPACE__"))


class PhpReader(OutlinedReader):
    """A PHP file; its identifiers begin with its path."""

    own_names = OWN_CLASS
    base_names = frozenset((PARENT,))
    new_nodes: ClassVar[dict[str, str]] = {"object_creation_expression": ""}

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.names = NameTable()
        self._comment_row = -2
        self._tags: list[Tag] = []
        """Of the last comment."""
        self._described = ""
        """The type that a comment gives to what is being declared."""
        self._parameters: dict[tuple[int, str], str] = {}
        self._types_of: dict[tuple[int, str], str] = {}
        self._open_results: set[int] = set()
        self._traits: set[str] = set()
        self._closure_end = 0
        self._comment = ""
        self._narrowing = Narrowing()
        self._routes = RouteReader(self.names)
        self.routes = self._routes.routes
        self.handlers |= {
            "namespace": self._on_namespace,
            "import": self._on_import,
            "import.file": self._on_import_file,
            "def.anonymous": self._on_anonymous,
            "comment": self._on_comment,
            "variable.promoted": self._on_promoted,
            "variable.parameter": self._on_parameter,
            "variable.property": self._on_property,
            "variable.constant": self._on_enum_case,
            "variable.each": self._on_each,
            "variable.other": self._on_other,
            "closure": self._on_closure,
            "narrowed": self._on_narrowed,
            "returned": self._on_returned,
            "named.value": self._on_value,
            "named.callable": self._on_callable,
            "named.constant": self._on_named_constant,
        }

    def _on_namespace(self, match: Match, _owner: int) -> None:
        name = text_of(match.node.child_by_field_name("name"))
        self.namespaces.append(name)
        self.names.enter(name)

    def _on_import(self, match: Match, owner: int) -> None:
        for each in uses(match.node):
            self.names.bring(each)
            source, _, name = each.full.rpartition("\\")
            self.imports.append(Import(source, line_of(match.node), each.root, name, each.alias, owner))

    def _on_import_file(self, match: Match, owner: int) -> None:
        """``require __DIR__ . '/x.php'``."""
        source = file_path(match.node.named_children[0]) if match.node.named_children else ""
        if source:
            self.imports.append(Import(source, line_of(match.node), "require", owner=owner))

    def _on_comment(self, match: Match, owner: int) -> None:
        """Remember the types that a comment tells; those with a name are of variables."""
        text = text_of(match.node)
        self._comment_row = match.node.end_point[0]
        self._comment = text if "@" in text else ""
        self._tags = list(tags(self._comment))
        for each in self._tags:
            if each.kind == "var" and each.name:
                self._describe(owner, f"${each.name}", each, line_of(match.node))

    def _describe(self, owner: int, name: str, tag: Tag, line: int) -> None:
        """Note a variable that only a comment declares."""
        type_ = declared_type("", tag.type, self.names)
        if type_ and self.signs:
            self._types_of[owner, name] = type_
            self.variables.append(Variable(owner, name, type_, line=line))

    def _described_type(self, node: Node, kind: str, name: str = "") -> str:
        """Return the type that the comment directly above a node gives to a name, or to all of it; else empty."""
        types = (each.type for each in self._above(node) if each.kind == kind and each.name in {"", name})
        return next(types, "")

    def _above(self, node: Node) -> list[Tag]:
        """Return what the comment directly above a node tells."""
        return self._tags if self._is_commented(node) else []

    def _is_commented(self, node: Node) -> bool:
        return node.start_point[0] - self._comment_row in {0, 1}

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition, the traits of a class and the properties that its comment lists."""
        super().on_definition(match, owner)
        index = len(self.outline.definitions) - 1
        if not self.signs:
            return
        comment = self._comment if self._is_commented(match.node) else ""
        if match.role in {"def.class", "def.method"}:
            self._routes.declared(match.node, index, comment)
        if match.role == "def.class":
            self.mappings += models.class_mappings(match.node, index, comment, self.names)
        self.variables += models.scopes(self.outline.definitions[index], owner, self.names)
        if self.outline.definitions[index].kind in HOLDERS:
            self._add_traits(match.node, index)
            for each in self._above(match.node):
                if each.kind == "property" and each.name:
                    self._describe(index, each.name, each, line_of(match.node))

    def _add_traits(self, node: Node, owner: int) -> None:
        """The methods of traits come before those of the class that is extended."""
        body = node.child_by_field_name("body")
        for each in body.named_children if body is not None else ():
            for name in each.named_children if each.type == "use_declaration" else ():
                if name.type in NAMES:
                    self.use_type(owner, self.names.full(text_of(name)), "base", line_of(name))

    def _on_anonymous(self, match: Match, owner: int) -> None:
        """``new class extends Cart {...}`` is a class, named by the first of its bases."""
        clauses = [each for each in match.node.named_children if each.type.endswith("_clause")]
        base = text_of(clauses[0].named_children[0]) if clauses and clauses[0].named_children else "class"
        short = base.rpartition("\\")[2]
        index = self.define("class", f"{short}{{}}", match.node, owner)
        if self.signs:
            self._add_traits(match.node, index)

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives, as declared or as its comment says."""
        if not self.signs:
            return
        each = self.outline.definitions[index]
        if each.kind == "trait":
            self._traits.add(each.local_id)
        if each.kind in CALLABLE:
            self._described = self._described_type(match.node, "return")
            tags_above = (tag for tag in self._above(match.node) if tag.kind == "param")
            self._parameters |= {(index, f"${tag.name}"): tag.type for tag in tags_above}
        super().sign(match, index)
        self._described = ""
        if self.signatures[-1].returns == "Self" and each.parent in self._traits:
            self.signatures[-1] = replace(self.signatures[-1], returns="this")
        returns = self.signatures[-1].returns
        if self.names.is_elsewhere(returns) or (not returns and match.part("type") is None):
            self._open_results.add(index)

    def overrides(self, match: Match, index: int) -> bool:
        """Return whether a definition is a method that is neither static nor private nor a constructor."""
        words = {text_of(child) for child in match.node.children if child.type in MODIFIERS}
        each = self.outline.definitions[index]
        return each.kind == "method" and each.name.lower() != CONSTRUCTOR and NOT_VIRTUAL.isdisjoint(words)

    def type_name(self, text: str) -> str:
        """Return the class that a declared type means, or the comment above it."""
        return declared_type(text, self._described, self.names)

    def value_path(self, node: Node) -> str:
        """Return the dotted path that an expression is; empty where it is none."""
        return path_of(node, self.names)

    def made_class(self, node: Node) -> str:
        """Return the class of a new object as a full name; empty where it is only known when the program runs."""
        if node.type not in self.new_nodes or not node.named_children:
            made = class_made_by(node)
            return self.names.full(made) if made and made not in OWN_NAMES else ""
        named = node.named_children[0]
        text = text_of(named) if named.type in NAMES or named.type == "relative_scope" else ""
        return "Self" if text in OWN_CLASS else self.names.full(text) if text != PARENT else ""

    def on_base(self, match: Match, owner: int) -> None:
        """Add the bases of a class or an interface."""
        for node in match.parts["base"]:
            if node.type in NAMES:
                self.use_type(owner, self.names.full(text_of(node)), "base", line_of(node))

    def on_type(self, match: Match, owner: int) -> None:
        """Note a class that is mentioned."""
        self._mention(text_of(match.node), match.node, owner)

    def _mention(self, written: str, node: Node, owner: int) -> None:
        full = self.names.full(written) if written not in OWN_NAMES else ""
        if full and (owner, full, "base") not in self.types and (owner, full, "new") not in self.types:
            self.use_type(owner, full, "type", line_of(node))

    def on_attribute(self, match: Match, owner: int) -> None:
        """Note an attribute."""
        self.use_type(owner, self.names.full(text_of(match.part("type"))), "attribute", line_of(match.node))

    def on_new(self, match: Match, owner: int) -> None:
        """Note the class of a new object; ``new static`` makes one of the class around."""
        made = self.made_class(match.node)
        arguments = next((each for each in match.node.named_children if each.type == "arguments"), None)
        if made == "Self":
            self.make("this", "", arguments, match, owner)
        elif made:
            self.use_type(owner, made, "new", line_of(match.node))
            self.make("type", made, arguments, match, owner)

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call; that of a function by its full name."""
        name = match.part("name")
        if name is not None and name.type not in NAMES:
            del match.parts["name"]
        super().on_call(match, owner)
        if match.part("receiver") is None:
            holder, _, short = self.names.full(text_of(name), "function").rpartition(".")
            self.calls[-1] = replace(self.calls[-1], shape="path", receiver=holder, name=short)
        self._routes.call(match, owner)
        if self.signs:
            called = self.calls[-1].name
            self.mappings += models.call_mappings(match.node, called, owner, self.names)
            self.statements.add(models.table_uses(match.node, called, owner))
            type_ = models.related(match.node, called, self.names)
            around = self.outline.definitions[owner] if type_ and owner != NO_OWNER else None
            if around is not None and around.kind == "method":
                self.variables.append(Variable(self.parent(owner), around.name, type_, line=line_of(match.node)))

    def _receiver(self, node: Node | None) -> tuple[Shape, str, int]:
        """Return what a call is made of, as the calls of all languages have it."""
        if node is None:
            return super()._receiver(None)
        first, path = behind_call(value_of(node))
        made = self.made_class(first) if not path and first.type in CALLS else ""
        if first.type == "variable_name" and not path and text_of(first) != THIS:
            owner = self.outline.owner_at(first.start_byte)
            made = self._narrowing.type_of(owner, text_of(first), first.start_byte)
        if made:
            return "type", made, NO_CALL
        shape, receiver, inner = super()._receiver(first)
        return shape, path or receiver, inner

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable with its declared type, that of the comment above it, or with its value."""
        if not self.signs:
            return
        self._described = self._described or self._described_type(match.node, "var", name.removeprefix("$"))
        is_described = bool(self._described and self.type_name(""))
        value, path = match.part("value"), ""
        if value is not None:
            value, path = behind_call(value_of(value))
            match.parts["value"] = [value]
        super().declare(owner, name, match, is_element=is_element and not is_described)
        made = self.variables[-1]
        if path and made.call != NO_CALL:
            made = replace(made, value=path)
        if is_described and not made.type:
            made = replace(made, type=self.type_name(""), value="")
        if value is not None and mentions(value, name):
            made = replace(made, line=value.end_point[0] + 2)
        self.variables[-1] = made
        self._narrowing.assign(owner, name, match.node.start_byte if is_element else match.end)
        self._described = ""
        self._types_of[owner, name] = made.type or ("this" if made.value == THIS else "")

    def _on_parameter(self, match: Match, owner: int) -> None:
        """Note a parameter with its declared type, or with that of the comment above the function."""
        name = text_of(match.part("name"))
        self._described = self._parameters.pop((owner, name), "")
        many = match.node.type == "variadic_parameter"
        self.declare(owner, name, match)
        if many and self.signs and self.variables[-1].type:
            self.variables[-1] = replace(self.variables[-1], type=f"[]{self.variables[-1].type}")

    def _on_promoted(self, match: Match, owner: int) -> None:
        """A parameter that is a property as well."""
        self._on_parameter(match, owner)
        holder = self.parent(owner) if owner != NO_OWNER and self.signs else NO_OWNER
        if holder != NO_OWNER:
            name = text_of(match.part("name")).removeprefix("$")
            self.variables.append(replace(self.variables[-1], owner=holder, name=name))

    def _on_property(self, match: Match, owner: int) -> None:
        self.declare(owner, text_of(match.part("name")).removeprefix("$"), match)
        comment = self._comment if self._is_commented(match.node) else ""
        self.mappings += models.key_mappings(match.node, owner, comment, self.names)

    def on_member(self, match: Match, owner: int) -> None:
        """``$this->name = $value`` declares a property, of the type that the value is known to have."""
        if not self.signs or text_of(match.part("receiver")) != THIS:
            return
        count = len(self.variables)
        super().on_member(match, owner)
        for each in self.variables[count:]:
            if each.value.startswith("$") and not each.value.startswith(f"{THIS}."):
                type_ = self._types_of.get((owner, each.value), "")
                self.variables[-1] = replace(each, type=type_, value="")

    def _on_enum_case(self, match: Match, owner: int) -> None:
        """A case of an enumeration is one of its objects."""
        if owner != NO_OWNER and self.signs:
            self.variables.append(Variable(owner, text_of(match.part("name")), "Self", line=line_of(match.node)))

    def _on_each(self, match: Match, owner: int) -> None:
        """The variable of a loop is an element of what is walked."""
        walked, bound = match.node.named_children[:2]
        variable = bound.named_children[-1] if bound.type in {"pair", "by_ref"} and bound.named_children else bound
        if variable.type == "by_ref" and variable.named_children:
            variable = variable.named_children[0]
        if variable.type == "variable_name":
            match.parts["value"] = [walked]
            self.declare(owner, text_of(variable), match, is_element=True)

    def _on_other(self, match: Match, owner: int) -> None:
        """Note a variable of an unknown type."""
        if self.signs:
            self.variables.append(Variable(owner, text_of(match.node), line=line_of(match.node)))
            self._narrowing.assign(owner, text_of(match.node), match.end)

    def _on_narrowed(self, match: Match, owner: int) -> None:
        """Note the classes that conditions tell of variables; one of elsewhere only where none is known yet."""
        for each in narrowed(match.node):
            type_ = self.names.full(each.type)
            if not self.names.is_elsewhere(type_) or not self._types_of.get((owner, each.name)):
                self._narrowing.enter(owner, each.name, type_, each.between)

    def _on_closure(self, match: Match, _owner: int) -> None:
        """What a function without a name gives is not given by the one around it."""
        self._closure_end = max(self._closure_end, match.end)

    def _on_returned(self, match: Match, owner: int) -> None:
        """Note what a function gives that declares no type, or one that another namespace may not have."""
        if owner in self._open_results and match.start >= self._closure_end:
            value = value_of(match.parts["value"][0])
            if text_of(value) == THIS or self._types_of.get((owner, text_of(value))) == "this":
                self.variables.append(Variable(owner, RETURNED, "this", line=line_of(value)))
            elif value.type != "null":
                super().declare(owner, RETURNED, replace(match, parts={"value": [value]}))

    def _on_value(self, match: Match, owner: int) -> None:
        """``Mode::FAST`` names a constant, ``Mode::class`` the class."""
        holder, name = match.parts["receiver"][0], text_of(match.part("name"))
        if name.lower() == "class":
            self._mention(text_of(holder) if holder.type in NAMES else PARENT, match.node, owner)
        else:
            self._name(holder, name, match, owner)

    def _name(self, holder: Node, name: str, match: Match, owner: int) -> None:
        """Note a member of a class or an object that is named without being called."""
        shape, receiver, _ = self._receiver(holder)
        if shape in {"this", "base", "path"}:
            self.named.append(Call(owner, name, shape, line_of(match.node), receiver))

    def _on_callable(self, match: Match, owner: int) -> None:
        """``[$this, 'load']`` and ``[Store::class, 'load']`` hand over a method."""
        holder, name = match.parts["receiver"][0], text_in(match.part("name"))
        named = named_class(holder)
        if (named or text_of(holder) == THIS) and name.isidentifier():
            self._name(holder.named_children[0] if named else holder, name, match, owner)

    def _on_named_constant(self, match: Match, owner: int) -> None:
        """``LIMIT``: a constant of a namespace."""
        name = text_of(match.node)
        if name not in MAGIC:
            holder, _, short = self.names.full(name, "const").rpartition(".")
            self.named.append(Call(owner, short, "path", line_of(match.node), holder))


def php_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a PHP file, or with ``outline`` only its definitions."""
    return read_source(PhpReader, parsed, "php", outline=outline)
