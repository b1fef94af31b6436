"""Dart: fields, parameters, locals, and what conditions and patterns say of names."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_CALL, Variable
from indexer.facts.parameters import split_arguments
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.dart.chains import NAMES, Closure, DartChains, Step, Value
from indexer.languages.dart.expressions import FUNCTION_TYPE, UNTYPED, Group, grouped, tested, type_nodes, type_of
from indexer.languages.dart.widgets import CONTEXT, CONTEXT_NAMES, parameter_type
from indexer.types import ParsedFile

PARAMETER_LISTS = frozenset(("formal_parameter_list", "optional_formal_parameters"))
_SCOPED = frozenset(("block", "for_statement", "for_element", "switch_statement_case", "switch_expression_case"))
_LEAVING = frozenset(
    (*("return_statement", "continue_statement", "break_statement"), *("throw_expression", "rethrow_expression"))
)
_PATTERNS = frozenset(
    (
        *("variable_pattern", "object_pattern", "record_pattern", "list_pattern", "map_pattern"),
        *("constant_pattern", "cast_pattern", "null_check_pattern", "null_assert_pattern", "rest_pattern"),
    )
)


class DartVariables(DartChains):
    """Reads the names that a file declares inside of its definitions."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.readers |= {
            **dict.fromkeys(_SCOPED, self._read_block),
            **dict.fromkeys(PARAMETER_LISTS, self._read_parameters),
            **dict.fromkeys(("if_statement", "if_element", "conditional_expression"), self._read_condition),
            **dict.fromkeys(_PATTERNS, self._read_pattern),
            "logical_and_expression": self._read_conjunction,
            "function_expression": self._read_closure,
            "local_function_declaration": self._read_local_function,
            "initialized_variable_definition": self._read_local,
            "pattern_variable_declaration": self._read_pattern_declaration,
            "for_loop_parts": self._read_loop,
            "try_statement": self._read_try,
            "labeled_statement": self._read_labeled,
            "break_statement": _read_nothing,
            "continue_statement": _read_nothing,
            "typed_identifier": self._read_type_of_name,
            "record_type_field": self._read_type_of_name,
            "type_parameter": self._read_type_parameter,
        }

    def declare_local(self, name: str, type_: str, value: Value, line: int, *, is_element: bool = False) -> str:
        """Note a local with its type or its value; return how it is written."""
        written = self.scopes.declare(name)
        if self.signs:
            own = "" if type_ == UNTYPED and (value.path or value.call != NO_CALL) else type_ or value.type
            path, call = ("", NO_CALL) if own else (value.path, value.call)
            variable = Variable(self.owner, written, own, path, call, is_element, line)
            self.variables.append(variable)
        return written

    def _read_block(self, node: Node) -> Sequence[Step]:
        self.scopes.enter()
        return [*self.parts(node), self.scopes.leave]

    def _read_labeled(self, node: Node) -> Sequence[Step]:
        return self.steps(node.children[1:])

    def _read_type_of_name(self, node: Node) -> Sequence[Step]:
        """A type with a name behind it that means nothing."""
        return self.steps(type_nodes(node.children))

    def _read_type_parameter(self, node: Node) -> Sequence[Step]:
        """``T extends Cart``: what the parameter has to be."""
        return [each for each in node.named_children if each.type == "type_bound"]

    def _read_local(self, node: Node) -> Sequence[Step]:
        """``final a = b(), c = d`` and ``Cart cart``: each is known behind its value."""
        children = node.children
        type_ = type_of(children)
        steps = self.steps(type_nodes(children))
        at = next((at for at in range(len(children)) if node.field_name_for_child(at) == "name"), -1)
        if at < 0:
            return self.parts(node)
        end = next((n for n, each in enumerate(children) if each.type == "initialized_identifier"), len(children))
        values = grouped(children[at + 1 : end])
        steps += [*self._expressions(values), partial(self._declared, children[at], type_, values)]
        for each in (each for each in children[end:] if each.type == "initialized_identifier"):
            values = grouped(each.children[1:])
            steps += [*self._expressions(values), partial(self._declared, each.children[0], type_, values)]
        return steps

    def _declared(self, name: Node, type_: str, values: Sequence[Group], *, is_element: bool = False) -> None:
        value = self.value(values[-1]) if values else Value()
        self.declare_local(text_of(name), type_, value, line_of(name), is_element=is_element)

    @staticmethod
    def _expressions(groups: Sequence[Group]) -> list[Step]:
        return [each if len(each) > 1 else each[0] for each in groups]

    def _read_loop(self, node: Node) -> Sequence[Step]:
        """``for (final item in items)``; the three parts of another loop are read as they stand."""
        children = node.children
        at = next((at for at, each in enumerate(children) if each.type == "in"), -1)
        if at < 0:
            return self.parts(node)
        values = grouped(children[at + 1 :])
        steps = [*self.steps(type_nodes(children)), *self._expressions(values)]
        names = [each for each in children[:at] if each.type == "identifier"]
        if names:
            declared = partial(self._declared, names[-1], type_of(children[:at]), values)
            is_typed = bool(type_nodes(children[:at]))
            return [*steps, partial(declared, is_element=not is_typed)]
        return [*steps, *(partial(self._bind, each) for each in children[:at] if each.type in _PATTERNS)]

    def _read_pattern_declaration(self, node: Node) -> Sequence[Step]:
        """``final (a, b) = c``."""
        children = node.children
        patterns = [each for each in children if each.type in _PATTERNS]
        values = self.steps([each for each in children if each.type not in _PATTERNS])
        return [*values, *(partial(self._bind, each) for each in patterns)]

    def _bind(self, pattern: Node) -> Sequence[Step]:
        """Declare the plain names of a pattern, which are new ones here."""
        steps: list[Step] = []
        waiting = [pattern]
        while waiting:
            node = waiting.pop()
            inner = node.named_children
            is_name = node.type == "constant_pattern" and len(inner) == 1 and inner[0].type in NAMES
            if is_name and text_of(inner[0]) != "_":
                self.declare_local(text_of(inner[0]), UNTYPED, Value(), line_of(node))
            elif node.type == "variable_pattern":
                steps.append(node)
            elif node.type in _PATTERNS:
                waiting += [each for each in inner if each.type in _PATTERNS]
                steps += self.steps(type_nodes(node.children))
        return steps

    def _read_pattern(self, node: Node) -> Sequence[Step]:
        """A pattern of a case: names with ``final`` or a type are new, others are constants."""
        children = node.children
        types = self.steps(type_nodes(children))
        if node.type == "variable_pattern":
            if children[-1].type == "identifier" and text_of(children[-1]) != "_":
                self.declare_local(text_of(children[-1]), type_of(children), Value(), line_of(node))
            return types
        if node.type != "object_pattern":
            return [each for each in self.parts(node) if not isinstance(each, Node) or each.type not in NAMES] + (
                [each for each in node.named_children if each.type in NAMES]
                if node.type == "constant_pattern"
                else []
            )
        return [*types, *self._fields(children, type_of(children))]

    def _fields(self, children: Sequence[Node], type_: str) -> list[Step]:
        """Declare the names of ``Cart(:final item, total: var sum)`` as members of an object of a type."""
        holder = self.scopes.hidden()
        if self.signs and type_:
            self.variables.append(Variable(self.owner, holder, type_, line=line_of(children[0])))
        steps: list[Step] = []
        for at, each in enumerate(children):
            if each.type not in _PATTERNS:
                continue
            name = text_of(each.children[-1]) if each.type == "variable_pattern" else ""
            label = children[at - 2] if at > 1 else each
            if name and not type_nodes(each.children):
                member = text_of(label) if label.type == "identifier" else name
                self.declare_local(name, "", Value(path=f"{holder}.{member}" if type_ else ""), line_of(each))
            else:
                steps.append(each)
        return steps

    def _read_condition(self, node: Node) -> Sequence[Step]:
        """A name is of the type that a condition tells in the branch for it."""
        children = node.children
        fields = [node.field_name_for_child(at) for at in range(len(children))]
        condition = [each for each, name in zip(children, fields, strict=True) if name in {None, "condition"}]
        branch = [each for each, name in zip(children, fields, strict=True) if name == "consequence"]
        other = [each for each, name in zip(children, fields, strict=True) if name == "alternative"]
        groups = grouped([each for each in condition if each.type != "else"])
        self.scopes.enter()
        steps = [*self._expressions(groups), partial(self._narrow, groups, holds=True)]
        steps += [*self.steps(branch), self.scopes.leave]
        if other:
            steps += [self.scopes.enter, partial(self._narrow, groups, holds=False), *self.steps(other)]
            steps.append(self.scopes.leave)
        elif node.type == "if_statement" and branch and _leaves(branch[0]):
            steps.append(partial(self._narrow, groups, holds=False))
        return steps

    def _read_conjunction(self, node: Node) -> Sequence[Step]:
        """``a is Cart && a.isEmpty``: what stands behind knows what is before."""
        self.scopes.enter()
        steps: list[Step] = []
        for group in grouped(node.children):
            steps += [*self._expressions([group]), partial(self._narrow, [group], holds=True)]
        return [*steps, self.scopes.leave]

    def _narrow(self, groups: Sequence[Group], *, holds: bool) -> None:
        for group in groups[:1]:
            for name, type_ in tested(group, holds=holds):
                if type_ and (self.scopes.name(name) or name.startswith("_")):
                    self.declare_local(name, type_, Value(), line_of(group[0]))

    def _read_try(self, node: Node) -> Sequence[Step]:
        """``on CartError catch (error)`` declares a name for the block behind it."""
        steps: list[Step] = []
        types: list[Node] = []
        caught: Node | None = None
        for each in node.children:
            if each.type == "on":
                types = []
            if each.type in {"catch_clause", "block", "finally_clause"}:
                if each.type == "catch_clause":
                    caught = each
                else:
                    steps += [self.scopes.enter, partial(self._catch, caught, types), each, self.scopes.leave]
                    types, caught = [], None
            elif each.is_named or each.type == ".":
                types.append(each)
                steps += [each] if each.type == "type_arguments" else []
        return steps

    def _catch(self, clause: Node | None, types: Sequence[Node]) -> Sequence[Step]:
        listed = clause.named_children[0].named_children if clause is not None and clause.named_children else ()
        names = [each for each in listed if each.type == "identifier"]
        for at, name in enumerate(names):
            type_ = type_of(types) if at == 0 else "StackTrace"
            self.declare_local(text_of(name), type_ or UNTYPED, Value(), line_of(name))
        return self.steps(types)

    def _read_closure(self, node: Node) -> Sequence[Step]:
        """Declare the parameters of a function without a name."""
        self.scopes.enter()
        closure = self.closures.pop(node.start_byte, Closure())
        steps: list[Step] = []
        number = 0
        for each in node.children:
            if each.type in PARAMETER_LISTS:
                for own in each.named_children:
                    if own.type == "formal_parameter":
                        steps += self._closure_parameter(own, closure, number)
                        number += 1
                    else:
                        steps.append(own)
            elif each.is_named:
                steps.append(each)
        return [*steps, self.scopes.leave]

    def _closure_parameter(self, node: Node, closure: Closure, number: int) -> list[Step]:
        type_ = type_of(node.children)
        names = [each for each in node.named_children if each.type == "identifier"]
        if not names or type_:
            return [*self._parameter(node)]
        name, line = text_of(names[-1]), line_of(node)
        listed = split_arguments(closure.types.strip()[1:-1]) if closure.types else []
        known = parameter_type(closure.name, closure.label, number, listed)
        known = known or (CONTEXT if name in CONTEXT_NAMES else "")
        if known or closure.call == NO_CALL:
            self.declare_local(name, known or UNTYPED, Value(), line)
        else:
            own = Variable(self.owner, self.scopes.declare(name), "", closure.label, line=line)
            argument = max(closure.argument, 0)
            self.variables.append(replace(own, given_to=closure.call, argument=argument, parameter=number))
        return []

    def _read_parameters(self, node: Node) -> Sequence[Step]:
        """Declare the parameters of a function; a value that one has by default is read where it stands."""
        steps: list[Step] = []
        for group in grouped(node.children):
            if group[0].type == "formal_parameter":
                steps += self._parameter(group[0])
            else:
                steps.append(group if len(group) > 1 else group[0])
        return steps

    def _parameter(self, node: Node) -> Sequence[Step]:
        """Note a parameter; ``this.name`` holds what the variable of the class does."""
        inner = node.named_children[0] if node.named_child_count == 1 else node
        inner = inner if inner.type in {"constructor_param", "super_formal_parameter"} else node
        children = inner.children
        names = [each for each in children if each.type == "identifier"]
        if not names:
            return self.parts(node)
        is_function = any(each.type == "formal_parameter_list" for each in children)
        type_ = FUNCTION_TYPE if is_function else type_of(children)
        name = text_of(names[-1])
        value = Value(path=f"this.{name}") if inner.type == "constructor_param" else Value()
        self.declare_local(name, type_ or ("" if value.path else UNTYPED), value, line_of(node))
        lists = [each for each in children if each.type in {"formal_parameter_list", "annotation"}]
        own = [each for each in lists if each.type == "annotation"]
        return [*own, *self.steps(type_nodes(children)), *(step for each in lists for step in _types_in(each))]

    def _read_local_function(self, node: Node) -> Sequence[Step]:
        """A function inside of another one is a local name; what is in it belongs to that one."""
        inner = node.named_children[0] if node.named_children else node
        signature = next((each for each in inner.named_children if each.type == "function_signature"), None)
        name = signature.child_by_field_name("name") if signature is not None else None
        if signature is None or name is None:
            return self.parts(node)
        self.declare_local(text_of(name), FUNCTION_TYPE, Value(), line_of(name))
        self.scopes.enter()
        behind = [each for each in inner.named_children if each.type != "function_signature"]
        return [*self.signature_parts(signature), *behind, self.scopes.leave]

    def signature_parts(self, signature: Node) -> list[Step]:
        """Return what has to be read of a function's head: types and parameters."""
        children = signature.children
        lists = [each for each in children if each.type in {*PARAMETER_LISTS, "type_parameters"}]
        return [*self.steps(type_nodes(children)), *lists]


def _read_nothing(_node: Node) -> Sequence[Step]:
    """A statement that only names a label."""
    return ()


def _types_in(node: Node) -> list[Step]:
    """Return the types of the parameters of a parameter that is a function."""
    if node.type != "formal_parameter_list":
        return []
    return [own for each in node.named_children for own in each.named_children if own.type == "type_identifier"]


def _leaves(branch: Node) -> bool:
    """Return whether what stands behind a branch is not reached from it."""
    last = branch
    while last.type in {"block", "expression_statement"} and last.named_children:
        last = last.named_children[-1]
    return last.type in _LEAVING
