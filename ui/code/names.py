"""Names of definitions for display: the member with its type; namespaces are in the tooltip."""

_PARTS = {"class": 1, "function": 2}
"""Parts of a qualified name that are shown, by the kind of the chunk."""

_WHOLE = frozenset({"section", "table", "view", "file"})
"""Kinds in whose names a dot separates nothing."""

_LEAST = 2
"""Names of so few parts are shown whole: a nested type needs the outer one."""


def short_name(name: str, kind: str) -> str:
    """Return ``Cart.Add`` for ``Shop.Orders.Cart.Add``; a heading or a short name as it is."""
    wanted = _PARTS.get(kind)
    if wanted is None or " " in name:
        return name
    joint = "::" if "::" in name else "."
    parts = name.split(joint)
    return name if len(parts) <= _LEAST else joint.join(parts[-wanted:])


def own_name(name: str, kind: str) -> str:
    """Return ``Add`` for the member ``Cart.Add``; a heading, a table or a route as it is."""
    if kind in _WHOLE or " " in name or "/" in name:
        return name
    return name.rpartition("::" if "::" in name else ".")[2]
