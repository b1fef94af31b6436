"""A `RowFilter` evaluated on a row in memory; agrees with `search.storage.expressions` on every input."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from search.errors import BadInputError
from search.storage.glob import matches
from search.storage.keys import storable_text
from search.types.filters import FILE_NUMBERS, ROOTED_PATH, Condition, Operator, RowFilter, root_and_pattern

TEXT_COLUMNS = frozenset(
    {
        "id",
        "file_id",
        "node_id",
        "path_hash",
        "repository",
        "branch",
        "path",
        "language",
        "ext",
        "doc_type",
        "level",
        "product",
        "component",
        "tenant",
        "kind",
        "state",
        "reason",
        "embed_hash",
        "origin",
    }
)
"""Columns that `IN` and `NOT_IN` take."""

LIST_COLUMNS = frozenset({"groups", "tags", "flags", "symbols"})
"""Columns that the `HAS_` operators take."""

PATTERN_COLUMNS = frozenset({"path", ROOTED_PATH})
"""Columns that `GLOB` and `NOT_GLOB` take."""

_COLUMNS_OF = {
    Operator.WITHIN: FILE_NUMBERS,
    Operator.NOT_WITHIN: FILE_NUMBERS,
    Operator.IN: TEXT_COLUMNS,
    Operator.NOT_IN: TEXT_COLUMNS,
    Operator.GLOB: PATTERN_COLUMNS,
    Operator.NOT_GLOB: PATTERN_COLUMNS,
}


EVERYTHING = RowFilter()
"""Lets every row pass."""


def check(condition: Condition) -> None:
    """Refuse a condition that no table can answer.

    Raises:
        BadInputError: the operator does not fit the column, or there is no such column.
    """
    allowed = _COLUMNS_OF.get(condition.operator, LIST_COLUMNS)
    if condition.column not in allowed:
        raise BadInputError(
            "filter.not_comparable",
            column=repr(condition.column),
            operator=repr(condition.operator.value),
            known=", ".join(sorted(allowed)),
        )


def passes(row_filter: RowFilter, row: Mapping[str, object]) -> bool:
    """Return whether all conditions hold for this row.

    Raises:
        BadInputError: a condition that no table can answer.
    """
    return all(_holds_for(condition, row) for condition in row_filter.conditions)


def _holds_for(condition: Condition, row: Mapping[str, object]) -> bool:
    if condition.column != ROOTED_PATH:
        return _holds(condition, row.get(condition.column))
    check(condition)
    root, path = str(row.get("path_hash") or ""), str(row.get("path") or "")
    patterns = map(root_and_pattern, map(storable_text, condition.values))
    is_below = any(within in {"", root} and matches(pattern, path) for within, pattern in patterns)
    return is_below is (condition.operator is Operator.GLOB)


def _holds(condition: Condition, value: object) -> bool:
    check(condition)
    if condition.column in FILE_NUMBERS:
        return _is_within(condition, value) is (condition.operator is Operator.WITHIN)
    condition = replace(condition, values=tuple(storable_text(value) for value in condition.values))
    if condition.operator in _COLUMNS_OF:
        return _text_holds(condition, str(value if value is not None else ""))
    return _list_holds(condition, value if isinstance(value, Sequence) else ())


def limits_of(condition: Condition) -> tuple[int | None, int | None]:
    """Return the least value of a condition on a number, and the one that is too much; None for no limit."""
    low, high = (int(value) if value else None for value in condition.values)
    return low, high


def _is_within(condition: Condition, value: object) -> bool:
    low, high = limits_of(condition)
    number = value if isinstance(value, int) else 0
    return (low is None or number >= low) and (high is None or number < high)


def _text_holds(condition: Condition, value: str) -> bool:
    match condition.operator:
        case Operator.IN:
            return value in condition.values
        case Operator.NOT_IN:
            return value not in condition.values
        case Operator.GLOB:
            return any(matches(pattern, value) for pattern in condition.values)
        case _:
            return not any(matches(pattern, value) for pattern in condition.values)


def _list_holds(condition: Condition, value: Sequence[object]) -> bool:
    match condition.operator:
        case Operator.HAS_ANY:
            return any(wanted in value for wanted in condition.values)
        case Operator.HAS_NONE:
            return not any(wanted in value for wanted in condition.values)
        case Operator.HAS_ALL:
            return all(wanted in value for wanted in condition.values)
        case _:
            return not value or any(wanted in value for wanted in condition.values)
