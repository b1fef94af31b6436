"""C#: parts of a declaration: its type as written, modifiers, generic and other parameters."""

from collections.abc import Callable

from tree_sitter import Node

from indexer.facts.syntax import text_of

MAX_TYPE_CHARS = 300
PASSED = frozenset((b"ref", b"out", b"in"))
TextOf = Callable[[Node | None], str]


def type_name(node: Node, text: TextOf) -> str:
    """Return a type's name without arguments, nullability and array brackets; empty when it names nothing."""
    while True:
        kind = node.type
        if kind in {"identifier", "qualified_name", "alias_qualified_name", "member_access_expression"}:
            return "".join(text(node).split()).partition("<")[0]
        if kind == "generic_name":
            return f"{text(node.named_children[0])}`{generic_arity(node)}"
        inner = node.child_by_field_name("type")
        if inner is None:
            return ""
        node = inner


def written_type(node: Node | None, text_of: TextOf = text_of) -> str:
    """Return a type as written; empty when it is too long to be anybody's."""
    text = text_of(node)
    return text if len(text) <= MAX_TYPE_CHARS else ""


def generic_arity(node: Node) -> int:
    """Return how many type arguments a ``generic_name`` has."""
    return sum(child.named_child_count for child in node.named_children if child.type == "type_argument_list")


def type_parameters(node: Node) -> tuple[str, ...]:
    """Return the names of a definition's generic parameters."""
    for child in node.named_children:
        if child.type == "type_parameter_list":
            return tuple(text_of(each.child_by_field_name("name")) for each in child.named_children)
    return ()


def constraints(node: Node) -> tuple[str, ...]:
    """Return ``T:Bound`` for every type that a declaration's generic parameters have to be."""
    names: list[str] = []
    for clause in node.named_children:
        if clause.type == "type_parameter_constraints_clause":
            name = text_of(clause.named_children[0])
            bounds = [each.child_by_field_name("type") for each in clause.named_children[1:]]
            names += [f"{name}:{written_type(each)}" for each in bounds if each is not None]
    return tuple(names)


def modifiers(node: Node) -> set[bytes | None]:
    """Return the modifiers of a declaration, such as ``static``."""
    return {child.text for child in node.children if child.type == "modifier"}


def declared_types(node: Node | None) -> list[str]:
    """Return the types of parameters as written, behind how they are passed: ``ref``, ``out`` or ``in``."""
    types: list[str] = []
    is_last = False
    for child in node.children if node is not None else ():
        if child.type == "parameter":
            passed = next((f"{text_of(part)} " for part in child.children if part.text in PASSED), "")
            types.append(f"{passed}{text_of(child.child_by_field_name('type'))}")
        elif is_last and child.is_named:
            types.append(text_of(child))
        is_last = child.type == "params"
    return types


def parameter_counts(node: Node | None) -> tuple[int, int, str]:
    """Return required count, total count (-1 for ``params``) and the type of a ``this`` parameter."""
    if node is None:
        return 0, 0, ""
    required = total = 0
    receiver = ""
    for child in node.children:
        kind = child.type
        if kind == "params":
            return required, -1, receiver
        if kind != "parameter":
            continue
        parts = [(part.type, part) for part in child.children]
        modifiers = [part.text for kind, part in parts if kind == "modifier"]
        if total == 0 and not receiver and b"this" in modifiers:
            receiver = text_of(child.child_by_field_name("type"))
            continue
        total += 1
        if b"params" in modifiers:
            return required, -1, receiver
        required += all(kind not in {"=", "equals_value_clause"} for kind, _ in parts)
    return required, total, receiver
