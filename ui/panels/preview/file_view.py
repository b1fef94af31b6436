"""What source and rendered view have in common."""

from typing import Protocol

from ui.panels.preview.matches import FileMatches
from ui.panels.preview.spot import Spot
from ui.panels.results.snippet import Span


class FileView(Protocol):
    """A view of a file whose words can be marked; lines are those of `words`."""

    def words(self) -> str:
        """Return the text in which words are looked for."""
        ...

    def shown_chunks(self) -> tuple[Span, ...]:
        """Return first and last lines of supporting chunks, from 1, both inclusive."""
        ...

    def shown_line(self) -> int:
        """Return the line, from 0, where the spot is."""
        ...

    def go_to(self, spot: Spot, /) -> None:
        """Show another place of the same file."""
        ...

    def set_matches(self, matches: FileMatches, /) -> None:
        """Mark words."""
        ...

    def show_match(self, place: int, /) -> None:
        """Show a match."""
        ...

    def set_semantic(self, *, on: bool) -> None:
        """Show or leave out the rules of supporting chunks."""
        ...
