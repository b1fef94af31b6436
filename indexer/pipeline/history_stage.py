"""Reads the commit history of a root. No other stage depends on it."""

from pathlib import Path

import structlog

from indexer.pipeline.context import IndexingContext
from search.errors import BadInputError, MissingExtraError
from search.storage.failures import translated
from search.storage.git.head import work_tree
from search.storage.git.log import Commit, commits_of, head_of
from search.storage.histories import History
from search.types.files import Root

_log = structlog.get_logger(__name__)


class HistoryStage:
    """Reads the history of roots whose head has moved."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context

    @staticmethod
    def concerns(root: Root) -> bool:
        """Return whether a root has a history that can be read."""
        return not root.from_git and work_tree(Path(root.path)) is not None

    def run(self, root: Root) -> bool:
        """Bring the history of a root up to date; return whether it was read.

        A folder outside any git repository has no history.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        storage = self._context.storage
        known = storage.histories.get(root.id)
        history = None if root.from_git else _history(root, known)
        if history is known:
            return False
        with self._context.writing, translated(storage.location):
            if root.id not in {known_root.id for known_root in storage.roots.all()}:
                return False
            if history is None:
                storage.histories.drop(root.id)
            else:
                storage.histories.put(root.id, history)
        return True


def _history(root: Root, known: History | None) -> History | None:
    folder = Path(root.path)
    if work_tree(folder) is None:
        return None
    try:
        head = head_of(folder)
    except (BadInputError, MissingExtraError):
        return None
    return known if known is not None and known.head == head else History(head, _commits(folder, head))


def _commits(folder: Path, head: str) -> list[Commit]:
    """Return the commits, or none where git takes too long; it is tried again when the head moves."""
    try:
        return commits_of(folder, head)
    except BadInputError as error:
        _log.warning("history_not_read", folder=str(folder), error=str(error))
        return []
