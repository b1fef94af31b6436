"""Translates the filters of a retrieval request into row conditions, for every interface of the program."""

from collections.abc import Iterable, Mapping, Sequence

from search.errors import BadInputError, QueryError
from search.types.filters import Access, Condition, Operator, RowFilter

SECURITY_KEYS = ("tenant", "groups", "tags", "roots")
"""Only the caller sets these; a filter that was parsed from a text cannot."""
SCOPE_KEYS = ("repository", "branch", "path_hash")
_COLUMNS = {
    "repository": "repository",
    "branch": "branch",
    "path_hash": "path_hash",
    "data_type": "doc_type",
    "doc_type": "doc_type",
    "doc_types": "doc_type",
    "promotion_level": "level",
    "promotion_levels": "level",
    "language": "language",
    "file_type": "ext",
    "file_types": "ext",
    "product": "product",
    "component": "component",
}
CONSTRAINT_KEYS = (*sorted(set(_COLUMNS) - set(SCOPE_KEYS)), "path")
"""Filters that a parsed query may add."""
_OPERATORS = {"path": (Operator.GLOB, Operator.NOT_GLOB), "flags": (Operator.HAS_ANY, Operator.HAS_NONE)}
"""The operators of a column and of its exclusion; other columns use IN and NOT_IN."""
_TYPED_COLUMNS = {**_COLUMNS, "path": "path", "flags": "flags"}
_NOT = "-"
"""Prefix of the key of an exclusion in a typed query; no parsed payload may contain such a key."""


def access_of(filters: Mapping[str, object]) -> Access:
    """Return the access rights in the filters; an absent key restricts nothing.

    Raises:
        BadInputError: a value is of the wrong type.
    """
    tenant = filters.get("tenant")
    if tenant is not None and not isinstance(tenant, str):
        raise BadInputError("filter.bad_tenant", value=repr(tenant))
    return Access(
        tenant=tenant,
        groups=_optional_texts("groups", filters),
        tags=_optional_texts("tags", filters) or (),
        roots=_optional_texts("roots", filters),
    )


def filters_of(access: Access) -> dict[str, object]:
    """Return the filters that `access_of` reads these rights from."""
    named = {"tenant": access.tenant, "groups": access.groups, "tags": access.tags or None, "roots": access.roots}
    return {key: value for key, value in named.items() if value is not None}


def constraints_of(conditions: Sequence[Condition]) -> dict[str, object]:
    """Return the filters for the conditions of a typed query; keys of exclusions begin with ``-``.

    Raises:
        QueryError: a condition is on a column without a filter, or two require values of one column.
    """
    keys = {column: key for key, column in sorted(_TYPED_COLUMNS.items(), reverse=True)}
    filters: dict[str, list[str]] = {}
    for condition in conditions:
        key = _key_of(condition, keys.get(condition.column, ""))
        if not key or (key in filters and not key.startswith(_NOT)):
            raise QueryError("query.filter_not_usable", column=condition.column)
        filters.setdefault(key, []).extend(condition.values)  # every exclusion applies
    return dict(filters)


def _key_of(condition: Condition, key: str) -> str:
    """Return the key of a condition on the column of ``key``; empty where it has none."""
    wanted, excluded = _operators(condition.column)
    if not key or condition.operator not in {wanted, excluded}:
        return ""
    return f"{_NOT}{key}" if condition.operator is excluded else key


def _operators(column: str) -> tuple[Operator, Operator]:
    return _OPERATORS.get(column, (Operator.IN, Operator.NOT_IN))


def row_filter(filters: Mapping[str, object]) -> RowFilter:
    """Return the conditions of all filters together: access rights first, then scope and constraints.

    Raises:
        BadInputError: a filter is unknown, so it cannot be enforced, or its value is of the wrong type.
    """
    unknown = sorted(key for key in filters if key not in SECURITY_KEYS and _bare(key) not in _TYPED_COLUMNS)
    if unknown:
        known = ", ".join((*SECURITY_KEYS, *SCOPE_KEYS, *CONSTRAINT_KEYS))
        raise BadInputError("filter.unknown", key=repr(unknown[0]), known=known)
    conditions = [_condition(key, filters) for key in sorted(filters) if key not in SECURITY_KEYS]
    return access_of(filters).row_filter().and_(*conditions)


def _condition(key: str, filters: Mapping[str, object]) -> Condition:
    values = _optional_texts(key, filters) or ()
    if not values:
        raise BadInputError("filter.without_value", key=repr(key))
    column = _TYPED_COLUMNS[_bare(key)]
    if column in {"ext", "level", "language"}:
        values = tuple(value.lower().removeprefix(".") for value in values)
    return Condition(column, _operators(column)[key.startswith(_NOT)], values)


def _bare(key: str) -> str:
    return key.removeprefix(_NOT)


def _optional_texts(key: str, filters: Mapping[str, object]) -> tuple[str, ...] | None:
    value = filters.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        texts = tuple(value)
        if all(isinstance(text, str) for text in texts):
            return tuple(str(text) for text in texts)
    raise BadInputError("filter.not_a_text", key=key, value=repr(value))
