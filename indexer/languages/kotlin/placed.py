"""The definitions of a file that are known before its syntax is read."""

from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, Definition
from indexer.facts.outline import Outline


class PlacedOutline(Outline):
    """Definitions that are known before the syntax is read; places come in the order of the file.

    Args:
        definitions: of the file.
        spans: the byte that each begins at, and that behind it.

    Attributes:
        parents: index of the definition around each.
    """

    def __init__(self, definitions: Sequence[Definition], spans: Sequence[tuple[int, int]]) -> None:
        super().__init__(())
        self.definitions = list(definitions)
        index_of: dict[str, int] = {}
        self.parents: list[int] = []
        for index, each in enumerate(definitions):
            self.parents.append(index_of.get(each.parent, NO_OWNER))
            index_of[each.local_id] = index
        self._spans = spans
        self._next = 0

    def owner_at(self, start_byte: int) -> int:
        """Return the innermost definition around a byte."""
        while self._next < len(self._spans) and self._spans[self._next][0] <= start_byte:
            self._open.append((self._spans[self._next][1], self._next))
            self._next += 1
        while self._open and self._open[-1][0] <= start_byte:
            self._open.pop()
        return self._open[-1][1] if self._open else NO_OWNER
