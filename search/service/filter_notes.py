"""Notes about filters that match nothing, with suggestions for a ``repo:``, ``branch:`` or ``path:``."""

from collections.abc import Iterator, Sequence
from itertools import islice

from search.letters import normal_forms
from search.messages import Message
from search.query.parse import ParsedQuery, parse, path_pattern
from search.service.scope import below_roots
from search.spelling import nearest
from search.storage.files_table import FilesTable
from search.types.files import Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import NO_BRANCH

_WILDCARDS = frozenset("*?[")
_OF_FILES = frozenset({"lang", "ext", "type", "level", "product", "component", "is", "size", "changed"})
MOST_NOTED = 10
"""Values of ``path:``, and other filters, that are looked up: each takes a look at the files."""

_NOTES = {"repo": "search.unknown_repository", "branch": "search.unknown_branch"}
_NOTES_OF_ALL = {"repo": "search.no_repository", "branch": "search.no_branch"}
"""Where no name is similar: these name what there is, up to `MOST_NOTED` names."""


def filter_notes(
    parsed: ParsedQuery, files: FilesTable, visible: RowFilter, roots: Sequence[Root]
) -> tuple[Message, ...]:
    """Return the notes about filters that match nothing; the client sees something of the roots."""
    return (
        *_unknown_names(parsed, roots),
        *_unmatched_paths(parsed, files, visible, roots),
        *_unmatched_filters(parsed, files, visible),
    )


def _unknown_names(parsed: ParsedQuery, roots: Sequence[Root]) -> Iterator[Message]:
    """Yield a note about each name of a filter that none of these roots has: with the one it resembles, or all.

    The roots are those of which the client may see something, so that no hidden name is suggested.
    """
    wanted = {(token.key, value) for token in parsed.filters if token.key in _NOTES for value in token.values}
    known = {"repo": {root.repository for root in roots}, "branch": {root.branch for root in roots}}
    for key, value in sorted(wanted):
        if value.casefold() in map(str.casefold, known[key]):
            continue
        if near := nearest(value, sorted(known[key]), limit=1):
            yield Message(_NOTES[key], value=value, near=near[0])
        elif names := sorted(known[key] - {NO_BRANCH}):
            more = ["\u2026"] if len(names) > MOST_NOTED else []
            yield Message(_NOTES_OF_ALL[key], value=value, known=", ".join([*names[:MOST_NOTED], *more]))


def _unmatched_filters(parsed: ParsedQuery, files: FilesTable, visible: RowFilter) -> Iterator[Message]:
    """Yield a note about each filter on what a file is that no file passes, whatever the rest of the query is."""
    wanted = {token.text: token for token in parsed.filters if token.key in _OF_FILES and not token.negated}
    for text in islice(wanted, MOST_NOTED):
        alone = parse(text, typed=True)
        conditions = (*alone.conditions, *alone.ranges)
        if conditions and not files.visible_ids(visible.and_(*conditions)):
            yield Message("search.no_file_passes", filter=text)


def _unmatched_paths(
    parsed: ParsedQuery, files: FilesTable, visible: RowFilter, roots: Sequence[Root]
) -> Iterator[Message]:
    """Yield a note about each ``path:`` that no file is at, or that is only the beginning of a name."""

    def exists(pattern: str) -> bool:
        condition = Condition("path", Operator.GLOB, normal_forms(path_pattern(pattern)))
        return bool(files.visible_ids(visible.and_(below_roots(condition, roots))))

    wanted = {
        value for token in parsed.filters if token.key == "path" and not token.negated for value in token.values
    }
    for value in sorted(wanted)[:MOST_NOTED]:
        if exists(value):
            continue
        is_cut = not (value.endswith("/") or _WILDCARDS.intersection(value)) and exists(f"{value}*")
        yield Message("search.cut_path" if is_cut else "search.no_path", value=value)
