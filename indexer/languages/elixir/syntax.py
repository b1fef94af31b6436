"""Parts of the syntax tree of Elixir: heads of functions, arguments, options and literals."""

from tree_sitter import Node

from indexer.facts.syntax import text_of

ANY_NUMBER = -1
"""Of arguments, where their number is not known."""


_MOST_ARGUMENTS = 255
_BASES = {"0x": 16, "0o": 8, "0b": 2}
_LONGEST_NUMBER = 20
"""Digits; Python refuses to read numbers of thousands of them."""


def head_of(name: Node) -> Node:
    """Return the head of a function by the node of its name: the name alone where no arguments follow."""
    parent = name.parent
    return parent if parent is not None and parent.type == "call" else name


def parameter_counts(head: Node) -> tuple[int, int]:
    """Return how many arguments a function must and may take."""
    parameters = arguments_of(head) if head.type == "call" else []
    defaults = sum(
        each.type == "binary_operator" and text_of(each.child_by_field_name("operator")) == "\\\\"
        for each in parameters
    )
    return len(parameters) - defaults, len(parameters)


def arguments_of(call: Node) -> list[Node]:
    """Return the arguments of a call; options at their end are one."""
    listed = next((child for child in call.named_children if child.type == "arguments"), None)
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def arity(number: Node) -> int:
    """Return the number of arguments that an integer says: one that no function has where it is too large."""
    written = text_of(number).replace("_", "")
    digits = written[2:] if written[:2] in _BASES else written
    if len(digits) > _LONGEST_NUMBER:
        return _MOST_ARGUMENTS + 1
    try:
        return min(int(digits, _BASES.get(written[:2], 10)), _MOST_ARGUMENTS + 1)
    except ValueError:
        return _MOST_ARGUMENTS + 1


def options_of(call: Node) -> dict[str, Node]:
    """Return the options at the end of a call by their names."""
    arguments = arguments_of(call)
    return dict(pairs_of(arguments[-1])) if arguments else {}


def pairs_of(node: Node) -> list[tuple[str, Node]]:
    """Return what a list of options has, each with its name; nothing of any other node."""
    options: list[tuple[str, Node]] = []
    inner = node.named_children[:1] if node.type == "list" else [node]
    for pair in (child for each in inner if each.type == "keywords" for child in each.named_children):
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None:
            options.append((text_of(key).strip().removesuffix(":"), value))
    return options


def atom(node: Node | None) -> str:
    """Return the name that an atom is; empty for any other node."""
    return text_of(node).removeprefix(":") if node is not None and node.type == "atom" else ""


def plain_string(node: Node | None) -> str | None:
    """Return the text of a string in which nothing is put in; None for any other node."""
    if node is None or node.type != "string" or any(each.type != "quoted_content" for each in node.named_children):
        return None
    return "".join(text_of(each) for each in node.named_children)
