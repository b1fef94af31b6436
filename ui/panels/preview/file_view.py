"""The interface that source view and rendered view share."""

from typing import Protocol

from ui.controllers.spot import Scroll, Spot
from ui.panels.preview.matches import FileMatches
from ui.panels.results.snippet import Span


class FileView(Protocol):
    """A view of a file whose words can be marked; lines are those of `words`."""

    def words(self) -> str:
        """Return the text in which words are searched and marked."""
        ...

    def shown_chunks(self) -> tuple[Span, ...]:
        """Return first and last lines of supporting chunks, from 1, both inclusive."""
        ...

    def shown_line(self) -> int:
        """Return the line, from 0, that shows the spot."""
        ...

    @property
    def shown_spot(self) -> Spot | None:
        """The spot whose text is shown; None until one is."""
        ...

    def scrolled(self) -> Scroll:
        """Return how far the text is scrolled."""
        ...

    def go_to(self, spot: Spot, /) -> None:
        """Scroll to another position in the same file."""
        ...

    @property
    def follows(self) -> bool:
        """Whether the person has not scrolled since the spot was gone to."""
        ...

    def set_matches(self, matches: FileMatches, /) -> None:
        """Mark matched words."""
        ...

    def show_match(self, index: int, /) -> None:
        """Scroll to a match, given by its index."""
        ...

    def set_semantic(self, *, on: bool) -> None:
        """Show or hide the rules beside supporting chunks."""
        ...
