"""Determines the rows that a query may use."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from search.query.parse import ParsedQuery
from search.storage.files_table import FilesTable
from search.storage.glob import patterns_below
from search.storage.predicate import passes
from search.types.files import Flag, Root
from search.types.filters import (
    OWNER,
    ROOTED_PATH,
    Access,
    Condition,
    Operator,
    RowFilter,
    root_and_pattern,
    rooted_pattern,
)

_SCOPE_COLUMNS = ("repository", "branch")
_ABSOLUTE = re.compile(r"(?P<sure>(?:[A-Za-z]:|//?[^/*?]+/[^/*?]+)(?:/|$))|/[^/*?]+(?:/|$)")
"""A path from the root of the file system, of a drive or of a server.

After a single name, such as `/src`, it is also one in any root.
"""


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
    conditions = tuple(below_roots(each, roots) for each in parsed.conditions)
    if asks_for_external(parsed):
        conditions = tuple(each for each in conditions if not _names_a_project(each))
    if from_git and any(each.column == "mtime_ns" for each in parsed.ranges):
        conditions = (*conditions, Condition("path_hash", Operator.NOT_IN, from_git))  # git's objects have no date
    projects = (each for each in conditions if each.column in _SCOPE_COLUMNS)
    return Scope(visible, visible.and_(*conditions, *parsed.ranges), visible.and_(*projects))


def named_as_in(parsed: ParsedQuery, roots: Iterable[Root]) -> ParsedQuery:
    """Return the query with the repositories and branches that it names as these roots write them."""
    roots = tuple(roots)
    known = {
        "repository": {root.repository for root in roots},
        "branch": {root.branch for root in roots},
    }
    conditions = (
        replace(each, values=_written(each.values, known[each.column])) if each.column in known else each
        for each in parsed.conditions
    )
    return replace(parsed, conditions=tuple(conditions))


def _written(values: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that are one of these in any case, and these, which may be unknown."""
    values = tuple(values)
    folded = {value.casefold() for value in values}
    return tuple(dict.fromkeys((*values, *sorted(name for name in known if name.casefold() in folded))))


def below_roots(condition: Condition, roots: Iterable[Root]) -> Condition:
    """Return the condition that a ``path:`` or ``-path:`` from the root of the file system stands for.

    `/home/me/shop/src` is `/src` in the root `/home/me/shop`, and `/home/me` is everything in it; `~/` begins at
    the person's own folder. A value that leads into no root, such as `src`, is looked for in all of them, and
    `/srv` is everything in the roots below it and a folder `srv` of any root. Any other condition is returned as
    it is.
    """
    if condition.column != "path":
        return condition
    locations = [_in_roots(value, roots) for value in condition.values]
    if not any(root for each in locations for root, _ in each):
        return condition
    values = dict.fromkeys(rooted_pattern(*location) for each in locations for location in each)
    return Condition(ROOTED_PATH, condition.operator, tuple(values))


def within_root(condition: Condition, root: Root, roots: Iterable[Root]) -> tuple[Condition, ...]:
    """Return the condition as conditions on the rows of one root, which need not say which root they mean."""
    rooted = below_roots(condition, roots)
    if rooted.column != ROOTED_PATH:
        return (rooted,)
    locations = map(root_and_pattern, rooted.values)
    patterns = tuple(dict.fromkeys(pattern for each, pattern in locations if each in {"", root.id}))
    if patterns:
        return (Condition("path", condition.operator, patterns),)
    return () if condition.operator is Operator.NOT_GLOB else (Condition("path_hash", Operator.IN, ("",)),)


def _in_roots(pattern: str, roots: Iterable[Root]) -> list[tuple[str, str]]:
    """Return the roots that a pattern leads into, each with the pattern below it, or any root with it as it is.

    A pattern of a single name, which may be a folder of any root, is both.
    """
    slashed = pattern.replace("\\", "/").rstrip("/")
    absolute = Path(slashed).expanduser().as_posix() if slashed.startswith("~/") else slashed
    anywhere = [("", pattern)]
    match = _ABSOLUTE.match(absolute)
    if match is None:
        return anywhere
    below: list[tuple[str, str]] = [
        (root.id, each) for root in roots for each in patterns_below(absolute, root.path)
    ]
    return below if below and match["sure"] else below + anywhere


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
