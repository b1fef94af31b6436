"""Events as one asker may hear them: no word of a file that is out of sight."""

from collections.abc import Callable

from search.events import Event, FileFailed, FilesChanged, Notice, Progress
from search.storage.storage import Storage
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter
from search.types.status import Activity

Listener = Callable[[Event], None]


def within(storage: Storage, access: Access, listener: Listener) -> Listener:
    """Return a listener that passes on what the asker may hear; the owner hears everything.

    Others hear of files they see, and which share of the index is ready. Work under way and notices speak of every
    file, as in `SearchCore.status`, and are kept back.
    """
    if access == OWNER:
        return listener
    sight = _EventFilter(storage, access.row_filter())

    def tell(event: Event) -> None:
        if (heard := sight.of(event)) is not None:
            listener(heard)

    return tell


class _EventFilter:
    def __init__(self, storage: Storage, rows: RowFilter) -> None:
        self._storage = storage
        self._rows = rows

    def of(self, event: Event) -> Event | None:
        match event:
            case Progress(ready=ready):
                return Progress(Activity(), ready)
            case FilesChanged(paths=paths, removed=removed):
                seen = self._seen({*paths, *removed})
                there = tuple(path for path in paths if path in seen)
                gone = tuple(path for path in removed if path in seen)
                return FilesChanged(there, gone) if there or gone else None
            case FileFailed(path=path):
                return event if self._seen({path}) else None
            case Notice():
                return None

    def _seen(self, paths: set[str]) -> set[str]:
        """Return the paths that only stand for visible files: an event does not say of which root it speaks."""
        named = RowFilter((Condition("path", Operator.IN, tuple(sorted(paths))),))
        visible = {row.id for row in self._storage.files.matching(self._rows.and_(*named.conditions))}
        rows = self._storage.files.matching(named)
        hidden = {row.path for row in rows if row.id not in visible}
        return {row.path for row in rows if row.id in visible} - hidden
