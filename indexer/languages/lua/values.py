"""What expressions of Lua give, as paths that begin with the key of a variable, a table or a module."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import NO_CALL
from indexer.facts.syntax import text_of
from indexer.languages.lua.scopes import GLOBAL, Scopes, is_standard
from indexer.languages.lua.syntax import READERS, arguments_of, plain_string, required

MOST_CHARS = 300
"""Of the path of a value."""

MOST_VALUES = 8
"""Values that an expression with ``and`` and ``or`` may have."""

INDEX = "__index"
"""Field of a metatable that holds where else fields are looked for."""

ELEMENT = "[]"
"""In place of a field: any of the elements of a table, which a value that is not known chooses."""

UNKNOWN = "?"
"""In place of a key: an element may be something that the file does not say."""

GLOBALS = f"{GLOBAL}_G"


class Value(NamedTuple):
    """What an expression gives.

    Attributes:
        path: of fields from the key of a variable on; behind a call from its result on.
        call: index of the call whose result it is.
        is_base: it is where else fields are looked for, not the thing itself.
    """

    path: str
    call: int = NO_CALL
    is_base: bool = False

    def field(self, name: str) -> "Value":
        """Return what a field of the value holds."""
        return self._replace(path=f"{self.path}.{name}" if self.path else name)


class Values:
    """Reads the expressions of one file."""

    def __init__(self, scopes: Scopes, number: Callable[[Node], int]) -> None:
        self._scopes = scopes
        self._number = number
        self._tables: dict[int, str] = {}
        self.folders: set[str] = set()
        """Variables that hold the beginning of the file's own name, which is made of ``...``."""

    def table(self, node: Node) -> str:
        """Return the key of a table that is written out."""
        return self._tables.setdefault(node.start_byte, f"{{{len(self._tables)}}}")

    def all(self, node: Node | None) -> list[Value]:
        """Return what an expression may give; nothing where that may be a function of Lua itself."""
        values = list(self._all([node] if node is not None else []))
        roots = [each.path.partition(".")[0] for each in values if each.call == NO_CALL]
        return [] if len(values) > 1 and any(is_standard(each) for each in roots) else values

    def _all(self, waiting: list[Node]) -> Iterator[Value]:
        for _ in range(MOST_VALUES):
            if not waiting:
                return
            node = waiting.pop(0)
            if node.type == "binary_expression":
                waiting = [*_sides(node), *waiting]
                continue
            name = self.called(node)
            if name == "setmetatable":
                yield from self._with_metatable(arguments_of(node))
            elif name == "assert":
                waiting = [*arguments_of(node)[:1], *waiting]
            else:
                value = self.single(node)
                if value is not None:
                    yield value

    def called(self, node: Node) -> str:
        """Return the global function that an expression calls; empty for any other."""
        function = node.child_by_field_name("name") if node.type == "function_call" else None
        if function is None or function.type != "identifier":
            return ""
        key = self._scopes.key(text_of(function), function.start_byte)
        return key[len(GLOBAL) :] if key.startswith(GLOBAL) else ""

    def _with_metatable(self, arguments: list[Node]) -> Iterator[Value]:
        """A table with its metatable has the fields of the table and those that the metatable names."""
        for table in arguments[:1]:
            yield from self.all(table)
        yield from self.behind(arguments)

    def behind(self, arguments: list[Node]) -> Iterator[Value]:
        """Yield where else the fields of a table are looked for, by the arguments of ``setmetatable``."""
        for metatable in arguments[1:2]:
            if metatable.type == "table_constructor":
                indexes = [value for name, value in fields_of(metatable) if name == INDEX]
                yield from (each._replace(is_base=True) for index in indexes for each in self.all(index))
            else:
                for each in self.all(metatable):
                    base = each._replace(is_base=True)
                    yield from (base, base.field(INDEX))

    def single(self, node: Node) -> Value | None:
        """Return what an expression without operators gives; None where the file does not say it."""
        fields: list[str] = []
        while True:
            name = index_of(node)
            if name:
                fields.append(name)
                node = node.child_by_field_name("table") or node
            elif node.type == "parenthesized_expression" and node.named_child_count == 1:
                node = node.named_children[0]
            else:
                break
            if len(fields) > MOST_CHARS:
                return None
        value = self._base(node)
        if value is None:
            return None
        path = ".".join((*([value.path] if value.path else []), *reversed(fields)))
        if path.startswith(f"{GLOBALS}."):
            path = GLOBAL + path.removeprefix(f"{GLOBALS}.")
        return Value(path, value.call) if len(path) <= MOST_CHARS else None

    def _base(self, node: Node) -> Value | None:
        if node.type == "identifier":
            return Value(self._scopes.key(text_of(node), node.start_byte))
        if node.type == "table_constructor":
            return Value(self.table(node))
        if node.type != "function_call":
            return None
        name = self.called(node)
        if name == "require" or name in READERS:
            key = required(node, name, self.folders)
            return Value(key) if key and name != "loadfile" else None
        call = self._number(node)
        return Value("", call) if call != NO_CALL else None


def _sides(node: Node) -> Iterable[Node]:
    """Return what an operation may give: either side of ``or``, the right one of ``and``."""
    operator = text_of(node.child_by_field_name("operator"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator == "or":
        return [each for each in (left, right) if each is not None]
    return [right] if operator == "and" and right is not None else []


def index_of(node: Node) -> str:
    """Return the name of the field that an expression reads, or `ELEMENT`; empty for anything else."""
    if node.type == "dot_index_expression":
        return text_of(node.child_by_field_name("field"))
    index = node.child_by_field_name("field") if node.type == "bracket_index_expression" else None
    if index is None or index.type == "number":
        return ""
    name = plain_string(index)
    return name if name.isidentifier() else "" if index.type == "string" else ELEMENT


def fields_of(table: Node) -> Iterator[tuple[str, Node]]:
    """Yield the fields of a table that is written out: name and value; the name is empty where it is no word."""
    for each in table.named_children:
        value = each.child_by_field_name("value") if each.type == "field" else None
        if value is not None:
            key = each.child_by_field_name("name")
            is_name = key is not None and key.type == "identifier" and not _is_computed(each)
            name = text_of(key) if is_name else plain_string(key)
            yield (name if name.isidentifier() else ""), value


def _is_computed(field: Node) -> bool:
    """Return whether the key of a field is the value of a variable: ``[name] = 1``."""
    return field.child_count > 0 and field.children[0].type == "["


def is_table(key: str) -> bool:
    """Return whether a key is that of a table which is written out."""
    return key.startswith("{") and "." not in key
