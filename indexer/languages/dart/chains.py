"""Dart: calls and members of one file, read from the outside in without recursion."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import NO_CALL, NO_OWNER, PATH, Call, Shape, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.dart.expressions import (
    ELEMENT,
    MOST_STEPS,
    Group,
    grouped,
    names_in,
    opened,
    plain,
)
from indexer.languages.dart.scopes import Scopes
from indexer.languages.dart.widgets import READING, handed_on, provided_type
from indexer.languages.source import SourceReader
from indexer.types import ParsedFile

Step = Node | Group | Callable[[], Sequence["Step"] | None]
"""What is to be read: a node, an expression, or what follows from what was read before."""

NAMES = frozenset(("identifier", "identifier_dollar_escaped"))
_OWN: dict[str, Shape] = {"this": "this", "super": "base"}
_MEMBERS = frozenset(("unconditional_assignable_selector", "conditional_assignable_selector", "cascade_selector"))
_MADE = frozenset(("const_object_expression", "new_expression"))
_DEEPEST = 5
"""Brackets in each other in front of a member that are looked into."""

CONSTRUCTOR = "new"
"""Name of the constructor that has none: ``Cart.new``."""


class Value(NamedTuple):
    """What is known of an expression: its type, else the call that gives it and the path behind, else its path."""

    type: str = ""
    path: str = ""
    call: int = NO_CALL


class Closure(NamedTuple):
    """A function without a name as an argument of a call.

    Attributes:
        call: index into the calls.
        name: what is called.
        argument: which one it is, from 0; `NO_CALL` for one with a label.
        label: of the argument; else empty.
        types: the type arguments of the call.
    """

    call: int = NO_CALL
    name: str = ""
    argument: int = NO_CALL
    label: str = ""
    types: str = ""


@dataclass(slots=True)
class Chain:
    """Where a chain of members and calls is.

    Attributes:
        shape: of what it starts with.
        names: members since the last call, with the name that the chain begins with.
        inner: index of the last call.
        waiting: whether the last name is not known to be called or not.
        types: type arguments before the last name, as of ``List<Cart>.of``.
    """

    shape: Shape
    names: list[str] = field(default_factory=list)
    inner: int = NO_CALL
    waiting: bool = False
    types: str = ""


class DartChains(SourceReader):
    """Reads expressions; what differs in other nodes is in `readers`."""

    prefix = "dart"

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.source = parsed.text.encode("utf-8", "replace")
        self.owner = NO_OWNER
        self.scopes = Scopes()
        self.closures: dict[int, Closure] = {}
        """Byte that a function without a name begins at -> the call that it is an argument of."""
        self._ends: dict[tuple[int, int], int] = {}
        """First byte of a chain and the one behind a call in it -> the index of the call."""
        self.readers: dict[str, Callable[[Node], Sequence[Step]]] = {
            **dict.fromkeys(NAMES, self._read_name),
            **dict.fromkeys(_MADE, self._read_made),
            **dict.fromkeys(("label", "symbol_literal", "comment", "documentation_comment"), _nothing),
            "type_identifier": self._read_type,
            "qualified": self._read_qualified,
            "string_literal": self._read_string,
        }

    def walk(self, root: Node) -> None:
        """Read a tree in the order of its text."""
        waiting: list[Step] = [root]
        while waiting:
            step = waiting.pop()
            if isinstance(step, Node):
                reader = self.readers.get(step.type)
                more: Sequence[Step] | None = reader(step) if reader is not None else self.parts(step)
            elif isinstance(step, tuple):
                more = self._read_group(step)
            else:
                more = step()
            if more:
                waiting.extend(reversed(more))

    def parts(self, node: Node) -> Sequence[Step]:
        """Return what is inside of a node."""
        return [each if len(each) > 1 else each[0] for each in grouped(node.children)] if node.child_count else ()

    def steps(self, nodes: Sequence[Node]) -> list[Step]:
        """Return what some siblings have to be read for."""
        return [each if len(each) > 1 else each[0] for each in grouped(nodes)]

    def _read_group(self, group: Group) -> Sequence[Step] | None:
        first = group[0]
        if first.type == "type_identifier":
            self.use_type(self.owner, ".".join(text_of(each) for each in group), "type", line_of(first))
            return ()
        if first.type in NAMES or first.type in _OWN:
            return self._read_chain(group)
        return [first, partial(self._read_chain, group)]

    def _read_type(self, node: Node) -> Sequence[Step]:
        self.use_type(self.owner, text_of(node), "type", line_of(node))
        return ()

    def _read_qualified(self, node: Node) -> Sequence[Step]:
        """``Level.high`` in a pattern."""
        chain = Chain("path", [text_of(each) for each in node.named_children], waiting=True)
        self._name(chain, line_of(node), chain.names)
        return ()

    def _read_string(self, node: Node) -> Sequence[Step]:
        self.statements.string(node, self.owner, holder=self.owner)
        return self.parts(node) if node.named_child_count else ()

    def _read_name(self, node: Node) -> Sequence[Step]:
        """A name that stands alone: a function that is handed over, a variable, a getter."""
        name = text_of(node)
        if self.signs and not self.scopes.name(name):
            self.named.append(Call(self.owner, name, "bare", line_of(node)))
        return ()

    def _read_made(self, node: Node) -> Sequence[Step]:
        """``const Cart.empty(1)``, ``new Cart()``: a call with a type's name."""
        arguments = next((each for each in node.children if each.type == "arguments"), None)
        listed = [each for each in node.children if each.type in {"type_identifier", "identifier"}]
        if arguments is None or not listed:
            return self.parts(node)
        written = [text_of(each) for each in listed]
        types = next((text_of(each) for each in node.children if each.type == "type_arguments"), "")
        chain = Chain("path", [each for each in written if each != CONSTRUCTOR], waiting=True)
        if len(chain.names) > 1:
            self._name(chain, line_of(node), chain.names[:-1])
        number = self._call(chain, arguments, types or self._types_before(arguments, listed[-1]), line_of(node))
        self._ends[node.start_byte, node.end_byte] = number
        return [arguments]

    def _read_chain(self, group: Group) -> Sequence[Step]:
        """Read the members and calls of an expression; return what is inside of their brackets."""
        steps: list[Step] = []
        chain = self._start(group[0])
        before = group[0]
        for part in group[1:]:
            if part.type == "cascade_section":
                self._flush(chain, line_of(part))
                section = Chain(chain.shape, [*chain.names], chain.inner)
                steps += self._read_cascade(section, part, group[0].start_byte)
            else:
                steps += self._read_selector(chain, part, group[0].start_byte, before)
            before = part
        self._flush(chain, line_of(before))
        return steps

    def _read_cascade(self, chain: Chain, section: Node, start: int) -> list[Step]:
        """Read ``..name = value`` and ``..name(value)``."""
        children = section.children
        assigned = next((at for at, each in enumerate(children) if each.type.endswith("=")), len(children))
        steps: list[Step] = []
        before = section
        for part in children[:assigned]:
            if part.is_named:
                steps += self._read_selector(chain, part, start, before)
                before = part
        self._flush(chain, line_of(section))
        return [*steps, *self.steps(children[assigned + 1 :])]

    def _read_selector(self, chain: Chain, part: Node, start: int, before: Node) -> list[Step]:
        """Read one selector: a member, an index, arguments, or a sign that a value is not null."""
        inner = part.named_children[0] if part.type == "selector" and part.named_children else part
        if inner.type == "argument_part":
            arguments = next((each for each in inner.named_children if each.type == "arguments"), None)
            types = next((each for each in inner.named_children if each.type == "type_arguments"), None)
            if arguments is None:
                return []
            written = text_of(types) if types is not None else self._types_before(arguments, before)
            number = self._call(chain, arguments, written or chain.types, before.end_point[0] + 1)
            self._ends[start, part.end_byte] = number
            return [arguments]
        if inner.type in _MEMBERS:
            name = inner.named_children[0] if inner.named_children else None
            if name is not None and name.type == "index_selector":
                self._flush(chain, line_of(inner))
                chain.names.append(ELEMENT)
                return [*self.parts(name)]
            if name is not None and name.type == "identifier":
                self._flush(chain, line_of(inner))
                chain.types = self._types_before(inner, before)
                chain.names.append(text_of(name))
                chain.waiting = True
        return []

    def _types_before(self, node: Node, before: Node) -> str:
        """Return the type arguments between two nodes, where the parsed source has blanks."""
        written = self.source[before.end_byte : node.start_byte].strip()
        if not written.startswith(b"<"):
            return ""
        text = plain(written.decode("utf-8", "replace"))
        for name in names_in(text):
            self.use_type(self.owner, name, "type", line_of(node))
        return text

    def _start(self, first: Node) -> Chain:
        """Return the beginning of a chain."""
        if first.type in NAMES:
            name = text_of(first)
            return Chain("path", [self.scopes.name(name) or name], waiting=not self.scopes.name(name))
        if first.type in _OWN:
            return Chain(_OWN[first.type])
        type_, path, call = self.value((first,))
        names = path.split(".") if path else []
        if call != NO_CALL:
            return Chain("chain", names, call)
        names = [self._typed(type_)] if type_ else names
        return Chain("path" if names else "other", names)

    def _typed(self, type_: str) -> str:
        """Return the name of a variable of a type, which stands for a value without a name."""
        name = self.scopes.hidden()
        if self.signs:
            self.variables.append(Variable(self.owner, name, type_))
        return name

    def _flush(self, chain: Chain, line: int) -> None:
        """Note a member that is not called."""
        if chain.waiting:
            self._name(chain, line, chain.names)
        chain.waiting = False

    def _name(self, chain: Chain, line: int, names: Sequence[str]) -> None:
        placed = self._placed(chain, names)
        if self.signs and placed is not None:
            name, shape, receiver, inner = placed
            self.named.append(Call(self.owner, name, shape, line, receiver, inner))

    def _placed(self, chain: Chain, names: Sequence[str]) -> tuple[str, Shape, str, int] | None:
        """Return the last of some names and what it is a member of; None where that is not known."""
        if not names or len(names) > MOST_STEPS or ":" in names[-1]:
            return None
        *before, name = names
        receiver = ".".join(before)
        if chain.inner != NO_CALL:
            return name, "chain", receiver, chain.inner
        if chain.shape == "path":
            return name, ("path" if before else "bare"), receiver, NO_CALL
        if chain.shape == "this":
            return name, ("path" if before else "this"), f"this.{receiver}" if before else "", NO_CALL
        if chain.shape == "base" and not before:
            return name, "base", "", NO_CALL
        return None

    def _call(self, chain: Chain, arguments: Node, types: str, line: int) -> int:
        """Note a call of the last name of a chain, which goes on with its result; return its index."""
        if chain.names[-1:] == [CONSTRUCTOR] and len(chain.names) > 1:
            chain.names.pop()
        is_bare = len(chain.names) == 1 and chain.shape == "path" and chain.inner == NO_CALL
        is_local = is_bare and not chain.waiting
        placed = None if is_local else self._placed(chain, chain.names)
        name, shape, receiver, inner = placed if placed is not None else ("", "other", "", NO_CALL)
        number = len(self.calls)
        listed = [each for each in arguments.named_children if each.type in {"argument", "named_argument"}]
        types = types or provided_type(name, listed)
        self._hand(listed, Closure(number, name, types=types))
        first = self._first_path(listed) if name in READING else ""
        owner = self.owner
        self.calls.append(
            Call(owner, name, shape, line, receiver, inner, len(listed), types[1:-1], argument_types=first)
        )
        chain.names, chain.inner, chain.waiting, chain.types = [], number, False, ""
        return number

    def _first_path(self, arguments: Sequence[Node]) -> str:
        """Return the path that the first argument is, as `Call.argument_types` has it; else empty."""
        groups = grouped(arguments[0].children) if arguments and arguments[0].type == "argument" else []
        if not groups or any(not _is_member(each) for each in groups[0][1:]) or groups[0][0].type not in NAMES:
            return ""
        path = self.value(groups[0]).path
        return f"{PATH}{path}" if path else ""

    def _hand(self, arguments: Sequence[Node], closure: Closure) -> None:
        """Remember the functions without a name that a call is handed."""
        position = 0
        for each in arguments:
            inner = each.named_children
            if inner and inner[-1].type == "function_expression":
                label = text_of(inner[0]).rstrip(": ") if each.type == "named_argument" else ""
                argument = NO_CALL if label else position
                self.closures[inner[-1].start_byte] = closure._replace(argument=argument, label=label)
            position += each.type == "argument"

    def value(self, group: Group, depth: int = 0) -> Value:
        """Return what is known of an expression whose parts are read."""
        group, behind, type_ = opened(handed_on(_without_cascade(group)))
        first = group[0]
        if type_:
            return Value(type_) if not behind else Value()
        last = next((at for at in range(len(group) - 1, 0, -1) if _is_call(group[at])), 0)
        call = self._ends.get((first.start_byte, group[last].end_byte), NO_CALL)
        names = [*_members(group[last + 1 :]), *behind]
        if last or call != NO_CALL:
            return Value("", ".".join(names), call) if call != NO_CALL else Value()
        if first.type in NAMES:
            names.insert(0, self.scopes.name(text_of(first)) or text_of(first))
        elif first.type == "this":
            names.insert(0, "this")
        else:
            is_deep = depth > _DEEPEST or opened((first,)).group == (first,)
            inner = Value() if is_deep or len(group) == 1 else self.value((first,), depth + 1)
            if not (inner.type or inner.path or inner.call != NO_CALL):
                return Value()
            names = [*filter(None, (self._typed(inner.type) if inner.type else inner.path,)), *names]
            return Value("", ".".join(names), inner.call)
        return Value("", ".".join(names)) if len(names) <= MOST_STEPS else Value()


def _nothing(_node: Node) -> Sequence[Step]:
    """A node without parts that mean something."""
    return ()


def _without_cascade(group: Group) -> Group:
    """Return an expression up to ``..name``, which does not change its value."""
    end = next((at for at, each in enumerate(group) if each.type == "cascade_section"), len(group))
    return group[:end] or group


def _is_call(part: Node) -> bool:
    inner = part.named_children[0] if part.type == "selector" and part.named_children else part
    return inner.type == "argument_part"


def _is_member(part: Node) -> bool:
    return not _is_call(part) and part.type != "cascade_section"


def _members(parts: Group) -> Iterator[str]:
    """Yield the names of the members that selectors take."""
    for part in parts:
        inner = part.named_children[0] if part.type == "selector" and part.named_children else part
        name = inner.named_children[0] if inner.type in _MEMBERS and inner.named_children else None
        if name is not None:
            yield text_of(name) if name.type == "identifier" else ELEMENT
