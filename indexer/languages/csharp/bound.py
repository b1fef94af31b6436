"""C#: a type as far as it is known, with its arguments."""

from typing import NamedTuple

TASKS = frozenset(("Task", "ValueTask", "Nullable", "Lazy"))
"""Types that become their argument when they are awaited or opened."""


class Bound(NamedTuple):
    """A type as far as it is known.

    Attributes:
        type_id: of a type of this root; empty for any other.
        name: simple name; ``!T`` for a generic parameter.
        args: its arguments; for a generic parameter, its constraints.
    """

    type_id: str
    name: str
    args: tuple["Bound", ...] = ()


def substitute(bound: Bound, values: dict[str, Bound]) -> Bound:
    """Return a type with generic parameters replaced."""
    if not values:
        return bound
    if bound.name.startswith("!") and not bound.type_id:
        return values.get(bound.name[1:], bound)
    if not bound.args:
        return bound
    return bound._replace(args=tuple(substitute(each, values) for each in bound.args))


def opened(bound: Bound | None) -> Bound | None:
    """Return the result type of a task."""
    while bound is not None and not bound.type_id and bound.name in TASKS and bound.args:
        bound = bound.args[0]
    return bound
