"""Which rows a query may use."""

from collections.abc import Iterable
from dataclasses import dataclass

from search.query.parse import ParsedQuery
from search.storage.predicate import passes
from search.types.files import Root
from search.types.filters import Access, Condition, Operator, RowFilter

_SCOPE_COLUMNS = ("repository", "branch")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a query may see, and what of that it filtered for."""

    visible: RowFilter
    wanted: RowFilter


def scope_of(access: Access, parsed: ParsedQuery, roots: Iterable[Root]) -> Scope:
    """Return the rows that a query may use.

    Branches that are not checked out are left out, else every file would be found twice; a query that says
    ``branch:`` asks for them.
    """
    visible = access.row_filter()
    aside = tuple(root.id for root in roots if root.from_git)
    if aside and not names_a_branch(parsed):
        visible = visible.and_(Condition("path_hash", Operator.NOT_IN, aside))
    return Scope(visible, visible.and_(*parsed.conditions))


def branches_wanted(parsed: ParsedQuery, roots: Iterable[Root]) -> tuple[tuple[str, str], ...]:
    """Return the branches that a query names, each with its repository's label; none where it names no branch."""
    if not names_a_branch(parsed):
        return ()
    named = RowFilter(tuple(one for one in parsed.conditions if one.column in _SCOPE_COLUMNS))
    each = dict.fromkeys((root.repository, root.branch) for root in roots)
    return tuple(one for one in each if passes(named, dict(zip(_SCOPE_COLUMNS, one, strict=True))))


def within(access: Access, root: Root) -> RowFilter:
    """Return the rows of one root that may be seen."""
    return access.row_filter().and_(Condition("path_hash", Operator.IN, (root.id,)))


def names_a_branch(parsed: ParsedQuery) -> bool:
    """Return whether a query says of which branches it wants files."""
    return any(one.column == "branch" and one.operator is Operator.IN for one in parsed.conditions)
