"""Records of what each stored graph was built from: ``graphs.json`` and ``graph-sources/``.

The digests in ``graphs.json`` reveal a crash before the end of a build. The facts listed in ``graph-sources/`` let
the next build resolve only what changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec

from search.storage.layout import Layout
from search.storage.versions import WriteFile, write_text
from search.types.ids import RootId


@dataclass(frozen=True, slots=True)
class GraphSource:
    """The input of a graph.

    Attributes:
        scope: what all rows depend on: version of the linker, names of repository and branch.
        files: path -> key of its facts, and its rights.
    """

    scope: str
    files: Mapping[str, tuple[str, str]]


_decoder = msgspec.json.Decoder(GraphSource)


class GraphSources:
    """One file for each root, which exists only while the stored rows are exactly the graph of these facts."""

    def __init__(self, layout: Layout) -> None:
        self._folder = layout.graph_sources

    def get(self, root: RootId) -> GraphSource | None:
        """Return the input of a root's graph, or None if it is not known."""
        try:
            return _decoder.decode(self._file(root).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def drop(self, root: RootId) -> None:
        """Delete the record of a root before its rows are changed.

        Raises:
            OSError: the file cannot be deleted.
        """
        self._file(root).unlink(missing_ok=True)

    def put(self, root: RootId, source: GraphSource) -> None:
        """Write the record of a root after all rows are written; one truncated by a crash counts as missing.

        Raises:
            OSError: the file cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(root).write_bytes(msgspec.json.encode(source))

    def _file(self, root: RootId) -> Path:
        return self._folder / f"{root}.json"


class GraphMarks:
    """A digest of the contents for each root; without a readable file all graphs are built again."""

    def __init__(self, layout: Layout, keep: WriteFile = write_text) -> None:
        self._path = layout.graphs
        self._keep = keep
        self._lock = Lock()

    def all(self) -> dict[RootId, str]:
        """Return the digests by root."""
        try:
            digests = json.loads(self._path.read_text("utf-8"))
            return {RootId(root): str(digest) for root, digest in digests.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def drop(self, root: RootId) -> None:
        """Delete the digest of a root, if there is one.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            marks = self.all()
            if marks.pop(root, None) is not None:
                self._keep(self._path, json.dumps(marks, indent=1) + "\n")

    def put(self, digests: Mapping[RootId, str]) -> None:
        """Write the digests of the contents that the graphs of these roots were built from.

        Raises:
            OSError: the file cannot be written.
        """
        with self._lock:
            self._keep(self._path, json.dumps({**self.all(), **digests}, indent=1) + "\n")
