"""What an agent has to know of an index that does not cover every file yet."""

from math import floor

from app.mcp.engine_session import EngineSession
from search.messages import Message
from search.types.results import Ready


class Completeness:
    """Says how much of what the client may see an answer covers; "" where that is everything."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def words(self) -> str:
        """Return the note for answers from the texts of files."""
        ready = self._ready()
        return "" if ready is None or ready.keyword >= 1.0 else _note("mcp.words_incomplete", ready.keyword)

    def graph(self) -> str:
        """Return the note for answers from the dependency graph."""
        ready = self._ready()
        return "" if ready is None or ready.graph >= 1.0 else _note("mcp.graph_incomplete", ready.graph)

    def _ready(self) -> Ready | None:
        """Return how far the index is, or None if there is no file."""
        status = self._asking.core.status(self._asking.access)
        return status.ready if status.files else None


def _note(code: str, share: float) -> str:
    return str(Message(code, percent=floor(share * 100)))
