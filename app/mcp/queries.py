"""From a tool's arguments to a question and filters of the query language, which only narrow it."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from search.errors import BadInputError, QueryError
from search.query.report import MOST_CHARACTERS

MOST_QUERY_CHARS = 10_000
"""A question is a few lines; a pasted file gets an error in place of a search for each of its words."""

MOST_VALUE_CHARS = 1_000
MOST_VALUES = 100

Languages = Annotated[list[str] | str | None, Field(description="Only these, such as python or csharp")]
Paths = Annotated[list[str] | str | None, Field(description="Only below these folders or globs, src/**/api")]
Repositories = Annotated[list[str] | str | None, Field(description="Only these repositories")]

MOST_RESULTS = 50
"""Largest ``max_results``, as the documented signature of ``search_documentation`` has it."""


def question_of(query: str, argument: str = "query", *, may_be_empty: bool = False, pasted: bool = False) -> str:
    """Return the text that an agent asks with, which filters of arguments never become a part of.

    ``argument`` is what the tool calls the text. ``pasted`` says that it is a report, whatever it looks like; what
    follows its limit is cut off.

    Raises:
        QueryError: naming the argument, which is empty and may not be, or no question any more.
    """
    words = query.strip()[: MOST_CHARACTERS if pasted else None]
    if not words and not may_be_empty:
        raise QueryError("mcp.empty_query", name=argument)
    if len(words) > MOST_QUERY_CHARS and not pasted:
        raise QueryError("mcp.query_too_long", name=argument, count=len(words), limit=MOST_QUERY_CHARS)
    return words


def all_of(*filters: str) -> str:
    """Return the filters of several arguments as one text."""
    return " ".join(filter(None, filters))


def any_of(argument: str, key: str, values: Sequence[str] | str | None) -> str:
    """Return ``key:"a","b"`` for the values of an argument; nothing for None and for no values.

    Raises:
        BadInputError: naming the argument and the value that a filter cannot hold.
    """
    items = [values] if isinstance(values, str) else list(values or ())
    if len(items) > MOST_VALUES:
        raise BadInputError("mcp.too_many_values", name=argument, count=len(items), limit=MOST_VALUES)
    for value in items:
        _require_plain(argument, value)
    return f"{key}:" + ",".join(f'"{value}"' for value in items) if items else ""


def items_of(values: Sequence[str] | str | None) -> list[str]:
    """Return the values of an argument: of a list as they are, of a text those between its commas.

    Models write ``"src, tests"`` for a list of two. A value with a comma is given in a list.
    """
    if values is None or not isinstance(values, str):
        return list(values or ())
    return [item for item in map(str.strip, values.split(",")) if item] or [values]


def _require_plain(argument: str, value: str) -> None:
    if not value.strip() or len(value) > MOST_VALUE_CHARS:
        shown = value[:40]
        raise BadInputError(
            "mcp.value_too_long", name=argument, count=len(value), value=repr(shown), limit=MOST_VALUE_CHARS
        )
    if '"' in value or not value.isprintable():
        raise BadInputError("mcp.value_with_quotes", name=argument, value=repr(value))


def results_wanted(max_results: int) -> int:
    """Return how many results to ask for: at most `MOST_RESULTS`.

    Raises:
        BadInputError: below 1.
    """
    if max_results < 1:
        raise BadInputError("mcp.bad_max_results", value=max_results, limit=MOST_RESULTS)
    return min(max_results, MOST_RESULTS)


def single(argument: str, values: Sequence[str] | str) -> str:
    """Return the only value of an argument, which may come in a list; "" for none.

    Raises:
        BadInputError: there are several.
    """
    items = [values] if isinstance(values, str) else list(values)
    if len(items) > 1:
        raise BadInputError("mcp.only_one_value", name=argument, count=len(items))
    return items[0] if items else ""
