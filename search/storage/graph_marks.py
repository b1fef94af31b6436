"""``graphs.json``: of which contents each graph was built, so that a crash before the end is noticed."""

import json
from threading import Lock

from search.storage.layout import Layout
from search.storage.versions import Keep, write_text
from search.types.ids import RootId


class GraphMarks:
    """One digest of contents for each root; without a readable file all graphs are built again."""

    def __init__(self, layout: Layout, keep: Keep = write_text) -> None:
        self._path = layout.graphs
        self._keep = keep
        self._lock = Lock()

    def all(self) -> dict[RootId, str]:
        """Return the digests."""
        try:
            told = json.loads(self._path.read_text("utf-8"))
            return {RootId(root): str(digest) for root, digest in told.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def drop(self, root: RootId) -> None:
        """Forget of which contents the graph of a root was built; one that is not known is no error.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            marks = self.all()
            if marks.pop(root, None) is not None:
                self._keep(self._path, json.dumps(marks, indent=1) + "\n")

    def put(self, root: RootId, digest: str) -> None:
        """Write that the graph of a root was built of these contents.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._keep(self._path, json.dumps({**self.all(), root: digest}, indent=1) + "\n")
