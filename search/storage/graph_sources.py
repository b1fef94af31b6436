"""``graph-sources/``: of which facts each stored graph was made, so that only a change need be resolved."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from search.storage.layout import Layout
from search.types.ids import RootId


@dataclass(frozen=True, slots=True)
class GraphSource:
    """What a graph was made of.

    Attributes:
        scope: what all rows depend on: versions of the program's rules, names of repository and branch.
        files: path -> key of its facts, and who may see it.
    """

    scope: str
    files: Mapping[str, tuple[str, str]]


_decoder = msgspec.json.Decoder(GraphSource)


class GraphSources:
    """One file a root; it is there only while the rows are exactly the graph of these facts."""

    def __init__(self, layout: Layout) -> None:
        self._folder = layout.graph_sources

    def get(self, root: RootId) -> GraphSource | None:
        """Return what the graph of a root was made of; None when that is not known."""
        try:
            return _decoder.decode(self._file(root).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None

    def drop(self, root: RootId) -> None:
        """Forget it, before the rows are touched.

        Raises:
            OSError: the file cannot be deleted.
        """
        self._file(root).unlink(missing_ok=True)

    def put(self, root: RootId, source: GraphSource) -> None:
        """Note it, once all rows are written; a file that a crash cut short is not understood and so not there.

        Raises:
            OSError: the file cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(root).write_bytes(msgspec.json.encode(source))

    def _file(self, root: RootId) -> Path:
        return self._folder / f"{root}.json"
