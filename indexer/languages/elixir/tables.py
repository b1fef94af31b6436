"""Schemas of Ecto that the calls of a repository name: ``Repo.get(User, id)`` reads the table of ``User``."""

from tree_sitter import Node

READING = (
    *("all", "one", "one!", "get", "get!", "get_by", "get_by!", "exists?", "aggregate", "stream", "reload"),
    *("all_by", "reload!"),
)
WRITING = (
    *("insert", "insert!", "insert_all", "insert_or_update", "insert_or_update!", "update", "update!"),
    *("update_all", "delete", "delete!", "delete_all"),
)
KINDS = {**dict.fromkeys(READING, "read"), **dict.fromkeys(WRITING, "write")}
"""Functions of a repository -> what they do with the table of the schema that they are given."""

REPOSITORY = "Repo"
"""How the names of repositories end."""

MOST_PIPES = 20
"""Steps of a pipe that are followed to its beginning."""


def queried(module: str, name: str, first: Node | None) -> Node | None:
    """Return the schema that a call is about: its first argument, or what stands at the beginning of its pipe."""
    if name not in KINDS or not module.endswith(REPOSITORY):
        return None
    for _ in range(MOST_PIPES):
        if first is None or not _is_pipe(first):
            break
        first = first.child_by_field_name("left")
    return _schema(first)


def _is_pipe(node: Node) -> bool:
    operator = node.child_by_field_name("operator") if node.type == "binary_operator" else None
    return operator is not None and operator.type == "|>"


def _schema(node: Node | None) -> Node | None:
    """Return the schema that a value is of: a module, or a struct."""
    if node is None or node.type in {"alias", "identifier"}:
        return node
    struct = node.named_children[0] if node.type == "map" and node.named_children else None
    return struct.named_children[0] if struct is not None and struct.type == "struct" else None
