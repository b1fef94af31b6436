"""Ruby: modules, classes, methods and constants, by the full names of the constants that hold them."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_OWNER, Call, Signature, TypeRole, TypeUse, Variable
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.ruby.scopes import ANONYMOUS, SINGLETON, Bodies
from indexer.languages.ruby.syntax import constant_path, listed, literal
from indexer.languages.source import SourceReader
from indexer.types import ParsedFile

HOLDERS = frozenset(("class", "module"))
MAKERS = frozenset(("Class", "Struct", "Data", "Module"))
"""Classes of Ruby that make a class, with its methods in a block."""


RECORDS = {"Struct": ("", "="), "Data": ("",)}
"""Classes whose new classes have the attributes that they are made with, and what is behind their names."""


class DefinitionReader(SourceReader):
    """Reads the definitions of a file: objects of ``rb:Shop.Cart`` have ``#add``, the class itself ``.build``."""

    prefix = "rb"
    joint = "::"

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.lines = parsed.text.split("\n")
        self.outline = Outline(self.lines, ("#",))
        self.bodies = Bodies()
        self._parents: list[int] = []
        self.passed: set[int] = set()
        """Where names and paths begin that are no expressions, or are read with what is around them."""
        self.ends: list[tuple[int, Node]] = []
        """Methods and their bodies."""
        self.makers: set[int] = set()
        """Where calls begin that make a class with a name."""
        self.handlers |= {
            "def.module": self._on_class,
            "def.class": self._on_class,
            "def.singleton": lambda match, _owner: self.bodies.enter(match.end, SINGLETON),
            "def.method": self._on_method,
            "def.constant": self._on_constant,
            "def.alias": self._on_alias,
            "def.unnamed": self._on_unnamed,
            "def.concern": self._on_concern,
        }

    def skip(self, node: Node | None) -> None:
        """Take a name or a path for read."""
        if node is not None:
            self.passed.add(node.start_byte)

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note the path of a constant, which may begin with ``::``."""
        if self.signs:
            self.types.setdefault((owner, name, role), TypeUse(owner, name, role, line))

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition inside ``owner`` and return its index."""
        index = super().define(kind, name, node, owner, is_open=is_open)
        self._parents.append(owner)
        return index

    def parent(self, owner: int) -> int:
        """Return the index of the class around a definition."""
        return self._parents[owner]

    def holder(self, owner: int) -> int:
        """Return the class or module around a place, or that it is; else ``NO_OWNER``."""
        while owner != NO_OWNER and self.outline.definitions[owner].kind not in HOLDERS:
            owner = self.parent(owner)
        return owner

    def sign_as(self, index: int, *, is_static: bool = False, overrides: bool = False) -> None:
        """Note what a definition belongs to."""
        if self.signs:
            self.signatures.append(Signature(index, total=-1, is_static=is_static, overrides=overrides))

    def _on_class(self, match: Match, owner: int) -> None:
        """A class or a module; ``Shop::Cart`` is one of ``Shop``, wherever that is."""
        name, base = match.part("name"), match.part("type")
        path = constant_path(name)
        if not path:
            return
        self.skip(name)
        self.bodies.enter(match.end, "")
        index = self.define_constant(match.role.removeprefix("def."), path, match.node, owner, is_open=True)
        self.sign_as(index)
        made = self.maker(base)
        if made is not None:
            self.link_base(index, made)
        elif base is not None and (path := "self" if base.type == "self" else constant_path(base)):
            self.skip(base)
            self.use_type(index, path, "base", line_of(base))

    def define_constant(self, kind: str, path: str, node: Node, owner: int, *, is_open: bool) -> int:
        """Add a class, a module or a constant by its path as written."""
        holder = self.holder(owner) if not path.startswith("::") else NO_OWNER
        around = f"{self.outline.definitions[holder].local_id}." if holder != NO_OWNER else "rb:"
        path = path.removeprefix("::")
        index = self.define(kind, path.replace(".", "::"), node, holder, is_open=is_open)
        self.outline.definitions[index] = replace(
            self.outline.definitions[index],
            local_id=f"{around}{path}",
            name=path.rpartition(".")[2],
            parent=f"{around}{path}".rpartition(".")[0],
        )
        return index

    def _on_method(self, match: Match, owner: int) -> None:
        name, receiver = match.part("name"), match.part("receiver")
        body = match.node.child_by_field_name("body")
        kind = self.bodies.at(match.start)
        self.skip(name)
        self.skip(receiver)
        if constant_path(receiver):
            index = self._define_of_constant(constant_path(receiver), text_of(name), match.node, owner)
        else:
            is_member = (receiver is None or receiver.type == "self") and kind != ANONYMOUS
            is_static = is_member and (receiver is not None or kind == SINGLETON)
            index = self.define_method(text_of(name), match.node, owner, is_static=is_static, is_member=is_member)
            self.sign_as(index, is_static=is_static, overrides=is_member and text_of(name) != "initialize")
        self.on_method(index, match.node)
        if self.signs and body is not None:
            self.ends.append((index, body))

    def on_method(self, index: int, node: Node) -> None:
        """Take a method that was added."""

    def define_method(
        self,
        name: str,
        node: Node,
        owner: int,
        *,
        kind: str = "method",
        is_static: bool = False,
        is_member: bool = True,
        is_open: bool = True,
    ) -> int:
        """Add a method of the class around, or a function of the file; a class without a name has no members."""
        holder = self.holder(owner)
        index = self.define(kind if is_member else "function", name, node, holder, is_open=is_open)
        if holder == NO_OWNER:
            changed = replace(self.outline.definitions[index], kind="function", local_id=f"rb:{self.path}#{name}")
        else:
            joint = ".()#" if not is_member else "." if is_static else "#"
            local_id = f"{self.outline.definitions[holder].local_id}{joint}{name}"
            changed = replace(self.outline.definitions[index], local_id=local_id)
        self.outline.definitions[index] = changed
        return index

    def _define_of_constant(self, path: str, name: str, node: Node, owner: int) -> int:
        """``def Cart.build`` belongs to Cart, inside of it and elsewhere."""
        holder = self.holder(owner)
        around = self.outline.definitions[holder].local_id if holder != NO_OWNER else ""
        is_inside = f".{around.removeprefix('rb:')}".endswith(f".{path}")
        class_id = around if is_inside else f"rb:{path.removeprefix('::')}"
        index = self.define("method", name, node, holder)
        self.outline.definitions[index] = replace(
            self.outline.definitions[index],
            local_id=f"{class_id}.{name}",
            qualname=f"{class_id.removeprefix('rb:')}.{name}".replace(".", "::"),
            parent=class_id,
        )
        self.sign_as(index, is_static=True, overrides=True)
        return index

    def _on_constant(self, match: Match, owner: int) -> None:
        """A constant, or a class that is made without the keyword: ``Item = Struct.new(:name)``."""
        if not self.is_outside_functions(owner):
            return
        made = self.maker(match.part("value"))
        for name in match.parts["name"]:
            self.skip(name)
            kind = "class" if made is not None else "constant"
            index = self.define_constant(kind, text_of(name), match.node, owner, is_open=made is not None)
            if made is not None:
                self.sign_as(index)
                self.bodies.enter(match.end, "")
                self.link_base(index, made)

    def maker(self, value: Node | None) -> Node | None:
        """Return the call that makes a class: ``Class.new(Base)``; None for any other value."""
        if value is None or value.type != "call":
            return None
        receiver = text_of(value.child_by_field_name("receiver")).removeprefix("::")
        method = text_of(value.child_by_field_name("method")) if receiver in MAKERS else ""
        return value if method in {"new", "define"} else None

    def link_base(self, index: int, call: Node) -> None:
        """Note the base of a class that a call makes."""
        self.makers.add(call.start_byte)
        arguments = call.child_by_field_name("arguments")
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        path = constant_path(first)
        if first is not None and path:
            self.skip(first)
            self.use_type(index, path, "base", line_of(first))
        ends = RECORDS.get(text_of(call.child_by_field_name("receiver")).removeprefix("::"), ())
        for each in listed(arguments) if ends else ():
            if each.type == "simple_symbol":
                self.add_attribute(literal(each), ends, each, index)

    def add_attribute(self, name: str, ends: tuple[str, ...], node: Node, owner: int) -> None:
        """Add the methods that read and set an attribute: one for each ending of the name, such as ``=``."""
        for end in ends if name else ():
            is_static = self.bodies.at(node.start_byte) == SINGLETON
            index = self.define_method(
                name + end, node, owner, kind="property", is_static=is_static, is_open=False
            )
            self.sign_as(index, is_static=is_static, overrides=True)
            if not end and self.signs:
                self.variables.append(Variable(index, RETURNED, "", f"@{name}", line=line_of(node)))

    def _on_unnamed(self, match: Match, _owner: int) -> None:
        """Methods in ``Class.new do`` are of a class without a name, where no constant is set to it."""
        body = match.part("value")
        if body is not None and match.start not in self.makers:
            self.bodies.enter(body.end_byte, ANONYMOUS)

    def _on_alias(self, match: Match, owner: int) -> None:
        """``alias other load`` is a method that calls the other one."""
        name, original = match.part("name"), match.part("value")
        self.skip(name)
        self.skip(original)
        self.add_alias(text_of(name).removeprefix(":"), text_of(original).removeprefix(":"), match.node, owner)

    def add_alias(self, name: str, original: str, node: Node, owner: int) -> None:
        """Add a method under another name."""
        is_static = self.bodies.at(node.start_byte) == SINGLETON
        index = self.define_method(name, node, owner, is_static=is_static, is_open=False)
        self.sign_as(index, is_static=is_static, overrides=True)
        if self.signs:
            self.named.append(Call(index, original, "this", line_of(node)))

    def _on_concern(self, match: Match, owner: int) -> None:
        """``class_methods do`` of a concern is a module, whose methods those that include it have themselves."""
        if self.holder(owner) != NO_OWNER:
            index = self.define_constant("module", "ClassMethods", match.node, owner, is_open=True)
            self.sign_as(index)
