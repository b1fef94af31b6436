"""Access rights and row conditions of a request, as plain values.

A `RowFilter` is a conjunction of `Condition`s on columns that every row of `files` and `chunks`
carries. `search.storage.expressions` turns it into a database expression and
`search.storage.predicate` evaluates it on a row in memory; both must agree (property-tested).
"""

from dataclasses import dataclass
from enum import StrEnum


class Operator(StrEnum):
    """How a column is compared with the values."""

    IN = "in"
    """The column equals one of the values."""
    NOT_IN = "not_in"
    """The column equals none of the values."""
    GLOB = "glob"
    """The column matches one of the values as a path pattern: a folder or file prefix, ``*``, ``**``, ``?``."""
    NOT_GLOB = "not_glob"
    HAS_ANY = "has_any"
    """A list column holds at least one of the values."""
    HAS_NONE = "has_none"
    HAS_ALL = "has_all"
    EMPTY_OR_ANY = "empty_or_any"
    """A list column is empty, or holds at least one of the values (the rule of ``groups``)."""
    WITHIN = "within"
    """A number of a file is at least the first value and below the second; an empty value is no limit."""
    NOT_WITHIN = "not_within"


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison; ``values`` is never empty except with ``EMPTY_OR_ANY``."""

    column: str
    operator: Operator
    values: tuple[str, ...]


ROOTED_PATH = "rooted_path"
"""A column that no table has: root and path of a row together. Its values are those of `rooted_pattern`."""


def rooted_pattern(root: str, pattern: str) -> str:
    """Return the value of `ROOTED_PATH` for a path pattern within one root; within any if ``root`` is empty."""
    return f"{root}:{pattern}"


def root_and_pattern(value: str) -> tuple[str, str]:
    """Return root and pattern of a value of `ROOTED_PATH`."""
    root, _, pattern = value.partition(":")
    return root, pattern


FILE_NUMBERS = frozenset({"size_bytes", "mtime_ns"})
"""Columns of `WITHIN`; `files` has them and `chunks` does not."""


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Conditions that all have to hold. No condition lets every row pass."""

    conditions: tuple[Condition, ...] = ()

    def of_files(self) -> "RowFilter":
        """Return the conditions on numbers, which only the rows of files can answer."""
        return RowFilter(tuple(each for each in self.conditions if each.column in FILE_NUMBERS))

    def of_chunks(self) -> "RowFilter":
        """Return the conditions that the rows of chunks can answer."""
        return RowFilter(tuple(each for each in self.conditions if each.column not in FILE_NUMBERS))

    def and_(self, *more: Condition) -> "RowFilter":
        """Return a filter that is as narrow or narrower."""
        return RowFilter(self.conditions + more)


@dataclass(frozen=True, slots=True)
class Access:
    """The access rights of a client (the seeds' ``retrieval_filters``). ``None`` means: not restricted.

    Attributes:
        tenant: rows of this tenant only.
        groups: rows without groups, or with at least one of these. An empty tuple sees only rows without groups.
        tags: rows that carry all of these.
        roots: rows of these roots (path hashes) only.
    """

    tenant: str | None = None
    groups: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    roots: tuple[str, ...] | None = None

    def row_filter(self) -> RowFilter:
        """Return the conditions that hold for every visible row; the only place that decides this."""
        conditions: list[Condition] = []
        if self.tenant is not None:
            conditions.append(Condition("tenant", Operator.IN, (self.tenant,)))
        if self.groups is not None:
            conditions.append(Condition("groups", Operator.EMPTY_OR_ANY, tuple(sorted(set(self.groups)))))
        if self.tags:
            conditions.append(Condition("tags", Operator.HAS_ALL, tuple(sorted(set(self.tags)))))
        if self.roots is not None:
            conditions.append(Condition("path_hash", Operator.IN, tuple(sorted(set(self.roots))) or ("",)))
        return RowFilter(tuple(conditions))

    @property
    def sees_whole_roots(self) -> bool:
        """Return whether every row of a root is visible where one is."""
        return self.tenant is None and self.groups is None and not self.tags


OWNER = Access()
"""The owner of the index, who sees everything."""
