"""C#: the parts of a type's name as written."""

from functools import lru_cache
from typing import NamedTuple

from indexer.facts.parameters import split_arguments

FAMILY = frozenset(("csharp", "razor", "aspx"))
"""Languages whose files define and use C# types."""


class TypeExpression(NamedTuple):
    """A type's name without arguments, and its arguments; arrays and nullable types count as their element."""

    name: str
    args: tuple["TypeExpression", ...] = ()
    is_array: bool = False


NO_TYPE = TypeExpression("")


@lru_cache(maxsize=100_000)
def parse_type(written: str) -> TypeExpression:
    """Return the parts of ``Task<IList<Order?>>``; the name is empty for tuples, pointers and other non-names."""
    text = "".join(written.split()).removeprefix("global::").rstrip("?")
    is_array = text.endswith("]")
    if is_array:
        bracket = text.find("[") if "<" not in text else text.rfind("[")
        text = text[: max(bracket, 0)].rstrip("?")
    if not text or text[0] == "(" or text[-1] == "*":
        return NO_TYPE
    if "`" in text:
        name, _, arity = text.partition("`")
        return TypeExpression(name, (NO_TYPE,) * int(arity) if arity.isdigit() else ())
    if not text.endswith(">"):
        return TypeExpression("Array", (TypeExpression(text),), True) if is_array else TypeExpression(text)
    name, _, rest = text.partition("<")
    whole = TypeExpression(name, tuple(parse_type(each) for each in split_arguments(rest[:-1])))
    return TypeExpression("Array", (whole,), True) if is_array else whole
