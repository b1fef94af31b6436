"""A `RowFilter` as a database expression, built with LanceDB's expression interface and never by joining text.

That interface knows comparisons, ``IN`` and ``contains``; so lists are compared through their key column, plain
path patterns through ``path_key``, and a pattern with wildcards becomes the paths that it matches.
"""

import operator
from collections.abc import Callable, Iterable, Sequence

from search.storage.glob import is_plain, matches, plain_key
from search.storage.keys import list_value_key, storable_text
from search.storage.lance import Expr, col, lit
from search.storage.predicate import check, limits_of
from search.types.filters import ROOTED_PATH, Condition, Operator, RowFilter, root_and_pattern

Paths = Callable[[], Iterable[str]]
"""Gives every path of the index; asked only for patterns with wildcards."""


def expression(row_filter: RowFilter, paths: Paths) -> Expr | None:
    """Return the filter as an expression, or None when every row passes.

    Raises:
        BadInputError: a condition that no table can answer.
    """
    parts = [_condition(condition, paths) for condition in row_filter.conditions]
    return _joined(parts, operator.and_) if parts else None


def _condition(condition: Condition, paths: Paths) -> Expr:
    check(condition)
    values = condition.values
    match condition.operator:
        case Operator.IN:
            return one_of(condition.column, values)
        case Operator.NOT_IN:
            return ~one_of(condition.column, values)
        case Operator.GLOB | Operator.NOT_GLOB:
            below = _rooted_glob(values, paths) if condition.column == ROOTED_PATH else _glob(values, paths)
            return below if condition.operator is Operator.GLOB else ~below
        case Operator.WITHIN | Operator.NOT_WITHIN:
            within = _within(condition)
            return within if condition.operator is Operator.WITHIN else ~within
        case _:
            return _list_condition(condition)


def _within(condition: Condition) -> Expr:
    low, high = limits_of(condition)
    column = col(condition.column)
    parts = [
        *([column >= lit(low)] if low is not None else []),
        *([column < lit(high)] if high is not None else []),
    ]
    return _joined(parts, operator.and_) if parts else lit(value=True)


def _list_condition(condition: Condition) -> Expr:
    key = f"{condition.column}_key"
    conditions = [_contains(key, list_value_key(value)) for value in condition.values]
    match condition.operator:
        case Operator.HAS_ANY:
            return _any(conditions)
        case Operator.HAS_NONE:
            return ~_any(conditions)
        case Operator.HAS_ALL:
            return _joined(conditions, operator.and_)
        case _:
            return _any([col(key) == lit(""), *conditions])


def _glob(patterns: Sequence[str], paths: Paths) -> Expr:
    plain = [_contains("path_key", plain_key(pattern)) for pattern in patterns if is_plain(pattern)]
    wild = [pattern for pattern in patterns if not is_plain(pattern)]
    if not wild:
        return _any(plain)
    matching = sorted({path for path in paths() if any(matches(pattern, path) for pattern in wild)})
    return _any([*plain, one_of("path", matching)])


def _rooted_glob(values: Sequence[str], paths: Paths) -> Expr:
    """Return the patterns of each root; roots with the same ones share them, as a pattern may walk all paths."""
    patterns: dict[str, list[str]] = {}
    for root, pattern in map(root_and_pattern, values):
        patterns.setdefault(root, []).append(pattern)
    roots: dict[tuple[str, ...], list[str]] = {}
    for root, inside in patterns.items():
        roots.setdefault(tuple(inside), []).append(root)
    return _any(
        [
            _glob(inside, paths) if "" in within else one_of("path_hash", within) & _glob(inside, paths)
            for inside, within in roots.items()
        ]
    )


def _contains(column: str, part: str) -> Expr:
    return col(column).contains(lit(storable_text(part)))


def _any(parts: Sequence[Expr]) -> Expr:
    return _joined(parts, operator.or_) if parts else lit(value=False)


def _joined(parts: Sequence[Expr], join: Callable[[Expr, Expr], Expr]) -> Expr:
    """Join in a balanced tree: the database walks it recursively, and its depth must stay small."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return join(_joined(parts[:middle], join), _joined(parts[middle:], join))


def one_of(column: str, values: Iterable[str]) -> Expr:
    """Return the expression that ``column`` equals one of ``values``; none is always false."""
    wanted = [storable_text(value) for value in values]
    if len(wanted) == 1:
        return col(column) == lit(wanted[0])
    return col(column).isin([lit(value) for value in wanted])
