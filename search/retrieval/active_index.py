"""The name of an index, as the retrieval contract's ``active_index`` gives it."""

from collections.abc import Iterable
from pathlib import PurePath

from search.errors import BadInputError


def index_names(location: str) -> tuple[str, ...]:
    """Return the names of an index: its location, and the last part of it."""
    return tuple(dict.fromkeys((location, PurePath(location).name or location)))


def require_index(active_index: str | None, names: Iterable[str]) -> None:
    """Refuse the name of another index; None means the only one there is.

    Raises:
        BadInputError: naming the index that is not known.
    """
    known = tuple(names)
    if active_index is not None and active_index not in known:
        raise BadInputError("search.unknown_index", name=repr(active_index), known=", ".join(known))
