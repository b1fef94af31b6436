"""Suggestions for a ``repo:`` or ``branch:`` that matches nothing."""

from collections.abc import Iterator, Sequence

from search.messages import Message
from search.query.parse import ParsedQuery
from search.spelling import nearest
from search.types.files import Root

_NOTES = {"repo": "search.unknown_repository", "branch": "search.unknown_branch"}


def misspelt_names(parsed: ParsedQuery, roots: Sequence[Root]) -> Iterator[Message]:
    """Yield a note about each name of a filter that none of these roots has but that resembles one of theirs.

    The roots are those of which the client may see something, so that no hidden name is suggested.
    """
    wanted = {(token.key, value) for token in parsed.tokens if token.key in _NOTES for value in token.values}
    known = {"repo": {root.repository for root in roots}, "branch": {root.branch for root in roots}}
    for key, value in sorted(wanted):
        if value not in known[key] and (near := nearest(value, sorted(known[key]), limit=1)):
            yield Message(_NOTES[key], value=value, near=near[0])
