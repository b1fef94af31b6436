"""Python: definitions, imports, calls and annotations of one file."""

from collections.abc import Callable
from itertools import count

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import (
    FIXTURE,
    NO_CALL,
    NO_OWNER,
    Call,
    Definition,
    FileFacts,
    Mapping,
    Shape,
    Signature,
    Variable,
)
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match, line_of, matches, text_of
from indexer.languages.narrowing import Narrowing
from indexer.languages.python.decorators import decorated, is_in_decorator
from indexer.languages.python.fixtures import FixtureReader
from indexer.languages.python.imports import ImportReader
from indexer.languages.python.local_names import LocalNames
from indexer.languages.python.models import call_mappings, class_mappings
from indexer.languages.python.outline import module_name, python_outline
from indexer.languages.python.results import Results
from indexer.languages.python.routes import RouteReader
from indexer.languages.python.type_uses import PLAIN_NAMES, TypeReader
from indexer.languages.python.values import VALUE, indexed, is_visible, leaves, loop_parts, walked
from indexer.languages.statements import Statements, may_begin
from indexer.types import ParsedFile

OWN_NAMES = frozenset(("self", "cls"))


class PythonReader:
    """Reads one file; every ``_on_`` method takes one kind of match, in document order."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        self.module = module_name(parsed.path)
        self.outline = Outline(parsed.text.split("\n"), ("#",))
        self.imports = ImportReader(parsed.path, self.module)
        self.types = TypeReader()
        self.signatures: list[Signature] = []
        self.variables: list[Variable] = []
        self.calls: list[Call] = []
        self.named: list[Call] = []
        self._declared: dict[tuple[int, str], Variable] = {}
        """The last declaration of each name in each scope."""
        self._annotated: dict[tuple[int, str], str] = {}
        self._items = count()
        self._locals = LocalNames()
        self._fixtures = FixtureReader()
        self.results = Results()
        self._narrowing = Narrowing()
        self.statements = Statements()
        self.mappings: list[Mapping] = []
        self.routes = RouteReader()
        self._decorators: list[tuple[str, int]] = []
        self._decorating: list[Call] = []
        """Functions that the decorators before the next definition name; of those that they call, the places."""
        self._called: list[int] = []
        self._numbers = {
            (match.node.start_byte, match.node.end_byte): number
            for number, match in enumerate(each for each in query_matches if each.role == "call")
        }
        self._handlers: dict[str, Callable[[Match, int], None]] = {
            "import": lambda match, owner: self.imports.whole(match.node, owner),
            "import.from": lambda match, owner: self.imports.names(match.node, owner),
            "import.future": lambda _match, _owner: None,
            "attribute": self._on_decorator,
            "def.constant": self._on_constant,
            "def.dependency": self._on_dependency,
            "variable": self._on_variable,
            "variable.bound": self._on_bound,
            "variable.member": self._on_member,
            "variable.parameter": self._on_parameter,
            "variable.element": self._on_element,
            "variable.with": self._on_entered,
            "variable.parts": self._on_parts,
            "variable.asserted": self._on_asserted,
            "narrowed": self._on_narrowed,
            "type.use": lambda match, owner: self.types.annotation(match.node, owner),
            "call": self._on_call,
            "named": self._on_named,
            "string": self._on_string,
            "returned": self._on_result,
            "yielded": self._on_result,
        }

    def read(self, query_matches: list[Match]) -> None:
        """Take all matches."""
        for match in query_matches:
            owner = self.outline.owner_at(match.node.start_byte)
            handler = self._handlers.get(match.role)
            if handler is None:
                self._on_definition(match, owner)
            else:
                handler(match, owner)

    def _on_definition(self, match: Match, owner: int) -> None:
        node = match.node
        kind = match.role.removeprefix("def.")
        if kind == "function" and owner >= 0 and self.outline.definitions[owner].kind == "class":
            kind = "method"
        definition = self._definition(kind, text_of(match.part("name")), decorated(node), owner)
        index = self.outline.enter(definition, node.end_byte)
        parameters = self._locals.enter(definition, match.part("parameters"))
        for name in parameters:
            if name not in OWN_NAMES:
                self._declared[index, name] = Variable(index, name, line=definition.start_line)
                self.variables.append(self._declared[index, name])
        line = line_of(node)
        filled = self._fixtures.defined(definition.name, match.part("parameters"))
        self.named += [Call(index, name, FIXTURE, line) for name in filled if name not in OWN_NAMES]
        returned = node.child_by_field_name("return_type")
        overrides = kind == "method" and may_override(definition.name)
        self.signatures.append(Signature(index, text_of(returned), total=-1, overrides=overrides))
        self.results.enter(index, text_of(returned), (name for name, _ in self._decorators))
        for decorator, line in self._decorators:
            self.types.use(index, decorator, "attribute", line)
        self._decorators.clear()
        self.named += [replace(each, owner=index) for each in self._decorating]
        self._decorating.clear()
        for at in self._called:
            self.calls[at] = replace(self.calls[at], owner=index)
        self._called.clear()
        self.routes.defined(index)
        if kind == "class":
            self.types.bases(node, index)
            self.mappings += class_mappings(node, index)

    def _definition(self, kind: str, name: str, node: Node, owner: int) -> Definition:
        parent = self.outline.definitions[owner] if owner >= 0 else None
        shown = f"{parent.qualname}.{name}" if parent else name
        first, last = self.outline.lines_of(node)
        parent_id = parent.local_id if parent else ""
        return Definition(f"py:{self.module}:{shown}", kind, name, shown, first, last, parent_id)

    def _on_constant(self, match: Match, owner: int) -> None:
        """A constant of the module or of a class; it encloses nothing."""
        is_shared = owner < 0 or self.outline.definitions[owner].kind == "class"
        for name in map(text_of, match.parts["name"] if is_shared else ()):
            self.outline.enter(self._definition("constant", name, match.node, owner), match.node.start_byte)
            self.routes.constant(name, match.node.child_by_field_name("right"), owner)

    def _on_dependency(self, match: Match, owner: int) -> None:
        """Record ``CurrentUser = Annotated[User, Depends(current_user)]``, an alias in annotations."""
        if owner == NO_OWNER:
            definition = self._definition("dependency", text_of(match.part("name")), match.node, owner)
            self.outline.enter(definition, match.node.end_byte)

    def _on_decorator(self, match: Match, _owner: int) -> None:
        """Record a decorator, which precedes its definition."""
        value = match.part("value")
        self.routes.decorator(value)
        self._fixtures.decorator(value)
        if value is not None and value.type == "call":
            value = value.child_by_field_name("function")
        if value is not None and value.type in PLAIN_NAMES:
            self._decorators.append((text_of(value), line_of(value)))

    def _on_variable(self, match: Match, owner: int) -> None:
        value = match.part("value") or match.node.child_by_field_name("right")
        while value is not None and value.type == "assignment":
            value = value.child_by_field_name("right")
        self._declare(owner, text_of(match.part("name")), match.node, value)

    def _on_member(self, match: Match, owner: int) -> None:
        """``self.name = value`` in a method is a variable of the class."""
        if text_of(match.part("receiver")) not in OWN_NAMES or owner < 0:
            return
        holder = self.outline.definitions[owner].parent
        index = next((i for i in range(owner, -1, -1) if self.outline.definitions[i].local_id == holder), owner)
        value = match.node.child_by_field_name("right")
        self._declare(index, text_of(match.part("name")), match.node, value, value_owner=owner)

    def _on_parameter(self, match: Match, owner: int) -> None:
        name = match.part("name") or (match.node.named_children[0] if match.node.named_children else None)
        self._declare(owner, text_of(name), match.node, None)

    def _on_narrowed(self, match: Match, owner: int) -> None:
        """Note the type of a name in a branch; its other branches say nothing of it."""
        branch = match.part("value")
        if branch is not None and text_of(match.part("function")) == "isinstance":
            self._narrowing.enter(
                owner, text_of(match.part("name")), text_of(match.part("type")), branch.byte_range
            )

    def _on_bound(self, match: Match, owner: int) -> None:
        """Note a name that a pattern binds to a part of a value, where nothing else says what it is."""
        name = text_of(match.part("name"))
        if (owner, name) not in self._declared and is_visible(match.node, is_function=self._is_in_function(owner)):
            self._declare(owner, name, match.node, None)

    def _on_element(self, match: Match, owner: int) -> None:
        """Note a loop variable; behind a comprehension, its name means again what it did before."""
        name = match.part("name")
        if name is not None and is_visible(match.node, is_function=self._is_in_function(owner)):
            self._walk(owner, text_of(name), match.node, walked(match.part("value")))

    def _on_parts(self, match: Match, owner: int) -> None:
        """Note the loop variables of a pattern."""
        if is_visible(match.node, is_function=self._is_in_function(owner)):
            for name, value, part in loop_parts(match.parts["name"][0], match.parts["value"][0]):
                self._walk(owner, text_of(name), match.node, walked(value), part)

    def _walk(self, owner: int, name: str, node: Node, value: Node | None, part: int = 0) -> None:
        before = self._declared.get((owner, name))
        self._declare(owner, name, node, value, is_element=True, part=part)
        around = node.parent
        if before is not None and node.type == "for_in_clause" and around is not None:
            self._declared[owner, name] = replace(before, line=around.end_point[0] + 2)
            self.variables.append(self._declared[owner, name])

    def _on_entered(self, match: Match, owner: int) -> None:
        """``with opened() as store``: what a function gives, or what its generator yields."""
        self._declare(owner, text_of(match.part("name")), match.node, match.part("value"), part=VALUE)

    def _on_asserted(self, match: Match, owner: int) -> None:
        """Note the type of a name behind ``assert isinstance(...)`` or a condition that leaves for any other."""
        node, around = match.node, match.node.parent
        if around is not None and (node.type == "assert_statement" or leaves(match.part("value"))):
            branch = (node.end_byte, around.end_byte)
            self._narrowing.enter(owner, text_of(match.part("name")), text_of(match.part("type")), branch)

    def _is_in_function(self, owner: int) -> bool:
        return owner != NO_OWNER and self.outline.definitions[owner].kind != "class"

    def _declare(
        self,
        owner: int,
        name: str,
        node: Node,
        value: Node | None,
        *,
        is_element: bool = False,
        value_owner: int | None = None,
        part: int = 0,
    ) -> None:
        item = indexed(value)
        if item is not None:
            value, is_element, part = item, True, VALUE
        self._narrowing.assign(owner, name, node.start_byte if is_element else node.end_byte)
        annotation = text_of(node.child_by_field_name("type"))
        path = text_of(value) if value is not None and value.type in PLAIN_NAMES else ""
        if path and value_owner is not None and "." not in path:
            path = self._parameter_type(value_owner, path) or path
        elif value_owner is None and self._is_method(owner, path):
            path = f"{self.outline.definitions[owner].qualname}.{path}"
        call = self._number(value)
        if annotation:
            self._annotated[owner, name] = annotation
        around = node.parent if node.type == "for_in_clause" else None
        self._declared[owner, name] = Variable(
            owner,
            name,
            annotation,
            "" if annotation else path,
            NO_CALL if annotation else call,
            is_element,
            line_of(around or node),
            parameter=part,
        )
        self.variables.append(self._declared[owner, name])

    def _on_result(self, match: Match, owner: int) -> None:
        """Note what a function gives that declares no type."""
        value = match.part("value")
        if self.results.takes(owner, is_yield=match.role == "yielded") and text_of(value) != "None":
            if text_of(value) == "self":
                self.variables.append(Variable(owner, RETURNED, "this", line=line_of(match.node)))
            else:
                self._declare(owner, RETURNED, match.node, value)

    def _parameter_type(self, owner: int, name: str) -> str:
        """The class whose annotation gives the type of ``self.x = x``."""
        annotation = self._annotated.get((owner, name))
        return f":{annotation}" if annotation else ""

    def _number(self, node: Node | None) -> int:
        while node is not None and node.type in {"await", "parenthesized_expression"} and node.named_children:
            node = node.named_children[0]
        return self._numbers.get((node.start_byte, node.end_byte), NO_CALL) if node is not None else NO_CALL

    def _on_call(self, match: Match, owner: int) -> None:
        function = match.parts["function"][0]
        name, receiver, inner = text_of(function), "", NO_CALL
        shape: Shape = "bare"
        if function.type == "attribute":
            name = text_of(function.child_by_field_name("attribute"))
            object_ = function.child_by_field_name("object")
            shape, receiver, inner = self._receiver(object_, owner)
        elif function.type != "identifier":
            name, shape = "", "other"
        arguments = match.parts["arguments"][0]
        self.mappings += call_mappings(function, arguments, owner)
        self.routes.call(function, match.node, owner)
        head, in_function = (receiver or name).partition(".")[0], self._is_in_function(owner)
        if shape in {"bare", "path"} and self._locals.binds(head, match.node, only_lambda=in_function):
            shape = "other"
        count = arguments.named_child_count
        if is_in_decorator(match.node):
            self._called.append(len(self.calls))
        if owner != NO_OWNER:
            names = (each for each in arguments.named_children if each.type == "identifier")
            known = self.outline.definitions
            self.statements.hand(
                owner, (each for each in names if not self._locals.hides(text_of(each), each, owner, known))
            )
        self.calls.append(Call(owner, name, shape, line_of(match.node), receiver, inner, count))

    def _on_named(self, match: Match, owner: int) -> None:
        """Add a function that is named without a call; the resolver drops names that are no functions."""
        node = match.node
        self.routes.named(node, owner)
        holder, _, name = text_of(node).rpartition(".")
        is_own = holder in OWN_NAMES
        head = (holder or name).partition(".")[0]
        if is_own or not self._locals.binds(head, node, only_lambda=self._is_in_function(owner)):
            is_own = is_own or self._is_method(owner, text_of(node))
            shape: Shape = "this" if is_own else "path" if holder else "bare"
            named = self._decorating if is_in_decorator(node) else self.named
            named.append(Call(owner, name, shape, line_of(node), holder if shape == "path" else ""))

    def _is_method(self, owner: int, name: str) -> bool:
        """Return whether a name in the body of a class means a method that is defined before."""
        known = self.outline.definitions
        if owner == NO_OWNER or known[owner].kind != "class":
            return False
        return any(
            each.name == name and each.parent == known[owner].local_id for each in known if each.kind == "method"
        )

    def _receiver(self, node: Node | None, owner: int) -> tuple[Shape, str, int]:
        if node is None:
            return "other", "", NO_CALL
        inner = self._number(node)
        if inner != NO_CALL:
            is_super = text_of(node.child_by_field_name("function")) == "super"
            return ("base", "", NO_CALL) if is_super else ("chain", "", inner)
        if node.type in PLAIN_NAMES:
            path = text_of(node)
            if path in OWN_NAMES:
                return "this", "", NO_CALL
            type_ = self._narrowing.type_of(owner, path, node.start_byte)
            return ("type", type_, NO_CALL) if type_ else ("path", path, NO_CALL)
        if indexed(node) is not None:
            name = f"[{next(self._items)}]"
            self._declare(owner, name, node, node)
            return "path", name, NO_CALL
        return "other", "", NO_CALL

    def _on_string(self, match: Match, owner: int) -> None:
        if may_begin(match.node) and not self._is_docstring(match.node):
            is_shared = owner == NO_OWNER or self.outline.definitions[owner].kind == "class"
            self.statements.string(match.node, owner, holder=NO_OWNER if is_shared else owner)

    @staticmethod
    def _is_docstring(node: Node) -> bool:
        return node.parent is not None and node.parent.type == "expression_statement"


def may_override(name: str) -> bool:
    """Return whether a method of this name takes the place of one in a base.

    What makes an object does not, nor does a name that the language makes one of the class alone.
    """
    return name not in {"__init__", "__new__"} and (not name.startswith("__") or name.endswith("__"))


def python_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Python file, or with ``outline`` its definitions."""
    definitions = python_outline(parsed.text, parsed.path) if outline else None
    if definitions is not None:
        return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(definitions))
    query_matches, broken = matches("python", parsed.text.encode("utf-8", "replace"), outline=outline)
    reader = PythonReader(parsed, query_matches)
    reader.read(query_matches)
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=tuple(reader.outline.definitions),
        namespaces=(reader.module,),
        imports=tuple(reader.imports.collected),
        types=tuple(reader.types.collected.values()),
        signatures=tuple(reader.signatures),
        variables=reader.results.known(reader.variables),
        calls=tuple(reader.calls),
        named=tuple(reader.named),
        sql=reader.statements.uses(reader.variables, reader.outline.definitions),
        mappings=tuple(reader.mappings),
        routes=tuple(reader.routes.collected),
        problems=("syntax: parts of the file do not parse as Python",) if broken else (),
    )
