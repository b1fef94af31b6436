"""PowerShell: functions, classes and their methods, commands, and the scripts and modules that a file loads."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.literals import looks_like_sql
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Import, Shape, Signature, Variable
from indexer.facts.strings import content
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.outlined import OutlinedReader
from indexer.languages.powershell.locations import module_named, script_at
from indexer.languages.source import dotted, read_source
from indexer.languages.sql.uses import uses_in_text
from indexer.languages.statements import may_begin
from indexer.types import ParsedFile

THIS = "$this"
SHARED_SCOPES = frozenset(("script", "global"))
"""Scopes of variables that a function sets outside of itself."""

IMPORTING = frozenset(("import-module", "ipmo"))
MAKING = "new-object"

FUNCTION_NAME = re.compile(r"[A-Za-z]+-\w+")
"""A verb and a noun, as functions that others use are named."""

_SCOPE = re.compile(r"(?:global|script|local|private):", re.IGNORECASE)
_FUNCTION_VARIABLE = re.compile(r"\$\{?function:([\w-]+)\}?", re.IGNORECASE)
_IN_TEXT = re.compile(r"\$(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^}]*\}|[\w:]+(?:\.\w+)*)")
"""What a text between double quotes takes from elsewhere."""

MANIFEST = ".psd1"
ROOT_MODULE = re.compile(
    r"^[ \t]*(?:RootModule|ModuleToProcess)[ \t]*=[ \t]*['\"]([^'\"]+)['\"]", re.IGNORECASE | re.MULTILINE
)


class PowerShellReader(OutlinedReader):
    """Reads one PowerShell file."""

    own_names = frozenset((THIS,))

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._commands: list[Call] = []
        """Calls of functions, which no variable's ``call`` counts."""
        self._source = parsed.text.encode("utf-8", "replace")
        self._is_manifest = parsed.path.lower().endswith(MANIFEST)
        self.handlers |= {
            "variable.field": self._on_field,
            "variable.parameter": self._on_parameter,
            "variable.assigned": self._on_assignment,
            "command": self._on_command,
            "code": self._on_function_variable,
        }
        root = ROOT_MODULE.search(parsed.text) if self._is_manifest else None
        if root is not None:
            source = script_at(root[1])
            line = parsed.text.count("\n", 0, root.start(1)) + 1
            self.imports.append(Import(source, line, "module", "*"))

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts."""
        self.calls += self._commands
        return super().facts(parsed, broken=broken)

    def defined_name(self, match: Match) -> str:
        """Return the name of a definition without the scope that it is put in."""
        return _SCOPE.sub("", super().defined_name(match))

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a function, a class with its bases, or a method."""
        super().on_definition(match, owner)
        if match.role == "def.class":
            index = self._latest[owner]
            for base in _children(match.node, "simple_name")[1:]:
                self.use_type(index, text_of(base), "base", line_of(base))

    def sign(self, match: Match, index: int) -> None:
        """Note what a method gives; a constructor has the name of its class."""
        if self.signs:
            is_static = any(text_of(each).lower() == "static" for each in _children(match.node, "class_attribute"))
            returns = self.type_name(text_of(match.part("type")))
            is_method = match.role == "def.method"
            self.signatures.append(
                Signature(index, returns, total=-1, is_static=is_static, overrides=is_method and not is_static)
            )

    def type_name(self, text: str) -> str:
        """Return the name of a type; of an array ``[]`` and that of its elements."""
        name = text.removesuffix("[]")
        return f"{LIST}{dotted(name)}" if name != text else dotted(text)

    def value_path(self, node: Node) -> str:
        """Return a variable or a path of properties; the names of variables do not tell capitals apart."""
        head, dot, rest = dotted(text_of(node)).partition(".")
        return f"{variable_name(head)}{dot}{rest}" if head.startswith("$") else ""

    def made_class(self, node: Node) -> str:
        """Return the class of ``[Cart]::new()``, ``New-Object Cart`` and ``[Cart] $value``."""
        if node.type == "cast_expression":
            return self.type_name(_type_text(node))
        if node.type == "invokation_expression" and text_of(_first(node, "member_name")).lower() == "new":
            return self.type_name(_type_text(node))
        if node.type == "command" and text_of(node.child_by_field_name("command_name")).lower() == MAKING:
            return dotted(self._argument(node, "typename"))
        return ""

    def _text(self, node: Node | None) -> str:
        """Return the text of a node as the file has it, where the grammar took a path for one name."""
        return self._source[slice(*node.byte_range)].decode("utf-8", "replace") if node is not None else ""

    def _on_field(self, match: Match, owner: int) -> None:
        """Note a property of a class."""
        name, type_ = text_of(match.part("name")).removeprefix("$"), self.type_name(text_of(match.part("type")))
        if self.signs:
            self.variables.append(Variable(owner, name, type_, line=line_of(match.node)))

    def _on_parameter(self, match: Match, owner: int) -> None:
        """Note a parameter of a function, a script or a method."""
        node = match.node
        attributes = _first(node, "attribute_list")
        types = [each for each in map(_type_text, _children(attributes or node, "attribute")) if each]
        type_ = self.type_name(types[-1] if types else _type_text(node))
        self._add_variable(_first(node, "variable"), owner, Variable(owner, "", type_))

    def _on_assignment(self, match: Match, owner: int) -> None:
        """``$cart = [Cart]::new()``, ``[Cart] $cart = Get-Cart``."""
        left, value = innermost(match.parts["name"][0]), innermost(match.parts["value"][0])
        call = self.number(value)
        made = self.made_class(left) or self.made_class(value)
        if left.type == "cast_expression":
            left = innermost(left.named_children[-1])
        path = self.value_path(value) if not made and call == NO_CALL else ""
        call = call if not made else NO_CALL
        self._add_variable(left, owner, Variable(owner, "", made, path, call))

    def on_element(self, match: Match, owner: int) -> None:
        """Note the variable of a loop."""
        value = innermost(match.parts["value"][0])
        element = Variable(owner, "", "", self.value_path(value), self.number(value), is_element=True)
        self._add_variable(match.parts["name"][0], owner, element)

    def _add_variable(self, node: Node | None, owner: int, what: Variable) -> None:
        if node is None or node.type != "variable" or not self.signs:
            return
        scope, colon, _ = text_of(node).strip("${}").partition(":")
        where = NO_OWNER if colon and scope.lower() in SHARED_SCOPES else owner
        name = variable_name(text_of(node))
        self.variables.append(
            Variable(where, name, what.type, what.value, what.call, what.is_element, line_of(node))
        )

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call of a method; ``[Cart]::new()`` makes an object."""
        node = innermost(match.parts["receiver"][0])
        name, line = text_of(match.part("name")), line_of(match.node)
        shape, receiver, inner = self._called_of(node)
        if node.type == "type_literal" and name.lower() == "new":
            self._make(receiver, line, owner)
            shape, receiver = "other", ""
        self.calls.append(Call(owner, name, shape, line, receiver, inner))

    def _called_of(self, node: Node) -> tuple[Shape, str, int]:
        """Return shape, receiver and inner call of a call of what a node is."""
        inner = self.number(node)
        made = self.made_class(node)
        if made:
            return "type", made, NO_CALL
        if inner != NO_CALL:
            return "chain", "", inner
        if node.type == "type_literal":
            receiver = self.type_name(text_of(_first(node, "type_spec")))
            return ("path", receiver, NO_CALL) if receiver else ("other", "", NO_CALL)
        if text_of(node).lower() == THIS:
            return "this", "", NO_CALL
        path = self.value_path(node)
        return ("path", path, NO_CALL) if path else ("other", "", NO_CALL)

    def _make(self, class_: str, line: int, owner: int) -> None:
        """Note that an object of a class is made."""
        self.use_type(owner, class_, "new", line)
        if self.signs and class_:
            self.made.append(Call(owner, "", "type", line, class_))

    def _on_command(self, match: Match, owner: int) -> None:
        """Read a command: a function, a script that is run or loaded, a module, or a new object."""
        node = match.node
        operator = text_of(_first(node, "command_invokation_operator"))
        named = node.child_by_field_name("command_name")
        name, line = self._text(named), line_of(node)
        plain = name.rpartition("\\")[2].lower() if named is not None and named.type == "command_name" else ""
        if operator == "." or plain.endswith(".ps1") or (operator == "&" and not plain):
            self._load(name, line, owner, is_loaded=operator == ".")
        elif plain in IMPORTING or (plain == "using" and self._argument(node, "", 0).lower() == "module"):
            source = module_named(
                self._argument(node, "name") if plain in IMPORTING else self._argument(node, "", 1)
            )
            if source:
                self.imports.append(Import(source, line, "module", "*", owner=owner))
        elif plain == MAKING:
            self._make(dotted(self._argument(node, "typename")), line, owner)
        elif plain:
            short = name.rpartition("\\")[2]
            self._commands.append(Call(owner, _SCOPE.sub("", short), "bare", line))
            self._name_arguments(node, owner)

    def _load(self, name: str, line: int, owner: int, *, is_loaded: bool) -> None:
        """Note a script that runs, or whose functions are there afterwards."""
        source = script_at(name)
        if source or is_loaded:
            what = "*" if is_loaded else ""
            self.imports.append(Import(source or "*", line, "load" if is_loaded else "run", what, owner=owner))

    def _name_arguments(self, command: Node, owner: int) -> None:
        """``Mock Get-Cart { }``, ``Set-Alias cart Get-Cart``: functions that are named for a command."""
        for each in _arguments(command):
            if each.type == "generic_token" and FUNCTION_NAME.fullmatch(text_of(each)):
                self.named.append(Call(owner, text_of(each), "bare", line_of(each)))

    def _argument(self, command: Node, parameter: str, position: int = 0) -> str:
        """Return an argument of a command without quotes: by the name of its parameter, else by its position."""
        plain: list[str] = []
        is_wanted = False
        for each in _arguments(command):
            text = self._text(each).strip("'\"")
            if each.type == "command_parameter":
                is_wanted = bool(parameter) and text.lower() == f"-{parameter}"
            elif is_wanted:
                return text
            else:
                plain.append(text)
        return plain[position] if len(plain) > position else ""

    def _on_function_variable(self, match: Match, owner: int) -> None:
        """``${function:Get-Cart}`` is the code of a function."""
        named = _FUNCTION_VARIABLE.fullmatch(text_of(match.node))
        if named is not None:
            self.named.append(Call(owner, named[1], "bare", line_of(match.node)))

    def on_string(self, match: Match, owner: int) -> None:
        """Read SQL in a text, and in a manifest the names of functions that it shows."""
        text = self._text(match.node)
        if self._is_manifest and FUNCTION_NAME.fullmatch(text[1:-1]):
            self.named.append(Call(owner, text[1:-1], "bare", line_of(match.node)))
        if not may_begin(match.node):
            return
        text = text[2:-2].strip() if text.startswith("@") else content(text)
        if match.node.type.startswith("expandable"):
            text = _IN_TEXT.sub("{value}", text)
        if looks_like_sql(text):
            self.statements.add(uses_in_text(text, owner, line_of(match.node)))


def variable_name(text: str) -> str:
    """Return the name of a variable without its scope, in small letters, as ``$cart``."""
    return f"${text.strip('${}').rpartition(':')[2].lower()}"


def innermost(node: Node) -> Node:
    """Return what an expression is without brackets and the levels of the grammar around it."""
    while node.named_child_count == 1 and node.type != "invokation_expression":
        inner = node.named_children[0]
        is_whole = inner.start_byte == node.start_byte and inner.end_byte == node.end_byte
        if not is_whole and node.type != "parenthesized_expression":
            break
        node = inner
    return node


def _children(node: Node, type_: str) -> list[Node]:
    return [each for each in node.named_children if each.type == type_]


def _first(node: Node, type_: str) -> Node | None:
    return next((each for each in node.named_children if each.type == type_), None)


def _type_text(node: Node) -> str:
    """Return the type between the square brackets that a node begins with; empty without."""
    literal = _first(node, "type_literal")
    return text_of(_first(literal, "type_spec")) if literal is not None else ""


def _arguments(command: Node) -> Iterator[Node]:
    elements = command.child_by_field_name("command_elements")
    for each in elements.named_children if elements is not None else ():
        if each.type != "command_argument_sep":
            yield each


def powershell_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a PowerShell file, or with ``outline`` only its definitions."""
    return read_source(PowerShellReader, parsed, parsed.language, outline=outline)
