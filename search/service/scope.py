"""Determines the rows that a query may use."""

from collections.abc import Iterable
from dataclasses import dataclass

from search.query.parse import ParsedQuery
from search.storage.files_table import FilesTable
from search.storage.predicate import passes
from search.types.files import Flag, Root
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter

_SCOPE_COLUMNS = ("repository", "branch")


@dataclass(frozen=True, slots=True)
class Scope:
    """The rows that a query uses.

    Attributes:
        visible: those that it may see.
        wanted: those among them that pass its filters.
        covered: those of the projects that it asks: whatever it says of words that stand nowhere concerns these.
    """

    visible: RowFilter
    wanted: RowFilter
    covered: RowFilter


def scope_of(access: Access, parsed: ParsedQuery, roots: Iterable[Root]) -> Scope:
    """Return the rows that a query may use.

    Branches that are not checked out are excluded, otherwise every file would be found twice. A query with a
    ``branch:`` filter includes them. External documents belong to no project: with ``is:external`` the filters
    ``repo:`` and ``branch:`` say who asks and exclude none of them.
    """
    roots = tuple(roots)
    visible = access.row_filter()
    from_git = tuple(root.id for root in roots if root.from_git)
    if from_git and not names_a_branch(parsed):
        visible = visible.and_(Condition("path_hash", Operator.NOT_IN, from_git))
    conditions = tuple(part for each in parsed.conditions for part in below_roots(each, roots))
    if asks_for_external(parsed):
        conditions = tuple(each for each in conditions if not _names_a_project(each))
    if from_git and any(each.column == "mtime_ns" for each in parsed.ranges):
        conditions = (*conditions, Condition("path_hash", Operator.NOT_IN, from_git))  # git's objects have no date
    projects = (each for each in conditions if each.column in _SCOPE_COLUMNS)
    return Scope(visible, visible.and_(*conditions, *parsed.ranges), visible.and_(*projects))


def below_roots(condition: Condition, roots: Iterable[Root]) -> tuple[Condition, ...]:
    """Return the conditions that a ``path:`` from the root of the file system stands for.

    `/home/me/shop/src` is `/src` in the root `/home/me/shop`, and `/home/me` is everything in it. Of several
    values, all are looked for in each root that one of them leads to, and in every root if one of them, such as
    `src`, names none. Any other condition is returned as it is.
    """
    if condition.column != "path" or condition.operator is not Operator.GLOB:
        return (condition,)
    inside = {root.id: [_below(value, root.path) for value in condition.values] for root in roots}
    ids = tuple(root for root, patterns in inside.items() if any(patterns))
    if not ids:
        return (condition,)
    relative = tuple(value for value in condition.values if not value.startswith("/"))
    leading = (pattern for root in ids for pattern in inside[root] if pattern)
    below = Condition("path", Operator.GLOB, tuple(dict.fromkeys((*leading, *relative))))
    return (below,) if relative else (Condition("path_hash", Operator.IN, ids), below)


def _below(pattern: str, folder: str) -> str:
    """Return an absolute pattern as one that begins at a folder; empty if it does not lead into the folder.

    A first name alone, as in `/src`, is one in any root.
    """
    pattern, folder = pattern.rstrip("/"), folder.replace("\\", "/")
    if pattern.rfind("/") > 0 and f"{folder}/".startswith(f"{pattern}/"):
        return "*"
    return pattern.removeprefix(folder) if pattern.startswith(f"{folder}/") else ""


def asks_for_external(parsed: ParsedQuery) -> bool:
    """Return whether a query has the filter ``is:external`` and no other value beside it."""
    return Condition("flags", Operator.HAS_ANY, (Flag.EXTERNAL.value,)) in parsed.conditions


def _names_a_project(condition: Condition) -> bool:
    return condition.column in _SCOPE_COLUMNS and condition.operator is Operator.IN


def branches_wanted(parsed: ParsedQuery, roots: Iterable[Root]) -> tuple[tuple[str, str], ...]:
    """Return the (repository, branch) pairs that a query names; none if it has no ``branch:`` filter."""
    if not names_a_branch(parsed):
        return ()
    named = RowFilter(tuple(condition for condition in parsed.conditions if condition.column in _SCOPE_COLUMNS))
    branches = dict.fromkeys((root.repository, root.branch) for root in roots)
    return tuple(branch for branch in branches if passes(named, dict(zip(_SCOPE_COLUMNS, branch, strict=True))))


def read_share(files: FilesTable, roots: Iterable[Root], access: Access, parsed: ParsedQuery) -> float:
    """Return the share of the files in the roots of a query whose words have been read; 1.0 without any file."""
    named = RowFilter(() if asks_for_external(parsed) else tuple(filter(_names_a_project, parsed.conditions)))
    with_branches = names_a_branch(parsed)
    others = {
        root.id
        for root in roots
        if (root.from_git and not with_branches)
        or not passes(named, {"repository": root.repository, "branch": root.branch})
    }
    counts = [steps for root, steps in files.step_counts(access.row_filter()).items() if root not in others]
    indexed = sum(steps.indexed for steps in counts)
    total = indexed + sum(steps.waiting for steps in counts)
    return indexed / total if total else 1.0


def roots_within(rows: RowFilter, roots: Iterable[Root]) -> list[Root]:
    """Return the roots whose repository and branch pass a filter."""
    named = RowFilter(tuple(condition for condition in rows.conditions if condition.column in _SCOPE_COLUMNS))
    return [root for root in roots if passes(named, {"repository": root.repository, "branch": root.branch})]


def within(access: Access, root: Root) -> RowFilter:
    """Return the visible rows of one root."""
    return access.row_filter().and_(Condition("path_hash", Operator.IN, (root.id,)))


def visible_roots(files: FilesTable, roots: Iterable[Root], access: Access) -> list[Root]:
    """Return the roots of which something is visible; the owner sees all."""
    if access == OWNER:
        return list(roots)
    seen = files.step_counts(access.row_filter())
    return [root for root in roots if root.id in seen]


def names_a_branch(parsed: ParsedQuery) -> bool:
    """Return whether a query has a ``branch:`` filter."""
    return any(
        condition.column == "branch" and condition.operator is Operator.IN for condition in parsed.conditions
    )
