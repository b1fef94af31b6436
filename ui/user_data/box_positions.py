"""Where a person moved the boxes of drawn graphs, in a small file of the index."""

from collections.abc import Mapping
from pathlib import Path

from ui.user_data.document import PersonFile

MOST_GRAPHS = 50
"""Graphs whose boxes stay where they were moved; the one that was changed longest ago is forgotten first."""

MOST_MOVED = 60
"""Moved boxes of one graph that are remembered, those that were moved last."""

_VERSION = 1

Positions = Mapping[str, tuple[float, float]]
"""Centres of boxes by their keys, in pixels at a text scale of 100 %."""


class BoxPositionStore:
    """Reads and writes the positions; every change reads the file again first, so two windows lose nothing."""

    def __init__(self, path: Path) -> None:
        self.file = PersonFile(path, _VERSION)

    def load(self) -> dict[str, Positions]:
        """Return the moved boxes by the root of their graph, the one that was changed last at the end."""
        none: dict[str, Positions] = {}
        return self.file.read(_decoded, none)

    def keep(self, root: str, positions: Positions) -> None:
        """Remember the moved boxes of a graph; none forgets it."""
        graphs = self.load()
        graphs.pop(root, None)
        if positions:
            graphs[root] = dict(list(positions.items())[-MOST_MOVED:])
        self.file.write({"graphs": dict(list(graphs.items())[-MOST_GRAPHS:])})


def _decoded(raw: dict[str, object]) -> dict[str, Positions]:
    graphs = raw["graphs"]
    if not isinstance(graphs, dict):
        raise TypeError
    return {
        str(root): {str(key): (float(x), float(y)) for key, (x, y) in moved.items()}
        for root, moved in graphs.items()
    }
